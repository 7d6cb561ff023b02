"""`python -m tests.simulation --schedules 1000 --jobs 2 --seed S`: schedules of a simulated server.

With `--state FILE` a run that was stopped goes on where it was. `--repeat SEED` tells the story of one schedule.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import msgspec

from tests.simulation.faults import Fault
from tests.simulation.run import PART, Part, run_part
from tests.simulation.shrink import command, kind, shortened, story
from tests.simulation.world import World


def parts_of(asked: argparse.Namespace, done: list[Part]) -> Iterator[tuple[str, int, int]]:
    """What is left to do."""
    over = {(part.seed, part.first) for part in done}
    for first in range(0, asked.schedules, PART):
        if (asked.seed, first) not in over:
            yield asked.seed, first, min(PART, asked.schedules - first)


def explained(failed: dict[str, str], most: int) -> str:
    """The shortened stories of some failures, one of each kind."""
    kinds: dict[str, str] = {}
    for seed, violation in failed.items():
        kinds.setdefault(kind(violation), seed)
    texts = []
    for seed in list(kinds.values())[:most]:
        short = shortened(World(seed).run())
        texts.append(f"{story(short.seed, short.faults)}\n{command(short)}\n")
    return "\n".join(texts)


def run(asked: argparse.Namespace) -> int:
    state: Path | None = asked.state
    lines = state.read_bytes().splitlines() if state is not None and state.exists() else []
    done = [part for part in (msgspec.json.decode(line, type=Part) for line in lines) if part.seed == asked.seed]
    begun, left = time.monotonic(), list(parts_of(asked, done))
    with multiprocessing.get_context("spawn").Pool(asked.jobs) as workers:
        for part in workers.imap_unordered(run_part, left):
            done.append(part)
            if state is not None:
                with state.open("ab") as file:
                    file.write(msgspec.json.encode(part) + b"\n")
            count = sum(one.schedules for one in done)
            print(f"\r{count:,} schedules", end="", file=sys.stderr, flush=True)
            if asked.minutes and time.monotonic() - begun > asked.minutes * 60:
                workers.terminate()
                break
    print(file=sys.stderr)
    failed = {seed: what for part in done for seed, what in part.failed.items()}
    if failed:
        print(explained(failed, asked.show))
    print(summary(done, len(failed)))
    return 1 if failed else 0


def summary(done: list[Part], failed: int) -> str:
    def total(name: str) -> float:
        return float(sum(getattr(part, name) for part in done))

    schedules, cpu = int(total("schedules")), total("cpu")
    return (
        f"{schedules:,} schedules, {int(total('faults')):,} faults, {int(total('actions')):,} actions,"
        f" {int(total('take_backs')):,} taken back, {int(total('orders')):,} by order,"
        f" {int(total('notices')):,} notices,"
        f" {int(total('moves')):,} takeovers, {total('seconds') / 3600:,.0f} h of virtual time;"
        f" {schedules / max(cpu, 0.001) * 60:,.0f} a minute and core; violations: {failed}"
    )


def main() -> int:
    if os.environ.get("PYTHONHASHSEED") != "0":  # sets of strings have the same order each time
        command = [sys.executable, "-m", "tests.simulation", *sys.argv[1:]]
        return subprocess.call(command, env={**os.environ, "PYTHONHASHSEED": "0"})
    parser = argparse.ArgumentParser(prog="python -m tests.simulation", description=__doc__)
    parser.add_argument("--schedules", type=int, default=1000, help="how many")
    parser.add_argument("--seed", default="1", help="another seed makes other schedules")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes")
    parser.add_argument("--minutes", type=float, default=0, help="stop after so many minutes")
    parser.add_argument("--state", type=Path, help="a file that remembers what was done")
    parser.add_argument("--show", type=int, default=3, help="how many failures are told, one of each kind")
    parser.add_argument("--repeat", metavar="SEED", help="tell the story of one schedule")
    parser.add_argument("--faults", nargs="*", help="with these faults instead of its own")
    asked = parser.parse_args()
    if asked.repeat is None:
        return run(asked)
    print(story(asked.repeat, None if asked.faults is None else [Fault.parse(fault) for fault in asked.faults]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
