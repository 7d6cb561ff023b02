"""Numbered games: the keys of their dice and of their bots' own chance, by the seed and the number of the game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from freehold.editions import load
from freehold.engine import records
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
