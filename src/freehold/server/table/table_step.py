"""The result of an operation on a table."""

from __future__ import annotations

from msgspec import Struct, field

from freehold.server.protocol.messages import ServerMessage, ShareRequest
from freehold.server.storage.writes import Writes
from freehold.server.table.notices import Notice


class Step(Struct):
    """The result of an operation: writes first, then messages to everybody and to the client that asked.

    `asking`: the seats are to be asked for their links, and `Table.draw` to be called when they have come.
    """

    writes: Writes = field(default_factory=Writes)
    to_all: list[ServerMessage] = []
    to_asker: list[ServerMessage] = []
    asking: ShareRequest | None = None
    notices: list[Notice] = []  # to people who are not connected, once everything is written
    alone: bool = False  # all other connections are closed and have to authenticate again
