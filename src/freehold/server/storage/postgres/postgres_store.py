"""The store in PostgreSQL. It is called by the writer thread, reader threads and worker processes, never by the loop.

The usual commit is one statement, see `quick_commit.py`. A batch with unusual steps takes two round trips: the first
checks that this process still owns the tables, and keeps that so until the second has committed. `leases.py` has the
other side.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from functools import cache
from typing import Any

import psycopg
from psycopg.errors import UniqueViolation

from freehold.server.storage.postgres import quick_commit
from freehold.server.storage.postgres.connection import (
    Connect,
    Connection,
    Reconnecting,
    checked_address,
    connect,
    of_the_database,
)
from freehold.server.storage.postgres.schema import PUT, migrate
from freehold.server.storage.store import Reader
from freehold.server.storage.writes import (
    BadDatabase,
    Conflict,
    Failure,
    Fenced,
    StoreTrouble,
    Unwritable,
    Writes,
    entry_rows,
    statements,
)

# The lock on the process's row conflicts with the one that declares it dead, so that a takeover waits for this commit.
HELD = """
SELECT leases.game, CASE WHEN mine.id IS NULL THEN -1 ELSE leases.fence END
FROM leases
LEFT JOIN (SELECT id FROM processes WHERE id = %s AND alive FOR KEY SHARE) AS mine ON mine.id = leases.process
WHERE leases.game = ANY(%s)"""
PUT_ENTRIES = """
INSERT INTO entries (game, number, client, entry, fence)
SELECT * FROM unnest(%b::text[], %b::bigint[], %b::text[], %b::bytea[], %b::bigint[])"""


@cache
def translated(query: str) -> str:
    """A shared statement with PostgreSQL's placeholders. The statements are constants of this project, never input."""
    return query.replace("%", "%%").replace("?", "%s")


class PostgresQueries:
    """Connections for reading, one for each thread."""

    def __init__(self, address: str, connect: Connect = connect) -> None:
        self._dsn, self._connect = checked_address(address), connect
        self._mine = threading.local()
        self._all: list[Reconnecting] = []

    def rows(self, query: str, *values: str | int) -> list[tuple[Any, ...]]:
        reader: Reconnecting | None = getattr(self._mine, "reader", None)
        if reader is None:
            reader = self._mine.reader = Reconnecting(self._dsn, self._connect)
            self._all.append(reader)
        return reader.run(lambda connection: connection.execute(translated(query), values).fetchall(), again=True)

    def close(self) -> None:
        for reader in self._all:
            reader.close()


class PostgresStore:
    """The store of a server process in PostgreSQL: reads, and writes over a connection of its own.

    `process` is the id of this process in the table `processes`; 0 until it is registered.
    """

    def __init__(self, address: str, connect: Connect = connect) -> None:
        self.dsn, self._connect = checked_address(address), connect
        self.read = Reader(address, PostgresQueries(address, connect))
        self.process = 0
        try:
            connection = connect(self.dsn)
        except psycopg.Error as error:
            raise BadDatabase("serve-no-database", " ".join(str(error).split())) from None
        with connection:
            try:
                migrate(connection)
            except psycopg.Error as error:
                raise BadDatabase("serve-no-database", " ".join(str(error).split())) from None
        self._writing = self.reconnecting()

    def reconnecting(self) -> Reconnecting:
        """A further connection to its database."""
        return Reconnecting(self.dsn, self._connect)

    def check(self) -> None:
        """Can this store be written to? The trouble is raised."""

        def write(connection: Connection) -> None:
            connection.execute(PUT, ("checked", time.strftime("%Y-%m-%d %H:%M:%S", time.gmtime())))

        self._writing.run(write, again=True)

    def shared(self, name: str, fresh: str) -> str:
        """A fact that all processes on this database share; the first one sets it."""

        def put(connection: Connection) -> str:
            connection.execute("INSERT INTO facts VALUES (%s, %s) ON CONFLICT DO NOTHING", (name, fresh))
            found = connection.execute("SELECT value FROM facts WHERE name = %s", (name,)).fetchone()
            assert found is not None
            return str(found[0])

        return self._writing.run(put, again=True)

    def commit(self, batch: Sequence[Writes]) -> list[Failure | None]:
        """Write all steps in one transaction; if one cannot be written, retry them one by one."""
        try:
            return self._writing.run(lambda connection: self._commit_all(connection, batch))
        except StoreTrouble:
            raise
        except Exception:
            return self._writing.run(lambda connection: self._commit_each(connection, batch))

    def _commit_all(self, connection: Connection, batch: Sequence[Writes]) -> list[Failure | None]:
        if quick_commit.is_usual(batch):
            written = quick_commit.commit(connection, self.process, batch)
            return [None] * len(batch) if written else self._commit_each(connection, batch)
        with connection.pipeline(), connection.transaction():
            answers = self._fenced(connection, batch)
            rows = []
            for writes, answer in zip(batch, answers, strict=True):
                if answer is None:
                    _put_rest(connection, writes)
                    rows += [(*row, writes.fence) for row in entry_rows(writes)]
            if rows:
                connection.execute(PUT_ENTRIES, [list(column) for column in zip(*rows, strict=True)])
        return answers

    def _commit_each(self, connection: Connection, batch: Sequence[Writes]) -> list[Failure | None]:
        with connection.transaction():
            answers = self._fenced(connection, batch)
            for k, writes in enumerate(batch):
                if answers[k] is None:
                    answers[k] = _commit_one(connection, writes)
        return answers

    def _fenced(self, connection: Connection, batch: Sequence[Writes]) -> list[Failure | None]:
        """The steps of tables that this process does not own, or no longer by the same number."""
        games = list({game for writes in batch if (game := _owned_game(writes))})
        held: dict[str, int] = dict(connection.execute(HELD, (self.process, games)).fetchall()) if games else {}
        lost = [bool(game := _owned_game(writes)) and held.get(game, 0) != writes.fence for writes in batch]
        return [Fenced("another process owns the table") if gone else None for gone in lost]

    def close(self) -> None:
        self.read.close()
        self._writing.close()


def _owned_game(writes: Writes) -> str:
    """The table that a step changes; empty for a step that creates one, or only stores what was made of a game."""
    return "" if writes.secret is not None or writes.made is not None else quick_commit.table(writes)


def _put_rest(connection: Connection, writes: Writes) -> None:
    for statement, values in statements(writes):
        connection.execute(translated(statement), values)
    if writes.delete:
        connection.execute("DELETE FROM leases WHERE game = %s", (writes.game,))


def _commit_one(connection: Connection, writes: Writes) -> Failure | None:
    try:
        with connection.transaction():  # a savepoint
            _put_rest(connection, writes)
            rows = [(*row, writes.fence) for row in entry_rows(writes)]
            if rows:
                connection.execute(PUT_ENTRIES, [list(column) for column in zip(*rows, strict=True)])
    except UniqueViolation as error:
        return Conflict(str(error))
    except Exception as error:
        if of_the_database(error):
            raise
        return Unwritable(type(error).__name__)
    return None
