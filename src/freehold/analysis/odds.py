"""Exact landing odds: the long-run share of throws that end on each square of an edition.

Linear algebra over the Markov chain of `throws.py`; nothing is sampled.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from msgspec import Struct

from freehold.analysis.throws import CELL, CELLS, USUAL, Habits, Matrix, chain, places
from freehold.editions import EditionLike, load
from freehold.engine import edition_tables
from freehold.json_types import Options
from freehold.rules.jail import LAST_ATTEMPT
from freehold.rules.state import SQUARES
from freehold.rules.turn import THIRD_DOUBLE


class Odds(Struct, frozen=True):
    """The share of throws that leave the token on each square (10 is just visiting), and in jail; the sum is 1."""

    squares: tuple[float, ...]
    in_jail: float


def landing_odds(
    edition: EditionLike,
    variant: str = "classic",
    options: Options | None = None,
    jail: str = "leave",
    habits: Habits = USUAL,
) -> Odds:
    """The odds of an edition. For `jail` "leave" the fine is paid before the first throw, for "stay" the player throws
    for a double as long as the rules allow. Invalid input raises a ValueError with one sentence.

    A throw counts once, where it leaves the token after its square, cards and option: on a chance square only if the
    card lets the token stay. A failed throw for a double counts as in jail, including the last one, after which the
    fine is paid.

    Every card of a deck is equally likely each time. In a real game the decks rotate in a fixed order and jail cards
    leave them for a while, so a game differs slightly.

    >>> round(100 * landing_odds("classic").squares[24], 4)
    3.1858
    """
    return odds_of(edition_tables.build(load(edition), variant, options or {}), jail, habits)


def odds_of(t: Any, jail: str = "leave", habits: Habits = USUAL) -> Odds:
    """The same from an edition's tables."""
    *squares, in_jail = places(long_run(chain(t, jail, habits))).tolist()
    return Odds(tuple(squares), in_jail)


def long_run(odds: Matrix) -> Matrix:
    """The stationary distribution of the chain: the share of throws that end in each state.

    States are eliminated one by one (the Grassmann-Taksar-Heyman algorithm). It has no subtractions, so no precision is
    lost. A general solver would use threads for this small matrix and be a hundred times slower on a busy machine.
    """
    left = odds.copy()
    for last in range(len(left) - 1, 0, -1):
        left[:last, last] /= left[last, :last].sum()
        left[:last, :last] += np.outer(left[:last, last], left[last, :last])
    share: Matrix = np.ones(len(left))
    for state in range(1, len(left)):
        share[state] = share[:state] @ left[:state, state]
    share /= share.sum()
    return share


def throw_odds(t: Any, habits: Habits = USUAL) -> Matrix:
    """The transition matrix (40 by 40) of one throw of a token that is not in jail, cards included.

    A token that is sent to jail is on the jail square, like visitors: every row sums to 1. The throw is not the third
    after two doubles; for that one and for prisoners use `where_from`.
    """
    reached = places(chain(t, habits=habits)[:SQUARES])
    reached[:, t.jail_square] += reached[:, CELL]
    return reached[:, :SQUARES].copy()


def where_from(t: Any, square: int, doubles: int = 0, jail_turns: int | None = None, habits: Habits = USUAL) -> Matrix:
    """The odds of the 41 places (the squares, then jail) after one throw from a square.

    `doubles` were thrown before it in the same turn. A prisoner, whatever `square` is, throws for a double after
    `jail_turns` failed throws; one who has paid the fine is a visitor on the jail square.
    """
    if square not in range(SQUARES) or doubles not in range(THIRD_DOUBLE):
        raise ValueError(f"A throw is made from a square 0 to {SQUARES - 1}, after 0 to {THIRD_DOUBLE - 1} doubles.")
    if jail_turns is None:
        return places(chain(t, habits=habits)[doubles * SQUARES + square])
    if jail_turns not in range(LAST_ATTEMPT):
        raise ValueError(f"A prisoner has failed 0 to {LAST_ATTEMPT - 1} times, not {jail_turns!r}.")
    return places(chain(t, "stay", habits)[CELLS + jail_turns])
