"""What a step of a table writes, the SQL statements for it, and how writing may fail.

The key of an action is (game, number), so no action is written twice. The statements are understood by every supported
database; parameters are written as `?`.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import Struct

from freehold.server.storage.game_log import Entry
from freehold.server.storage.record import Line, Record

Row = tuple[str, int, str | None, bytes]
Value = str | int | bytes
Statement = tuple[str, tuple[Value, ...]]


class Conflict(Exception):
    """This action number, or this client's action id, has already been written."""


class StoreTrouble(Exception):
    """The disk or the database failed; nothing was written."""


class Unwritable(Exception):
    """The step contains a value that cannot be stored. Nothing of it is on disk; other steps are."""


class Fenced(Exception):
    """Another process has taken the table over. Nothing of the step is on disk; other steps are."""


class BadDatabase(Exception):
    """The database cannot be opened: the code of the sentence that says so, and the database's own words."""

    def __init__(self, code: str, why: str) -> None:
        super().__init__(code, why)
        self.code, self.why = code, why


class Unreadable(Exception):
    """A stored row that this release cannot decode."""


class Snapshot(Struct, frozen=True):
    """A game after an action, so that it need not be replayed from the start; valid only for the rules that made it."""

    number: int
    hash: str
    rules: str
    position: Mapping[str, Any]
    setup: list[Any]  # the events of the set-up
    drawn: dict[str, Any]  # as `draws.stored` gives it
    chains: dict[str, Any]  # of the seats, as `Drawing.state` gives them


class Writes(Struct):
    """What one step of a table writes, atomically."""

    record: Record | None = None
    secret: bytes | None = None  # only with a new record
    game: str = ""
    entries: list[tuple[Entry, str | None]] = []  # each with "seat:id", where the client chose the id
    line: Line | None = None
    opened: tuple[Record, bytes] | None = None  # a table that the step creates, with its secret
    cut: int | None = None  # entries after this number are taken out of the game's log
    cut_before: list[tuple[int, Entry]] = []  # what was taken out of an imported game, and when
    snapshot: Snapshot | None = None  # the game after the last of the entries
    made: tuple[str, bytes] | None = None  # something of a finished game, by name; anybody may write it
    fence: int = 0  # the number of the lease by which the writing process owns the table; 0 without leases
    unsaid: list[int] | None = None  # numbers of chat lines to delete; snapshots, which contain names, are deleted too
    delete: bool = False  # delete everything that the store has of the game, and do nothing else

    @property
    def rest(self) -> bool:
        """Whether there is more than entries to write."""
        parts = (self.record, self.line, self.opened, self.snapshot, self.cut, self.unsaid, self.made)
        return self.delete or any(part is not None for part in parts)

    def __bool__(self) -> bool:
        return bool(self.entries) or self.rest


OF_GAME = ("entries", "chat", "snapshots", "cut_entries", "made")  # tables besides `games`
Failure = Conflict | Unwritable | Fenced


def entry_rows(writes: Writes) -> list[Row]:
    """The rows for the table `entries`: game, number, client, entry."""
    return [(writes.game, entry.number, client, msgspec.json.encode(entry)) for entry, client in writes.entries]


def statements(writes: Writes) -> list[Statement]:
    """Everything that the step writes except its entries, in order."""
    if writes.delete:
        rest = [f"DELETE FROM {table} WHERE game = ?" for table in OF_GAME]
        return [(statement, (writes.game,)) for statement in ("DELETE FROM games WHERE id = ?", *rest)]
    found: list[Statement] = []
    record = writes.record
    if record is not None and writes.secret is not None:
        found.append(_open(record, writes.secret))
    elif record is not None:
        found.append(("UPDATE games SET status = ?, listed = ?, record = ? WHERE id = ?", _row(record)))
    if writes.opened is not None:
        found.append(_open(*writes.opened))
    if writes.line is not None:
        line = (writes.game, writes.line.number, msgspec.json.encode(writes.line))
        found.append(("INSERT INTO chat (game, number, line) VALUES (?, ?, ?)", line))
    for cut, entry in writes.cut_before:
        row = (writes.game, entry.number, cut, msgspec.json.encode(entry))
        found.append(("INSERT INTO cut_entries (game, number, cut, entry) VALUES (?, ?, ?, ?)", row))
    if writes.cut is not None:
        after = (writes.game, writes.cut)
        keep = (
            "INSERT INTO cut_entries (game, number, cut, entry)"
            " SELECT game, number, ?, entry FROM entries WHERE game = ? AND number > ?"
        )
        found.append((keep, (int(time.time()), *after)))
        found.append(("DELETE FROM entries WHERE game = ? AND number > ?", after))
        found.append(("DELETE FROM snapshots WHERE game = ? AND number > ?", after))
    if writes.unsaid is not None:
        found += [("DELETE FROM chat WHERE game = ? AND number = ?", (writes.game, line)) for line in writes.unsaid]
        found += [(f"DELETE FROM {table} WHERE game = ?", (writes.game,)) for table in ("snapshots", "made")]
    if writes.made is not None:
        store = (  # unless it has been deleted meanwhile
            "INSERT INTO made (game, name, body) SELECT id, ?, ? FROM games WHERE id = ?"
            " ON CONFLICT (game, name) DO UPDATE SET body = excluded.body"
        )
        found.append((store, (*writes.made, writes.game)))
    if writes.snapshot is not None:
        snapshot = (writes.game, writes.snapshot.number, msgspec.json.encode(writes.snapshot))
        replace = (
            "INSERT INTO snapshots (game, number, snapshot) VALUES (?, ?, ?)"
            " ON CONFLICT (game, number) DO UPDATE SET snapshot = excluded.snapshot"
        )
        found.append((replace, snapshot))
    return found


def _row(record: Record) -> tuple[str, int, bytes, str]:
    return record.status, int(record.listed), msgspec.json.encode(record), record.id


def _open(record: Record, secret: bytes) -> Statement:
    values = (*_row(record), record.created, secret)
    return "INSERT INTO games (status, listed, record, id, created, secret) VALUES (?, ?, ?, ?, ?, ?)", values
