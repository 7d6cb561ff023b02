"""The look of the table: what tokens, cards, windows and stamps leave in view."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from .arranged import deeds
from .conftest import NewPerson
from .house import House
from .player import PHONE, SCREEN, Person, Size
from .screens import axe_faults, fit_faults
from .sitting import Sitting

ANN, BOB = 0, 1
ORANGE = deeds(ANN, 16, 18, 19)


_APART = """(one, other) => {
  const [a, b] = [one, other].map((element) => element.getBoundingClientRect());
  const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const tall = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return wide <= 2 || tall <= 2;
}"""


def at(house: House, person: NewPerson, lang: str = "en", size: Size = SCREEN, **position: Any) -> Person:
    return Sitting(house, **{"phase": "end", **position}).ann(person, lang, size)


def apart(one: Locator, other: Locator) -> bool:
    """Do two things on the screen not overlap, but for two pixels? Both are looked at in the same moment."""
    return bool(one.evaluate(_APART, other.element_handle()))


def test_an_owned_square_shows_its_rent_and_no_token_covers_it(arranged: House, person: NewPerson) -> None:
    squares = [{"square": 19, "cash": 1500}, {"square": 1}]
    ann = at(arranged, person, players=squares, deeds=ORANGE | deeds(BOB, 5))
    rent = ann.see("square-19").locator(".price")
    expect(rent).to_have_text("rent $32")  # of a whole group without buildings
    expect(ann.see("square-1").locator(".price")).to_have_text("$60")  # unsold
    expect(ann.see("square-5")).to_contain_text("rent $25")
    for seat, square in ((ANN, 19), (BOB, 1)):
        assert apart(ann.page.locator(f"[data-token='{seat}']"), ann.see(f"square-{square}").locator(".price"))


@pytest.mark.parametrize(
    ("lang", "size"),
    [("en", (1280, 720)), *(pytest.param("fr", size, marks=pytest.mark.thorough) for size in ((1920, 1080), PHONE))],
)
def test_a_trade_leaves_the_board_in_view(arranged: House, person: NewPerson, lang: str, size: Size) -> None:
    ann = at(arranged, person, lang, size, deeds=ORANGE | deeds(BOB, 5, 15))
    for button in ("open-trade", "open-estate", "comfort"):
        ann.see(button).first.click()
        dialog = ann.page.get_by_role("dialog")
        expect(dialog).to_be_visible()
        if size != PHONE:
            assert apart(dialog, ann.page.get_by_role("group", name="board" if lang == "en" else "plateau"))
        assert axe_faults(ann) == []
        assert fit_faults(ann) == []
        ann.page.keyboard.press("Escape")


def test_twelve_houses_are_one_line_with_the_rents(arranged: House, person: NewPerson) -> None:
    ann = at(arranged, person, players=[{"cash": 5000}, {}], deeds=ORANGE)
    ann.click("open-estate")
    for _ in range(4):
        ann.wait_for("group-more").click()
    ann.click("estate-do")
    ann.page.keyboard.press("Escape")
    line = ann.see("log-line", event="build")
    expect(line).to_contain_text("You build for $1,200:")
    expect(line).to_contain_text("New York Avenue (4 houses, rent $800)")
    expect(line).to_have_count(1)


# Whether the slider shows its focus, and how far the ring around it ends above the next text.
_RING = """(slider) => {
  const { outlineStyle, outlineOffset, outlineWidth } = getComputedStyle(slider);
  const end = slider.getBoundingClientRect().bottom + parseFloat(outlineOffset) + parseFloat(outlineWidth);
  const below = slider.closest("fieldset").querySelector("p").getBoundingClientRect().top;
  return [outlineStyle, below - end];
}"""


def test_the_ring_around_a_slider_stays_off_the_text_below(arranged: House, person: NewPerson) -> None:
    ann = at(arranged, person, deeds=ORANGE)
    ann.see("open-trade").first.click()
    ann.wait_for("trade-ask-cash").focus()
    ann.page.keyboard.press("Tab")
    slider = ann.see("trade-ask-slider")
    expect(slider).to_be_focused()
    style, room = slider.evaluate(_RING)
    assert style != "none"
    assert room >= 0  # Bob has no deeds, and that is told right below
