"""What people at a table decide about each other, and what they delete: removal, votes, keys, my games."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from playwright.sync_api import expect

from tests.waiting import WAIT, eventually

from .conftest import NewPerson
from .house import House
from .player import Person


def open_panel(person: Person) -> None:
    """The panel of the table, where votes and keys are."""
    person.wait_for("tab-table").click()


def seen_with(house: House, id: str, link: str) -> int:
    """The status of the answer to somebody who has this link of an invitation."""
    invite = link.rsplit("/", 1)[1]
    path, headers = f"{house.url}/api/tables/{id}", {"x-freehold-invite": invite}
    return httpx.get(path, headers=headers, timeout=WAIT).status_code


def three(house: House, person: NewPerson) -> tuple[Any, list[Person]]:
    """Ann, who is the host, Bob and Cleo, each at a browser of their own; the game has begun."""
    made = house.table(edition="classic", seats=3, people=[{"name": name} for name in ("Ann", "Bob", "Cleo")])
    people = []
    for seat in range(3):
        one = person(house)
        host = made["host"] if seat == 0 else ""
        one.remember(made["table"]["id"], made["keys"][seat], edition="classic", host=host)
        one.go(f"#/t/{made['table']['id']}")
        people.append(one)
    people[0].wait_for("start").click()
    for one in people:
        one.wait_for("table")
    return made, people


def test_a_stranger_who_was_removed_cannot_come_back_by_the_same_link(house: House, person: NewPerson) -> None:
    made = house.table(edition="classic", seats=3, people=[{"name": "Ann"}])
    id, ann, stranger = made["table"]["id"], person(house), person(house)
    ann.sit(id, *made["keys"], host=made["host"], invite=made["invite"])
    old = ann.see("invite-link").input_value()
    stranger.page.goto(old)
    stranger.wait_for("join-name").fill("Stranger")
    stranger.click("join")
    expect(ann.see("seat-1")).to_contain_text("Stranger")
    ann.click("remove-1")
    expect(ann.see("seat-1")).not_to_contain_text("Stranger")
    expect(ann.see("invite-link")).not_to_have_value(old)
    new = ann.see("invite-link").input_value()
    eventually("the old invitation is void", lambda: seen_with(house, id, old) == 403)
    assert seen_with(house, id, new) == 200
    later = person(house, lang="fr")
    later.page.goto(old)
    expect(later.page.get_by_role("alert").first).to_contain_text("privée")
    friend = person(house)
    friend.page.goto(new)
    friend.wait_for("join-name").fill("Friend")
    friend.click("join")
    expect(ann.see("seat-1")).to_contain_text("Friend")


@pytest.mark.thorough
def test_the_others_vote_a_player_out_and_delete_what_they_wrote(house: House, person: NewPerson) -> None:
    made, (ann, bob, cleo) = three(house, person)
    for one in (ann, bob):
        open_panel(one)
    ann.click("vote-2")
    expect(ann.see("vote-2")).to_have_attribute("aria-pressed", "true")
    assert house.get(f"/api/tables/{made['table']['id']}", made["host"])["seats"][2]["kind"] == "person"
    bob.click("vote-2")
    for one in (ann, bob):  # a bot's seat is voted about in other words
        expect(one.see("vote-2")).to_have_attribute("aria-pressed", "false")
    seat = house.get(f"/api/tables/{made['table']['id']}", made["host"])["seats"][2]
    assert (seat["kind"], seat["against"]) == ("bot", [])

    # Bob gets a new key, and is still Bob after a reload
    bob.click("new-key")
    expect(bob.page.get_by_text("the old key opens nothing")).to_be_visible()
    bob.page.reload()
    bob.wait_for("table")
    open_panel(bob)
    expect(bob.see("new-key")).to_be_visible()
    keys = bob.page.evaluate("JSON.parse(localStorage.getItem('freehold.places'))[0].keys")
    assert len(keys) == 1
    assert keys != [made["keys"][1]]

    # he deletes the game among his: a bot takes his seat, and his name is gone
    bob.go("#/")
    bob.wait_for("delete").click()
    expect(bob.wait_for("deleting")).to_contain_text("Others have played too")
    bob.click("delete-no")
    expect(bob.see("deleting")).to_have_count(0)
    bob.click("delete")
    bob.click("delete-yes")
    expect(bob.see("my-game")).to_have_count(0)
    names = [seat["name"] for seat in house.get(f"/api/tables/{made['table']['id']}", made["host"])["seats"]]
    assert names == ["Ann", "Player 2", "Cleo"]

    # Ann is the last person: with her the game goes
    ann.go("#/")
    ann.wait_for("delete").click()
    expect(ann.wait_for("deleting")).to_contain_text("for good")
    ann.click("delete-yes")
    expect(ann.see("my-game")).to_have_count(0)
    cleo.page.reload()
    expect(cleo.page.get_by_role("alert").first).to_be_visible()


def test_the_end_of_a_game_is_signed_and_the_game_can_be_deleted(house: House, person: NewPerson) -> None:
    made = house.table(edition="classic", seats=2, people=[{"name": "Ann"}], bots=["novice"])
    ann = person(house, lang="fr")
    ann.sit(made["table"]["id"], *made["keys"], host=made["host"])
    ann.click("start")
    ann.wait_for("table")
    open_panel(ann)
    ann.wait_for("consent").click()
    expect(ann.wait_for("proof", proved="true")).to_be_visible()
    expect(ann.see("signature")).to_have_attribute("data-signed", "valid")
    ann.go("#/")
    ann.wait_for("delete").click()
    expect(ann.wait_for("deleting")).to_contain_text("définitivement")
    ann.click("delete-yes")
    expect(ann.see("my-game")).to_have_count(0)
    path, headers = f"{house.url}/api/tables/{made['table']['id']}", {"x-freehold-key": made["host"]}
    answer = httpx.get(path, headers=headers, timeout=WAIT)
    assert answer.status_code == 404
