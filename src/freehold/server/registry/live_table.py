"""A loaded table: its connections, its number of users, and the client action ids it has seen."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Protocol

from freehold.server.table import bots
from freehold.server.table.table import Table


class Listener(Protocol):
    """A connection at a table: accepts messages without ever blocking the table."""

    def send(self, *messages: bytes) -> None: ...
    def cut(self) -> None: ...


class SeenIds:
    """Bloom filter of client action ids. A miss means that the id is new; a hit is checked in the store."""

    __slots__ = ("_bits",)

    def __init__(self, ids: Iterable[str]) -> None:
        self._bits = bytearray(1024)
        for id in ids:
            self.add(id)

    def add(self, id: str) -> None:
        for byte, bit in self._places(id):
            self._bits[byte] |= bit

    def __contains__(self, id: str) -> bool:
        return all(self._bits[byte] & bit for byte, bit in self._places(id))

    @staticmethod
    def _places(id: str) -> list[tuple[int, int]]:
        """Two of the 8192 bits. `hash` is salted per process, so clients cannot provoke collisions."""
        number = hash(id)
        return [(number >> 3 & 1023, 1 << (number & 7)), (number >> 23 & 1023, 1 << (number >> 20 & 7))]


class LiveTable:
    """A loaded table with its connections, bots, lock and timer. `users` is its reference count."""

    __slots__ = (
        "answered",
        "broken",
        "fence",
        "ids",
        "left",
        "listeners",
        "lock",
        "minds",
        "playing",
        "table",
        "timer",
        "users",
    )

    def __init__(self, table: Table, ids: Iterable[str] = (), fence: int = 0) -> None:
        self.table = table
        self.fence = fence  # the number of the lease by which this process owns the table
        self.ids = SeenIds(ids)
        if table.record.pending is not None and table.record.pending.client is not None:
            self.ids.add(table.record.pending.client)
        self.minds = bots.TableBots()
        self.lock = asyncio.Lock()
        self.listeners: set[Listener] = set()
        self.users = 0
        self.left = 0  # when somebody last left
        self.timer: asyncio.TimerHandle | None = None
        self.playing: asyncio.Task[None] | None = None
        self.broken = False
        self.answered: asyncio.Event | None = None  # while a draw waits for links: all have come

    def tell(self, message: bytes) -> None:
        for listener in list(self.listeners):
            listener.send(message)

    def cut(self) -> None:
        """Close all connections. Clients reconnect."""
        for listener in list(self.listeners):
            listener.cut()
