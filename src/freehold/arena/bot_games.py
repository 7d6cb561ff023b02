"""Games of one line-up of bots and one setting by their numbers, without statistics: what tournaments play."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from freehold.arena import chunks
from freehold.arena.tables import TURNS, Array, Setting, table_of
from freehold.engine import compile as kernel
from freehold.engine import records
from freehold.engine.kernel import loops
from freehold.players import game_players, ladder
from freehold.players.lost_moves import LostMoves
from freehold.rules import money


@dataclass(frozen=True)
class Outcomes:
    """The outcome of each game, as arrays in the order of the game numbers."""

    winner: Array  # the seat, or -1 for an unfinished game or a shared victory
    starter: Array  # the seat that threw first
    turns: Array
    finished: Array
    actions: Array
    offers: Array
    trades: Array
    auctions: Array
    shortages: Array
    lost: LostMoves = field(default_factory=LostMoves)
    by_worth: bool = False  # the winner of an unfinished game is the richest player; -1 if there are several


def play(
    setting: Setting, bots: Sequence[str], numbers: range, seed: int, *, turns: int = TURNS, net_worth: bool = False
) -> Outcomes:
    """Play these games. Raises `BotError` for an unknown bot. With `net_worth` an unfinished game is won by the richest
    player.
    """
    line_up = tuple(game_players.known(name) for name in bots)
    plan = chunks.Plan(setting, line_up, len(numbers), seed, turns, counted=False, kept=net_worth)
    games, told, _, lost = chunks.play(plan, numbers)
    winner = told[:, loops.RESULT_WINNER].copy()
    if net_worth:
        for k in np.flatnonzero(told[:, loops.RESULT_FINISHED] == 0):
            winner[k] = richest(setting, games[k])
    return Outcomes(
        winner=winner,
        starter=told[:, loops.RESULT_STARTER],
        turns=told[:, loops.RESULT_TURNS],
        finished=told[:, loops.RESULT_FINISHED] != 0,
        actions=told[:, loops.RESULT_ACTIONS],
        offers=told[:, loops.RESULT_OFFERS],
        trades=told[:, loops.RESULT_TRADES],
        auctions=told[:, loops.RESULT_AUCTIONS],
        shortages=told[:, loops.RESULT_SHORTAGES],
        lost=lost,
        by_worth=net_worth,
    )


def richest(setting: Setting, record: Any) -> int:
    """The seat with the highest net worth in a game record; -1 if several have it."""
    g: Any = records.Game()
    g.copy_from(record)
    t = table_of(setting).plain_t
    worth = {seat: money.worth(g, t, seat, True) for seat in range(g.players) if not g.out[seat]}
    best = [seat for seat, value in worth.items() if value == max(worth.values())]
    return best[0] if len(best) == 1 else -1


def prepare(bots: Sequence[str]) -> None:
    """Compile the entry points that `play` needs for line-ups of these bots."""
    names: list[str] = []
    if any(name in ladder.KERNEL for name in bots):
        names.append(chunks.ENTRY_POINT)
    if any(name in ladder.RANKS and name not in ladder.KERNEL for name in bots):
        names += chunks.with_moguls(bots)
    if names:
        kernel.compiled().prepare(*names)
