"""Runs the checks that take hours, one after the other, and writes a summary of what each of them said.

Run: python tools/nightly.py                    all steps
     python tools/nightly.py mutants pictures   these
     python tools/nightly.py --list             their names, as JSON

The summary is `artifacts/nightly/summary.md`, written anew after each step; the whole output of a step is beside it.
Exit code: 0 if every step has passed. To add a step, add a row to `STEPS`.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
OUT = ROOT / "artifacts" / "nightly"
CORES = os.cpu_count() or 1


class Step(NamedTuple):
    """A check. Its commands run side by side; the summary shows the last line of each that matches `says`."""

    name: str
    commands: list[list[str]]
    says: str = r"\S"
    environment: tuple[tuple[str, str], ...] = ()


def audit(core: int) -> list[str]:
    return ["tools/random_audit.py", "--actions", "1_000_000_000", "--part", f"{core}/{CORES}"]


NO_LIMIT = (("PYTEST_TIMEOUT", "0"),)  # of the time that one test may take
PYTEST = ["-m", "pytest", "-p", "no:cacheprovider"]
REFERENCE = ["-m", "tests.reference.__main__", "--actions", "1000000", "--seed", time.strftime("%Y-%m-%d")]
SIMULATION = ["-m", "tests.simulation.__main__", "--schedules", "1000000", "--seed", time.strftime("%Y-%m-%d")]
STEPS = [
    Step("mutants", [["tools/mutation/run.py"]], says=r"noticed:|not accounted|not listed|without a mutant"),
    Step("audit", [audit(core) for core in range(CORES)], says=r"actions, no fault|fault"),
    Step("house", [["tools/random_audit.py", "--house", "--actions", "100_000_000"]], says=r"actions, no fault|fault"),
    Step("reference", [REFERENCE], says=r"disagreements of"),
    Step("planted", [["-m", "tests.reference.planted"]], says=r"planted faults found"),
    Step("simulation", [SIMULATION], says=r"schedules,"),
    Step("simulation-planted", [["-m", "tests.simulation.planted"]], says=r"planted faults found"),
    Step("kills", [[*PYTEST, "-s", "-m", "nightly", "tests/server/test_crash.py"]], "none lost|failed", NO_LIMIT),
    Step("faults", [[*PYTEST, "-s", "-m", "nightly", "tests/server/test_takeover.py"]], "none lost|failed", NO_LIMIT),
    Step("logs", [[*PYTEST, "-s", "-m", "nightly", "tests/server/test_changed_logs.py"]], "accepted|failed", NO_LIMIT),
    Step(
        "take-backs",
        [
            [*PYTEST, "-s", "-m", "nightly", "-k", who, "tests/server/test_take_back_attacks.py"]
            for who in ("alone", "against and not operator", "operator")
        ],
        "games:|failed",
        NO_LIMIT,
    ),
    Step(
        "fuzz",
        [[*PYTEST, "-m", "thorough", "tests/rules/test_any_play.py"]],
        "passed|failed",
        (("FREEHOLD_FUZZ", "1"),),
    ),
    Step("learn", [[*PYTEST, "-m", "nightly", "tests/learn/test_recipe.py"]], "passed|failed", NO_LIMIT),
    Step("stored", [["tools/stored_games.py"]], says=r"play differently|no reason"),
    Step(
        "box", [[*PYTEST, "-m", "thorough or nightly", "tests/browser/test_typed_games.py"]], "passed|failed", NO_LIMIT
    ),
    Step("pictures", [["-m", "tests.browser.pictures"]], says=r"pictures on"),
    Step("coverage", [["tools/covered.py"]], says=r"of lines"),
]


class Result(NamedTuple):
    name: str
    passed: bool
    seconds: float
    said: list[str]


def run(step: Step) -> Result:
    began = time.monotonic()
    logs = [OUT / f"{step.name}{k or ''}.log" for k in range(len(step.commands))]
    processes = []
    for command, path in zip(step.commands, logs, strict=True):
        with path.open("wb") as log:
            environment = {**os.environ, **dict(step.environment), "PYTHONUNBUFFERED": "1"}
            processes.append(
                subprocess.Popen([sys.executable, *command], cwd=ROOT, env=environment, stdout=log, stderr=log)
            )
    codes = [process.wait() for process in processes]
    said = [last_line(path.read_text("utf-8", "replace"), step.says) for path in logs]
    return Result(step.name, not any(codes), time.monotonic() - began, said)


def last_line(text: str, says: str) -> str:
    """The last line that matches, or a word that there was none."""
    lines = [line.strip() for line in text.splitlines() if re.search(says, line)]
    return lines[-1] if lines else "(said nothing)"


def summary(results: list[Result]) -> str:
    commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, capture_output=True, text=True).stdout
    rows = [
        f"| {one.name} | {'passed' if one.passed else '**failed**'} | {one.seconds / 60:.1f} min"
        f" | {'<br>'.join(line.replace('|', '/') for line in one.said)} |"
        for one in results
    ]
    head = [f"# Nightly checks of {commit.strip() or 'an unknown commit'}, {time.strftime('%Y-%m-%d')}, {CORES} cores"]
    return "\n".join([*head, "", "| check | result | time | what it said |", "|---|---|---|---|", *rows, ""])


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("steps", nargs="*", metavar="STEP", help=f"one of {', '.join(step.name for step in STEPS)}")
    parser.add_argument("--list", action="store_true", help="print the names of the steps as JSON")
    given = parser.parse_args()
    names = [step.name for step in STEPS]
    if given.list:
        print(json.dumps(names))
        return 0
    unknown = set(given.steps) - set(names)
    if unknown:
        parser.error(f"no such step: {', '.join(sorted(unknown))}")
    OUT.mkdir(parents=True, exist_ok=True)
    results: list[Result] = []
    for step in STEPS:
        if not given.steps or step.name in given.steps:
            print(f"{step.name} …", flush=True)
            results.append(run(step))
            (OUT / "summary.md").write_text(summary(results), encoding="utf-8")
    print(summary(results))
    return 0 if all(one.passed for one in results) else 1


if __name__ == "__main__":
    sys.exit(main())
