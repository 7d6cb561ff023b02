"""Numbered games of any line-ups with learned players in them, compiled, with the shipped weights or others."""

from __future__ import annotations

from typing import Any

import numpy as np

from freehold.arena.tables import ACTIONS, TURNS, Setting, table_of
from freehold.engine import compile as kernel
from freehold.engine.batch import DICE, PLAYER, keyed_chances
from freehold.engine.kernel import loops
from freehold.players.mogul import Workspace

Array = np.ndarray[Any, Any]


def play(
    lineups: Array, numbers: Array, seed: int, setting: Setting, players: int, known: Array, careful: int = 1
) -> Array:
    """The result row of each game. A line-up is a row of the bots' codes, one for each seat of the record."""
    table, space = table_of(setting), Workspace()
    space.notes["careful"] = careful
    told = np.zeros(len(numbers) * loops.RESULT_WIDTH, np.int64)
    c, r = (keyed_chances(numbers.tolist(), seed, kind) for kind in (DICE, PLAYER))
    hands = (space.games, table.t[0], c, space.e[0], table.v[0], space.notes, space.m[0], r, space.x[0])
    mind = (space.acts, space.h[0], known[0], space.d[0])
    lined = np.ascontiguousarray(lineups, np.int8).reshape(-1)
    kernel.compiled().learned_games(*hands, *mind, lined, players, TURNS, ACTIONS, told)
    return told.reshape(-1, loops.RESULT_WIDTH)
