"""Validation of a position's fields: each value is checked, each fault collected with its place."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from freehold.editions.schema import Edition
from freehold.engine.records import Game
from freehold.game.position import PositionError, PositionFault
from freehold.rules import state


class FieldReader:
    """Reads one position into a game record."""

    def __init__(self, position: Mapping[str, Any], edition: Edition, t: Any) -> None:
        self.position = position
        self.edition = edition
        self.t = t
        self.faults: list[PositionFault] = []
        self.names: list[str] = []
        self.g: Any = Game()

    def fault(self, place: str, code: str, **parts: str | int) -> None:
        self.faults.append(PositionFault(place, code, parts))

    def number(self, value: Any, place: str, low: int, high: int, default: int) -> int:
        """An integer within bounds; otherwise a fault and the default."""
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            self.fault(place, "number", low=low, high=high, given=repr(value))
            return default
        return value

    def flag(self, value: Any, place: str) -> int:
        if not isinstance(value, bool):
            self.fault(place, "truth", given=repr(value))
        return int(value is True)

    def table(self, value: Any, place: str, keys: set[str] | None = None) -> Mapping[str, Any]:
        if not isinstance(value, Mapping):
            self.fault(place, "object")
            return {}
        for key in value:
            if keys is not None and key not in keys:
                self.fault(f"{place}.{key}" if place else str(key), "unknown-key")
        return value

    def rows(self, value: Any, place: str, most: int) -> list[Any]:
        if not isinstance(value, list | tuple):
            self.fault(place, "list")
            return []
        if len(value) > most:
            self.fault(place, "too-long", count=len(value), most=most)
        return list(value)[:most]

    def seat(self, value: Any, place: str, *, none: bool = False) -> int:
        if none and value is None:
            return state.NOBODY
        return self.number(value, place, 0, max(self.g.players - 1, 0), 0)

    def party(self, value: Any, place: str) -> int:
        return state.BANK if value == "bank" else self.seat(value, place)

    def square(self, value: Any, place: str) -> int:
        return self.number(value, place, 0, state.SQUARES - 1, 0)

    def squares(self, value: Any, place: str) -> int:
        mask = 0
        for k, square in enumerate(self.rows(value, place, state.SQUARES)):
            mask |= 1 << self.square(square, f"{place}[{k}]")
        return mask

    def seats(self, value: Any, place: str) -> int:
        mask = 0
        for k, seat in enumerate(self.rows(value, place, state.PLAYERS)):
            mask |= 1 << self.seat(seat, f"{place}[{k}]")
        return mask

    def choice(self, value: Any, place: str, known: Mapping[str, int], default: int) -> int:
        if isinstance(value, str) and value in known:
            return known[value]
        self.fault(place, "word", known=", ".join(known), given=repr(value))
        return default

    def stop_if_faulty(self) -> None:
        if self.faults:
            raise PositionError(self.faults)
