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


def one_mogul_among(kind: int) -> Lineup:
    def lineup(rng: np.random.Generator, players: int) -> Array:
        found = table_of(kind)
        found[rng.integers(players)] = BOT_MOGUL
        return found

    return lineup


def half_novices(rng: np.random.Generator, players: int) -> Array:
    """As many novices as barons, and a baron more where the number of players is odd."""
    found = table_of(BOT_BARON)
    found[rng.permutation(players)[: players // 2]] = BOT_NOVICE
    return found


def moguls(rng: np.random.Generator, players: int) -> Array:
    return table_of(BOT_MOGUL)


HELD_OUT: dict[str, Lineup] = {
    "half novices, half barons": half_novices,
    "a mogul among novices": one_mogul_among(BOT_NOVICE),
    "a mogul among traders": one_mogul_among(BOT_TRADER),
    "moguls": moguls,
}


def is_held_out(lineup: Array) -> bool:
    """Is it one of those that the network is measured on, and never trained on? `lineup` has the seats in the game."""
    novices, traders, learned = ((lineup == kind).sum() for kind in (BOT_NOVICE, BOT_TRADER, BOT_MOGUL))
    if learned == 0:
        return bool(traders == 0 and novices == len(lineup) // 2)
    return bool(learned == len(lineup) or (learned == 1 and len(lineup) - 1 in (novices, traders)))


def trained_on(make: Lineup) -> Lineup:
    """As `make`, but never one that is held out."""

    def lineup(rng: np.random.Generator, players: int) -> Array:
        while is_held_out((found := make(rng, players))[:players]):
            pass
        return found

    return lineup
