"""The auction of scarce buildings: one at a time, to the highest bidder, who builds at once."""

from __future__ import annotations

from typing import cast

import pytest

from freehold import Game
from freehold.game import internals
from freehold.game.position import PositionError
from tests.rules.test_shortage import BARE, scarce
from tests.table import (
    ALL,
    CROWDED,
    D1,
    D2,
    X1,
    X2,
    X3,
    A,
    B,
    C,
    D,
    E,
    X,
    buildings,
    cash,
    clauses,
    deeds,
    do,
    kinds,
    refused,
    stock,
    table,
    whole,
)

every_edition = pytest.mark.parametrize("edition", ALL)
FROM_LOWEST = ("star-wars-2", "spider-man")
PRICE_PAID = ("star-wars-1", "disney-parks", "classic")
OWED = {"debtor": B, "creditor": A, "amount": 9000, "why": "rent", "open": True}
FROM_ONE = ("disney-parks", "star-wars-1", "game-of-thrones", "classic")


def contested(edition: str, houses: int = 1, wish: int = 1, want: int = 1, **more: object) -> Game:
    """A asks for a house on X1 and B wants some too."""
    game = scarce(edition, houses, **more)  # type: ignore[arg-type]
    do(game, "build", A, square=X1, count=wish)
    do(game, "want", B, count=want)
    assert (game.phase, game.decider) == ("auction", B)
    return game


def worths(game: Game) -> list[int]:
    found = [place["worth"] for place in sorted(game.standings(), key=lambda place: place["seat"])]
    assert None not in found
    return cast(list[int], found)


@pytest.mark.clause("shortage.auction-start.lowest-deed-price")
@pytest.mark.parametrize("edition", FROM_LOWEST)
def test_bidding_starts_at_the_lowest_building_price(edition: str) -> None:
    game = scarce(edition, 1)
    do(game, "build", A, square=X1)
    events = do(game, "want", B)
    assert clauses(events, "auction") == ["shortage.auction-start.lowest-deed-price"]
    assert refused(game, "bid", B, amount=49) == "bid-too-low"
    assert {"type": "bid", "amount": 50, "max": 1600} in game.legal(B)
    do(game, "bid", B, amount=50)
    assert refused(game, "bid", A, amount=50) == "bid-too-low"
    do(game, "bid", A, amount=51)


@pytest.mark.clause("shortage.auction-start.lowest-deed-price")
@pytest.mark.parametrize("edition", FROM_LOWEST)
def test_only_lots_that_a_bidder_could_build_on_count(edition: str) -> None:
    orange, brown = CROWDED[1], (1, 3)
    full = deeds(A, *brown, buildings=4)  # at 50, but without room
    given = deeds(A, *orange) | full | deeds(B, *D) | deeds(E, *X)
    for word, floor in (("pass", 100), ("want", 50)):
        game = table(edition, 4, cash={C: 0}, deeds=given | deeds(C, *CROWDED[0], *CROWDED[2], buildings=4))
        assert stock(game)[0] == 0
        do(game, "sell", C, square=11)
        do(game, "build", A, square=orange[0])
        do(game, "want", B)
        do(game, "pass", C)  # who has sold a house could bid for it
        do(game, word, E)
        assert game.position()["auction"]["floor"] == floor


@pytest.mark.clause("shortage.auction-start.any-price-from-one")
@pytest.mark.parametrize("edition", FROM_ONE)
def test_bidding_starts_at_any_price_from_one(edition: str) -> None:
    game = scarce(edition, 1)
    do(game, "build", A, square=X1)
    events = do(game, "want", B)
    assert clauses(events, "auction") == ["shortage.auction-start.any-price-from-one"]
    assert refused(game, "bid", B, amount=0) == "bid-too-low"
    do(game, "bid", B, amount=1)
    do(game, "pass", A)
    assert (cash(game, B), buildings(game, *D)) == (1599, [1, 0])


@pytest.mark.clause("shortage.auction-start.any-price-from-one")
def test_bids_are_paid_in_money_that_is_there() -> None:
    game = contested("game-of-thrones", cash={B: 200})
    assert refused(game, "bid", B, amount=201) == "not-enough-cash"
    do(game, "bid", B, amount=200)
    do(game, "pass", A)
    assert cash(game, B) == 0


