"""Bankruptcy to the bank: it takes everything and auctions the properties among the others."""

from __future__ import annotations

from typing import Any

import pytest

from freehold import Game
from tests.table import (
    ALL,
    JAIL,
    ST,
    X1,
    X2,
    X3,
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
    stock,
    table,
    throw,
)

every_edition = pytest.mark.parametrize("edition", ALL)


def owes_tax(edition: str = "classic", players: int = 3, **position: Any) -> Game:
    """A has stopped on the tax of 200 and cannot pay."""
    game = table(edition, players, **position)
    throw(game, 1, 3)
    if game.phase == "tax":
        do(game, "pay_tax", choice="flat")
    assert (game.phase, game.decider) == ("debt", A)
    return game


def bankrupt(edition: str = "classic", players: int = 3, **position: Any) -> Game:
    game = owes_tax(edition, players, **position)
    do(game, "bankrupt")
    return game


def sell(game: Game, buyer: int, amount: int) -> int:
    """One auction: a single bid, everybody else passes."""
    square = game.position()["auction"]["square"]
    do(game, "bid", buyer, amount=amount)
    while game.phase == "auction" and game.position()["auction"]["square"] == square:
        do(game, "pass")
    return square


@pytest.mark.clause("bankruptcy.to-bank.everything-to-bank")
@every_edition
def test_the_bank_takes_money_and_deeds(edition: str) -> None:
    game = owes_tax(edition, cash={A: 30}, deeds=deeds(A, X1))
    events = do(game, "bankrupt")
    assert cash(game) == [0, 1500, 1500]
    assert owner(game, X1) is None
    assert events[0]["other"] == "bank"
    assert clauses(events, "estate") == ["bankruptcy.to-bank.everything-to-bank"]
    # game of thrones mortgages first, so that the bank gets its own money back
    lent = 50 if edition == "game-of-thrones" else 0
    assert next(event["amount"] for event in events if event["type"] == "estate") == 30 + lent
    assert game.position()["players"][A]["bankrupt"]


@pytest.mark.clause("bankruptcy.to-bank.properties-auctioned")
@every_edition
def test_the_properties_are_auctioned_among_the_others(edition: str) -> None:
    game = owes_tax(edition, cash={A: 20}, deeds=deeds(A, X1, ST))
    events = do(game, "bankrupt")
    assert clauses(events, "auction") == ["bankruptcy.to-bank.properties-auctioned"]
    assert game.position()["auction"]["bidders"] == [B, C]
    assert refused(game, "bid", A, amount=10) == "bankrupt"
    sold = {sell(game, B, 10), sell(game, C, 20)}
    assert sold == {X1, ST}
    assert {owner(game, X1), owner(game, ST)} == {B, C}
    assert cash(game) == [0, 1490, 1480]


@pytest.mark.clause("bankruptcy.to-bank.auctioned-one-by-one")
@every_edition
def test_each_property_has_an_auction_of_its_own(edition: str) -> None:
    game = bankrupt(edition, cash={A: 20}, deeds=deeds(A, X1, ST))
    assert game.position()["auction"]["square"] == ST
    assert game.position()["estate"] == [X1]
    do(game, "bid", B, amount=120)
    do(game, "pass", C)
    assert (owner(game, ST), owner(game, X1)) == (B, None)
    auction = game.position()["auction"]
    assert (auction["square"], auction["bid"], auction["leader"]) == (X1, 0, None)
    assert auction["bidders"] == [B, C]  # who passed before is in again
    assert "estate" not in game.position()
    do(game, "bid", C, amount=40)
    do(game, "pass", B)
    assert (owner(game, ST), owner(game, X1)) == (B, C)
    assert cash(game) == [0, 1380, 1460]


@pytest.mark.clause("bankruptcy.to-bank.properties-auctioned")
@every_edition
def test_what_nobody_wants_stays_with_the_bank(edition: str) -> None:
    game = bankrupt(edition, cash={A: 0}, deeds=deeds(A, X1), at={B: 0})
    do(game, "pass", B)
    do(game, "pass", C)
    assert owner(game, X1) is None
    assert game.phase == "roll"
    throw(game, 2, 4)
    assert (game.phase, game.decider) == ("buy", B)


@pytest.mark.clause("bankruptcy.to-bank.auctioned-immediately")
@every_edition
def test_the_next_turn_starts_after_the_auctions(edition: str) -> None:
    game = bankrupt(edition, cash={A: 20}, deeds=deeds(A, X1, ST))
    assert game.turn == A
    assert refused(game, "roll", B) == "wrong-phase"
    assert "roll" not in kinds(game, B)
    sell(game, B, 10)
    assert (game.turn, game.phase) == (A, "auction")
    sell(game, B, 10)
    assert (game.turn, game.decider, game.phase) == (B, B, "roll")


