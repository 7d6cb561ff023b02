"""The coach on the page of a position, and a game beside what was played on from it, with the chances of each."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from freehold import Game
from freehold.coach.compiled_forecast import ENTRY_POINTS
from freehold.engine import compile as kernel
from freehold.game.position import from_view
from tests.server.served import SECRET, unfinished

from .arranged import deeds
from .conftest import TWO_VIEWS, NewPerson
from .house import House, lay
from .player import Size
from .scenes import finished, id_of
from .screens import axe_faults, fit_faults

ORANGE = {
    "players": [
        {"name": "Ann", "cash": 700, "square": 19},
        {"name": "Bob", "cash": 900},
        {"name": "Cleo", "cash": 900},
    ],
    "deeds": deeds(0, 16, 18) | deeds(1, 6, 8),
    "phase": "buy",
}


@pytest.fixture(scope="module", autouse=True)
def _compiled() -> None:
    """Workers answer only once the kernel is compiled."""
    kernel.compiled().prepare(*ENTRY_POINTS)


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    house = House(tmp_path_factory.mktemp("branches"))
    over = finished("classic")
    lay(house.folder, over.log, over.secret)
    lay(house.folder, unfinished(id="people"), SECRET)
    house.start()
    yield house
    house.stop()


@TWO_VIEWS
def test_the_coach_says_the_chances_and_the_best_choices(
    place: House, person: NewPerson, lang: str, size: Size
) -> None:
    ann = person(place, lang=lang, size=size)
    ann.page.goto(f"{place.url}/p/{Game.load(ORANGE).link()}")
    expect(ann.wait_for("position-coach").get_by_role("img")).to_have_count(0)  # only on request
    ann.see("ask-coach").focus()
    ann.page.keyboard.press("Enter")
    best = ann.wait_for("position-advice").first
    expect(best).to_contain_text("orange")
    choices = ann.see("position-advice").count()
    assert choices >= 2
    expect(ann.see("chances-bar")).to_have_count(1 + choices)  # as it is, and after each choice
    assert axe_faults(ann) == []
    assert fit_faults(ann) == []


def test_it_is_silent_about_a_game_of_people_who_have_not_agreed(place: House, person: NewPerson) -> None:
    ann, bob = person(place), person(place)
    bob.sit("people", "key of Bob")
    bob.wait_for("table")
    view = place.get("/api/tables/people/at/40", "key of Ann")["view"]
    ann.go(f"#/p/{Game.load(from_view(view)).link()}")
    ann.wait_for("ask-coach").click()
    expect(ann.wait_for("coach-refused")).to_contain_text("between people everybody has to agree")
    ann.trouble.clear()


@TWO_VIEWS
def test_what_was_played_on_is_beside_the_original(place: House, person: NewPerson, lang: str, size: Size) -> None:
    game = id_of("classic", "over")
    ann = person(place, lang=lang, size=size)
    ann.remember(game, "key of Ann")
    ann.go(f"#/r/{game}/@60")
    ann.wait_for("open-position").click()
    ann.wait_for("play-on").click()
    ann.wait_for("table")
    ann.wait_until_asked()
    ann.go(f"#/r/{game}/@60")
    ann.wait_for("to-branch").click()
    ann.wait_for("branches")
    bars = ann.see("chances-bar")
    expect(bars).to_have_count(2)
    expect(bars.first).to_have_attribute("aria-label", str(bars.last.get_attribute("aria-label")))  # the same position
    ann.see("branches-next").focus()
    ann.page.keyboard.press("Enter")
    expect(ann.see("branches-turns")).to_contain_text("1")
    expect(ann.see("branch").first).not_to_contain_text("60 /")
    expect(bars).to_have_count(2)
    expect(ann.see("branches-changes")).to_contain_text("Ann")
    assert axe_faults(ann) == []
    assert fit_faults(ann) == []
    ann.click("branches-back")
    expect(ann.see("branch").first).to_contain_text("60 /")
