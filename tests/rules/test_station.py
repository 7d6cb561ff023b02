"""Stations: the more of them an owner holds, the dearer each."""

from __future__ import annotations

from typing import Any

import pytest

from tests.table import ALL, ST, STATIONS, A, B, C, cash, clauses, deeds, do, table, throw

every_edition = pytest.mark.parametrize("edition", ALL)


def fare(edition: str = "classic", **position: Any) -> int:
    """What A pays B for stopping on the first station."""
    game = table(edition, **position)
    throw(game, 2, 3)
    paid: int = 1500 - cash(game, A)
    assert cash(game, B, C) == [1500 + paid, 1500]
    return paid


@pytest.mark.clause("station.rent-grows-with-count", "station.rent-table")
@every_edition
@pytest.mark.parametrize(("held", "rent"), [(1, 25), (2, 50), (3, 100), (4, 200)])
def test_the_rent_depends_on_how_many_stations_the_owner_holds(edition: str, held: int, rent: int) -> None:
    assert fare(edition, deeds=deeds(B, *STATIONS[:held])) == rent


@pytest.mark.clause("station.rent-table")
@every_edition
@pytest.mark.parametrize("station", STATIONS)
def test_every_station_has_the_same_table(edition: str, station: int) -> None:
    game = table(edition, at={A: station - 5}, deeds=deeds(B, *{station, 5, 15, 25}))
    events = throw(game, 2, 3)
    assert cash(game, B) == (1600 if station != 35 else 1700)
    assert clauses(events, "rent") == ["station.rent-grows-with-count"]


@pytest.mark.clause("station.rent-grows-with-count")
@every_edition
def test_stations_of_others_do_not_count(edition: str) -> None:
    assert fare(edition, deeds=deeds(B, *STATIONS[:2]) | deeds(A, 25) | deeds(C, 35)) == 50


@pytest.mark.clause("station.rent-grows-with-count")
@every_edition
@pytest.mark.parametrize(("counts", "rent"), [("yes", 100), ("no", 25)])
def test_mortgaged_stations_still_count_unless_the_table_says_no(edition: str, counts: str, rent: int) -> None:
    owned = deeds(B, ST) | deeds(B, 15, 25, mortgaged=True)
    assert fare(edition, deeds=owned, options={"station_counts_mortgaged": counts}) == rent


@pytest.mark.parametrize("edition", ["star-wars-1", "disney-parks", "game-of-thrones", "classic"])
def test_a_card_may_double_the_rent_for_that_visit(edition: str) -> None:
    game = table(edition, at={A: 5}, deeds=deeds(B, 15, 25), decks={"chance": ["nearest-station-1"]})
    throw(game, 1, 1)
    assert cash(game, A) == 1400  # twice 50 on 15
    throw(game, 4, 6)
    assert cash(game, A) == 1350  # once 50 on 25
    do(game, "end_turn")
