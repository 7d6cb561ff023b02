"""Whole short games against bots, by clicking, in every edition."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from freehold.editions import ids
from tests.sizes import each_edition

from .conftest import NewPerson
from .house import House, lay_with_bots
from .playing import play


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    found = House(tmp_path_factory.mktemp("house"))
    for edition in ids():
        lay_with_bots(found.folder, table_of(edition), edition, "short", ["baron", "baron"], "en")
    found.start()
    yield found
    found.stop()


def table_of(edition: str) -> str:
    return edition.replace("-", "")


@each_edition("classic")
def test_a_short_game_against_bots_by_clicking(house: House, person: NewPerson, edition: str) -> None:
    ann = person(house)
    ann.sit(table_of(edition), "key of Ann", edition=edition)
    presses = play(ann)
    expect(ann.wait_for("end")).to_contain_text("Ann")
    assert presses > 10
    assert house.get(f"/api/tables/{table_of(edition)}", "key of Ann")["status"] == "over"
