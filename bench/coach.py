"""The coach measured: its chances against played-out games, and how long a hint and a review take.

Run: PYTHONPATH=src python bench/coach.py --positions 300 --games 10000 --workers 16
"""

from __future__ import annotations

import argparse
import os
import statistics
import time
from concurrent.futures import ProcessPoolExecutor
from typing import Any

import freehold
from freehold import Game

LINEUPS = (
    ("baron", "baron", "baron", "baron"),
    ("mogul", "baron", "baron", "baron"),
    ("baron", "trader", "novice"),
    ("trader", "trader", "trader", "trader", "trader"),
    ("mogul", "baron"),
)
EVERY = 7  # turns between two positions of a game


def positions(count: int) -> list[tuple[str, Game]]:
    """Positions before a throw, from games of every line-up in turn."""
    found: list[tuple[str, Game]] = []
    seed = 0
    while len(found) < count:
        bots = LINEUPS[seed % len(LINEUPS)]
        game = Game.new("classic", len(bots), seed)
        for _ in range(count // len(LINEUPS)):
            freehold.play_out(game, bots, seed, turns=EVERY)
            if game.over or len(found) >= count:
                break
            if game.phase == "roll":
                found.append((" ".join(bots), game.copy()))
        seed += 1
    return found


def share(values: list[float], part: float) -> float:
    return sorted(values)[min(len(values) - 1, int(part * len(values)))]


def spread(values: list[float]) -> str:
    median, most = (100 * share(values, part) for part in (0.5, 0.9))
    return f"{len(values)} positions, median {median:.1f}, 90th percentile {most:.1f} points"


Row = tuple[float, float, str, int, list[float], list[float]]


def row_of(number: int, bots: str, position: dict[str, Any], bot: str, games: int) -> Row:
    """The largest and the mean difference of the seats in one position, and where it is from."""
    game = Game.load(position)
    told = freehold.evaluate(game)["chances"]
    played = freehold.win_probability(game, bot, games, seed=number + 1, workers=1)
    off = [abs(chance - seat["rate"]) for chance, seat in zip(told, played, strict=True)]
    return max(off), statistics.mean(off), bots, game.turns, told, [round(seat["rate"], 3) for seat in played]


def compare(found: list[tuple[str, Game]], bot: str, games: int, workers: int) -> None:
    """The differences of all positions, by percentile, by line-up and by stage of the game."""
    with ProcessPoolExecutor(workers) as pool:
        work = [
            pool.submit(row_of, number, bots, dict(game.position()), bot, games)
            for number, (bots, game) in enumerate(found)
        ]
        rows = [one.result() for one in work]
    for what, key in (("line-up", lambda row: row[2]), ("turns", lambda row: f"{row[3] // 40 * 40:3} and more")):
        for name in sorted({key(row) for row in rows}):
            told = spread([row[1] for row in rows if key(row) == name])
            print(f"  {what} {name}, mean of seats: {told}")
    print(f"largest seat: {spread([row[0] for row in rows])}\nmean of seats: {spread([row[1] for row in rows])}")
    print("worst:")
    for row in sorted(rows, key=lambda row: -row[0])[:5]:
        print(f"  {100 * row[0]:.1f} points, {row[2]}, turn {row[3]}: forecast {row[4]}, played {row[5]}")


def times(found: list[tuple[str, Game]]) -> None:
    taken = []
    for _, game in found:
        game = freehold.play_out(game.copy(), "baron", turns=1)
        began = time.perf_counter()
        freehold.advise(game)
        taken.append(1000 * (time.perf_counter() - began))
    print(f"hint: p50 {share(taken, 0.5):.0f} ms, p95 {share(taken, 0.95):.0f} ms, without the way to a worker")
    game = freehold.play_out(Game.new("classic", 4, seed=3), ["mogul", "baron", "baron", "novice"], 3)
    began = time.perf_counter()
    freehold.review(game)
    seconds = time.perf_counter() - began
    print(f"review: {seconds:.1f} s for {len(game.log)} actions, {500 * seconds / len(game.log):.1f} s for 500")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=300)
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--bot", default="baron")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    wish = parser.parse_args()
    looked_at = positions(wish.positions)
    freehold.evaluate(looked_at[0][1])  # compile before anything is timed
    compare(looked_at, wish.bot, wish.games, wish.workers)
    times(looked_at)
