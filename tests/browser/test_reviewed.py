"""What a review of the table found: a shared link tells its story, cash and the board are in view on a phone, a rematch
against bots waits for nobody, and paper has no controls.
"""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest
from msgspec.structs import replace
from playwright.sync_api import expect

from freehold.server.storage.game_log import UNBOUND, Ending, bind
from tests.server.served import unfinished

from .conftest import NewPerson
from .house import House, against_bots, lay
from .player import PHONE, SCREEN

LANDSCAPE = (844, 390)


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    house = House(tmp_path_factory.mktemp("reviewed"))
    for id in ("shared", "again"):
        log = unfinished(id=id)
        ending = Ending("consent", len(log.entries), round(time.time() * 1000), UNBOUND)  # old keys are void
        log = replace(log, ending=bind(log.entries[-1].hash, ending))
        seats = against_bots(log)
        seats[0].shares = id == "shared"
        lay(house.folder, log, seats=seats, status="over", ending=log.ending, listed=False, winners=[0])
    lay(house.folder, unfinished(id="running"), seats=against_bots(unfinished(id="running")))
    house.start()
    yield house
    house.stop()


def test_a_shared_link_tells_who_won_and_how(place: House, person: NewPerson) -> None:
    stranger = person(place)
    stranger.page.goto(f"{place.url}/r/shared")
    story = stranger.wait_for("story")
    expect(story).to_contain_text("Ann wins")
    expect(story.locator("svg").first).to_be_visible()
    expect(stranger.see("play-yourself")).to_be_visible()
    expect(stranger.see("open-position")).to_be_visible()
    stranger.page.goto(f"{place.url}/r/shared#@7")
    expect(stranger.wait_for("replay-number")).to_have_text("7 / 40")


def test_a_rematch_against_bots_begins_at_once(place: House, person: NewPerson) -> None:
    ann = person(place)
    ann.sit("again", "key of Ann", host="key of the host")
    ann.wait_for("rematch").click()
    expect(ann.wait_for("table")).to_be_visible()
    expect(ann.see("invite-link")).to_have_count(0)


@pytest.mark.parametrize("size", [PHONE, LANDSCAPE])
def test_everybodys_cash_and_the_board_are_in_view_on_a_phone(
    place: House, person: NewPerson, size: tuple[int, int]
) -> None:
    ann = person(place, size=size)
    ann.sit("running", "key of Ann")
    ann.wait_for("table")
    purses = ann.wait_for("purses")
    expect(purses.locator("li")).to_have_count(2)
    for part in (purses, ann.page.locator("[data-test=square-0], [data-test=board-zoom]").first):
        box = part.bounding_box()
        assert box is not None
        assert 0 <= box["y"] <= box["y"] + box["height"] <= size[1] + 1


def test_paper_has_the_board_and_the_log_and_no_controls(place: House, person: NewPerson) -> None:
    ann = person(place, size=SCREEN)
    ann.sit("running", "key of Ann")
    ann.wait_until_asked()
    ann.page.emulate_media(media="print")
    expect(ann.see("decision")).to_be_hidden()
    expect(ann.page.get_by_role("tablist")).to_be_hidden()
    assert ann.see("log").evaluate("(log) => log.scrollHeight - log.clientHeight") <= 1
