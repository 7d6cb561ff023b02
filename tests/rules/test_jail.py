"""Jail: the ways in, what a visit is, and what a prisoner may still do."""

from __future__ import annotations

import re
from typing import Any

import pytest

from freehold import Game
from tests.table import (
    ALL,
    D2,
    FIVE,
    JAIL,
    PARKING,
    X1,
    X2,
    A,
    B,
    C,
    D,
    X,
    buildings,
    cash,
    clauses,
    deeds,
    do,
    kinds,
    owner,
    refused,
    square,
    table,
    throw,
)


def player(game: Game, seat: int = A) -> dict[str, Any]:
    return dict(game.position()["players"][seat])


def jailed(game: Game, seat: int = A) -> bool:
    return bool(player(game, seat)["in_jail"]) and player(game, seat)["square"] == JAIL


# ------------------------------------------------------------------ in


@pytest.mark.clause("jail.in-by-square")
@pytest.mark.parametrize("edition", ALL)
def test_stopping_on_go_to_jail(edition: str) -> None:
    game = table(edition, at={A: 24})
    events = throw(game, 2, 4)
    assert jailed(game)
    assert [(e["seat"], e["square"], e["clause"]) for e in events if e["type"] == "jailed"] == [
        (A, JAIL, "jail.in-by-square")
    ]
    assert (player(game)["jail_turns"], cash(game, A)) == (0, 1500)


@pytest.mark.clause("jail.in-by-card")
@pytest.mark.parametrize("edition", ALL)
@pytest.mark.parametrize(("deck", "at"), [("chest", 17), ("chest", 33), ("chance", 7), ("chance", 22)])
def test_drawing_a_go_to_jail_card(edition: str, deck: str, at: int) -> None:
    game = table(edition, at={A: at - 3}, decks={deck: ["go-to-jail"]})
    events = throw(game, 1, 2)
    assert jailed(game)
    assert clauses(events, "jailed") == ["jail.in-by-card"]


@pytest.mark.clause("jail.moves-directly")
@pytest.mark.parametrize("edition", ALL)
@pytest.mark.parametrize(("deck", "at"), [("chance", 36), ("chest", 33), (None, 30)])
def test_the_token_goes_straight_to_jail(edition: str, deck: str | None, at: int) -> None:
    """GO lies on the way, but is not passed: no salary, and no square in between is played."""
    game = table(edition, at={A: at - 3}, deeds=deeds(B, *X, 1, 3), decks={deck: ["go-to-jail"]} if deck else {})
    events = throw(game, 1, 2)
    assert (jailed(game), cash(game)) == (True, [1500] * 3)
    moves = [event["square"] for event in events if event["type"] in ("move", "jailed")]
    assert moves == [at, JAIL]


@pytest.mark.clause("jail.moves-directly")
@pytest.mark.parametrize("edition", ALL)
def test_a_salary_earned_by_the_dice_stays_with_who_is_sent_to_jail(edition: str) -> None:
    game = table(edition, at={A: 38}, decks={"chest": ["go-to-jail"]})
    throw(game, 1, 3)
    assert (jailed(game), cash(game, A)) == (True, 1700)


@pytest.mark.clause("jail.ends-turn")
@pytest.mark.parametrize("edition", ALL)
def test_being_sent_to_jail_ends_the_turn_even_after_a_double(edition: str) -> None:
    game = table(edition, at={A: 24})
    events = throw(game, 3, 3)
    assert (jailed(game), game.turn, game.decider, game.phase) == (True, B, B, "roll")
    assert events[-1]["type"] == "turn"
    assert refused(game, "roll", seat=A) == "not-your-turn"
    game = table(edition, at={A: 13}, decks={"chest": ["go-to-jail"]})
    throw(game, 2, 2)
    assert (jailed(game), game.turn, game.phase) == (True, B, "roll")
    game = table(edition, at={A: 20}, doubles=2)
    throw(game, 2, 2)  # the third double
    assert (jailed(game), game.turn, game.phase, game.position()["doubles"]) == (True, B, "roll", 0)


@pytest.mark.clause("jail.ends-turn")
@pytest.mark.parametrize("edition", FIVE)
def test_the_next_player_has_nothing_of_the_lost_second_throw(edition: str) -> None:
    game = table(edition, 2, at={A: 24}, deeds=deeds(B, 3))
    throw(game, 3, 3)
    throw(game, 1, 2)
    assert (game.turn, game.phase) == (B, "end")


# ------------------------------------------------------------------ visiting


@pytest.mark.clause("jail.just-visiting")
@pytest.mark.parametrize("edition", ALL)
def test_stopping_on_the_jail_square_is_a_visit(edition: str) -> None:
    game = table(edition, at={A: 4})
    events = throw(game, 2, 4)
    assert (square(game, A), player(game)["in_jail"], cash(game), game.phase) == (JAIL, False, [1500] * 3, "end")
    assert clauses(events, "visit") == ["jail.just-visiting"]
    assert kinds(game, A) == {"end_turn"}


@pytest.mark.clause("jail.visitor-moves-on-normally")
@pytest.mark.parametrize("edition", ALL)
def test_a_visitor_moves_on_as_usual(edition: str) -> None:
    game = table(edition, 2, at={A: 3, B: 13}, cards={A: ["chest"]}, decks={"chest": ["tax-refund"]})
    for place in (JAIL, PARKING):
        assert throw(game, 3, 4)[-1]["square"] == place
        do(game, "end_turn")
    assert kinds(game, A) == {"roll", "offer"}
    assert refused(game, "pay_fine") == refused(game, "use_jail_card") == "not-in-jail"
    throw(game, 3, 4)
    assert (square(game, A), cash(game, A), player(game)["jail_cards"]) == (17, 1520, ["chest"])


