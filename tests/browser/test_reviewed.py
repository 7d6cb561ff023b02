"""What a review of the table found: a shared link tells its story, cash and the board are in view on a phone, a rematch
against bots waits for nobody, the graph of worth can be pressed, and paper has no controls.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterator

import pytest
from msgspec.structs import replace
from playwright.sync_api import expect

from freehold import Game
from freehold.server.storage.game_log import UNBOUND, Ending, bind
from tests.server.served import unfinished

from .conftest import NewPerson
from .house import House, against_bots, lay
from .player import PHONE, SCREEN
from .screens import axe_faults
from .test_position import DEBT
from .test_screens import photograph

LANDSCAPE = (844, 390)
# Whether the graph is as wide as its place: it is drawn anew when that is known.
_FITS = """() => {
  const graph = document.querySelector("[aria-labelledby=worth] svg[role=img]");
  return graph !== null && Number(graph.getAttribute("width")) === graph.parentElement.clientWidth;
}"""
# How many pixels of ink are in these rows of the picture for messengers, beside the board.
INK = """async ([url, top, bottom]) => {
  const drawn = await createImageBitmap(await (await fetch(url)).blob());
  const canvas = new OffscreenCanvas(drawn.width, drawn.height).getContext("2d");
  canvas.drawImage(drawn, 0, 0);
  const { data } = canvas.getImageData(drawn.height, top, drawn.width - drawn.height, bottom - top);
  let ink = 0;
  for (let at = 0; at < data.length; at += 4) ink += data[at] + data[at + 1] + data[at + 2] < 300;
  return ink;
}"""


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    house = House(tmp_path_factory.mktemp("reviewed"))
    for id in ("shared", "again", "over"):
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
    expect(story.locator("[data-test=review]")).to_be_visible()  # with the turning points, once the coach is ready
    expect(stranger.see("play-yourself")).to_be_visible()
    expect(stranger.see("open-position")).to_be_visible()
    stranger.page.goto(f"{place.url}/r/shared#@7")
    expect(stranger.wait_for("replay-number")).to_have_text("7 / 40")


def test_the_picture_of_a_shared_link_has_words(place: House, person: NewPerson) -> None:
    stranger = person(place)
    stranger.page.goto(f"{place.url}/r/shared")
    address = stranger.page.locator("meta[property='og:image']").get_attribute("content")
    assert address
    title, names = (stranger.page.evaluate(INK, [address, *rows]) for rows in ((30, 80), (100, 170)))
    assert title > 500  # who has won
    assert names > 500  # and everybody's name and money


def test_a_rematch_against_bots_begins_at_once(place: House, person: NewPerson) -> None:
    ann = person(place)
    ann.sit("again", "key of Ann", host="key of the host")
    ann.wait_for("rematch").click()
    expect(ann.wait_for("table")).to_be_visible()
    expect(ann.see("invite-link")).to_have_count(0)


def test_a_click_on_the_graph_of_worth_leads_to_that_moment(place: House, person: NewPerson) -> None:
    ann = person(place)
    ann.sit("over", "key of Ann")
    ann.wait_for("end")
    graph = ann.page.locator("[aria-labelledby=worth] svg[role=img]")
    ann.page.wait_for_function(_FITS)
    mark = graph.locator("text.axis", has_text=re.compile(r"^\s*\d+\s*$")).first  # of a turn, not of money
    turn = int(str(mark.text_content()))
    # in the graph's own place: what is above it may still come, and move it
    over = mark.evaluate("(mark) => Number(mark.getAttribute('x'))")
    graph.locator("xpath=..").click(position={"x": over, "y": 40})
    ann.wait_for("replay-number")
    numbers = place.get("/api/tables/over/statistics", "key of Ann")["numbers"]
    assert 0 < numbers[turn] < 40
    expect(ann.see("replay-number")).to_have_text(f"{numbers[turn]} / 40")


def test_the_graph_of_worth_says_what_its_axis_counts(place: House, person: NewPerson) -> None:
    ann = person(place)
    ann.sit("over", "key of Ann")
    expect(ann.page.locator("[aria-labelledby=worth] svg[role=img]")).to_contain_text("Turn →")


def test_the_turns_below_the_graph_lead_there_by_keyboard(place: House, person: NewPerson) -> None:
    ann = person(place)
    ann.sit("over", "key of Ann")
    ann.wait_for("end")
    summary = ann.page.locator("summary", has_text="The same as a table")
    summary.focus()
    ann.page.keyboard.press("Enter")
    ann.page.keyboard.press("Tab")
    ann.page.keyboard.press("Tab")
    expect(ann.see("moment-row-0")).to_be_focused()
    assert axe_faults(ann) == []
    ann.page.keyboard.press("Tab")
    ann.page.keyboard.press("Enter")
    ann.wait_for("replay-number")
    ann.page.wait_for_url("**/@*")


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


@pytest.mark.parametrize(
    ("page", "lang", "words"), [("table", "en", "Score sheet"), ("position", "fr", "Feuille de score")]
)
def test_score_sheet_and_deeds_are_printed_alone(
    place: House, person: NewPerson, page: str, lang: str, words: str
) -> None:
    ann = person(place, lang=lang)
    ann.context.add_init_script("window.print = () => { window.printed = true; }")
    if page == "table":
        ann.sit("running", "key of Ann")
        ann.wait_until_asked()
        ann.click("tab-table")
    else:
        ann.page.goto(f"{place.url}/p/{Game.load(DEBT).link()}")
    ann.wait_for("print").click()
    ann.page.wait_for_function("() => window.printed")
    paper = ann.see("paper")
    expect(paper).to_be_hidden()  # on the screen nothing has changed
    expect(ann.see("square-0")).to_be_visible()
    ann.page.emulate_media(media="print")
    expect(paper).to_contain_text(words)
    expect(paper.locator("[data-test=sheet-0]")).to_contain_text("Ann")
    expect(paper).not_to_contain_text({"en": "bankrupt", "fr": "faillite"}[lang])  # nobody is
    expect(paper.locator("[data-test=deed]")).to_have_count(28)
    for part in ("square-0", "print", "log", "edit-position"):
        expect(ann.see(part).locator("visible=true")).to_have_count(0)
    ann.page.screenshot(path=photograph("evenings", f"score-sheet-{lang}"), full_page=True)
    ann.page.emulate_media(media="screen")
    ann.page.evaluate("dispatchEvent(new Event('afterprint'))")
    expect(paper).to_have_count(0)
