"""Selling buildings: to the bank alone, at half price, evenly, whenever one likes."""

from __future__ import annotations

import msgspec
import pytest

from freehold.editions import load
from tests.table import (
    ALL,
    D1,
    D2,
    MOMENTS,
    ST,
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
    raw,
    refused,
    stock,
    table,
)

every_edition = pytest.mark.parametrize("edition", ALL)
HOTELS = deeds(A, *X, buildings=5)


def case(edition: str, clause: str) -> object:
    """An edition and the clause that it alone is there to prove."""
    return pytest.param(edition, clause, marks=pytest.mark.clause(clause))


@pytest.mark.clause("sell.to-bank-at-half", "sell.half-of.deed-price", "sell.half-of.price-paid")
@pytest.mark.parametrize(("lot", "half"), [(X1, 25), (D1, 100)])
@every_edition
def test_the_bank_pays_half(edition: str, lot: int, half: int) -> None:
    game = table(edition, cash={A: 10}, deeds=deeds(A, *X, *D, buildings=1))
    events = do(game, "sell", A, square=lot)
    assert cash(game, A) == 10 + half
    assert stock(game) == (32 - 4, 12)
    assert buildings(game, lot) == [0]
    clause = f"sell.half-of.{'price-paid' if edition in ('star-wars-1', 'disney-parks', 'classic') else 'deed-price'}"
    assert events == [{"type": "sell", "seat": A, "other": "bank", "square": lot, "amount": half, "clause": clause}]


@pytest.mark.clause("sell.half-of.price-paid", "sell.to-bank-at-half")
def test_half_of_an_odd_price_is_rounded_down_building_by_building() -> None:
    kept = load("classic")
    lots = tuple(msgspec.structs.replace(lot, house_cost=49) if lot.index in X else lot for lot in kept.squares)
    printed = msgspec.structs.replace(kept, squares=lots)
    at_once = table(cash={A: 0}, deeds=deeds(A, *X, buildings=2), printed=printed)
    assert at_once.raisable(A) == 6 * 24 + 50 + 50 + 60
    do(at_once, "sell_group", A, square=X1)
    one_by_one = table(cash={A: 0}, deeds=deeds(A, *X, buildings=2), printed=printed)
    for lot in (*X, *X):
        do(one_by_one, "sell", A, square=lot)
    assert cash(at_once, A) == cash(one_by_one, A) == 6 * 24


@pytest.mark.clause("sell.to-bank-at-half")
def test_only_buildings_of_ones_own_are_sold() -> None:
    game = table(deeds=deeds(A, ST, *D) | deeds(B, *X, buildings=1))
    for kind in ("sell", "sell_group"):
        assert refused(game, kind, A, square=X1) == "not-your-deed"
        assert refused(game, kind, A, square=ST) == "not-a-lot"
        assert refused(game, kind, A, square=D1) == "no-buildings"
        assert refused(game, kind, A, square=40) == "no-such-square"


@pytest.mark.clause("sell.at-any-time")
@pytest.mark.parametrize("moment", MOMENTS)
@every_edition
def test_buildings_are_sold_at_any_time(edition: str, moment: str) -> None:
    for jailed in ({}, {A: 0}):
        given = deeds(A, *X, buildings=1)
        game = table(edition, cash={A: 0, B: 100}, jailed=jailed, turn=B, deeds=given, **MOMENTS[moment])
        do(game, "sell", A, square=X1)
        do(game, "sell_group", A, square=X2)
        assert cash(game, A) == 75
        assert (game.turn, game.phase) == (B, MOMENTS[moment]["phase"])


@pytest.mark.clause("sell.at-any-time")
@every_edition
def test_buildings_are_sold_during_an_auction_and_by_a_debtor(edition: str) -> None:
    game = table(edition, cash={A: 0}, deeds=deeds(A, *X, buildings=1), phase="auction", auction={"square": ST})
    do(game, "sell", A, square=X1)
    do(game, "bid", A, amount=25)
    assert game.position()["auction"]["leader"] == A

    game = table(edition, cash={B: 150}, turn=B, deeds=deeds(B, *X, buildings=1), **MOMENTS["over a debt"])
    do(game, "sell", B, square=X1)
    do(game, "sell", B, square=X2)
    do(game, "pay")
    assert cash(game, B) == 0


