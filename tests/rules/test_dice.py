"""Doubles: play the square, throw again, and after the third in a row go to jail without moving."""

from __future__ import annotations

from typing import Any

import pytest

from freehold import Game
from tests.table import (
    ALL,
    GO_TO_JAIL,
    JAIL,
    PARKING,
    X1,
    A,
    B,
    cash,
    clauses,
    deeds,
    do,
    owner,
    refused,
    square,
    table,
    throw,
)

every_edition = pytest.mark.parametrize("edition", ALL)


def phase_of_second_throw(edition: str) -> str:
    return "double" if edition == "spider-man" else "roll"


def in_jail(game: Game, seat: int) -> bool:
    player = game.position()["players"][seat]
    return player["in_jail"] and player["square"] == JAIL


@pytest.mark.clause("dice.double-plays-square-then-rolls-again")
@every_edition
def test_after_a_double_the_square_is_played_and_the_dice_are_thrown_again(edition: str) -> None:
    game = table(edition, at={A: 2}, deeds=deeds(A, 9))
    throw(game, 2, 2)
    assert (square(game, A), game.phase) == (X1, "buy")
    assert refused(game, "roll") == "wrong-phase"
    events = do(game, "buy")
    assert owner(game, X1) == A
    assert (game.turn, game.decider, game.phase) == (A, A, phase_of_second_throw(edition))
    expected = (
        "option.replaces-second-throw" if edition == "spider-man" else "dice.double-plays-square-then-rolls-again"
    )
    assert clauses(events, "double") == [expected]
    assert refused(game, "end_turn") == "wrong-phase"
    throw(game, 1, 2)
    assert (square(game, A), game.turn, game.phase) == (9, A, "end")


@pytest.mark.clause("dice.double-plays-square-then-rolls-again")
@every_edition
def test_the_auction_of_a_declined_lot_comes_before_the_second_throw(edition: str) -> None:
    game = table(edition, at={A: 2}, players=2)
    throw(game, 2, 2)
    do(game, "decline")
    do(game, "bid", B, amount=30)
    do(game, "pass", A)
    assert (game.turn, game.decider, game.phase) == (A, A, phase_of_second_throw(edition))


@pytest.mark.clause("dice.double-plays-square-then-rolls-again")
@every_edition
def test_a_throw_without_a_double_is_the_last_of_its_turn(edition: str) -> None:
    game = table(edition, at={A: JAIL})
    events = throw(game, 4, 6)
    assert game.phase == "end"
    assert clauses(events, "double") == []


@pytest.mark.clause("dice.extra-roll-is-a-full-step")
@every_edition
def test_the_extra_throw_moves_pays_the_salary_and_plays_its_square(edition: str) -> None:
    game = table(edition, at={A: 33}, cash={A: 100}, deeds=deeds(A, 35) | deeds(B, 3))
    throw(game, 1, 1)
    throw(game, 3, 5)
    assert square(game, A) == 3
    assert cash(game, A, B) == [100 + 200 - 4, 1504]


@pytest.mark.clause("dice.third-double-sends-to-jail")
@every_edition
def test_the_third_double_in_a_row_is_jail_and_the_end_of_the_turn(edition: str) -> None:
    game = table(edition, at={A: JAIL}, deeds=deeds(A, 12))
    throw(game, 1, 1)
    throw(game, 4, 4)
    assert square(game, A) == PARKING
    assert not in_jail(game, A)
    events = throw(game, 6, 6)
    assert in_jail(game, A)
    assert clauses(events, "jailed") == ["dice.third-double-sends-to-jail"]
    assert (game.turn, game.decider, game.phase) == (B, B, "roll")


@pytest.mark.clause("dice.third-double-sends-to-jail", "dice.doubles-must-be-consecutive")
@every_edition
def test_a_third_throw_without_a_double_is_an_ordinary_one(edition: str) -> None:
    game = table(edition, at={A: JAIL}, deeds=deeds(A, 12, 27))
    throw(game, 1, 1)
    throw(game, 4, 4)
    throw(game, 3, 4)
    assert (square(game, A), in_jail(game, A), game.phase) == (27, False, "end")
    assert game.position()["doubles"] == 0


@pytest.mark.clause("dice.third-double-is-not-moved")
@every_edition
def test_the_third_double_plays_no_square(edition: str) -> None:
    game = table(edition, at={A: PARKING}, doubles=2)
    events = throw(game, 5, 5)
    assert in_jail(game, A)
    assert [event["type"] for event in events] == ["roll", "jailed", "turn"]
    assert clauses(events, "jailed") == ["dice.third-double-sends-to-jail"]  # and not by square 30
    assert PARKING + 10 == GO_TO_JAIL


@pytest.mark.clause("dice.third-double-is-not-moved")
@every_edition
def test_the_third_double_passes_no_go_and_draws_no_card(edition: str) -> None:
    game = table(edition, at={A: 35}, doubles=2, decks={"chance": ["dividend"]})
    throw(game, 6, 6)
    assert in_jail(game, A)
    assert cash(game, A) == 1500


@pytest.mark.clause("dice.third-double-is-not-moved")
@pytest.mark.parametrize(("shifts", "symbols"), [("no", {"dark": 1, "light": 21}), ("yes", {"dark": 6, "light": 26})])
def test_a_shift_on_the_third_double_moves_no_symbol_unless_the_table_wants_it(
    shifts: str, symbols: dict[str, Any]
) -> None:
    game = table("star-wars-2", at={A: PARKING}, doubles=2, options={"force_on_third_double": shifts})
    throw(game, 5, 5, force="shift")
    assert in_jail(game, A)
    assert game.position()["force"] == symbols


@pytest.mark.clause("dice.doubles-must-be-consecutive")
@every_edition
def test_a_series_ends_with_the_first_throw_that_is_no_double(edition: str) -> None:
    game = table(edition, players=2, at={A: JAIL, B: JAIL}, deeds=deeds(A, 12, 19, 25))
    throw(game, 1, 1)
    assert game.position()["doubles"] == 1
    throw(game, 3, 4)
    assert game.position()["doubles"] == 0
    do(game, "end_turn")
    throw(game, 4, 6)
    do(game, "end_turn")
    throw(game, 3, 3)
    assert (square(game, A), game.position()["doubles"], game.turn) == (25, 1, A)


@pytest.mark.clause("dice.doubles-must-be-consecutive")
@every_edition
def test_a_series_is_not_handed_on_with_the_dice(edition: str) -> None:
    game = table(edition, at={A: 26, B: JAIL}, doubles=1, deeds=deeds(B, 12))
    throw(game, 2, 2)
    assert in_jail(game, A)
    assert (game.turn, game.position()["doubles"]) == (B, 0)
    throw(game, 1, 1)
    assert (square(game, B), game.turn, game.position()["doubles"]) == (12, B, 1)


@pytest.mark.clause("dice.doubles-must-be-consecutive")
def test_an_option_ends_the_series() -> None:
    game = table("spider-man", at={A: 35}, doubles=1, deeds=deeds(A, 39))
    throw(game, 2, 2)
    do(game, "use_option")
    assert game.phase == "end"
    do(game, "end_turn")
    assert game.position()["doubles"] == 0
