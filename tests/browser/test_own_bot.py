"""A bot of one's own in the browser: chosen for a seat, played against, and missed after a restart without it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from freehold import i18n

from .conftest import NewPerson
from .house import House
from .player import PATIENCE, Person
from .playing import liked, press

BOT = """
ORDER = "decline pay roll end_turn pass reject pay_tax choose keep_mortgage mortgage sell bankrupt".split()


class Shy:
    def decide(self, view, legal):
        return min(legal, key=lambda action: ORDER.index(action["type"]) if action["type"] in ORDER else 99)
"""


@pytest.fixture
def place(tmp_path: Path) -> Iterator[House]:
    file = tmp_path / "shy_bot.py"
    file.write_text(BOT, encoding="utf-8")
    found = House(tmp_path / "data", bots=f"{file}:Shy")
    (tmp_path / "data").mkdir()
    found.start()
    yield found
    found.stop()


def play_on(ann: Person, until: Callable[[], bool], most: int = 60) -> None:
    for _ in range(most):
        sight = ann.wait_until_asked()
        if until():
            return
        choice = liked(sight)
        if choice is not None:
            press(ann, sight, choice)
    raise AssertionError(f"not after {most} buttons: {ann.look()}")


def test_a_person_plays_against_it_and_a_baron_takes_over_where_it_is_missing(place: House, person: NewPerson) -> None:
    made = place.table(edition="classic", seats=2, people=[{"name": "Ann"}])
    ann = person(place)
    ann.sit(made["table"]["id"], *made["keys"], host=made["host"])
    ann.wait_for("chair-as-1").select_option("own:Shy")
    expect(ann.see("seat-1").locator("strong")).to_have_text("Shy")
    expect(ann.see("seat-1")).to_contain_text(i18n.write("bots", "own.brought", {}, "en"))
    ann.click("start")
    said = ann.see("log-reply").and_(ann.page.get_by_text(i18n.write("replies", "own-missing", {}, "en")))
    play_on(ann, lambda: ann.number > 12)
    expect(ann.see("log-reply")).to_have_count(0)  # it has decided everything itself
    place.kill()
    ann.wait_for("line-lost")
    place.bots = ""
    place.start()
    expect(ann.see("line-lost")).to_have_count(0, timeout=PATIENCE)
    ann.trouble.clear()  # the browser itself tells of every line that it could not open
    play_on(ann, lambda: said.count() > 0)
    now = ann.number
    play_on(ann, lambda: ann.number > now + 12)
    expect(said).to_have_count(1)
