"""The store as one SQLite file. `recovery.py` repairs damaged files; `migrations.py` has the schema."""

from __future__ import annotations

import contextlib
import sqlite3
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from urllib.parse import quote

from freehold.server.storage import entry_count
from freehold.server.storage.folder_lock import FolderLock
from freehold.server.storage.migrations import migrate
from freehold.server.storage.same_file import SameFiles
from freehold.server.storage.store import Reader
from freehold.server.storage.writes import (
    Conflict,
    Failure,
    Row,
    StoreTrouble,
    Unwritable,
    Writes,
    entry_rows,
    statements,
)

FILE = "freehold.sqlite3"
ENTRIES_PER_STATEMENT = 200  # entries per statement


class SqliteQueries:
    """A connection for reading, used by one thread at a time."""

    def __init__(self, path: Path | str) -> None:
        self._connection = reading(Path(path))
        self._lock = threading.Lock()

    def rows(self, query: str, *values: str | int) -> list[tuple[bytes, ...]]:
        with self._lock:
            try:
                return self._connection.execute(query, values).fetchall()
            except sqlite3.Error as error:
                raise StoreTrouble(str(error)) from None

    def close(self) -> None:
        with self._lock:
            self._connection.close()


class SqliteStore:
    """A store with a connection for reading and one for writing; each is used by one thread at a time."""

    def __init__(self, path: Path | str) -> None:
        self.path = Path(path)
        self.unchecked = False  # a large database that was opened without reading all of it
        self.lock: FolderLock | None = None  # the lock of the folder, if this store may write
        self._write = connect(self.path)
        try:
            migrate(self._write)
            self._write.execute("INSERT OR REPLACE INTO facts VALUES ('opened', datetime())")  # creates the journal
            self.read = Reader(str(path), SqliteQueries(path))
        except BaseException:
            self._write.close()
            raise
        self._entries: int | None = None  # cached number of entries on disk
        self._files = SameFiles(self.path)

    def check(self) -> None:
        """Can this store be written to? The trouble is raised."""
        self._write.execute("INSERT OR REPLACE INTO facts VALUES ('checked', datetime())")
        self._files.check()

    def shared(self, name: str, fresh: str) -> str:
        """A fact about this database; the first one who asks sets it."""
        self._write.execute("INSERT OR IGNORE INTO facts VALUES (?, ?)", (name, fresh))
        return str(self._write.execute("SELECT value FROM facts WHERE name = ?", (name,)).fetchone()[0])

    def commit(self, batch: Sequence[Writes]) -> list[Failure | None]:
        """Write all steps in one transaction; if one cannot be written, retry them one by one."""
        answers: list[Failure | None] = [None] * len(batch)
        deletes = any(writes.delete or writes.unsaid is not None for writes in batch)
        if deletes:
            self._write.execute("PRAGMA secure_delete = ON")  # what players delete is overwritten
        removed = sum(self._removed(writes) for writes in batch)
        if removed:
            self.keep_count(-removed, row=0)  # before they are gone: the counter must never be too high
        try:
            self._commit_all(batch)
        except Exception as error:
            if of_the_disk(error):
                self._entries = None if removed else self._entries  # to be counted again
                raise
            answers = self._commit_each(batch)
        self._files.check()  # a commit to a replaced file must not be acknowledged
        written = sum(len(writes.entries) for writes, answer in zip(batch, answers, strict=True) if answer is None)
        if written or removed:
            self.keep_count(written)
        if deletes:
            self._write.execute("PRAGMA secure_delete = OFF")
        return answers

    def _removed(self, writes: Writes) -> int:
        """How many entries a step takes out of a game."""
        if writes.cut is None and not writes.delete:
            return 0
        after = 0 if writes.delete else writes.cut
        query = "SELECT count(*) FROM entries WHERE game = ? AND number > ?"
        return int(self._write.execute(query, (writes.game, after)).fetchone()[0])

    def keep_count(self, more: int = 0, known: int = 0, row: int | None = None) -> None:
        """Update the entry counter; `more` entries are new. `known`: how many there are, if that is known already."""
        self._entries = (known or self.read.count()[1]) if self._entries is None else self._entries + more
        entry_count.write(self.path, self._entries, self.highest_row() if row is None else row)

    def highest_row(self) -> int:
        """The highest row of the entries. Rows are numbered in the order in which they are written."""
        return int(self._write.execute("SELECT coalesce(max(rowid), 0) FROM entries").fetchone()[0])

    def _commit_all(self, batch: Sequence[Writes]) -> None:
        rows = [row for writes in batch for row in entry_rows(writes)]
        if len(rows) <= ENTRIES_PER_STATEMENT and not any(writes.rest for writes in batch):
            put_entries(self._write, rows)  # a single statement is its own transaction
            return
        with transaction(self._write) as write:
            for writes in batch:
                put_rest(write, writes)
            for start in range(0, len(rows), ENTRIES_PER_STATEMENT):
                put_entries(write, rows[start : start + ENTRIES_PER_STATEMENT])

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
        self.read.close()
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
    try:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
    except BaseException:
        connection.close()
        raise
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


def put_entries(write: sqlite3.Connection, rows: Sequence[Row]) -> None:
    """Insert many entries in one statement: between two statements the GIL may go to another thread."""
    if rows:
        values = ", ".join(["(?, ?, ?, ?)"] * len(rows))
        flat = [value for row in rows for value in row]
        write.execute(f"INSERT INTO entries (game, number, client, entry) VALUES {values}", flat)


def put_rest(write: sqlite3.Connection, writes: Writes) -> None:
    """Write everything except the entries into the open transaction."""
    for statement, values in statements(writes):
        write.execute(statement, values)
