"""The bounds of a trade: what can be offered, to whom, and what becomes of an offer that is open."""

from __future__ import annotations

import pytest

from freehold import Game
from tests.table import (
    D1,
    GO,
    MOMENTS,
    ST,
    X1,
    X2,
    X3,
    A,
    B,
    C,
    X,
    cash,
    deeds,
    do,
    kinds,
    owner,
    raw,
    refused,
    table,
    whole,
)


@pytest.mark.clause("trade.at-agreed-price")
def test_without_agreement_nothing_moves() -> None:
    game = table(deeds=deeds(A, X1))
    before = game.position()
    do(game, "offer", A, to=B, give={"squares": [X1]}, ask={"cash": 80})
    assert refused(game, "accept", A) == "not-your-turn"
    assert refused(game, "accept", C) == "not-your-turn"
    assert refused(game, "withdraw", B) == "not-your-turn"
    assert refused(game, "offer", C, to=A, ask={"squares": [X1]}) == "offer-open"
    assert [event["type"] for event in do(game, "reject", B)] == ["reject"]
    assert game.position() == before
    assert whole(game)
    assert refused(game, "accept", A) == "wrong-phase"
    assert refused(game, "withdraw", A) == "no-offer"

    do(game, "offer", A, to=B, give={"squares": [X1]}, ask={"cash": 80})
    assert "withdraw" in kinds(game, A)
    assert [event["type"] for event in do(game, "withdraw", A)] == ["withdraw"]
    assert game.position() == before
    assert whole(game)


@pytest.mark.clause("trade.at-agreed-price")
def test_only_what_one_has_can_be_offered_or_asked_for() -> None:
    game = table(players=4, cash={A: 100, B: 200}, deeds=deeds(A, X1) | deeds(B, X2), cards={B: ["chance"]})
    assert refused(game, "offer", A, to=B, give={"cash": 101}, ask={"squares": [X2]}) == "not-enough-cash"
    assert refused(game, "offer", A, to=B, give={"squares": [X1]}, ask={"cash": 201}) == "not-enough-cash"
    assert refused(game, "offer", A, to=B, give={"squares": [X2]}) == "not-your-deed"
    assert refused(game, "offer", A, to=B, give={"squares": [X1]}, ask={"squares": [X3]}) == "not-your-deed"
    assert refused(game, "offer", A, to=B, give={"squares": [GO]}) == "not-a-property"
    assert refused(game, "offer", A, to=B, give={"jail_cards": ["chance"]}, ask={"cash": 1}) == "no-jail-card"
    assert refused(game, "offer", A, to=B, give={"cash": 1}, ask={"jail_cards": ["chest"]}) == "no-jail-card"
    assert refused(game, "offer", A, to=A, give={"squares": [X1]}) == "bad-partner"
    assert refused(game, "offer", A, to=4, give={"squares": [X1]}) == "bad-partner"
    assert refused(game, "offer", A, to=B) == "empty-offer"
    assert refused(game, "offer", A, to=B, give={"cash": 10}) == "empty-offer"  # money alone is no sale
    assert refused(game, "offer", A, to=B, give={"squares": [X1]}, ask={"cash": -1}) == "bad-amount"
    do(game, "offer", A, to=B, give={"squares": [X1], "cash": 100}, ask={"cash": 200, "squares": [X2]})
    do(game, "accept", B)
    assert cash(game, A, B) == [200, 100]


