"""The kernel and the bots on a GPU: compares the games with the CPU's bit by bit, and measures games per second.

python bench/gpu.py [--part speed|same]
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from typing import Any

import numpy as np

from freehold.arena.bot_games import BotTable, Setting
from freehold.engine import batch, loops, records
from freehold.engine import compile as kernel
from freehold.engine.gpu import cuda

SEED = 1
ACTIONS = 1_000_000
TURNS = 2000
COMPARED = 4000
BATCHES = (("novice", 2_000_000), ("trader", 1_000_000), ("baron", 1_000_000))
MIXED = (["baron", "trader", "novice", "random"], ["baron"] * 4)


class Hands:
    """The records for a number of games, allocated before the measurement."""

    def __init__(self, games: int) -> None:
        self.final = np.zeros(games, records.GAME)
        self.final["phase"] = 1  # touch all pages before the measurement
        self.rows = np.zeros(games * loops.RESULT_WIDTH, np.int64)
        self.dice = batch.keyed_chances(range(games), SEED, batch.DICE)
        self.own = batch.keyed_chances(range(games), SEED, batch.PLAYER)

    def play(self, backend: kernel.Backend, table: BotTable, bots: Sequence[str], turns: int) -> float:
        """The seconds from records on the host to finished games on the host."""
        table.seat(bots)
        self.rows[:] = 0
        hands = (self.final, table.t[0], self.dice, table.e[0], table.v[0], table.n[0], table.m[0], self.own)
        start = time.perf_counter()
        backend.bot_games(*hands, table.x[0], len(bots), turns, ACTIONS, 0, self.rows)
        return time.perf_counter() - start

    def told(self) -> Any:
        return self.rows.reshape(-1, loops.RESULT_WIDTH)


def same(one: Hands, other: Hands, games: int) -> str:
    records_too = all((one.final[name][:games] == other.final[name][:games]).all() for name in records.GAME.names or ())
    return "yes" if records_too and (one.told()[:games] == other.told()[:games]).all() else "NO"


def speed(gpu: kernel.Backend) -> None:
    """The best of three runs; the first games are compared with the CPU's."""
    classic = BotTable(Setting())
    print("| four of | games | compiled in | games/s | decisions/s | finished | the same as on the CPU |")
    print("|---|---|---|---|---|---|---|", flush=True)
    for name, games in BATCHES:
        bots = [name] * 4
        start = time.perf_counter()
        Hands(cuda.MANY).play(gpu, classic, bots, 1)
        ready = time.perf_counter() - start
        hands, slow = Hands(games), Hands(COMPARED)
        took = min(hands.play(gpu, classic, bots, TURNS) for _ in range(3))
        slow.play(kernel.compiled(), classic, bots, TURNS)
        told = hands.told()
        decisions = told[:, loops.RESULT_ACTIONS].sum() / took
        finished = 100 * told[:, loops.RESULT_FINISHED].mean()
        print(
            f"| {name} | {games:,} | {ready:.0f} s | {games / took:,.0f} | {decisions:,.0f} | {finished:.1f} % | "
            f"{same(slow, hands, COMPARED)} |",
            flush=True,
        )


def everywhere(gpu: kernel.Backend) -> None:
    """Every edition and variant, with the generic kernel."""
    print("\n| edition | variant | bots | the same as on the CPU |\n|---|---|---|---|")
    for edition, variant in batch.variants():
        table = BotTable(Setting(edition, variant, batch.options_of(variant)))
        for bots in MIXED:
            fast, slow = Hands(300), Hands(300)
            fast.play(gpu, table, bots, 400)
            slow.play(kernel.compiled(), table, bots, 400)
            print(f"| {edition} | {variant} | {', '.join(bots)} | {same(fast, slow, 300)} |", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--part", choices=("speed", "same"))
    part = parser.parse_args().part
    why = cuda.missing()
    if why:
        raise SystemExit(why)
    gpu = cuda.compiled()
    if part != "same":
        speed(gpu)
    if part != "speed":
        everywhere(gpu)


if __name__ == "__main__":
    main()
