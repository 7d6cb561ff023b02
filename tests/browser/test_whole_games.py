"""Whole short games against bots, by clicking, in every edition."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from freehold.editions import ids

from .conftest import NewPerson
from .house import House
from .playing import play


@pytest.mark.parametrize("edition", ids())
def test_a_short_game_against_bots_by_clicking(house: House, person: NewPerson, edition: str) -> None:
    made = house.table(
        edition=edition, variant="short", seats=3, people=[{"name": "Ann"}], bots=["baron", "trader"], language="en"
    )
    id = made["table"]["id"]
    ann = person(house)
    ann.sit(id, *made["keys"], edition=edition, host=made["host"])
    ann.click("start")
    ann.wait_for("table")
    presses = play(ann)
    expect(ann.wait_for("end")).to_contain_text("Ann")
    assert presses > 5
    assert house.get(f"/api/tables/{id}", made["host"])["status"] == "over"
