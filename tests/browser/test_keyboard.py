"""A whole game by keyboard alone, from the first page to the last: no pointer is ever moved."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from .arranged import deeds
from .conftest import NewPerson
from .house import House, lay_with_bots
from .player import Person
from .playing import DEEDS_WANTED, LIKED, MOST_PRESSES, ONLY_SHOWS, liked
from .sitting import Sitting

MOST_TABS = 80
# In the list of keys, what only some editions have.
OF_DOUBLES = ("Use the option of the double", "Attack a property", "Go to any square")
OF_THE_FORCE = ("Move the symbol", "Leave the symbol")


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    found = House(tmp_path_factory.mktemp("house"))
    lay_with_bots(found.folder, "keys", "classic", "short", ["baron", "baron"], "en")
    found.start()
    yield found
    found.stop()


def focused(page: Page) -> str:
    return str(page.evaluate("document.activeElement?.dataset.test ?? ''"))


def tab_to(person: Person, name: str) -> None:
    """Press Tab until the thing has the focus, and see that the focus can be seen."""
    expect(person.see(name).locator("visible=true").first).to_be_enabled()
    for _ in range(MOST_TABS):
        person.page.keyboard.press("Tab")
        if focused(person.page) == name:
            outline = person.page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
            assert outline != "none", f"the focus on {name} cannot be seen"
            return
    raise AssertionError(f"{name} is out of the keyboard's reach")


def test_a_table_is_set_from_the_first_page(house: House, person: NewPerson) -> None:
    ann = person(house)
    ann.go()
    ann.wait_for("play-now")
    tab_to(ann, "my-name")
    ann.page.keyboard.type("Ann")
    tab_to(ann, "play-now")
    ann.page.keyboard.press("Enter")
    ann.wait_for("table")
    expect(ann.see("player-0")).to_contain_text("Ann")


@pytest.mark.thorough
def test_a_whole_game_by_keyboard(house: House, person: NewPerson) -> None:
    ann = person(house)
    ann.sit("keys", "key of Ann")
    bought, before = 0, ("", -1)
    for _ in range(MOST_PRESSES):
        sight = ann.wait_until_asked()
        if sight.over:
            break
        choice = liked(sight, ("buy", *LIKED) if bought < DEEDS_WANTED else LIKED, before)
        if choice is None:
            continue  # somebody was quicker, and what may be done now has yet to come
        before = choice.name, sight.number
        bought += choice.name == "buy"
        hook = f"action-{choice.name}"
        keys = ann.see(hook).evaluate_all("(all) => all.map((one) => one.dataset.key ?? '')")
        if not keys:
            continue  # somebody was quicker
        if keys[0]:
            ann.page.keyboard.press(keys[0])
        else:
            tab_to(ann, hook)
            ann.page.keyboard.press("Enter")
        if choice.name not in ONLY_SHOWS:
            ann.wait_until_moved(sight.number)
    ann.wait_for("end")
    tab_to(ann, "to-replay")
    ann.page.keyboard.press("Enter")
    ann.wait_for("replay-slider")


def test_windows_open_and_close_by_key_and_give_the_focus_back(house: House, person: NewPerson) -> None:
    ann = person(house)
    made = house.table(edition="classic", seats=2, people=[{"name": "Ann"}, {"name": "Bob"}])
    ann.sit(made["table"]["id"], *made["keys"], host=made["host"])
    tab_to(ann, "start")
    ann.page.keyboard.press("Enter")
    ann.wait_for("table")
    tab_to(ann, "open-trade")
    ann.page.keyboard.press("Enter")
    ann.wait_for("trade-send")
    ann.page.keyboard.press("Escape")
    expect(ann.see("trade-send")).to_have_count(0)
    assert focused(ann.page) == "open-trade"
    ann.page.evaluate("document.activeElement.blur()")
    ann.see("open-trade").click()  # with the mouse nothing in the window is marked as if a key had been pressed
    ann.wait_for("trade-send")
    assert ann.page.evaluate("document.activeElement.localName") == "dialog"
    ann.page.keyboard.press("Escape")
    expect(ann.see("trade-send")).to_have_count(0)


@pytest.mark.parametrize(
    ("edition", "shown"), [("classic", ()), ("spider-man", OF_DOUBLES), ("star-wars-2", OF_THE_FORCE)]
)
def test_the_list_of_keys_has_what_the_edition_has(
    house: House, person: NewPerson, edition: str, shown: tuple[str, ...]
) -> None:
    ann = person(house)
    made = house.table(edition=edition, seats=2, people=[{"name": "Ann"}, {"name": "Bob"}])
    ann.sit(made["table"]["id"], *made["keys"], host=made["host"], edition=edition)
    ann.click("start")
    ann.wait_until_asked()
    ann.page.keyboard.press("?")
    keys = ann.page.locator("dialog[open] dl")
    expect(keys).to_contain_text("Throw the dice")
    listed = keys.inner_text()
    assert [words for words in (*OF_DOUBLES, *OF_THE_FORCE) if words in listed] == list(shown)


def test_the_focus_is_never_lost(arranged: House, person: NewPerson) -> None:
    """After each answer it stays with the question; a window gives it back whichever way it is closed."""
    sitting = Sitting(arranged, dice=[[2, 4], [1, 2]], deeds=deeds(0, 8, 9) | deeds(1, 5), phase="roll")
    ann, bob = sitting.ann(person), sitting.bob(person)
    ann.wait_until_asked()
    for hook in ("action-roll", "action-buy", "action-end_turn"):
        tab_to(ann, hook)
        number = ann.number
        ann.page.keyboard.press("Enter")
        ann.wait_until_moved(number)
        ann.page.wait_for_function("() => document.activeElement?.closest('[data-test=decision]') !== null")
    bob.wait_until_asked()
    tab_to(ann, "open-estate")
    ann.page.keyboard.press("Enter")
    ann.wait_for("estate-do")
    ann.page.locator("dialog > header button").focus()
    ann.page.keyboard.press("Enter")
    expect(ann.page.locator("dialog[open]")).to_have_count(0)
    assert focused(ann.page) == "open-estate"
