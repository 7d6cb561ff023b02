"""A short phone: the question lies over the board, and yet one sees where one stands, and whatever is asked fits."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from .arranged import deeds
from .conftest import NewPerson
from .house import House
from .player import TABLET, Person
from .screens import answer_faults, fit_faults
from .sitting import ANN, BOB, Sitting

SHORT = (360, 640)
BOTTOM, TOP = 6, 26  # squares of the lowest row and of the highest
GROUPS = deeds(ANN, 8, 9, 21) | deeds(BOB, 37, 39, buildings=5)


def sit_down(house: House, person: NewPerson, lang: str = "en", edition: str = "classic", **position: Any) -> Person:
    ann = Sitting(house, edition, **position).ann(person, lang, SHORT)
    ann.wait_until_asked()
    return ann


# Whether one thing is in view, above another: the page scrolls there after the question has come.
_ABOVE = """([token, question]) => {
  const [place, asked] = [token, question].map((name) => document.querySelector(name)?.getBoundingClientRect());
  return place?.top >= 0 && place.bottom <= asked?.top;
}"""


TOKEN, QUESTION, BAR = '[data-token="0"]', "[data-test=decision]", "[data-test=sound]"


@pytest.mark.parametrize("square", [BOTTOM, TOP])
def test_whoever_is_asked_sees_their_token_above_the_question(arranged: House, person: NewPerson, square: int) -> None:
    ann = sit_down(arranged, person, players=[{"square": square}], phase="buy", deeds=GROUPS)
    expect(ann.see("action-buy")).to_be_in_viewport(ratio=1)
    expect(ann.see("action-decline")).to_be_in_viewport(ratio=1)
    ann.page.wait_for_function(_ABOVE, arg=[TOKEN, QUESTION])


def test_the_lot_under_the_hammer_is_seen_beside_the_bids(arranged: House, person: NewPerson) -> None:
    """On a tablet: bids come up a moment after their question, and make it taller."""
    ann = Sitting(arranged, players=[{"square": BOTTOM}], phase="buy", deeds=GROUPS).ann(person, size=TABLET)
    ann.wait_until_asked()
    ann.act("decline")
    ann.wait_for("bid-1")
    ann.page.wait_for_function(_ABOVE, arg=[TOKEN, QUESTION])


def test_the_page_goes_back_when_the_question_is_answered(arranged: House, person: NewPerson) -> None:
    ann = sit_down(arranged, person, players=[{"square": BOTTOM}], phase="buy", deeds=GROUPS)
    ann.page.wait_for_function("(bar) => document.querySelector(bar)?.getBoundingClientRect().top < 0", arg=BAR)
    ann.act("buy")
    ann.act("end_turn")
    expect(ann.page.locator(BAR)).to_be_in_viewport(ratio=1)


def test_the_question_folds_away_and_the_next_one_unfolds(arranged: House, person: NewPerson) -> None:
    ann = sit_down(arranged, person, players=[{"square": TOP}], phase="buy", deeds=GROUPS)
    ann.click("fold")
    expect(ann.see("action-buy")).to_be_hidden()
    expect(ann.see("ahead-12")).to_be_in_viewport(ratio=1)  # all of the board, and the squares within a throw
    ann.click("fold")
    expect(ann.see("action-buy")).to_be_visible()
    ann.click("fold")
    ann.press("b")  # a key knows what is asked, folded or not
    expect(ann.see("action-end_turn")).to_be_visible()


OFFER = {"from": BOB, "to": ANN, "give": {"squares": [12], "cash": 120}, "ask": {"squares": [5, 15]}}
QUESTIONS: dict[str, dict[str, Any]] = {
    "an offer": {"phase": "answer", "offer": OFFER, "deeds": deeds(ANN, 5, 15) | deeds(BOB, 12)},
    "a debt": {
        "phase": "debt",
        "players": [{"cash": 40, "square": 39}],
        "deeds": deeds(ANN, 37, 5) | deeds(ANN, 11, 13, 14, buildings=3) | deeds(BOB, 39),
        "debts": [{"debtor": ANN, "creditor": BOB, "amount": 400, "why": "rent", "open": True}],
    },
    "a purchase": {"phase": "buy", "players": [{"square": BOTTOM}], "deeds": GROUPS},
}


@pytest.mark.parametrize(
    "edition", [pytest.param("star-wars-2", marks=pytest.mark.thorough), "game-of-thrones"]
)  # the widest
@pytest.mark.parametrize("asked", QUESTIONS)
def test_nothing_is_cut_off_or_broken(arranged: House, person: NewPerson, edition: str, asked: str) -> None:
    ann = sit_down(arranged, person, lang="fr", edition=edition, **QUESTIONS[asked])
    assert fit_faults(ann) == []
    ann.click("open-estate")
    ann.wait_for("estate-do")
    assert fit_faults(ann) == []


HOPELESS: dict[str, Any] = {
    "phase": "debt",
    "players": [{"cash": 12, "square": 39}],
    "deeds": deeds(ANN, 5, 6, 12, 37) | deeds(ANN, 11, 13, 14, buildings=1) | deeds(BOB, 39),
    "debts": [{"debtor": ANN, "creditor": BOB, "amount": 2000, "why": "rent", "square": 39, "open": True}],
}


def test_every_way_out_of_a_debt_is_in_view(arranged: House, person: NewPerson) -> None:
    ann = sit_down(arranged, person, lang="fr", edition="star-wars-2", **HOPELESS)
    expect(ann.see("action-bankrupt-ask")).to_be_in_viewport(ratio=1)
    assert answer_faults(ann) == []
    ann.click("action-bankrupt-ask")
    expect(ann.see("action-bankrupt")).to_be_in_viewport(ratio=1)
    assert answer_faults(ann) == []
    ann.click("bankrupt-no")
    ann.click("action-settle")
    expect(ann.see("trade-give")).to_be_visible()
    expect(ann.see("action-settle")).to_be_in_viewport(ratio=1)  # the list of deeds scrolls, and this stays
    ann.click("settle-back")
    expect(ann.see("action-bankrupt-ask")).to_be_visible()


def test_the_enlarged_board_shows_the_token_above_the_question(arranged: House, person: NewPerson) -> None:
    ann = sit_down(arranged, person, players=[{"square": BOTTOM}], phase="roll")
    ann.see("board-zoom").click(position={"x": 100, "y": 100})
    expect(ann.see("square-6")).to_be_in_viewport()
    ann.page.wait_for_function(_ABOVE, arg=[TOKEN, QUESTION])
