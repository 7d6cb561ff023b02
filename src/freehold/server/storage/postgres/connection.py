"""Connections to PostgreSQL that are opened again after a failure, and the errors that concern the whole database."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from typing import Any, TypeVar

import psycopg
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from freehold.server.storage.writes import BadDatabase, StoreTrouble

Result = TypeVar("Result")
Connection = psycopg.Connection[tuple[Any, ...]]
Connect = Callable[[str], Connection]
OLDEST = 130000  # PostgreSQL 13
# A database server that is gone without a word is noticed after some seconds. A process that freezes within a
# transaction loses its locks.
NETWORK = {"connect_timeout": "5", "keepalives_idle": "5", "keepalives_interval": "2", "keepalives_count": "3"}
logging.getLogger("psycopg").setLevel(logging.ERROR)  # `Condition` reports lost connections
SESSION = "-c idle_in_transaction_session_timeout=2000 -c statement_timeout=60000 -c lock_timeout=10000"


def checked_address(address: str) -> str:
    """The address with this project's settings, where it has none of its own; `BadDatabase` if it is not one."""
    try:
        given = conninfo_to_dict(address)
    except psycopg.ProgrammingError as error:
        raise BadDatabase("serve-bad-database", " ".join(str(error).split())) from None
    options = f"{SESSION} {given['options']}" if given.get("options") else SESSION
    settings: dict[str, Any] = {**NETWORK, "tcp_user_timeout": "10000", "application_name": "freehold", **given}
    return make_conninfo("", **{**settings, "options": options})


def connect(address: str) -> Connection:
    """A new connection; each statement is its own transaction unless one is begun."""
    connection = psycopg.connect(address, autocommit=True)
    try:
        if connection.info.server_version < OLDEST:
            raise BadDatabase("serve-old-database", str(connection.info.server_version // 10000))
        durable = connection.execute("SHOW synchronous_commit").fetchone()
        if durable is not None and durable[0] == "off":  # an acknowledged action must be on disk
            connection.execute("SET synchronous_commit = on")
    except BaseException:
        connection.close()
        raise
    return connection


def of_the_database(error: Exception) -> bool:
    """Whether an error concerns the database or its connection, not one step."""
    ours = isinstance(error, psycopg.IntegrityError | psycopg.DataError)
    return isinstance(error, psycopg.Error | OSError | MemoryError) and not ours


class Reconnecting:
    """One connection, used by one thread at a time. After a failure the next use opens a new one."""

    def __init__(self, address: str, connect: Connect = connect) -> None:
        self._address, self._connect = address, connect
        self._connection: Connection | None = None
        self._lock = threading.Lock()
        self._closed = False

    def run(self, work: Callable[[Connection], Result], again: bool = False) -> Result:
        """The result of some work; `StoreTrouble` if the database fails. `again`: harmless if it is done twice."""
        with self._lock:
            try:
                fresh = self._connection is None
                try:
                    return work(self._opened())
                except psycopg.OperationalError:
                    if fresh or not again or not self._lost():
                        raise
                    return work(self._opened())  # the server was restarted in the meantime
            except Exception as error:
                if not of_the_database(error):
                    raise
                self._lost()
                raise StoreTrouble(" ".join(str(error).split())[:300] or type(error).__name__) from None

    def _opened(self) -> Connection:
        if self._closed:
            raise StoreTrouble("the store is closed")
        if self._connection is None:
            self._connection = self._connect(self._address)
        return self._connection

    def _lost(self) -> bool:
        """Forget a connection that cannot be used any more."""
        connection = self._connection
        if connection is None or not (connection.closed or connection.broken):
            return False
        connection.close()
        self._connection = None
        return True

    def close(self) -> None:
        with self._lock:
            self._closed = True
            if self._connection is not None:
                self._connection.close()
                self._connection = None
