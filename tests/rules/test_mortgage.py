"""Mortgages: what can be mortgaged when and for how much, who can see it, and what lifting costs."""

from __future__ import annotations

from typing import Any

import pytest

from freehold import Game
from freehold.editions import load
from tests.table import (
    ALL,
    D1,
    ST,
    UTILITIES,
    X1,
    X2,
    X3,
    A,
    B,
    C,
    D,
    X,
    buildings,
    cash,
    clauses,
    crowd,
    deeds,
    do,
    kinds,
    owner,
    refused,
    stock,
    table,
    throw,
)

every_edition = pytest.mark.parametrize("edition", ALL)
OWN_PROPERTY = ("star-wars-2", "spider-man")
MORTGAGED_X1 = deeds(A, X1, mortgaged=True)


def mortgaged(game: Game, at: int) -> bool:
    return game.position()["deeds"][str(at)]["mortgaged"]


def row_of_houses() -> dict[str, Any]:
    """A's X group with nothing on X1 and one house on each of the others."""
    return deeds(A, X1) | deeds(A, X2, X3, buildings=1)


@pytest.mark.clause("mortgage.when.any-time", "mortgage.value-from-deed")
@every_edition
@pytest.mark.parametrize("turn", [A, B])
def test_a_bare_lot_is_mortgaged_at_any_time_without_any_need(edition: str, turn: int) -> None:
    game = table(edition, cash={A: 900}, deeds=deeds(A, X1), turn=turn)
    events = do(game, "mortgage", A, square=X1)
    assert cash(game) == [950, 1500, 1500]
    done = {"type": "mortgage", "seat": A, "other": "bank", "square": X1, "amount": 50}
    assert events == [done | {"clause": "mortgage.value-from-deed"}]
    assert (game.turn, game.phase) == (turn, "roll")


@pytest.mark.clause("mortgage.when.to-pay-a-debt")
@every_edition
def test_mortgaging_is_offered_to_a_debtor(edition: str) -> None:
    game = table(edition, cash={A: 10}, deeds=deeds(A, X1) | deeds(B, 5, 15))
    throw(game, 2, 3)  # rent 50
    assert (game.phase, game.decider) == ("debt", A)
    assert {"type": "mortgage", "square": X1} in game.legal()
    do(game, "mortgage", square=X1)
    do(game, "pay")
    assert cash(game, A, B) == [10, 1550]
    assert mortgaged(game, X1)


@pytest.mark.clause("mortgage.clear-buildings.own-property", "mortgage.clear-buildings.whole-group")
@every_edition
def test_houses_on_the_other_lots_of_the_group(edition: str) -> None:
    game = table(edition, deeds=row_of_houses())
    action = {"type": "mortgage", "square": X1}
    if edition in OWN_PROPERTY:
        assert action in game.legal(A)
        do(game, "mortgage", A, square=X1)
        assert cash(game, A) == 1550
        assert buildings(game, *X) == [0, 1, 1]
        return
    assert refused(game, "mortgage", A, square=X1) == "buildings-stand"
    assert action not in game.legal(A)
    do(game, "sell", A, square=X2)
    assert refused(game, "mortgage", A, square=X1) == "buildings-stand"
    do(game, "sell", A, square=X3)
    do(game, "mortgage", A, square=X1)
    assert cash(game, A) == 1500 + 25 + 25 + 50


@pytest.mark.clause("mortgage.clear-buildings.own-property")
@every_edition
def test_a_built_lot_is_never_mortgaged_as_it_stands(edition: str) -> None:
    game = table(edition, deeds=deeds(A, *X, buildings=1))
    assert refused(game, "mortgage", A, square=X1) == "buildings-stand"
    do(game, "sell", A, square=X1)
    if edition in OWN_PROPERTY:
        do(game, "mortgage", A, square=X1)
        assert cash(game, A) == 1575
    else:
        assert refused(game, "mortgage", A, square=X1) == "buildings-stand"


@pytest.mark.clause("mortgage.clear-buildings.own-property")
@pytest.mark.parametrize("edition", OWN_PROPERTY)
def test_the_built_siblings_of_a_mortgaged_lot_earn_their_rent_but_cannot_grow(edition: str) -> None:
    game = table(edition, deeds=row_of_houses())
    do(game, "mortgage", A, square=X1)
    assert refused(game, "build", A, square=X2) == "group-mortgaged"
    game = table(edition, players=2, turn=B, deeds=deeds(A, X1, mortgaged=True) | deeds(A, X2, X3, buildings=1))
    throw(game, 3, 5)
    assert cash(game) == [1530, 1470]


