"""Rent of lots: how much is due, from whom to whom, and what a mortgage in the group changes."""

from __future__ import annotations

from typing import Any

import pytest

from freehold import Game
from tests.table import (
    ALL,
    D1,
    D2,
    ST,
    X1,
    X2,
    X3,
    A,
    B,
    C,
    D,
    X,
    cash,
    clauses,
    deeds,
    do,
    refused,
    table,
    throw,
    whole,
)

every_edition = pytest.mark.parametrize("edition", ALL)
DOUBLE_BESIDE_MORTGAGE = ("disney-parks", "star-wars-1", "classic")
BELOW = {X1: (2, 4), X2: (3, 5), X3: (4, 5)}  # the throw that leads there from GO


def land(place: int, edition: str = "classic", **position: Any) -> tuple[list[dict[str, Any]], Game]:
    """A stops on a lot of the X group, or on D1 or D2; what happened, and the game."""
    if place in BELOW:
        game = table(edition, **position)
        return throw(game, *BELOW[place]), game
    game = table(edition, at={A: place - 7}, **position)
    return throw(game, 3, 4), game


def rent_paid(place: int, edition: str = "classic", **position: Any) -> int:
    """What A pays B for stopping there."""
    _, game = land(place, edition, **position)
    paid: int = 1500 - cash(game, A)
    assert cash(game, B) == 1500 + paid
    assert cash(game, C) == 1500
    return paid


@pytest.mark.clause("rent.due-to-owner")
@every_edition
def test_the_visitor_pays_the_owner(edition: str) -> None:
    events, game = land(X1, edition, deeds=deeds(B, X1))
    assert cash(game) == [1494, 1506, 1500]
    paid = next(event for event in events if event["type"] == "rent")
    assert paid == {
        "type": "rent",
        "seat": A,
        "other": B,
        "square": X1,
        "amount": 6,
        "clause": "rent.amount-from-deed",
    }
    assert game.phase == "end"


@pytest.mark.clause("rent.due-to-owner")
@every_edition
def test_the_owner_who_asks_gets_the_rent(edition: str) -> None:
    _, game = land(X1, edition, deeds=deeds(B, X1), options={"rent_claims": "claimed"})
    do(game, "end_turn")  # the visitor owes it, whoever's turn it is by now
    events = do(game, "claim", B, square=X1)
    assert cash(game) == [1494, 1506, 1500]
    assert clauses(events, "rent") == ["rent.amount-from-deed"]


@pytest.mark.clause("rent.double-bare-group", "station.rent-grows-with-count", "utility.rent-both-times-ten")
@every_edition
@pytest.mark.parametrize(
    ("given", "dice", "square", "amount", "clause"),
    [
        (X, (2, 4), X1, 12, "rent.double-bare-group"),
        ((5, 15), (2, 3), 5, 50, "station.rent-grows-with-count"),
        ((12, 28), (6, 6), 12, 120, "utility.rent-both-times-ten"),
    ],
)
def test_a_rent_that_is_asked_for_says_why_it_is_so_high(
    edition: str, given: tuple[int, ...], dice: tuple[int, int], square: int, amount: int, clause: str
) -> None:
    options = {"rent_claims": "claimed", "utility_throw": "moving"}
    game = table(edition, deeds=deeds(B, *given), options=options)
    opened = throw(game, *dice)
    assert clauses(opened, "rent_open") == ["rent.owner-must-ask"]
    assert game.position()["claims"][0]["clause"] == clause
    assert whole(game)
    paid = do(game, "claim", B, square=square)
    assert [(event["amount"], event["clause"]) for event in paid if event["type"] == "rent"] == [(amount, clause)]


@pytest.mark.clause("rent.due-to-owner")
@every_edition
@pytest.mark.parametrize(("held", "phase"), [(5, "debt"), (6, "end")])
def test_rent_above_the_cash_in_hand_becomes_a_debt(edition: str, held: int, phase: str) -> None:
    _, game = land(X1, edition, cash={A: held}, deeds=deeds(B, X1) | deeds(A, ST))
    assert game.phase == phase
    assert cash(game, A, B) == ([5, 1500] if phase == "debt" else [0, 1506])


@pytest.mark.clause("rent.due-to-owner")
def test_passing_costs_nothing() -> None:
    game = table(deeds=deeds(B, 1, 3, *X[:1]))
    throw(game, 3, 4)
    assert cash(game, B) == 1500


