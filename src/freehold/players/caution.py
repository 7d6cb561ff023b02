"""A second look at deals: before a bot makes a person or a mogul an offer, or accepts theirs, the forecast is asked.

See `forecast/kernel/deals.py`. Compiled for games that are played by records, interpreted for a bot at a table.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from freehold.bots import trading
from freehold.engine import compile as kernel
from freehold.engine import records
from freehold.forecast import weights
from freehold.forecast.kernel import deals
from freehold.players.mogul import Workspace

Array = np.ndarray[Any, Any]

ENTRY_POINTS = ("deal_with_care",)


class Caution:
    """The second look for games of one edition, compiled."""

    def __init__(self, t: Array, v: Array) -> None:
        self.backend = kernel.compiled()
        self.t, self.v, self.w = t, v, weights.shipped()
        self.rs = np.zeros(1, records.CHANCE)
        self.space = Workspace()

    def confirm(self, g: Array, n: Array, seat: int, action: Array) -> Array:
        """What one of the kernel's bots does if it has chosen this action, as an array of one record."""
        space = self.space
        space.games[0], space.notes[0], space.acts[0] = g[0], n[0], action[0]
        shared = (space.notes, space.m[0], self.rs[0], space.x[0], space.acts, space.h[0], self.w[0])
        self.backend.deal_with_care(space.games, self.t[0], space.d[0], space.e[0], self.v[0], *shared, seat)
        return space.acts[:1].copy()


@cache
def plain_weights() -> Any:
    made = records.Weights()
    made.copy_from(weights.shipped()[0])
    return made


def confirm_interpreted(g: Any, t: Any, v: Any, n: Any, seat: int, x: Any) -> None:
    """Change the deal in `x`, which a bot of the kernel has chosen, to something else if the forecast dislikes it."""
    if not trading.asks_the_forecast(g, n, seat, x):
        return
    games, notes = (records.Row([kind(), kind(), kind()]) for kind in (records.Game, records.Notes))
    games[0], notes[0] = g, n
    acts = records.Row([records.Action(), records.Action()])  # with the deal, and without
    acts[0] = x
    hands = (games, t, records.Chance(), records.Events(), v, notes, records.Moves(), records.Chance())
    mind = (records.Action(), acts, records.Thought(), plain_weights())
    deals.deal_with_care(*hands, *mind, seat)
    x.copy_from(acts[0])
