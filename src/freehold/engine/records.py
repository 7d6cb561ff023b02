"""The same fields in two forms: NumPy records for compiled play, plain objects for interpreted play.

Both are generated from the tables in `rules/state.py` and `layouts/`; kernel functions work with either. A record may
contain others.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from typing import Any

import numpy as np

from freehold.layouts import environment_shape, network_shape, run_shape, work_shape
from freehold.rules import state

Fields = tuple[tuple[str, Any, int], ...]  # name, NumPy type or the fields of a record, length


def dtype_of(fields: Fields) -> np.dtype[Any]:
    """The aligned NumPy dtype for the (name, type, length) fields of a record in `rules/state.py`."""
    made = [(name, kind if isinstance(kind, str) else dtype_of(kind), length) for name, kind, length in fields]
    return np.dtype([(name, kind, (length,)) if length else (name, kind) for name, kind, length in made], align=True)


class PlainRecord:
    """A record as an ordinary object: numbers and lists of numbers under the same names."""

    __slots__ = ()
    fields: Fields = ()
    copy: Callable[[], Any]  # it and `__init__` are written out for the fields of each class: see `_plain`

    def copy_from(self, other: Any) -> None:
        """Copy every value of another record of the same table, plain or NumPy."""
        for name, kind, length in self.fields:
            value = getattr(other, name) if isinstance(other, PlainRecord) else other[name]
            if isinstance(kind, str):
                setattr(self, name, [int(x) for x in value] if length else int(value))
            elif length:
                for k in range(length):
                    getattr(self, name)[k] = value[k]
            else:
                getattr(self, name).copy_from(value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, type(self)) and all(
            getattr(self, name) == getattr(other, name) for name, _, _ in self.fields
        )

    __hash__ = None  # type: ignore[assignment]  # a record is mutable, so it is not hashable


class Row(list[Any]):
    """Plain records in a row, as an array of NumPy records behaves: to assign one is to copy it."""

    def __setitem__(self, place: Any, record: Any) -> None:
        self[place].copy_from(record)

    def copy(self) -> Row:
        return Row(one.copy() for one in self)


_PLAIN: dict[Fields, type[PlainRecord]] = {}  # the class for each table of fields


def _plain(name: str, fields: Fields) -> type[PlainRecord]:
    """A class of plain records. Every action of a game makes and copies some, so the fields are written out one by one
    instead of in a loop.
    """
    made: dict[str, Any] = {"new": object.__new__, "Row": Row}
    fresh, copied = [], []
    for field, kind, length in fields:
        if isinstance(kind, str):
            value, copy = (f"[0] * {length}", "[:]") if length else ("0", "")
        else:
            made[field] = _PLAIN[kind]
            value, copy = f"Row({field}() for _ in range({length}))" if length else f"{field}()", ".copy()"
        fresh.append(f"    self.{field} = {value}")
        copied.append(f"    twin.{field} = self.{field}{copy}")
    lines = ["def __init__(self):", *fresh, "def copy(self):", "    twin = new(self.__class__)", *copied]
    exec("\n".join([*lines, "    return twin"]), made)
    members = {"__slots__": tuple(field for field, _, _ in fields), "fields": fields, "__hash__": None}
    both = {"__init__": made["__init__"], "copy": made["copy"]}
    _PLAIN[fields] = type(name, (PlainRecord,), members | both)
    return _PLAIN[fields]


Game: type[Any] = _plain("Game", state.GAME)
Tables: type[Any] = _plain("Tables", state.TABLES)
Chance: type[Any] = _plain("Chance", state.CHANCE)
Events: type[Any] = _plain("Events", state.EVENT_BUFFER)
CountingEvents: type[Any] = _plain("CountingEvents", state.COUNTING_BUFFER)
Moves: type[Any] = _plain("Moves", state.MOVE_LIST)
Action: type[Any] = _plain("Action", state.ACTION)
Values: type[Any] = _plain("Values", state.VALUES)
Notes: type[Any] = _plain("Notes", state.NOTES)
Weights: type[Any] = _plain("Weights", network_shape.WEIGHTS)
Thought: type[Any] = _plain("Thought", network_shape.THOUGHT)
Run: type[Any] = _plain("Run", run_shape.RUN)
Environment: type[Any] = _plain("Environment", environment_shape.ENVIRONMENT)
Terms: type[Any] = _plain("Terms", environment_shape.TERMS)
Work: type[Any] = _plain("Work", work_shape.WORK)
Study: type[Any] = _plain("Study", work_shape.STUDY)
Frame: type[Any] = _plain("Frame", work_shape.FRAME)
Episode: type[Any] = _plain("Episode", work_shape.EPISODE)

GAME = dtype_of(state.GAME)
TABLES = dtype_of(state.TABLES)
CHANCE = dtype_of(state.CHANCE)
EVENTS = dtype_of(state.COUNTING_BUFFER)
THREAD_EVENTS = dtype_of(state.THREAD_EVENTS)
MOVES = dtype_of(state.MOVE_LIST)
ACTION = dtype_of(state.ACTION)
VALUES = dtype_of(state.VALUES)
NOTES = dtype_of(state.NOTES)
TALLY = dtype_of(state.TALLY)
WEIGHTS = dtype_of(network_shape.WEIGHTS)
THOUGHT = dtype_of(network_shape.THOUGHT)
RUN = dtype_of(run_shape.RUN)
ENVIRONMENT = dtype_of(environment_shape.ENVIRONMENT)
TERMS = dtype_of(environment_shape.TERMS)
WORK = dtype_of(work_shape.WORK)
BATCH_WORK = dtype_of(work_shape.BATCH_WORK)
SEARCH = dtype_of(work_shape.SEARCH)
SLOT = dtype_of(work_shape.SLOT)
COUNTED_SLOT = dtype_of(work_shape.COUNTED_SLOT)
STUDY = dtype_of(work_shape.STUDY)
SAMPLING = dtype_of(work_shape.SAMPLING)
FRAME = dtype_of(work_shape.FRAME)
THREAD_FRAME = dtype_of(work_shape.THREAD_FRAME)
EPISODE = dtype_of(work_shape.EPISODE)


def run_of(players: int, turns: int, limit: int, **more: int) -> Any:
    """How games are played, as a plain record; `more` are other fields of `RUN`, which are 0."""
    made = Run()
    for name, value in {"players": players, "turns": turns, "limit": limit, **more}.items():
        setattr(made, name, int(value))
    return made


def to_record(plain: PlainRecord, dtype: np.dtype[Any]) -> np.ndarray[Any, Any]:
    """A plain object as an array of one NumPy record."""
    array = np.zeros(1, dtype)
    fill_record(array, plain)
    return array


def tally_of(counts: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """The counts of event buffers, one row each, by name; the numbers are the same, not copies."""
    return counts.view(TALLY)[:, 0]


def fill_record(array: np.ndarray[Any, Any], plain: PlainRecord) -> None:
    for name, _, _ in plain.fields:
        array[name][0] = getattr(plain, name)


def packer(dtype: np.dtype[Any], fields: Fields) -> Any:
    """A function that returns a plain object's bytes, identical to those of its NumPy record."""
    form, at = ["<"], 0
    for name, kind, length in fields:
        offset = dtype.fields[name][1] if dtype.fields is not None else at
        form.append("x" * (offset - at) + f"{length or 1}{_FORMS[kind]}")
        at = offset + (length or 1) * int(kind[1])
    form.append("x" * (dtype.itemsize - at))
    layout = struct.Struct("".join(form))

    def pack(plain: Any) -> bytes:
        values: list[int] = []
        for name, _, length in fields:
            value = getattr(plain, name)
            if length:
                values += value
            else:
                values.append(value)
        return layout.pack(*values)

    return pack


_FORMS = {"i1": "b", "i2": "h", "i4": "i", "i8": "q"}
pack_game = packer(GAME, state.GAME)


def clear_padding(rows: np.ndarray[Any, Any]) -> None:
    """Set the bytes between fields to 0: a GPU leaves there what was in its memory, and a digest reads all bytes."""
    used = np.zeros(rows.dtype.itemsize, bool)
    for kind, at, *_ in (rows.dtype.fields or {}).values():
        used[at : at + kind.itemsize] = True
    raw = rows.view(np.uint8).reshape(len(rows), -1)
    for at in np.nonzero(~used)[0]:
        raw[:, at] = 0
