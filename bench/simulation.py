"""The simulation shown to be right: one digest for all backends and workers, and landings as the exact odds have them.

python bench/simulation.py digest --games 1000000 --workers 1,2      # mixed editions; as long as that takes
python bench/simulation.py digest --games 2000 --backends cpu,python
python bench/simulation.py odds --throws 10000000
"""

from __future__ import annotations

import argparse
import hashlib
import sys
import time

import numpy as np

import freehold
from freehold.arena.against_odds import compare
from freehold.arena.lineup import table_of
from freehold.editions import load

LINE_UPS = (("baron",) * 4, ("trader", "baron", "novice"), ("novice", "random", "trader", "baron"), ("baron", "trader"))
VARIANTS = [(edition, variant) for edition in freehold.editions() for variant in load(edition).variants]
LIMIT = 4.0  # standard errors


def digest(games: int, backends: list[str], workers: list[int]) -> int:
    """The same games of every edition and variant, in parts, on each backend with each number of workers."""
    each = -(-games // len(VARIANTS))
    seen = set()
    for backend in backends:
        for hands in workers:
            whole, began, played = hashlib.sha256(), time.perf_counter(), 0
            for k, (edition, variant) in enumerate(VARIANTS):
                bots = LINE_UPS[k % len(LINE_UPS)]
                found = freehold.simulate(edition, bots, each, 1, variant=variant, backend=backend, workers=hands)
                whole.update(bytes.fromhex(found.digest))
                played += found.games
            took = time.perf_counter() - began
            print(f"{backend}, {hands} workers: {played:,} games in {took:,.1f} s, digest {whole.hexdigest()}")
            seen.add(whole.hexdigest())
    print("all the same" if len(seen) == 1 else "NOT THE SAME")
    return int(len(seen) != 1)


def odds(edition: str, throws: int) -> int:
    """Novices throw; where each throw ended is compared with what the exact odds say of where it started."""
    sample = freehold.simulate(edition, "novice", 100, 7)
    games = 105 * throws // int(sample.counts.tally["throws"][0]) + 100  # a little more than that takes
    found = freehold.simulate(edition, "novice", games, 7)
    result = compare(table_of(found.plan.setting).plain_t, found.counts.tally)
    names = [square.name["en"] for square in load(edition).squares] + ["In jail"]
    print(f"{edition}: {games:,} games, {found.counts.tally['throws'][0]:,} throws\n")
    print("| square | landed | expected | standard errors |\n|---|---|---|---|")
    for k, name in enumerate(names):
        figures = f"{result.landed[k]:,} | {result.expected[k]:,.0f} | {result.deviations[k]:+.2f}"
        print(f"| {name} | {figures} |")
    worst = float(np.abs(result.deviations).max())
    print(f"\nThe largest deviation is {worst:.2f} standard errors.")
    return int(worst > LIMIT)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("digest", "odds"))
    parser.add_argument("--games", type=int, default=1_000_000)
    parser.add_argument("--backends", default="cpu")
    parser.add_argument("--workers", default="1")
    parser.add_argument("--edition", default="classic")
    parser.add_argument("--throws", type=int, default=10_000_000)
    given = parser.parse_args()
    if given.what == "odds":
        return odds(given.edition, given.throws)
    return digest(given.games, given.backends.split(","), [int(hands) for hands in given.workers.split(",")])


if __name__ == "__main__":
    sys.exit(main())
