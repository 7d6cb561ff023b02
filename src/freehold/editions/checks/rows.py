"""Helpers of the checks: iterating over lists of a file, and keys that depend on a row's kind."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

from freehold.editions.faults import Fault
from freehold.editions.schema import SQUARES

Table = dict[str, Any]
What = Literal["square", "card", "option"]


def rows(raw: Table, name: str) -> Iterator[tuple[str, Table]]:
    """The tables of a list, each with its place in the file."""
    for number, row in enumerate(raw.get(name) or ()):
        yield f"{name}[{number}]", row


def squares_of(raw: Table, kind: str) -> list[tuple[str, Table]]:
    """The squares of one kind, each with its place in the file."""
    return [(place, square) for place, square in rows(raw, "squares") if square.get("kind") == kind]


def whole_board(raw: Table) -> bool:
    """Whether every square's kind is valid; only then can squares be counted by kind."""
    squares = raw.get("squares") or ()
    return len(squares) == SQUARES and all(square.get("kind") for square in squares)


def key_faults(place: str, row: Table, what: What, needs: tuple[str, ...], may: tuple[str, ...]) -> Iterator[Fault]:
    """Keys that are missing for a row's kind, and keys of other kinds."""
    for key in needs:
        if key not in row:
            yield Fault(f"{place}.{key}", f"{what}-needs", {"kind": row["kind"], "key": key})
    for key in row:
        if key not in needs and key not in may:
            yield Fault(f"{place}.{key}", f"{what}-has-no", {"kind": row["kind"], "key": key})


def twice(raw: Table, name: str, key: str = "id") -> Iterator[Fault]:
    """Rows of a list with duplicate names."""
    seen: set[object] = set()
    for place, row in rows(raw, name):
        value = row.get(key)
        if value is not None and value in seen:
            yield Fault(f"{place}.{key}", "twice", {"key": key, "value": value})
        seen.add(value)
