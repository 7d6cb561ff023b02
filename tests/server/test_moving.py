"""Links for seats: one's own for another device, and that of somebody who has lost the key; once, for five minutes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from freehold.i18n import write
from freehold.server.protocol.messages import Join, Refused, SeatLink, SeatMoved
from freehold.server.storage.record import digest_of
from freehold.server.table import moving, seating
from freehold.server.table.table import Table

from ..cli.terminal import Terminal
from .contributing import Hand
from .network import WAIT, Client, Contributor, House, house
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
    taken, step = moving.take_seat(table, NOON + 1000, TICKET)
    assert (taken.seat, table.record.seats[about].key) == (about, digest_of(taken.key))
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
    with refused("seat-in-use") as refusal:
        link(table, BOB, ANN)
    for lang, word in (("en", "link"), ("fr", "lien")):  # and not of a bot that plays for somebody
        assert word in write("server", refusal.value.code, {}, lang)
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


HOST = "host of the table"


def hosted(**wish: object) -> Table:
    """Ann, the host, has come with her keys and has gone."""
    table = playing((BOB,), **wish)
    table.record.host = digest_of(HOST)
    assert seating.host_came(table.record, digest_of(HOST), [ANN])
    assert not seating.host_came(table.record, digest_of(HOST), [ANN])  # nothing new to write
    return table


def test_a_host_whom_another_lets_in_is_the_host_again() -> None:
    table = hosted()
    link(table, ANN, BOB)
    taken, step = moving.take_seat(table, NOON, TICKET)
    assert seating.seats_of(table.record, [taken.key, taken.host]) == ([ANN], True)
    assert SeatMoved(ANN, BOB, True, True) in step.to_all
    assert step.writes.record is table.record
    own = seating.host_key_of(table.record, [taken.host])
    assert seating.replace_key(table.record, None, digest_of("renewed"), own) == own
    assert seating.seats_of(table.record, ["renewed"]) == ([], True)
    assert seating.seats_of(table.record, [taken.host]) == ([], False)
    assert seating.seats_of(table.record, [HOST]) == ([], True)  # nobody can replace the key of a host who is away


def test_a_host_who_was_only_away_is_the_only_host_at_once() -> None:
    table = hosted()
    link(table, ANN, BOB)
    taken, _ = moving.take_seat(table, NOON, TICKET)
    assert not seating.host_came(table.record, seating.host_key_of(table.record, [taken.host]), [ANN])
    assert seating.host_came(table.record, seating.host_key_of(table.record, [HOST]), [])
    assert seating.seats_of(table.record, [taken.host]) == ([], False)
    assert seating.seats_of(table.record, [HOST]) == ([], True)


@pytest.mark.parametrize(
    ("about", "by", "listed"),
    [(BOB, ANN, False), (ANN, ANN, False), (ANN, None, False), (ANN, BOB, True)],
    ids=["another's seat", "one's own link", "the host's link", "public table"],
)
def test_nobody_else_becomes_the_host(about: int, by: int | None, listed: bool) -> None:
    table = hosted(listed=listed)
    table.depart(NOON, [BOB])
    link(table, about, by, NOON + 300_000)
    taken, step = moving.take_seat(table, NOON + 300_000, TICKET)
    assert (taken.host, table.record.deputy) == ("", "")
    assert SeatMoved(about, by, True) in step.to_all


@pytest.mark.parametrize("how", ["joined anew", "a bot was there"])
def test_the_seat_of_a_host_who_got_up_makes_nobody_the_host(how: str) -> None:
    table = hosted()
    record = table.record
    seating.leave(record, ANN)  # a bot plays on
    if how == "joined anew":
        seating.open_seat(record, ANN)
        record.listed = True
        seating.join(record, Join(name="Cleo"))
        record.listed = False
    else:
        record.seats[ANN].kind = "person"
    link(table, ANN, BOB)
    assert moving.take_seat(table, NOON, TICKET)[0].host == ""


def test_a_host_who_was_let_in_has_the_role_also_after_a_restart_until_the_first_key_is_back(tmp_path: Path) -> None:
    mute = {"type": "mute", "seat": 1, "muted": True}
    with house(tmp_path) as place:
        made = place.table(listed=False)
        id, (anns, bobs) = made["table"]["id"], made["keys"]
        ann = Client(place.port)
        ann.hello(id, made["host"], anns)
        ann.close()
    with house(tmp_path) as place:  # whose seat was the host's is stored
        bob, again, back = (Client(place.port) for _ in range(3))
        bob.hello(id, bobs)
        bob.say(**mute)
        assert bob.hear("refused")["code"] == "host-only"
        bob.say(type="seat_link", seat=1, about=0, digest=digest_of(TICKET))
        assert bob.hear("moved", "refused") == {"type": "moved", "seat": 0, "by": 1, "used": False, "host": False}
        joined = place.post(f"/api/tables/{id}/seat", {"ticket": TICKET})
        assert bob.hear("moved") == {"type": "moved", "seat": 0, "by": 1, "used": True, "host": True}
        welcome = again.hello(id, joined["key"], joined["host"])
        assert (welcome["yours"], welcome["host"]) == ([0], True)
        again.say(**mute)
        again.hear("table", that=lambda message: message["table"]["seats"][1]["muted"])
        assert back.hello(id, made["host"])["host"] is True
        again.say(**mute)
        assert again.hear("refused")["code"] == "host-only"
        for client in (bob, again, back):
            client.close()


def test_a_rematch_keeps_the_role_of_a_host_who_was_let_in() -> None:
    table = hosted()
    link(table, ANN, BOB)
    taken, _ = moving.take_seat(table, NOON, TICKET)
    again = seating.rematch_record(table.record, "next", "0" * 64, NOON)
    assert seating.seats_of(again, [taken.key, taken.host]) == ([ANN], True)
    assert [chair.hosts for chair in again.seats] == [True, False]


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
        assert laptop.hear("moved") == {"type": "moved", "seat": 0, "by": 0, "used": False, "host": False}
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


def usual(legal: list[Any]) -> Any:
    aside = ("offer", "settle", "mortgage", "sell", "sell_group", "bankrupt")
    return next((action for action in legal if action["type"] not in aside), legal[0])


def play(ann: Client, bob: Client, most: int, until: str = "") -> bool:
    """So many actions, of both as it comes, or until this type is next; whether the game is over before."""
    for k in range(most):
        if usual(ann.legal)["type"] == until:
            return False
        acting = ann if ann.decider == ANN else bob
        action = {key: value for key, value in usual(ann.legal).items() if key != "max"}
        acting.say(type="act", seat=ann.decider, number=ann.number + 1, id=f"{ann.number} {k}", action=action)
        told = ann.hear("told", "refused")
        assert told["type"] == "told", told
        if ann.decider is None:
            ann.hear("ended")
            return True
    return False


def moved(place: House, id: str, laptop: Client, phone: Client) -> None:
    """Ann's seat goes from one device to the other, by the link that she makes for herself."""
    laptop.say(type="seat_link", seat=ANN, about=ANN, digest=digest_of(TICKET))
    laptop.hear("moved")
    joined = place.post(f"/api/tables/{id}/seat", {"ticket": TICKET})
    laptop.close()
    assert phone.hello(id, joined["key"])["yours"] == [ANN]