@pytest.mark.clause("rent.amount-from-deed")
@every_edition
@pytest.mark.parametrize(("place", "rents"), [(X1, (30, 90, 270, 400, 550)), (X3, (40, 100, 300, 450, 600))])
def test_the_deed_says_the_rent_of_each_number_of_buildings(edition: str, place: int, rents: tuple[int, ...]) -> None:
    for built, rent in enumerate(rents, 1):
        assert rent_paid(place, edition, deeds=deeds(B, *X, buildings=built)) == rent
    events, _ = land(place, edition, deeds=deeds(B, *X, buildings=2))
    assert clauses(events, "rent") == ["rent.amount-from-deed"]


@pytest.mark.clause("rent.amount-from-deed")
@pytest.mark.parametrize(("place", "rents"), [(D1, (175, 500, 1100, 1300, 1500)), (D2, (200, 600, 1400))])
def test_each_deed_has_its_own_figures(place: int, rents: tuple[int, ...]) -> None:
    for built, rent in enumerate(rents, 1):
        assert rent_paid(place, deeds=deeds(B, *D, buildings=built)) == rent


@pytest.mark.clause("rent.amount-from-deed")
@every_edition
@pytest.mark.parametrize(("place", "rent"), [(X1, 6), (X2, 6), (X3, 8)])
def test_a_bare_lot_of_a_broken_group_pays_its_single_rent(edition: str, place: int, rent: int) -> None:
    broken = deeds(B, *X)
    del broken[str(next(lot for lot in X if lot != place))]
    assert rent_paid(place, edition, deeds=broken) == rent


@pytest.mark.clause("rent.built-lots-are-not-doubled")
@every_edition
@pytest.mark.parametrize("sibling", [0, 1])
def test_a_built_lot_of_a_full_group_pays_what_its_deed_says(edition: str, sibling: int) -> None:
    group = deeds(B, D2, buildings=1) | deeds(B, D1, buildings=sibling)
    assert rent_paid(D2, edition, deeds=group) == 200


@pytest.mark.clause("rent.mortgaged-pays-none")
@every_edition
@pytest.mark.parametrize("claims", ["automatic", "claimed"])
def test_a_mortgaged_lot_earns_nothing(edition: str, claims: str) -> None:
    options = {"rent_claims": claims}
    events, game = land(X1, edition, deeds=deeds(B, X1, mortgaged=True), options=options)
    assert cash(game) == [1500] * 3
    assert clauses(events, "no_rent") == ["rent.mortgaged-pays-none"]
    assert refused(game, "claim", B, square=X1) == "no-claim"


@pytest.mark.clause("rent.mortgaged-pays-none")
def test_a_mortgaged_station_earns_nothing() -> None:
    game = table(deeds=deeds(B, ST, mortgaged=True) | deeds(B, 15, 25))
    events = throw(game, 2, 3)
    assert cash(game) == [1500] * 3
    assert clauses(events, "no_rent") == ["rent.mortgaged-pays-none"]


@pytest.mark.clause("rent.double-bare-group")
@every_edition
def test_a_full_bare_group_pays_double(edition: str) -> None:
    events, game = land(X3, edition, deeds=deeds(B, *X))
    assert cash(game, A, B) == [1484, 1516]
    assert clauses(events, "rent") == ["rent.double-bare-group"]
    assert rent_paid(X1, edition, deeds=deeds(B, *X)) == 12
    assert rent_paid(D2, edition, deeds=deeds(B, *D)) == 100


@pytest.mark.clause("rent.double-bare-group")
@every_edition
def test_a_group_shared_by_two_players_pays_single(edition: str) -> None:
    assert rent_paid(X3, edition, deeds=deeds(B, X1, X3) | deeds(C, X2)) == 8


@pytest.mark.clause("rent.double-bare-while-siblings-built")
@every_edition
def test_the_bare_lots_beside_built_ones_pay_double(edition: str) -> None:
    group = deeds(B, X1, buildings=1) | deeds(B, X2, X3)
    events, game = land(X2, edition, deeds=group)
    assert cash(game, A, B) == [1488, 1512]
    assert clauses(events, "rent") == ["rent.double-bare-while-siblings-built"]
    assert rent_paid(X1, edition, deeds=group) == 30


