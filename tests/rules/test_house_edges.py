"""House rules where they seldom matter: what the readings `house-…` decide, and groups of several owners."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from freehold import Game
from freehold.editions import load
from tests.table import (
    D2,
    STATIONS,
    X1,
    X2,
    X3,
    A,
    B,
    C,
    E,
    cash,
    clauses,
    crowd,
    deeds,
    do,
    owner,
    refused,
    reprinted,
    table,
    throw,
)  # fmt: skip


@pytest.mark.clause("house.build-without-group")
def test_everybody_with_a_lot_of_the_group_is_asked_when_buildings_run_short() -> None:
    held = crowd(E, 31) | deeds(C, X1) | deeds(B, X2) | deeds(A, X3)
    options = {"building_group": "own-lots", "building_rows": "free"}
    game = table(players=4, deeds=held, options=options)
    do(game, "build", A, square=X3)
    assert game.phase == "contest"
    assert game.position()["contest"]["asked"] == [B, C, E]


@pytest.mark.clause("house.free-parking-taxes")
def test_a_tax_that_is_paid_when_a_short_game_ends_goes_into_the_middle() -> None:
    """Each payment by its own reason: the card that is paid after the tax goes to the bank."""
    owed = [
        {"debtor": B, "creditor": A, "amount": 50, "why": "card", "open": True},
        {"debtor": C, "creditor": "bank", "amount": 60, "why": "tax"},
        {"debtor": E, "creditor": "bank", "amount": 70, "why": "card"},
    ]
    options = {"parking_pot": "taxes"}
    game = table(players=4, cash={B: 0, C: 300}, variant="short", phase="debt", debts=owed, options=options)
    do(game, "bankrupt", B)
    assert game.over
    assert game.position()["pot"] == 60


@pytest.mark.clause("house.no-buying-first-round")
def test_the_first_round_has_as_many_turns_as_players_began() -> None:
    """house-first-round-in-turns: B, bankrupt in the first turn, has none, so the third is A's second."""
    debt = {"debtor": B, "creditor": A, "amount": 5000, "why": "card", "open": True}
    options = {"first_purchases": "after-first-round"}
    game = table(cash={B: 0}, at={A: 2, C: 2}, phase="debt", debts=[debt], options=options)
    do(game, "bankrupt", B)
    do(game, "end_turn", A)
    for seat, square in ((C, 5), (A, 5)):
        assert game.decider == seat
        events = throw(game, 1, 2)
        assert (game.phase, clauses(events, "decline")) == ("end", ["house.no-buying-first-round"])
        assert owner(game, square) is None
        do(game, "end_turn")
    throw(game, 2, 4)
    assert (game.phase, game.decider) == ("buy", C)


@pytest.mark.clause("house.no-auctions", "house.no-buying-first-round", "house.no-buying-first-lap")
@pytest.mark.parametrize("value", ["after-first-round", "after-first-lap"])
def test_an_estate_is_auctioned_and_everybody_bids(value: str) -> None:
    """house-no-auctions-and-estates"""
    debt = {"debtor": A, "creditor": "bank", "amount": 5000, "why": "tax", "open": True}
    options = {"declined_deed": "stays", "first_purchases": value}
    game = table(cash={A: 5}, deeds=deeds(A, D2), phase="debt", debts=[debt], options=options)
    do(game, "bankrupt")
    assert game.phase == "auction"
    do(game, "bid", B, amount=1)
    do(game, "pass", C)
    assert owner(game, D2) == B


@pytest.mark.clause("house.double-salary-on-go", "house.no-buying-first-lap")
@pytest.mark.parametrize(("direction", "paid", "lapped"), [("backward", 200, False), ("forward", 400, True)])
def test_the_extra_salary_on_go_ends_no_lap(direction: str, paid: int, lapped: bool) -> None:
    """house-lap-backwards-to-go"""
    way: dict[str, Any] = {"kind": "move_to", "target": 0, "direction": direction, "collect_go": direction == "forward"}
    printed = reprinted("classic", "chest", "bank-error", **way)
    options = {"go_landing": "double-salary", "first_purchases": "after-first-lap"}
    game = table(at={A: 14}, decks={"chest": ["bank-error"]}, printed=printed, options=options)
    throw(game, 1, 2)
    player = game.position()["players"][A]
    assert (player["square"], player["cash"] - 1500) == (0, paid)
    assert player.get("lapped", False) is lapped


@pytest.mark.clause("house.build-without-group", "attack.not-against-full-colour")
@pytest.mark.parametrize(("held", "reason"), [((X1, X2), None), ((X1, X2, X3), "protected-group")])
def test_a_bare_lot_beside_a_built_one_is_attacked(held: tuple[int, ...], reason: str | None) -> None:
    """house-attack-beside-built-lots"""
    printed = deeds(B, *held) | deeds(B, held[0], buildings=1)
    options = {"building_group": "own-lots"}
    game = table("spider-man", at={A: 38}, deeds=printed, options=options)
    throw(game, 6, 6)
    assert refused(game, "attack", square=X1) == "buildings-stand"
    if reason:
        assert refused(game, "attack", square=X2) == reason
    else:
        assert {"type": "attack", "square": X2} in game.legal()


@pytest.mark.clause("house.three-quarters-starting-cash", "house.half-salary", "house.snake-eyes-bonus")
def test_shares_are_rounded_down() -> None:
    """house-shares-rounded-down"""
    classic = load("classic")
    odd = msgspec.structs.replace(
        classic,
        start_money=msgspec.structs.replace(classic.start_money, total=1001),
        numbers=msgspec.structs.replace(classic.numbers, salary=77),
    )
    options = {"starting_cash": "three-quarters", "salaries": "half", "snake_eyes": "third-of-cash"}
    options["parking_start"] = "third-of-cash"
    game = Game.new(odd, 3, options=options)
    assert cash(game) == [750] * 3
    assert game.position()["pot"] == 333
    game = table(at={A: 38}, cash={A: 0}, printed=odd, options=options)
    throw(game, 1, 1)
    assert cash(game, A) == 333 + 38


@pytest.mark.clause("house.no-trading", "house.trade-own-turn", "debt.part-payment-in-property")
@pytest.mark.parametrize("value", ["none", "own-turn"])
def test_a_rent_is_settled_in_deeds_where_nobody_trades(value: str) -> None:
    """house-no-trading-settlement"""
    held = deeds(A, X1) | deeds(B, *STATIONS)
    game = table("star-wars-2", cash={A: 120}, deeds=held, options={"trading": value})
    throw(game, 2, 3)
    do(game, "settle", squares=[X1], cash=120)
    do(game, "accept", B)
    assert (owner(game, X1), cash(game, A)) == (B, 0)
