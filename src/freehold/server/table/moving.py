"""Links by which a seat gets a new key: its player goes on with another device, or has lost the key. Functions over a
table, which return steps.

Whoever has the link has the seat, once and for five minutes. Everybody at the table is told when it is made and when it
is used, and the old key is void then.

A host who has lost everything gets the host's role back with the seat, where others let them in at a private table: a
second key of the host's. The first one is not touched, and voids the second when somebody comes with it: so nobody
takes the role from a host who is only away.
"""

from __future__ import annotations

from typing import NamedTuple

from freehold.server.protocol.messages import Refused, SeatLink, SeatMoved
from freehold.server.storage.record import Ticket, digest_of, key_matches, new_key
from freehold.server.table.table import Table
from freehold.server.table.table_step import Step

VALID = 5 * 60_000  # milliseconds
GONE_IN_PUBLIC = 5 * 60_000  # without a connection, where anybody can sit down


class Taken(NamedTuple):
    """A seat that was taken by a link, its new key, and a key of the host's if it is the host who is back."""

    seat: int
    key: str
    host: str = ""


def make_link(table: Table, now: int, ask: SeatLink) -> Step:
    """A link for one's own seat, or for somebody who is not connected."""
    record = table.record
    if record.status == "over":
        raise Refused("game-over")
    if ask.about >= len(record.seats) or record.seats[ask.about].kind != "person":
        raise Refused("no-such-seat")
    if ask.about != ask.seat:
        if table.present.get(ask.about):
            raise Refused("seat-in-use")
        if record.listed and now - table.presence.left.get(ask.about, 0) < GONE_IN_PUBLIC:
            raise Refused("gone-too-short")
    record.seats[ask.about].ticket = Ticket(ask.digest, now + VALID, ask.seat)
    step = table.tell(now)
    step.to_all.append(SeatMoved(ask.about, ask.seat, False))
    return step


def take_seat(table: Table, now: int, secret: str) -> tuple[Taken, Step]:
    """The seat of a link and its new key. Connections with the old key may not act for the seat any more."""
    for seat, chair in enumerate(table.record.seats):
        ticket = chair.ticket
        if ticket is None or now >= ticket.until or chair.kind != "person" or not key_matches(secret, ticket.digest):
            continue
        key = new_key()
        chair.key, chair.ticket, chair.inherited = digest_of(key), None, False
        chair.away = chair.replaced = False
        host = ""
        if ticket.by != seat:
            chair.forget()
            if ticket.by is not None and chair.hosts and not table.record.listed:
                host = new_key()
                table.record.deputy = digest_of(host)
        step = table.seated(now)
        step.to_all.append(SeatMoved(seat, ticket.by, True, bool(host)))
        return Taken(seat, key, host), step
    raise Refused("link-used")
