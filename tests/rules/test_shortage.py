"""Building shortages: waiting for the bank, declaring wishes, and the hotels that cannot be broken down."""

from __future__ import annotations

from typing import Any

import pytest

from freehold import Game
from tests.table import (
    ALL,
    CROWDED,
    D1,
    ST,
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
    crowd,
    deeds,
    do,
    kinds,
    raw,
    refused,
    stock,
    table,
    whole,
)

every_edition = pytest.mark.parametrize("edition", ALL)
BARE = deeds(A, *X) | deeds(B, *D)
HOTELS = deeds(A, *X, buildings=5)


def scarce(edition: str, houses: int, *, given: dict[str, Any] = BARE, players: int = 3, **position: Any) -> Game:
    """A holds the bare X group, B the bare D group, the bank this many houses; C stands by with the rest, penniless."""
    standing = sum(deed["buildings"] % 5 for deed in given.values())
    position["cash"] = {A: 1500, B: 1600, C: 0} | position.get("cash", {})
    game = table(edition, players, deeds=crowd(C, 32 - houses - standing) | given, **position)
    assert stock(game)[0] == houses
    return game


@pytest.mark.clause("shortage.no-houses-wait")
@every_edition
def test_without_houses_one_waits_until_some_come_back(edition: str) -> None:
    game = scarce(edition, 0, given=deeds(A, *X) | deeds(B, *D, buildings=2), cash={B: 0})
    assert refused(game, "build", A, square=X1) == "no-houses-left"
    assert "build" not in kinds(game, A)
    do(game, "sell", B, square=D1)
    do(game, "build", A, square=X1)
    do(game, "pass", B)  # who has sold a house could buy it again
    assert buildings(game, *X, *D) == [1, 0, 0, 1, 2]
    assert stock(game)[0] == 0
    assert refused(game, "build", A, square=X2) == "no-houses-left"


@pytest.mark.clause("shortage.no-hotels-wait")
@every_edition
def test_without_hotels_one_waits_until_one_comes_back(edition: str) -> None:
    towers = {key: deed for group in CROWDED for key, deed in deeds(C, *group, buildings=5).items()}
    game = table(edition, cash={C: 0}, deeds=deeds(A, *X, buildings=4) | towers)
    assert stock(game) == (20, 0)
    assert refused(game, "build", A, square=X1) == "no-hotels-left"
    assert buildings(game, *X) == [4, 4, 4]
    do(game, "sell", C, square=11)
    do(game, "build", A, square=X1)
    do(game, "pass", C)
    assert buildings(game, *X) == [5, 4, 4]
    assert stock(game) == (20, 0)


@pytest.mark.clause("shortage.auction-trigger.demand-above-stock", "shortage.auction-trigger.two-players-want-them")
@every_edition
def test_wishes_above_the_stock_lead_to_an_auction(edition: str) -> None:
    game = scarce(edition, 3)
    events = do(game, "build", A, square=X1, count=2)
    assert [(event["type"], event["amount"]) for event in events] == [("contest", 3)]
    assert (game.phase, game.decider) == ("contest", B)
    assert buildings(game, *X) == [0, 0, 0]
    events = do(game, "want", B, count=2)
    assert [event["type"] for event in events] == ["want", "auction"]
    assert events[0]["amount"] == 2
    assert game.phase == "auction"
    assert game.position()["auction"]["bidders"] == [A, B]


@pytest.mark.clause("shortage.auction-trigger.demand-above-stock")
@every_edition
def test_wishes_within_the_stock_do_not(edition: str) -> None:
    game = scarce(edition, 3)
    do(game, "build", A, square=X1, count=1)
    events = do(game, "want", B, count=2)
    assert game.phase == "roll"
    assert clauses(events, "build") == ["build.price-from-deed"] * 3
    assert buildings(game, *X, *D) == [1, 0, 0, 1, 1]  # B gets what was wished for as well
    assert cash(game, A, B) == [1450, 1200]
    assert whole(game)


@pytest.mark.clause("shortage.auction-trigger.demand-above-stock", "shortage.auction-trigger.two-players-want-them")
@pytest.mark.parametrize("count", [1, 5])
@every_edition
def test_one_who_wants_alone_builds_at_the_deeds_price(edition: str, count: int) -> None:
    game = scarce(edition, 1)
    do(game, "build", A, square=X2, count=count)  # more than there are, but against nobody
    events = do(game, "pass", B)
    assert [event["type"] for event in events] == ["pass", "build"]
    assert (cash(game, A), buildings(game, *X), stock(game)[0]) == (1450, [0, 1, 0], 0)
    greedy = scarce(edition, 1)
    do(greedy, "build", A, square=X2, count=3)
    do(greedy, "pass", B)
    assert (cash(greedy, A), buildings(greedy, *X), greedy.phase) == (1450, [0, 1, 0], "roll")


