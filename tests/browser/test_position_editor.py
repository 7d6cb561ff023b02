"""The position editor on real positions: what is not edited stays; jail cards and the money in the middle are put."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from freehold import Game
from freehold.game.types import View
from tests.waiting import eventually

from .arranged import deeds
from .conftest import NewPerson
from .house import House
from .player import PHONE, Person

ORANGE = deeds(1, 16, 18, 19, buildings=2)
# Ann owes rent at a table with house rules; a building was won at an auction, and an older rent can still be claimed.
HOUSE_RULES: dict[str, Any] = {
    "options": {"house": ["free-parking-pot"], "rent_claims": "claimed"},
    "players": [
        {"name": "Ann", "token": "boot", "cash": 20, "square": 16, "jail_cards": ["chance"]},
        {"name": "Bob", "token": "car", "cash": 900, "square": 10, "in_jail": True, "jail_turns": 2},
        {"name": "Cleo", "cash": 0, "bankrupt": True, "bankrupt_order": 1},
    ],
    "deeds": ORANGE | {"16": {"owner": 1, "buildings": 2, "paid": [0, 130]}, "5": {"owner": 0, "mortgaged": True}},
    "phase": "debt",
    "debts": [{"debtor": 0, "creditor": 1, "amount": 200, "clause": "rent.amount-from-deed", "square": 16}],
    "claims": [{"square": 19, "visitor": 0, "owner": 1, "amount": 220, "throws_left": 1}],
    "doubles": 1,
    "dice": [3, 3],
    "pot": 275,
}
THE_FORCE: dict[str, Any] = {
    "edition": "star-wars-2",
    "players": [{"name": "Ann", "cash": 700}, {"name": "Bob", "cash": 800, "jail_cards": ["chest"]}],
    "deeds": deeds(0, 1, 3, 5) | deeds(1, 16),
    "force": {"dark": 5, "light": 16},
    "turn": 1,
}


def edit(person: Person, house: House, position: dict[str, Any]) -> View:
    """The page of this position, being changed; what it was."""
    game = Game.load(position)
    person.page.goto(f"{house.url}/p/{game.link()}")
    person.wait_for("edit-position").click()
    person.wait_for("position-editor")
    return game.view()


def shown(person: Person) -> View:
    """What is in the address."""
    return Game.from_link(str(person.page.evaluate("location.href")).removesuffix("/edit")).view()


def becomes(person: Person, expected: Any) -> None:
    eventually(f"the address holds {expected}", lambda: shown(person) == expected)


def with_player(view: View, seat: int, **fields: Any) -> Any:
    players = [{**player, **(fields if at == seat else {})} for at, player in enumerate(view["players"])]
    return {**view, "players": players}


@pytest.mark.parametrize("position", [HOUSE_RULES, THE_FORCE], ids=["house rules", "the Force"])
def test_what_is_not_edited_stays(house: House, person: NewPerson, position: dict[str, Any]) -> None:
    ann = person(house)
    before = edit(ann, house, position)
    ann.see("edit-cash-1").fill("555")
    becomes(ann, with_player(before, 1, cash=555))
    ann.see("edit-cash-1").fill(str(before["players"][1]["cash"]))
    becomes(ann, before)
    expect(ann.see("position-faults")).to_have_count(0)


def test_jail_cards_and_the_money_in_the_middle_are_put(house: House, person: NewPerson) -> None:
    ann = person(house)
    before = edit(ann, house, HOUSE_RULES)
    ann.see("edit-pot").fill("40")
    now: Any = {**before, "pot": 40}
    becomes(ann, now)
    ann.see("edit-card-chest-1").check()
    becomes(ann, with_player(now, 1, jail_cards=["chest"]) | {"decks": {"chance": 15, "chest": 15}})
    ann.see("edit-card-chance-1").check()  # there is one, and Ann has it
    expect(ann.wait_for("position-faults")).to_contain_text("Bob is one jail card more")
    ann.see("edit-card-chance-0").uncheck()
    expect(ann.see("position-faults")).to_have_count(0)
    eventually("Bob has both", lambda: sorted(shown(ann)["players"][1]["jail_cards"]) == ["chance", "chest"])
    assert shown(ann)["players"][0]["jail_cards"] == []


def test_what_was_asked_is_asked_no_more_in_another_turn(house: House, person: NewPerson) -> None:
    bob = person(house, lang="fr", size=PHONE)
    before = edit(bob, house, HOUSE_RULES)
    expect(bob.see("edit-phase")).to_have_value("debt")
    bob.see("edit-turn").select_option("1")
    eventually("it is Bob's turn", lambda: shown(bob)["turn"] == 1)
    now = shown(bob)
    assert (now["phase"], now["decider"]) == ("roll", 1)
    assert "debts" not in now
    assert now.get("claims") == before.get("claims")
    assert now["players"] == before["players"]
    expect(bob.see("position-owed")).to_contain_text("Ann doit")  # the claim
    bob.see("edit-turn").select_option("2")  # who is bankrupt
    expect(bob.wait_for("position-faults")).to_be_visible()


def test_another_board_begins_anew(house: House, person: NewPerson) -> None:
    ann = person(house)
    edit(ann, house, HOUSE_RULES)
    ann.see("edit-edition").select_option("star-wars-1")
    eventually("another board", lambda: shown(ann)["edition"] == "star-wars-1")
    now = shown(ann)
    assert (now["deeds"], now["options"]) == ({}, {})
    assert [player["cash"] for player in now["players"]] == [20, 900, 0]
    expect(ann.see("edit-pot")).to_have_count(0)
