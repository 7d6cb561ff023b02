"""Data types of the leases in PostgreSQL: which server process runs which game table, and which processes are alive.

`leases.py` reads and writes them. These types can be imported without the optional dependency `postgres`.
"""

from __future__ import annotations

import msgspec
from msgspec import Struct


class Claim(Struct, frozen=True):
    """Who owns a table: this process, by a number, or the one at an address. No number: there is no such table."""

    fence: int = 0
    address: str = ""


class Seen(Struct, frozen=True):
    """What other processes show of a table in the list of tables."""

    number: int
    present: dict[int, int]
    watchers: int


class Turn(Struct, frozen=True):
    """What a renewal found: is this process still alive, tables without an owner, the addresses of live processes.

    `rival`: a live process has the address of this one, which is dead.
    """

    alive: bool
    rival: bool = False
    orphans: list[str] = []
    processes: list[str] = []


SEEN = msgspec.json.Decoder(Seen)
