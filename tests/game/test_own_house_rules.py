"""Editions of one's own by house rules: sound to the end, the same at every speed, and house rules of their own."""

from __future__ import annotations

import tomllib
from pathlib import Path
from random import Random

import pytest
from tools.random_audit import random_house

from freehold import Edition, Game, simulate
from freehold.editions import check, load, new_template
from freehold.editions.house import house_options
from freehold.engine import records
from freehold.rules import codes
from tests.batches import Batch, InterpretedBatch
from tests.reference.random_editions import random_edition
from tests.sizes import sizes

PLAYED = 60_000  # actions of a game to its end; random play within a round limit needs a fraction of that


def own(number: int) -> Edition:
    """The file that `freehold editions new` writes, with another board, other prices, cards and rules."""
    return random_edition(Random(number), tomllib.loads(new_template()))[0]


def house(number: int, limit: str) -> dict[str, str]:
    return random_house(Random(number), 0.4) | {"round_limit": limit}


@sizes("count", test=4, thorough=60)
def test_they_stay_sound_to_the_end(count: int) -> None:
    """After every action the auditor looks."""
    for number in range(count):
        games = Batch(own(number), "classic", house(number, "sixty"))
        final, results = games.random_games(2 + number % 3, 16, PLAYED, number)
        assert results.min() > 0, f"edition {number}: fault {-results.min()} in game {results.argmin()}"
        assert (final["phase"] == codes.PHASE_OVER).all()


@sizes("count", test=2, thorough=30)
def test_interpreted_and_compiled_agree_to_the_end(count: int) -> None:
    for number in range(count):
        games = Batch(own(number), "classic", house(number, "twenty"))
        fast, kept = games.recorded_game(2 + number % 2, PLAYED, 12, number)
        assert kept > 0, f"edition {number}: fault {-kept}"
        assert fast[kept - 1]["phase"] == codes.PHASE_OVER
        slow = InterpretedBatch(games.plain_tables, 2 + number % 2, 12, number)
        for k in range(kept):
            if k:
                assert slow.step() == codes.DONE
            assert records.pack_game(slow.g) == fast[k].tobytes(), f"edition {number} differs after action {k}"


def test_bots_play_them_alike_at_both_speeds() -> None:
    rules = ["twenty-rounds", "all-deeds-dealt", "build-unevenly", "double-salary-on-go"]
    bots = ["baron", "trader", "novice"]
    one, other = (simulate(own(3), bots, games=2, seed=4, house=rules, backend=name) for name in ("python", "cpu"))
    assert one.digest == other.digest
    assert one.counts.finished == 2
    assert one.digest != simulate(own(3), bots, games=2, seed=4, house=rules[:-1], backend="cpu").digest


def test_a_file_may_have_house_rules_of_its_own(tmp_path: Path) -> None:
    """As any other switch in its table of rules; a table may choose otherwise."""
    file = tmp_path / "ours.toml"
    file.write_text(new_template().replace("[rules]\n", '[rules]\ndeclined_deed = "stays"\n'), encoding="utf-8")
    assert check(file) == []
    assert load(file).switch("declined_deed") == "stays"
    start = {"edition": str(file), "players": [{"square": 1}, {}], "phase": "buy", "turn": 0}
    for options, phase, clause in (
        ({}, "end", "house.no-auctions"),
        ({"declined_deed": "auction"}, "auction", "auction.follows-every-decline"),
    ):
        game = Game.load(start | {"options": options})
        assert game.apply({"type": "decline"})[0]["clause"] == clause
        assert game.phase == phase


@pytest.mark.parametrize("rule", ["no-auctions", "double-starting-cash"])
def test_a_position_of_such_a_game_is_the_same_game(tmp_path: Path, rule: str) -> None:
    file = tmp_path / "ours.toml"
    file.write_text(new_template(), encoding="utf-8")
    game = Game.new(file, 2, seed=3, options={"house": [rule]})
    again = Game.load(game.position())
    assert again.options == house_options([rule])
    assert again._g == game._g
