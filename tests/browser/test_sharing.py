"""A finished game in the hands of a stranger: after its player has made it public, and no longer."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.waiting import eventually

from .conftest import NewPerson
from .house import House, lay
from .player import Person
from .scenes import finished

EDITION = "classic"


def refused(person: Person) -> bool:
    person.page.evaluate("1")  # what the browser has told meanwhile is known
    return any(line.startswith("403") for line in person.trouble)


@pytest.mark.thorough
def test_a_stranger_sees_a_shared_replay_and_its_proof(tmp_path: Path, person: NewPerson) -> None:
    scene = finished(EDITION)
    house = House(tmp_path)
    id = scene.log.header.game
    lay(house.folder, scene.log, scene.secret, listed=False, status="over", ending=scene.log.ending)
    house.start()
    try:
        ann, stranger = person(house), person(house, lang="fr")
        ann.sit(id, "key of Ann", "key of Bob", edition=EDITION)
        ann.wait_for("publish").click()
        link = ann.wait_for("share-link").input_value()
        expect(ann.see("qr")).to_be_visible()
        stranger.page.goto(link)
        stranger.wait_for("replay-log")
        expect(stranger.wait_for("proof")).to_have_attribute("data-proved", "true")
        ann.click("publish")
        expect(ann.see("share-link")).to_have_count(0)
        stranger.page.reload()
        expect(stranger.page.get_by_role("alert")).to_be_visible()
        eventually("the browser tells of the refusal", lambda: refused(stranger))
        stranger.trouble.clear()
    finally:
        house.stop()
