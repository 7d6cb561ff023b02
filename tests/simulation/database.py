"""A PostgreSQL of the simulation: the real statements of the server, translated for one SQLite database in memory.

`SimulatedConnection` has what the server uses of psycopg's connections. Each piece of work in a thread is done at one
point of virtual time, so that transactions never overlap. `Database.faults` decides whether a piece of work fails
before or after it was done, and how long it takes.
"""

from __future__ import annotations

import contextlib
import json
import re
import sqlite3
import struct
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any, Protocol, cast

import psycopg
from psycopg.errors import UniqueViolation
from psycopg.pq import ExecStatus

from freehold.server.storage.postgres import quick_commit
from freehold.server.storage.postgres.connection import Connection
from freehold.server.storage.postgres.postgres_store import PUT_ENTRIES, PostgresStore
from freehold.server.storage.postgres.schema import migrate
from tests.simulation.owners import Owners

ADDRESS = "postgresql://simulated/freehold"
TRANSLATIONS = (
    (r"%%", "%"),
    (r"= ANY\(%s\)", "IN (SELECT value FROM json_each(?))"),
    (r"%\((\w+)\)s", r":\1"),
    (r"%[sb]", "?"),
    (r"SELECT FROM", "SELECT 1 FROM"),
    (r"FOR (KEY SHARE|UPDATE( SKIP LOCKED)?)", ""),
    (r"make_interval\(secs => ([^)]*)\)", r"\1"),
    (r"interval '1 day'", "86400"),
    (r"LEAST\(", "min("),
    (r"extract\(epoch FROM ([^)]*\(\)[^)]*)\)", r"(\1)"),
    (r'COLLATE "C"', ""),
    (r"BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY", "INTEGER PRIMARY KEY AUTOINCREMENT"),
    (r"UNLOGGED ", ""),
    (r"DEFAULT now\(\)", ""),
    (r"\[\]", ""),
)  # fmt: skip
IGNORED = re.compile(r"SET |SELECT pg_advisory")
SHOW_TABLES = "UPDATE leases SET seen = ? WHERE game = ? AND process = ?"
TABLES = (
    "games",
    "entries",
    "chat",
    "snapshots",
    "cut_entries",
    "processes",
    "leases",
    "allowances",
    "sqlite_sequence",
)


@cache
def translated(statement: str) -> str:
    for pattern, replacement in TRANSLATIONS:
        statement = re.sub(pattern, replacement, statement)
    return statement


class Faults(Protocol):
    """What can go wrong with a piece of work of a process: each method may raise `psycopg.OperationalError`."""

    def before(self, connection: SimulatedConnection) -> None: ...
    def after(self, connection: SimulatedConnection) -> None: ...


class Database:
    """`wrote`: who wrote which entries under which fencing number, in the order of commits.

    `refusing`: tables whose next entry it refuses, as often as somebody tries to store this one.
    """

    def __init__(self) -> None:
        self.rows = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
        self.now: Callable[[], float] = lambda: 0.0
        self.faults: Faults | None = None
        self.wrote: list[tuple[str, int, int, str]] = []  # game, number, fence, process
        self.refusing: set[str] = set()
        self._refused: set[bytes] = set()  # entries
        self.rows.create_function("now", 0, lambda: self.now())
        self.owners = Owners(self.rows, lambda: self.now())
        migrate(cast(Connection, self.connection("")))

    def clear(self) -> None:
        """As new, for the next schedule: faster than another database."""
        for table in TABLES:
            self.rows.execute(f"DELETE FROM {table}")
        self.wrote = []
        self.owners.found = []
        self.refusing.clear()
        self._refused.clear()

    def storable(self, game: str, entry: bytes) -> bool:
        if game in self.refusing:
            self.refusing.discard(game)
            self._refused.add(entry)
        return entry not in self._refused

    def connection(self, process: str) -> SimulatedConnection:
        return SimulatedConnection(self, process)

    def store(self, process: str) -> PostgresStore:
        """The server's own store on this database."""
        return PostgresStore(ADDRESS, lambda _: cast(Connection, self.connection(process)))