@pytest.mark.parametrize("handed", [True, False], ids=["chain handed over", "new chain"])
def test_freehold_verify_proves_a_game_whose_seat_was_moved_to_its_end(
    tmp_path: Path, freehold: Terminal, handed: bool
) -> None:
    hand = Hand()
    on_phone = hand if handed else Hand()
    with house(tmp_path / "data", grace=float(WAIT)) as place:
        made = place.table(options={"round_limit": "twenty"})
        id = made["table"]["id"]
        laptop, bob, phone = (Client(place.port, of) for of in (hand, Hand(), on_phone))
        laptop.hello(id, made["host"], made["keys"][ANN])
        laptop.publish(ANN)
        bob.hello(id, made["keys"][BOB])
        bob.publish(BOB)
        laptop.hear("table", that=lambda message: all(seat["chain"] for seat in message["table"]["seats"]))
        thread = Contributor(bob)
        laptop.say(type="start")
        laptop.hear("begun")
        assert not play(laptop, bob, 20)
        assert not play(laptop, bob, 100, until="end_turn")  # the new chain is in this entry, before the next throw
        moved(place, id, laptop, phone)
        if not handed:
            chain = on_phone.publish(ANN)
            phone.say(**chain)
            phone.hear("table", that=lambda message: message["table"]["seats"][ANN]["chain"] == chain["end"])
        assert play(phone, bob, 2_000)
        log = place.get(f"/api/tables/{id}/log")
        thread.close()
        phone.close()
    assert log["ending"]["how"] == "over"
    file = tmp_path / "log.json"
    file.write_text(json.dumps(log), encoding="utf-8")
    run = freehold("verify", str(file), "--json")
    report = json.loads(run.out)
    assert (run.code, report["verdict"]) == (0, "proved"), report
    drawn = sum("shares" in entry for entry in log["entries"]) + 1
    assert [(part["name"], part["gave"]) for part in report["parts"]] == [("Ann", drawn), ("Bob", drawn)]
    chains = [entry for entry in log["entries"] if "chains" in entry]
    assert bool(chains) != handed
