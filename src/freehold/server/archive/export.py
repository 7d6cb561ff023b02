"""Export and import of a whole table as one file, including its secret, for operators who move it between servers.

Players get the log (`game_log.py`), which withholds the secret until the game ends. A running game is exported only
while it is paused: played on two servers, it would throw the same dice twice.
"""

from __future__ import annotations

import hashlib
from typing import Literal

import msgspec
from msgspec import Struct

from freehold.server.protocol.messages import Refused
from freehold.server.storage.game_log import Entry, Hex, link
from freehold.server.storage.record import Line, Record
from freehold.server.storage.recovery import intact_prefix
from freehold.server.storage.store import Store
from freehold.server.storage.writes import Writes
from freehold.server.table.table import Table

CHAT = 1_000  # exported chat lines


class TableExport(Struct, frozen=True, forbid_unknown_fields=True):
    """Everything that the store has of a table."""

    record: Record
    secret: Hex
    entries: list[tuple[Entry, str | None]]
    chat: list[Line]
    head: Hex | None = None  # the digest of the last entry: it detects a truncated file
    format: Literal[1] = 1
    cut: list[tuple[int, Entry]] = []  # what was taken out when the game was settled, see `Reader.cut_entries`


MOVED = msgspec.json.Decoder(TableExport)


def export_table(store: Store, game: str) -> TableExport:
    """Export a table; `Refused` if it does not exist or is being played."""
    record = store.read.record(game)
    if record is None:
        raise Refused("no-such-table")
    if record.status == "playing" and not record.paused:
        raise Refused("move-not-paused")
    for seat in record.seats:
        seat.forget()
    rows = store.read.rows(game)
    head = rows[-1][0].hash if rows else None
    secret, cut = store.read.secret(game).hex(), store.read.cut_entries(game)
    return TableExport(record, secret, rows, store.read.chat(game, CHAT), head, cut=cut)


def import_table(store: Store, moved: TableExport) -> None:
    """Import a table, if it is complete and its game replays identically here."""
    record, secret = moved.record, bytes.fromhex(moved.secret)
    entries = [entry for entry, _ in moved.entries]
    header, ending = record.header, record.ending
    whole = (
        hashlib.sha256(secret).hexdigest() == record.commitment
        and (header is None or (link("", header) == header.hash and header.commitment == record.commitment))
        and len(intact_prefix(record, moved.entries)) == len(entries)
        and (ending is None or ending.number == len(entries))
        and moved.head == (entries[-1].hash if entries else None)
    )
    if not whole:
        raise Refused("move-not-whole")
    table = Table(record, secret)
    try:
        table.restore(entries, record.created)
    except ValueError:
        raise Refused("rules-changed") from None  # the edition is missing here, or differs
    if table.log.stopped:
        raise Refused(table.log.stopped)
    first = Writes(record=record, secret=secret, game=record.id, entries=moved.entries, cut_before=moved.cut)
    if any(store.commit([first])):
        raise Refused("already-here")
    store.commit([Writes(game=record.id, line=line) for line in moved.chat])