@pytest.mark.clause("trade.at-agreed-price")
def test_what_no_action_can_say_is_refused_all_the_same() -> None:
    game = table(deeds=deeds(A, X1), cards={A: ["chest"], B: ["chance"]})  # cards lie in slots 0 and 1
    x1 = 1 << X1
    assert raw(game, "offer", A, B, give=(0, x1, 0b01), ask=(0, 0, 0b10)) == "done"
    assert raw(game, "offer", A, B, give=(-1, x1)) == "bad-amount"
    assert raw(game, "offer", A, B, give=(0, x1), ask=(-1,)) == "bad-amount"
    assert raw(game, "offer", A, B, give=(0, x1 | 1 << 40)) == "no-such-square"
    assert raw(game, "offer", A, B, give=(0, -1)) == "no-such-square"
    assert raw(game, "offer", A, B, give=(0, x1, 0b11)) == "no-jail-card"
    assert raw(game, "offer", A, B, give=(0, x1), ask=(0, 0, 0b01)) == "no-jail-card"
    assert raw(game, "offer", A, B, give=(0, x1, -1)) == "no-jail-card"
    assert raw(game, "offer", A, B, give=(0, x1, 1 << 8)) == "no-jail-card"
    assert raw(game, "offer", A, -1, give=(0, x1)) == "bad-partner"
    assert raw(game, "offer", A, C + 1, give=(0, x1)) == "bad-partner"


@pytest.mark.clause("trade.at-agreed-price")
def test_a_bankrupt_is_no_partner() -> None:
    position = {"players": [{"name": "A"}, {"name": "B"}, {"name": "C", "bankrupt": True}], "deeds": deeds(A, X1)}
    game = Game.load(position)
    assert refused(game, "offer", A, to=C, give={"squares": [X1]}) == "bad-partner"
    assert refused(game, "offer", C, to=A, ask={"squares": [X1]}) == "bankrupt"


@pytest.mark.clause("trade.at-agreed-price")
def test_what_is_offered_stays_as_both_have_seen_it() -> None:
    game = table(cash={B: 100}, deeds=deeds(A, X1, ST) | deeds(B, X2, D1))
    do(game, "offer", A, to=B, give={"squares": [X1]}, ask={"cash": 80, "squares": [X2]})
    assert refused(game, "mortgage", A, square=X1) == "offer-open"
    assert refused(game, "mortgage", B, square=X2) == "offer-open"
    do(game, "mortgage", A, square=ST)
    do(game, "mortgage", B, square=D1)
    do(game, "accept", B)
    do(game, "mortgage", A, square=X2)
    do(game, "mortgage", B, square=X1)


@pytest.mark.clause("trade.at-agreed-price", "trade.blocked-by-group-buildings")
def test_an_offer_that_no_longer_holds_cannot_be_accepted() -> None:
    game = table(cash={B: 100}, deeds=deeds(A, *X) | deeds(B, 1, 3, ST))
    do(game, "offer", A, to=B, give={"squares": [X1]}, ask={"cash": 60})
    do(game, "build", A, square=X2)
    assert refused(game, "accept", B) == "buildings-stand"
    assert "accept" not in kinds(game, B)
    do(game, "sell", A, square=X2)
    do(game, "build", B, square=1)
    assert refused(game, "accept", B) == "not-enough-cash"
    do(game, "mortgage", B, square=ST)
    do(game, "accept", B)
    assert (owner(game, X1), cash(game, B)) == (B, 90)


@pytest.mark.clause("trade.off-turn")
def test_a_debtor_deals_to_raise_money_not_to_spend_it() -> None:
    given = deeds(B, X1) | deeds(C, X2)
    game = table(cash={B: 100}, turn=B, deeds=given, **MOMENTS["over a debt"])
    assert refused(game, "offer", B, to=C, give={"cash": 1, "squares": [X1]}) == "below-worth"
    assert refused(game, "offer", C, to=B, give={"squares": [X2]}, ask={"cash": 1, "squares": [X1]}) == "below-worth"
    do(game, "offer", B, to=C, give={"cash": 5, "squares": [X1]}, ask={"cash": 105})
    do(game, "reject", C)
    do(game, "offer", C, to=B, give={"squares": [X2], "cash": 5}, ask={"cash": 5, "squares": [X1]})
    do(game, "accept", B)
    do(game, "offer", B, to=C, give={"squares": [X2]}, ask={"cash": 100})
    do(game, "accept", C)
    do(game, "pay", B)
    assert cash(game, B) == 0
