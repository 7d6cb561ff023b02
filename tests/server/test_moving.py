"""Links for seats: one's own for another device, and that of somebody who has lost the key; once, for five minutes."""

from __future__ import annotations

from pathlib import Path

import pytest

from freehold.server.protocol.messages import Refused, SeatLink, SeatMoved
from freehold.server.storage.record import digest_of
from freehold.server.table import moving
from freehold.server.table.table import Table

from .contributing import Hand
from .network import Client, house
from .table_steps import NOON, begun, refused

ANN, BOB = 0, 1
TICKET = "a ticket"


def playing(present: tuple[int, ...] = (ANN,), **wish: object) -> Table:
    table = begun(**wish)
    for seat in present:
        table.presence.windows[seat] = 1
    return table


def link(table: Table, about: int, seat: int | None, now: int = NOON) -> list[SeatMoved]:
    step = moving.make_link(table, now, SeatLink(about, digest_of(TICKET), seat))
    assert step.writes.record is table.record
    return [message for message in step.to_all if isinstance(message, SeatMoved)]


@pytest.mark.parametrize(("about", "seat"), [(ANN, ANN), (BOB, ANN), (BOB, None)])
def test_a_link_gives_the_seat_a_new_key_once_and_everybody_is_told(about: int, seat: int | None) -> None:
    table = playing()
    before, other = table.record.seats[about].key, table.record.seats[1 - about].key
    assert link(table, about, seat) == [SeatMoved(about, seat, False)]
    assert table.record.seats[about].key == before  # until it is used
    taken, key, step = moving.take_seat(table, NOON + 1000, TICKET)
    assert (taken, table.record.seats[about].key) == (about, digest_of(key))
    assert SeatMoved(about, seat, True) in step.to_all
    assert table.record.seats[1 - about].key == other
    with refused("link-used"):
        moving.take_seat(table, NOON + 2000, TICKET)


def test_a_link_is_void_after_five_minutes_and_with_the_next_one() -> None:
    table = playing()
    link(table, BOB, ANN)
    with refused("link-used"):
        moving.take_seat(table, NOON + 300_000, TICKET)
    moving.make_link(table, NOON, SeatLink(BOB, digest_of("another"), ANN))
    with refused("link-used"):
        moving.take_seat(table, NOON, TICKET)


def test_nobody_takes_the_seat_of_somebody_who_is_there() -> None:
    table = playing((ANN, BOB))
    with refused("is-present"):
        link(table, BOB, ANN)
    table.depart(NOON, [BOB])
    link(table, BOB, None)


def test_at_a_public_table_they_have_to_be_gone_for_longer() -> None:
    table = playing((ANN, BOB), listed=True)
    table.depart(NOON, [BOB])
    with refused("gone-too-short"):
        link(table, BOB, None, NOON + 299_999)
    link(table, BOB, ANN, NOON + 300_000)


def test_there_is_no_link_for_a_bot_or_after_the_end() -> None:
    table = playing(bots=["novice"], people=[], seats=2)
    with refused("no-such-seat"):
        link(table, BOB, None)
    table.record.status = "over"
    with pytest.raises(Refused):
        link(table, ANN, None)


def test_a_seat_moves_mid_game_with_its_dice_and_the_old_key_is_void(tmp_path: Path) -> None:
    hand = Hand()
    with house(tmp_path) as place:
        made = place.table()
        id = made["table"]["id"]
        laptop = Client(place.port, hand)
        laptop.hello(id, made["host"], *made["keys"])
        laptop.publish(0, 1)
        laptop.say(type="start")
        laptop.hear("begun")
        laptop.say(type="seat_link", seat=0, about=0, digest=digest_of(TICKET))
        assert laptop.hear("moved") == {"type": "moved", "seat": 0, "by": 0, "used": False}
        joined = place.post(f"/api/tables/{id}/seat", {"ticket": TICKET})
        assert joined["seat"] == 0
        place.post(f"/api/tables/{id}/seat", {"ticket": TICKET}, 403)
        laptop.close()
        phone = Client(place.port, hand)  # with the chains that the laptop has handed over
        welcome = phone.hello(id, joined["key"], made["keys"][1])
        assert welcome["yours"] == [0, 1]
        assert welcome["since"] == {"0": 0, "1": 0}  # the same chains go on
        decider = phone.decider
        assert phone.act(decider, {"type": "roll"}, "first")["type"] == "done"
        told = next(message for message in reversed(phone.heard) if message["type"] in ("told", "done"))
        told = told if told["type"] == "told" else phone.hear("told")
        assert all(told["past"]["shares"].values())
        old = Client(place.port)
        assert old.hello(id, made["keys"][0])["yours"] == []
        old.close()
        phone.close()