@pytest.mark.clause("shortage.winner-is-highest-bidder")
@every_edition
def test_the_highest_bidder_pays_the_bank_and_builds(edition: str) -> None:
    game = contested(edition)
    do(game, "bid", A, amount=60)
    do(game, "bid", B, amount=90)
    events = do(game, "pass", A)
    assert cash(game, A, B, C) == [1500, 1510, 0]
    assert (buildings(game, *X, *D), stock(game)[0]) == ([0, 0, 0, 1, 0], 0)
    assert events[-1] == {
        "type": "build",
        "seat": B,
        "other": "bank",
        "square": D1,
        "amount": 90,
        "clause": "shortage.winner-is-highest-bidder",
    }
    assert (game.phase, game.turn) == ("roll", A)
    assert whole(game)


@pytest.mark.clause("sell.half-of.deed-price")
@pytest.mark.parametrize("bid", [90, 500])
@pytest.mark.parametrize("edition", [edition for edition in ALL if edition not in PRICE_PAID])
def test_what_was_bid_for_a_building_does_not_change_what_the_bank_gives_for_it(edition: str, bid: int) -> None:
    game = contested(edition)
    do(game, "bid", B, amount=bid)
    do(game, "pass", A)
    assert clauses(do(game, "sell", B, square=D1)) == ["sell.half-of.deed-price"]
    assert cash(game, B) == 1600 - bid + 100


@pytest.mark.clause("short.value.houses-at-cost", "timed.richest-wins")
@pytest.mark.parametrize("bid", [90, 500])
@every_edition
def test_what_was_bid_for_a_building_is_what_it_counts_for(edition: str, bid: int) -> None:
    game = contested(edition)
    worth = worths(game)
    do(game, "bid", B, amount=bid)
    do(game, "pass", A)
    assert worths(game) == worth  # money has become a house of the same worth
    assert game.position()["deeds"]["37"]["paid"] == [bid]
    assert whole(game)
    do(game, "sell", B, square=D1)
    half = bid // 2 if edition in PRICE_PAID else 100
    assert worths(game)[B] == worth[B] - bid + half
    assert "paid" not in game.position()["deeds"]["37"]


@pytest.mark.clause("short.value.hotels-at-cost-with-three-houses", "timed.richest-wins")
@every_edition
def test_a_hotel_counts_at_what_was_paid_for_it_and_for_its_houses(edition: str) -> None:
    lots = {"37": {"owner": B, "buildings": 5, "paid": [0, 0, 0, 31, 61]}, "39": {"owner": B, "buildings": 5}}
    game = table(edition, cash={B: 0}, deeds=lots)
    assert worths(game)[B] == 350 + 400 + 3 * 200 + 31 + 61 + 5 * 200


@pytest.mark.clause("tax.worth-buildings-at-cost.all-buildings", "tax.worth-buildings-at-cost.small-buildings-named")
@pytest.mark.parametrize("edition", ["star-wars-1", "disney-parks"])
def test_a_tenth_of_the_bid_is_taxed(edition: str) -> None:
    lots = {"37": {"owner": A, "buildings": 1, "paid": [900]}, "39": {"owner": A, "buildings": 1}}
    game = table(edition, cash={A: 50}, deeds=lots, phase="tax", at={A: 4})
    events = do(game, "pay_tax", choice="percent")
    assert events[-1]["amount"] == (50 + 350 + 400 + 900 + 200) // 10


@pytest.mark.clause("sell.half-of.price-paid")
@pytest.mark.parametrize("bid", [1, 91, 200, 500])
@pytest.mark.parametrize("edition", PRICE_PAID)
def test_half_of_the_bid_comes_back(edition: str, bid: int) -> None:
    game = contested(edition)
    do(game, "bid", B, amount=bid)
    do(game, "pass", A)
    assert game.position()["deeds"]["37"].get("paid") == ([bid] if bid != 200 else None)
    assert whole(game)
    assert game.raisable(B) == 1600 - bid + bid // 2 + 175 + 200
    sale = next(action for action in game.legal(B, amounts=True) if action["type"] == "sell")
    assert sale["amount"] == bid // 2
    assert clauses(do(game, "sell", B, square=D1)) == ["sell.half-of.price-paid"]
    assert cash(game, B) == 1600 - bid + bid // 2
    assert "paid" not in game.position()["deeds"]["37"]
    do(game, "mortgage", A, square=X1)
    do(game, "build", B, square=D1)  # at the printed price now
    do(game, "sell", B, square=D1)
    assert cash(game, B) == 1600 - bid + bid // 2 - 100


