"""Auctions of deeds: when they open, who bids what, and how they are settled."""

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
    A,
    B,
    C,
    D,
    X,
    cash,
    clauses,
    crowd,
    deeds,
    do,
    kinds,
    owner,
    refused,
    table,
    throw,
)

every_edition = pytest.mark.parametrize("edition", ALL)


def declined(edition: str = "classic", **position: Any) -> Game:
    """A has stopped on X1 and declined it."""
    game = table(edition, **position)
    throw(game, 2, 4)
    do(game, "decline")
    return game


@pytest.mark.clause("auction.follows-every-decline")
@every_edition
def test_a_declined_lot_comes_under_the_hammer(edition: str) -> None:
    game = table(edition)
    throw(game, 2, 4)
    events = do(game, "decline")
    assert [event["type"] for event in events] == ["decline", "auction"]
    assert clauses(events) == ["auction.follows-every-decline"] * 2
    assert game.phase == "auction"
    auction = game.position()["auction"]
    assert (auction["square"], auction["bid"], auction["leader"]) == (X1, 0, None)
    assert auction["bidders"] == [A, B, C]
    assert game.decider == B  # asked first: the left neighbour


@pytest.mark.clause("auction.follows-every-decline")
@every_edition
def test_a_player_who_cannot_pay_declines_into_an_auction_too(edition: str) -> None:
    game = table(edition, cash={A: 99})
    throw(game, 2, 4)
    do(game, "decline")
    assert game.phase == "auction"


@pytest.mark.clause("auction.follows-every-decline")
@every_edition
def test_without_a_bid_the_lot_stays_with_the_bank_for_the_next_visitor(edition: str) -> None:
    game = declined(edition)
    do(game, "pass", B)
    do(game, "pass", C)
    events = do(game, "pass", A)
    assert [event["type"] for event in events] == ["pass", "unsold"]
    assert (owner(game, X1), cash(game), game.phase, game.turn) == (None, [1500] * 3, "end", A)
    assert "auction" not in game.position()
    do(game, "end_turn")
    throw(game, 2, 4)
    assert (game.phase, game.decider) == ("buy", B)


@pytest.mark.clause("auction.opens-immediately")
@every_edition
def test_the_auction_is_run_before_an_extra_throw(edition: str) -> None:
    game = table(edition, at={A: 4})
    throw(game, 1, 1)
    do(game, "decline")
    assert (game.phase, game.turn) == ("auction", A)
    assert refused(game, "roll", A) == "not-your-turn"
    assert "roll" not in kinds(game, A)
    do(game, "bid", B, amount=10)
    do(game, "pass", C)
    assert game.phase == "auction"
    do(game, "pass", A)
    assert owner(game, X1) == B
    assert (game.phase, game.decider) == ("double" if edition == "spider-man" else "roll", A)


@pytest.mark.clause("auction.everyone-may-bid")
@every_edition
def test_who_declined_may_win_for_less(edition: str) -> None:
    game = declined(edition)
    do(game, "pass", B)
    do(game, "pass", C)
    events = do(game, "bid", A, amount=60)
    assert clauses(events, "bid") == ["auction.start-at-any-price"]
    assert owner(game, X1) == A
    assert cash(game) == [1440, 1500, 1500]


@pytest.mark.clause("auction.start-at-any-price", "auction.everyone-may-bid")
@every_edition
@pytest.mark.parametrize(("first", "second"), [(A, B), (B, A), (C, B)])
def test_the_first_bid_names_the_price_and_a_raise_is_anybodys(edition: str, first: int, second: int) -> None:
    game = declined(edition)
    assert clauses(do(game, "bid", first, amount=10)) == ["auction.start-at-any-price"]
    assert clauses(do(game, "bid", second, amount=20)) == ["auction.everyone-may-bid"]


@pytest.mark.clause("auction.everyone-may-bid")
@every_edition
@pytest.mark.parametrize("seat", [A, B, C])
def test_anybody_may_open_the_bidding(edition: str, seat: int) -> None:
    game = declined(edition)
    assert kinds(game, seat) >= {"bid", "pass"}
    do(game, "bid", seat, amount=10)
    assert game.position()["auction"]["leader"] == seat


