"""Who may ask the coach: the only person among bots, or people who all agreed before the start.

The header of the log records whether the coach was allowed. Somebody who joins later has agreed to nothing.
"""

from __future__ import annotations

from freehold.server.protocol.messages import Refused
from freehold.server.storage.record import Record, Seat


def people(record: Record) -> list[Seat]:
    return [seat for seat in record.seats if seat.kind == "person"]


def agreed(record: Record) -> bool:
    """Is the only person alone with bots, or have all people agreed?"""
    found = people(record)
    return len(found) == 1 or (len(found) > 1 and all(seat.coached for seat in found))


def allowed(record: Record) -> bool:
    """May the people at this table ask the coach about their game now?"""
    if record.status != "playing" or record.header is None:
        return False
    return len(people(record)) == 1 or (record.header.coach is True and agreed(record))


def agree(record: Record, seat: int, yes: bool) -> None:
    """A person agrees to the coach, or not, before the game begins."""
    if record.status != "lobby":
        raise Refused("already-begun")
    record.seats[seat].coached = yes
