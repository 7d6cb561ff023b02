"""Many games of mixed bots over every edition and variant, audited after every action: finds illegal proposals, stuck
games and endless games. Then measures the speed of each line-up.

  python bench/bots.py --games 100000
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence

import numpy as np

from freehold.arena.tables import BotTable, Setting
from freehold.editions import load
from freehold.engine import batch, records
from freehold.engine import compile as kernel
from freehold.engine.kernel import loops
from freehold.players.ladder import KERNEL

SEED = 1
ROUNDS = 500
PART = 500
ACTIONS = 400_000


def play(table: BotTable, bots: Sequence[str], numbers: range, turns: int, *, audited: bool) -> np.ndarray:
    """These games, as result rows."""
    rows = np.zeros(len(numbers) * loops.RESULT_WIDTH, np.int64)
    table.seat(bots)
    run = records.run_of(len(bots), turns, ACTIONS, audited=audited, **batch.numbered(numbers, SEED))
    kernel.compiled().play_games(np.zeros(1, records.GAME), table.working(run), rows)
    return rows.reshape(-1, loops.RESULT_WIDTH)


def mixed(games: int) -> None:
    """Every edition and variant, from two players to the edition's maximum, with all mixtures of bots."""
    pairs = batch.variants()
    chance = np.random.default_rng(SEED)
    total = decisions = faults = unfinished = with_end = 0
    print("| edition | variant | games | decisions | faults | unfinished without random players |")
    print("|---|---|---|---|---|---|")
    for edition, variant in pairs:
        table = BotTable(Setting(edition, variant, batch.options_of(variant)))
        most = load(edition).players.max
        here = here_decisions = here_faults = here_open = here_end = 0
        while here < games / len(pairs):
            players = int(chance.integers(2, most + 1))
            bots = [KERNEL[k] for k in chance.integers(0, len(KERNEL), players)]
            rows = play(table, bots, range(total + here, total + here + 50), ROUNDS * players, audited=True)
            bad = rows[:, loops.RESULT_ACTIONS] < 0
            here += len(rows)
            here_faults += int(bad.sum())
            here_decisions += int(rows[~bad, loops.RESULT_ACTIONS].sum())
            if {"trader", "baron"} & set(bots) and "random" not in bots:
                here_end += len(rows)
                here_open += int((rows[:, loops.RESULT_FINISHED] == 0).sum())
        told = f"{here} | {here_decisions} | {here_faults} | {here_open} of {here_end}"
        print(f"| {edition} | {variant} | {told} |", flush=True)
        total, decisions, faults = total + here, decisions + here_decisions, faults + here_faults
        unfinished, with_end = unfinished + here_open, with_end + here_end
    print(f"| all | | {total} | {decisions} | {faults} | {unfinished} of {with_end} |")


def speeds(games: int) -> None:
    """Four equal bots on the classic board, on one core."""
    table = BotTable(Setting())
    heads = ("four of", "games/s", "decisions/s", "median rounds", "within 500 rounds", "trades", "auctions")
    heads += ("games with a shortage", "wins by order of play")
    print(f"| {' | '.join(heads)} |")
    print("|---" * len(heads) + "|")
    for name in ("novice", "trader", "baron"):
        bots = [name] * 4
        play(table, bots, range(PART), ROUNDS * 4, audited=False)
        start = time.perf_counter()
        rows = np.concatenate(
            [play(table, bots, range(k, k + PART), ROUNDS * 4, audited=False) for k in range(0, games, PART)]
        )
        took = time.perf_counter() - start
        over = rows[:, loops.RESULT_FINISHED] == 1
        order = (rows[over, loops.RESULT_WINNER] - rows[over, loops.RESULT_STARTER]) % 4
        wins = " / ".join(f"{100 * np.mean(order == k):.1f}" for k in range(4))
        print(
            f"| {name} | {len(rows) / took:,.0f} | {rows[:, loops.RESULT_ACTIONS].sum() / took:,.0f} "
            f"| {np.median(rows[:, loops.RESULT_TURNS]) / 4:.1f} | {100 * over.mean():.2f} % "
            f"| {rows[:, loops.RESULT_TRADES].mean():.2f} | {rows[:, loops.RESULT_AUCTIONS].mean():.2f} "
            f"| {100 * np.mean(rows[:, loops.RESULT_SHORTAGES] > 0):.1f} % | {wins} |"
        )


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--games", type=int, default=100_000, help="games of mixed bots")
    options.add_argument("--speed-games", type=int, default=10_000, help="games of four of a kind")
    given = options.parse_args()
    if given.games:
        mixed(given.games)
    if given.speed_games:
        speeds(given.speed_games)


if __name__ == "__main__":
    main()
