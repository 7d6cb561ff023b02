"""Recorded games are typed in the page around a real box, throw by throw and card by card, and end where they ended."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from freehold import Game
from freehold.editions import ids
from tests.server.network import Client

from .conftest import NewPerson
from .house import House
from .player import PATIENCE, Person

# Whether the money that is said to change hands since the last throw comes to these differences.
HANDED = """(differences) => {
  const moves = JSON.parse(document.querySelector("[data-test=handed]")?.dataset.moves ?? "[]");
  const of = (seat) => moves.reduce((sum, { from, to, amount }) => sum + ((to === seat) - (from === seat)) * amount, 0);
  return differences.every((difference, seat) => of(seat) === difference);
}"""
FIXTURES = Path(__file__).parents[1] / "game" / "fixtures"
Entries = list[Any]


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """A server for each game: an address may open only so many tables in an hour."""
    found = House(tmp_path)
    found.start()
    yield found
    found.stop()


@pytest.mark.parametrize(
    ("name", "most"),
    [
        ("star-wars-2-last-by-bank", 40),
        pytest.param("spider-man-last-by-bank", 400, marks=pytest.mark.thorough),
        pytest.param("star-wars-2-time-up", 59, marks=pytest.mark.thorough),
        pytest.param("classic-last-by-bank", 400, marks=pytest.mark.thorough),
    ],
)
def test_the_beginning_of_a_recorded_game(house: House, person: NewPerson, name: str, most: int) -> None:
    fixture = json.loads((FIXTURES / f"{name}.json").read_text(encoding="utf-8"))
    typed(house, person, fixture["start"], fixture["log"][:most])


@pytest.mark.parametrize(
    "number", [pytest.param(k, marks=pytest.mark.nightly if k else pytest.mark.thorough) for k in range(10)]
)
@pytest.mark.parametrize("edition", ids())
def test_a_whole_recorded_game(house: House, person: NewPerson, edition: str, number: int) -> None:
    """Ten of each edition, between two or three bots; one of each in `make thorough`, the others in `make nightly`. The
    numbers differ by edition, since boards with the same rules would play the same games.
    """
    bots = ["trader", "baron", "novice"][: 2 + number % 2]
    recorded = Game.of(edition, bots, seed=34, number=10 * ids().index(edition) + number)
    assert recorded.over
    typed(house, person, recorded.start, list(recorded.log))


def typed(house: House, person: NewPerson, start: Mapping[str, Any], log: Entries) -> None:
    """Throws and cards are tapped in the page; everything else is decided on a phone. The money of the box is used: the
    page says after each step what has changed hands since the throw.
    """
    recorded = Game.load(start)
    people = [{"name": player["name"], "token": player["token"]} for player in start["players"]]
    made = house.table(
        edition=start["edition"], variant=start["variant"], seats=len(people), people=people, box=True, paper=True
    )
    phone = Client(house.port)
    phone.hello(made["table"]["id"], made["host"])
    phone.say(type="start", position={key: value for key, value in start.items() if key not in ("decks", "chance")})
    phone.hear("begun")
    screen = person(house)
    screen.go(f"#/t/{made['table']['id']}/{made['invite']}")
    before = cash(recorded)
    for entry in log:
        now = cash(recorded)
        if any(event["type"] == "roll" for event in play(screen, phone, recorded, entry)):
            before = now
        differences = [after - then for after, then in zip(cash(recorded), before, strict=True)]
        screen.page.wait_for_function(HANDED, arg=differences, timeout=PATIENCE)
    seen = next(message["view"] for message in reversed(phone.heard) if message["type"] == "told")
    assert without_order(seen) == without_order({**recorded.view(), "options": seen["options"]})
    phone.close()


def cash(game: Game) -> list[int]:
    return [player["cash"] for player in game.view()["players"]]


def play(screen: Person, phone: Client, recorded: Game, entry: Any) -> list[Any]:
    """One step of the record, and its events: the page asks for what it needs, one tap each."""
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
    return list(events)


def without_order(view: Any) -> Any:
    """Which of two equal dice showed what is not typed."""
    return {**view, "dice": sorted(view.get("dice") or [])}
