"""The end of a game around a real box: it takes two taps, there is nothing to prove, and the replay marks what was
taken back.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from .boxes import around, family, picture, position
from .conftest import TWO_VIEWS, NewPerson
from .house import House
from .player import PHONE, SCREEN, Person, Size
from .screens import axe_faults

STEPS = 7


def with_a_slip(house: House, person: NewPerson, lang: str, size: Size) -> Person:
    """A game of two turns, the first of which was typed wrongly and taken back."""
    one = family(house, person, lang, size)
    one.click("type-1-2")
    one.act("buy")
    one.wait_for("typing", wanted="die-die", number=4)
    one.click("take-back")
    one.click("back-to-0")
    one.wait_for("typing", wanted="die-die", number=5)
    one.click("type-2-4")
    one.act("buy")
    one.wait_for("typing", wanted="die-die", number=STEPS + 1)
    return one


@TWO_VIEWS
def test_a_game_is_ended_by_two_taps_and_nobody_leaves(house: House, person: NewPerson, lang: str, size: Size) -> None:
    one = with_a_slip(house, person, lang, size)
    one.click("tab-table")
    one.wait_for("box-end")
    for gone in ("consent", "away"):
        expect(one.see(gone)).to_have_count(0)
    words = "bot takes my seat|Leave the table|Let a bot" if lang == "en" else "bot prend ma place|Quitter la table"
    assert not [word for word in words.split("|") if word in one.text()]
    one.click("box-end")
    expect(one.wait_for("box-end-no")).to_be_focused()
    assert axe_faults(one) == []
    picture(one, f"end-asked-{lang}")
    one.click("box-end-no")
    one.wait_for("box-end")
    assert one.see("end").count() == 0
    one.click("box-end")
    one.click("box-end-yes")
    one.wait_for("end")
    expect(one.wait_for("nothing-to-prove")).to_be_visible()
    expect(one.see("proof")).to_have_count(0)
    assert axe_faults(one) == []
    picture(one, f"end-{lang}")
    one.click("look-at-board")
    one.click("take-back")
    one.click(f"back-to-{STEPS - 2}")  # it was wrong, and the game goes on
    one.act("buy")
    one.wait_for("typing", wanted="die-die", number=STEPS + 4)
    one.click("tab-table")
    one.click("box-end")
    one.click("box-end-yes")
    one.wait_for("end")
    # a review may have been under way when the game went on
    one.trouble[:] = [line for line in one.trouble if "409" not in line]


@pytest.mark.parametrize(("lang", "size"), [("en", PHONE), ("fr", SCREEN)])
def test_once_more_is_a_game_around_the_box(house: House, person: NewPerson, lang: str, size: Size) -> None:
    one = with_a_slip(house, person, lang, size)
    one.click("tab-table")
    one.click("box-end")
    one.click("box-end-yes")
    one.click("rematch")
    one.wait_for("box-again")
    expect(one.see("sit-here")).to_have_count(0)
    one.see("box-first").select_option("1")
    assert axe_faults(one) == []
    picture(one, f"again-{lang}")
    one.click("box-begin")
    one.wait_for("typing", wanted="die-die")
    expect(one.see("status")).to_contain_text("Bob")


def test_a_saved_log_is_opened_again_and_watched(house: House, person: NewPerson) -> None:
    one = with_a_slip(house, person, "en", SCREEN)
    one.click("tab-table")
    one.click("box-end")
    one.click("box-end-yes")
    one.wait_for("end")
    with one.page.expect_download() as saved:
        one.click("save-log")
    one.click("to-home")
    one.see("game-file").set_input_files(saved.value.path())
    expect(one.see("file-report")).to_contain_text("Nothing to prove")
    one.click("watch-file")
    expect(one.wait_for("replay-number")).to_have_text(f"0 / {STEPS}")
    one.trouble.clear()  # the game is on this server already: 409


@pytest.mark.parametrize(
    ("lang", "size", "told"),
    [
        ("en", SCREEN, ("Ann’s turn. Time is up: the running turn is the last.", "The game is over: Bob wins.")),
        (
            "fr",
            PHONE,
            ("Le temps est écoulé : le tour en cours est le dernier.", "La partie est terminée : Bob gagne."),
        ),
    ],
)
def test_the_headline_says_that_time_is_up_and_who_has_won(
    house: House, person: NewPerson, lang: str, size: Size, told: tuple[str, str]
) -> None:
    link = position(variant="timed", flow={"time_up": 1}, turn=0, decider=0, players=[{"cash": 90}, {"cash": 1500}])
    one, host = around(house, person, lang, size, link=link, variant="timed", options={"time_limit": 30})
    expect(one.see("status")).to_contain_text(told[0])
    one.click("type-4-6")  # just visiting
    expect(one.see("status")).to_have_text(told[1])
    expect(one.see("decision").locator("h2")).to_have_text(told[1])
    expect(one.see("game-clock")).to_have_count(0)
    picture(one, f"over-{lang}")
    host.close()


def test_the_replay_marks_what_was_taken_back(house: House, person: NewPerson) -> None:
    one = with_a_slip(house, person, "en", SCREEN)
    one.click("tab-table")
    one.click("box-end")
    one.click("box-end-yes")
    one.wait_for("end")
    one.click("to-replay")
    number, log = one.wait_for("replay-number"), one.see("replay-log")
    expect(number).to_have_text(f"0 / {STEPS}")
    for step in range(1, 4):
        one.click("replay-forward")
        expect(number).to_have_text(f"{step} / {STEPS}")
    expect(log.locator("[data-event=buy]")).to_have_count(1)
    expect(log.locator("s")).to_have_count(0)  # not yet
    expect(one.see("cash-1").first).to_contain_text("1,440")
    one.click("replay-forward")
    expect(number).to_have_text(f"4 / {STEPS}")
    expect(log.locator("[data-event=buy] s")).to_have_count(1)
    expect(one.see("cash-1").first).to_contain_text("1,500")
    one.click("replay-end")
    expect(number).to_have_text(f"{STEPS} / {STEPS}")
    expect(log.locator("[data-event=buy]")).to_have_count(2)
    expect(log.locator("[data-event=buy] s")).to_have_count(1)
    expect(one.see("cash-1").first).to_contain_text("1,400")
    assert axe_faults(one) == []
