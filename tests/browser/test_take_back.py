"""A wrong click is taken back: at once where nobody is concerned, otherwise with everybody's agreement."""

from __future__ import annotations

import msgspec
import pytest
from playwright.sync_api import expect

from freehold.server.fairness.verify import verify
from freehold.server.storage.game_log import Log

from .conftest import NewPerson
from .house import House
from .player import PATIENCE, PHONE, Person
from .playing import liked, press
from .sitting import Sitting
from .test_dice import end_here


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
    expect(bob.wait_for("take-back-wish")).to_contain_text("Ann voudrait annuler")
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
    for who in (ann, bob):
        expect(who.see("take-back-wish")).to_have_count(0)
    ann.act("roll")  # another throw, and it is told apart
    expect(ann.see("log-line", event="roll")).to_have_count(2)
    for who in (ann, bob):
        expect(who.see("dice-alarm")).to_have_count(0)


@pytest.mark.parametrize(("policy", "offered"), [("never", 0), ("free", 1)])
def test_the_policy_is_chosen_when_the_table_is_set(house: House, person: NewPerson, policy: str, offered: int) -> None:
    ann = person(house)
    ann.go()
    ann.wait_for("play-now")
    ann.click("more-choices")
    ann.see("take-back-policy").select_option(policy)
    ann.click("create-table")
    ann.wait_for("table")
    sight = ann.wait_until_asked()
    choice = liked(sight)
    assert choice is not None
    press(ann, sight, choice)
    ann.wait_until_asked()
    expect(ann.see("take-back")).to_have_count(offered)


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
    before = ann.see("log-line", event="roll").count()
    for _ in range(20):  # until there is a throw in the place of a burnt one
        sight = ann.wait_until_asked()
        choice = liked(sight)
        if choice is not None:
            press(ann, sight, choice)
        if ann.see("log-line", event="roll").count() > before:
            break
    expect(ann.see("dice-alarm")).to_have_count(0)
    end_here(house, made)
    expect(ann.see("proof")).to_have_attribute("data-proved", "true", timeout=PATIENCE)
    log = house.get(f"/api/tables/{made['table']['id']}/log", made["keys"][0])
    report = verify(msgspec.convert(log, Log))
    assert report.verdict == "proved"
    assert report.taken_back >= 3  # a step takes back what the bot has done since, too
    assert report.burnt >= 1
    told = f"Taken back: {report.taken_back} actions, {report.burnt} of them with a throw"
    expect(ann.see("proof-taken-back")).to_contain_text(told)
