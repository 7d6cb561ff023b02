"""Building: whole groups only, evenly, at the deed's price, as many as one can pay for."""

from __future__ import annotations

import pytest

from tests.table import (
    ALL,
    CROWDED,
    D1,
    FIVE,
    MID_TURN,
    MOMENTS,
    PARKING,
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
    deeds,
    do,
    kinds,
    refused,
    stock,
    table,
)

every_edition = pytest.mark.parametrize("edition", ALL)


@pytest.mark.clause("build.needs-complete-group")
@every_edition
def test_a_house_needs_the_whole_group(edition: str) -> None:
    game = table(edition, deeds=deeds(A, X1, X2))
    assert refused(game, "build", A, square=X1) == "incomplete-group"

    game = table(edition, deeds=deeds(A, X1, X2) | deeds(B, X3))
    assert refused(game, "build", A, square=X1) == "incomplete-group"
    assert "build" not in kinds(game, A)

    game = table(edition, deeds=deeds(A, *X))
    do(game, "build", A, square=X1)
    assert buildings(game, *X) == [1, 0, 0]


@pytest.mark.clause("build.needs-complete-group")
def test_only_lots_of_ones_own_are_built_on() -> None:
    game = table(deeds=deeds(A, ST, *X) | deeds(B, *D))
    assert refused(game, "build", A, square=ST) == "not-a-lot"
    assert refused(game, "build", A, square=PARKING) == "not-a-lot"
    assert refused(game, "build", A, square=40) == "no-such-square"
    assert refused(game, "build", A, square=D1) == "not-your-deed"
    assert refused(game, "build", C, square=X1) == "not-your-deed"


@pytest.mark.clause("build.price-from-deed")
@every_edition
def test_a_house_costs_what_its_deed_says(edition: str) -> None:
    game = table(edition, cash={A: 300}, deeds=deeds(A, *X))
    events = do(game, "build", A, square=X1)
    assert cash(game, A) == 250
    assert stock(game) == (31, 12)
    assert events == [
        {"type": "build", "seat": A, "other": "bank", "square": X1, "amount": 50, "clause": "build.price-from-deed"}
    ]


@pytest.mark.clause("build.price-from-deed")
@every_edition
def test_every_lot_has_its_own_price(edition: str) -> None:
    lots = [lot for lot in table(edition).edition.squares if lot.kind == "street"]
    game = table(edition, cash={A: 5000}, deeds=deeds(A, *(lot.index for lot in lots)))
    paid = [do(game, "build", A, square=lot.index)[0]["amount"] for lot in lots]
    assert paid == [lot.house_cost for lot in lots] == 5 * [50] + 6 * [100] + 6 * [150] + 5 * [200]
    assert cash(game, A) == 5000 - sum(paid)


@pytest.mark.clause("build.price-from-deed")
def test_the_price_must_be_there_in_cash() -> None:
    game = table(cash={A: 50}, deeds=deeds(A, *X))
    do(game, "build", A, square=X1)
    assert cash(game, A) == 0
    game = table(cash={A: 49}, deeds=deeds(A, *X))
    assert refused(game, "build", A, square=X1) == "not-enough-cash"
    assert "build" not in kinds(game, A)


@pytest.mark.clause("build.evenly")
@pytest.mark.parametrize("row", [1, 2, 3])
@every_edition
def test_a_lot_waits_for_the_others_of_its_group(edition: str, row: int) -> None:
    game = table(edition, deeds=deeds(A, X1, X2, buildings=row) | deeds(A, X3, buildings=row - 1))
    assert refused(game, "build", A, square=X1) == "uneven-building"
    assert refused(game, "build", A, square=X2) == "uneven-building"
    do(game, "build", A, square=X3)
    assert buildings(game, *X) == [row, row, row]
    do(game, "build", A, square=X1)
    assert buildings(game, *X) == [row + 1, row, row]


@pytest.mark.clause("build.first-house-anywhere-in-group")
@pytest.mark.parametrize("lot", X)
@every_edition
def test_the_first_house_goes_on_any_lot_of_the_group(edition: str, lot: int) -> None:
    game = table(edition, deeds=deeds(A, *X))
    do(game, "build", A, square=lot)
    assert buildings(game, *X) == [int(lot == other) for other in X]


@pytest.mark.clause("build.second-on-bare-or-other-group")
@every_edition
def test_the_second_house_goes_on_a_bare_lot_or_another_full_group(edition: str) -> None:
    given = deeds(A, X1, buildings=1) | deeds(A, X2, X3)
    game = table(edition, deeds=given | deeds(A, *D))
    assert refused(game, "build", A, square=X1) == "uneven-building"
    do(game, "build", A, square=D1)
    assert buildings(game, *X, *D) == [1, 0, 0, 1, 0]
    do(game, "build", A, square=X3)
    assert buildings(game, *X, *D) == [1, 0, 1, 1, 0]

    game = table(edition, deeds=given | deeds(A, D1))
    assert refused(game, "build", A, square=D1) == "incomplete-group"


@pytest.mark.clause("build.maximum-four")
@every_edition
def test_four_houses_are_the_most(edition: str) -> None:
    game = table(edition, deeds=deeds(A, X1, X2, buildings=4) | deeds(A, X3, buildings=3))
    do(game, "build", A, square=X3)
    assert buildings(game, *X) == [4, 4, 4]
    assert stock(game) == (20, 12)
    do(game, "build", A, square=X3)
    assert buildings(game, *X) == [4, 4, 5]  # 5 is the large building, and the four houses are back
    assert stock(game) == (24, 11)


