"""The replay of a finished game reaches the end that the game had, and the dice are proved in the browser."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.server.served import played, unfinished

from .conftest import NewPerson
from .house import House, lay
from .player import PATIENCE


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    found = House(tmp_path_factory.mktemp("house"))
    lay(found.folder, unfinished("classic", variant="short", until=lambda game, n: n > 3000, id="finished"))
    lay(found.folder, played("spider-man", 60))
    found.start()
    yield found
    found.stop()


def test_the_replay_reaches_the_same_end(house: House, person: NewPerson) -> None:
    ann = person(house)
    ann.sit("finished", "key of Ann")
    ann.wait_for("end")
    last = house.get("/api/tables/finished")["number"]
    end = house.get(f"/api/tables/finished/at/{last}")["view"]
    ann.click("to-replay")
    number = ann.wait_for("replay-number")
    expect(number).to_have_text(f"0 / {last}")
    for step in range(1, 4):
        ann.click("replay-forward")
        expect(number).to_have_text(f"{step} / {last}")
    ann.click("replay-end")
    expect(number).to_have_text(f"{last} / {last}")
    for seat, player in enumerate(end["players"]):
        shown = ann.see(f"cash-{seat}").first
        if player["bankrupt"]:
            expect(shown).to_have_text("–")
        else:
            expect(shown).to_have_text(re.compile(rf"^\D*{player['cash']:,}\D*$"))
    owners = ann.page.locator("[data-owner]").count()
    assert owners in (0, len(end["deeds"]))  # where the board marks owners, it marks all of them


@pytest.mark.parametrize("id", ["finished", "abc"])
def test_the_dice_are_proved_in_the_browser(house: House, person: NewPerson, id: str) -> None:
    ann = person(house)
    ann.sit(id, "key of Ann")
    ann.wait_for("end")
    expect(ann.see("proof")).to_have_attribute("data-proved", "true", timeout=PATIENCE)
