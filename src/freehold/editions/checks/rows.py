"""Small helpers of the checks: walking the lists of a file, and keys that depend on a row's kind."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from freehold.editions.faults import Fault
from freehold.editions.schema import SQUARES

Table = dict[str, Any]


def rows(raw: Table, name: str) -> Iterator[tuple[str, Table]]:
    """The tables of a list, each with its place in the file."""
    for number, row in enumerate(raw.get(name) or ()):
        yield f"{name}[{number}]", row


def squares_of(raw: Table, kind: str) -> list[tuple[str, Table]]:
    """The squares of one kind, each with its place in the file."""
    return [(place, square) for place, square in rows(raw, "squares") if square.get("kind") == kind]


def whole_board(raw: Table) -> bool:
    """Whether every square's kind could be read; only then does counting squares of a kind mean something."""
    squares = raw.get("squares") or ()
    return len(squares) == SQUARES and all(square.get("kind") for square in squares)


def count(number: int, noun: str) -> str:
    """ "There is 1 square", "There are 39 squares"."""
    return f"There is 1 {noun}" if number == 1 else f"There are {number} {noun}s"


def key_faults(place: str, row: Table, what: str, needs: tuple[str, ...], may: tuple[str, ...]) -> Iterator[Fault]:
    """Keys that are missing from a row of this kind, and those that another kind has."""
    for key in needs:
        if key not in row:
            yield Fault(f"{place}.{key}", f'{what} needs "{key}".', f"Add {key}.")
    for key in row:
        if key not in needs and key not in may:
            yield Fault(f"{place}.{key}", f'{what} has no "{key}".', "Delete the line.")


def twice(raw: Table, name: str, key: str = "id") -> Iterator[Fault]:
    """Rows of a list that share a name."""
    seen: set[object] = set()
    for place, row in rows(raw, name):
        value = row.get(key)
        if value is not None and value in seen:
            yield Fault(f"{place}.{key}", f'The {key} "{value}" is there twice.', "Give each its own.")
        seen.add(value)