@pytest.mark.clause("sell.half-of.price-paid")
@pytest.mark.parametrize("edition", PRICE_PAID)
def test_what_was_built_last_is_sold_first_each_at_its_own_price(edition: str) -> None:
    lots = {"37": {"owner": B, "buildings": 2, "paid": [0, 11]}, "39": {"owner": B, "buildings": 2, "paid": [7]}}
    game = table(edition, cash={B: 0}, deeds=lots)
    for lot, half in ((D1, 5), (D2, 100), (D2, 3), (D1, 100)):
        assert [event["amount"] for event in do(game, "sell", B, square=lot)] == [half]
    game = table(edition, cash={B: 0}, deeds=lots)
    do(game, "sell_group", B, square=D1, keep=1)
    assert (cash(game, B), game.position()["deeds"]["39"]["paid"]) == (5 + 100, [7])
    assert whole(game)
    do(game, "sell_group", B, square=D1)
    assert cash(game, B) == 105 + 100 + 3
    assert whole(game)


@pytest.mark.clause("sell.half-of.price-paid", "sell.hotel-value-includes-houses")
@pytest.mark.parametrize("edition", PRICE_PAID)
def test_a_hotel_and_the_houses_in_it_keep_their_prices(edition: str) -> None:
    lots = {"37": {"owner": B, "buildings": 5, "paid": [0, 0, 0, 31, 61]}, "39": {"owner": B, "buildings": 5}}
    game = table(edition, cash={B: 0}, deeds=lots)
    assert game.raisable(B) == 3 * 100 + 15 + 30 + 5 * 100 + 175 + 200
    do(game, "sell", B, square=D1)
    assert (cash(game, B), game.position()["deeds"]["37"]["paid"]) == (30, [0, 0, 0, 31])
    do(game, "sell", B, square=D2)
    do(game, "sell", B, square=D1)
    assert cash(game, B) == 30 + 100 + 15

    game = table(edition, cash={B: 0}, deeds=lots, phase="debt", turn=B, debts=[OWED])
    do(game, "bankrupt", B)
    assert cash(game, A) == 1500 + 845
    assert internals.record(game).odd_prices == 0


@pytest.mark.clause("sell.half-of.price-paid")
def test_prices_that_cannot_be_are_faults() -> None:
    lot = {"owner": B, "buildings": 1}
    for edition, paid, code in (
        ("star-wars-1", [7, 7], "paid-too-many"),
        ("star-wars-1", [40_000], "number"),
    ):
        with pytest.raises(PositionError) as caught:
            table(edition, deeds={"37": lot | {"paid": paid}, "39": lot})
        assert [fault.place.partition("[")[0] for fault in caught.value.faults] == ["deeds.37.paid"]
        assert code in ("number", caught.value.faults[0].code)


@pytest.mark.clause("shortage.winner-is-highest-bidder")
@every_edition
def test_a_bid_that_could_not_be_remembered_is_refused(edition: str) -> None:
    game = contested(edition, cash={B: 50_000})
    assert [action["max"] for action in game.legal(B) if action["type"] == "bid"] == [32_767]
    assert refused(game, "bid", B, amount=32_768) == "bad-amount"
    do(game, "bid", B, amount=32_767)


@pytest.mark.clause("shortage.winner-is-highest-bidder")
def test_nobody_is_offered_a_bid_that_could_not_be_remembered() -> None:
    game = contested("classic", cash={A: 50_000, B: 50_000})
    do(game, "bid", B, amount=32_767)
    assert "bid" not in kinds(game, A)
    assert refused(game, "bid", A, amount=32_768) == "bad-amount"