@pytest.mark.clause("shortage.auction-trigger.demand-above-stock", "shortage.auction-trigger.two-players-want-them")
@pytest.mark.parametrize(("houses", "asked"), [(20, False), (19, True)])
@every_edition
def test_nobody_is_asked_while_there_is_enough_for_all(edition: str, houses: int, asked: bool) -> None:
    game = scarce(edition, houses)  # A could take 12 and B 8
    do(game, "build", A, square=X1)
    assert (game.phase == "contest") == asked
    assert buildings(game, X1) == [int(not asked)]


@pytest.mark.clause("shortage.auction-trigger.two-players-want-them")
@pytest.mark.parametrize(
    "position",
    [
        {"cash": {B: 0}},
        {"given": deeds(A, *X) | deeds(B, D1)},
        {"given": BARE | deeds(B, D1, mortgaged=True)},
        {"given": deeds(A, *X) | deeds(B, *D, buildings=4)},
        {"debts": [{"debtor": B, "creditor": "bank", "amount": 9000, "why": "tax", "open": True}]},
    ],
    ids=["no cash", "no group", "mortgaged", "no room", "in debt"],
)
def test_who_could_not_build_is_not_asked(position: dict[str, Any]) -> None:
    game = scarce("star-wars-1", 1, **position)
    do(game, "build", A, square=X1)
    assert buildings(game, X1) == [1]
    assert game.phase != "contest"


@pytest.mark.clause("shortage.auction-trigger.two-players-want-them")
def test_who_could_pay_for_one_house_is_asked() -> None:
    game = scarce("star-wars-2", 1, cash={B: 50})
    do(game, "build", A, square=X1)
    assert (game.phase, game.decider) == ("contest", B)
    assert refused(game, "want", B, count=2) == "bad-amount"
    do(game, "want", B, count=1)
    assert game.phase == "auction"


@pytest.mark.clause("shortage.auction-trigger.two-players-want-them")
@pytest.mark.parametrize(
    ("edition", "purse", "station", "asked"),
    [
        ("star-wars-1", 1, False, True),  # the auction opens at 1
        ("star-wars-1", 0, True, True),  # and a mortgage would bring 100
        ("star-wars-1", 0, False, False),
        ("star-wars-2", 49, False, False),  # it opens at 50, the price of A's houses
        ("star-wars-2", 0, True, True),
    ],
)
def test_who_could_reach_the_opening_price_is_asked(edition: str, purse: int, station: bool, asked: bool) -> None:
    game = scarce(edition, 1, given=BARE | (deeds(B, ST) if station else {}), cash={B: purse})
    do(game, "build", A, square=X1)
    assert (game.phase == "contest") == asked
    assert buildings(game, X1) == [int(not asked)]
    if asked:
        assert {"type": "want"} in game.legal(B)
        do(game, "want", B)
        assert game.position()["contest"]["wishes"] == [1, 1, 0]


@pytest.mark.clause("shortage.auction-trigger.two-players-want-them")
def test_the_lots_to_build_on_are_no_means_to_bid() -> None:
    game = scarce("star-wars-1", 1, cash={B: 0})  # a mortgage in the D group would take the place away
    do(game, "build", A, square=X1)
    assert buildings(game, X1) == [1]
    game = scarce("star-wars-1", 1, given=BARE | deeds(B, 1, 3), cash={B: 0})  # but one of two groups could go
    do(game, "build", A, square=X1)
    assert (game.phase, game.decider) == ("contest", B)


@pytest.mark.clause("shortage.auction-trigger.two-players-want-them")
def test_who_has_no_place_any_more_cannot_want_and_is_not_offered_it() -> None:
    game = scarce("star-wars-1", 1)
    do(game, "build", A, square=X1)
    assert {"want", "pass"} <= kinds(game, B)
    do(game, "mortgage", B, square=D1)
    assert refused(game, "want", B) == "bad-amount"
    assert "want" not in kinds(game, B)
    do(game, "pass", B)
    assert buildings(game, X1) == [1]


