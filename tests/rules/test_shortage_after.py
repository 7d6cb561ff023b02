"""What a bid for a scarce building cites, what such a building brings back, and which wishes outlive its auction."""

from __future__ import annotations

import pytest

from tests.rules.test_shortage import scarce
from tests.rules.test_shortage_auction import FROM_ONE, PRICE_PAID, contested
from tests.table import (
    ALL,
    D1,
    D2,
    ST,
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
    refused,
    stock,
)

every_edition = pytest.mark.parametrize("edition", ALL)


@pytest.mark.clause("sell.half-of.price-paid", "sell.half-of.deed-price")
@every_edition
def test_a_building_bought_for_little_and_sold_back_again_and_again(edition: str) -> None:
    """Where half of the bid comes back nobody gains; half of the deed's price, 100, is the letter of the others."""
    game = scarce(edition, 1)
    bid = 1 if edition in FROM_ONE else 50
    for _ in range(3):
        do(game, "build", B, square=D1)
        do(game, "want", A)
        do(game, "pass", A)
        do(game, "bid", B, amount=bid)
        do(game, "sell", B, square=D1)
    back = bid // 2 if edition in PRICE_PAID else 100
    assert cash(game, B) == 1600 + 3 * (back - bid)


@pytest.mark.clause("sell.half-of.price-paid")
@pytest.mark.parametrize("edition", PRICE_PAID)
def test_the_building_won_last_goes_first_and_for_half_of_its_bid(edition: str) -> None:
    game = contested(edition, given=deeds(A, *X) | deeds(B, *D, buildings=1))
    do(game, "bid", B, amount=30, square=D1)
    do(game, "pass", A)
    assert buildings(game, *D) == [2, 1]
    sold = [do(game, "sell", B, square=lot)[0]["amount"] for lot in (D1, D1, D2)]
    assert sold == [15, 100, 100]


@pytest.mark.clause("shortage.auction-start.any-price-from-one", "shortage.auction-start.lowest-deed-price")
@every_edition
def test_a_bid_for_a_scarce_building_cites_its_own_auction(edition: str) -> None:
    game = contested(edition)
    start = "any-price-from-one" if edition in FROM_ONE else "lowest-deed-price"
    assert clauses(do(game, "bid", B, amount=60)) == [f"shortage.auction-start.{start}"]
    assert clauses(do(game, "bid", A, amount=70)) == ["shortage.winner-is-highest-bidder"]
    assert clauses(do(game, "bid", B, amount=80)) == ["shortage.winner-is-highest-bidder"]


@pytest.mark.clause("shortage.winner-is-highest-bidder")
@every_edition
def test_a_rivals_wish_outlives_the_auction_that_the_builder_wins(edition: str) -> None:
    game = contested(edition, houses=2, wish=1, want=2)
    do(game, "pass", B)
    do(game, "bid", A, amount=60)
    assert (buildings(game, X1, *D), stock(game)[0]) == ([1, 1, 0], 0)  # B is left alone, at the deed's price
    assert cash(game, A, B) == [1440, 1400]


@pytest.mark.clause("shortage.winner-is-highest-bidder", "sell.at-any-time")
@every_edition
def test_a_place_is_kept_while_a_broken_hotel_has_taken_the_houses(edition: str) -> None:
    """shortage-places-are-kept: the bank may have houses again before the auction."""
    given = deeds(A, *X, buildings=1) | deeds(B, *D, buildings=5)
    game = scarce(edition, 4, given=given, cash={C: 500})
    do(game, "build", A, square=X1)
    do(game, "sell", B, square=D1)
    assert (game.phase, stock(game)[0]) == ("contest", 0)
    assert refused(game, "sell", A, square=X2) == "contested"
    assert refused(game, "sell_group", A, square=X2) == "contested"


@pytest.mark.clause("shortage.winner-is-highest-bidder")
@every_edition
def test_who_can_no_longer_pay_for_the_lot_that_was_named_builds_on_another(edition: str) -> None:
    """shortage-wishes-stay: on the first lot of the board that can be paid. A pays for a deal in between."""
    game = scarce(edition, 4, given=deeds(A, *X) | deeds(A, *D) | deeds(C, ST), cash={C: 500})
    do(game, "offer", C, to=A, give={"squares": [ST]}, ask={"cash": 1400})
    do(game, "build", A, square=D1)
    do(game, "accept", A)
    do(game, "pass", C)
    assert (buildings(game, X1, *D), cash(game, A)) == ([1, 0, 0], 50)


@pytest.mark.clause("shortage.winner-is-highest-bidder")
@every_edition
def test_the_last_coin_pays_for_the_lot_that_was_named(edition: str) -> None:
    game = scarce(edition, 1, given=deeds(A, *X), cash={A: 50, C: 500})
    do(game, "build", A, square=X2)
    do(game, "pass", C)
    assert (buildings(game, X1, X2), cash(game, A)) == ([0, 1], 0)


@pytest.mark.clause("shortage.auction-trigger.demand-above-stock")
def test_a_wish_shrinks_with_the_places_that_a_deal_takes_away() -> None:
    game = scarce("classic", 13, given=deeds(A, *X) | deeds(A, *D), cash={C: 1000})
    do(game, "offer", C, to=A, give={"cash": 400}, ask={"squares": [D2]})
    do(game, "build", A, square=X1, count=20)
    do(game, "accept", A)
    assert game.position()["contest"]["wishes"][A] == 20
    do(game, "want", C, count=1)
    assert (game.phase, buildings(game, *X)) == ("roll", [4, 4, 4])  # 12 and 1: the stock serves both
