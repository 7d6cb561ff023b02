"""The seats of a table: people, bots and open chairs, invitations, names, who leaves and who comes late."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from freehold.server.protocol.messages import Join, Person
from freehold.server.storage.record import key_matches
from freehold.server.table import bots, seating, voting
from freehold.server.table.table import Table

from .served import SECRET
from .table_steps import NOON, begun, opened, refused


def test_people_bots_and_open_chairs() -> None:
    record, host, invite, keys = opened(seats=4, bots=["baron"])
    assert [seat.kind for seat in record.seats] == ["person", "person", "open", "bot"]
    assert len(keys) == 2
    assert len({host, invite, *keys}) == 4
    assert seating.seats_of(record, [keys[1]]) == ([1], False)
    assert seating.seats_of(record, [*keys, host]) == ([0, 1], True)  # two people of one browser
    assert seating.seats_of(record, ["", "nonsense"]) == ([], False)
    stored = msgspec.json.encode(record).decode()
    assert not any(secret in stored for secret in (host, invite, *keys, SECRET.hex()))


def test_a_private_table_wants_its_invitation() -> None:
    record, _, invite, _ = opened(seats=3)
    with refused("wrong-invite"):
        seating.join(record, Join("Cleo"))
    with refused("wrong-invite"):
        seating.join(record, Join("Cleo", invite="x" * 43))
    seat, key = seating.join(record, Join("Cleo", invite=invite, chain="ab" * 32))
    assert (seat, record.seats[2].name, record.seats[2].chain) == (2, "Cleo", "ab" * 32)
    assert key_matches(key, record.seats[2].key)
    with refused("table-full"):
        seating.join(record, Join("Dan", invite=invite))


def test_names_and_tokens_are_there_once() -> None:
    record, *_ = opened(seats=4, listed=True)
    with refused("name-taken"):
        seating.join(record, Join("ANN"))
    with refused("token-taken"):
        seating.join(record, Join("Cleo", token=record.seats[0].token))
    with refused("unknown-token"):
        seating.join(record, Join("Cleo", token="../x"))
    with refused("bad-name"):
        seating.join(record, Join("\u202e\n \u0000"))
    with refused("seat-taken"):
        seating.join(record, Join("Cleo", seat=0))
    seating.join(record, Join("  Cl\neo\u0007 ", seat=3))
    assert record.seats[3].name == "Cl eo"
    assert [seat.kind for seat in record.seats] == ["person", "person", "open", "person"]


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        ({"edition": "/etc/passwd"}, "unknown-edition"),
        ({"variant": "endless"}, "bad-table"),
        ({"options": {"free_money": "yes"}}, "bad-table"),
        ({"seats": 2, "bots": ["random"]}, "bad-table"),
        ({"variant": "timed", "options": {"time_limit": 0}}, "bad-table"),
        ({"people": [Person("Ann"), Person("ann")]}, "name-taken"),
    ],
)
def test_a_table_that_cannot_be_is_refused(wish: Any, code: str) -> None:
    with refused(code):
        opened(**wish)


def test_bots_take_the_empty_chairs_and_a_late_friend_is_let_in() -> None:
    record, _, invite, _ = opened(seats=4, level="trader")
    table = Table(record, SECRET)
    table.start(NOON)
    assert [seat.kind for seat in record.seats] == ["person", "person", "bot", "bot"]
    assert record.seats[2].level == "trader"
    name = record.seats[2].name
    assert name in bots.NAMES
    assert name != record.seats[3].name
    with refused("table-full"):
        seating.join(record, Join("Cleo", invite=invite))
    with refused("needs-votes"):  # the host cannot open it alone
        seating.hand_back(record, 2)
    for seat in (0, 1):
        voting.vote(record, seat, 2, True, {}, {}, NOON)
    seat, _ = seating.join(record, Join("Cleo", invite=invite))
    assert seat == 2
    assert record.seats[2].name == name  # the log's names are fixed
    assert table.info().seats[2].name == f"Cleo ({name})"  # but nobody plays under a bot's name
    assert not record.seats[2].bot_plays


def test_who_leaves_is_followed_by_a_bot() -> None:
    record, _, _, keys = opened()
    seating.leave(record, 1)
    assert record.seats[1].kind == "open"
    table = begun()
    seating.leave(table.record, 0)
    assert table.record.seats[0].kind == "bot"
    assert seating.seats_of(table.record, keys) == ([], False)  # the key opens nothing any more
