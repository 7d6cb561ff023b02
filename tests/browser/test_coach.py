"""The coach in the browser: chances, hint, the meters of a deal and a plan, consent in the lobby, and the review."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from freehold.coach.compiled_forecast import ENTRY_POINTS
from freehold.engine import compile as kernel

from .arranged import arrange, deeds
from .conftest import NewPerson
from .house import House, lay
from .player import PHONE, SCREEN, Person, Size
from .scenes import finished, id_of
from .screens import axe_faults, fit_faults
from .test_phone import SHORT

ANN, BOT, THIRD = 0, 1, 2
ORANGE = (16, 18, 19)
SPREAD = deeds(BOT, 6, 8, 24, 31, 5) | deeds(THIRD, 9, 21, 39, 37)


@pytest.fixture(scope="module", autouse=True)
def _compiled() -> None:
    """Workers answer only once the kernel is compiled."""
    kernel.compiled().prepare(*ENTRY_POINTS)


def alone(house: House, person: NewPerson, lang: str, size: Size, **position: Any) -> Person:
    """Ann against two bots, in a position."""
    arrange(house.folder, (), **{"turn": ANN, **position})
    house.start()
    made = house.table(edition="classic", seats=3, people=[{"name": "Ann"}], level="baron")
    ann = person(house, lang=lang, size=size)
    ann.sit(made["table"]["id"], made["keys"][ANN], edition="classic", host=made["host"])
    ann.click("start")
    ann.wait_for("table")
    ann.wait_until_asked()
    return ann


@pytest.mark.parametrize(("lang", "size"), [("en", SCREEN), ("fr", PHONE)])
def test_chances_and_a_hint_with_its_reason(arranged: House, person: NewPerson, lang: str, size: Size) -> None:
    place = deeds(ANN, 16, 18) | SPREAD
    ann = alone(arranged, person, lang, size, phase="buy", players=[{"square": 19, "cash": 600}], deeds=place)
    expect(ann.see("chances-bar")).to_have_count(0)  # off until it is switched on
    ann.click("hint-ask")
    best = ann.wait_for("hint-best")
    expect(best).to_contain_text("orange")
    expect(ann.see("hint-clause")).to_be_visible()
    if ann.see("chances-on").count() and ann.see("chances-on").is_visible():
        ann.see("chances-on").check()
        ann.wait_for("chances-bar")
    assert axe_faults(ann) == []
    assert fit_faults(ann) == []


def test_the_meters_of_a_deal_and_a_plan(arranged: House, person: NewPerson) -> None:
    place = deeds(ANN, *ORANGE) | SPREAD
    ann = alone(arranged, person, "en", SCREEN, phase="end", players=[{"cash": 1200}], deeds=place)
    ann.click("open-trade")
    ann.page.locator("[data-test=trade-partner][data-seat='1']").check()
    ann.page.locator("dialog[open]").get_by_label("Reading Railroad").check()
    expect(ann.wait_for("effect")).to_contain_text("you ")
    assert axe_faults(ann) == []


def test_between_people_it_is_off_until_all_agree(house: House, person: NewPerson) -> None:
    made = house.table(edition="classic", seats=2, people=[{"name": "Ann"}, {"name": "Bob"}])
    ann, bob = person(house), person(house)
    ann.sit(made["table"]["id"], made["keys"][0], edition="classic", host=made["host"])
    bob.remember(made["table"]["id"], made["keys"][1], edition="classic")
    bob.go(f"#/t/{made['table']['id']}")
    bob.wait_for("agree-to-coach")
    ann.wait_for("agree-0").check()
    expect(bob.wait_for("agree-to-coach")).to_contain_text("1 of 2")
    assert axe_faults(bob) == []
    ann.click("start")
    for one in (ann, bob):
        one.wait_for("table")
        expect(one.see("chances")).to_have_count(0)
        expect(one.see("hint")).to_have_count(0)


@pytest.mark.thorough
def test_the_review_of_a_finished_game(tmp_path: Any, person: NewPerson) -> None:
    over = finished("classic")
    lay(tmp_path, over.log, over.secret)
    place = House(tmp_path)
    place.start()
    try:
        one = person(place)
        one.go(f"#/t/{id_of('classic', 'over')}")
        one.wait_for("review-graph")
        one.click("turning-point-0")
        one.wait_for("turning-point")
        assert axe_faults(one) == []
        one.click("point-replay")
        one.wait_for("replay-log")
        for size in (SHORT, PHONE):
            other = person(place, lang="fr", size=size)
            other.go(f"#/t/{id_of('classic', 'over')}")
            other.wait_for("review-graph")
            cells = other.see("review").locator("td").all()
            assert len(cells) == 10  # five figures for each of two players
            ends = [box["x"] + box["width"] for cell in cells if (box := cell.bounding_box())]
            assert len(ends) == len(cells)
            assert max(ends) <= size[0]
            assert axe_faults(other) == []
            assert fit_faults(other) == []
    finally:
        place.stop()