@pytest.mark.clause("auction.start-at-any-price")
@every_edition
@pytest.mark.parametrize("amount", [1, 5, 99, 100, 1500])
def test_the_first_bid_names_any_price(edition: str, amount: int) -> None:
    game = declined(edition)
    events = do(game, "bid", B, amount=amount)
    assert game.position()["auction"]["bid"] == amount
    assert clauses(events, "bid") == ["auction.start-at-any-price"]


@pytest.mark.clause("auction.minimum-bid-one")
@every_edition
def test_the_first_bid_is_at_least_one_and_each_later_one_higher(edition: str) -> None:
    game = declined(edition)
    assert refused(game, "bid", B, amount=0) == "bid-too-low"
    assert {"type": "bid", "amount": 1, "max": 1500} in game.legal(B)
    do(game, "bid", B, amount=1)
    assert refused(game, "bid", C, amount=1) == "bid-too-low"
    assert {"type": "bid", "amount": 2, "max": 1500} in game.legal(C)
    do(game, "bid", C, amount=2)
    assert refused(game, "bid", B, amount=2) == "bid-too-low"
    do(game, "bid", B, amount=3)


@pytest.mark.clause("auction.highest-bidder-wins", "auction.winner-pays-bank")
@every_edition
def test_the_highest_bidder_pays_the_bank_and_takes_the_deed(edition: str) -> None:
    game = declined(edition)
    do(game, "bid", B, amount=40)
    do(game, "bid", C, amount=55)
    do(game, "pass", A)
    events = do(game, "pass", B)
    assert owner(game, X1) == C
    assert cash(game) == [1500, 1500, 1445]
    sold = {"type": "sold", "seat": C, "other": "bank", "square": X1, "amount": 55}
    assert events[-1] == sold | {"clause": "auction.highest-bidder-wins"}
    assert (game.phase, game.decider) == ("end", A)
    assert "auction" not in game.position()


@pytest.mark.clause("auction.highest-bidder-wins")
def test_bidding_goes_on_until_all_but_the_leader_pass() -> None:
    game = declined()
    do(game, "bid", B, amount=10)
    assert refused(game, "bid", B, amount=20) == "already-leading"
    assert refused(game, "pass", B) == "already-leading"
    assert kinds(game, B) == set()
    do(game, "pass", C)
    assert refused(game, "bid", C, amount=20) == "not-bidding"
    assert refused(game, "pass", C) == "not-bidding"
    assert game.decider == A
    do(game, "bid", A, amount=11)
    assert (game.phase, game.decider) == ("auction", B)
    do(game, "bid", B, amount=12)
    assert (game.phase, game.decider) == ("auction", A)
    do(game, "pass", A)
    assert (owner(game, X1), cash(game, B)) == (B, 1488)


@pytest.mark.clause("auction.highest-bidder-wins")
def test_the_word_goes_round_to_the_left() -> None:
    game = declined(players=4)
    assert game.decider == 1
    do(game, "bid", amount=10)
    assert game.decider == 2
    do(game, "pass")
    assert game.decider == 3
    do(game, "bid", amount=20)
    assert game.decider == 0
    do(game, "bid", amount=30)
    assert game.decider == 1
    do(game, "pass")
    assert game.decider == 3  # seat 2 has passed


@pytest.mark.clause("auction.cash-only")
@every_edition
def test_a_bid_never_exceeds_the_cash_in_hand(edition: str) -> None:
    game = declined(edition, cash={C: 55}, deeds=deeds(C, ST))
    assert refused(game, "bid", C, amount=56) == "not-enough-cash"
    assert {"type": "bid", "amount": 1, "max": 55} in game.legal(C)
    do(game, "bid", C, amount=55)
    do(game, "pass", A)
    do(game, "pass", B)
    assert (owner(game, X1), owner(game, ST), cash(game, C)) == (C, C, 0)


@pytest.mark.clause("auction.cash-only")
@every_edition
def test_neither_deeds_nor_promises_are_bid(edition: str) -> None:
    game = declined(edition, cash={C: 5}, deeds=deeds(C, ST))
    assert refused(game, "bid", C, amount=55, squares=[ST]) == "bad-field"
    assert refused(game, "bid", C, amount=55, later=50) == "bad-field"
    assert refused(game, "offer", C, to=B, give={"squares": [ST]}, ask={"cash": 50}) == "auction-open"
    assert "offer" not in kinds(game, C)


