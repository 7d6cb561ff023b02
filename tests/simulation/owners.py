"""Watches every change of leases and processes in the simulated database: nobody takes a table from a live process."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager

CHANGES = re.compile(r"\s*(UPDATE|INSERT INTO|DELETE FROM) (leases|processes)")
OWNED = """SELECT game, process, fence, address FROM leases JOIN processes ON processes.id = process AND alive"""
PROCESSES = "SELECT id, address, alive, expires FROM processes"


class Owners:
    """`found`: what must not have happened, in words. A process may do anything to its predecessors at its address."""

    def __init__(self, rows: sqlite3.Connection, now: Callable[[], float]) -> None:
        self._rows, self._now = rows, now
        self.found: list[str] = []

    @contextmanager
    def watching(self, statement: str, process: str) -> Iterator[None]:
        """One statement of a process, which is named by its address and the count of its starts."""
        if not CHANGES.match(statement):
            yield
            return
        address = process.partition("#")[0]
        owned = {game: lease for game, *lease, owner in self._rows.execute(OWNED) if owner != address}
        before = list(self._rows.execute(PROCESSES))
        yield
        leases = {game: lease for game, *lease in self._rows.execute("SELECT game, process, fence FROM leases")}
        after = {number: rest for number, *rest in self._rows.execute(PROCESSES)}
        for game, lease in owned.items():
            if leases.get(game) != lease:
                self.found.append(f"{process} took table {game[:3]} from a process that is alive")
        for number, owner, alive, expires in before:
            _, lives, until = after.get(number, (owner, False, expires))
            if not alive and (lives or until != expires):
                self.found.append(f"{process} renewed the lease of process {number}, which had been declared dead")
            if alive and not lives and expires >= self._now() and owner != address:
                self.found.append(f"{process} declared {owner} dead before its lease had expired")