@pytest.mark.clause("shortage.winner-is-highest-bidder")
@every_edition
def test_the_winner_says_where_it_goes(edition: str) -> None:
    game = contested(edition)
    assert refused(game, "bid", B, amount=60, square=X1) == "not-a-lot"
    do(game, "bid", B, amount=60, square=D2)
    do(game, "pass", A)
    assert buildings(game, *X, *D) == [0, 0, 0, 0, 1]

    game = contested(edition, given=deeds(A, X1, X2) | deeds(A, X3, buildings=1) | deeds(B, *D))
    assert refused(game, "bid", A, amount=60, square=X3) == "not-a-lot"  # uneven
    do(game, "bid", A, amount=60, square=X2)
    do(game, "pass", B)
    assert (buildings(game, *X), cash(game, A)) == ([0, 1, 1], 1440)


@pytest.mark.clause("shortage.winner-is-highest-bidder")
def test_only_those_who_want_a_building_bid() -> None:
    game = contested("classic", given=BARE | deeds(E, 1, 3, mortgaged=True), players=4)
    assert refused(game, "bid", E, amount=5) == "not-bidding"
    assert refused(game, "pass", E) == "not-bidding"
    do(game, "bid", B, amount=5)
    assert refused(game, "bid", B, amount=6) == "already-leading"


@pytest.mark.clause("shortage.winner-is-highest-bidder")
@every_edition
def test_one_building_after_the_other_is_auctioned(edition: str) -> None:
    game = contested(edition, houses=2, wish=2, want=2)
    do(game, "bid", B, amount=60)
    events = do(game, "pass", A)
    assert [event["type"] for event in events] == ["pass", "build", "auction"]
    assert game.position()["contest"]["wishes"] == [2, 1, 0]
    do(game, "bid", A, amount=70)
    do(game, "pass", B)
    assert (game.phase, stock(game)[0]) == ("roll", 0)
    assert buildings(game, *X, *D) == [1, 0, 0, 1, 0]
    assert cash(game, A, B) == [1430, 1540]


@pytest.mark.clause("shortage.winner-is-highest-bidder")
def test_when_the_rest_is_enough_the_builder_builds_at_the_deeds_price() -> None:
    game = contested("star-wars-1", houses=2, wish=1, want=2)
    do(game, "bid", B, amount=300)
    do(game, "pass", A)
    assert game.phase == "auction"  # one house, and both still want one
    do(game, "bid", B, amount=310)
    do(game, "pass", A)
    assert (game.phase, stock(game)[0], buildings(game, *X, *D)) == ("roll", 0, [0, 0, 0, 1, 1])

    game = contested("star-wars-1", houses=2, wish=2, want=1)
    do(game, "bid", B, amount=300)
    do(game, "pass", A)
    assert (game.phase, stock(game)[0], buildings(game, *X, *D)) == ("roll", 0, [1, 0, 0, 1, 0])
    assert cash(game, A, B) == [1450, 1300]


@pytest.mark.clause("shortage.winner-is-highest-bidder")
def test_the_builder_gets_the_lot_asked_for_only_once() -> None:
    game = contested("star-wars-1", houses=2, wish=2, want=1)
    do(game, "bid", A, amount=10, square=X1)
    events = do(game, "pass", B)
    assert [event["type"] for event in events] == ["pass", "build", "auction"]
    do(game, "bid", B, amount=20)
    do(game, "pass", A)
    assert (buildings(game, *X, *D), cash(game, A, B)) == ([1, 0, 0, 1, 0], [1490, 1580])

    game = contested("star-wars-1", houses=3, wish=2, want=2)
    do(game, "bid", A, amount=10)
    do(game, "pass", B)
    do(game, "bid", A, amount=10)
    events = do(game, "pass", B)  # A has both; B alone is left and gets the rest at the printed price
    assert [event["type"] for event in events] == ["pass", "build", "build"]
    assert (game.phase, buildings(game, *X, *D), stock(game)[0]) == ("roll", [1, 1, 0, 1, 0], 0)
    assert cash(game, A, B) == [1480, 1400]

    game = contested("star-wars-1", houses=3, wish=3, want=1)
    do(game, "bid", A, amount=10, square=X2)
    do(game, "pass", B)
    do(game, "bid", B, amount=10)
    events = do(game, "pass", A)  # A alone is left: the rest goes at the printed price, wherever it has a place
    assert [event["type"] for event in events] == ["pass", "build", "build"]
    assert (game.phase, buildings(game, *X, *D), stock(game)[0]) == ("roll", [1, 1, 0, 1, 0], 0)
    assert cash(game, A, B) == [1440, 1590]
    assert whole(game)


