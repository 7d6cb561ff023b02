"""The screens of a game around a real box and of a game over days: accessible by axe, nothing cut off, in both
languages, on a laptop, a phone and a big screen; and by keyboard alone. Every screen is photographed.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from .boxes import BIG, family, picture
from .conftest import NewPerson
from .house import House
from .player import PHONE, SCREEN, Person, Size
from .screens import axe_faults
from .sitting import Sitting
from .test_keyboard import tab_to

SIZES = {"laptop": SCREEN, "phone": PHONE, "big": BIG}
SHOWN = [("fr", "phone")]
ALL = [
    pytest.param(lang, size, marks=() if (lang, size) in SHOWN else pytest.mark.thorough)
    for lang in ("en", "fr")
    for size in SIZES
]


def look(person: Person, screens: Iterator[str], name: str) -> None:
    """Photograph each screen of a tour; nothing on it may be wrong."""
    faults: list[str] = []
    for screen in screens:
        picture(person, f"{screen}-{name}")
        faults += [f"{screen}: {fault}" for fault in axe_faults(person)]
        if not person.page.evaluate("document.documentElement.scrollWidth <= innerWidth"):
            faults.append(f"{screen}: something is cut off")
    assert faults == []


def close(person: Person) -> None:
    person.page.keyboard.press("Escape")
    expect(person.page.locator("dialog[open]")).to_have_count(0)


def box_tour(house: House, person: NewPerson, lang: str, size: Size) -> Iterator[tuple[Person, str]]:
    one = person(house, lang=lang, size=size)
    one.go()
    one.wait_for("way-box")
    yield one, "home"
    one.click("way-box")
    one.wait_for("box-begin")
    yield one, "box-set-up"
    one = family(house, person, lang, size)
    yield one, "box-throw"
    one.click("type-3-4")
    one.wait_for("typing", wanted="card")
    yield one, "box-card"
    one.see("find-card").fill("1")
    one.page.keyboard.press("Enter")
    one.wait_for("typing", wanted="die-die")
    one.click("type-2-4")
    one.wait_for("action-buy")
    yield one, "box-buy"
    one.click("take-back")
    one.wait_for("back-to-0")
    yield one, "box-take-back"
    close(one)
    one.click("set-right")
    one.wait_for("right-do")
    yield one, "box-set-right"
    one.see("right-what").select_option("owner")
    one.wait_for("right-holder")
    yield one, "box-set-right-owner"
    close(one)
    one.click("phones")
    one.wait_for("whose")
    yield one, "box-phones"


@pytest.mark.parametrize(("lang", "size"), ALL)
def test_the_screens_around_a_box(house: House, person: NewPerson, lang: str, size: str) -> None:
    for one, screen in box_tour(house, person, lang, SIZES[size]):
        look(one, iter([screen]), f"{size}-{lang}")


def slow_tour(ann: Person) -> Iterator[str]:
    ann.click("tab-table")
    ann.wait_for("away").click()
    ann.wait_for("hook-kind").scroll_into_view_if_needed()
    yield "days-notices"
    ann.wait_for("order-claim").scroll_into_view_if_needed()
    ann.see("order-deed").select_option("39")
    ann.see("order-sum").fill("400")
    ann.click("order-add")
    ann.wait_for("order-bid")
    yield "days-orders"
    ann.go("#/mine")
    ann.wait_for("my-table")
    yield "days-my-tables"
    ann.go()
    ann.wait_for("way-days").click()
    ann.wait_for("create-table")
    expect(ann.wait_for("days-why")).to_be_visible()  # on a phone its card has a title only
    yield "days-set-up"


@pytest.mark.parametrize(("lang", "size"), ALL)
def test_the_screens_of_a_game_over_days(arranged: House, person: NewPerson, lang: str, size: str) -> None:
    ann = Sitting(arranged).ann(person, lang=lang, size=SIZES[size])
    look(ann, slow_tour(ann), f"{size}-{lang}")


def press(person: Person, name: str) -> None:
    tab_to(person, name)
    person.page.keyboard.press("Enter")


def test_an_evening_with_the_box_by_keyboard(house: House, person: NewPerson) -> None:
    """From the home page on no pointer is moved: a table, a throw by digits, a purchase, a slip that is set right."""
    one = person(house)
    one.go()
    one.wait_for("way-box")
    press(one, "way-box")
    one.wait_for("box-begin")
    tab_to(one, "box-name-0")
    one.page.keyboard.type("Ann")
    tab_to(one, "box-name-1")
    one.page.keyboard.type("Bob")
    for _ in range(2):
        press(one, "fewer")
    press(one, "box-begin")
    one.wait_for("typing", wanted="die-die")
    one.page.keyboard.type("24")
    one.wait_for("action-buy")
    one.page.keyboard.press(one.see("action-buy").get_attribute("data-key") or "")
    one.wait_for("typing", number=4)
    press(one, "take-back")
    press(one, "back-to-1")
    one.wait_for("action-buy")
    press(one, "set-right")
    tab_to(one, "right-sum")
    one.page.keyboard.type("777")
    one.page.keyboard.press("Enter")
    one.wait_for("log-line", event="set_right")
    expect(one.see("cash-0")).to_contain_text("777")


def test_what_one_is_told_and_orders_by_keyboard(arranged: House, person: NewPerson) -> None:
    ann = Sitting(arranged).ann(person)
    ann.see("tab-log").focus()
    ann.page.keyboard.press("ArrowLeft")
    tab_to(ann, "away")
    ann.page.keyboard.press("Enter")
    tab_to(ann, "hook-url")
    ann.page.keyboard.type("https://ntfy.example/a-topic-nobody-guesses")
    press(ann, "set-hook")
    expect(ann.wait_for("hook-set")).to_contain_text("ntfy.example")
    tab_to(ann, "order-claim")
    ann.page.keyboard.press("Space")
    expect(ann.see("order-claim")).to_be_checked()
    ann.wait_until_told("orders", lambda told: told["orders"].get("claim") is True)
    ann.page.reload()
    ann.see("tab-log").focus()
    ann.page.keyboard.press("ArrowLeft")
    tab_to(ann, "away")
    ann.page.keyboard.press("Enter")
    expect(ann.wait_for("order-claim")).to_be_checked()
