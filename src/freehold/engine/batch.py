"""Batches of random games for tests and benchmarks: thousands of records, each game with its own random generator."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from freehold.editions import load
from freehold.engine import compile as kernel
from freehold.engine import edition_tables, records
from freehold.rules import chance

DICE, PLAYER = 1, 2  # keys of the two random streams: the game's and the random player's


def variants() -> list[tuple[str, str]]:
    """Every edition with each of its variants."""
    from freehold.editions import ids

    return [(edition, variant) for edition in ids() for variant in load(edition).variants]


def options_of(variant: str) -> dict[str, Any]:
    return {"time_limit": 120} if variant == "timed" else {}


def keyed_chances(numbers: Sequence[int], seed: int, kind: int) -> np.ndarray[Any, Any]:
    """One chance record per game, keyed by seed and game number (up to 64 bits each), independent of the worker."""
    made = np.zeros(len(numbers), records.CHANCE)
    scramble: Any = chance.scramble  # it takes arrays as well
    which = np.array(numbers, np.uint64)
    seeded = np.uint64(stream_of(seed, kind))
    made["key0"] = scramble(scramble(which >> 32) ^ (which & chance.LOW) ^ seeded)
    made["key1"] = scramble(made["key0"].astype(np.uint64) ^ scramble(seeded ^ chance.DEAL_STREAM))
    return made


def stream_of(seed: int, kind: int) -> int:
    """The part of the seed in the keys of one of the two streams."""
    seeded = kind
    for part in (seed & chance.LOW, seed >> 32 & chance.LOW):
        seeded = chance.scramble(seeded ^ part)
    return seeded


def numbered(numbers: range, seed: int) -> dict[str, int]:
    """These games as fields of a `RUN`."""
    streams = {"dice": stream_of(seed, DICE), "minds": stream_of(seed, PLAYER)}
    return {"games": len(numbers), "first": numbers.start, "step": numbers.step, **streams}


def game_seed(number: int, seed: int) -> int:
    """The seed with which `Game.new` gets the dice of a numbered game."""
    keyed = keyed_chances([number], seed, DICE)[0]
    return int(keyed["key1"]) << 32 | int(keyed["key0"])


def key_of(seed: int, kind: int) -> int:
    return (seed * 4 + kind) & chance.LOW


def chances(first: int, count: int, seed: int, kind: int) -> np.ndarray[Any, Any]:
    return keyed_chances(range(first, first + count), seed, kind)


class Batch:
    """Compiled random games of one edition and variant."""

    def __init__(self, edition: str, variant: str, options: dict[str, Any] | None = None) -> None:
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
