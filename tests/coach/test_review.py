"""The review of a game: chances over time, losses, turning points, luck apart from skill."""

from __future__ import annotations

from functools import cache

import pytest

import freehold
from freehold import Game
from freehold.coach.answers import Review
from tests.table import A, B, C, deeds, do, table


@cache
def played() -> tuple[Game, Review]:
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
    first, second = found["accuracy"][:2]
    assert first is not None
    assert second is not None
    assert second < first <= 1
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
        # nobody knows whether an offer that was not made would have been accepted
        assert point["better"] is None or point["better"]["action"]["type"] != "offer"


def test_a_turn_has_one_turning_point_its_largest() -> None:
    game, found = played()
    again, turns = Game.load(game.start, game.edition), []
    for entry in game.log:
        turns.append(again.turns)
        again.again(entry)
    points = [point["number"] - 1 for point in found["turning_points"]]
    assert len(points) == len({turns[k] for k in points}) > 3
    before = [found["start"], *found["chances"]]
    for k in points:
        moved = [abs(new - old) for old, new in zip(before[k], before[k + 1], strict=True)]
        size = max(found["losses"][k], *moved)
        for other in (
            j for j, turn in enumerate(turns) if turn == turns[k] and game.log[j]["action"]["type"] != "offer"
        ):
            changes = [abs(new - old) for old, new in zip(before[other], before[other + 1], strict=True)]
            assert max(found["losses"][other], *changes) <= size + 0.001


def test_what_was_left_undone_is_called_that_and_reasons_say_to_whom() -> None:
    game = table(deeds=deeds(A, 16, 18, 19) | deeds(B, 6, 8) | deeds(C, 37), turn=A, phase="end", cash={A: 900})
    do(game, "end_turn", A)
    (point,) = freehold.review(game)["turning_points"]
    better = point["better"]
    assert better is not None
    assert better["action"]["type"] == "build"
    assert point["told"]["en"] == f"A ends the turn and leaves something undone: {better['label']['en']}."
    assert point["told"]["fr"].startswith("A termine son tour sans faire ceci")
    assert point["told"]["fr"].endswith(f"{better['label']['fr']}.")
    assert better["why"]["en"].startswith("What the coach would have said to A: “")
    assert better["why"]["fr"].startswith("Ce que le coach aurait dit à A")


def test_a_group_that_is_given_away_is_a_turning_point() -> None:
    game = table(deeds=deeds(B, 16, 18) | deeds(A, 19, 5) | deeds(C, 6, 37), turn=B, phase="end")
    do(game, "offer", B, to=A, give={"cash": 100}, ask={"squares": [19]})
    do(game, "accept", A)
    found = freehold.review({"start": game.start, "log": game.log})
    (point,) = found["turning_points"]
    assert point["seat"] == A
    assert point["kind"] == "decision"
    assert point["better"] is not None
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
