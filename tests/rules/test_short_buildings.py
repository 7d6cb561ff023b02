"""The short game: three houses make a hotel, its rent stays, its resale is one house cheaper."""

from __future__ import annotations

from typing import Any

import pytest

from freehold import Game, PositionError
from tests.table import (
    ALL,
    D1,
    D2,
    X1,
    X2,
    X3,
    A,
    B,
    D,
    X,
    buildings,
    cash,
    clauses,
    deeds,
    do,
    refused,
    stock,
    table,
    throw,
)

RESALE = {
    "star-wars-2": "short.hotel-resale.half-hotel-plus-half-of-three-houses",
    "spider-man": "short.hotel-resale.half-purchase-one-house-less",
    "disney-parks": "short.hotel-resale.half-purchase-one-house-less",
    "star-wars-1": "short.hotel-resale.half-purchase-one-house-less",
    "game-of-thrones": "short.hotel-resale.swapped-for-three-villages",
    "classic": "short.hotel-resale.half-purchase-one-house-less",
}
BY_CLAUSE = [
    pytest.param(edition, clause, marks=pytest.mark.clause(clause), id=edition) for edition, clause in RESALE.items()
]
OTHERS = (11, 13, 14, 16, 18, 19, 21, 23, 24)  # three whole groups


def built(edition: str, *levels: int, variant: str = "short", **position: Any) -> Game:
    """A owns X with these buildings."""
    rows: dict[str, Any] = {}
    for at, level in zip(X, levels, strict=True):
        rows |= deeds(A, at, buildings=level)
    return table(edition, deeds=rows | position.pop("more", {}), variant=variant, **position)


@pytest.mark.clause("short.hotel-after-three-houses")
@pytest.mark.parametrize("edition", ALL)
def test_three_houses_on_every_lot_suffice_for_a_hotel(edition: str) -> None:
    game = built(edition, 3, 3, 3)
    assert stock(game) == (32 - 9, 12)
    events = do(game, "build", square=X1)
    assert buildings(game, *X) == [5, 3, 3]
    assert stock(game) == (32 - 6, 11)
    assert cash(game, A) == 1450
    assert clauses(events, "build") == ["short.hotel-after-three-houses"]
    do(game, "build", square=X2)
    do(game, "build", square=X3)
    assert buildings(game, *X) == [5, 5, 5]
    assert stock(game) == (32, 9)
    assert refused(game, "build", square=X1) == "fully-built"


@pytest.mark.clause("short.hotel-after-three-houses")
@pytest.mark.parametrize("edition", ALL)
def test_but_not_before_every_lot_has_three(edition: str) -> None:
    game = built(edition, 3, 3, 2)
    assert refused(game, "build", square=X1) == "uneven-building"
    do(game, "build", square=X3)
    assert buildings(game, *X) == [3, 3, 3]


@pytest.mark.clause("short.hotel-after-three-houses")
@pytest.mark.parametrize("edition", ALL)
def test_in_the_normal_game_a_fourth_house_comes_first(edition: str) -> None:
    game = built(edition, 3, 3, 3, variant="classic")
    do(game, "build", square=X1)
    assert buildings(game, *X) == [4, 3, 3]
    assert stock(game) == (32 - 10, 12)
    assert refused(game, "build", square=X1) == "uneven-building"


@pytest.mark.clause("short.three-houses-maximum")
@pytest.mark.parametrize("edition", ALL)
def test_a_fourth_house_is_never_built(edition: str) -> None:
    hotels = deeds(B, *OTHERS, 1, 3, 37, buildings=5) | deeds(B, 39, buildings=3)
    game = built(edition, 3, 3, 3, more=hotels)
    assert stock(game) == (32 - 12, 0)
    assert refused(game, "build", square=X1) == "no-hotels-left"
    with pytest.raises(PositionError, match="at most 3, or 5 for the large building"):
        built(edition, 4, 3, 3)


@pytest.mark.clause("short.hotel-rent-unchanged")
@pytest.mark.parametrize("edition", ALL)
@pytest.mark.parametrize("variant", ["classic", "short"])
def test_the_hotel_rent_is_the_deed_s_hotel_rent(edition: str, variant: str) -> None:
    game = built(edition, 5, 5, 5, variant=variant, turn=B, at={B: 1})
    throw(game, 2, 3)
    assert cash(game, A, B) == [2050, 950]


@pytest.mark.clause("short.hotel-rent-unchanged")
@pytest.mark.parametrize("edition", ALL)
def test_and_three_houses_bring_the_rent_of_three_houses(edition: str) -> None:
    game = built(edition, 3, 3, 3, turn=B, at={B: 1})
    throw(game, 2, 3)
    assert cash(game, A, B) == [1770, 1230]


@pytest.mark.parametrize(("edition", "clause"), BY_CLAUSE)
def test_a_hotel_steps_down_to_three_houses_and_half_its_price(edition: str, clause: str) -> None:
    game = built(edition, 5, 3, 3)
    houses, hotels = stock(game)
    events = do(game, "sell", square=X1)
    assert cash(game, A) == 1525
    assert buildings(game, *X) == [3, 3, 3]
    assert stock(game) == (houses - 3, hotels + 1)
    assert clauses(events, "sell") == [clause]


@pytest.mark.parametrize(("edition", "clause"), BY_CLAUSE)
def test_sold_outright_a_hotel_brings_half_of_itself_and_three_houses(edition: str, clause: str) -> None:
    game = built(edition, 5, 3, 3)
    events = do(game, "sell_group", square=X1)
    assert buildings(game, *X) == [0, 0, 0]
    assert [(event["square"], event["amount"]) for event in events] == [(X1, 25 + 75), (X2, 75), (X3, 75)]
    assert clauses(events)[0] == clause
    assert cash(game, A) == 1500 + 250
    assert stock(game) == (32, 12)


@pytest.mark.parametrize(("edition", "clause"), BY_CLAUSE)
def test_the_normal_game_s_hotel_brings_one_half_house_more(edition: str, clause: str) -> None:
    game = built(edition, 5, 5, 5, variant="classic")
    events = do(game, "sell_group", square=X1)
    assert [event["amount"] for event in events] == [125, 125, 125]
    assert clause not in clauses(events)


@pytest.mark.parametrize(("edition", "clause"), BY_CLAUSE)
def test_dear_hotels_go_at_half_of_four_times_their_cost(edition: str, clause: str) -> None:
    game = table(edition, deeds=deeds(A, *D, buildings=5), variant="short")
    events = do(game, "sell_group", square=D1, keep=1)
    assert [(event["square"], event["amount"]) for event in events] == [(D1, 300), (D2, 300)]
    assert buildings(game, *D) == [1, 1]
    assert set(clauses(events)) == {clause}


@pytest.mark.parametrize(("edition", "clause"), BY_CLAUSE)
@pytest.mark.parametrize(("left", "may"), [(2, False), (3, True)])
def test_the_step_down_needs_three_houses_in_the_bank(edition: str, clause: str, left: int, may: bool) -> None:
    crowd = deeds(B, *OTHERS, buildings=3) | deeds(B, 1, buildings=1) | deeds(B, 3, buildings=4 - left)
    game = built(edition, 5, 5, 5, more=crowd)
    assert stock(game) == (left, 9)
    if may:
        do(game, "sell", square=X1)
        assert stock(game) == (0, 10)
    else:
        assert refused(game, "sell", square=X1) == "no-houses-left"