@pytest.mark.clause("mortgage.clear-buildings.whole-group", "mortgage.clear-buildings.own-property")
@pytest.mark.parametrize(("clears", "accepted"), [("group", False), ("property", True)])
@every_edition
def test_a_table_may_agree_on_the_other_reading(edition: str, clears: str, accepted: bool) -> None:
    game = table(edition, deeds=row_of_houses(), options={"mortgage_clears": clears})
    assert ({"type": "mortgage", "square": X1} in game.legal(A)) is accepted


@pytest.mark.clause("mortgage.buildings-go-at-half")
@every_edition
def test_buildings_removed_for_a_mortgage_go_at_half_price(edition: str) -> None:
    game = table(edition, deeds=deeds(A, *X, buildings=1))
    assert stock(game)[0] == 29
    events = do(game, "sell_group", A, square=X1)
    assert cash(game, A) == 1575
    assert [event["amount"] for event in events] == [25, 25, 25]
    assert stock(game)[0] == 32
    do(game, "mortgage", A, square=X1)
    assert cash(game, A) == 1625


@pytest.mark.clause("mortgage.value-from-deed", "mortgage.any-own-property")
@every_edition
def test_every_deed_has_its_mortgage_value(edition: str) -> None:
    for deed in load(edition).deeds:
        game = table(edition, deeds=deeds(A, deed.index))
        do(game, "mortgage", A, square=deed.index)
        assert cash(game, A) - 1500 == deed.mortgage == deed.price // 2


@pytest.mark.clause("mortgage.any-own-property")
@every_edition
@pytest.mark.parametrize(("place", "value"), [(UTILITIES[0], 75), (ST, 100), (X3, 60), (D1, 175)])
def test_stations_and_utilities_are_mortgaged_like_lots(edition: str, place: int, value: int) -> None:
    game = table(edition, deeds=deeds(A, place))
    do(game, "mortgage", A, square=place)
    assert cash(game, A) == 1500 + value


@pytest.mark.clause("mortgage.any-own-property")
@every_edition
def test_only_an_own_property_can_be_mortgaged_and_only_once(edition: str) -> None:
    game = table(edition, deeds=deeds(B, X2) | MORTGAGED_X1)
    assert refused(game, "mortgage", A, square=X2) == "not-your-deed"
    assert refused(game, "mortgage", A, square=X3) == "not-your-deed"
    assert refused(game, "mortgage", A, square=0) == "not-a-property"
    assert refused(game, "mortgage", A, square=X1) == "already-mortgaged"
    assert "mortgage" not in kinds(game, A)


@pytest.mark.clause("mortgage.when.any-time")
@every_edition
def test_who_asks_for_a_scarce_building_keeps_a_place_for_it(edition: str) -> None:
    """While scarce buildings are contested, everything else may still be mortgaged."""
    owned = crowd(A, 31) | deeds(B, *X, ST, 1) | deeds(C, *D)
    game = table(edition, cash={A: 0}, deeds=owned)
    do(game, "build", B, square=X1)
    assert game.phase == "contest"
    assert refused(game, "mortgage", B, square=X2) == "contested"
    for seat, place in ((B, ST), (B, 1), (C, D1)):
        do(game, "mortgage", seat, square=place)
        assert refused(game, "redeem", seat, square=place) == "auction-open"


@pytest.mark.clause("mortgage.deed-turned")
@every_edition
@pytest.mark.parametrize("seat", [A, B, C, None])
def test_everybody_sees_a_mortgage(edition: str, seat: int | None) -> None:
    game = table(edition, deeds=deeds(A, X1))
    assert game.view(seat)["deeds"][str(X1)]["mortgaged"] is False
    do(game, "mortgage", A, square=X1)
    assert game.view(seat)["deeds"] == {str(X1): {"owner": A, "mortgaged": True, "buildings": 0}}


@pytest.mark.clause("mortgage.owner-keeps-property")
@every_edition
def test_the_owner_of_a_mortgaged_lot_still_has_the_full_group(edition: str) -> None:
    game = table(edition, deeds=deeds(A, *X))
    do(game, "mortgage", A, square=X2)
    assert [owner(game, lot) for lot in X] == [A, A, A]
    assert refused(game, "build", A, square=X1) == "group-mortgaged"  # not: incomplete
    throw(game, 3, 5)
    assert game.phase == "end"  # the own lot is quiet, and not for sale


