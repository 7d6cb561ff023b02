"""The last houses of the bank: who plans to build, who is asked whether they want some too, and who bids for them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.sizes import each_edition

from .arranged import arrange
from .conftest import NewPerson
from .house import House
from .player import PHONE
from .positions import SCARCE
from .screens import axe_faults, fit_faults
from .sitting import Sitting

HOUSES = 2


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    found = House(tmp_path_factory.mktemp("house"), module="tests.browser.arranged")
    arrange(found.folder, **SCARCE)
    found.start()
    yield found
    found.stop()


@each_edition("classic")
def test_the_last_houses_go_to_whoever_bids_most(house: House, person: NewPerson, edition: str) -> None:
    sitting = Sitting(house, edition)
    ann, bob = sitting.ann(person, "fr", PHONE), sitting.bob(person)

    bob.click("open-estate")
    for lot in (37, 39):
        bob.see("estate-more", square=lot).click()
    bob.click("estate-do")
    expect(bob.page.locator("dialog[open]")).to_have_count(0)  # what Ann wants is seen at the table
    expect(bob.see("decision", phase="contest", asked="false")).to_be_visible()

    ann.wait_for("action-want")
    assert axe_faults(ann) + fit_faults(ann) == []
    expect(ann.see("want-count")).to_have_attribute("max", str(HOUSES))  # nobody gets more than there are
    ann.see("want-count").fill(str(HOUSES))
    ann.act("want")

    for one in (bob, ann):
        one.wait_for("auction")
    assert axe_faults(ann) + fit_faults(ann) == []


def test_a_window_over_the_table_tells_of_a_question_behind_it(house: House, person: NewPerson) -> None:
    sitting = Sitting(house)
    ann, bob = sitting.ann(person), sitting.bob(person)
    ann.click("open-estate")
    ann.wait_for("estate-do")
    expect(ann.see("asked-behind")).to_have_count(0)
    bob.click("open-estate")
    bob.see("estate-more", square=39).click()
    bob.click("estate-do")
    ann.wait_for("asked-behind")
    ann.click("to-question")
    ann.act("pass")
    expect(bob.see("cash-1")).to_contain_text("1,400")