@pytest.mark.clause("shortage.auction-trigger.demand-above-stock")
def test_the_most_one_may_want_is_what_one_could_take() -> None:
    game = scarce("star-wars-1", 3, cash={A: 149})
    do(game, "build", A, square=X1, count=100)
    assert game.position()["contest"]["wishes"] == [12, 0, 0]  # by A's places: the auction starts at 1
    assert refused(game, "want", B, count=9) == "bad-amount"
    assert raw(game, "want", B, -1) == "bad-amount"
    do(game, "want", B)
    assert game.position()["contest"]["wishes"] == [12, 8, 0]

    game = scarce("star-wars-2", 3, cash={A: 149})
    do(game, "build", A, square=X1, count=100)
    assert game.position()["contest"]["wishes"] == [2, 0, 0]  # by A's means: it starts at 50

    game = scarce("star-wars-1", 3)
    do(game, "build", A, square=X1, count=0)
    assert game.position()["contest"]["wishes"] == [1, 0, 0]  # who asks for a house wants one

    given = deeds(A, X1, buildings=4) | deeds(A, X2, X3, buildings=3) | deeds(B, *D)
    game = scarce("star-wars-1", 3, given=given)
    do(game, "build", A, square=X2, count=100)
    assert game.position()["contest"]["wishes"] == [2, 0, 0]
    given = deeds(A, *X, buildings=4) | deeds(A, X1, buildings=5) | deeds(A, 1, 3) | deeds(B, *D)
    game = scarce("star-wars-1", 3, given=given, cash={A: 1500})
    do(game, "build", A, square=1, count=100)
    assert game.position()["contest"]["wishes"] == [8, 0, 0]  # a lot with a hotel has no room


@pytest.mark.clause("shortage.auction-trigger.two-players-want-them")
def test_all_who_could_build_are_asked_from_the_builders_left() -> None:
    given = deeds(A, *X) | deeds(B, *D) | deeds(E, 1, 3)
    game = scarce("star-wars-1", 2, given=given, players=4)
    do(game, "build", B, square=D1)
    assert game.position()["contest"]["asked"] == [A, E]
    assert game.decider == E  # C, on B's left, has no money
    assert {"want", "pass"} <= kinds(game, E)
    assert {"want", "pass"} <= kinds(game, A)
    assert not {"want", "pass"} & kinds(game, C)
    assert refused(game, "want", B) == "not-your-turn"
    assert refused(game, "pass", C) == "not-your-turn"
    do(game, "want", A, count=1)  # nobody need wait for the others
    assert game.decider == E
    do(game, "pass", E)
    assert game.phase == "roll"
    assert buildings(game, *X, *D, 1, 3) == [1, 0, 0, 1, 0, 0, 0]


@pytest.mark.clause("shortage.auction-trigger.demand-above-stock")
def test_while_wishes_are_asked_for_the_builders_wait() -> None:
    given = BARE | deeds(B, 1, 3) | deeds(A, ST, 12)
    game = scarce("star-wars-1", 1, given=given, players=4)
    do(game, "build", A, square=X1)
    assert refused(game, "build", B, square=D1) == "auction-open"
    assert refused(game, "build", A, square=X2) == "auction-open"
    assert refused(game, "offer", A, to=E, give={"squares": [ST]}) == "auction-open"
    assert refused(game, "mortgage", A, square=X2) == "contested"  # a place for the building must stay
    do(game, "mortgage", A, square=ST)
    do(game, "mortgage", B, square=1)  # B has not spoken yet
    do(game, "want", B)
    assert refused(game, "mortgage", B, square=D1) == "contested"
    assert refused(game, "build", B, square=D1) == "auction-open"
    do(game, "mortgage", A, square=12)
    assert refused(game, "want", B) == "wrong-phase"


@pytest.mark.clause("shortage.auction-trigger.demand-above-stock")
def test_a_second_request_waits_for_the_first() -> None:
    game = scarce("star-wars-1", 1, given=BARE | deeds(C, ST), cash={C: 1})
    do(game, "offer", C, to=A, give={"squares": [ST]}, ask={"cash": 1})
    do(game, "build", A, square=X1)
    assert game.phase == "answer"  # the offer is answered first, and the request waits
    assert refused(game, "build", B, square=D1) == "auction-open"
    do(game, "reject", A)
    assert (game.phase, game.decider) == ("contest", B)
    assert game.position()["contest"]["by"] == A


@pytest.mark.clause("shortage.auction-trigger.demand-above-stock")
def test_a_builder_who_can_no_longer_build_does_not() -> None:
    given = BARE | deeds(C, ST)
    for ask, left in ((100, 50), (101, 49)):
        game = scarce("star-wars-1", 1, given=given, cash={A: 150})
        do(game, "offer", C, to=A, give={"squares": [ST]}, ask={"cash": ask})
        do(game, "build", A, square=X1)
        do(game, "accept", A)
        assert (game.phase, cash(game, A)) == ("contest", left)
        do(game, "pass", B)
        assert (game.phase, buildings(game, X1)) == ("roll", [int(left >= 50)])


