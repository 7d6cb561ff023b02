"""A class, an instance or a function is a bot wherever a bot's name is taken; its lost moves are counted by reason."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Any

import pytest

import freehold
from freehold import BotError, Game
from freehold.players.bot_objects import ObjectBot, named

from .workshop import written

FEW: Any = {"games": 2, "rounds": 4}


class First:
    """Plays the first sensible thing."""

    def __init__(self) -> None:
        self.asked = 0

    def decide(self, view: Any, legal: Any) -> Any:
        self.asked += 1
        kinds = ["claim", "pay", "buy", "roll", "end_turn", "pass", "reject", "pay_tax", "bankrupt"]
        if view["decider"] != view["you"]:
            return None
        return next((action for kind in kinds for action in legal if action["type"] == kind), legal[0])


def first(view: Any, legal: Any) -> Any:
    return First().decide(view, legal)


class Raises:
    def decide(self, view: Any, legal: Any) -> Any:
        raise KeyError(view["phase"])


class Refused:
    def decide(self, view: Any, legal: Any) -> Any:
        return {"type": "accept"} if view["phase"] == "roll" else first(view, legal)


@pytest.mark.parametrize("bot", [First, First(), first], ids=["class", "instance", "function"])
def test_an_object_plays_everywhere(bot: Any) -> None:
    game = Game.new("classic", 2, seed=3)
    chosen = freehold.Bot(bot).choose(game)
    assert game.refusal(chosen) is None
    freehold.play_out(game, [bot, "novice"], turns=6)
    assert game.turns == 6
    freehold.play_out(game, bot, turns=2)
    found = freehold.tournament([bot, "novice"], **FEW).summary()
    assert [row["bot"] for row in found["bots"]] == [str(named([bot])[0]), "novice"]
    assert found["lost_moves"][0]["decisions"] > 4
    assert found["lost_moves"][0]["lost"] == 0
    result = freehold.simulate("classic", [bot, "novice"], games=2, turns=8)
    assert result.summary()["lost_moves"][0]["lost"] == 0


def test_an_object_decides_as_the_same_bot_in_a_file_does(tmp_path: Path) -> None:
    spec = written(tmp_path / "mine.py", "return next((a for a in legal if a['type'] != 'offer'), None)")

    def same(view: Any, legal: Any) -> Any:
        return next((a for a in legal if a["type"] != "offer"), None)

    logs = [
        freehold.play_out(Game.new("spider-man", 3, seed=4), [bot, "baron", bot], turns=9).log for bot in (spec, same)
    ]
    assert logs[0] == logs[1]


def test_an_instance_keeps_its_memory_and_a_class_begins_anew() -> None:
    bot = First()
    freehold.tournament([bot, "novice"], **FEW)
    assert bot.asked > 10
    kept: list[int] = []

    class Remembers(First):
        def decide(self, view: Any, legal: Any) -> Any:
            kept.append(self.asked)
            return super().decide(view, legal)

    freehold.tournament([Remembers, "novice"], **FEW)
    assert kept.count(0) == 2


def test_two_objects_never_share_a_name_and_one_keeps_its_own() -> None:
    one, other = First(), First()
    assert named([one, other, one, "baron"]) == ["First", "First 2", "First", "baron"]

    def baron(view: Any, legal: Any) -> Any: ...

    assert named([baron]) == ["baron 2"]
    assert isinstance(named([baron])[0], ObjectBot)


def test_lost_moves_are_counted_by_reason_and_the_first_is_told(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.WARNING, "freehold.players")
    result = freehold.tournament([Raises, Refused, "novice"], games=3, rounds=12)
    found = result.summary()
    raises, refused = found["lost_moves"]
    assert raises["reasons"].keys() == {"raised", "retired"}
    assert raises["lost"] == raises["decisions"] == sum(raises["reasons"].values())
    assert refused["reasons"].keys() == {"illegal"}
    assert 0 < refused["lost"] < refused["decisions"]
    said = [record.getMessage() for record in caplog.records]
    assert len(said) == 2
    assert "Too few games ended" in str(result)
    assert f"Raises lost {raises['lost']} of its" in str(result)
    assert str(result).splitlines()[-1] in result._repr_html_()
    assert any("KeyError: 'roll'" in line and "test_bot_objects.py" in line for line in said)


def test_a_game_that_is_given_up_goes_to_the_richest_where_asked() -> None:
    plain, worth = (freehold.tournament([first, "novice"], **FEW, net_worth=by).summary() for by in (False, True))
    assert (plain["unfinished"], plain["by_worth"], sum(row["wins"] for row in plain["bots"])) == (2, 0, 0)
    assert worth["unfinished"] == 2
    assert worth["by_worth"] == sum(row["wins"] for row in worth["bots"]) == 2
    assert not worth["enough"]


@pytest.mark.parametrize(
    ("bot", "said"),
    [
        (3, "not 3"),
        (object(), "decide(view, legal)"),
        (lambda view: None, "decide(self, view, legal)"),
        (type("Empty", (), {}), "Empty in tests.players.test_bot_objects cannot decide"),
        (type("Broken", (), {"__init__": lambda self: 1 / 0, "decide": first}), "ZeroDivisionError"),
        ("nowhere.py:Bot", "no bot file"),
    ],
)
def test_what_is_no_bot_gets_a_sentence_before_the_first_game(bot: Any, said: str) -> None:
    for play in (
        lambda: freehold.tournament(["novice", bot], **FEW),
        lambda: freehold.simulate("classic", ["novice", bot], games=1),
    ):
        with pytest.raises(BotError) as error:
            play()
        assert said in str(error.value)


def test_an_object_that_no_other_process_can_import_says_so() -> None:
    class Here(First):
        pass

    with pytest.raises(BotError, match="workers=1"):
        freehold.tournament([Here, "novice"], **FEW, workers=2)
    with pytest.raises(ValueError, match="cluster"):
        freehold.simulate("classic", [Here, "novice"], games=1, cluster="local")
