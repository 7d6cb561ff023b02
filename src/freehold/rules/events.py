"""Events: rows of six small numbers, written when a buffer is switched on. A simulation that counts nothing leaves it
off; for one that counts they are counted instead, and no row is written.
"""

from .counts import count_event
from .records import Events
from .state import EVENT_WIDTH, EVENTS

OFF, ALL_EVENTS, COUNTED_EVENTS = 0, 1, 2  # the values of `on`


def emit(e: Events, kind: int, seat: int, other: int, square: int, amount: int, clause: int) -> None:
    """Tell that something happened: to whom, with whom, where, how much, and the clause that made it so."""
    if e.on == OFF:
        return
    if e.on == COUNTED_EVENTS:
        count_event(e, kind, square, amount)
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
