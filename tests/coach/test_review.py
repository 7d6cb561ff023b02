"""The review of a game: chances over time, losses, turning points, luck apart from skill."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

import freehold
from freehold import Game
from tests.table import A, B, C, deeds, do, table


@cache
def played() -> tuple[Game, dict[str, Any]]:
    game = freehold.play_out(Game.new("classic", ["Ann", "Bob", "Cem"], seed=6), ["baron", "random", "trader"], 6)
    return game, freehold.review(game)


def test_every_action_has_its_chances_and_its_loss() -> None:
    game, found = played()
    assert len(found["chances"]) == len(found["losses"]) == len(game.log)
    assert all(sum(row) == pytest.approx(1, abs=0.002) for row in found["chances"])
    assert found["chances"][-1][game.winner or 0] == 1
    assert all(loss >= 0 for loss in found["losses"])


def test_luck_and_skill_add_up_to_what_became_of_the_game() -> None:
    _, found = played()
    for seat in range(3):
        gained = found["luck"][seat] + found["skill"][seat] + found["others"][seat]
        assert gained == pytest.approx(found["chances"][-1][seat] - found["start"][seat], abs=0.002)


def test_a_player_of_random_moves_is_less_accurate() -> None:
    _, found = played()
    assert found["accuracy"][1] < found["accuracy"][0] <= 1
    assert 0 < found["best"][1] <= found["decisions"][1]


def test_turning_points_say_what_happened_and_what_was_better() -> None:
    game, found = played()
    points = found["turning_points"]
    assert [point["number"] for point in points] == sorted(point["number"] for point in points)
    for point in points:
        assert point["action"] == game.log[point["number"] - 1]["action"]
        assert point["told"]["en"]
        assert point["told"]["fr"]
        assert (point["kind"] == "luck") == found["drawn"][point["number"] - 1]


def test_a_group_that_is_given_away_is_a_turning_point() -> None:
    game = table(deeds=deeds(B, 16, 18) | deeds(A, 19, 5) | deeds(C, 6, 37), turn=B, phase="end")
    do(game, "offer", B, to=A, give={"cash": 100}, ask={"squares": [19]})
    do(game, "accept", A)
    found = freehold.review({"start": game.start, "log": game.log})
    (point,) = found["turning_points"]
    assert point["seat"] == A
    assert point["kind"] == "decision"
    assert point["better"]["action"] == {"type": "reject"}
    assert point["loss"] > 0.1
    assert "orange group" in point["better"]["why"]["en"]
    assert found["skill"][A] < 0 < found["skill"][B]


def test_a_bad_offer_is_charged_to_whoever_made_it() -> None:
    game = table(deeds=deeds(B, 16, 18) | deeds(A, 19, 5) | deeds(C, 6, 37), turn=A, phase="end")
    do(game, "offer", A, to=B, give={"squares": [19]}, ask={"cash": 10})
    do(game, "accept", B)
    found = freehold.review(game)
    assert found["losses"][0] > 0.1
    assert found["losses"][1] == 0
    assert found["skill"][A] < 0


def test_something_else_is_not_a_log() -> None:
    with pytest.raises(ValueError, match="A log to review"):
        freehold.review({"players": []})
