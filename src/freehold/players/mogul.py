"""The mogul at a table: working memory for the compiled `forecast/`, and one decision at a time."""

from __future__ import annotations

from typing import Any

import numpy as np

from freehold.engine import compile as kernel
from freehold.engine import records
from freehold.engine.batch import PLAYER, key_of
from freehold.forecast import weights
from freehold.layouts import network_shape as shape

Array = np.ndarray[Any, Any]


class Workspace:
    """The records that one thread of learned players needs: four games and notes each, events, moves, candidates."""

    def __init__(self) -> None:
        self.games = np.zeros(4, records.GAME)
        self.notes = np.zeros(4, records.NOTES)
        self.e = np.zeros(1, records.EVENTS)
        self.m = np.zeros(1, records.MOVES)
        self.x = np.zeros(1, records.ACTION)
        self.acts = np.zeros(shape.CANDIDATES, records.ACTION)
        self.h = np.zeros(1, records.THOUGHT)
        self.d = np.zeros(1, records.CHANCE)


class Mogul:
    """One learned player at one table, with the shipped weights or others."""

    def __init__(self, t: Array, v: Array, seed: int, w: Array | None = None) -> None:
        self.backend = kernel.compiled()
        self.t, self.v, self.w = t, v, weights.shipped() if w is None else w
        self.rs = np.zeros(1, records.CHANCE)
        self.rs["key1"] = key_of(seed, PLAYER)
        self.space = Workspace()

    def choose(self, g: Array, n: Array, seat: int) -> Array:
        """The mogul's action, as an array of one record. The notes are kept up to date."""
        pick = self.backend.first_choice(self.space.h[0], self.weigh(g, n, seat))
        return self.space.acts[pick : pick + 1].copy()

    def weigh(self, g: Array, n: Array, seat: int) -> int:
        """How many candidates there are. They are in `space.acts`, and their values in `space.h`."""
        space = self.space
        space.games[0], space.notes[0] = g[0], n[0]
        count: int = self.backend.weigh(
            space.games,
            self.t[0],
            space.d[0],
            space.e[0],
            self.v[0],
            space.notes,
            space.m[0],
            self.rs[0],
            space.x[0],
            space.acts,
            space.h[0],
            self.w[0],
            seat,
        )
        n[0] = space.notes[0]
        return count
