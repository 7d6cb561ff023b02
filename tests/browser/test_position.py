"""A position by its link: what it shows, playing on from it, the editor; and links from a replay and a log."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from freehold import Game, rulebook
from freehold.game.position import from_view
from tests.server.served import SECRET, unfinished
from tests.waiting import eventually

from .conftest import NewPerson
from .house import House, lay
from .player import PHONE, Person
from .test_keyboard import tab_to

DEBT = {
    "players": [{"name": "Ann", "cash": 20, "square": 16}, {"name": "Bob", "cash": 900}, {"name": "Cleo"}],
    "deeds": {
        "16": {"owner": 1, "buildings": 2},
        "18": {"owner": 1, "buildings": 2},
        "19": {"owner": 1, "buildings": 2},
        "5": {"owner": 0},
    },
    "phase": "debt",
    "debts": [{"debtor": 0, "creditor": 1, "amount": 200, "clause": "rent.amount-from-deed", "square": 16}],
}


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    house = House(tmp_path_factory.mktemp("positions"))
    lay(house.folder, unfinished(id="game"), SECRET)
    house.start()
    yield house
    house.stop()


def copied(person: Person, name: str) -> str:
    """What a button has put on the clipboard."""
    person.context.grant_permissions(["clipboard-read", "clipboard-write"])
    person.wait_for(name).click()
    expect(person.see(name)).to_have_text("Copied")
    return str(person.page.evaluate("navigator.clipboard.readText()"))


def test_the_board_of_a_running_game_has_an_address(place: House, person: NewPerson) -> None:
    ann = person(place)
    ann.sit("game", "key of Ann")
    ann.wait_for("table")
    ann.click("tab-table")
    address = copied(ann, "copy-board")
    view = place.get("/api/tables/game/at/40", "key of Ann")["view"]
    assert address == f"{place.url}/p/{Game.load(from_view(view)).link()}"


def test_a_link_shows_who_owes_what_by_which_clause_and_is_played_on(place: House, person: NewPerson) -> None:
    ann = person(place)
    ann.page.goto(f"{place.url}/p/{Game.load(DEBT).link()}")
    expect(ann.wait_for("position-owed")).to_contain_text("Ann owes Bob $200.")
    expect(ann.see("position-legal")).to_contain_text("Mortgage")
    assert copied(ann, "copy-position") == f"{place.url}/p/{Game.load(DEBT).link()}"
    ann.click("position-clause")
    expect(ann.wait_for("clause")).to_have_attribute("data-clause", "rent.amount-from-deed")
    ann.page.keyboard.press("Escape")
    ann.see("play-on-seat").select_option("2")
    ann.click("play-on")
    expect(ann.wait_for("player-1")).to_contain_text("Bob")
    ann.wait_until_asked()  # the bots have settled the debt
    expect(ann.see("cash-2")).to_be_visible()


def test_what_would_be_owed_on_a_square(place: House, person: NewPerson) -> None:
    ann = person(place)
    ann.page.goto(f"{place.url}/p/{Game.load(DEBT).link()}")
    for square, rent in ((19, "pays Bob $220"), (5, "pays Ann $25"), (1, "unsold")):
        ann.wait_for(f"square-{square}").click()
        expect(ann.wait_for("deed-rent")).to_contain_text(rent)
        ann.page.keyboard.press("Escape")


def test_a_position_by_keyboard_alone(place: House, person: NewPerson) -> None:
    ann = person(place)
    ann.go(f"#/p/{Game.load(DEBT).link()}")
    ann.wait_for("position-owed")
    tab_to(ann, "position-clause")
    ann.page.keyboard.press("Enter")
    ann.wait_for("clause")
    ann.page.keyboard.press("Escape")
    ann.go(f"#/p/{Game.load({'players': DEBT['players'], 'turn': 0}).link()}")
    tab_to(ann, "edit-position")
    ann.page.keyboard.press("Enter")
    ann.wait_for("position-editor")
    tab_to(ann, "edit-turn")
    ann.page.keyboard.type("Bob")
    tab_to(ann, "edit-cash-0")
    ann.page.keyboard.type("333")
    expect(ann.see("position-legal")).to_contain_text("Bob")
    tab_to(ann, "play-on")
    ann.page.keyboard.press("Enter")
    ann.wait_until_asked()
    expect(ann.see("cash-0").first).to_contain_text("333")


def test_a_game_begins_with_what_was_edited_a_moment_before(place: House, person: NewPerson) -> None:
    ann = person(place)
    ann.page.clock.install()  # the pause after a change does not end by itself
    ann.go(f"#/p/{Game.load({'players': DEBT['players'], 'turn': 0}).link()}")
    ann.wait_for("edit-position").click()
    cash = ann.wait_for("edit-cash-0")
    ann.page.clock.pause_at("2030-01-01")
    cash.fill("333")
    ann.click("play-on")
    ann.page.clock.resume()
    ann.wait_until_asked()
    expect(ann.see("cash-0").first).to_contain_text("333")


def test_friends_are_invited_to_a_position(place: House, person: NewPerson) -> None:
    ann = person(place, lang="fr", size=PHONE)
    ann.go(f"#/p/{Game.load(DEBT).link()}")
    expect(ann.wait_for("position-owed")).to_contain_text("Ann doit")
    ann.click("play-on-friends")
    expect(ann.wait_for("invite-link")).to_be_visible()


def test_a_damaged_link_is_refused_with_a_sentence(place: House, person: NewPerson) -> None:
    ann = person(place)
    link = Game.load(DEBT).link()
    ann.go(f"#/p/{link[:40]}x{link[41:]}")
    expect(ann.page.get_by_role("alert")).to_contain_text("the link is damaged")
    ann.trouble.clear()


def test_a_position_is_edited_and_its_faults_are_told(place: House, person: NewPerson) -> None:
    ann = person(place)
    ann.go()
    ann.wait_for("to-editor").click()
    ann.wait_for("position-editor").locator("summary").click()
    ann.see("edit-owner-16").select_option("1")
    ann.see("edit-buildings-16").select_option("2")
    expect(ann.wait_for("position-faults")).to_contain_text("St. James Place")
    for square in (18, 19):
        ann.see(f"edit-owner-{square}").select_option("1")
        ann.see(f"edit-buildings-{square}").select_option("2")
    expect(ann.see("position-faults")).to_have_count(0)
    ann.see("edit-cash-0").fill("77")
    ann.see("edit-turn").select_option("1")
    expect(ann.see("position-legal")).to_contain_text("Player 2")
    ann.page.wait_for_url("**/edit")

    def shown() -> Game:
        return Game.from_link(str(ann.page.evaluate("location.href")).removesuffix("/edit"))

    eventually("all is in the address", lambda: (shown().turn, shown().view()["players"][0]["cash"]) == (1, 77))
    assert shown().view()["deeds"]["16"] == {"owner": 1, "mortgaged": False, "buildings": 2}
    ann.click("edit-position")
    expect(ann.see("position")).to_contain_text("$77")


def test_a_moment_of_a_replay_has_an_address_and_is_played_on(place: House, person: NewPerson) -> None:
    ann = person(place)
    ann.remember("game", "key of Ann")
    ann.go("#/r/game/@12")
    expect(ann.wait_for("replay-number")).to_have_text("12 / 40")
    ann.click("replay-forward")
    ann.page.wait_for_url("**/#/r/game/@13")
    assert copied(ann, "copy-moment") == f"{place.url}/#/r/game/@13"
    ann.see("log-clause").last.click()
    case = copied(ann, "copy-case")
    link, _, clause = case.partition("#")
    assert Game.from_link(link).names == ["Ann", "Bob"]
    assert clause in rulebook.numbers()
    ann.page.keyboard.press("Escape")
    ann.click("open-position")
    ann.wait_for("position-legal")
    assert Game.from_link(ann.page.url).view()["players"][0]["name"] == "Ann"