@pytest.mark.clause("rent.double-with-mortgaged-sibling.denied", "rent.double-with-mortgaged-sibling.allowed")
@every_edition
def test_a_mortgage_in_a_full_group_and_the_double_rent(edition: str) -> None:
    group = deeds(B, X1, X3) | deeds(B, X2, mortgaged=True)
    events, game = land(X3, edition, deeds=group)
    allowed = edition in DOUBLE_BESIDE_MORTGAGE
    assert cash(game, A, B) == ([1484, 1516] if allowed else [1492, 1508])
    answer = "allowed" if allowed else "denied"
    assert clauses(events, "rent") == [f"rent.double-with-mortgaged-sibling.{answer}"]


@pytest.mark.clause("rent.double-with-mortgaged-sibling.denied")
@pytest.mark.parametrize("edition", ["star-wars-2", "spider-man", "game-of-thrones"])
def test_the_double_rent_comes_back_when_the_mortgage_is_lifted(edition: str) -> None:
    game = table(edition, deeds=deeds(B, X1, X3) | deeds(B, X2, mortgaged=True))
    do(game, "redeem", B, square=X2)
    throw(game, 4, 5)
    assert cash(game, A) == 1484


@pytest.mark.clause("rent.mortgaged-sibling-keeps-own-rent")
@every_edition
def test_a_mortgage_stops_the_rent_of_its_own_lot_only(edition: str) -> None:
    group = deeds(B, X1, X3) | deeds(B, X2, mortgaged=True)
    assert rent_paid(X1, edition, deeds=group) == (12 if edition in DOUBLE_BESIDE_MORTGAGE else 6)
    assert rent_paid(X2, edition, deeds=group) == 0
    assert rent_paid(X1, edition, deeds=deeds(B, X1) | deeds(B, X2, mortgaged=True)) == 6


@pytest.mark.clause("rent.owner-in-jail-collects")
@every_edition
@pytest.mark.parametrize("claims", ["automatic", "claimed"])
def test_an_owner_in_jail_collects(edition: str, claims: str) -> None:
    _, game = land(X1, edition, deeds=deeds(B, X1), jailed={B: 1}, options={"rent_claims": claims})
    if claims == "claimed":
        do(game, "claim", B, square=X1)
    assert cash(game, A, B) == [1494, 1506]
    assert game.position()["players"][B]["in_jail"]


@pytest.mark.clause("rent.owner-off-turn-collects")
@every_edition
def test_an_owner_collects_in_other_players_turns(edition: str) -> None:
    _, game = land(X1, edition, deeds=deeds(C, X1))
    assert (cash(game), game.turn) == ([1494, 1500, 1506], A)
    _, game = land(X1, edition, deeds=deeds(C, X1), options={"rent_claims": "claimed"})
    assert game.turn == A
    assert {"type": "claim", "square": X1} in game.legal(C)
    do(game, "claim", C, square=X1)
    assert cash(game) == [1494, 1500, 1506]
    assert (game.turn, game.phase) == (A, "end")


@pytest.mark.clause("rent.no-waiver-deals")
@every_edition
@pytest.mark.parametrize("promise", ["rent_immunity", "no_rent", "free_stays"])
def test_rents_to_come_cannot_be_dealt_in(edition: str, promise: str) -> None:
    game = table(edition, deeds=deeds(B, X1) | deeds(A, ST))
    offer = {"to": B, "give": {"squares": [ST]}}
    assert refused(game, "offer", A, **offer, ask={"squares": [X1], promise: 3}) == "bad-field"
    assert refused(game, "offer", A, **offer, ask={"squares": [X1]}, **{promise: 3}) == "bad-field"
    bounds = next(action for action in game.legal(A) if action["type"] == "offer")
    assert bounds["give"].keys() == bounds["ask"].keys() == {"cash", "squares", "jail_cards"}


@pytest.mark.clause("rent.no-waiver-deals")
def test_a_deal_leaves_the_rents_as_they_are() -> None:
    game = table(deeds=deeds(B, X1) | deeds(A, ST))
    do(game, "offer", A, to=B, give={"squares": [ST]}, ask={"cash": 50})
    do(game, "accept")
    throw(game, 2, 4)
    assert cash(game, A, B) == [1544, 1456]
