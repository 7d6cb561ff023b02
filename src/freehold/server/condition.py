"""The current problems of the server, for `/health` and the log: the disk, and tables that cannot be read or played."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from freehold.server.logging_setup import note, warn

MOST_NOTED = 1_000  # tables


class State(Struct, frozen=True):
    """`status` is `ok` or `degraded`; `why` has a code for each thing that is wrong."""

    status: str
    why: list[str]
    unreadable_tables: int
    frozen_tables: int


class Condition:
    """The problems of one server. Used by its event loop and its writer thread."""

    def __init__(self) -> None:
        self._storage = ""
        self._damage = ""
        self._workers = ""
        self._leases = ""
        self._unreadable: dict[str, str] = {}
        self._frozen: dict[str, str] = {}

    def storage_failed(self, why: str) -> None:
        if why != self._storage:
            warn("storage-trouble", why=why)
        self._storage = why

    def storage_works(self) -> None:
        if self._storage:
            note("storage-works-again")
            self._storage = ""

    def damaged(self, why: str) -> None:
        """The database was found damaged while the server is running."""
        self._damage = why
        warn("database-damaged", why=why)

    def leases_lost(self, why: str) -> None:
        """Another process has declared this one dead and may own its tables."""
        self._leases = why
        warn("leases-lost", why=why)

    def leases_kept(self) -> None:
        self._leases = ""

    def workers_missing(self, kinds: Sequence[str]) -> None:
        """Work that was to be done elsewhere is done by this server: no worker is there for these kinds of it."""
        found = " ".join(kinds)
        if found and not self._workers:
            warn("no-workers", why=found)
        elif self._workers and not found:
            note("workers-found")
        self._workers = found

    def unreadable(self, table: str, why: Exception | str) -> None:
        """A stored table that this release cannot read."""
        text = why if isinstance(why, str) else f"{type(why).__name__}: {why}"[:200]
        if self._unreadable.get(table) != text and len(self._unreadable) < MOST_NOTED:
            self._unreadable[table] = text
            warn("table-unreadable", table=table, why=text)

    def loaded(self, table: str, stopped: str) -> None:
        """A table was loaded; `stopped` is the code that says why it cannot be played on, if it cannot."""
        self._unreadable.pop(table, None)
        if not stopped:
            self._frozen.pop(table, None)
        elif self._frozen.get(table) != stopped and len(self._frozen) < MOST_NOTED:
            self._frozen[table] = stopped
            warn("table-frozen", table=table, why=stopped)

    def deleted(self, table: str) -> None:
        """A table was deleted."""
        self._unreadable.pop(table, None)
        self._frozen.pop(table, None)

    def state(self) -> State:
        found = (
            ("storage-trouble", self._storage),
            ("database-damaged", self._damage),
            ("leases-lost", self._leases),
            ("no-workers", self._workers),
        )
        tables = (("tables-unreadable", self._unreadable), ("tables-frozen", self._frozen))
        why = [code for code, wrong in (*found, *tables) if wrong]
        return State("degraded" if why else "ok", why, len(self._unreadable), len(self._frozen))
