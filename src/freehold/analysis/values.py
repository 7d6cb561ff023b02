"""Values that the bots derive from an edition: how often each square is visited, and what that earns."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from freehold.analysis.odds import odds_of
from freehold.bots.worth import HALF_WAY, buildings_at
from freehold.engine import records
from freehold.rules import codes, state

MILLION = 1_000_000
MEAN_THROW = 7
KEPT = 32  # editions, variants and options


def build(t: Any) -> Any:
    """The values of an edition's tables, from the exact odds of players who leave jail at once; not to be changed."""
    return _built(records.to_record(t, records.TABLES).tobytes())


@lru_cache(KEPT)
def _built(tables: bytes) -> Any:
    t: Any = records.Tables()
    t.copy_from(np.frombuffer(tables, records.TABLES)[0])
    v: Any = records.Values()
    odds = odds_of(t).squares
    for square in range(state.SQUARES):
        v.odds[square] = round(odds[square] * MILLION)
        if t.kind[square] == codes.KIND_TAX:
            v.taxes |= 1 << square
        if t.group[square] != state.NOBODY:
            v.members[t.group[square]] |= 1 << square
            v.lone[square] = _earned(v, t, square, 0)
            if t.group[square] < state.STATIONS:
                for steps in range(t.hotel_after + 1):
                    v.step_gain[square * state.RENTS + steps] = _step_gain(v, t, square, steps)
    for group in range(state.GROUPS):
        for k in range(state.RENTS):
            v.income[group * state.RENTS + k] = sum(_earned(v, t, square, k) for square in _squares(t, group))
            if group < state.STATIONS and k == 0:
                v.income[group * state.RENTS] *= 2  # rent.double-bare-group
    return v


def _squares(t: Any, group: int) -> list[int]:
    start = group * state.GROUP_ROOM
    return list(t.group_squares[start : start + t.group_size[group]])


def _step_gain(v: Any, t: Any, square: int, steps: int) -> int:
    """The gain from a lot's next building per unit of money, in thousandths: odds times rent. For one of the first
    buildings, its part of what they earn together.
    """
    rents = t.rent[square * state.RENTS : (square + 1) * state.RENTS]
    here = rents[buildings_at(t, steps)]
    if steps < HALF_WAY:
        gain = (rents[HALF_WAY] - here) // (HALF_WAY - steps)
    else:
        gain = rents[buildings_at(t, steps + 1)] - here
    return int(gain * v.odds[square] // max(1, t.house_cost[square]))


def _earned(v: Any, t: Any, square: int, k: int) -> int:
    """What a square earns per throw of an opponent at the k-th of its rents, in thousandths."""
    rent = t.rent[square * state.RENTS + k]
    if t.group[square] == state.UTILITIES:
        rent *= MEAN_THROW
    return int(v.odds[square] * rent // 1000)
