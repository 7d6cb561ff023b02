"""The page around a real box: a family opens it, taps what fell and what was drawn, corrects mistakes; recorded games
that are typed in it end where they ended.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from freehold import Game
from tests.server.network import Client

from .conftest import NewPerson
from .house import House
from .player import PHONE, SCREEN, Person, Size

FIXTURES = Path(__file__).parents[1] / "game" / "fixtures"


def family(house: House, person: NewPerson, lang: str = "en", size: Size = SCREEN) -> Person:
    """Two people who have opened a table for their classic box."""
    one = person(house, lang=lang, size=size)
    one.go()
    one.click("way-box")
    one.see("box-name-0").fill("Ann")
    one.see("box-name-1").fill("Bob")
    one.click("fewer")
    one.click("fewer")
    one.see("box-first").select_option("1")
    one.click("box-begin")
    one.wait_for("typing", wanted="die-die")
    return one


def test_a_throw_is_one_tap_and_a_card_another(house: House, person: NewPerson) -> None:
    one = family(house, person)
    assert "Bob" in one.see("decision").inner_text()
    one.click("type-3-4")
    one.wait_for("typing", wanted="card")
    assert "Bob throws 3 and 4" in one.see("typing").inner_text()
    one.see("find-card").fill("gust")
    one.page.keyboard.press("Enter")
    one.wait_for("log-line", event="salary")
    one.wait_for("typing", wanted="die-die")  # the turn has ended by itself
    assert "Ann" in one.see("decision").inner_text()


def test_a_mistake_is_taken_back_or_set_right_and_the_log_says_so(house: House, person: NewPerson) -> None:
    one = family(house, person, "fr", PHONE)
    one.page.keyboard.press("2")
    one.page.keyboard.press("4")
    one.act("buy")
    one.wait_for("typing", wanted="die-die")
    one.click("take-back")
    one.click("back-to-0")
    one.wait_for("typing", wanted="die-die")
    one.click("set-right")
    one.see("right-seat").select_option("1")
    one.see("right-sum").fill("1234")
    one.click("right-do")
    one.wait_for("log-line", event="set_right")
    one.wait_for("log-line", event="take_back")
    assert "1234" in "".join(one.see("cash-1").inner_text().split())


def test_another_screen_goes_on_with_the_invitation(house: House, person: NewPerson) -> None:
    one = family(house, person)
    one.click("type-1-2")
    one.wait_for("action-buy")
    one.click("phones")
    link = one.page.locator("dialog input").input_value()
    other = person(house, size=PHONE)
    one.page.goto("about:blank")  # the battery is empty
    other.page.goto(link)
    other.act("buy")
    other.act("end_turn")
    other.click("type-5-6")
    other.wait_for("action-buy")


@pytest.mark.parametrize(
    ("name", "most"),
    [
        ("star-wars-2-last-by-bank", 40),
        pytest.param("spider-man-last-by-bank", 400, marks=pytest.mark.thorough),
        pytest.param("star-wars-2-time-up", 59, marks=pytest.mark.thorough),
        pytest.param("classic-last-by-bank", 400, marks=pytest.mark.thorough),
    ],
)
def test_a_recorded_game_is_typed_in_the_page(house: House, person: NewPerson, name: str, most: int) -> None:
    """Throws and cards are tapped in the page; whoever has a phone decides there."""
    fixture = json.loads((FIXTURES / f"{name}.json").read_text(encoding="utf-8"))
    start = fixture["start"]
    recorded = Game.load(start)
    people = [{"name": player["name"], "token": player["token"]} for player in start["players"]]
    made = house.table(edition=start["edition"], variant=start["variant"], seats=len(people), people=people, box=True)
    phone = Client(house.port)
    phone.hello(made["table"]["id"], made["host"])
    phone.say(type="start", position={key: value for key, value in start.items() if key not in ("decks", "chance")})
    phone.hear("begun")
    screen = person(house)
    screen.go(f"#/t/{made['table']['id']}/{made['invite']}")
    for entry in fixture["log"][:most]:
        play(screen, phone, recorded, entry)
    seen = next(message["view"] for message in reversed(phone.heard) if message["type"] == "told")
    assert without_order(seen) == without_order({**recorded.view(), "options": seen["options"]})
    phone.close()


def play(screen: Person, phone: Client, recorded: Game, entry: Any) -> None:
    """One step of the record: the page asks for what it needs, one tap each."""
    number = phone.number + 1
    events = recorded.again(entry)
    dice, cards = list(entry["chance"]), [event["card"] for event in events if event["type"] == "card"]
    if entry["action"]["type"] != "roll":
        phone.say(type="act", seat=entry["seat"], number=number, id=str(number), action=entry["action"])
    typed = 0
    while dice or cards:
        asked = screen.wait_for("typing", number=number, typed=typed).get_attribute("data-wanted") or ""
        if asked == "card":
            screen.click(f"card-{cards.pop(0)}")
            typed += 1
            continue
        faces = [dice.pop(0) for _ in asked.split("-")]
        ordered = "force" in asked or entry["action"]["type"] == "attack"
        screen.click("type-" + "-".join(map(str, faces if ordered else sorted(faces))))
        typed += len(faces)
    phone.hear("told", that=lambda message: message["past"]["number"] == number)


def without_order(view: Any) -> Any:
    """Which of two equal dice showed what is not typed."""
    return {**view, "dice": sorted(view.get("dice") or [])}
