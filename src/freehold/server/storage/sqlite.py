"""The store as one SQLite file. `recovery.py` repairs damaged files; `migrations.py` has the schema."""

from __future__ import annotations

import contextlib
import sqlite3
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from urllib.parse import quote

import msgspec

from freehold.server.storage import entry_count
from freehold.server.storage.folder_lock import FolderLock
from freehold.server.storage.game_log import Entry
from freehold.server.storage.migrations import migrate
from freehold.server.storage.record import Line, Record
from freehold.server.storage.same_file import SameFiles
from freehold.server.storage.store import ALL, Conflict, Failure, Snapshot, StoreTrouble, Unreadable, Unwritable, Writes

FILE = "freehold.sqlite3"
AT_ONCE = 200  # entries per statement
# Created at import: msgspec crashes the process if two threads build a decoder for the same type at once.
RECORDS, ENTRIES, LINES = msgspec.json.Decoder(Record), msgspec.json.Decoder(Entry), msgspec.json.Decoder(Line)
SNAPSHOTS = msgspec.json.Decoder(Snapshot)


class SqliteReader:
    """Read access to a database. Its connection is used by one thread at a time."""

    def __init__(self, path: Path | str) -> None:
        self.path = Path(path)
        self.unreadable: dict[str, str] = {}
        self._read = reading(self.path)
        self._reading = threading.Lock()

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

    def snapshot(self, game: str, at_most: int = ALL) -> Snapshot | None:
        """The latest readable snapshot of a game up to a number; None if there is none."""
        query = "SELECT snapshot FROM snapshots WHERE game = ? AND number <= ? ORDER BY number DESC LIMIT 1"
        rows = self._rows(query, game, at_most)
        try:
            return SNAPSHOTS.decode(rows[0][0]) if rows else None
        except (msgspec.MsgspecError, ValueError, TypeError, RecursionError):
            return None  # the game is replayed from its first action instead

    def entries(self, game: str, after: int = 0, most: int = ALL) -> list[Entry]:
        query = "SELECT entry FROM entries WHERE game = ? AND number > ? ORDER BY number LIMIT ?"
        return [ENTRIES.decode(row[0]) for row in self._rows(query, game, after, most)]

    def rows(self, game: str) -> list[tuple[Entry, str | None]]:
        """Every entry with its client's id."""
        rows = self._rows("SELECT entry, client FROM entries WHERE game = ? ORDER BY number", game)
        return [(ENTRIES.decode(entry), None if client is None else str(client)) for entry, client in rows]

    def last(self, game: str) -> int:
        """The number of a game's last action; 0 if there is none."""
        return int(self._rows("SELECT coalesce(max(number), 0) FROM entries WHERE game = ?", game)[0][0])

    def number_of(self, game: str, client: str) -> int | None:
        """The number under which this client's action was stored, if it was."""
        rows = self._rows("SELECT number FROM entries WHERE game = ? AND client = ?", game, client)
        return int(rows[0][0]) if rows else None

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

    def close(self) -> None:
        with self._reading:
            self._read.close()

    def _rows(self, query: str, *values: str | int) -> list[tuple[bytes, ...]]:
        with self._reading:
            try:
                return self._read.execute(query, values).fetchall()
            except sqlite3.Error as error:
                raise StoreTrouble(str(error)) from None


