"""Writes `constraints.txt`: the version of every package that the extras of Freehold bring, as installed here.

Run: python tools/constraints.py      (`make constraints`, after `make test` has passed with these versions)
Use: pip install --constraint constraints.txt ".[server]"
"""

from __future__ import annotations

import re
import tomllib
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FILE = ROOT / "constraints.txt"
HEADER = """\
# The versions that Freehold was tested with, for installations that can be repeated:
#     pip install --constraint constraints.txt ".[server]"
# Written by tools/constraints.py. It names no package index: pip takes the one that it is set to.
"""


def required() -> list[str]:
    """What the package and all its extras ask for."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return [*project["dependencies"], *(line for some in project["optional-dependencies"].values() for line in some)]


def installed(requirements: list[str]) -> dict[str, str]:
    """The version of everything that these lead to. What is not installed here (for another system) is left out."""
    found: dict[str, str] = {}
    waiting = list(requirements)
    while waiting:
        name, extras = _parts(waiting.pop())
        if name in found or name == "freehold":
            continue
        try:
            package = distribution(name)
        except PackageNotFoundError:
            continue
        found[name] = package.version
        for line in package.requires or []:
            extra = re.search(r"extra == ['\"]([\w-]+)['\"]", line)
            if extra is None or extra[1] in extras:
                waiting.append(line)
    return found


def written(versions: dict[str, str]) -> str:
    return HEADER + "".join(f"{name}=={version}\n" for name, version in sorted(versions.items()))


def _parts(requirement: str) -> tuple[str, list[str]]:
    """The normal form of a package's name, and the extras of it that are asked for."""
    found = re.match(r"([\w.-]+)\s*(?:\[([\w, -]+)\])?", requirement)
    assert found, requirement
    return re.sub(r"[-_.]+", "-", found[1]).lower(), re.split(r"\s*,\s*", found[2] or "")


if __name__ == "__main__":
    versions = installed(required())
    FILE.write_text(written(versions), encoding="utf-8", newline="\n")
    print(f"{FILE.name}: {len(versions)} packages")
