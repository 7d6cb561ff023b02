"""Browsers that refuse what the page would like to have: storage, notifications."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import expect

from .conftest import NewPerson
from .house import House
from .player import PATIENCE, Person
from .playing import LIKED, liked, press
from .sitting import Sitting
from .test_dice import end_here

NO_STORAGE = """Object.defineProperty(window, "localStorage", {
  get() { throw new DOMException("The operation is insecure.", "SecurityError"); },
})"""
MEANWHILE = {"en": "does not keep", "fr": "ne conserve rien"}


def some_decisions(ann: Person, decisions: int) -> None:
    for _ in range(decisions):
        sight = ann.wait_until_asked()
        choice = liked(sight, ("roll", "end_turn", "decline", "pass", "reject", "pay", *LIKED))
        assert choice is not None
        press(ann, sight, choice)


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_play_now_without_storage(house: House, person: NewPerson, lang: str) -> None:
    ann = person(house, lang=lang)
    ann.context.add_init_script(NO_STORAGE)
    ann.go()
    ann.click("play-now")
    ann.wait_for("table")
    expect(ann.wait_for("not-kept")).to_contain_text(MEANWHILE[lang])
    some_decisions(ann, 2)
    expect(ann.see("dice-alarm")).to_have_count(0)
    ann.see("not-kept").get_by_role("button").click()
    expect(ann.see("not-kept")).to_have_count(0)
    ann.go("#/")
    ann.wait_for("play-now")
    ann.page.go_back()
    ann.wait_until_asked()  # the seat lasts as long as the window


def test_dice_are_proved_without_storage(house: House, person: NewPerson) -> None:
    made = house.table(edition="classic", seats=2, people=[{"name": "Ann"}], bots=["trader"])
    ann = person(house)
    ann.context.add_init_script(NO_STORAGE)
    ann.go(f"#/k/en/{made['table']['id']}/classic/{made['host']}/{made['keys'][0]}")
    ann.wait_for("table")
    some_decisions(ann, 3)
    end_here(house, made)
    expect(ann.see("proof")).to_have_attribute("data-proved", "true", timeout=3 * PATIENCE)  # a worker reads the log
    log = house.get(f"/api/tables/{made['table']['id']}/log", made["keys"][0])["entries"]
    assert any(entry.get("shares", {}).get("0") for entry in log)  # with the chain that was published before the page


def test_seats_that_are_kept_are_not_spoken_of(house: House, person: NewPerson) -> None:
    ann = person(house)
    ann.go()
    ann.click("play-now")
    ann.wait_until_asked()
    expect(ann.see("not-kept")).to_have_count(0)


@pytest.mark.parametrize(
    "refusal", ["Notification.requestPermission = async () => 'denied'", "delete window.Notification"]
)
def test_the_box_is_not_ticked_if_notifications_are_refused(arranged: House, person: NewPerson, refusal: str) -> None:
    sitting = Sitting(arranged)
    ann = sitting.ann(person)
    ann.page.evaluate(refusal)
    ann.click("comfort")
    ann.see("notify").click()
    expect(ann.wait_for("notify-refused")).to_be_visible()
    expect(ann.see("notify")).not_to_be_checked()
    assert not json.loads(ann.page.evaluate("localStorage.getItem('freehold.settings')"))["notify"]


@pytest.mark.parametrize("worker", [False, True])
def test_a_browser_that_throws_instead_of_notifying(arranged: House, person: NewPerson, worker: bool) -> None:
    """As Chrome does on Android, where only a service worker may notify."""
    sitting = Sitting(arranged, dice=[[1, 2]])
    ann = person(arranged, worker=worker)
    ann.context.add_init_script(
        """
        window.tried = 0;
        window.Notification = class {
          static permission = "granted";
          constructor() { window.tried += 1; throw new TypeError("Illegal constructor"); }
        };
        ServiceWorkerRegistration.prototype.showNotification = async function (...told) { window.told = told; };
        Object.defineProperty(document, "hidden", { get: () => true });
        localStorage.setItem("freehold.settings", JSON.stringify({ sound: false, motion: false, notify: true }));
        """
    )
    ann.sit(sitting.made["table"]["id"], sitting.made["keys"][0], host=sitting.made["host"])
    ann.click("start")
    ann.wait_until_asked()
    ann.page.wait_for_function("() => window.tried > 0")
    if worker:
        ann.page.wait_for_function("() => window.told !== undefined")
        title, more = ann.page.evaluate("window.told")
        assert (title, more["body"], more["tag"]) == ("Your turn", "Classic", sitting.made["table"]["id"])
    ann.act("roll")  # and its console has not complained