class SimulatedConnection:
    """One connection of a process. `broken`: as of psycopg's."""

    def __init__(self, database: Database, process: str) -> None:
        self._database, self.process = database, process
        self._rows = database.rows
        self.closed = self.broken = False
        self.epoch: int | None = None  # of the database's life, since its first piece of work
        self._depth = 0
        self.pgconn = Prepared(self)

    def execute(self, statement: str, values: Any = ()) -> sqlite3.Cursor:
        if IGNORED.match(statement):
            return self._rows.execute("SELECT 1")
        with self.piece_of_work():
            return self._execute(statement, values)

    def _execute(self, statement: str, values: Any) -> sqlite3.Cursor:
        if statement == PUT_ENTRIES:
            return self.put_entries(list(zip(*values, strict=True)))
        if "unnest" in statement:  # what `Leases.show` publishes
            games, seen, process = values
            rows = [(one, game, process) for game, one in zip(games, seen, strict=True)]
            return self._rows.executemany(SHOW_TABLES, rows)
        if not isinstance(values, dict):
            values = [json.dumps(value) if isinstance(value, list) else value for value in values]
        try:
            with self._database.owners.watching(statement, self.process):
                return self._rows.execute(translated(statement), values)
        except sqlite3.IntegrityError as error:
            raise UniqueViolation(str(error)) from None
        except OverflowError as error:
            raise psycopg.DataError(str(error)) from None

    def put_entries(self, rows: Sequence[tuple[Any, ...]]) -> sqlite3.Cursor:
        put = "INSERT INTO entries (game, number, client, entry, fence) VALUES (?, ?, ?, ?, ?)"
        if not all(self._database.storable(game, entry) for game, _, _, entry, _ in rows):
            raise psycopg.DataError("a value that cannot be stored")
        try:
            done = self._rows.executemany(put, rows)
        except sqlite3.IntegrityError as error:
            raise UniqueViolation(str(error)) from None
        self._database.wrote += [(game, number, fence, self.process) for game, number, _, _, fence in rows]
        return done

    @contextlib.contextmanager
    def piece_of_work(self) -> Iterator[None]:
        """A transaction, or a statement outside of one."""
        faults = self._database.faults
        if self._depth or faults is None:
            yield
            return
        faults.before(self)
        yield
        faults.after(self)

    @contextlib.contextmanager
    def transaction(self) -> Iterator[None]:
        with self.piece_of_work():
            self._depth += 1
            name, wrote = f"s{self._depth}", len(self._database.wrote)
            self._rows.execute(f"SAVEPOINT {name}")
            try:
                yield
            except BaseException:
                self._rows.execute(f"ROLLBACK TO {name}")
                del self._database.wrote[wrote:]
                raise
            finally:
                self._rows.execute(f"RELEASE {name}")
                self._depth -= 1

    def pipeline(self) -> contextlib.AbstractContextManager[None]:
        return contextlib.nullcontext()

    def close(self) -> None:
        self.closed = True

    def __enter__(self) -> SimulatedConnection:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


class Prepared:
    """The statement of `quick_commit.py`, which writes the steps of tables that the process owns, or nothing."""

    def __init__(self, connection: SimulatedConnection) -> None:
        self._connection = connection
        self._prepared = False

    def prepare(self, name: bytes, statement: bytes, types: Sequence[int]) -> None:
        self._prepared = True

    def exec_prepared(self, name: bytes, values: Sequence[bytes], formats: Sequence[int]) -> Result:
        if not self._prepared:
            return Result(state=quick_commit.NOT_PREPARED)
        process, arrays = struct.unpack("!q", values[0])[0], [array(value) for value in values[1:]]
        try:
            with self._connection.transaction():
                if not self._held(process, arrays[0], arrays[1]):
                    return Result(b"f")
                self._write(arrays)
        except UniqueViolation:
            return Result(state=quick_commit.BROKEN_CONSTRAINT)
        except psycopg.DataError:
            return Result(state=quick_commit.BAD_VALUE)
        return Result(b"t")

    def _held(self, process: int, games: list[Any], fences: list[Any]) -> bool:
        rows = self._connection._rows
        if not rows.execute("SELECT 1 FROM processes WHERE id = ? AND alive", (process,)).fetchone():
            return False
        held = "SELECT 1 FROM leases WHERE game = ? AND fence = ? AND process = ?"
        return all(rows.execute(held, (*one, process)).fetchone() for one in zip(games, fences, strict=True))

    def _write(self, arrays: list[list[Any]]) -> None:
        connection = self._connection
        connection.put_entries(list(zip(*arrays[2:7], strict=True)))
        for game, *fresh in zip(*arrays[7:11], strict=True):
            connection._rows.execute("UPDATE games SET status = ?, listed = ?, record = ? WHERE id = ?", (*fresh, game))
        put = "INSERT OR REPLACE INTO snapshots (game, number, snapshot) VALUES (?, ?, ?)"
        connection._rows.executemany(put, list(zip(*arrays[11:14], strict=True)))


class Result:
    """As a result of libpq."""

    def __init__(self, value: bytes = b"", state: bytes = b"") -> None:
        self._value, self._state = value, state
        self.status = ExecStatus.FATAL_ERROR if state else ExecStatus.TUPLES_OK

    def get_value(self, row: int, column: int) -> bytes:
        return self._value

    def error_field(self, field: int) -> bytes:
        return self._state

    def get_error_message(self) -> str:
        return self._state.decode()


def array(data: bytes) -> list[Any]:
    """The values of an array in PostgreSQL's binary format."""
    dimensions, _, element = struct.unpack_from("!iiI", data)
    if not dimensions:
        return []
    count, place = struct.unpack_from("!i", data, 12)[0], 20
    found: list[Any] = []
    for _ in range(count):
        size = struct.unpack_from("!i", data, place)[0]
        value = None if size < 0 else data[place + 4 : place + 4 + size]
        place += 4 + max(size, 0)
        if value is not None and element == quick_commit.INT8:
            found.append(struct.unpack("!q", value)[0])
        else:
            found.append(value.decode() if value is not None and element == quick_commit.TEXT else value)
    return found
