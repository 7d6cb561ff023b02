"""Tables around a real box, for the tests of the browser: a family opens one, and pictures of it are kept."""

from __future__ import annotations

from typing import Any

from freehold import Game
from tests.server.network import Client

from .conftest import ARTIFACTS, NewPerson
from .house import House
from .player import SCREEN, Person, Size

BIG = (1920, 1080)


def family(
    house: House, person: NewPerson, lang: str = "en", size: Size = SCREEN, *, coach: bool = False, paper: bool = False
) -> Person:
    """Two people who have opened a table for their classic box; with the coach if they all want it."""
    one = person(house, lang=lang, size=size)
    one.go()
    one.click("way-box")
    one.see("box-name-0").fill("Ann")
    one.see("box-name-1").fill("Bob")
    one.click("fewer")
    one.click("fewer")
    one.see("box-first").select_option("1")
    if coach:
        one.see("box-coach").check()
    if paper:
        one.see("box-paper").check()
    one.click("box-begin")
    one.wait_for("typing", wanted="die-die")
    return one


def around(
    house: House, person: NewPerson, lang: str = "en", size: Size = SCREEN, *, link: str = "", **wish: Any
) -> tuple[Person, Client]:
    """Ann and Bob at a box, perhaps from the link of a position on; another screen, the host's, has begun the game."""
    people = [{"name": "Ann"}, {"name": "Bob"}]
    wish |= {"edition": "classic", "people": people, **({"position": link} if link else {})}
    made = house.table(seats=2, box=True, **wish)
    host = Client(house.port)
    host.hello(made["table"]["id"], made["host"])
    host.say(type="start", **({} if link else {"first": 0}))
    host.hear("begun")
    one = person(house, lang=lang, size=size)
    one.go(f"#/t/{made['table']['id']}/{made['invite']}")
    one.click("whose-all")
    one.wait_for("typing", wanted="die-die")
    return one, host


def position(**wish: Any) -> str:
    """The link of a position of the classic game."""
    return Game.load({"edition": "classic", **wish}).link()


def picture(one: Person, name: str) -> None:
    folder = ARTIFACTS / "real-box"
    folder.mkdir(parents=True, exist_ok=True)
    one.page.screenshot(path=folder / f"{name}.png")
