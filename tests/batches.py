"""Batches of random games for tests and measurements: thousands of records, each game with its own random generator."""

from __future__ import annotations

from typing import Any

import numpy as np

from freehold.editions import EditionLike, load
from freehold.engine import compile as kernel
from freehold.engine import edition_tables, records
from freehold.engine.batch import DICE, PLAYER, chances, options_of


class Batch:
    """Compiled random games of one edition and variant."""

    def __init__(self, edition: EditionLike, variant: str, options: dict[str, Any] | None = None) -> None:
        self.backend = kernel.compiled()
        self.plain_tables = edition_tables.build(load(edition), variant, options_of(variant) | (options or {}))
        self.work = np.zeros(1, records.WORK)
        self.work["tables"] = records.to_record(self.plain_tables, records.TABLES)

    def _run(self, players: int, limit: int, audited: bool = False) -> Any:
        self.work["run"] = records.to_record(records.run_of(players, 0, limit, audited=audited), records.RUN)
        return self.work[0]

    def random_games(
        self, players: int, count: int, limit: int, seed: int, *, first: int = 0, audited: bool = True
    ) -> Any:
        """Play them. Returns the final records and for each the number of actions, or a negative error code."""
        games = np.zeros(count, records.GAME)
        results = np.zeros(count, np.int64)
        c, r = (chances(first, count, seed, kind) for kind in (DICE, PLAYER))
        self.backend.random_games(games, c, r, self._run(players, limit, audited), results)
        return games, results

    def recorded_game(self, players: int, limit: int, seed: int, number: int) -> Any:
        """The record after every action of one game."""
        games = np.zeros(limit, records.GAME)
        c, r = (chances(number, 1, seed, kind) for kind in (DICE, PLAYER))
        kept = self.backend.recorded_game(games, c[0], r[0], self._run(players, limit))
        return games[: max(kept, 0)], kept


class InterpretedBatch:
    """The same random games, interpreted."""

    def __init__(self, t: Any, players: int, seed: int, number: int) -> None:
        self.backend = kernel.interpreted()
        self.t = t
        self.g: Any = records.Game()
        self.e: Any = records.Events()
        self.m: Any = records.Moves()
        self.x: Any = records.Action()
        self.c: Any = records.Chance()
        self.r: Any = records.Chance()
        self.c.copy_from(chances(number, 1, seed, DICE)[0])
        self.r.copy_from(chances(number, 1, seed, PLAYER)[0])
        self.backend.new_game(self.g, t, self.c, self.e, players, 0)

    def step(self) -> int:
        fault: int = self.backend.random_step(self.g, self.t, self.c, self.e, self.m, self.r, self.x)
        return fault
