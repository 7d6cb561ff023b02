"""Writes `locks/`: the version and the hashes of every package, for every supported Python and system.

Each file adds to those that it includes. They name no package index: pip takes the one that it is set to.

Run: python tools/lock.py                 after a change of pyproject.toml; keeps the versions that still fit
     python tools/lock.py --upgrade       the newest of everything
Use: pip install --require-hashes --requirement locks/play.txt
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
LOCKS = ROOT / "locks"
OLDEST_PYTHON = "3.11.2"  # Debian 12
HEADER = "# Written by `make lock` from pyproject.toml. Do not edit.\n"
BLOCK = re.compile(r"^(?P<line>[a-z0-9][^\n]*?)(?: \\\n(?:    --hash=\S+(?: \\)?\n)+|\n)", re.MULTILINE)


class Layer(NamedTuple):
    includes: tuple[str, ...]
    extras: tuple[str, ...] = ()
    groups: tuple[str, ...] = ()


# Torch (the extra `learn`) is in none of them: locks/learn.txt says why.
LAYERS = {
    "base": Layer((), groups=("build",)),
    "all": Layer(("base",), extras=("all",)),
    "server": Layer(("all",), extras=("postgres",)),  # the container image
    "play": Layer(("all",), groups=("client",)),
    "check": Layer(("all",), groups=("check",)),
    "test": Layer(("check", "play", "server"), extras=("cluster", "gpu", "rl"), groups=("test",)),
    "docs": Layer(("base",), groups=("docs",)),
    "release": Layer(("base",), groups=("client", "release")),
}


def compiled(layer: Layer, *options: str) -> str:
    """What uv resolves a layer to."""
    wanted = [f"--extra={extra}" for extra in layer.extras] + [f"--group={group}" for group in layer.groups]
    fixed = ["--universal", f"--python-version={OLDEST_PYTHON}", "--generate-hashes", "--no-header", "--no-annotate"]
    command = [sys.executable, "-m", "uv", "pip", "compile", "--quiet", *fixed, *wanted, *options, "pyproject.toml"]
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    if done.returncode:
        sys.exit("The packages could not be resolved; see the output above.")
    return done.stdout


def blocks(text: str) -> dict[str, str]:
    """Each pinned package, such as `colorama==0.4.6 ; sys_platform == 'win32'`, with its lines of the file."""
    return {found["line"]: found[0] for found in BLOCK.finditer(text)}


def included(name: str) -> set[str]:
    """The names of the layers below this one."""
    below = LAYERS[name].includes
    return {*below, *(deeper for other in below for deeper in included(other))}


def locks(now: str, *options: str) -> dict[str, str]:
    """The text of each file. `now` has the versions that are kept if they still fit."""
    everything = Layer((), *(tuple({n for layer in LAYERS.values() for n in layer[part]}) for part in (1, 2)))
    with tempfile.TemporaryDirectory() as folder:
        whole = Path(folder, "whole.txt")
        whole.write_text(now, encoding="utf-8")
        compiled(everything, f"--output-file={whole}", *options)
        found = {name: blocks(compiled(layer, f"--constraint={whole}")) for name, layer in LAYERS.items()}
    texts = {}
    for name, layer in LAYERS.items():
        below = {line for other in included(name) for line in found[other]}
        own = [block for line, block in sorted(found[name].items()) if line not in below]
        texts[name] = HEADER + "".join(f"-r {other}.txt\n" for other in layer.includes) + "".join(own)
    return texts


def main(options: list[str]) -> None:
    now = {line: block for name in LAYERS for line, block in blocks(_text(name)).items()}
    LOCKS.mkdir(exist_ok=True)
    for name, text in locks("".join(now.values()), *options).items():
        (LOCKS / f"{name}.txt").write_text(text, encoding="utf-8", newline="\n")
        print(f"locks/{name}.txt: {len(blocks(text))} packages")


def _text(name: str) -> str:
    file = LOCKS / f"{name}.txt"
    return file.read_text(encoding="utf-8") if file.is_file() else ""


if __name__ == "__main__":
    main(sys.argv[1:])
