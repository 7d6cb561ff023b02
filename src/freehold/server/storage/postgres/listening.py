"""A thread that listens for PostgreSQL's notifications, and connects again after a failure."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable

import psycopg
from psycopg import sql

from freehold.server.storage.postgres.connection import connect
from freehold.server.storage.writes import BadDatabase

PAUSE = 1.0  # seconds before the next attempt to connect
LOOK_UP = 0.5  # seconds after which the thread looks whether it is to stop


class Listening:
    """Calls `heard`, in its own thread, after each notification on a channel and after each new connection."""

    def __init__(self, dsn: str, channel: str, heard: Callable[[], None]) -> None:
        self._dsn, self._channel, self._heard = dsn, channel, heard
        self._stop = threading.Event()
        threading.Thread(target=self._run, name="freehold-listen", daemon=True).start()

    def _run(self) -> None:
        while not self._stop.is_set():
            try:
                with connect(self._dsn) as connection:
                    connection.execute(sql.SQL("LISTEN {}").format(sql.Identifier(self._channel)))
                    self._tell()
                    while not self._stop.is_set():
                        for _ in connection.notifies(timeout=LOOK_UP, stop_after=1):
                            self._tell()
            except (psycopg.Error, OSError, BadDatabase):  # whoever uses the database reports it
                self._stop.wait(PAUSE)

    def _tell(self) -> None:
        if not self._stop.is_set():
            with contextlib.suppress(RuntimeError):  # the event loop has been closed in this moment
                self._heard()

    def close(self) -> None:
        """Without waiting: the thread ends within a second."""
        self._stop.set()