@pytest.mark.clause("jail.visitor-moves-on-normally")
@pytest.mark.parametrize("edition", ["star-wars-1", "disney-parks", "classic"])
def test_a_visitors_double_gives_its_second_throw(edition: str) -> None:
    game = table(edition, at={A: JAIL}, deeds=deeds(A, 18))
    throw(game, 4, 4)
    assert (square(game, A), game.phase, game.decider) == (18, "roll", A)


@pytest.mark.clause("jail.visitor-shown-apart")
@pytest.mark.parametrize("edition", FIVE)
def test_a_visitor_is_shown_apart_from_a_prisoner(edition: str) -> None:
    game = table(edition, at={A: JAIL}, jailed={B: 0})
    for seat in (A, B, C, None):
        shown = [(row["square"], row["in_jail"]) for row in game.view(seat)["players"]]
        assert shown == [(JAIL, False), (JAIL, True), (0, False)]
    tokens = dict(re.findall(r"<title>\d · ([ABC]) · [^<]*? · ([^<·]*)</title>", game.svg()))
    assert tokens == {"A": "visiting", "B": "In jail"}


# ------------------------------------------------------------------ what a prisoner may do


@pytest.mark.clause("jail.activities.full")
@pytest.mark.parametrize("edition", ALL)
def test_a_prisoner_builds_and_sells_buildings(edition: str) -> None:
    game = table(edition, jailed={A: 0}, deeds=deeds(A, *X))
    do(game, "build", square=X1)
    assert (buildings(game, *X), cash(game, A)) == ([1, 0, 0], 1450)
    do(game, "sell", square=X1)
    assert (buildings(game, *X), cash(game, A)) == ([0, 0, 0], 1475)


@pytest.mark.clause("jail.activities.full")
@pytest.mark.parametrize("edition", ALL)
def test_a_prisoner_buys_and_sells_property(edition: str) -> None:
    game = table(edition, jailed={A: 0}, turn=B, deeds=deeds(A, X1) | deeds(B, X2))
    do(game, "offer", seat=A, to=B, give={"squares": [X1]}, ask={"cash": 90})
    do(game, "accept", seat=B)
    do(game, "offer", seat=B, to=A, give={"squares": [X2]}, ask={"cash": 70})
    do(game, "accept", seat=A)
    assert (owner(game, X1), owner(game, X2), cash(game, A, B)) == (B, A, [1520, 1480])
    throw(game, 1, 2)
    do(game, "decline")
    do(game, "bid", seat=A, amount=5)
    do(game, "pass", seat=C)
    do(game, "pass", seat=B)
    assert (owner(game, 3), cash(game, A)) == (A, 1515)


@pytest.mark.clause("jail.activities.full", "jail.activities.rents-named")
@pytest.mark.parametrize("edition", ALL)
def test_a_prisoner_collects_rent(edition: str) -> None:
    game = table(edition, jailed={A: 0}, turn=B, at={B: 3}, deeds=deeds(A, X1))
    throw(game, 1, 2)
    assert (cash(game), jailed(game)) == ([1506, 1494, 1500], True)


@pytest.mark.clause("jail.activities.rents-named")
@pytest.mark.parametrize("edition", ALL)
def test_a_prisoner_claims_rent_where_it_must_be_asked_for(edition: str) -> None:
    game = table(edition, jailed={A: 0}, turn=B, at={B: 3}, deeds=deeds(A, X1), options={"rent_claims": "claimed"})
    throw(game, 1, 2)
    assert (cash(game), "claim" in kinds(game, A)) == ([1500] * 3, True)
    do(game, "claim", seat=A, square=X1)
    assert cash(game) == [1506, 1494, 1500]


@pytest.mark.clause("jail.activities.six-operations")
@pytest.mark.parametrize("edition", ["game-of-thrones", "star-wars-1", "spider-man", "disney-parks", "classic"])
def test_a_prisoner_has_all_six_operations_off_turn(edition: str) -> None:
    held = deeds(A, *X, buildings=1) | deeds(A, D2, 5)
    game = table(edition, jailed={A: 0}, turn=B, at={B: 3}, deeds=held, options={"rent_claims": "claimed"})
    throw(game, 1, 2)
    assert kinds(game, A) == {"claim", "build", "sell", "sell_group", "mortgage", "offer"}
    game = table(edition, jailed={A: 0}, turn=B, deeds=held)
    throw(game, 1, 2)
    do(game, "decline")
    assert "bid" in kinds(game, A)


@pytest.mark.clause("jail.activities.six-operations")
@pytest.mark.parametrize("edition", FIVE)
def test_a_prisoner_mortgages_and_redeems(edition: str) -> None:
    game = table(edition, jailed={A: 0}, turn=B, deeds=deeds(A, *D))
    do(game, "mortgage", seat=A, square=D2)
    assert cash(game, A) == 1700
    do(game, "redeem", seat=A, square=D2)
    assert cash(game, A) == 1480
    assert (jailed(game), game.turn, game.phase) == (True, B, "roll")
