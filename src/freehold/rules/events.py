"""Events: rows of six small numbers, written when a buffer is switched on. A simulation that counts nothing leaves it
off. One that counts is told only what it counts, and where a throw leads and what rent that costs without a row.
"""

from .codes import (
    EVENT_AUCTION,
    EVENT_BANKRUPT,
    EVENT_BUILD,
    EVENT_BUY,
    EVENT_CONTEST,
    EVENT_DEAL,
    EVENT_DEED,
    EVENT_ESTATE,
    EVENT_JAILED,
    EVENT_MORTGAGE,
    EVENT_MOVE,
    EVENT_OFFER,
    EVENT_REDEEM,
    EVENT_RENT,
    EVENT_SELL,
    EVENT_SETTLED,
    EVENT_SOLD,
    EVENT_STAYED,
    EVENT_TRADE,
    EVENT_UNSOLD,
)
from .records import Events
from .state import CELL, EVENT_WIDTH, EVENTS, NOBODY

OFF, ALL_EVENTS, COUNTED_EVENTS = 0, 1, 2  # the values of `on`


def emit(e: Events, kind: int, seat: int, other: int, square: int, amount: int, clause: int) -> None:
    """Tell that something happened: to whom, with whom, where, how much, and the clause that made it so."""
    if e.on == OFF:
        return
    if e.on == COUNTED_EVENTS:
        emit_to_tally(e, kind, square, amount)
    elif e.n >= EVENTS:
        e.overflow = 1
    else:
        at = e.n * EVENT_WIDTH
        e.rows[at] = kind
        e.rows[at + 1] = seat
        e.rows[at + 2] = other
        e.rows[at + 3] = square
        e.rows[at + 4] = amount
        e.rows[at + 5] = clause
        e.n += 1


def emit_to_tally(e: Events, kind: int, square: int, amount: int) -> None:
    """What `engine/tally.py` reads. Nearly all callers name the kind, so that little of this is left once compiled."""
    if kind == EVENT_MOVE:
        e.place = square
    elif kind == EVENT_STAYED:
        e.place = CELL
    elif kind == EVENT_JAILED:
        e.place = CELL
        e.jailed += 1
    elif kind == EVENT_RENT and e.rent_square == NOBODY:
        e.rent_square = square
        e.rent_amount = amount
    elif is_counted(kind):
        if e.n >= EVENTS:
            e.overflow = 1
        else:
            at = e.n * EVENT_WIDTH
            e.rows[at] = kind
            e.rows[at + 3] = square
            e.rows[at + 4] = amount
            e.n += 1


def is_counted(kind: int) -> int:
    """Whether the tally needs a row of this kind."""
    if kind == EVENT_RENT or kind == EVENT_SETTLED or kind == EVENT_BANKRUPT or kind == EVENT_ESTATE:
        return True
    if kind == EVENT_BUY or kind == EVENT_DEAL or kind == EVENT_SOLD or kind == EVENT_DEED:
        return True
    if kind == EVENT_BUILD or kind == EVENT_SELL or kind == EVENT_MORTGAGE or kind == EVENT_REDEEM:
        return True
    if kind == EVENT_OFFER or kind == EVENT_TRADE or kind == EVENT_CONTEST:
        return True
    return kind == EVENT_AUCTION or kind == EVENT_UNSOLD
