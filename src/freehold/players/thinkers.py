"""The bots that decide between calls of the compiled kernel: the tycoon, which searches, and the learned mogul."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Protocol

import numpy as np

from freehold.players import search
from freehold.players.caution import Caution
from freehold.players.mogul import Mogul

Array = np.ndarray[Any, Any]

ENTRY_POINTS = {  # the kernel functions that each calls
    "tycoon": (*search.ENTRY_POINTS, "answer_with_care"),
    "mogul": ("weigh", "first_choice"),
}


class Thinker(Protocol):
    """Chooses an action for a seat of a game record, and keeps the notes up to date."""

    def choose(self, g: Array, n: Array, seat: int) -> Array: ...


def thinker(
    name: str, t: Array, v: Array, seed: int, futures: int | None = None, seconds: float = search.SECONDS
) -> Thinker:
    """The tycoon or the mogul at one table. `futures` and `seconds` limit the tycoon's search."""
    if name == "mogul":
        return Mogul(t, v, seed)
    return Tycoon(t, v, seed, futures, seconds)


class Tycoon:
    """Searches, and takes a second look at what is offered to it."""

    def __init__(self, t: Array, v: Array, seed: int, futures: int | None, seconds: float) -> None:
        self.search = search.Search(t, v, seed, futures, seconds)
        self.caution = Caution(t, v)

    def choose(self, g: Array, n: Array, seat: int) -> Array:
        return self.caution.confirm(g, n, seat, self.search.choose(g, n, seat))


def entry_points(names: Iterable[str]) -> tuple[str, ...]:
    """The kernel functions to compile for these bots."""
    return tuple(entry for name in names for entry in ENTRY_POINTS.get(name, ()))
