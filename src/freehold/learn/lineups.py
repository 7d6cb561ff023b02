"""Who plays in the games to learn from: many kinds of tables, and some that are kept for the measurement alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from freehold.bots.ranks import BOT_BARON, BOT_MOGUL, BOT_NOVICE, BOT_TRADER
from freehold.rules.state import PLAYERS

Array = np.ndarray[Any, Any]
Lineup = Callable[[np.random.Generator, int], Array]

KERNEL = np.array([BOT_NOVICE, BOT_TRADER, BOT_BARON], np.int8)
ALL = np.array([BOT_NOVICE, BOT_TRADER, BOT_BARON, BOT_MOGUL], np.int8)
TWO_KINDS = 0.4  # the share of tables with two kinds of players in any numbers
SAME = {BOT_BARON: 0.35, BOT_TRADER: 0.12, BOT_NOVICE: 0.13}  # of the other tables those of one kind; the rest is mixed
SPREAD = (0.8, 0.8, 1.2)  # of the shares in a mixed table (Dirichlet)
SPREAD_WITH_MOGULS = (0.6, 0.6, 1.0, 1.2)
POINTS = {BOT_NOVICE: 4, BOT_TRADER: 3, BOT_BARON: 2, BOT_MOGUL: 1}
HELD_OUT_AT = 5  # a table is held out if this divides the points of its players


def table_of(kind: int) -> Array:
    return np.full(PLAYERS, kind, np.int8)


def scripted(rng: np.random.Generator, players: int) -> Array:
    """Bots of the kernel: of one kind, most often barons, of two, or mixed."""
    if rng.random() < TWO_KINDS:
        one, other = rng.choice(KERNEL, 2, replace=False)
        found = table_of(one)
        found[rng.permutation(players)[: rng.integers(players + 1)]] = other
        return found
    draw = rng.random()
    for kind, share in SAME.items():
        draw -= share
        if draw < 0:
            return table_of(kind)
    return rng.choice(KERNEL, PLAYERS, p=rng.dirichlet(SPREAD))


def with_moguls(rng: np.random.Generator, players: int) -> Array:
    """Mixed tables with a mogul at least."""
    found = rng.choice(ALL, PLAYERS, p=rng.dirichlet(SPREAD_WITH_MOGULS))
    if not (found[:players] == BOT_MOGUL).any():
        found[rng.integers(players)] = BOT_MOGUL
    return found


def is_held_out(lineup: Array) -> bool:
    """Is it measured, and never trained on? About one in five of those with several kinds of players is.

    `lineup` has the seats in the game; their order makes no difference.
    """
    several_kinds = bool((lineup != lineup[0]).any())
    return several_kinds and sum(POINTS[kind] for kind in lineup.tolist()) % HELD_OUT_AT == 0


def trained_on(make: Lineup) -> Lineup:
    """As `make`, but never one that is held out."""
    return _only(make, False)


def held_out(make: Lineup) -> Lineup:
    """As `make`, but only those that are held out."""
    return _only(make, True)


def _only(make: Lineup, wanted: bool) -> Lineup:
    def lineup(rng: np.random.Generator, players: int) -> Array:
        while is_held_out((found := make(rng, players))[:players]) != wanted:
            pass
        return found

    return lineup
