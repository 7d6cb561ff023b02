"""What every store can do, whatever its database: `Reader`, the reads in SQL that all of them understand, and `Store`.

A store is made of a reader and of what writes to the database; `sqlite.py` and `postgres/` have both parts. Nothing
here knows the rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol
from urllib.parse import urlsplit

import msgspec
from msgspec import UNSET

from freehold.server.storage.game_log import Entry, Log
from freehold.server.storage.record import Line, Record
from freehold.server.storage.writes import Failure, Snapshot, Unreadable, Writes

# Created at import: msgspec crashes the process if two threads build a decoder for the same type at once.
RECORDS, ENTRIES, LINES = msgspec.json.Decoder(Record), msgspec.json.Decoder(Entry), msgspec.json.Decoder(Line)
SNAPSHOTS = msgspec.json.Decoder(Snapshot)
ALL = 1 << 40  # more entries than any game has


def is_postgres(address: str) -> bool:
    return address.startswith(("postgresql://", "postgres://"))


def shown_address(address: str) -> str:
    """The address of a PostgreSQL database without user, password and options, for messages."""
    try:
        parts = urlsplit(address)
        return f"postgresql://{parts.netloc.rpartition('@')[2]}{parts.path}"
    except ValueError:
        return "postgresql:"


class Queries(Protocol):
    """A connection for reading. Parameters are written as `?`; `StoreTrouble` is raised if the database fails."""

    def rows(self, query: str, *values: str | int) -> Sequence[tuple[Any, ...]]: ...
    def close(self) -> None: ...


class Reader:
    """Read access to a database. `address` is for worker processes that read it, too."""

    def __init__(self, address: str, queries: Queries) -> None:
        self.address = address
        self.unreadable: dict[str, str] = {}  # rows that could not be decoded: the game's id, and why
        self._rows = queries.rows
        self.close = queries.close

    def record(self, game: str) -> Record | None:
        """The record of a table; `Unreadable` if it is there but cannot be decoded."""
        rows = self._rows("SELECT record FROM games WHERE id = ?", game)
        if not rows:
            return None
        record = self._decoded(game, rows[0][0])
        if record is None:
            raise Unreadable(self.unreadable[game])
        return record

    def secret(self, game: str) -> bytes:
        return bytes(self._rows("SELECT secret FROM games WHERE id = ?", game)[0][0])

    def records(self, status: str, listed: bool, most: int) -> list[Record]:
        """The newest tables with a status; only the public ones, or all."""
        which = "AND listed = 1 " if listed else ""
        query = f"SELECT id, record FROM games WHERE status = ? {which}ORDER BY created DESC, id LIMIT ?"
        found = [self._decoded(str(game), blob) for game, blob in self._rows(query, status, most)]
        return [record for record in found if record is not None]

    def records_of(self, games: Sequence[str]) -> list[Record]:
        """The readable ones of these tables, in one query."""
        marks = ", ".join("?" * len(games))
        rows = self._rows(f"SELECT id, record FROM games WHERE id IN ({marks})", *games) if games else []
        found = [self._decoded(str(game), blob) for game, blob in rows]
        return [record for record in found if record is not None]

    def _decoded(self, game: str, blob: bytes) -> Record | None:
        try:
            record = RECORDS.decode(blob)
            if record.id != game:
                raise ValueError("the row holds the record of another table")
        except (msgspec.MsgspecError, ValueError, TypeError, RecursionError) as error:
            self.unreadable[game] = str(error)[:200]
            return None
        self.unreadable.pop(game, None)
        return record

    def older(self, than: int, after: str, most: int) -> list[str]:
        """The ids of tables that were opened before a time, in the order of ids, beginning after one."""
        query = "SELECT id FROM games WHERE id > ? AND created < ? ORDER BY id LIMIT ?"
        return [str(row[0]) for row in self._rows(query, after, than, most)]

    def snapshot(self, game: str, at_most: int = ALL) -> Snapshot | None:
        """The latest readable snapshot of a game up to a number; None if there is none."""
        query = "SELECT snapshot FROM snapshots WHERE game = ? AND number <= ? ORDER BY number DESC LIMIT 1"
        rows = self._rows(query, game, at_most)
        try:
            return SNAPSHOTS.decode(rows[0][0]) if rows else None
        except (msgspec.MsgspecError, ValueError, TypeError, RecursionError):
            return None  # the game is replayed from its first action instead

    def snapshots(self, game: str) -> list[Snapshot]:
        """All readable snapshots of a game."""
        rows = self._rows("SELECT number FROM snapshots WHERE game = ? ORDER BY number", game)
        found = [self.snapshot(game, int(row[0])) for row in rows]
        return [snapshot for snapshot in found if snapshot is not None]

    def cut_entries(self, game: str) -> list[tuple[int, Entry]]:
        """What was taken out of a game, in order; each with the time at which that was done, in seconds since 1970."""
        rows = self._rows("SELECT cut, entry FROM cut_entries WHERE game = ? ORDER BY cut, number", game)
        return [(int(cut), ENTRIES.decode(entry)) for cut, entry in rows]

    def entries(self, game: str, after: int = 0, most: int = ALL) -> list[Entry]:
        query = "SELECT entry FROM entries WHERE game = ? AND number > ? ORDER BY number LIMIT ?"
        return [ENTRIES.decode(row[0]) for row in self._rows(query, game, after, most)]

    def rows(self, game: str) -> list[tuple[Entry, str | None]]:
        """Every entry with its client's id."""
        rows = self._rows("SELECT entry, client FROM entries WHERE game = ? ORDER BY number", game)
        return [(ENTRIES.decode(entry), None if client is None else str(client)) for entry, client in rows]

    def log(self, record: Record) -> Log:
        """The log of a game that has begun. It includes the secret only after the game has ended."""
        if record.header is None:
            raise ValueError("a game that has not begun has no log")
        secret = self.secret(record.id).hex() if record.ending is not None else None
        signature = UNSET if record.signature is None else record.signature
        return Log(record.header, self.entries(record.id), record.ending, secret, signature, record.redacted or UNSET)

    def last(self, game: str) -> int:
        """The number of a game's last action; 0 if there is none."""
        return int(self._rows("SELECT coalesce(max(number), 0) FROM entries WHERE game = ?", game)[0][0])

    def lasts(self, games: Sequence[str]) -> dict[str, int]:
        """The number of the last action of each of these games."""
        if not games:
            return {}
        marks = ", ".join("?" * len(games))
        last = "(SELECT coalesce(max(number), 0) FROM entries WHERE game = games.id)"
        return dict(self._rows(f"SELECT id, {last} FROM games WHERE id IN ({marks})", *games))

    def number_of(self, game: str, client: str) -> int | None:
        """The number under which this client's action was stored, if it was."""
        rows = self._rows("SELECT number FROM entries WHERE game = ? AND client = ?", game, client)
        return int(rows[0][0]) if rows else None

    def made(self, game: str, name: str) -> bytes | None:
        """What was made of a finished game and stored under this name."""
        rows = self._rows("SELECT body FROM made WHERE game = ? AND name = ?", game, name)
        return bytes(rows[0][0]) if rows else None

    def clients(self, game: str) -> list[str]:
        """The client action ids of a game, each prefixed with its seat."""
        rows = self._rows("SELECT client FROM entries WHERE game = ? AND client IS NOT NULL", game)
        return [str(row[0]) for row in rows]

    def chat(self, game: str, most: int) -> list[Line]:
        rows = self._rows("SELECT line FROM chat WHERE game = ? ORDER BY number DESC LIMIT ?", game, most)
        return [LINES.decode(row[0]) for row in reversed(rows)]

    def count(self) -> tuple[int, int]:
        """The number of games and of entries."""
        rows = self._rows("SELECT (SELECT count(*) FROM games), (SELECT count(*) FROM entries)")
        return int(rows[0][0]), int(rows[0][1])

    def gaps(self) -> int:
        """How many entries are missing between others of their games."""
        games = "(SELECT max(number) AS last, count(*) AS found FROM entries GROUP BY game) AS games"
        return int(self._rows(f"SELECT coalesce(sum(last - found), 0) FROM {games}")[0][0])


class Store(Protocol):
    """The interface of a store.

    `commit` returns when everything is on disk. A step that conflicts or cannot be stored is answered with the reason;
    disk errors are raised, and then nothing of the batch is written. `shared` is a fact about the database, such as a
    key: `fresh` if there is none yet.
    """

    read: Reader

    def commit(self, batch: Sequence[Writes]) -> list[Failure | None]: ...
    def check(self) -> None: ...
    def shared(self, name: str, fresh: str) -> str: ...
    def close(self) -> None: ...