@pytest.mark.clause("mortgage.nobody-else-may-lift")
@every_edition
def test_nobody_else_may_lift_a_mortgage(edition: str) -> None:
    game = table(edition, deeds=MORTGAGED_X1)
    assert refused(game, "redeem", B, square=X1) == "not-your-deed"
    assert kinds(game, B) <= {"offer"}  # with the owner's consent only
    game = table(edition, deeds=MORTGAGED_X1, turn=B)
    throw(game, 2, 4)
    assert kinds(game, B) <= {"end_turn", "offer"}
    assert owner(game, X1) == A


@pytest.mark.clause("mortgage.lift-costs-value-plus-ten-percent")
@every_edition
@pytest.mark.parametrize(("place", "price"), [(X1, 55), (X3, 66), (ST, 110), (D1, 193), (UTILITIES[0], 83)])
def test_lifting_costs_the_value_and_ten_per_cent_rounded_up(edition: str, place: int, price: int) -> None:
    game = table(edition, deeds=deeds(A, place, mortgaged=True))
    events = do(game, "redeem", A, square=place)
    assert cash(game) == [1500 - price, 1500, 1500]
    assert not mortgaged(game, place)
    done = {"type": "redeem", "seat": A, "other": "bank", "square": place, "amount": price}
    assert events == [done | {"clause": "mortgage.lift-costs-value-plus-ten-percent"}]


@pytest.mark.clause("mortgage.lift-costs-value-plus-ten-percent")
@pytest.mark.parametrize(("rounding", "utility"), [("up", 83), ("down", 82), ("nearest", 83)])
def test_a_table_may_round_otherwise(rounding: str, utility: int) -> None:
    options = {"ten_percent": rounding}
    game = table(deeds=deeds(A, X1, UTILITIES[0], mortgaged=True), options=options)
    do(game, "redeem", A, square=UTILITIES[0])
    assert cash(game, A) == 1500 - utility
    do(game, "redeem", A, square=X1)
    assert cash(game, A) == 1500 - utility - 55


@pytest.mark.parametrize(
    ("rounding", "worth", "tenth"),
    [
        ("up", 1500, 150),
        ("up", 1501, 151),
        ("down", 1509, 150),
        ("down", 1510, 151),
        ("nearest", 1504, 150),
        ("nearest", 1505, 151),
    ],
)
def test_every_ten_per_cent_is_rounded_alike(rounding: str, worth: int, tenth: int) -> None:
    game = table(cash={A: worth}, options={"ten_percent": rounding})
    throw(game, 1, 3)
    do(game, "pay_tax", choice="percent")
    assert cash(game, A) == worth - tenth


@pytest.mark.clause("mortgage.lift-costs-value-plus-ten-percent")
@every_edition
@pytest.mark.parametrize(("held", "enough"), [(54, False), (55, True)])
def test_the_price_of_lifting_must_be_in_hand(edition: str, held: int, enough: bool) -> None:
    game = table(edition, cash={A: held}, deeds=MORTGAGED_X1)
    assert ({"type": "redeem", "square": X1} in game.legal(A)) is enough
    if enough:
        do(game, "redeem", A, square=X1)
        assert cash(game, A) == 0
    else:
        assert refused(game, "redeem", A, square=X1) == "not-enough-cash"


@pytest.mark.clause("mortgage.lift-costs-value-plus-ten-percent")
def test_only_a_mortgaged_own_property_can_be_lifted_and_not_before_a_debt_is_paid() -> None:
    game = table(deeds=deeds(A, X2) | deeds(B, X1, mortgaged=True))
    assert refused(game, "redeem", A, square=X2) == "not-mortgaged"
    assert refused(game, "redeem", A, square=X3) == "not-your-deed"
    assert refused(game, "redeem", A, square=10) == "not-a-property"
    game = table(cash={A: 190}, deeds=MORTGAGED_X1 | deeds(A, X2) | deeds(B, 5, 15, 25, 35))
    throw(game, 2, 3)  # rent 200
    assert game.phase == "debt"
    assert refused(game, "redeem", A, square=X1) == "in-debt"


@pytest.mark.clause("mortgage.lift-turns-deed-back")
@every_edition
def test_a_lifted_deed_is_face_up_and_earns_rent_again(edition: str) -> None:
    game = table(edition, deeds=MORTGAGED_X1, turn=C)
    do(game, "redeem", A, square=X1)
    assert game.view(B)["deeds"][str(X1)]["mortgaged"] is False
    events = throw(game, 2, 4)
    assert cash(game) == [1500 - 55 + 6, 1500, 1494]
    assert clauses(events, "rent") == ["rent.amount-from-deed"]
