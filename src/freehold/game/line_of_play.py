"""The line of play that led to a game: every earlier state by the number of its last step, to go back to.

A linked list that copies of a game share; a state is the kernel's packed record, about 1 KB.
"""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol

from freehold.game import packing
from freehold.game.dealings import Dealings
from freehold.game.draws import Draws


class Earlier(NamedTuple):
    number: int
    record: bytes
    draws: Draws
    dealings: Dealings
    before: Earlier | None


class Line(NamedTuple):
    """`number`: the last step that counts; 0 at the start."""

    number: int = 0
    earlier: Earlier | None = None


class Played(Protocol):
    """A `Game`, as the functions below see it."""

    _g: Any
    _draws: Draws
    _dealings: Dealings
    _line: Line


def remember(game: Played, number: int) -> None:
    """Keep the state of a game, which makes step `number` next."""
    line = game._line
    earlier = Earlier(line.number, packing.pack(game._g), game._draws, game._dealings, line.earlier)
    game._line = Line(number, earlier)


def numbers(game: Played) -> list[int]:
    """The steps that a game can go back to, the latest first."""
    found, earlier = [], game._line.earlier
    while earlier is not None:
        found.append(earlier.number)
        earlier = earlier.before
    return found


def go_back(game: Played, number: int) -> bool:
    """Go back to the state after a step; False if that step is not among the `numbers`."""
    earlier = game._line.earlier
    while earlier is not None and earlier.number != number:
        earlier = earlier.before
    if earlier is None:
        return False
    game._g = packing.unpack(earlier.record)
    game._draws, game._dealings = earlier.draws, earlier.dealings
    game._line = Line(number, earlier.before)
    return True
