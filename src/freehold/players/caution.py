"""A second look at offers: before a bot accepts what a person or a thinking bot offers, the forecast is asked.

See `forecast/answers.py`. Compiled for games that are played by records, interpreted for a bot at a table.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from freehold.engine import compile as kernel
from freehold.engine import records
from freehold.forecast import answers, weights
from freehold.players.mogul import Workspace
from freehold.rules import codes

Array = np.ndarray[Any, Any]

ENTRY_POINTS = ("answer_with_care", "bot_action")


class Caution:
    """The second look for games of one edition, compiled."""

    def __init__(self, t: Array, v: Array) -> None:
        self.backend = kernel.compiled()
        self.t, self.v, self.w = t, v, weights.shipped()
        self.rs = np.zeros(1, records.CHANCE)
        self.space = Workspace()

    def answer(self, g: Array, n: Array, seat: int) -> Array:
        """The answer of one of the kernel's bots to the open offer, as an array of one record."""
        x = np.zeros(1, records.ACTION)
        self.backend.bot_action(g[0], self.t[0], self.v[0], n[0], self.space.m[0], self.rs[0], x[0], seat)
        return self.confirm(g, n, seat, x)

    def confirm(self, g: Array, n: Array, seat: int, action: Array) -> Array:
        """The action, or a refusal where the action accepts what the forecast does not like."""
        if action["kind"][0] != codes.DO_ACCEPT:
            return action
        space = self.space
        space.games[0], space.notes[0], space.acts[0] = g[0], n[0], action[0]
        shared = (space.notes, space.m[0], self.rs[0], space.x[0], space.acts, space.h[0], self.w[0])
        self.backend.answer_with_care(space.games, self.t[0], space.d[0], space.e[0], self.v[0], *shared, seat)
        return space.acts[:1].copy()


@cache
def plain_weights() -> Any:
    made = records.Weights()
    made.copy_from(weights.shipped()[0])
    return made


def confirm_interpreted(g: Any, t: Any, v: Any, n: Any, seat: int, x: Any) -> None:
    """Change the acceptance in `x` to a refusal where the forecast does not like the deal."""
    if x.kind != codes.DO_ACCEPT or not answers.asks_the_forecast(g, n, seat):
        return
    games, notes = (records.Row([kind(), kind(), kind()]) for kind in (records.Game, records.Notes))
    games[0], notes[0] = g, n
    acts = records.Row([records.Action(), records.Action()])  # to accept, and to refuse
    acts[0] = x
    hands = (games, t, records.Chance(), records.Events(), v, notes, records.Moves(), records.Chance())
    mind = (records.Action(), acts, records.Thought(), plain_weights())
    answers.answer_with_care(*hands, *mind, seat)
    x.copy_from(acts[0])
