"""The pace of the bots, skipping ahead, what is done by itself, and the dice and squares that can be pressed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from .conftest import NewPerson
from .house import House, lay_with_bots
from .player import Person
from .playing import liked, press

ID = "annandabot"
PAUSE = 20_000  # milliseconds at the usual pace: no bot plays in this test but for whoever hurries it


@pytest.fixture
def slow(tmp_path: Path) -> Iterator[House]:
    found = House(tmp_path, bot_pause=PAUSE)
    lay_with_bots(tmp_path, ID, "classic", "classic", ["novice"], "en")
    found.start()
    yield found
    found.stop()


def play_turn(ann: Person) -> None:
    """Ann's decisions until somebody else is to play."""
    while (sight := ann.wait_until_asked()).asked:
        choice = liked(sight, ("end_turn", "roll", "buy", "pass"))
        assert choice is not None
        press(ann, sight, choice)
        if choice.name == "end_turn":
            return


def test_skipping_leads_to_my_next_decision_and_says_what_happened(slow: House, person: NewPerson) -> None:
    ann = person(slow)
    ann.sit(ID, "key of Ann")
    ann.see("throw-dice").or_(ann.see("hurry")).first.wait_for()
    if not ann.look().asked:  # the bot begins
        ann.click("hurry")
        ann.wait_until_asked()
    number = ann.number
    ann.click("throw-dice")
    ann.wait_until_moved(number)
    play_turn(ann)
    ann.wait_for("hurry").click()
    expect(ann.wait_for("recap")).to_contain_text("Bot 2")
    assert ann.look().asked

    # at once, and by itself: the next throw needs no press
    ann.see("pace").select_option("instant")
    while (sight := ann.wait_until_asked()).phase != "roll":
        press(ann, sight, liked(sight, ("end_turn", "pass", "buy")) or sight.choices[0])
    number = ann.number
    ann.click("comfort")
    ann.see("auto-roll").check()
    ann.wait_until_moved(number)
    ann.page.keyboard.press("Escape")
    ann.page.reload()
    expect(ann.wait_for("pace")).to_have_value("instant")
    assert slow.get(f"/api/tables/{ID}", "key of Ann")["pace"] == "instant"


def test_a_square_leads_to_its_deed_and_an_offer_for_it(slow: House, person: NewPerson) -> None:
    ann = person(slow)
    ann.sit(ID, "key of Ann")
    ann.see("pace").select_option("instant")
    owners: dict[str, int] = {}
    while set(owners.values()) != {0, 1}:
        play_turn(ann)
        number = slow.get(f"/api/tables/{ID}", "key of Ann")["number"]
        deeds = slow.get(f"/api/tables/{ID}/at/{number}", "key of Ann")["view"]["deeds"]
        owners = {square: deed["owner"] for square, deed in deeds.items()}
    ann.wait_until_asked()
    theirs = next(square for square, owner in owners.items() if owner == 1)
    ann.click(f"square-{theirs}")
    ann.wait_for("deed-ask").click()
    expect(ann.see("trade-ask-deed", square=theirs)).to_be_checked()
    ann.page.keyboard.press("Escape")
    mine = next(square for square, owner in owners.items() if owner == 0)
    ann.click(f"square-{mine}")
    ann.wait_for("deed-estate").click()
    ann.wait_for("estate-do")