@pytest.mark.clause("build.maximum-four")
@every_edition
def test_without_hotels_there_is_no_fifth_house(edition: str) -> None:
    hotels = {key: deed for group in CROWDED for key, deed in deeds(C, *group, buildings=5).items()}
    game = table(edition, deeds=deeds(A, *X, buildings=4) | hotels)
    assert stock(game) == (20, 0)
    assert refused(game, "build", A, square=X1) == "no-hotels-left"


@pytest.mark.clause("build.as-many-as-affordable")
@every_edition
def test_as_many_houses_as_one_can_pay_for(edition: str) -> None:
    game = table(edition, cash={A: 600}, deeds=deeds(A, *X))
    for lot in 3 * X:
        do(game, "build", A, square=lot)
    assert buildings(game, *X) == [3, 3, 3]
    assert cash(game, A) == 150
    for lot in X:
        do(game, "build", A, square=lot)
    assert cash(game, A) == 0
    assert refused(game, "build", A, square=X1) == "not-enough-cash"


@pytest.mark.clause("build.timing.any-time", "build.timing.off-turn")
@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize("edition", [edition for edition in ALL if edition != "star-wars-2"])
def test_houses_are_bought_at_any_time(edition: str, moment: str) -> None:
    for jailed in ({}, {A: 0}):
        game = table(edition, cash={B: 100}, jailed=jailed, turn=B, deeds=deeds(A, *X), **MOMENTS[moment])
        do(game, "build", A, square=X1)
        assert buildings(game, *X) == [1, 0, 0]
        assert (game.turn, game.phase) == (B, MOMENTS[moment]["phase"])


@pytest.mark.clause("build.timing.own-turn-or-between-turns")
@pytest.mark.parametrize("moment", MID_TURN)
def test_star_wars_2_does_not_build_in_the_middle_of_anothers_turn(moment: str) -> None:
    game = table("star-wars-2", cash={B: 100}, turn=B, deeds=deeds(A, *X), **MOMENTS[moment])
    assert refused(game, "build", A, square=X1) == "build-not-now"
    assert "build" not in kinds(game, A)


@pytest.mark.clause("build.timing.own-turn-or-between-turns")
def test_star_wars_2_builds_between_turns() -> None:
    game = table("star-wars-2", turn=B, phase="end", deeds=deeds(A, *X))
    assert refused(game, "build", A, square=X1) == "build-not-now"
    do(game, "end_turn")
    assert (game.turn, game.phase) == (C, "roll")
    do(game, "build", A, square=X1)
    assert buildings(game, *X) == [1, 0, 0]


@pytest.mark.clause("build.timing.own-turn-or-between-turns")
@pytest.mark.parametrize("moment", [moment for moment in MID_TURN if moment != "over a debt"])
def test_star_wars_2_builds_all_through_ones_own_turn(moment: str) -> None:
    game = table("star-wars-2", turn=B, deeds=deeds(B, *X), **MOMENTS[moment])
    do(game, "build", B, square=X1)
    assert buildings(game, *X) == [1, 0, 0]


@pytest.mark.clause("build.timing.any-time", "build.timing.off-turn", "build.timing.own-turn-or-between-turns")
@every_edition
def test_nothing_is_built_during_an_auction_or_in_debt(edition: str) -> None:
    game = table(edition, phase="auction", auction={"square": 1}, deeds=deeds(A, *X))
    assert refused(game, "build", A, square=X1) == "auction-open"

    game = table(edition, cash={B: 100}, turn=B, deeds=deeds(B, *X), **MOMENTS["over a debt"])
    assert refused(game, "build", B, square=X1) == "in-debt"


@pytest.mark.clause("build.blocked-by-group-mortgage")
@pytest.mark.parametrize("mortgaged", X)
@every_edition
def test_a_mortgage_in_the_group_stops_all_building_there(edition: str, mortgaged: int) -> None:
    game = table(edition, deeds=deeds(A, *X, *D) | deeds(A, mortgaged, mortgaged=True))
    for lot in X:
        assert refused(game, "build", A, square=lot) == "group-mortgaged"
    do(game, "build", A, square=D1)  # another group is free of it


@pytest.mark.clause("build.resumes-when-group-unmortgaged")
@every_edition
def test_building_starts_again_when_the_last_mortgage_is_lifted(edition: str) -> None:
    game = table(edition, deeds=deeds(A, X1) | deeds(A, X2, X3, mortgaged=True))
    do(game, "redeem", A, square=X2)
    assert refused(game, "build", A, square=X1) == "group-mortgaged"
    do(game, "redeem", A, square=X3)
    do(game, "build", A, square=X1)
    assert buildings(game, *X) == [1, 0, 0]


@pytest.mark.clause("build.resumes-at-full-price")
@pytest.mark.parametrize("edition", FIVE)
def test_a_house_bought_back_costs_the_full_price(edition: str) -> None:
    game = table(edition, cash={A: 0}, deeds=deeds(A, X1, buildings=1) | deeds(A, X2, X3))
    do(game, "sell", A, square=X1)
    do(game, "mortgage", A, square=X1)
    assert cash(game, A) == 25 + 50
    do(game, "redeem", A, square=X1)
    assert cash(game, A) == 20  # 50 and its tenth
    assert refused(game, "build", A, square=X1) == "not-enough-cash"  # half price would do

    game = table(edition, cash={A: 45}, deeds=deeds(A, X1, buildings=1) | deeds(A, X2, X3))
    do(game, "sell", A, square=X1)
    assert clauses(do(game, "build", A, square=X1)) == ["build.price-from-deed"]
    assert cash(game, A) == 45 + 25 - 50
