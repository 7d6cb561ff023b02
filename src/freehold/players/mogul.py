"""The mogul at a table: working memory for the compiled `forecast/`, and one decision at a time."""

from __future__ import annotations

from typing import Any

import numpy as np

from freehold.engine import compile as kernel
from freehold.engine import records
from freehold.engine.batch import PLAYER, key_of
from freehold.forecast import weights

Array = np.ndarray[Any, Any]


def study_of(t: Array, v: Array) -> Array:
    """Working memory for one thread of learned players at tables of one edition: an array of one record."""
    study = np.zeros(1, records.STUDY)
    study["tables"], study["values"] = t, v
    return study


class Mogul:
    """One learned player at one table, with the shipped weights or others."""

    def __init__(self, t: Array, v: Array, seed: int, w: Array | None = None) -> None:
        self.backend = kernel.compiled()
        self.w = weights.shipped() if w is None else w
        self.study = study_of(t, v)
        self.study["own"]["key1"] = key_of(seed, PLAYER)

    def choose(self, g: Array, n: Array, seat: int) -> Array:
        """The mogul's action, as an array of one record. The notes are kept up to date."""
        pick = self.backend.first_choice(self.study["thought"][0], self.weigh(g, n, seat))
        return self.study["acts"][0, pick : pick + 1].copy()

    def weigh(self, g: Array, n: Array, seat: int) -> int:
        """How many candidates there are. They are in `acts` of the study, and their values in its `thought`."""
        study = self.study
        study["games"][0, 0], study["notes"][0, 0] = g[0], n[0]
        count: int = self.backend.weigh(study[0], self.w[0], seat)
        n[0] = study["notes"][0, 0]
        return count
