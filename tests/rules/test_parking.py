"""Free Parking: a place to rest, without reward or pot, where dealings go on."""

from __future__ import annotations

import pytest

from tests.table import (
    ALL,
    FIVE,
    PARKING,
    X1,
    X2,
    A,
    B,
    C,
    X,
    buildings,
    cash,
    clauses,
    deeds,
    do,
    kinds,
    square,
    table,
    throw,
)


@pytest.mark.clause("parking.neutral")
@pytest.mark.parametrize("edition", ALL)
def test_free_parking_gives_and_takes_nothing(edition: str) -> None:
    game = table(edition, cash={A: 300}, at={A: 13})
    events = throw(game, 3, 4)
    assert (square(game, A), cash(game), game.phase) == (PARKING, [300, 1500, 1500], "end")
    assert [(e["type"], e.get("square"), e["clause"]) for e in events][-1] == ("rest", PARKING, "parking.neutral")
    player = game.position()["players"][A]
    assert (game.position()["deeds"], player["jail_cards"]) == ({}, [])
    assert kinds(game, A) == {"end_turn"}


@pytest.mark.clause("parking.neutral")
@pytest.mark.parametrize("edition", ["star-wars-1", "star-wars-2", "disney-parks", "game-of-thrones", "classic"])
def test_a_double_onto_free_parking_still_gives_its_second_throw(edition: str) -> None:
    game = table(edition, at={A: 12})
    throw(game, 4, 4)
    assert (square(game, A), cash(game, A), game.phase, game.decider) == (PARKING, 1500, "roll", A)


@pytest.mark.clause("parking.dealings-go-on")
@pytest.mark.parametrize("edition", ALL)
def test_dealings_go_on_at_free_parking(edition: str) -> None:
    game = table(edition, 2, at={A: 13, B: 3}, deeds=deeds(A, *X))
    throw(game, 3, 4)
    do(game, "build", square=X1)
    assert (buildings(game, *X), cash(game, A)) == ([1, 0, 0], 1450)
    do(game, "end_turn")
    throw(game, 1, 2)  # B stops on X1, and A collects at Free Parking
    assert (square(game, A), cash(game)) == (PARKING, [1450 + 30, 1500 - 30])


@pytest.mark.clause("parking.dealings-go-on")
@pytest.mark.parametrize("edition", FIVE)
def test_who_rests_at_free_parking_may_do_all_the_rest(edition: str) -> None:
    game = table(edition, at={A: 13}, deeds=deeds(A, X1, *(1, 3)) | deeds(A, 12, mortgaged=True))
    throw(game, 3, 4)
    assert kinds(game, A) == {"end_turn", "build", "mortgage", "redeem", "offer"}


@pytest.mark.clause("parking.no-pot")
@pytest.mark.parametrize("edition", ALL)
def test_no_square_gathers_taxes_and_fines(edition: str) -> None:
    game = table(edition, at={A: 35, C: 17}, jailed={B: 0}, deeds=deeds(B, X2))
    empty = game.position()
    throw(game, 1, 2)  # the luxury tax
    tax = 1500 - cash(game, A)
    assert tax in (75, 100)
    do(game, "end_turn")
    do(game, "pay_fine")
    throw(game, 1, 2)
    do(game, "decline")
    while game.phase == "auction":
        do(game, "pass")
    do(game, "end_turn")
    events = throw(game, 1, 2)  # Free Parking
    assert clauses(events, "rest") == ["parking.neutral"]
    assert cash(game) == [1500 - tax, 1450, 1500]
    after = game.position()
    assert set(after) - {"dice"} == set(empty)
    assert (after["bank"], after["deeds"]) == (empty["bank"], empty["deeds"])
