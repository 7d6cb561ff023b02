"""The header of a game that is about to be set up, as far as it is known before the seats have given their links."""

from __future__ import annotations

import secrets

from msgspec import UNSET

from freehold.server.storage.game_log import UNBOUND, Chair, Header, Player, named, rules_digest
from freehold.server.storage.record import Record, Seat
from freehold.server.table import consent


def header_draft(record: Record, now: int) -> Header:
    """What the record of a table says about the game that it begins."""
    return Header(
        game=record.id,
        edition=record.edition,
        variant=record.variant,
        options=record.options,
        seats=tuple(_chair(chair) for chair in record.seats),
        commitment=record.commitment,
        rules=rules_digest(record.edition),
        at=now,
        start=UNBOUND,
        hash=UNBOUND,
        format=3,
        coach=True if consent.agreed(record) else UNSET,
        position=record.position or UNSET,
        take_back=UNSET if record.take_back == "never" else record.take_back,
    )


def _chair(seat: Seat) -> Chair:
    """A seat as the header has it."""
    blind = secrets.token_hex(32)
    kind: Player = "person" if seat.kind == "person" else "bot"
    return Chair(
        seat.name, seat.token, chain=seat.chain or UNSET, kind=kind, named=named(seat.name, blind), blind=blind
    )
