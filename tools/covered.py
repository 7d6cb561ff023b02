"""Measures which lines and branches the tests run, in Python and in the client, and says what is not covered and why.

Run: python tools/covered.py                          the tests of `make test`, and those of the client
     python tools/covered.py tests/rules tests/game   these alone, and nothing of the client

The summary is `artifacts/coverage/summary.md`; `artifacts/coverage/html` shows every line. Numba compiles the kernel,
and nobody sees which of its lines a compiled game runs. So the kernel has rows of its own, which count what is played
interpreted; that compiled games are the same is what `tests/engine/test_speeds.py` proves. The exit code is that of the
tests.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "src" / "freehold"
OUT = ROOT / "artifacts" / "coverage"
WORST = 3  # files that are named for each package

# Why a package has lines that no test can run here, or that the measurement cannot see.
REASONS = {
    "engine": "what runs on a real GPU, and functions that are only called from compiled code",
    "envs": "device functions of the GPU; the wrappers' optional packages",
    "forecast": "decisions of the mogul, which is played compiled in nearly all tests",
    "kernel of bots": "bots in tournaments and simulations are played compiled",
    "kernel of engine": "loops over many games, which only compiled games use",
    "kernel of envs": "environments in steps of many games are compiled",
    "kernel of forecast": "decisions of the mogul, which is played compiled in nearly all tests",
    "kernel of learn": "sampling is compiled",
    "learn": "training needs torch: `make thorough` runs it",
    "server": "what a process does when it is killed is not written down any more",
    "client: svelte": "components are tested in a browser (`tests/browser`), which is not measured",
}


class Count(NamedTuple):
    """Lines and branches, and how many of each were run."""

    lines: int = 0
    run: int = 0
    branches: int = 0
    taken: int = 0

    def __add__(self, other: object) -> Count:
        assert isinstance(other, Count)
        return Count(*(mine + theirs for mine, theirs in zip(self, other, strict=True)))


Files = dict[str, Count]  # by path


def main(arguments: list[str]) -> int:
    shutil.rmtree(OUT, ignore_errors=True)
    OUT.mkdir(parents=True)
    code = run_python(arguments or ["-n", "auto", "--dist", "worksteal"])
    rows = by_package(python_files(json.loads((OUT / "python.json").read_text(encoding="utf-8"))))
    if not arguments:
        code = run_client() or code
        rows |= by_kind(
            client_files(json.loads((OUT / "client" / "coverage-summary.json").read_text(encoding="utf-8")))
        )
    (OUT / "summary.md").write_text(summary(rows), encoding="utf-8")
    print(summary(rows))
    print(total(rows))
    return code


def run_python(arguments: list[str]) -> int:
    environment = {**os.environ, "COVERAGE_FILE": str(OUT / "data")}

    def coverage(*command: str) -> int:
        return subprocess.run([sys.executable, "-m", "coverage", *command], cwd=ROOT, env=environment).returncode

    code = coverage("run", "-m", "pytest", "-p", "no:cacheprovider", *arguments)
    for command in (
        ("combine", "-q"),
        ("json", "-q", "-o", str(OUT / "python.json")),
        ("html", "-q", "-d", str(OUT / "html")),
    ):
        if coverage(*command):
            sys.exit(f"`coverage {command[0]}` failed; see above.")
    return code


def run_client() -> int:
    """The client's own tests. They need generated sentences to compare with, and the packages of the lock file."""
    import client

    client.generate_for_tests()
    client.install()
    options = ["--coverage", "--coverage.provider=v8", "--coverage.reporter=json-summary"]
    options += ["--coverage.include=src/**", "--coverage.reportOnFailure"]
    return int(client.npm(["run", "test", "--", *options, f"--coverage.reportsDirectory={OUT / 'client'}"]))


def python_files(report: dict[str, dict[str, dict[str, dict[str, int]]]]) -> Files:
    """By path below `src/freehold`."""
    found = {}
    for path, told in report["files"].items():
        has = told["summary"]
        name = (ROOT / path).relative_to(PACKAGE).as_posix()
        found[name] = Count(has["num_statements"], has["covered_lines"], has["num_branches"], has["covered_branches"])
    return found


def client_files(report: dict[str, dict[str, dict[str, int]]]) -> Files:
    """By path below `web/src`."""
    web = ROOT / "web" / "src"
    return {
        Path(path).relative_to(web).as_posix(): Count(
            has["lines"]["total"], has["lines"]["covered"], has["branches"]["total"], has["branches"]["covered"]
        )
        for path, has in report.items()
        if path != "total"
    }


def by_package(files: Files) -> dict[str, Files]:
    """The files of each package; those of the kernel apart."""
    from freehold.engine.sources import kernel_modules

    kernel = {Path(str(module.__file__)).relative_to(PACKAGE).as_posix() for module in kernel_modules()}
    rows: dict[str, Files] = defaultdict(dict)
    for name, count in files.items():
        package = name.split("/")[0] if "/" in name else "(top)"
        rows[f"kernel of {package}" if name in kernel else package][name] = count
    return dict(rows)


def by_kind(files: Files) -> dict[str, Files]:
    rows: dict[str, Files] = defaultdict(dict)
    for name, count in files.items():
        if not name.startswith("generated/"):
            rows["client: svelte" if name.endswith(".svelte") else "client: typescript"][name] = count
    return dict(rows)


def added(counts: Iterable[Count]) -> Count:
    return sum(counts, start=Count())


def share(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f} %" if whole else "–"


def summary(rows: dict[str, Files]) -> str:
    """A table: each package, what share of it was run, the files with the most lines that were not, and why."""
    lines = [
        "# Coverage",
        "",
        "| package | lines | run | branches | taken | most is missing in | why |",
        "|---|---:|---:|---:|---:|---|---|",
    ]
    for name, files in sorted(rows.items()):
        count = added(files.values())
        worst = sorted(files, key=lambda file: files[file].run - files[file].lines)[:WORST]
        named = ", ".join(
            f"{file} ({files[file].lines - files[file].run})" for file in worst if files[file].run < files[file].lines
        )
        why = REASONS.get(name, "no reason: tests are missing") if named else ""
        lines.append(
            f"| {name} | {count.lines:,} | {share(count.run, count.lines)} | {count.branches:,}"
            f" | {share(count.taken, count.branches)} | {named} | {why} |"
        )
    return "\n".join([*lines, "", total(rows), ""])


def total(rows: dict[str, Files]) -> str:
    """One sentence for Python, and one for the client where it was measured."""
    told = []
    for title, mine in (("Python", False), ("Client", True)):
        files = [count for name, files in rows.items() if name.startswith("client") is mine for count in files.values()]
        count = added(files)
        if files:
            told.append(
                f"{title}: {share(count.run, count.lines)} of lines, {share(count.taken, count.branches)} of branches."
            )
    return " ".join(told)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
