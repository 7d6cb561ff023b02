"""The guided first game: offered to a browser that has not played, played to its end in both languages, skippable."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from .arranged import arrange, deeds
from .boxes import family
from .conftest import NewPerson
from .house import House
from .player import PHONE, SCREEN, Person, Size
from .playing import play
from .screens import axe_faults, fit_faults

KEPT = "JSON.parse(localStorage.getItem('freehold.guide'))"
# Every callout that comes, in the order of its first appearance.
_WATCH = """() => {
  window.lessons = [];
  const look = () => {
    const lesson = document.querySelector("[data-test=guide]")?.dataset.lesson;
    if (lesson && !window.lessons.includes(lesson)) window.lessons.push(lesson);
  };
  new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true });
  look();
}"""


# Ann has groups and hotels, a bot will stop at the dearest: the game ends in the second round.
NEARLY_WON: dict[str, Any] = {
    "turn": 0,
    "players": [{"cash": 2000}, {"cash": 300}, {"cash": 150, "square": 28}],
    "deeds": deeds(0, 6, 8, 9) | deeds(0, 37, 39, buildings=5) | deeds(0, 16, 18) | deeds(1, 19),
}
DICE = [[1, 4], [4, 2], [1, 2], [1, 2], [1, 3], [4, 2]]


def kept(person: Person) -> dict[str, Any]:
    found: dict[str, Any] = person.page.evaluate(KEPT)
    return found


@pytest.mark.parametrize(
    ("lang", "size"),
    [
        pytest.param("en", SCREEN, id="en"),
        pytest.param("fr", PHONE, id="fr", marks=pytest.mark.thorough),
    ],
)
def test_a_guided_game_to_its_end(arranged: House, person: NewPerson, lang: str, size: Size) -> None:
    arrange(arranged.folder, DICE, **NEARLY_WON)
    arranged.start()
    ann = person(arranged, lang=lang, size=size)
    ann.go()
    ann.wait_for("play-guided").click()
    expect(ann.wait_for("guide")).to_have_attribute("data-lesson", "welcome")
    assert axe_faults(ann) == []
    assert fit_faults(ann) == []
    ann.page.evaluate(_WATCH)
    play(ann)
    expect(ann.wait_for("winner")).to_contain_text({"en": "You win", "fr": "Victoire"}[lang])
    lessons = ann.page.evaluate("window.lessons")
    assert lessons[0] == "welcome"
    assert {"trade", "buy", "rent"} <= set(lessons)
    assert set(lessons) <= set(kept(ann)["told"])


@pytest.mark.parametrize(
    ("square", "throw", "lang", "told"),
    [
        (5, [1, 4], "en", "It rises with every square of this kind"),
        pytest.param(5, [1, 4], "fr", "avec chaque case de ce genre", marks=pytest.mark.thorough),
        pytest.param(12, [6, 6], "en", "It is a number of times the dice", marks=pytest.mark.thorough),
    ],
)
def test_the_first_rent_on_a_railroad_is_not_explained_by_buildings(
    arranged: House, person: NewPerson, square: int, throw: list[int], lang: str, told: str
) -> None:
    arrange(arranged.folder, [throw], turn=0, players=[{}, {}, {}], deeds=deeds(1, square))
    arranged.start()
    ann = person(arranged, lang=lang)
    ann.go()
    ann.wait_for("play-guided").click()
    ann.wait_for("guide-next").click()  # the welcome
    ann.act("roll")
    expect(ann.wait_for("guide", lesson="rent")).to_contain_text(told)


def test_the_home_page_says_what_it_is_and_offers_the_guided_game(house: House, person: NewPerson) -> None:
    ann = person(house)
    ann.go()
    expect(ann.wait_for("what-it-is").get_by_role("img")).to_be_visible()
    expect(ann.see("what-it-is")).to_contain_text("Freehold is the property-trading board game")
    expect(ann.see("what-it-is").locator("[data-test=play-guided]")).to_be_visible()
    ann.click("play-guided")
    ann.wait_for("table")
    expect(ann.wait_for("guide")).to_have_attribute("data-lesson", "welcome")
    assert ann.page.url.endswith(str(kept(ann)["table"]))
    ann.click("guide-stop")
    expect(ann.see("guide")).to_have_count(0)
    ann.page.reload()
    ann.wait_for("table")
    expect(ann.see("guide")).to_have_count(0)
    ann.go()
    expect(ann.see("what-it-is").locator("[data-test=play-guided]")).to_have_count(0)  # not a newcomer any more
    expect(ann.wait_for("play-guided")).to_be_visible()


def test_the_offer_can_be_declined(house: House, person: NewPerson) -> None:
    ann = person(house)
    ann.go()
    ann.wait_for("no-guide").click()
    expect(ann.see("no-guide")).to_have_count(0)
    ann.page.reload()
    ann.wait_for("play-now")
    expect(ann.see("no-guide")).to_have_count(0)


@pytest.mark.parametrize(
    ("lang", "size", "told"),
    [("en", SCREEN, "Your first throw"), ("fr", PHONE, "Votre premier lancer")],
)
def test_the_first_minute_around_a_box_and_over_days_is_explained_once(
    house: House, person: NewPerson, lang: str, size: Size, told: str
) -> None:
    one = family(house, person, lang, size)
    expect(one.wait_for("guide")).to_have_attribute("data-lesson", "box-throw")
    expect(one.see("guide")).to_contain_text(told)
    assert axe_faults(one) == []
    one.click("guide-next")
    one.click("type-2-4")
    expect(one.wait_for("guide")).to_have_attribute("data-lesson", "box-decide")
    one.click("guide-next")
    one.act("buy")
    expect(one.wait_for("guide")).to_have_attribute("data-lesson", "box-slip")
    one.click("guide-next")
    one.go("#/box")
    one.click("box-begin")
    one.wait_for("typing", wanted="die-die")
    expect(one.see("guide")).to_have_count(0)
    one.go()
    one.wait_for("edition-classic")
    one.click("way-days")
    one.click("create-table")
    one.click("start")
    for lesson in ("days-told", "days-orders"):
        expect(one.wait_for("guide")).to_have_attribute("data-lesson", lesson)
        assert fit_faults(one) == []
        one.click("guide-next")
    expect(one.see("guide")).to_have_count(0)
