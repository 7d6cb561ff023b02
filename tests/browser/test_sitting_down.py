"""The ways to a table: the first page, the link of `freehold play`, an invitation; and the language one finds there."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from .conftest import NewPerson
from .house import House


def test_play_now_is_one_click(house: House, person: NewPerson) -> None:
    ann = person(house)
    ann.go()
    ann.wait_for("edition-spider-man").click()
    ann.click("play-now")
    ann.wait_for("table")
    expect(ann.page.get_by_role("heading", level=1)).to_contain_text("Spider-Man")
    ann.go()
    expect(ann.wait_for("my-game")).to_contain_text("Spider-Man")  # to go on with
    ann.click("go-on")
    ann.wait_for("table")


def test_the_link_of_freehold_play_is_taken_over(house: House, person: NewPerson) -> None:
    made = house.table(edition="classic", seats=3, people=[{"name": "Ann"}], bots=["baron", "trader"], language="fr")
    id, host, keys = made["table"]["id"], made["host"], made["keys"]
    ann = person(house)
    ann.go(f"#/k/fr/{id}/classic/{host}/{keys[0]}")
    ann.wait_for("table")  # it has begun
    assert ann.page.url == f"{house.url}/#/t/{id}"
    assert ann.page.evaluate("document.documentElement.lang") == "fr"
    ann.page.go_back()
    assert keys[0] not in ann.page.url
    ann.go(f"#/t/{id}")
    ann.wait_until_asked()  # the seat is ours, without the keys in the address


def test_a_friend_comes_by_the_invitation(house: House, person: NewPerson) -> None:
    ann, bob = person(house), person(house, lang="fr")
    made = house.table(edition="disney-parks", seats=2, people=[{"name": "Ann"}])
    ann.sit(made["table"]["id"], *made["keys"], host=made["host"], edition="disney-parks", invite=made["invite"])
    bob.go(f"#/t/{made['table']['id']}/{made['invite']}")
    bob.wait_for("join-name").fill("Bob")
    bob.click("join")
    expect(ann.see("seat-1")).to_contain_text("Bob")
    ann.click("start")
    for one in (ann, bob):
        expect(one.wait_for("player-1")).to_contain_text("Bob")


@pytest.mark.thorough
def test_the_language_changes_while_playing(house: House, person: NewPerson) -> None:
    made = house.table(edition="classic", seats=2, people=[{"name": "Ann"}, {"name": "Bob"}])
    ann = person(house)
    ann.sit(made["table"]["id"], *made["keys"], host=made["host"])
    ann.click("start")
    ann.wait_until_asked()
    english = ann.see("action-roll").inner_text()
    ann.click("language")
    expect(ann.see("action-roll")).not_to_have_text(english)
    assert ann.page.evaluate("document.documentElement.lang") == "fr"
    ann.page.reload()
    ann.wait_until_asked()
    expect(ann.see("action-roll")).not_to_have_text(english)
    ann.act("roll")