@pytest.mark.clause("bankruptcy.to-bank.auctioned-immediately")
def test_without_properties_the_next_turn_starts_at_once() -> None:
    game = bankrupt(cash={A: 20})
    assert (game.turn, game.decider, game.phase) == (B, B, "roll")


@pytest.mark.clause("bankruptcy.to-bank.auctioned-immediately")
def test_a_fine_that_cannot_be_paid_ends_in_auctions_too() -> None:
    game = table(cash={A: 20}, jailed={A: 2}, deeds=deeds(A, X1, mortgaged=True), at={B: JAIL})
    throw(game, 1, 2)
    assert (game.phase, game.position()["debts"][0]["why"]) == ("debt", "fine")
    do(game, "bankrupt")
    assert game.phase == "auction"
    sell(game, C, 30)
    assert (game.turn, owner(game, X1), cash(game)) == (B, C, [0, 1500, 1470])
    assert not game.position()["players"][A]["in_jail"]


@pytest.mark.clause("bankruptcy.to-bank.buildings-not-auctioned")
@every_edition
def test_buildings_return_to_stock_and_lots_are_auctioned_bare(edition: str) -> None:
    # the mortgages and the houses bring 60 + 50, the cash 30
    lots = deeds(A, 1, 3, buildings=1)
    game = owes_tax(edition, cash={A: 30}, deeds=lots)
    assert stock(game) == (30, 12)
    events = do(game, "bankrupt")
    assert stock(game) == (32, 12)
    assert clauses(events, "sell") == ["bankruptcy.to-bank.buildings-not-auctioned"] * 2
    squares = [sell(game, B, 10), sell(game, B, 10)]
    assert squares == [1, 3]
    assert game.position()["deeds"]["1"] == {"owner": B, "mortgaged": False, "buildings": 0}
    assert stock(game) == (32, 12)


@pytest.mark.clause("bankruptcy.to-bank.buildings-not-auctioned")
@every_edition
def test_hotels_return_to_stock_too(edition: str) -> None:
    debt = {"debtor": A, "creditor": "bank", "amount": 500, "why": "card"}
    lots = deeds(A, 1, buildings=5) | deeds(A, 3, buildings=4)
    game = table(edition, cash={A: 0}, deeds=lots, debts=[debt], phase="debt")
    assert stock(game) == (28, 11)
    do(game, "bankrupt")
    assert stock(game) == (32, 12)


@pytest.mark.clause("bankruptcy.to-bank.auctioned-unmortgaged")
@every_edition
def test_a_mortgaged_property_is_auctioned_free_of_its_mortgage(edition: str) -> None:
    game = owes_tax(edition, cash={A: 30}, deeds=deeds(A, X1, mortgaged=True))
    events = do(game, "bankrupt")
    assert clauses(events, "deed") == ["bankruptcy.to-bank.auctioned-unmortgaged"]
    do(game, "bid", C, amount=40)
    do(game, "pass", B)
    assert game.position()["deeds"][str(X1)] == {"owner": C, "mortgaged": False, "buildings": 0}
    assert cash(game) == [0, 1500, 1460]
    assert (game.turn, game.phase) == (B, "roll")  # no interest, no choice


@pytest.mark.clause("bankruptcy.to-bank.jail-cards-under-decks")
@every_edition
@pytest.mark.parametrize("held", [["chest"], ["chance"], ["chest", "chance"]])
def test_jail_cards_go_under_their_own_decks(edition: str, held: list[str]) -> None:
    game = owes_tax(edition, cash={A: 30}, cards={A: held})
    before = game.position()["decks"]
    events = do(game, "bankrupt")
    decks = game.position()["decks"]
    for deck in ("chest", "chance"):
        assert len(decks[deck]) == 16
        assert decks[deck] == before[deck] + (["jail-free"] if deck in held else [])
    assert game.position()["players"][A]["jail_cards"] == []
    assert clauses(events, "card_returned") == ["bankruptcy.to-bank.jail-cards-under-decks"] * len(held)


@pytest.mark.clause("bankruptcy.to-bank.everything-to-bank")
@every_edition
def test_the_others_keep_what_is_theirs(edition: str) -> None:
    position: dict[str, Any] = {
        "cards": {B: ["chest"]},
        "deeds": deeds(A, X1) | deeds(B, X2, mortgaged=True) | deeds(C, X3),
    }
    game = bankrupt(edition, cash={A: 30}, **position)
    deed = game.position()["deeds"]
    assert deed == {
        str(X2): {"owner": B, "mortgaged": True, "buildings": 0},
        str(X3): {"owner": C, "mortgaged": False, "buildings": 0},
    }
    assert game.position()["players"][B]["jail_cards"] == ["chest"]
    assert game.position()["auction"]["square"] == X1