@pytest.mark.clause("sell.never-to-players")
@every_edition
def test_buildings_do_not_go_to_players(edition: str) -> None:
    game = table(edition, deeds=deeds(A, *X, buildings=1) | deeds(B, *D))
    for thing in ("buildings", "houses", "hotels"):
        assert refused(game, "offer", A, to=B, give={thing: 1}, ask={"cash": 50}) == "bad-field"
        assert refused(game, "offer", B, to=A, give={"cash": 50}, ask={thing: 1}) == "bad-field"
    assert refused(game, "offer", A, to=B, give={"squares": [X1]}, ask={"cash": 150}) == "buildings-stand"
    assert refused(game, "offer", A, to=B, give={"squares": [*X]}, ask={"cash": 450}) == "buildings-stand"
    assert buildings(game, *X) == [1, 1, 1]


@pytest.mark.clause("sell.evenly")
@pytest.mark.parametrize("row", [1, 2, 3, 4])
@every_edition
def test_houses_are_sold_evenly(edition: str, row: int) -> None:
    game = table(edition, deeds=deeds(A, X1, X2, buildings=row) | deeds(A, X3, buildings=row - 1))
    why = "uneven-selling" if row > 1 else "no-buildings"
    assert refused(game, "sell", A, square=X3) == why
    do(game, "sell", A, square=X1)
    assert buildings(game, *X) == [row - 1, row, row - 1]
    do(game, "sell", A, square=X2)
    assert buildings(game, *X) == [row - 1, row - 1, row - 1]


@pytest.mark.clause("sell.one-by-one-in-reverse")
@every_edition
def test_the_house_built_last_goes_first(edition: str) -> None:
    game = table(edition, deeds=deeds(A, X1, buildings=2) | deeds(A, X2, X3, buildings=1))
    for lot in (X2, X3):
        assert refused(game, "sell", A, square=lot) == "uneven-selling"
    assert [action["square"] for action in game.legal(A) if action["type"] == "sell"] == [X1]
    do(game, "sell", A, square=X1)
    assert buildings(game, *X) == [1, 1, 1]


@pytest.mark.clause("sell.one-by-one-in-reverse")
@pytest.mark.parametrize("lot", X)
def test_within_a_row_the_order_of_building_is_not_remembered(lot: int) -> None:
    game = table("star-wars-1", deeds=deeds(A, *X))
    for built in X:
        do(game, "build", A, square=built)
    do(game, "sell", A, square=lot)
    assert sum(buildings(game, *X)) == 2


@pytest.mark.clause("sell.hotel-value-includes-houses")
@pytest.mark.parametrize(("lots", "each"), [(X, 125), (D, 500)])
@every_edition
def test_a_hotel_sold_outright_brings_half_of_hotel_and_houses(edition: str, lots: tuple[int, ...], each: int) -> None:
    game = table(edition, cash={A: 0}, deeds=deeds(A, *lots, buildings=5))
    events = do(game, "sell_group", A, square=lots[0])
    assert [(event["square"], event["amount"]) for event in events] == [(lot, each) for lot in lots]
    assert cash(game, A) == each * len(lots)
    assert stock(game) == (32, 12)


@pytest.mark.clause("sell.hotel-value-includes-houses")
@every_edition
def test_one_hotel_among_houses(edition: str) -> None:
    game = table(edition, cash={A: 0}, deeds=deeds(A, X1, X3, buildings=4) | deeds(A, X2, buildings=5))
    events = do(game, "sell_group", A, square=X3)
    assert [event["amount"] for event in events] == [100, 125, 100]
    assert stock(game) == (32, 12)
    assert buildings(game, *X) == [0, 0, 0]


@pytest.mark.clause("sell.group-hotels.must-go-together")
def test_star_wars_2_sells_the_hotels_of_a_group_together() -> None:
    game = table("star-wars-2", cash={A: 0}, deeds=HOTELS)
    # one hotel alone is only ever swapped for its four houses; nothing leaves one lot bare beside hotels
    assert refused(game, "sell", A, square=X1, keep=0) == "bad-field"
    events = do(game, "sell_group", A, square=X1)
    assert buildings(game, *X) == [0, 0, 0]
    assert cash(game, A) == 375
    assert clauses(events) == 3 * ["sell.group-hotels.must-go-together"]


@pytest.mark.clause("sell.group-hotels.must-go-together")
def test_star_wars_2_has_no_way_from_one_hotel_to_a_bare_lot() -> None:
    game = table("star-wars-2", cash={A: 0}, deeds=HOTELS)
    do(game, "sell", A, square=X1)
    assert buildings(game, *X) == [4, 5, 5]
    assert refused(game, "sell", A, square=X1) == "uneven-selling"


