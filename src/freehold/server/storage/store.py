"""The store: tables, their accepted actions and their chat in one SQLite file.

What is committed is on disk. The key of an action is (game, number), so that the same move can never be written
twice. A damaged file is mended in `recovery.py`. Nothing here knows the rules.
"""

from __future__ import annotations

import contextlib
import sqlite3
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Protocol

import msgspec
from msgspec import Struct

from freehold.server.storage import entry_count
from freehold.server.storage.game_log import Entry, Log
from freehold.server.storage.record import Line, Record

FILE = "freehold.sqlite3"
AT_ONCE = 200  # entries in one statement
ALL = 1 << 40  # more entries than a game can have
# Made here, and not when they are first used: two threads that ask msgspec for the same type at once crash the process.
RECORDS, ENTRIES, LINES = msgspec.json.Decoder(Record), msgspec.json.Decoder(Entry), msgspec.json.Decoder(Line)
SCHEMA = """
CREATE TABLE IF NOT EXISTS games (
    id TEXT PRIMARY KEY NOT NULL, status TEXT NOT NULL, listed INTEGER NOT NULL, created INTEGER NOT NULL,
    secret BLOB NOT NULL, record BLOB NOT NULL);
CREATE TABLE IF NOT EXISTS entries (
    game TEXT NOT NULL, number INTEGER NOT NULL, client TEXT, entry BLOB NOT NULL, PRIMARY KEY (game, number));
CREATE UNIQUE INDEX IF NOT EXISTS one_effect ON entries (game, client) WHERE client IS NOT NULL;
CREATE TABLE IF NOT EXISTS chat (
    game TEXT NOT NULL, number INTEGER NOT NULL, line BLOB NOT NULL, PRIMARY KEY (game, number));
CREATE INDEX IF NOT EXISTS by_status ON games (status, created);
"""


class Conflict(Exception):
    """Somebody else has written this move, or this client's action, already."""


class Writes(Struct):
    """What one step of a table puts on disk, all of it or nothing."""

    record: Record | None = None
    secret: bytes | None = None  # with a new record only
    game: str = ""
    entries: list[tuple[Entry, str | None]] = []  # each with the seat and id its client gave it
    line: Line | None = None
    opened: tuple[Record, bytes] | None = None  # another table that the step opens, with its secret

    def __bool__(self) -> bool:
        return self.record is not None or bool(self.entries) or self.line is not None or self.opened is not None


class Store(Protocol):
    """What the server asks of a store. `commit` returns when all is on disk; a conflict is answered, not raised."""

    def commit(self, batch: Sequence[Writes]) -> list[Conflict | None]: ...
    def record(self, game: str) -> Record | None: ...
    def secret(self, game: str) -> bytes: ...
    def records(self, status: str, listed: bool, most: int) -> list[Record]: ...
    def entries(self, game: str, after: int = 0, most: int = ALL) -> list[Entry]: ...
    def rows(self, game: str) -> list[tuple[Entry, str | None]]: ...
    def last(self, game: str) -> int: ...
    def number_of(self, game: str, client: str) -> int | None: ...
    def clients(self, game: str) -> list[str]: ...
    def chat(self, game: str, most: int) -> list[Line]: ...
    def close(self) -> None: ...


