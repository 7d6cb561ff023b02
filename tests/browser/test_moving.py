"""A seat goes on with another device, and who has lost everything is let in again by another person at the table."""

from __future__ import annotations

import msgspec
from playwright.sync_api import expect

from freehold.server.fairness.verify import verify
from freehold.server.storage.game_log import Log

from .conftest import NewPerson
from .house import House
from .player import PATIENCE, PHONE, Person
from .sitting import ANN, BOB, Sitting
from .test_dice import some_actions, two_at_a_table

# What "clear browsing data" leaves of a site: nothing.
CLEAR = """async () => {
  localStorage.clear();
  sessionStorage.clear();
  for (const { name } of await indexedDB.databases()) indexedDB.deleteDatabase(name);
  for (const name of await caches.keys()) await caches.delete(name);
}"""


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


def test_the_dice_of_a_game_whose_seat_was_moved_are_proved_on_the_phone(house: House, person: NewPerson) -> None:
    made, laptop, bob = two_at_a_table(house, person)
    some_actions(laptop, bob, 5)
    link = link_of(laptop, f"go-on-elsewhere-{ANN}")
    phone = person(house, lang="fr", size=PHONE)
    open_link(phone, link)
    bob.wait_for("seat-moved")
    laptop.close()
    some_actions(phone, bob, 5)
    for one in (phone, bob):
        one.click("tab-table")
        one.wait_for("consent").click()
    for one in (phone, bob):
        expect(one.see("proof")).to_have_attribute("data-proved", "true", timeout=PATIENCE)
        expect(one.see("dice-alarm")).to_have_count(0)
    log = house.get(f"/api/tables/{made['table']['id']}/log", made["keys"][BOB])
    drawn = sum("shares" in entry for entry in log["entries"]) + 1
    assert drawn >= 4
    expect(phone.see("proof-parts")).to_contain_text(f"Ann a ajouté un nombre à {drawn} tirages sur {drawn}")
    assert verify(msgspec.convert(log, Log)).verdict == "proved"


def test_a_host_who_has_cleared_everything_is_let_in_by_a_guest(house: House, person: NewPerson) -> None:
    made = house.table(edition="classic", seats=2, people=[{"name": "Ann"}, {"name": "Bob"}])
    ann, bob = person(house), person(house, lang="fr", size=PHONE)
    ann.go()  # from here on nothing but the page itself lays keys into her browser
    ann.sit(made["table"]["id"], made["keys"][ANN], host=made["host"])
    ann.click("start")
    ann.wait_for("table")
    bob.sit(made["table"]["id"], made["keys"][BOB])
    table = ann.page.url
    ann.page.goto(f"{house.url}/icon.svg")  # a page of the same site that keeps nothing
    ann.page.evaluate(CLEAR)
    ann.page.goto(table)
    expect(ann.page.get_by_role("main")).to_contain_text("private")
    assert ann.page.evaluate("localStorage.getItem('freehold.places')") is None
    expect(bob.see(f"player-{ANN}")).to_contain_text("absent")
    link = link_of(bob, f"let-in-{ANN}")
    open_link(ann, link)
    expect(bob.wait_for("seat-moved")).to_contain_text("Ann")
    some_actions(ann, bob, 4)
    assert ann.number >= 4
    ann.click("tab-table")
    ann.wait_for("pause").click()  # the host's role has come back with the seat
    expect(bob.wait_for("state-paused")).to_be_visible()
    ann.trouble[:] = [line for line in ann.trouble if "403" not in line]  # the private table


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


def test_a_backup_brings_the_seats_to_a_browser_that_has_nothing(house: House, person: NewPerson) -> None:
    made = house.table(edition="classic", seats=2, people=[{"name": "Ann"}], bots=["novice"])
    ann, again = person(house), person(house, lang="fr", size=PHONE)
    ann.sit(made["table"]["id"], *made["keys"], host=made["host"])
    ann.click("start")
    ann.wait_until_asked()
    ann.go()
    ann.wait_for("backup").click()
    ann.wait_for("backup-passphrase").fill("correct horse")
    with ann.page.expect_download() as saved:
        ann.click("backup-save")
    content = saved.value.path().read_bytes()
    assert made["keys"][0].encode() not in content
    ann.close()
    again.go()
    again.wait_for("backup").click()
    for passphrase, told in (("wrong horse", "bonne phrase secrète"), ("correct horse", "Tables récupérées")):
        again.wait_for("backup-passphrase").fill(passphrase)
        again.see("backup-open").set_input_files(
            {"name": "seats.json", "mimeType": "application/json", "buffer": content}
        )
        expect(again.page.get_by_role("status").filter(has_text=told)).to_be_visible()
    again.wait_for("my-game")
    again.go(f"#/t/{made['table']['id']}")
    again.wait_until_asked()
