"""The kernel and the bots on a GPU: are the games those of the CPU, bit for bit, and how many are there a second?

python bench/gpu.py
"""

from __future__ import annotations

import time
from collections.abc import Sequence

import numpy as np

from freehold.arena.lineup import Setting, Table
from freehold.engine import batch, cuda, loops, records
from freehold.engine import compile as kernel

SEED = 1
ACTIONS = 1_000_000
MIXED = (["baron", "trader", "novice", "random"], ["baron"] * 4)


def play(backend: kernel.Backend, table: Table, bots: Sequence[str], games: int, turns: int) -> tuple:
    """Final records, what is told of each game, and the seconds it took."""
    table.seat(bots)
    final = np.zeros(games, records.GAME)
    rows = np.zeros(games * loops.RESULT_WIDTH, np.int64)
    dice, own = (batch.keyed_chances(range(games), SEED, kind) for kind in (batch.DICE, batch.PLAYER))
    hands = (final, table.t[0], dice, table.e[0], table.v[0], table.n[0], table.m[0], own, table.x[0])
    start = time.perf_counter()
    backend.bot_games(*hands, len(bots), turns, ACTIONS, 0, rows)
    return final, rows.reshape(-1, loops.RESULT_WIDTH), time.perf_counter() - start


def main() -> None:
    why = cuda.missing()
    if why:
        raise SystemExit(why)
    start = time.perf_counter()
    gpu = cuda.compiled()
    classic = Table(Setting())
    play(gpu, classic, ["novice"] * 4, 64, 40)
    print(f"Compiled for the GPU in {time.perf_counter() - start:.0f} s.\n")
    print("| four of | games | games/s | decisions/s | finished |\n|---|---|---|---|---|")
    for games in (10_000, 100_000, 400_000):
        for name in ("novice", "trader", "baron"):
            _, rows, took = play(gpu, classic, [name] * 4, games, 2000)
            decisions = rows[:, loops.RESULT_ACTIONS].sum() / took
            finished = 100 * rows[:, loops.RESULT_FINISHED].mean()
            print(f"| {name} | {games:,} | {games / took:,.0f} | {decisions:,.0f} | {finished:.1f} % |", flush=True)
    print("\n| edition | variant | bots | the same as on the CPU |\n|---|---|---|---|")
    for edition, variant in batch.variants():
        table = Table(Setting(edition, variant, batch.options_of(variant)))
        for bots in MIXED:
            fast, told, _ = play(gpu, table, bots, 300, 400)
            slow, said, _ = play(kernel.compiled(), table, bots, 300, 400)
            same = fast.tobytes() == slow.tobytes() and (told == said).all()
            print(f"| {edition} | {variant} | {', '.join(bots)} | {'yes' if same else 'NO'} |", flush=True)


if __name__ == "__main__":
    main()
