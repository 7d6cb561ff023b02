"""The screens of taking back, playing on, talking and changing the device: accessible by axe, whole on a phone,
photographed, at a laptop, on a big screen and on a phone in both languages; and what is done there by keyboard alone.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest
from msgspec.structs import replace
from playwright.sync_api import expect

from freehold import Game
from freehold.coach.compiled_forecast import ENTRY_POINTS
from freehold.engine import compile as kernel
from freehold.server.storage.game_log import UNBOUND, Ending, bind
from tests.server.served import unfinished

from .conftest import NewPerson
from .house import House, against_bots, lay
from .player import PHONE, Person, Size
from .scenes import finished, id_of
from .screens import axe_faults, fit_faults
from .sitting import ANN, BOB, Sitting
from .test_branches import ORANGE
from .test_keyboard import tab_to
from .test_moving import link_of
from .test_position import DEBT
from .test_position_editor import HOUSE_RULES
from .test_screens import photograph

LAPTOP, BIG = (1280, 720), (1920, 1080)
LANDSCAPE = (844, 390)
SIZES = pytest.mark.parametrize(("lang", "size"), list(product(("en", "fr"), (LAPTOP, PHONE, BIG))))


class Tour:
    """What is wrong with the screens that a person comes to; each is photographed."""

    def __init__(self, person: Person, lang: str, size: Size) -> None:
        self.person, self.name = person, f"{lang}-{size[0]}x{size[1]}"
        self.phone = size == PHONE
        self.faults: list[str] = []

    def see(self, screen: str, person: Person | None = None) -> None:
        one = person or self.person
        one.page.screenshot(path=photograph("evenings", f"{screen}-{self.name}"))
        found = axe_faults(one) + (fit_faults(one) if self.phone else [])
        self.faults += [f"{screen}: {fault}" for fault in found]

    def end(self) -> None:
        assert not self.faults, "\n".join(self.faults)


@pytest.mark.thorough
@SIZES
def test_taking_back_and_changing_the_device(arranged: House, person: NewPerson, lang: str, size: Size) -> None:
    sitting = Sitting(arranged, dice=[[1, 2]], grace=300)
    ann = sitting.ann(person, lang, size)
    bob = sitting.bob(person, lang, size)
    tour = Tour(ann, lang, size)
    ann.act("roll")
    tour.see("take-back")
    ann.click("take-back")
    ann.wait_for("take-back-wish")
    tour.see("take-back-wish")
    bob.wait_for("take-back-agree")
    tour.see("take-back-asked", bob)
    bob.click("take-back-agree")
    expect(ann.see("log-line", event="taken-back")).to_be_visible()
    expect(ann.see("take-back-wish")).to_have_count(0)
    tour.see("taken-back")
    link = link_of(ann, f"go-on-elsewhere-{ANN}")
    ann.wait_for("qr").scroll_into_view_if_needed()
    tour.see("go-on-elsewhere")
    phone = person(arranged, lang=lang, size=size)
    phone.page.goto(link)
    phone.wait_for("take-seat")
    tour.see("seat", phone)
    phone.click("take-seat")
    bob.wait_for("seat-moved")
    tour.see("seat-moved", bob)
    phone.click("tab-chat")
    tour.see("chat", phone)
    bob.close()
    phone.click("tab-table")
    phone.wait_for(f"let-in-{BOB}").scroll_into_view_if_needed()
    tour.see("let-in", phone)
    phone.trouble[:] = [line for line in phone.trouble if "409" not in line]  # dictated dice cannot be replayed
    tour.end()


@pytest.mark.thorough
@SIZES
def test_positions_and_the_story_of_a_game(tmp_path: Path, person: NewPerson, lang: str, size: Size) -> None:
    house = House(tmp_path)
    log = unfinished(id="shared")
    ending = Ending("consent", len(log.entries), round(time.time() * 1000), UNBOUND)  # old keys are void
    log = replace(log, ending=bind(log.entries[-1].hash, ending))
    seats = against_bots(log)
    seats[0].shares = True
    lay(house.folder, log, seats=seats, status="over", ending=log.ending, listed=False, winners=[0])
    house.start()
    try:
        ann = person(house, lang=lang, size=size)
        tour = Tour(ann, lang, size)
        ann.page.goto(f"{house.url}/p/{Game.load(DEBT).link()}")
        ann.wait_for("position-owed")
        tour.see("position")
        ann.click("edit-position")
        ann.wait_for("position-editor").locator("summary").click()
        ann.see("edit-owner-16").select_option("")
        ann.wait_for("position-faults")
        tour.see("position-editor")
        ann.page.goto(f"{house.url}/r/shared")
        ann.wait_for("story")
        tour.see("story")
        ann.page.goto(f"{house.url}/r/shared#@7")
        ann.wait_for("open-position")
        tour.see("moment")
        ann.remember("shared", "key of Ann")
        ann.go("#/")
        ann.wait_for("backup").click()
        ann.wait_for("backup-passphrase").scroll_into_view_if_needed()
        tour.see("backup")
        tour.end()
    finally:
        house.stop()


@pytest.mark.thorough
@SIZES
def test_talking_from_the_lobby_on_and_paper(arranged: House, person: NewPerson, lang: str, size: Size) -> None:
    sitting = Sitting(arranged, dice=[[1, 2]])
    made, ann = sitting.made, person(arranged, lang=lang, size=size)
    ann.remember(made["table"]["id"], *made["keys"], edition="classic", host=made["host"])
    ann.go(f"#/t/{made['table']['id']}")
    tour = Tour(ann, lang, size)
    ann.wait_for("phrase-good-luck").click()
    expect(ann.see("chat-line")).to_have_count(1)  # it moves what is below
    ann.click("reaction-surprise")
    expect(ann.see("chat-line")).to_have_count(2)
    ann.see("chat-line").last.scroll_into_view_if_needed()
    tour.see("lobby-chat")
    ann.wait_for("key-is-here").scroll_into_view_if_needed()
    tour.see("lobby-key")
    ann.click("start")
    ann.wait_until_asked()
    ann.click("tab-chat")
    ann.wait_for("reaction-surprise").scroll_into_view_if_needed()
    tour.see("reactions")
    if tour.phone:
        ann.page.set_viewport_size({"width": LANDSCAPE[0], "height": LANDSCAPE[1]})
        ann.page.evaluate("scrollTo(0, 0)")
        tour.see("landscape")
        board = ann.page.get_by_role("group", name={"en": "board", "fr": "plateau"}[lang]).bounding_box()
        assert board is not None
        assert board["y"] + board["height"] <= LANDSCAPE[1]  # all of it
    ann.click("tab-log")
    ann.page.emulate_media(media="print")
    ann.page.screenshot(path=photograph("evenings", f"paper-{tour.name}"), full_page=True)
    tour.end()


@pytest.fixture(scope="module")
def compared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A finished game that everybody may see, one in play, and a coach who is ready."""
    kernel.compiled().prepare(*ENTRY_POINTS)
    house = House(tmp_path_factory.mktemp("compared"))
    over = finished("classic")
    seats = against_bots(over.log)
    seats[0].shares = True
    lay(house.folder, over.log, over.secret, seats=seats, listed=False, winners=[0])
    lay(house.folder, unfinished(id="running"), seats=against_bots(unfinished(id="running")))
    house.start()
    yield house
    house.stop()


