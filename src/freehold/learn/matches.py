"""Numbered games of any line-ups with learned players in them, compiled, with the shipped weights or others."""

from __future__ import annotations

from typing import Any

import numpy as np

from freehold.arena.tables import ACTIONS, TURNS, Setting, table_of
from freehold.engine import compile as kernel
from freehold.engine import records
from freehold.engine.batch import DICE, PLAYER, keyed_chances
from freehold.engine.kernel import loops
from freehold.players.mogul import study_of

Array = np.ndarray[Any, Any]


def play(
    lineups: Array, numbers: Array, seed: int, setting: Setting, players: int, known: Array, careful: int = 1
) -> Array:
    """The result row of each game. A line-up is a row of the bots' codes, one for each seat of the record."""
    return play_and_count(lineups, numbers, seed, setting, players, known, careful)[0]


def play_and_count(
    lineups: Array, numbers: Array, seed: int, setting: Setting, players: int, known: Array, careful: int = 1
) -> tuple[Array, Array]:
    """The result row of each game, and of the last game how many offers of moguls were accepted and refused."""
    table = table_of(setting)
    study = study_of(table.t, table.v)
    study["notes"]["careful"] = careful
    told = np.zeros(len(numbers) * loops.RESULT_WIDTH, np.int64)
    c, r = (keyed_chances(numbers.tolist(), seed, kind) for kind in (DICE, PLAYER))
    run = records.to_record(records.run_of(players, TURNS, ACTIONS), records.RUN)
    lined = np.ascontiguousarray(lineups, np.int8).reshape(-1)
    kernel.compiled().learned_games(study[0], known[0], run[0], c, r, lined, told)
    answers = np.array([study["notes"][name][0, 0].sum(dtype=np.int64) for name in ("agreed", "declined")])
    return told.reshape(-1, loops.RESULT_WIDTH), answers
