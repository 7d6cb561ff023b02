"""Money flies to whom it goes, the fatal moment stays before the result, and a contest of dice is seen."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from .arranged import deeds
from .conftest import NewPerson
from .house import House
from .player import SCREEN, Person
from .screens import axe_faults
from .sitting import Sitting
from .test_table_looks import apart

# Ann, on the light side, stops on a property of hers where the dark symbol is.
BATTLE: dict[str, Any] = {
    "players": [{"square": 3}, {}],
    "force": {"dark": 6, "light": 37},
    "deeds": deeds(0, 6),
}
BOTH_MOTIONS = pytest.mark.parametrize("motion", [True, False], ids=["motion", "still"])
# What flew, and whether the fatal moment was shown before the result.
_WATCH = """() => {
  window.flown = [];
  window.fatal = "";
  new MutationObserver(() => {
    for (const chip of document.querySelectorAll("[data-test=flight]"))
      if (!window.flown.includes(chip.textContent.trim())) window.flown.push(chip.textContent.trim());
    const stamp = document.querySelector("[data-test=finale]");
    if (!stamp) return;
    window.fatal ||= stamp.textContent;
    const rows = [...document.querySelectorAll("[data-test^=player-]")].map((row) => row.getBoundingClientRect().left);
    window.covered = stamp.offsetLeft + stamp.offsetWidth / 2 > Math.min(...rows); // it is centred there
  }).observe(document.body, { subtree: true, childList: true });
}"""


def come(sitting: Sitting, person: NewPerson, motion: bool) -> Person:
    """Ann, who begins the game, with or without motion."""
    return sitting.ann(lambda house, **wishes: person(house, **wishes, motion=motion), "en", SCREEN)


@BOTH_MOTIONS
def test_money_flies_and_the_last_moment_is_held(arranged: House, person: NewPerson, motion: bool) -> None:
    players = [{"cash": 100, "square": 35}, {}]
    ann = come(Sitting(arranged, dice=[[3, 5]], players=players, deeds=deeds(1, 1, 3, buildings=5)), person, motion)
    ann.page.evaluate(_WATCH)
    ann.act("roll")  # past GO, and to a hotel
    ann.wait_for("action-bankrupt-ask").click()
    ann.wait_for("action-bankrupt").click()
    expect(ann.wait_for("winner")).to_contain_text("Bob wins")
    flown, fatal = ann.page.evaluate("[window.flown, window.fatal]")
    assert ("$200" in flown) is motion
    assert ("Ann cannot pay Bob" in fatal) is motion
    assert not ann.page.evaluate("window.covered")  # the players beside the board stay in view


def test_a_card_is_told_on_the_board_and_leaves_the_question_free(arranged: House, person: NewPerson) -> None:
    ann = come(Sitting(arranged, dice=[[3, 4]], players=[{}, {}]), person, False)
    ann.act("roll")
    card = ann.wait_for("card")
    words = card.locator("p").inner_text()
    expect(ann.see("decision")).not_to_contain_text(words)
    for button in ann.see("decision").get_by_role("button").all():
        assert not button.is_visible() or apart(card, button)


def test_a_battle_of_the_force_is_a_contest(arranged: House, person: NewPerson) -> None:
    sitting = Sitting(arranged, "star-wars-2", dice=[[1, 2, "light", "light"]], **BATTLE)
    ann = come(sitting, person, False)
    ann.act("roll")
    expect(ann.wait_for("duel")).to_contain_text("dark side")
    assert axe_faults(ann) == []
