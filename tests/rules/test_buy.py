"""Buying from the bank: what is offered to whom, for how much, and who can see it."""

from __future__ import annotations

import pytest

from freehold.editions import load
from freehold.editions.schema import Square
from tests.table import (
    ALL,
    D2,
    ST,
    UTILITIES,
    X1,
    A,
    B,
    C,
    cash,
    clauses,
    deeds,
    do,
    kinds,
    owner,
    refused,
    table,
    throw,
)

every_edition = pytest.mark.parametrize("edition", ALL)


@pytest.mark.clause("buy.may-buy-unowned")
@every_edition
def test_who_stops_on_an_unowned_lot_may_buy_or_decline(edition: str) -> None:
    game = table(edition, cash={A: 500})
    throw(game, 2, 4)
    assert (game.phase, game.decider) == ("buy", A)
    assert game.legal() == [{"type": "buy"}, {"type": "decline"}]
    assert owner(game, X1) is None
    assert kinds(game, B) == set()
    assert refused(game, "buy", B) == "not-your-turn"
    assert refused(game, "decline", B) == "not-your-turn"


@pytest.mark.clause("buy.at-printed-price")
@every_edition
def test_a_lot_costs_its_printed_price(edition: str) -> None:
    game = table(edition, cash={A: 500})
    throw(game, 2, 4)
    events = do(game, "buy")
    assert cash(game) == [400, 1500, 1500]
    assert owner(game, X1) == A
    bought = {"type": "buy", "seat": A, "other": "bank", "square": X1, "amount": 100, "clause": "buy.at-printed-price"}
    assert events[0] == bought
    assert game.phase == "end"


@pytest.mark.clause("buy.at-printed-price")
@every_edition
@pytest.mark.parametrize(("held", "offered"), [(99, ["decline"]), (100, ["buy", "decline"])])
def test_the_price_must_be_in_hand(edition: str, held: int, offered: list[str]) -> None:
    game = table(edition, cash={A: held})
    throw(game, 2, 4)
    assert [action["type"] for action in game.legal()] == offered
    if held < 100:
        assert refused(game, "buy") == "not-enough-cash"
    else:
        do(game, "buy")
        assert cash(game, A) == 0


@pytest.mark.clause("buy.at-printed-price")
@pytest.mark.parametrize("deed", load("classic").deeds, ids=lambda deed: str(deed.index))
def test_every_deed_has_its_own_price(deed: Square) -> None:
    game = table(at={A: (deed.index - 3) % 40}, cash={A: 1000}, decks={"chest": ["doctor"]})
    throw(game, 1, 2)
    do(game, "buy")
    salary = 200 if deed.index < 3 else 0
    assert owner(game, deed.index) == A
    assert cash(game, A) == 1000 + salary - deed.price


@pytest.mark.clause("buy.at-printed-price")
@every_edition
def test_money_may_be_raised_while_the_choice_is_open(edition: str) -> None:
    game = table(edition, cash={A: 60}, deeds=deeds(A, ST))
    throw(game, 2, 4)
    assert refused(game, "buy") == "not-enough-cash"
    do(game, "mortgage", square=ST)
    do(game, "buy")
    assert (owner(game, X1), cash(game, A)) == (A, 60)


@pytest.mark.clause("buy.deed-face-up")
@every_edition
@pytest.mark.parametrize("seat", [A, B, C, None])
def test_everybody_sees_who_owns_a_deed(edition: str, seat: int | None) -> None:
    game = table(edition)
    throw(game, 2, 4)
    assert game.view(seat)["deeds"] == {}
    do(game, "buy")
    assert game.view(seat)["deeds"] == {str(X1): {"owner": A, "mortgaged": False, "buildings": 0}}


@pytest.mark.clause("buy.stations-and-utilities-too")
@every_edition
@pytest.mark.parametrize(("start", "dice", "place", "price"), [(0, (2, 3), ST, 200), (5, (3, 4), UTILITIES[0], 150)])
def test_stations_and_utilities_are_bought_like_lots(
    edition: str, start: int, dice: tuple[int, int], place: int, price: int
) -> None:
    game = table(edition, at={A: start}, cash={A: price})
    throw(game, *dice)
    assert kinds(game) == {"buy", "decline"}
    do(game, "buy")
    assert (owner(game, place), cash(game, A)) == (A, 0)


@pytest.mark.clause("buy.not-yours-if-owned")
@every_edition
@pytest.mark.parametrize("mortgaged", [True, False])
def test_an_owned_lot_is_not_for_sale_on_landing(edition: str, mortgaged: bool) -> None:
    game = table(edition, deeds=deeds(B, X1, mortgaged=mortgaged))
    throw(game, 2, 4)
    assert game.phase == "end"
    assert kinds(game) & {"buy", "decline"} == set()
    assert refused(game, "buy") == "wrong-phase"
    assert owner(game, X1) == B


@pytest.mark.clause("buy.not-yours-if-owned")
def test_a_lot_is_bought_only_where_one_stands() -> None:
    game = table(at={A: 30})
    throw(game, 4, 5)
    events = do(game, "buy")
    assert (owner(game, D2), owner(game, X1)) == (A, None)
    assert clauses(events) == ["buy.at-printed-price"]
    assert refused(game, "buy") == "wrong-phase"
