"""Games per CPU second of one core, with statistics and without. Two versions of the sources play the same games in
turns, and it says whether records, results and statistics are the same.

python bench/versus.py [--bots trader,baron,novice] [--games 4096] [--runs 7] [--general]     # this checkout alone
python bench/versus.py OLD/src src

Each version runs in a process of its own, one at a time, so that a busy machine affects both alike. The kernel is the
one made for the edition and the line-up; with --general, the one for all of them.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import statistics
import subprocess
import sys
import time
from dataclasses import replace
from typing import Any

BATCH = 1024  # games in a call of the kernel
SEED = 1
SOURCES = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "src")
COLUMNS = 10  # of a result that all versions have; the hashes of records came later


def serve(general: bool) -> None:
    """Play what is asked for on standard input, a line each, and answer with CPU seconds and a digest."""
    from freehold.arena import chunks
    from freehold.arena.simulation import plan_of

    chunks.MANY = 0
    if general:  # without facts there is no other, not even one that is in the cache
        setattr(chunks.Plan, "facts", lambda plan: None)  # noqa: B010  # a frozen class, to the type checker
    for line in sys.stdin:
        asked = json.loads(line)
        plan = plan_of(asked["edition"], asked["bots"], asked["games"], SEED)
        plan = replace(plan, counted=asked["counted"])
        digest, began = hashlib.sha256(), time.process_time()
        played = [chunks.play_chunk(plan, numbers) for numbers in plan.chunks(BATCH)]
        took = time.process_time() - began
        for chunk in played:
            for part in (chunk.records, chunk.results[:, :COLUMNS], chunk.tally):
                digest.update(part.tobytes())
        throws = sum(int(chunk.throws.sum()) for chunk in played)
        print(json.dumps({"seconds": took, "digest": digest.hexdigest(), "throws": throws}), flush=True)


class Version:
    """The process of one of the two."""

    def __init__(self, sources: str, general: bool) -> None:
        command = [sys.executable, __file__, "--serve", *(["--general"] if general else [])]
        where = {**os.environ, "PYTHONPATH": sources}
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=where)

    def play(self, edition: str, bot: str, games: int, counted: bool) -> dict[str, Any]:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        asked = {"edition": edition, "bots": bot, "games": games, "counted": counted}
        self.process.stdin.write(json.dumps(asked) + "\n")
        self.process.stdin.flush()
        answer: dict[str, Any] = json.loads(self.process.stdout.readline())
        return answer


def compare(sources: list[str], edition: str, bots: list[str], games: int, runs: int, general: bool) -> int:
    versions = [Version(one, general) for one in sources]
    print("| four of | statistics | old, games/s | new, games/s | times | counting costs, old | new | same |")
    print("|---|---|---|---|---|---|---|---|")
    different = 0
    for bot in bots:
        cost = [1.0, 1.0]
        rows: dict[tuple[int, bool], list[float]] = {(k, counted): [] for k in (0, 1) for counted in (False, True)}
        digests: dict[bool, set[str]] = {False: set(), True: set()}
        for k, counted in rows:
            versions[k].play(edition, bot, 1, counted)  # compiles, where it has to
        for _ in range(runs):
            for k, counted in rows:
                answer = versions[k].play(edition, bot, games, counted)
                rows[k, counted].append(games / answer["seconds"])
                digests[counted].add(answer["digest"])
        for counted in (False, True):
            old, new = (statistics.median(rows[k, counted]) for k in (0, 1))
            times = statistics.median(b / a for a, b in zip(rows[0, counted], rows[1, counted], strict=True))
            told = ["", ""]
            if counted:
                for k in (0, 1):
                    pairs = zip(rows[k, False], rows[k, True], strict=True)
                    cost[k] = statistics.median(1 - slow / fast for fast, slow in pairs)
                    told[k] = f"{cost[k]:.1%}"
            same = len(digests[counted]) == 1
            different += not same
            figures = f"{old:,.0f} | {new:,.0f} | {times:.3f} | {told[0]} | {told[1]} | {'yes' if same else 'NO'}"
            print(f"| {bot} | {'yes' if counted else 'no'} | {figures} |", flush=True)
    return int(different > 0)


def alone(sources: str, edition: str, bots: list[str], games: int, runs: int, general: bool) -> int:
    version = Version(sources, general)
    print("| four of | statistics | games/s of one core | least and most |\n|---|---|---|---|")
    for bot in bots:
        rows: dict[bool, list[float]] = {False: [], True: []}
        for counted in rows:
            version.play(edition, bot, 1, counted)  # compiles, where it has to
        for _ in range(runs):
            for counted, rates in rows.items():
                rates.append(games / version.play(edition, bot, games, counted)["seconds"])
        for counted, rates in rows.items():
            spread = f"{min(rates):,.0f} to {max(rates):,.0f}"
            print(f"| {bot} | {'yes' if counted else 'no'} | {statistics.median(rates):,.0f} | {spread} |", flush=True)
    return 0


def arguments(words: list[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sources", nargs="*", help="this checkout's src unless told; or the old and the new")
    parser.add_argument("--edition", default="classic")
    parser.add_argument("--bots", default="trader,baron,novice")
    parser.add_argument("--games", type=int, default=4096, help="of each run")
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--general", action="store_true")
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args(words)
    given.sources = given.sources or [SOURCES]
    if len(given.sources) > 2:
        parser.error("one or two folders of sources")
    return given


def main() -> int:
    given = arguments()
    if given.serve:
        serve(given.general)
        return 0
    asked = given.edition, given.bots.split(","), given.games, given.runs, given.general
    return alone(given.sources[0], *asked) if len(given.sources) == 1 else compare(given.sources, *asked)


if __name__ == "__main__":
    sys.exit(main())