@pytest.mark.clause("auction.cash-only")
@every_edition
def test_cash_may_be_raised_while_the_auction_is_open(edition: str) -> None:
    game = declined(edition, cash={B: 20, C: 55}, deeds=deeds(C, ST) | deeds(B, *D, buildings=1))
    do(game, "mortgage", C, square=ST)
    do(game, "bid", C, amount=155)
    do(game, "sell", B, square=D1)
    assert cash(game, B) == 120
    assert refused(game, "bid", B, amount=155) == "bid-too-low"
    assert refused(game, "build", B, square=D1) == "auction-open"
    assert refused(game, "redeem", C, square=ST) == "auction-open"
    do(game, "sell", B, square=D2)
    do(game, "bid", B, amount=156)


@pytest.mark.clause("auction.occasions.three")
def test_a_declined_purchase_opens_an_auction() -> None:
    assert declined("game-of-thrones").phase == "auction"


@pytest.mark.clause("auction.occasions.three")
def test_a_bankruptcy_to_the_bank_opens_one_for_each_property() -> None:
    game = table("game-of-thrones", cash={A: 10}, deeds=deeds(A, X1))
    throw(game, 1, 3)
    do(game, "bankrupt")
    assert (game.phase, game.position()["auction"]["square"]) == ("auction", X1)


def last_house(edition: str) -> Game:
    """One house is left, and B and C could both use it."""
    return table(edition, cash={A: 0}, deeds=crowd(A, 31) | deeds(B, *X) | deeds(C, *D))


@pytest.mark.clause("auction.occasions.three")
def test_contested_scarce_buildings_open_one() -> None:
    game = last_house("game-of-thrones")
    do(game, "build", B, square=X1)
    assert (game.phase, game.decider) == ("contest", C)
    do(game, "want", C)
    assert (game.phase, game.position()["auction"]["lot"]) == ("auction", "house")


@pytest.mark.clause("auction.occasions.three")
def test_no_other_event_opens_one() -> None:
    game = table("game-of-thrones", cash={A: 10}, deeds=deeds(A, X1) | deeds(B, *D, buildings=2) | deeds(C, ST))
    phases = []

    def watch(kind: str, seat: int | None = None, **fields: Any) -> None:
        do(game, kind, seat, **fields)
        phases.append(game.phase)

    watch("build", B, square=D1)
    watch("sell", B, square=D1)
    watch("mortgage", C, square=ST)
    watch("redeem", C, square=ST)
    watch("offer", C, to=B, give={"squares": [ST]}, ask={"cash": 100})
    watch("accept")
    assert phases == ["roll", "roll", "roll", "roll", "answer", "roll"]
    game = table("game-of-thrones", cash={A: 10}, at={A: 30}, deeds=deeds(A, X1) | deeds(B, *D, buildings=2))
    throw(game, 3, 4)
    do(game, "bankrupt")  # to a player
    assert (game.phase, owner(game, X1)) == ("transfer", B)
    game = last_house("game-of-thrones")
    do(game, "build", B, square=X1)
    do(game, "pass", C)  # nobody else wants it
    assert game.phase == "roll"


@pytest.mark.clause("auction.out-of-turn-bidding")
@every_edition
def test_players_in_jail_and_off_turn_bid(edition: str) -> None:
    game = declined(edition, jailed={B: 0})
    do(game, "bid", B, amount=20)
    do(game, "bid", C, amount=30)
    do(game, "pass", A)
    do(game, "bid", B, amount=40)
    do(game, "pass", C)
    assert (owner(game, X1), cash(game, B)) == (B, 1460)
    assert game.position()["players"][B]["in_jail"]


@pytest.mark.clause("auction.everyone-may-bid")
def test_a_bankrupt_neither_bids_nor_is_waited_for() -> None:
    game = declined(players=4, out=[2])
    assert game.position()["auction"]["bidders"] == [0, 1, 3]
    assert refused(game, "bid", 2, amount=10) == "bankrupt"
    do(game, "pass", 1)
    assert game.decider == 3


def test_bids_belong_to_auctions() -> None:
    game = table()
    assert refused(game, "bid", amount=10) == "wrong-phase"
    assert refused(game, "pass") == "wrong-phase"
