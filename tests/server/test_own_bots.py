"""Bots that the operator of a server brings: at tables, when they fail, and after a restart without them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest

from freehold.game import Game
from freehold.game.types import Action
from freehold.players import BotError
from freehold.players.brought import brought, seat_name
from freehold.players.fallback_player import PREFERENCES
from freehold.server.protocol.messages import NewTable
from freehold.server.table import bots, seating
from freehold.server.table.bots import TableBots
from freehold.server.workers import brought_bots
from freehold.server.workers.brought_bots import BroughtBots

from .network import WAIT, Client, House, house
from .table_steps import NOON

FILE = """
import time
from freehold.envs import PolicyBot

ORDER = "decline pay roll end_turn pass reject pay_tax choose keep_mortgage pay_fine mortgage sell bankrupt".split()


class Declines:
    def decide(self, view, legal):
        assert view["players"][view["you"]]["name"]
        return min(legal, key=lambda action: ORDER.index(action["type"]) if action["type"] in ORDER else 99)


class Raises:
    def decide(self, view, legal):
        raise ValueError("not today")


class Sleeps:
    def decide(self, view, legal):
        time.sleep(600)


class Cheats:
    def decide(self, view, legal):
        return {"type": "buy", "square": 39}


class Dies:
    def decide(self, view, legal):
        import os
        os._exit(3)


