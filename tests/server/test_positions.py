"""Tables that begin in a position, and the HTTP routes of positions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from freehold import Game
from freehold.game import position_link
from freehold.server.fairness import fair_dice
from freehold.server.fairness.verify import verify
from freehold.server.http.position_routes import is_near
from freehold.server.protocol.messages import NewTable, Person
from freehold.server.storage.game_log import Log
from freehold.server.table import seating
from freehold.server.table.table import Table
from freehold.server.table.table_step import Step

from .network import House, house
from .served import SECRET
from .table_steps import NOON, begun, go_on, log_of, opened, refused

MIDDLE = {
    "players": [
        {"name": "Ann", "cash": 700, "square": 16, "jail_cards": ["chance"]},
        {"name": "Bob", "cash": 0, "bankrupt": True},
        {"name": "Cleo", "cash": 900, "square": 10},
    ],
    "deeds": {"16": {"owner": 2, "buildings": 1}, "18": {"owner": 2}, "19": {"owner": 2}, "5": {"owner": 0}},
    "turn": 2,
}


def link() -> str:
    return Game.load(MIDDLE).link()


def at(**wish: Any) -> Table:
    return begun(position=link(), people=[Person("Zoe")], at=[2], bots=["novice"], **wish)


def test_a_game_begins_in_the_position_with_other_players() -> None:
    table = at()
    assert table.game is not None
    assert table.record.header is not None
    before, now = Game.load(MIDDLE).view(), table.game.view()
    assert [player["name"] for player in now["players"]] == ["Ann", "Bob", "Zoe"]
    for view in (before, now):
        for player in view["players"]:
            player["name"] = ""
    assert now == before
    assert [chair.kind for chair in table.record.header.seats] == ["bot", "bot", "person"]
    written = position_link.read(str(table.record.header.position))
    assert not any("name" in player for player in written["players"])
    assert table.game.setup == []


def test_its_decks_come_from_the_secret_and_its_log_is_proved() -> None:
    table = begun(position=link(), people=[], bots=["random", "random"])
    steps = go_on(table, NOON, 60)
    table.end(NOON, "consent", Step())
    assert table.game is not None
    header = table.record.header
    assert header is not None
    again = fair_dice.set_up_again(header, SECRET)
    other = fair_dice.set_up_again(header, bytes(32))
    assert again.position()["decks"] != other.position()["decks"]
    assert len(again.position()["decks"]["chance"]) == 15  # Ann holds one of the cards
    report = verify(log_of(table, steps))
    assert report.finding is None
    assert report.checked == 60


def test_a_changed_start_is_noticed() -> None:
    table = begun(position=link(), people=[], bots=["random", "random"])
    header = table.record.header
    assert header is not None
    poorer = Game.load({**MIDDLE, "turn": 0}).link(with_names=False)
    forged = msgspec.structs.replace(header, position=poorer)
    report = verify(Log(forged, [], None, SECRET.hex()))
    assert report.finding is not None
    assert report.finding.code == "verify-header-changed"


@pytest.mark.parametrize(
    "wish",
    [
        {"position": "1AAAA"},
        {"at": [1]},  # who is bankrupt
        {"at": [0, 2]},  # two seats for one person
        {"at": [7]},
        {"people": [Person("A"), Person("B")], "at": [2, 2]},
        {"people": [Person("A"), Person("B"), Person("C")], "at": []},
        {"position": Game.load({"players": [{}, {"bankrupt": True}], "phase": "over", "winner": 0}).link()},
    ],
)
def test_a_table_that_cannot_begin_there_is_refused(wish: dict[str, Any]) -> None:
    with refused("bad-position"):
        opened(**{"position": link(), "people": [Person("Zoe")], "at": [2], **wish})


def test_an_emptied_chair_keeps_its_token() -> None:
    record, *_ = opened(position=link(), people=[Person("Zoe")], at=[2])
    token = record.seats[2].token
    seating.leave(record, 2)
    assert (record.seats[2].kind, record.seats[2].token) == ("open", token)
    seating.make_bot(record, 2, "novice")
    assert record.seats[2].token == token
    assert Table(record, SECRET).info().position == record.position
    assert NewTable(edition="x", position="1").position == "1"


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with house(tmp_path_factory.mktemp("data")) as running:
        yield running


def test_positions_over_http(place: House) -> None:
    found = place.get(f"/api/positions/{link()}")
    game = Game.load(MIDDLE)
    assert (found["view"], found["decider"], found["link"]) == (game.view(), 2, link())
    assert {action["type"] for action in found["legal"][2]} >= {"roll", "build"}
    assert found["legal"][1] == []
    assert found["prices"] == msgspec.to_builtins(game.prices(), str_keys=True)
    assert place.get("/api/positions/1AAAA", 400)["code"] == "bad-position"

    checked = place.post("/api/positions", {"position": game.view()}, 200)
    assert checked["position"]["link"] == link()
    wrong = {**MIDDLE, "deeds": {"16": {"owner": 2, "buildings": 3}}, "turn": 1}
    faults = place.post("/api/positions", {"position": wrong}, 200)
    assert faults["position"] is None
    assert {fault["code"] for fault in faults["faults"]} == {"group-shared", "bankrupt-seat"}
    assert all(fault["text"].keys() == {"en", "fr"} for fault in faults["faults"])
    for odd in ({"edition": "/etc/passwd"}, {"edition": 7}, {"players": 3}, {"options": 3}, {"deeds": [1]}):
        assert place.post("/api/positions", {"position": odd}, 200)["position"] is None


def test_a_table_is_opened_at_a_position_over_http(place: House) -> None:
    wish = {"edition": "classic", "position": link(), "people": [{"name": "Zoe"}], "at": [0], "bots": ["novice"]}
    created = place.post("/api/tables", wish, 201)
    assert created["table"]["position"]
    assert [seat["kind"] for seat in created["table"]["seats"]] == ["person", "bot", "bot"]


def test_the_coach_takes_what_is_nearly_a_game_in_play_for_it() -> None:
    sold = {str(square): {"owner": square % 2} for square in (6, 8, 9, 16, 18, 24)}
    middle: dict[str, Any] = {"players": [{"square": 19}, {"cash": 900}, {"cash": 900}], "deeds": sold}
    people = [Person("Ann"), Person("Bob"), Person("Cleo")]

    def near(changes: dict[str, Any], start: dict[str, Any] = middle) -> bool:
        table = begun(position=Game.load(start).link(), people=people, at=[0, 1, 2])
        return is_near(table, Game.load(start | changes))

    alike: list[dict[str, Any]] = [
        {},
        {"phase": "end"},
        {"players": [{"name": "X", "square": 19, "cash": 30}, {"cash": 1}, {}]},
        {"players": [{"square": 24}, {}, {}], "turn": 1},
        {"deeds": sold | {"5": {"owner": 0}, "19": {"owner": 1, "mortgaged": True}}},
    ]
    others: list[dict[str, Any]] = [
        {"deeds": sold | {"5": {"owner": 0}, "15": {"owner": 0}, "19": {"owner": 1}}},
        {"players": [{"square": 24}, {"square": 3}, {}], "turn": 1},
        {"players": [{"square": 19}, {}]},
        {"edition": "disney-parks"},
    ]
    assert [near(changes) for changes in alike] == [True] * 5
    assert [near(changes) for changes in others] == [False] * 4
    fewer = {**middle, "deeds": {key: sold[key] for key in ("6", "8", "9", "16", "18")}}
    assert near({"players": [{"square": 19, "cash": 1}, {}, {}]}, fewer)
    assert not near({"turn": 1}, fewer)  # beginnings are alike
