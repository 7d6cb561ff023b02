"""Hotels: bought on top of four houses everywhere in the group, one to a lot."""

from __future__ import annotations

import pytest

from tests.table import (
    ALL,
    D1,
    D2,
    MID_TURN,
    MOMENTS,
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
    crowd,
    deeds,
    do,
    refused,
    stock,
    table,
)

every_edition = pytest.mark.parametrize("edition", ALL)
FOUR_EACH = deeds(A, *X, buildings=4)


@pytest.mark.clause("hotel.needs-four-on-every-lot", "hotel.needs-four-on-the-lot")
@pytest.mark.parametrize("behind", X)
@every_edition
def test_a_hotel_needs_four_houses_on_every_lot(edition: str, behind: int) -> None:
    game = table(edition, deeds=FOUR_EACH | deeds(A, behind, buildings=3))
    for lot in X:
        if lot != behind:
            assert refused(game, "build", A, square=lot) == "uneven-building"
    do(game, "build", A, square=behind)  # its fourth house
    assert buildings(game, *X) == [4, 4, 4]
    do(game, "build", A, square=X1)
    assert buildings(game, *X) == [5, 4, 4]


@pytest.mark.clause("hotel.needs-four-on-every-lot", "hotel.needs-four-on-the-lot")
@every_edition
def test_a_hotel_on_another_lot_counts_as_four_houses(edition: str) -> None:
    game = table(edition, deeds=FOUR_EACH | deeds(A, X1, X3, buildings=5))
    do(game, "build", A, square=X2)
    assert buildings(game, *X) == [5, 5, 5]


@pytest.mark.clause("hotel.gives-back-four-houses")
@every_edition
def test_the_four_houses_go_back_to_the_bank(edition: str) -> None:
    game = table(edition, cash={C: 0}, deeds=FOUR_EACH | crowd(C, 10))
    assert stock(game) == (10, 12)
    events = do(game, "build", A, square=X1)
    assert stock(game) == (14, 11)
    assert buildings(game, *X) == [5, 4, 4]
    assert [(event["type"], event["clause"]) for event in events] == [("build", "hotel.gives-back-four-houses")]


@pytest.mark.clause("hotel.price-from-deed")
@pytest.mark.parametrize(("lot", "price"), [(X1, 50), (D2, 200)])
@every_edition
def test_a_hotel_costs_what_its_deed_says(edition: str, lot: int, price: int) -> None:
    given = FOUR_EACH | deeds(A, *D, buildings=4)
    game = table(edition, cash={A: 300}, deeds=given)
    assert do(game, "build", A, square=lot)[0]["amount"] == price
    assert cash(game, A) == 300 - price

    game = table(edition, cash={A: price}, deeds=given)
    do(game, "build", A, square=lot)
    assert cash(game, A) == 0

    game = table(edition, cash={A: price - 1}, deeds=given)
    assert refused(game, "build", A, square=lot) == "not-enough-cash"


@pytest.mark.clause("hotel.any-lot-of-the-group")
@pytest.mark.parametrize("lot", X)
@every_edition
def test_the_first_hotel_goes_on_any_lot_of_the_group(edition: str, lot: int) -> None:
    game = table(edition, deeds=FOUR_EACH)
    do(game, "build", A, square=lot)
    assert buildings(game, *X) == [4 + (lot == other) for other in X]


@pytest.mark.clause("hotel.one-per-lot", "hotel.no-house-on-hotel-lot")
@pytest.mark.parametrize("others", [4, 5])
@every_edition
def test_nothing_is_added_to_a_hotel(edition: str, others: int) -> None:
    game = table(edition, deeds=FOUR_EACH | deeds(A, X2, X3, buildings=others) | deeds(A, X1, buildings=5))
    assert min(stock(game)) > 0
    assert refused(game, "build", A, square=X1) == "fully-built"
    assert {"type": "build", "square": X1} not in game.legal(A)


@pytest.mark.clause("hotel.bought-like-houses")
@pytest.mark.parametrize("lots", [deeds(A, *D, buildings=3), deeds(A, *D, buildings=4)], ids=["house", "hotel"])
def test_hotels_are_bought_when_houses_are(lots: dict[str, object]) -> None:
    for moment in MID_TURN:
        game = table("star-wars-2", cash={B: 100}, turn=B, deeds=lots, **MOMENTS[moment])
        assert refused(game, "build", A, square=D1) == "build-not-now"
        game = table("star-wars-1", cash={B: 100}, turn=B, deeds=lots, **MOMENTS[moment])
        do(game, "build", A, square=D1)
    for seat in (A, B, C):
        game = table("star-wars-2", turn=seat, deeds=lots)
        had = buildings(game, D1)[0]
        do(game, "build", A, square=D1)
        assert buildings(game, D1) == [had + 1]
    game = table("star-wars-2", deeds=lots, phase="end")
    do(game, "build", A, square=D1)
    assert cash(game, A) == 1300
