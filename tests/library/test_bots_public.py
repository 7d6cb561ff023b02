"""Bots and replays as a program uses them."""

from __future__ import annotations

import inspect
from typing import Any

import pytest

import freehold
from freehold import Game
from freehold.game import internals


def test_a_bot_chooses_for_a_seat() -> None:
    game = Game.new("star-wars-2", 3, seed=5)
    bot = freehold.Bot("baron", seed=1)
    before = game.position()
    action = bot.choose(game)
    assert game.position() == before
    assert game.refusal(action) is None
    for _ in range(200):
        game.apply(bot.choose(game), game.decider)
    waiting = next(seat for seat in range(3) if seat != game.decider)
    assert isinstance(bot.choose(game, waiting), dict)
    bot.close()


def test_a_name_that_nobody_answers_to() -> None:
    with pytest.raises(freehold.BotError, match="baron"):
        freehold.Bot("barn")


def test_bots_play_a_game_on() -> None:
    game = Game.new("classic", ["Ann", "Bob", "Cleo"], seed=2)
    seen: list[Any] = []
    same = freehold.play_out(game, ["baron", "trader", "novice"], turns=30, watch=lambda *what: seen.append(what))
    assert same is game
    assert game.turns == 30
    assert [(seat, action) for seat, action, _ in seen] == [(entry["seat"], entry["action"]) for entry in game.log]
    freehold.play_out(game, "baron")
    assert game.over
    with pytest.raises(ValueError, match="over"):
        freehold.Bot().choose(game)
    with pytest.raises(ValueError, match="3 seats"):
        freehold.play_out(game, ["baron", "baron"])


def test_the_same_seed_plays_the_same_game() -> None:
    logs = [freehold.play_out(Game.new("classic", 3, seed=8), "random", seed=4, turns=25).log for _ in range(2)]
    assert logs[0] == logs[1]


@pytest.mark.parametrize("edition", ["classic", "star-wars-2", "spider-man"])
def test_a_replay_goes_on_with_the_same_dice(edition: str) -> None:
    game = freehold.play_out(Game.new(edition, 3, seed=11), "trader", turns=40)
    again = Game.replay(game.start, game.log)
    assert again.position() == game.position()
    assert again.log == game.log
    for one in (game, again):
        freehold.play_out(one, "novice", seed=3, turns=20)
    assert again.position() == game.position()


def test_dictated_dice_are_replayed_and_do_not_use_up_the_generator() -> None:
    game = Game.new("classic", 2, seed=1)
    game.apply({"type": "roll"}, chance=[1, 2])
    freehold.play_out(game, "novice", turns=10)
    again = Game.replay(game.start, game.log)
    assert game.log[0]["dictated"] == 2
    assert again.position() == game.position()


def test_a_log_with_outcomes_of_another_generator() -> None:
    """A server takes a new seed for every action: the outcomes of the log are then what counts."""
    game = Game.new("classic", 2, seed=1)
    for seed in range(5):
        internals.reseed(game, 1000 + seed)
        freehold.play_out(game, "novice", turns=1)
    again = Game.replay(game.start, game.log)
    assert again.view() == game.view()


def test_a_refusal_is_told_beforehand() -> None:
    game = Game.new("classic", 2, seed=1)
    before = game.position()
    refusal = game.refusal({"type": "buy"})
    assert refusal is not None
    assert refusal.reason
    assert game.refusal({"type": "roll"}) is None
    assert game.position() == before


def test_every_public_name_is_documented() -> None:
    for name in freehold.__all__:
        public = getattr(freehold, name)
        if name == "EditionLike":
            continue
        assert inspect.getdoc(public), name
        if inspect.isclass(public):
            for inner, member in vars(public).items():
                documented = isinstance(member, property | classmethod) or inspect.isfunction(member)
                if documented and not inner.startswith("_"):
                    assert inspect.getdoc(getattr(public, inner)), f"{name}.{inner}"
