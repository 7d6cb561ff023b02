"""House rules in the browser, from the set-up to the proof: a family plays by its own rules, sees the clause when the
money in the middle is taken, and the finished game is replayed and proved.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import expect

from freehold.cli import main

from .conftest import ARTIFACTS, NewPerson
from .house import House
from .player import PHONE, SCREEN, Person, Size
from .playing import LIKED, liked, press
from .screens import axe_faults, fit_faults

MOST = 400  # decisions of Ann until somebody has stopped on Free Parking


def set_up(ann: Person) -> None:
    """Our rules: money in the middle, with a starting sum, and twice the salary; eight at the table."""
    ann.go()
    ann.wait_for("play-now")
    ann.see("my-name").fill("Ann")
    ann.click("more-choices")
    ann.see("seats").select_option("8")
    for chair in range(1, 8):
        ann.see(f"level-{chair}").select_option("novice")
    ann.click("house-rules")
    ann.see("option-parking_pot").select_option("taxes-fines-cards")
    ann.see("option-parking_start").select_option("third-of-cash")
    ann.see("option-salaries").select_option("double")
    ann.see("rules-name").fill("Chez nous")
    ann.click("save-rules")
    ann.see("option-salaries").select_option("printed")
    ann.click("our-rules")
    expect(ann.see("option-salaries")).to_have_value("double")


def play_until_taken(ann: Person) -> None:
    ann.click("create-table")
    ann.wait_for("table")
    ann.see("pace").or_(ann.see("comfort")).first.wait_for()
    if not ann.see("pace").is_visible():
        ann.click("comfort")
    ann.see("pace").select_option("instant")
    ann.page.keyboard.press("Escape")
    for _ in range(MOST):
        sight = ann.wait_until_asked()
        if ann.see("log-line", event="pot_taken").count():
            return
        assert not sight.over
        choice = liked(sight, ("buy", *LIKED))
        if choice is not None:
            press(ann, sight, choice)
    raise AssertionError(f"nobody took the money in the middle in {MOST} decisions")


def picture(ann: Person, name: str) -> None:
    folder = ARTIFACTS / "house-rules"
    folder.mkdir(parents=True, exist_ok=True)
    ann.page.screenshot(path=folder / f"{name}.png", full_page=True)


@pytest.mark.parametrize(
    ("lang", "size"),
    [
        pytest.param("en", SCREEN, id="en-laptop", marks=pytest.mark.thorough),
        pytest.param("fr", PHONE, id="fr-phone", marks=pytest.mark.thorough),
        pytest.param("fr", SCREEN, id="fr-laptop", marks=pytest.mark.thorough),
        pytest.param("en", PHONE, id="en-phone", marks=pytest.mark.thorough),
    ],
)
def test_our_rules_from_the_set_up_to_the_proof(
    house: House, person: NewPerson, tmp_path: Path, capsys: pytest.CaptureFixture[str], lang: str, size: Size
) -> None:
    ann = person(house, lang=lang, size=size)
    set_up(ann)
    nearest = {"en": "Played by bots: Classic, 6 players", "fr": "Joué par des robots : Classique, 6 joueurs"}
    expect(ann.see("price-tag-free-parking-pot")).to_contain_text(nearest[lang])
    faults = axe_faults(ann) + (fit_faults(ann) if size == PHONE else [])
    device = "phone" if size == PHONE else "laptop"
    picture(ann, f"{lang}-{device}-rules")
    play_until_taken(ann)
    picture(ann, f"{lang}-{device}-table")
    if size != PHONE:
        expect(ann.see("square-0")).to_contain_text({"en": "+$400", "fr": "+400\u00a0$"}[lang])
    line = ann.see("log-line", event="pot_taken").first
    number = int(line.get_attribute("data-number") or 0)
    line.locator("[data-test=log-clause]").click()
    expect(ann.wait_for("clause")).to_have_attribute("data-clause", "house.free-parking-pot")
    ann.wait_for("clause-sentence")
    picture(ann, f"{lang}-{device}-clause")
    ann.page.keyboard.press("Escape")

    ann.click("tab-table")
    ann.wait_for("consent").click()
    expect(ann.wait_for("proof")).to_have_attribute("data-proved", "true")
    id = ann.page.url.split("/t/")[1]
    place = json.loads(ann.page.evaluate("localStorage.getItem('freehold.places')"))[0]
    file = tmp_path / "game.json"
    file.write_text(json.dumps(house.get(f"/api/tables/{id}/log", place["keys"][0])), encoding="utf-8")
    assert main(["verify", str(file)]) == 0
    assert "Proved" in capsys.readouterr().out

    ann.go(f"#/r/{id}/@{number}")
    expect(ann.wait_for("log-line", event="pot_taken").last).to_be_visible()
    picture(ann, f"{lang}-{device}-replay")
    assert faults == []