@pytest.mark.clause("shortage.winner-is-highest-bidder")
def test_without_a_bid_the_building_stays_with_the_bank() -> None:
    game = contested("star-wars-1")
    do(game, "pass", B)
    events = do(game, "pass", A)
    assert [event["type"] for event in events] == ["pass", "unsold"]
    assert events[-1]["lot"] == "house"
    assert (game.phase, stock(game)[0], cash(game, A, B)) == ("roll", 1, [1500, 1600])
    assert whole(game)


@pytest.mark.clause("shortage.winner-is-highest-bidder", "shortage.auction-trigger.two-players-want-them")
@every_edition
def test_scarce_hotels_are_auctioned_too(edition: str) -> None:
    towers = {key: deed for group in CROWDED for key, deed in deeds(C, *group, buildings=5).items()}
    given = deeds(A, *X, buildings=4) | deeds(B, *D, buildings=4) | towers | deeds(C, 29, buildings=4)
    game = table(edition, cash={A: 1500, B: 1500, C: 0}, deeds=given)
    assert stock(game) == (8, 1)
    do(game, "build", A, square=X1)
    assert game.phase == "contest"
    do(game, "want", B)
    assert game.position()["auction"]["lot"] == "hotel"
    do(game, "bid", B, amount=250, square=D2)
    do(game, "pass", A)
    assert (buildings(game, *X, *D), stock(game)) == ([4, 4, 4, 4, 5], (12, 0))
    assert cash(game, B) == 1250


@pytest.mark.clause("shortage.auction-trigger.two-players-want-them")
@pytest.mark.parametrize(
    ("hotels", "of_b", "phase"),
    [(5, (4, 4), "roll"), (4, (4, 4), "contest"), (4, (5, 4), "roll"), (3, (3, 4), "roll"), (3, (5, 4), "contest")],
)
def test_hotels_are_contested_only_by_those_ready_for_one(hotels: int, of_b: tuple[int, int], phase: str) -> None:
    lots = [lot for group in CROWDED for lot in group]
    towers = 12 - hotels - of_b.count(5)
    given = deeds(A, *X, buildings=4) | deeds(C, *lots[:towers], buildings=5)
    given |= deeds(C, *lots[towers : -(-towers // 3) * 3], buildings=4)  # the rest of a group that has begun
    for lot, built in zip(D, of_b, strict=True):
        given |= deeds(B, lot, buildings=built)
    game = table(cash={A: 150, B: 1500, C: 0}, deeds=given)
    assert stock(game)[1] == hotels
    do(game, "build", A, square=X1)  # A could take three
    assert game.phase == phase


@pytest.mark.clause("shortage.winner-is-highest-bidder")
def test_the_house_under_the_hammer_cannot_be_taken_for_a_hotel() -> None:
    for houses, reason in ((4, "no-houses-left"), (5, None)):
        given = BARE | deeds(E, 1, 3, buildings=5)
        game = contested("classic", houses=houses, wish=3, want=3, given=given, players=4)
        if reason is None:
            do(game, "sell", E, square=1)
        else:
            assert refused(game, "sell", E, square=1) == reason
            assert refused(game, "sell_group", E, square=1, keep=2) == reason
            do(game, "sell_group", E, square=1, keep=1)
        do(game, "bid", B, amount=5)
        do(game, "pass", A)
        assert buildings(game, *D) == [1, 0]
        assert stock(game)[0] == (0 if reason is None else 1)


@pytest.mark.clause("shortage.winner-is-highest-bidder")
def test_who_wants_a_building_keeps_a_place_for_it() -> None:
    game = contested("classic", given=deeds(A, *X, buildings=1) | deeds(B, *D))
    assert refused(game, "sell", A, square=X1) == "contested"
    assert refused(game, "sell_group", A, square=X1) == "contested"
    do(game, "sell", C, square=11)  # the others may
    assert stock(game)[0] == 2
