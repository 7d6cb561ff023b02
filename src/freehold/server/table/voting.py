"""Votes of the people at a game table about a seat: to vote a player out, or to free a bot's seat for a person.

An absent player is voted out by a majority of the others, a present one only by all of them, and by at least two. Pure
functions over the table's stored state (`Record`); the time is a parameter.
"""

from __future__ import annotations

from collections.abc import Mapping

from freehold.server.protocol.messages import Refused
from freehold.server.storage.record import Record
from freehold.server.table import seating

ABSENT = 5 * 60_000  # milliseconds without a connection, after which a seat counts as left


def people(record: Record) -> list[int]:
    """The seats of people, also of those who are away."""
    return [seat for seat, chair in enumerate(record.seats) if chair.kind == "person"]


def vote(
    record: Record, seat: int, about: int, agree: bool, present: Mapping[int, int], left: Mapping[int, int], now: int
) -> None:
    """A seat's vote about another one. When enough agree, it is done.

    A bot takes over from a player for good if more than half of the other people agree and the player has been gone
    for a while, or if all of them agree and they are at least two. A bot's seat is opened if all people agree.
    """
    if record.status != "playing":
        raise Refused("not-begun" if record.status == "lobby" else "game-over")
    seating.must_not_be_box(record)
    if about >= len(record.seats):
        raise Refused("no-such-seat")
    if about == seat or record.seats[about].kind == "open":
        raise Refused("bad-message", "vote about another player's or a bot's seat")
    voters = [voter for voter in people(record) if voter != about]
    votes = {voter for voter in record.votes.get(str(about), []) if voter in voters}
    votes = votes | {seat} if agree else votes - {seat}
    record.votes = {key: seats for key, seats in record.votes.items() if key != str(about)}
    if record.seats[about].kind == "bot":
        done = len(votes) == len(voters)
    else:
        gone = not present.get(about) and now - left.get(about, now) >= ABSENT
        done = len(votes) * 2 > len(voters) if gone else len(votes) == len(voters) >= 2
    if not done:
        if votes:
            record.votes[str(about)] = sorted(votes)
    elif record.seats[about].kind == "bot":
        seating.open_seat(record, about)
    else:
        seating.ban(record, about)
        seating.make_bot(record, about, record.level)
