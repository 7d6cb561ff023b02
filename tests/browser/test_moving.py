"""A seat goes on with another device, and who has lost everything is let in again by another person at the table."""

from __future__ import annotations

from playwright.sync_api import expect

from .conftest import NewPerson
from .house import House
from .player import PHONE, Person
from .sitting import ANN, BOB, Sitting


def link_of(person: Person, hook: str) -> str:
    """Press a button on the page of the table, and read the link for a seat."""
    person.click("tab-table")
    person.wait_for(hook).click()
    return person.wait_for("seat-link").input_value()


def open_link(person: Person, link: str) -> None:
    person.page.goto(link)
    person.wait_for("take-seat").click()
    person.wait_for("table")


def test_from_the_laptop_to_the_phone_in_the_middle_of_a_game(arranged: House, person: NewPerson) -> None:
    sitting = Sitting(arranged, dice=[[1, 2], [4, 6]])
    ann, bob = sitting.ann(person), sitting.bob(person)
    ann.act("roll")
    link = link_of(ann, f"go-on-elsewhere-{ANN}")
    expect(ann.see("qr")).to_be_visible()
    phone = person(arranged, lang="fr", size=PHONE)
    open_link(phone, link)
    expect(bob.wait_for("seat-moved")).to_contain_text("Ann")
    phone.act("buy")
    phone.act("end_turn")
    bob.act("roll")  # the phone gives to the dice what the laptop would have given
    for alarm in ("dice-alarm", "dice-missing", "dice-missing-again"):
        expect(phone.see(alarm)).to_have_count(0)
    expect(ann.see("decision", asked="true")).to_have_count(0)  # the laptop only watches, if anything

    late = person(arranged)
    late.page.goto(link)
    late.wait_for("take-seat").click()
    expect(late.wait_for("seat-refused")).to_contain_text("used already")
    late.trouble.clear()  # the refusal
    phone.trouble[:] = [line for line in phone.trouble if "409" not in line]  # dictated dice cannot be replayed


def test_who_has_cleared_everything_is_back_with_the_help_of_one_other(arranged: House, person: NewPerson) -> None:
    sitting = Sitting(arranged, turn=BOB, grace=300)
    ann, bob = sitting.ann(person), sitting.bob(person)
    bob.close()
    expect(ann.see(f"player-{BOB}")).to_contain_text("not here")
    ann.click("tab-table")
    expect(ann.wait_for("key-is-here")).to_be_visible()
    link = link_of(ann, f"let-in-{BOB}")
    again = person(arranged, size=PHONE)
    open_link(again, link)
    expect(ann.wait_for("seat-moved")).to_contain_text("Bob")
    again.act("roll")
