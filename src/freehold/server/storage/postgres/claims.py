"""What leases say of a table and of a process. Nothing here needs the extra `postgres`."""

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
    """What a renewal found: is this process still alive, tables without an owner, the addresses of live processes."""

    alive: bool
    orphans: list[str] = []
    processes: list[str] = []


SEEN = msgspec.json.Decoder(Seen)
