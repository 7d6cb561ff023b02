"""Correctness and scaling of simulations: one digest for all backends and workers, landings compared with the exact
odds, speed by number of workers.

python bench/simulation.py digest --games 1000000 --workers 1,2              # mixed editions; as long as that takes
python bench/simulation.py digest --games 1000000 --backends cuda            # the same on a GPU, with its compilation
python bench/simulation.py digest --games 1000000 --backends cuda --without-statistics --chunk 40000
python bench/simulation.py digest --games 2000 --backends cpu,python         # the first of them, interpreted too
python bench/simulation.py scaling --workers 1,2                             # on a machine that is otherwise idle
python bench/simulation.py per-game
python bench/simulation.py odds --throws 10000000
"""

from __future__ import annotations

import argparse
import hashlib
import statistics
import sys
import tempfile
import time
from dataclasses import replace

import numpy as np
import polars

import freehold
from freehold.arena import chunks, games_table
from freehold.arena.chunks import play_chunk
from freehold.arena.games_table import GamesTable
from freehold.arena.odds_check import compare
from freehold.arena.simulation import in_threads, plan_of, run
from freehold.arena.tables import table_of
from freehold.cli.commands.arena.bench import played
from freehold.editions import load

LINE_UPS = (("baron",) * 4, ("trader", "baron", "novice"), ("novice", "random", "trader", "baron"), ("baron", "trader"))
VARIANTS = [(edition, variant) for edition in freehold.editions() for variant in load(edition).variants]
LIMIT = 4.0  # standard errors
RUNS = 5
FILES = 4  # that a table of games is written to
PER_GAME = {"trader": 20_000, "novice": 7_000}  # games that take about as long
SEED = 1


def digest(games: int, backends: list[str], workers: list[int], counted: bool) -> int:
    """The same games of every edition and variant, in parts, on each backend with each number of workers."""
    each = -(-games // len(VARIANTS))
    seen, ready = set(), []
    print("| backend | workers | games | seconds | games/s | digest |\n|---|---|---|---|---|---|", flush=True)
    for backend in backends:
        plans = []
        for k, (edition, variant) in enumerate(VARIANTS):
            plan = plan_of(edition, LINE_UPS[k % len(LINE_UPS)], each, SEED, variant, backend=backend)
            plans.append(replace(plan, counted=counted))
        began = time.perf_counter()
        play_chunk(plans[0], range(1))
        ready.append(f"{backend} was ready to play after {time.perf_counter() - began:,.1f} s.")
        for hands in workers if in_threads(plans[0]) else [1]:
            whole, began, done = hashlib.sha256(), time.perf_counter(), 0
            for plan in plans:
                found = run(plan, hands)
                whole.update(bytes.fromhex(found.digest))
                done += found.games
            took = time.perf_counter() - began
            rate = f"{done:,} | {took:,.1f} | {done / took:,.0f}"
            print(f"| {backend} | {hands} | {rate} | {whole.hexdigest()} |", flush=True)
            seen.add(whole.hexdigest())
    print("\n" + " ".join([*ready, "All the same." if len(seen) == 1 else "NOT THE SAME."]))
    return int(len(seen) != 1)


def per_game(bot: str, games: int) -> dict[str, list[float]]:
    """Processor time with a row for each game, in memory and written to Parquet files on the way, relative to the time
    without; the three in turn.
    """
    plan = plan_of("classic", bot, games, SEED)
    games_table.PART = games // FILES

    def took(table: GamesTable | None) -> float:
        began = time.process_time()
        found = run(plan, 1, table=table)
        spent = time.process_time() - began
        if table is not None and table.folder is not None:
            rows = sum(polars.scan_parquet(file).select(polars.len()).collect().item() for file in table.files)
            assert rows == found.games == games
            assert len(table.files) >= FILES
        return spent

    ratios: dict[str, list[float]] = {"rows": [], "parquet": []}
    with tempfile.TemporaryDirectory() as folder:
        took(GamesTable(folder))  # compiles, and loads what writes files
        for _ in range(RUNS):
            alone = took(None)
            ratios["rows"].append(took(GamesTable()) / alone)
            ratios["parquet"].append(took(GamesTable(folder)) / alone)
    for what, found in ratios.items():
        spread = f"{min(found):.3f} to {max(found):.3f}"
        print(
            f"{games:,} games of {bot}s, {what}: {statistics.median(found):.3f} of the time without, {spread}",
            flush=True,
        )
    return ratios


def scaling(games: int, workers: list[int]) -> int:
    """Games per second for each number of workers, interleaved, so that a busy moment affects all of them."""
    print("| four of | statistics | workers | games/s | decisions/s | times the first |\n|---|---|---|---|---|---|")
    for bot in ("baron", "trader", "novice"):
        for counted in (True, False):
            plan = replace(plan_of("classic", bot, games, SEED), counted=counted)
            play_chunk(plan, range(1))
            figures: dict[int, list[float]] = {hands: [] for hands in workers}
            decisions = 0
            for _ in range(RUNS):
                for hands in workers:
                    decisions, took = played(plan, hands)
                    figures[hands].append(games / took)
            first = statistics.median(figures[workers[0]])
            for hands in workers:
                rate = statistics.median(figures[hands])
                spread = f"{rate:,.0f} ({min(figures[hands]):,.0f}–{max(figures[hands]):,.0f})"
                figure = f"{spread} | {rate * decisions / games:,.0f} | {rate / first:.2f}"
                print(f"| {bot} | {'yes' if counted else 'no'} | {hands} | {figure} |", flush=True)
    return 0


def odds(edition: str, throws: int) -> int:
    """Novices play; where each throw ended is compared with the exact odds from where it started."""
    sample = freehold.simulate(edition, "novice", 100, 7)
    games = 105 * throws // int(sample.counts.tally["throws"][0]) + 100  # slightly more than needed
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
    parser.add_argument("what", choices=("digest", "scaling", "per-game", "odds"))
    parser.add_argument("--games", type=int, help="1,000,000 for a digest, 10,000 for scaling")
    parser.add_argument("--backends", default="cpu")
    parser.add_argument("--workers", default="1")
    parser.add_argument("--without-statistics", action="store_true", help="the games alone: on a GPU another kernel")
    parser.add_argument("--chunk", type=int, help="games in one launch of a GPU")
    parser.add_argument("--edition", default="classic")
    parser.add_argument("--throws", type=int, default=10_000_000)
    given = parser.parse_args()
    workers = [int(hands) for hands in given.workers.split(",")]
    if given.chunk:
        chunks.GPU_CHUNK = chunks.LARGE_GPU_CHUNK = given.chunk
    try:
        if given.what == "odds":
            return odds(given.edition, given.throws)
        if given.what == "per-game":
            for bot, games in PER_GAME.items():
                per_game(bot, given.games or games)
            return 0
        if given.what == "scaling":
            return scaling(given.games or 10_000, workers)
        return digest(given.games or 1_000_000, given.backends.split(","), workers, not given.without_statistics)
    except ValueError as error:
        raise SystemExit(str(error)) from None


if __name__ == "__main__":
    sys.exit(main())
