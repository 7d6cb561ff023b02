"""Bargaining in the browser: the summary in view, slider and field together, a suggested deal, a bot's price."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from freehold.coach.compiled_forecast import ENTRY_POINTS
from freehold.engine import compile as kernel

from .arranged import deeds
from .conftest import NewPerson
from .house import House
from .player import PATIENCE, PHONE, Size
from .screens import axe_faults
from .test_coach import alone

LAPTOP = (1280, 720)
HELD = deeds(0, 16, 18, 6, 11, 26) | deeds(1, 19, 8, 9, 27, 31) | deeds(2, 37, 39, 13, 21)


@pytest.fixture(scope="module", autouse=True)
def _compiled() -> None:
    kernel.compiled().prepare(*ENTRY_POINTS)


@pytest.mark.parametrize(("lang", "size"), [("fr", PHONE), pytest.param("en", LAPTOP, marks=pytest.mark.thorough)])
def test_a_bot_names_its_price_and_a_deal_is_suggested(
    arranged: House, person: NewPerson, lang: str, size: Size
) -> None:
    ann = alone(arranged, person, lang, size, phase="end", players=[{"cash": 1500}, {"cash": 800}], deeds=HELD)
    if size == LAPTOP:
        ann.click("square-19")  # from an opponent's deed on the board
        ann.click("deed-ask")
    else:
        ann.click("open-trade")
        ann.page.locator("[data-test=trade-ask-deed][data-square='19']").check()
    summary = ann.wait_for("trade-summary")
    expect(summary).to_contain_text("New York" if lang == "en" else "Pigalle")
    ann.click("trade-price")
    ann.see("trade-take").first.click()
    slider, field = ann.see("trade-give-slider"), ann.see("trade-give-cash")
    expect(slider).not_to_have_value("0")
    field.fill("300")  # the slider follows while the field is being edited
    expect(slider).to_have_value("300")
    expect(summary).to_contain_text("300")
    ann.click("trade-suggest")
    expect(ann.wait_for("trade-said")).not_to_be_empty()
    expect(ann.see("trade-suggest")).to_be_enabled(timeout=PATIENCE)
    for part in ("trade-summary", "trade-send"):
        expect(ann.see(part)).to_be_in_viewport(ratio=1)
    assert axe_faults(ann) == []
