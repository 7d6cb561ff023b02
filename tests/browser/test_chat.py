"""The chat: in the lobby too, phrases that everybody reads in their own language, a new line where it is out of view;
and what one is told about the key of one's seat.
"""

from __future__ import annotations

from playwright.sync_api import expect

from .conftest import ARTIFACTS, NewPerson
from .house import House
from .player import PHONE, Person
from .screens import axe_faults


def picture(one: Person, name: str) -> None:
    folder = ARTIFACTS / "chat"
    folder.mkdir(parents=True, exist_ok=True)
    one.page.screenshot(path=folder / f"{name}.png")


def test_phrases_across_languages_from_the_lobby_on(house: House, person: NewPerson) -> None:
    made = house.table(edition="classic", seats=2, people=[{"name": "Ann"}, {"name": "Bob"}])
    id = made["table"]["id"]
    ann, bob = person(house), person(house, lang="fr", size=PHONE)
    ann.sit(id, made["keys"][0], host=made["host"])
    bob.page.clock.install()
    bob.remember(id, made["keys"][1], edition="classic")
    bob.go(f"#/t/{id}")
    ann.wait_for("chat-text").fill("Is everybody here?")
    ann.click("chat-send")
    expect(bob.wait_for("chat-line")).to_contain_text("Is everybody here?")
    bob.click("phrase-good-luck")
    expect(bob.see("chat-line").last).to_contain_text("Bonne chance")
    expect(ann.see("chat-line").last).to_contain_text("Good luck!")

    bob.see("reaction-surprise").focus()
    bob.page.keyboard.press("Enter")
    expect(bob.see("chat-line").last).to_contain_text("Quelle surprise")  # for who listens; others see a picture
    expect(ann.see("chat-line").last).to_contain_text("What a surprise!")
    expect(ann.see("chat-line").last.locator("svg")).to_be_visible()
    assert axe_faults(ann) == []

    for one in (ann, bob):
        assert one.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    picture(ann, "lobby")
    picture(bob, "lobby-fr")
    expect(bob.wait_for("key-is-here")).to_contain_text("la clé")  # whoever sits down is told
    expect(bob.see("go-on-elsewhere-1")).to_be_visible()
    expect(bob.see("to-backup")).to_be_visible()

    ann.click("start")
    bob.wait_for("table")
    bob.page.clock.pause_at("2030-01-01")  # a new line is shown for some seconds, however long this takes
    ann.click("tab-chat")
    ann.click("phrase-deal")
    new = bob.wait_for("chat-new")  # the chat is below the edge of a phone
    expect(new).to_contain_text("On fait affaire")
    picture(bob, "new-fr")
    box = new.bounding_box()
    assert box is not None
    assert 0 <= box["y"] <= box["y"] + box["height"] <= PHONE[1] / 2
    new.click()
    expect(bob.see("chat-line").last).to_be_in_viewport()
    expect(bob.see("chat-new")).to_have_count(0)
