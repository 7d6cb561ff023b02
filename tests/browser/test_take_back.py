"""A wrong click is taken back: at once where nobody is concerned, otherwise with everybody's agreement."""

from __future__ import annotations

from playwright.sync_api import expect

from .conftest import NewPerson
from .house import House
from .player import PHONE, Person
from .playing import liked, press
from .sitting import Sitting


def phase(person: Person, name: str) -> None:
    expect(person.see("decision", phase=name)).to_be_visible()


def test_a_purchase_at_once_and_the_throw_if_the_other_agrees(arranged: House, person: NewPerson) -> None:
    sitting = Sitting(arranged, dice=[[1, 2], [4, 6]])
    ann, bob = sitting.ann(person), sitting.bob(person, lang="fr", size=PHONE)
    expect(ann.see("take-back")).to_have_count(0)  # nothing yet
    ann.act("roll")
    ann.act("buy")
    ann.press("z")  # by the keyboard, freely
    phase(ann, "buy")
    expect(ann.see("log-line", event="buy").locator("s")).to_have_count(1)
    expect(ann.see("log-line", event="taken-back")).to_contain_text("Ann")

    ann.click("take-back")  # the throw: Bob has to agree
    expect(ann.wait_for("take-back-wish")).to_contain_text("Ann")
    expect(bob.wait_for("take-back-wish")).to_contain_text("Ann voudrait reprendre")
    number = ann.number
    bob.click("take-back-refuse")
    expect(ann.see("take-back-wish")).to_have_count(0)
    assert ann.number == number
    ann.act("buy")
    ann.click("take-back")
    phase(ann, "buy")
    ann.click("take-back")
    bob.wait_for("take-back-agree").click()
    phase(ann, "roll")
    expect(ann.see("log-line", event="roll").locator("s")).to_have_count(1)
    ann.act("roll")  # another throw, and it is told apart
    expect(ann.see("log-line", event="roll")).to_have_count(2)
    for who in (ann, bob):
        expect(who.see("dice-alarm")).to_have_count(0)


def test_alone_with_bots_as_far_as_one_likes(house: House, person: NewPerson) -> None:
    made = house.table(edition="classic", seats=2, people=[{"name": "Ann"}], bots=["novice"], pace="instant")
    ann = person(house)
    ann.sit(made["table"]["id"], made["keys"][0], host=made["host"])
    ann.click("start")
    ann.wait_for("table")
    for _ in range(8):
        sight = ann.wait_until_asked()
        choice = liked(sight)
        if choice is not None:
            press(ann, sight, choice)
    ann.wait_until_asked()
    for _ in range(3):
        number = ann.number
        ann.wait_for("take-back").click()
        ann.wait_until_moved(number)
    expect(ann.see("log-line", event="taken-back")).to_have_count(3)
    expect(ann.see("dice-alarm")).to_have_count(0)