@pytest.mark.thorough
@SIZES
def test_the_coach_and_side_by_side(compared: House, person: NewPerson, lang: str, size: Size) -> None:
    game = id_of("classic", "over")
    ann = person(compared, lang=lang, size=size)
    tour = Tour(ann, lang, size)
    ann.page.goto(f"{compared.url}/p/{Game.load(ORANGE).link()}")
    ann.wait_for("ask-coach").click()
    ann.wait_for("position-advice")
    ann.see("position-coach").scroll_into_view_if_needed()
    tour.see("coach")
    ann.page.goto(f"{compared.url}/r/{game}")
    ann.wait_for("review-graph")
    tour.see("story-reviewed")
    ann.wait_for("turning-point-0").click()
    ann.wait_for("turning-point").scroll_into_view_if_needed()
    tour.see("turning-point")
    ann.go("#/")
    ann.remember(game, "key of Ann")
    ann.go(f"#/r/{game}/@60")
    ann.wait_for("open-position").click()
    ann.wait_for("play-on").click()
    ann.wait_for("table")
    ann.wait_until_asked()
    ann.go(f"#/r/{game}/@60")
    ann.wait_for("to-branch").click()
    ann.wait_for("branches")
    expect(ann.see("chances-bar")).to_have_count(2)
    ann.click("branches-next")
    ann.wait_for("branches-changes")
    tour.see("side-by-side")
    tour.end()