@pytest.mark.clause("sell.group-hotels.may-go-together")
@pytest.mark.parametrize("edition", [edition for edition in ALL if edition != "star-wars-2"])
def test_the_hotels_of_a_group_may_go_together(edition: str) -> None:
    game = table(edition, cash={A: 0}, deeds=HOTELS)
    assert {"sell", "sell_group"} <= kinds(game, A)
    events = do(game, "sell_group", A, square=X2)
    assert buildings(game, *X) == [0, 0, 0]
    assert cash(game, A) == 375
    assert clauses(events) == 3 * ["sell.group-hotels.may-go-together"]
    mixed = table(edition, cash={A: 0}, deeds=HOTELS | deeds(A, X3, buildings=4))
    do(mixed, "sell_group", A, square=X2)
    assert (cash(mixed, A), stock(mixed)) == (350, (32, 12))


@pytest.mark.parametrize(
    ("edition", "clause"),
    [
        case("star-wars-1", "sell.hotel-step.counts-as-five-houses"),
        case("disney-parks", "sell.hotel-step.counts-as-five-houses"),
        case("classic", "sell.hotel-step.counts-as-five-houses"),
        case("spider-man", "sell.hotel-step.counts-as-four-houses"),
        case("star-wars-2", "sell.hotel-swap.four-houses-plus-half"),
        case("game-of-thrones", "sell.hotel-swap.four-villages"),
    ],
)
def test_one_step_down_puts_four_houses_in_the_hotels_place(edition: str, clause: str) -> None:
    game = table(edition, cash={A: 0, C: 0}, deeds=HOTELS | crowd(C, 28))
    assert stock(game) == (4, 9)
    events = do(game, "sell", A, square=X1)
    assert buildings(game, *X) == [4, 5, 5]
    assert stock(game) == (0, 10)
    assert cash(game, A) == 25
    assert [event["amount"] for event in events] == [25]
    if edition not in ("spider-man", "game-of-thrones"):  # there the reading adds to what the clause says
        assert clauses(events) == [clause]


@pytest.mark.clause("sell.hotel-step.counts-as-five-houses", "sell.hotel-step.counts-as-four-houses")
@pytest.mark.parametrize("edition", ["star-wars-1", "disney-parks", "spider-man", "classic"])
def test_sold_down_step_by_step_a_hotel_is_five_halves_of_a_house(edition: str) -> None:
    game = table(edition, cash={A: 0}, deeds=deeds(A, *D, buildings=5))
    for step in range(1, 6):
        for lot in (D1, D2):
            do(game, "sell", A, square=lot)
        assert cash(game, A) == step * 200
        assert buildings(game, *D) == [5 - step, 5 - step]
    assert stock(game) == (32, 12)


@pytest.mark.clause("sell.evenly")
@every_edition
def test_hotels_and_houses_are_a_step_apart(edition: str) -> None:
    game = table(edition, deeds=deeds(A, X1, buildings=5) | deeds(A, X2, X3, buildings=4))
    assert refused(game, "sell", A, square=X2) == "uneven-selling"
    do(game, "sell", A, square=X1)
    do(game, "sell", A, square=X2)
    assert buildings(game, *X) == [4, 3, 4]


@pytest.mark.clause("sell.evenly")
def test_a_group_is_sold_down_to_an_even_row_in_one_go() -> None:
    given = deeds(A, X1, X2, buildings=3) | deeds(A, X3, buildings=2)
    game = table(cash={A: 0}, deeds=given)
    assert refused(game, "sell_group", A, square=X1, keep=3) == "uneven-selling"
    assert refused(game, "sell_group", A, square=X1, keep=5) == "bad-amount"
    assert refused(game, "sell_group", A, square=X1, keep=-1) == raw(game, "sell_group", A, X1, -1) == "bad-amount"
    events = do(game, "sell_group", A, square=X1, keep=2)
    assert [(event["square"], event["amount"]) for event in events] == [(X1, 25), (X2, 25)]
    assert clauses(events) == 2 * ["sell.evenly"]
    assert refused(game, "sell_group", A, square=X1, keep=2) == "no-buildings"
    do(game, "sell_group", A, square=X3, keep=1)
    assert buildings(game, *X) == [1, 1, 1]
    assert cash(game, A) == 50 + 75
    assert stock(game) == (29, 12)


@pytest.mark.clause("sell.hotel-value-includes-houses")
def test_hotels_are_sold_down_to_a_row_of_houses_in_one_go() -> None:
    game = table(cash={A: 0}, deeds=HOTELS)
    do(game, "sell_group", A, square=X1, keep=4)
    assert (cash(game, A), stock(game)) == (75, (20, 12))
    game = table(cash={A: 0}, deeds=HOTELS)
    do(game, "sell_group", A, square=X1, keep=1)
    assert (cash(game, A), stock(game)) == (300, (29, 12))
    assert owner(game, X1) == A
