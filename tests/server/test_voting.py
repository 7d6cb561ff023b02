"""What people at a table decide together, and what a host cannot do alone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from freehold.server.protocol.messages import Refused
from freehold.server.registry.resources import milliseconds
from freehold.server.storage.record import Record, Seat
from freehold.server.table.voting import ABSENT, vote

from .network import Client, House, house
from .served import record_of, unfinished

NOON = 10**12


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with house(tmp_path_factory.mktemp("data")) as running:
        yield running


def table(kinds: str) -> Record:
    """A table in play with a seat for each letter: p for a person, b for a bot."""
    record = record_of(unfinished())
    record.seats = [Seat(f"P{k}", "", "person" if kind == "p" else "bot", key="x") for k, kind in enumerate(kinds)]
    return record


@pytest.mark.parametrize(
    ("kinds", "votes", "there", "gone", "out"),
    [
        ("ppp", [0], True, 0, False),
        ("ppp", [0, 1], True, 0, True),  # all the others, who are two
        ("pppp", [0, 1], True, 0, False),
        ("pp", [0], True, ABSENT, False),  # nobody puts out alone who is there
        ("pp", [0], False, ABSENT - 1, False),
        ("pp", [0], False, ABSENT, True),
        ("ppp", [0], False, ABSENT, False),  # half of the others is no majority
        ("pppp", [0], False, ABSENT, False),
        ("pppp", [0, 1], False, ABSENT, True),  # more than half of the others
        ("pbp", [0], False, ABSENT, True),  # bots have no vote
    ],
)
def test_a_player_is_voted_out(kinds: str, votes: list[int], there: bool, gone: int, out: bool) -> None:
    record, about = table(kinds), len(kinds) - 1
    for seat in votes:
        vote(record, seat, about, True, {about: 1} if there else {}, {about: NOON - gone}, NOON)
    assert (record.seats[about].kind == "bot") == out
    assert (record.seats[about].key == "") == out
    assert record.votes == ({} if out else {str(about): votes})


def test_a_vote_can_be_taken_back() -> None:
    record = table("pppp")
    vote(record, 0, 3, True, {3: 1}, {}, NOON)
    vote(record, 1, 3, True, {3: 1}, {}, NOON)
    vote(record, 0, 3, False, {3: 1}, {}, NOON)
    assert record.votes == {"3": [1]}
    vote(record, 1, 3, False, {3: 1}, {}, NOON)
    assert record.votes == {}


def test_a_bots_seat_is_opened_by_all_people() -> None:
    record = table("ppb")
    vote(record, 0, 2, True, {}, {}, NOON)
    seat: Any = record.seats[2]
    assert seat.kind == "bot"
    vote(record, 1, 2, True, {}, {}, NOON)
    assert seat.kind == "open"


@pytest.mark.parametrize(("seat", "about"), [(0, 0), (0, 7)])
def test_a_vote_is_about_another_seat(seat: int, about: int) -> None:
    with pytest.raises(Refused):
        vote(table("pp"), seat, about, True, {}, {}, NOON)


def test_a_host_removes_a_stranger_from_the_lobby(tmp_path: Path) -> None:
    with house(tmp_path) as place:
        made = place.table(people=[{"name": "Ann"}], seats=3)
        id = made["table"]["id"]
        joined = place.post(f"/api/tables/{id}/join", {"name": "Stranger"})
        host, stranger = Client(place.port), Client(place.port)
        host.hello(id, made["host"], *made["keys"])
        stranger.hello(id, joined["key"])
        stranger.say(type="remove", seat=0)
        assert stranger.hear("refused")["code"] == "host-only"
        host.say(type="remove", seat=joined["seat"])
        stranger.hear("table", that=lambda message: message["table"]["seats"][joined["seat"]]["kind"] == "open")
        stranger.say(type="token", seat=joined["seat"], token="car")
        assert stranger.hear("refused")["code"] == "not-your-seat"
        again = Client(place.port)
        assert again.hello(id, joined["key"])["yours"] == []
        for client in (host, stranger, again):
            client.close()


@pytest.mark.parametrize(
    "message",
    [
        {"type": "start"},
        {"type": "pause", "paused": True},
        {"type": "replace", "seat": 2},
        {"type": "hand_back", "seat": 2},
        {"type": "remove", "seat": 0},
        {"type": "mute", "seat": 0, "muted": True},
        {"type": "new_invite", "digest": "0" * 64},
    ],
    ids=lambda message: str(message["type"]),
)
def test_a_guest_does_nothing_that_is_the_hosts(place: House, message: dict[str, Any]) -> None:
    made = place.table(seats=3)
    bob = Client(place.port)
    bob.hello(made["table"]["id"], made["keys"][1])
    bob.say(**message)
    bob.say(type="ping")
    assert bob.hear("refused", "pong").get("code") == "host-only"
    bob.close()


def test_who_closes_the_window_counts_as_gone_some_minutes_later(place: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Some minutes after that, not after the beginning of the game."""
    made, resources = place.table(), place.server.resources
    ann, bob = Client(place.port), Client(place.port)
    ann.hello(made["table"]["id"], made["host"], made["keys"][0])
    bob.hello(made["table"]["id"], made["keys"][1])
    ann.say(type="start")
    ann.hear("begun")
    monkeypatch.setattr(resources, "clock", lambda: milliseconds() + ABSENT)
    bob.close()
    ann.hear("table", that=lambda message: not message["table"]["seats"][1]["present"])

    def bob_of(message: Any) -> Any:
        return message["table"]["seats"][1]

    def voted() -> Any:
        ann.say(type="vote", seat=0, about=1, agree=True)
        seen = ann.hear("table", that=lambda message: bob_of(message)["against"] or bob_of(message)["kind"] == "bot")
        return bob_of(seen)["kind"]

    assert voted() == "person"
    monkeypatch.setattr(resources, "clock", lambda: milliseconds() + 2 * ABSENT)
    assert voted() == "bot"
    ann.close()


def test_a_host_cannot_end_the_game_alone_while_others_are_in_it(tmp_path: Path) -> None:
    with house(tmp_path) as place:
        made = place.table()
        host, bob = Client(place.port), Client(place.port)
        host.hello(made["table"]["id"], made["host"], made["keys"][0])
        bob.hello(made["table"]["id"], made["keys"][1])
        host.say(type="start")
        host.hear("begun")
        host.say(type="replace", seat=1)
        assert host.hear("refused")["code"] == "is-present"
        host.say(type="vote", seat=0, about=1)
        host.say(type="consent", seat=0)
        host.say(type="consent")
        told = host.hear("table", that=lambda message: message["table"]["seats"][0]["consents"])
        assert told["table"]["seats"][1]["against"] == [0]
        host.say(type="legal", seat=0)
        assert host.hear("legal", "ended")["type"] == "legal"
        for client in (host, bob):
            client.close()