class SqliteStore:
    """One connection to write, one to read; each is used by one thread at a time."""

    def __init__(self, path: Path | str) -> None:
        self.path = Path(path)
        self._write = connect(self.path)
        self._write.executescript(SCHEMA)
        self._read = connect(self.path)
        self._reading = threading.Lock()
        self._entries: int | None = None  # on disk, as far as this store knows

    def commit(self, batch: Sequence[Writes]) -> list[Conflict | None]:
        """All of it in one go; if one of the steps is in conflict, each for itself."""
        answers: list[Conflict | None] = [None] * len(batch)
        try:
            self._commit_all(batch)
        except sqlite3.IntegrityError:
            answers = self._commit_each(batch)
        written = sum(len(writes.entries) for writes, answer in zip(batch, answers, strict=True) if answer is None)
        if written:
            self.keep_count(written)
        return answers

    def keep_count(self, more: int = 0) -> None:
        """Note how many entries there are now; `more` of them are new."""
        self._entries = self.count()[1] if self._entries is None else self._entries + more
        entry_count.write(self.path, self._entries)

    def _commit_all(self, batch: Sequence[Writes]) -> None:
        rows = [row for writes in batch for row in entry_rows(writes)]
        if len(rows) <= AT_ONCE and not any(writes.record or writes.line or writes.opened for writes in batch):
            put_entries(self._write, rows)  # one statement is a transaction by itself
            return
        with transaction(self._write) as write:
            for writes in batch:
                put_rest(write, writes)
            for start in range(0, len(rows), AT_ONCE):
                put_entries(write, rows[start : start + AT_ONCE])

    def _commit_each(self, batch: Sequence[Writes]) -> list[Conflict | None]:
        answers: list[Conflict | None] = []
        with transaction(self._write) as write:
            for writes in batch:
                write.execute("SAVEPOINT step")
                try:
                    put_rest(write, writes)
                    for row in entry_rows(writes):
                        put_entries(write, [row])
                    answers.append(None)
                except sqlite3.IntegrityError as error:
                    write.execute("ROLLBACK TO step")
                    answers.append(Conflict(str(error)))
                write.execute("RELEASE step")
        return answers

    def record(self, game: str) -> Record | None:
        rows = self._rows("SELECT record FROM games WHERE id = ?", game)
        return RECORDS.decode(rows[0][0]) if rows else None

    def secret(self, game: str) -> bytes:
        return bytes(self._rows("SELECT secret FROM games WHERE id = ?", game)[0][0])

    def records(self, status: str, listed: bool, most: int) -> list[Record]:
        """The newest tables of a status; only those that may be shown to everybody, or all."""
        rows = self._rows(
            "SELECT record FROM games WHERE status = ? AND listed >= ? ORDER BY created DESC, id LIMIT ?",
            status,
            int(listed),
            most,
        )
        return [RECORDS.decode(row[0]) for row in rows]

    def entries(self, game: str, after: int = 0, most: int = ALL) -> list[Entry]:
        query = "SELECT entry FROM entries WHERE game = ? AND number > ? ORDER BY number LIMIT ?"
        return [ENTRIES.decode(row[0]) for row in self._rows(query, game, after, most)]

    def rows(self, game: str) -> list[tuple[Entry, str | None]]:
        """Every entry with what its client called it."""
        rows = self._rows("SELECT entry, client FROM entries WHERE game = ? ORDER BY number", game)
        return [(ENTRIES.decode(entry), None if client is None else str(client)) for entry, client in rows]

    def last(self, game: str) -> int:
        """The number of a game's last action; 0 if there is none."""
        return int(self._rows("SELECT coalesce(max(number), 0) FROM entries WHERE game = ?", game)[0][0])

    def number_of(self, game: str, client: str) -> int | None:
        """The number under which this client's action was written, if it was."""
        rows = self._rows("SELECT number FROM entries WHERE game = ? AND client = ?", game, client)
        return int(rows[0][0]) if rows else None

    def clients(self, game: str) -> list[str]:
        """What clients called their actions in this game, each with the seat before it."""
        rows = self._rows("SELECT client FROM entries WHERE game = ? AND client IS NOT NULL", game)
        return [str(row[0]) for row in rows]

    def chat(self, game: str, most: int) -> list[Line]:
        rows = self._rows("SELECT line FROM chat WHERE game = ? ORDER BY number DESC LIMIT ?", game, most)
        return [LINES.decode(row[0]) for row in reversed(rows)]

    def count(self) -> tuple[int, int]:
        """How many games and how many entries there are."""
        rows = self._rows("SELECT (SELECT count(*) FROM games), (SELECT count(*) FROM entries)")
        return int(rows[0][0]), int(rows[0][1])

    def close(self) -> None:
        with self._reading:
            self._read.close()
        self._write.close()

    def _rows(self, query: str, *values: str | int) -> list[tuple[bytes, ...]]:
        with self._reading:
            return self._read.execute(query, values).fetchall()


def connect(path: Path) -> sqlite3.Connection:
    """A connection whose commits survive a loss of power."""
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=30)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    return connection


@contextlib.contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[sqlite3.Connection]:
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield connection
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


Row = tuple[str, int, str | None, bytes]


def entry_rows(writes: Writes) -> list[Row]:
    return [(writes.game, entry.number, client, msgspec.json.encode(entry)) for entry, client in writes.entries]


def put_entries(write: sqlite3.Connection, rows: Sequence[Row]) -> None:
    """Many entries in one statement: between two statements another thread may hold things up."""
    if rows:
        values = ", ".join(["(?, ?, ?, ?)"] * len(rows))
        flat = [value for row in rows for value in row]
        write.execute(f"INSERT INTO entries (game, number, client, entry) VALUES {values}", flat)


def put_rest(write: sqlite3.Connection, writes: Writes) -> None:
    """What a step writes beside its entries, into the open transaction."""
    record = writes.record
    if record is not None and writes.secret is not None:
        _open(write, record, writes.secret)
    elif record is not None:
        write.execute("UPDATE games SET status = ?, listed = ?, record = ? WHERE id = ?", _row(record))
    if writes.opened is not None:
        _open(write, *writes.opened)
    if writes.line is not None:
        write.execute(
            "INSERT INTO chat (game, number, line) VALUES (?, ?, ?)",
            (writes.game, writes.line.number, msgspec.json.encode(writes.line)),
        )


def _row(record: Record) -> tuple[str, int, bytes, str]:
    return record.status, int(record.listed), msgspec.json.encode(record), record.id


def _open(write: sqlite3.Connection, record: Record, secret: bytes) -> None:
    write.execute(
        "INSERT INTO games (status, listed, record, id, created, secret) VALUES (?, ?, ?, ?, ?, ?)",
        (*_row(record), record.created, secret),
    )


def log_of(store: Store, record: Record) -> Log:
    """The log of a game that has begun. The secret goes with it only when the game has ended."""
    if record.header is None:
        raise ValueError("a game that has not begun has no log")
    secret = store.secret(record.id).hex() if record.ending is not None else None
    return Log(record.header, store.entries(record.id), record.ending, secret)