@pytest.mark.clause("shortage.hotel-cannot-become-missing-houses")
@every_edition
def test_a_hotel_is_not_broken_down_without_four_houses(edition: str) -> None:
    for houses in (0, 3):
        game = scarce(edition, houses, given=HOTELS, cash={A: 0})
        assert refused(game, "sell", A, square=X1) == "no-houses-left"
    game = scarce(edition, 4, given=HOTELS, cash={A: 0})
    do(game, "sell", A, square=X1)
    assert buildings(game, *X) == [4, 5, 5]
    assert refused(game, "sell", A, square=X2) == "no-houses-left"


@pytest.mark.clause("shortage.hotel-cannot-become-missing-houses")
@every_edition
def test_but_the_group_may_be_sold_further_down(edition: str) -> None:
    game = scarce(edition, 5, given=HOTELS, cash={A: 0})
    for keep in (2, 3, 4):
        assert refused(game, "sell_group", A, square=X1, keep=keep) == "no-houses-left"
    do(game, "sell_group", A, square=X1, keep=1)
    assert (buildings(game, *X), cash(game, A), stock(game)) == ([1, 1, 1], 300, (2, 12))

    game = scarce(edition, 0, given=HOTELS, cash={A: 0})
    do(game, "sell_group", A, square=X1)
    assert (buildings(game, *X), cash(game, A), stock(game)) == ([0, 0, 0], 375, (0, 12))

    game = scarce(edition, 0, given=HOTELS | deeds(A, X2, X3, buildings=4), cash={A: 0})
    do(game, "sell_group", A, square=X1, keep=2)  # the eight houses of X2 and X3 make six
    assert (buildings(game, *X), cash(game, A), stock(game)) == ([2, 2, 2], 75 + 50 + 50, (2, 12))


@pytest.mark.clause("shortage.hotel-cannot-become-missing-houses", "sell.evenly")
@every_edition
def test_down_to_any_even_row_for_which_there_are_houses(edition: str) -> None:
    """hotel-breakdown-without-houses: not only to the same number on every lot."""
    game = scarce(edition, 8, given=HOTELS, cash={A: 0})
    assert refused(game, "sell_group", A, square=X1, keep=3) == "no-houses-left"
    assert refused(game, "sell_group", A, square=X1, keep=2, more=[*X]) == "no-houses-left"
    assert refused(game, "sell_group", A, square=X1, keep=2, more=[X1, D1]) == "not-a-lot"
    assert refused(game, "sell_group", A, square=X1, keep=4, more=[X1]) == "bad-amount"
    events = do(game, "sell_group", A, square=X1, keep=2, more=[X1, X3])
    assert [event["amount"] for event in events] == [50, 75, 50]
    assert (buildings(game, *X), cash(game, A), stock(game)) == ([3, 2, 3], 175, (0, 12))
    assert refused(game, "sell_group", A, square=X1, keep=2, more=[X1, X3]) == "no-buildings"
    assert refused(game, "sell_group", A, square=X1, keep=2, more=[X2]) == "uneven-selling"

    game = scarce(edition, 0, given=HOTELS | deeds(A, X2, X3, buildings=4), cash={A: 0})
    do(game, "sell_group", A, square=X1, keep=2, more=[X2, X3])  # all eight houses of X2 and X3 stay on the board
    assert (buildings(game, *X), stock(game)) == ([2, 3, 3], (0, 12))


@pytest.mark.clause("shortage.auction-trigger.demand-above-stock")
@pytest.mark.parametrize(("builder", "rival"), [(A, B), (B, A)])
def test_the_only_rival_is_asked_in_whichever_seat(builder: int, rival: int) -> None:
    game = scarce("classic", 1, given=deeds(builder, *X) | deeds(rival, *D))
    do(game, "build", builder, square=X1)
    assert (game.phase, game.decider) == ("contest", rival)


@pytest.mark.clause("shortage.auction-trigger.demand-above-stock")
@pytest.mark.parametrize(("station", "asked"), [(True, True), (False, False)])
def test_a_rival_who_could_pay_with_a_mortgage_alone_counts_for_one_building(station: bool, asked: bool) -> None:
    """A can pay for one house, and one is left: it is short only if B counts."""
    given = BARE | (deeds(B, 5, 15, 25) if station else {})
    game = scarce("classic", 1, given=given, cash={A: 50, B: 0})
    do(game, "build", A, square=X1)
    assert (game.phase == "contest", buildings(game, X1)) == (asked, [int(not asked)])


@pytest.mark.clause("shortage.auction-trigger.demand-above-stock", "shortage.auction-trigger.two-players-want-them")
@every_edition
def test_of_two_players_the_other_one_is_asked(edition: str) -> None:
    game = table(edition, 2, turn=B, cash={A: 500, B: 1600}, deeds=crowd(A, 31) | deeds(B, *D))
    do(game, "build", B, square=D1)
    assert (game.phase, game.decider) == ("contest", A)
