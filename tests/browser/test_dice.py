"""Browsers that give to the dice: two who prove them at the end, one alone with bots, and a server that cheats."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.server.network import Client

from .conftest import NewPerson
from .house import House
from .player import PATIENCE, Person
from .playing import LIKED, liked, press, together

ANN, BOB = "Ann", "Bob"


def two_at_a_table(house: House, person: NewPerson) -> tuple[Any, Person, Person]:
    made = house.table(edition="classic", seats=2, people=[{"name": ANN}, {"name": BOB}])
    ann, bob = person(house), person(house)
    ann.sit(made["table"]["id"], made["keys"][0], host=made["host"])
    bob.remember(made["table"]["id"], made["keys"][1])
    bob.go(f"#/t/{made['table']['id']}")
    for one in (ann, bob):
        expect(one.see("seat-1")).to_contain_text("number", timeout=PATIENCE)  # Bob has committed to his
        expect(one.see("seat-0")).to_contain_text("number", timeout=PATIENCE)
    ann.click("start")
    for one in (ann, bob):
        one.wait_for("table")
    return made, ann, bob


def some_actions(ann: Person, bob: Person, actions: int) -> None:
    for _ in range(actions):
        together(ann, bob)
        for one in (ann, bob):
            sight = one.look()
            if sight.asked and not sight.over:
                choice = liked(one.wait_until_asked(), ("buy", "roll", "end_turn", "decline", "pass", "pay", *LIKED))
                if choice is not None:
                    press(one, sight, choice)
                break


def end_here(house: House, made: Any) -> None:
    """All people agree to end the game, from a connection of their own."""
    client = Client(house.port)
    client.hello(made["table"]["id"], *made["keys"])
    for seat in range(len(made["keys"])):
        client.say(type="consent", seat=seat)
    client.hear("ended")
    client.close()


def entries(house: House, made: Any) -> list[Any]:
    return list(house.get(f"/api/tables/{made['table']['id']}/log", made["keys"][0])["entries"])


def test_two_browsers_give_to_every_throw_and_prove_it(house: House, person: NewPerson) -> None:
    made, ann, bob = two_at_a_table(house, person)
    some_actions(ann, bob, 6)
    bob.page.reload()
    bob.wait_for("table")
    some_actions(ann, bob, 3)
    together(ann, bob)
    house.kill()
    for one in (ann, bob):
        one.wait_for("line-lost")
    house.start()
    for one in (ann, bob):
        expect(one.see("line-lost")).to_have_count(0, timeout=PATIENCE)
        one.trouble.clear()  # the browser itself tells of every line that it could not open
    some_actions(ann, bob, 4)
    together(ann, bob)
    drawn = [entry["shares"] for entry in entries(house, made) if "shares" in entry]
    assert len(drawn) >= 3
    assert all(set(shares) == {"0", "1"} and all(shares.values()) for shares in drawn)
    end_here(house, made)
    for one in (ann, bob):
        expect(one.see("proof")).to_have_attribute("data-proved", "true", timeout=PATIENCE)
        for name in (ANN, BOB):
            count = len(drawn) + 1
            expect(one.see("proof-parts")).to_contain_text(f"{name} added a number to {count} of {count} draws")
        one.click("check-cards")
        expect(one.see("proof-cards")).to_be_visible(timeout=PATIENCE)
        expect(one.see("dice-alarm")).to_have_count(0)


def test_alone_with_bots_every_throw_has_our_number(house: House, person: NewPerson) -> None:
    made = house.table(edition="classic", seats=2, people=[{"name": ANN}], bots=["novice"])
    ann = person(house)
    ann.sit(made["table"]["id"], *made["keys"], host=made["host"])
    ann.click("start")
    ann.wait_for("table")
    drawn: list[Any] = []
    for _ in range(40):
        sight = ann.wait_until_asked()
        choice = liked(sight, ("roll", "end_turn", "decline", "pass", "reject", "pay", *LIKED))
        assert choice is not None
        press(ann, sight, choice)
        drawn = [entry["shares"] for entry in entries(house, made) if "shares" in entry]
        if len(drawn) >= 4:
            break
    assert len(drawn) >= 3
    assert all(shares.get("0") for shares in drawn)
    ann.look()  # what the browser heard before is among the frames now
    asked = {told["draw"] for told in map(json.loads, ann.frames) if told["type"] == "asking"}
    assert asked >= {*range(len(drawn) + 1)}  # nothing is given ahead
    end_here(house, made)
    expect(ann.see("proof")).to_have_attribute("data-proved", "true", timeout=PATIENCE)
    expect(ann.see("dice-alarm")).to_have_count(0)


@pytest.fixture
def cheating(tmp_path: Path) -> Iterator[House]:
    found = House(tmp_path, module="tests.browser.cheating")
    found.start()
    yield found
    found.stop()


def test_a_browser_that_is_left_out_says_so(cheating: House, person: NewPerson) -> None:
    made, ann, bob = two_at_a_table(cheating, person)
    some_actions(ann, bob, 12)
    expect(bob.wait_for("dice-alarm")).to_contain_text("without this browser")
    expect(ann.wait_for("dice-alarm")).to_contain_text("numbers of other players")  # than she was shown before hers
    end_here(cheating, made)
    for one in (ann, bob):
        expect(one.see("proof")).to_have_attribute("data-proved", "false", timeout=PATIENCE)