@pytest.mark.thorough
@SIZES
def test_setting_up_a_clause_settings_and_the_score_sheet(
    compared: House, person: NewPerson, lang: str, size: Size
) -> None:
    ann = person(compared, lang=lang, size=size)
    ann.context.add_init_script("window.print = () => { window.printed = true; }")
    tour = Tour(ann, lang, size)
    ann.go()
    ann.wait_for("play-now")
    ann.click("more-choices")
    ann.wait_for("take-back-policy").scroll_into_view_if_needed()
    tour.see("set-up")
    ann.remember("running", "key of Ann")
    ann.go("#/t/running")
    ann.wait_until_asked()
    ann.see("log-clause").last.click()
    ann.wait_for("copy-case")
    expect(ann.see("clause").locator("[aria-busy]")).to_have_count(0)
    tour.see("clause")
    ann.page.keyboard.press("Escape")
    ann.click("comfort")
    ann.wait_for("auto-roll")
    tour.see("settings")
    ann.page.keyboard.press("Escape")
    ann.click("tab-table")
    ann.wait_for("print").click()
    ann.page.wait_for_function("() => window.printed")
    ann.page.emulate_media(media="print")
    ann.wait_for("paper")
    ann.page.screenshot(path=photograph("evenings", f"score-sheet-{tour.name}"), full_page=True)
    ann.page.emulate_media(media="screen")
    ann.page.evaluate("dispatchEvent(new Event('afterprint'))")
    expect(ann.see("paper")).to_have_count(0)
    ann.page.goto(f"{compared.url}/p/{Game.load(HOUSE_RULES).link()}")
    ann.wait_for("edit-position").click()
    ann.wait_for("edit-pot")
    tour.see("editor-house-rules")
    tour.end()


def press(person: Person, name: str) -> None:
    tab_to(person, name)
    person.page.keyboard.press("Enter")


def test_an_evening_by_keyboard(arranged: House, person: NewPerson) -> None:
    """No pointer is moved: a purchase and a throw taken back, a word in the chat, the seat goes to another device."""
    sitting = Sitting(arranged, dice=[[1, 2], [4, 6]], grace=300)
    ann, bob = sitting.ann(person), sitting.bob(person)
    ann.act("roll")
    press(ann, "take-back")
    ann.wait_for("take-back-wish")
    bob.wait_for("take-back-agree")
    press(bob, "take-back-agree")
    expect(ann.see("decision", phase="roll")).to_be_visible()
    ann.see("tab-log").focus()
    ann.page.keyboard.press("ArrowRight")
    press(ann, "phrase-deal")
    press(ann, "reaction-surprise")
    expect(ann.see("chat-line")).to_have_count(2)
    ann.see("tab-chat").focus()
    ann.page.keyboard.press("ArrowRight")
    ann.wait_for("key-is-here")
    press(ann, f"go-on-elsewhere-{ANN}")
    link = ann.wait_for("seat-link").input_value()
    phone = person(arranged)
    phone.page.goto(link)
    phone.wait_for("take-seat")
    press(phone, "take-seat")
    phone.wait_for("table")
    bob.wait_for("seat-moved")
