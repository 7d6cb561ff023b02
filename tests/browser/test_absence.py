"""Two people, and one of them goes: the other sees the countdown, a bot plays, and the first has the seat again."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from .conftest import NewPerson
from .house import House
from .player import PATIENCE
from .sitting import BOB, Sitting

SOON, LATE = 3, 300  # seconds of grace
# What was told about who is absent, however short it was seen.
_WATCH = """() => {
  window.absent = [];
  new MutationObserver(() => {
    const told = document.querySelector("[data-test=absent]")?.textContent;
    if (told) window.absent.push(told);
  }).observe(document.body, { subtree: true, childList: true, characterData: true });
}"""


@pytest.mark.thorough
def test_a_bot_takes_over_and_hands_back(arranged: House, person: NewPerson) -> None:
    sitting = Sitting(arranged, grace=SOON, turn=BOB)
    ann, bob = sitting.ann(person), sitting.bob(person)
    bob.wait_until_asked()
    expect(bob.page).to_have_title(re.compile("^Your turn"))
    ann.page.evaluate(_WATCH)
    number = ann.number
    bob.close()
    ann.wait_until_moved(number)
    told = ann.page.evaluate("window.absent")
    assert told
    assert all("Bob" in words for words in told)
    expect(ann.see("player-1")).to_contain_text("a bot plays")
    again = sitting.bob(person)
    expect(ann.see("player-1")).not_to_contain_text("a bot plays", timeout=PATIENCE)
    assert not arranged.get(f"/api/tables/{sitting.made['table']['id']}", sitting.made["keys"][BOB])["seats"][BOB][
        "away"
    ]
    expect(again.see("take-over")).to_have_count(0)

    # on the home page: the game, and whose turn it is
    again.go()
    expect(again.wait_for("resume")).to_be_visible()


def test_whoever_waits_may_let_a_bot_play_at_once(arranged: House, person: NewPerson) -> None:
    sitting = Sitting(arranged, grace=LATE, turn=BOB)
    ann, bob = sitting.ann(person, lang="fr"), sitting.bob(person)
    number = ann.number
    bob.close()
    expect(ann.wait_for("absent")).to_contain_text("Bob n’est pas là")
    ann.click("stand-in")  # as soon as it is enabled
    ann.wait_until_moved(number)
