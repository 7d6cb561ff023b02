"""Data types of the leases in PostgreSQL: which server process runs which game table, and which processes are alive.

`leases.py` reads and writes them. These types can be imported without the optional dependency `postgres`.
"""

from __future__ import annotations

import msgspec
from msgspec import Struct


class Lease(Struct, frozen=True):
    """Who owns a table: this process, by a number, or the one at an address. No number: there is no such table."""

    fence: int = 0
    address: str = ""


class Seen(Struct, frozen=True):
    """What other processes show of a table in lists of tables."""

    number: int
    present: dict[int, int]
    watchers: int
    awaited: list[int] = []
    phase: str = ""


class Spent(Struct, frozen=True):
    """Tokens that were taken from a bucket, by the key of its address."""

    who: str
    rate: float
    burst: int
    cost: float


class Renewal(Struct, frozen=True):
    """What a renewal found: is this process still alive, tables without an owner, the addresses of live processes.

    `rival`: a live process has the address of this one, which is dead.
    """

    alive: bool
    rival: bool = False
    orphans: list[str] = []
    processes: list[str] = []


SEEN = msgspec.json.Decoder(Seen)