policy = PolicyBot(lambda observation, mask: int(mask.argmax()))
"""


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("bots") / "bots.py"
    file.write_text(FILE, encoding="utf-8")
    return file


@pytest.fixture
def own(file: Path) -> Iterator[BroughtBots]:
    names = ("Declines", "Raises", "Sleeps", "Cheats", "Dies", "policy")
    found = BroughtBots({f"own:{name}": f"{file}:{name}" for name in names}, seconds=WAIT)
    yield found
    found.close()


# --- Their names ---


def test_a_table_knows_names_and_the_server_the_files(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(file.parent)
    other = file.parent / "more"
    other.mkdir()
    (other / "bots.py").write_text(FILE, encoding="utf-8")
    asked = ["bots.py:Declines", "baron", f"{other}/bots.py:Declines", "bots.py:Declines", "bots.py:policy"]
    assert brought(asked) == {
        "own:Declines": f"{file}:Declines",
        "own:Declines 2": f"{other / 'bots.py'}:Declines",
        "own:policy": f"{file}:policy",
    }


@pytest.mark.parametrize(
    ("bot", "code"), [("bots.py:Nope", "no-such-class"), ("none.py:Bot", "no-such-file"), ("barron", "unknown-bot")]
)
def test_one_that_cannot_play_is_told_at_once(file: Path, monkeypatch: pytest.MonkeyPatch, bot: str, code: str) -> None:
    monkeypatch.chdir(file.parent)
    with pytest.raises(BotError) as error:
        brought(["baron", bot])
    assert error.value.code == code


def test_it_sits_under_its_own_name() -> None:
    assert seat_name("own:MyBot", ["Ann", "mybot"]) == "MyBot 2"
    long = "own:" + "B" * 24
    assert seat_name(long, [seat_name(long, [])]) == "B" * 22 + " 2"
    record, *_ = seating.open_table(NewTable("classic", seats=4, bots=["own:MyBot", "own:MyBot", "baron"]), "", NOON)
    assert [chair.name for chair in record.seats[1:3]] == ["MyBot", "MyBot 2"]
    assert bots.needs_worker(record)
    seating.make_bot(record, 1, "trader")
    assert record.seats[1].name in bots.NAMES
    seating.make_bot(record, 1, "own:Other")
    assert record.seats[1].name == "Other"


# --- Their decisions ---


def asked(own: BroughtBots, minds: TableBots, game: Game, name: str, seat: int = 0) -> tuple[Any, str]:
    thought = own.think("table", minds, game, seat, f"own:{name}", {})
    assert game.refusal(cast(Action, thought.action), seat) is None
    return thought.action, thought.code


def on_a_deed() -> Game:
    game = Game.new("classic", 2, seed=1)
    game.apply({"type": "roll"}, chance=[1, 2])
    assert game.phase == "buy"
    return game


@pytest.mark.parametrize("name", ["Declines", "policy"])
def test_it_decides_itself(own: BroughtBots, name: str) -> None:
    game, minds = on_a_deed(), TableBots()
    action, code = asked(own, minds, game, name, game.decider or 0)
    assert code == ""
    if name == "Declines":
        assert action == {"type": "decline"}


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("Raises", "own-failed"),
        ("Dies", "own-failed"),
        ("Sleeps", "own-slow"),
        ("Cheats", "own-illegal"),
        ("Missing", "own-missing"),
    ],
)
def test_where_it_cannot_a_baron_plays_and_the_table_is_told_once(own: BroughtBots, name: str, code: str) -> None:
    game, minds = on_a_deed(), TableBots()
    seat = game.decider or 0
    if name == "Sleeps":
        own._seconds = 1
    assert asked(own, minds, game, name, seat) == ({"type": "buy"}, code)
    if name != "Sleeps":
        assert asked(own, minds, game, name, seat) == ({"type": "buy"}, "")


def test_one_that_fails_too_often_is_not_asked_again(own: BroughtBots) -> None:
    game, minds = on_a_deed(), TableBots()
    codes = [asked(own, minds, game, "Raises", game.decider or 0)[1] for _ in range(brought_bots.PATIENCE + 2)]
    assert codes == ["own-failed", *[""] * (brought_bots.PATIENCE - 2), "own-retired", "", ""]


def test_processes_are_limited(own: BroughtBots, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(brought_bots, "MOST_PROCESSES", 2)
    game = on_a_deed()
    for table in ("a", "b", "c", "a"):
        own.think(table, TableBots(), game, game.decider or 0, "own:Declines", {})
    assert [table for table, *_ in own._seated] == ["c", "a"]


# --- At a server ---


def plays(ann: Client) -> None:
    """Ann does what comes first to mind, and gives nobody anything."""
    kind = next(kind for kind in PREFERENCES if any(action["type"] == kind for action in ann.legal))
    action = next(action for action in ann.legal if action["type"] == kind)
    ann.act(0, action, f"n{ann.number + 1}")


def until_bot(ann: Client, that: Any) -> Any:
    """Play until the other seat has done something."""
    seen = len(ann.heard)
    while True:
        for message in ann.heard[seen:]:
            if that(message):
                return message
        seen = len(ann.heard)
        if ann.decider == 0:
            plays(ann)
        else:
            ann.hear("told")


def sits(place: House, made: Any) -> Client:
    ann = Client(place.port)
    ann.hello(made["table"]["id"], made["host"], made["keys"][0])
    return ann


def declined(message: Any) -> bool:
    past = message.get("past") or {}
    return past.get("seat") == 1 and past.get("by") == "bot" and past["action"]["type"] == "decline"


def test_a_person_plays_against_it_and_after_a_restart_without_it_against_a_baron(file: Path, tmp_path: Path) -> None:
    wish = {"people": [{"name": "Ann"}], "bots": ["own:Declines"], "listed": False}
    with house(tmp_path, bots={"own:Declines": f"{file}:Declines"}) as place:
        last = place.get("/api/editions")["bots"][-1]
        assert (last["level"], last["name"]["en"]) == ("own:Declines", "Declines")
        made = place.table(**wish)
        assert [seat["name"] for seat in made["table"]["seats"]] == ["Ann", "Declines"]
        ann = sits(place, made)
        ann.say(type="start")
        ann.hear("begun")
        until_bot(ann, declined)
        assert [message for message in ann.heard if message["type"] == "replied"] == []
        ann.close()
    with house(tmp_path) as place:
        assert all(not bot["level"].startswith("own:") for bot in place.get("/api/editions")["bots"])
        assert place.post("/api/tables", {"edition": "classic", **wish}, status=400)["code"] == "unknown-bot"
        ann = sits(place, made)
        told = until_bot(ann, lambda message: message["type"] == "replied")
        assert (told["seat"], told["code"]) == (1, "own-missing")
        until_bot(ann, lambda message: (message.get("past") or {}).get("seat") == 1)
        assert sum(message["type"] == "replied" for message in ann.heard) == 1
        ann.close()


def test_the_host_chooses_it_in_the_lobby_and_a_stranger_names_no_code(file: Path, tmp_path: Path) -> None:
    with house(tmp_path, bots={"own:Raises": f"{file}:Raises"}) as place:
        made = place.table(seats=3)
        ann = sits(place, made)
        ann.say(type="replace", seat=2, level="own:Raises")
        info = ann.hear("table", that=lambda message: message["table"]["seats"][2]["kind"] == "bot")["table"]
        assert info["seats"][2]["name"] == "Raises"
        for level in ("own:Other", f"own:{file}:Raises", f"{file}:Raises", "own:"):
            ann.say(type="replace", seat=2, level=level)
            assert ann.hear("refused")["code"] == ("unknown-bot" if level == "own:Other" else "bad-message")
        ann.say(type="start")
        ann.hear("begun")
        told = ann.hear("replied") if ann.decider == 2 else until_bot(ann, lambda message: message["type"] == "replied")
        assert (told["seat"], told["code"]) == (2, "own-failed")
        ann.close()