class SqliteStore(SqliteReader):
    """Adds a connection for writing; each connection is used by one thread at a time."""

    def __init__(self, path: Path | str) -> None:
        self.unchecked = False  # a large database that was opened without reading all of it
        self.lock: FolderLock | None = None  # the lock of the folder, if this store may write
        self._write = connect(Path(path))
        try:
            migrate(self._write)
            self._write.execute("INSERT OR REPLACE INTO facts VALUES ('opened', datetime())")  # creates the journal
        except BaseException:
            self._write.close()
            raise
        super().__init__(path)
        self._entries: int | None = None  # cached number of entries on disk
        self._files = SameFiles(self.path)

    def check(self) -> None:
        """Can this store be written to? The trouble is raised."""
        self._write.execute("INSERT OR REPLACE INTO facts VALUES ('checked', datetime())")
        self._files.check()

    def commit(self, batch: Sequence[Writes]) -> list[Failure | None]:
        """Write all steps in one transaction; if one cannot be written, retry them one by one."""
        answers: list[Failure | None] = [None] * len(batch)
        try:
            self._commit_all(batch)
        except Exception as error:
            if of_the_disk(error):
                raise
            answers = self._commit_each(batch)
        self._files.check()  # a commit to a replaced file must not be acknowledged
        written = sum(len(writes.entries) for writes, answer in zip(batch, answers, strict=True) if answer is None)
        if any(writes.cut is not None for writes in batch):
            self._entries = None  # to be counted again
            self.keep_count()
        elif written:
            self.keep_count(written)
        return answers

    def keep_count(self, more: int = 0, known: int = 0) -> None:
        """Update the entry counter; `more` entries are new. `known`: how many there are, if that is known already."""
        self._entries = (known or self.count()[1]) if self._entries is None else self._entries + more
        entry_count.write(self.path, self._entries)

    def _commit_all(self, batch: Sequence[Writes]) -> None:
        rows = [row for writes in batch for row in entry_rows(writes)]
        if len(rows) <= AT_ONCE and not any(has_rest(writes) for writes in batch):
            put_entries(self._write, rows)  # a single statement is its own transaction
            return
        with transaction(self._write) as write:
            for writes in batch:
                put_rest(write, writes)
            for start in range(0, len(rows), AT_ONCE):
                put_entries(write, rows[start : start + AT_ONCE])

    def _commit_each(self, batch: Sequence[Writes]) -> list[Failure | None]:
        answers: list[Failure | None] = []
        with transaction(self._write) as write:
            for writes in batch:
                write.execute("SAVEPOINT step")
                answer: Failure | None = None
                try:
                    put_rest(write, writes)
                    for row in entry_rows(writes):
                        put_entries(write, [row])
                except sqlite3.IntegrityError as error:
                    answer = Conflict(str(error))
                except Exception as error:
                    if of_the_disk(error):
                        raise
                    answer = Unwritable(type(error).__name__)
                if answer is not None:
                    write.execute("ROLLBACK TO step")
                answers.append(answer)
                write.execute("RELEASE step")
        return answers

    def close(self) -> None:
        super().close()
        self._write.close()
        if self.lock is not None:
            self.lock.close()


def of_the_disk(error: Exception) -> bool:
    """Whether an error comes from the disk or the file and so affects every step; other errors affect one step."""
    damaged = type(error) in (sqlite3.DatabaseError, sqlite3.InternalError)
    return damaged or isinstance(error, sqlite3.OperationalError | OSError | MemoryError)


def connect(path: Path) -> sqlite3.Connection:
    """A connection whose commits survive a power failure."""
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=30)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    return connection


def reading(path: Path) -> sqlite3.Connection:
    """A connection that cannot write."""
    address = f"file:{quote(str(path.absolute()))}?mode=ro"
    return sqlite3.connect(address, uri=True, isolation_level=None, check_same_thread=False, timeout=30)


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
    """Insert many entries in one statement: between two statements the GIL may go to another thread."""
    if rows:
        values = ", ".join(["(?, ?, ?, ?)"] * len(rows))
        flat = [value for row in rows for value in row]
        write.execute(f"INSERT INTO entries (game, number, client, entry) VALUES {values}", flat)


def has_rest(writes: Writes) -> bool:
    rest = (writes.record, writes.line, writes.opened, writes.snapshot, writes.cut)
    return any(part is not None for part in rest)


def put_rest(write: sqlite3.Connection, writes: Writes) -> None:
    """Write everything except the entries into the open transaction."""
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
    if writes.cut is not None:
        after = (writes.game, writes.cut)
        write.execute(
            "INSERT INTO cut_entries (game, number, cut, entry)"
            " SELECT game, number, unixepoch(), entry FROM entries WHERE game = ? AND number > ?",
            after,
        )
        write.execute("DELETE FROM entries WHERE game = ? AND number > ?", after)
        write.execute("DELETE FROM snapshots WHERE game = ? AND number > ?", after)
    if writes.snapshot is not None:
        write.execute(
            "INSERT OR REPLACE INTO snapshots (game, number, snapshot) VALUES (?, ?, ?)",
            (writes.game, writes.snapshot.number, msgspec.json.encode(writes.snapshot)),
        )


def _row(record: Record) -> tuple[str, int, bytes, str]:
    return record.status, int(record.listed), msgspec.json.encode(record), record.id


def _open(write: sqlite3.Connection, record: Record, secret: bytes) -> None:
    write.execute(
        "INSERT INTO games (status, listed, record, id, created, secret) VALUES (?, ?, ?, ?, ?, ?)",
        (*_row(record), record.created, secret),
    )
