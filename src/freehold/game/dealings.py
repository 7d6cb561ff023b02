"""The dealings of a game: what was offered and how it was answered, each with its turn.

Bots and the coach remember by them. The log has these actions too, but not their turns, and on a server a game has no
log of its own.
"""

from __future__ import annotations

from typing import TypedDict

from freehold.json_types import Json

KINDS = frozenset({"offer", "settle", "accept", "reject"})
MOST = 1000  # far more than anybody remembers: it bounds what a snapshot and a question to a bot can hold


class Dealing(TypedDict):
    """An offer, a settlement or the answer to one. `turn`: the number of turns that were completed before it."""

    turn: int
    seat: int
    action: Json


Dealings = tuple[Dealing, ...]


def after(dealings: Dealings, turn: int, seat: int, action: Json) -> Dealings:
    """The dealings after an action of a seat."""
    if action["type"] not in KINDS:
        return dealings
    return (*dealings, Dealing(turn=turn, seat=seat, action=action))[-MOST:]
