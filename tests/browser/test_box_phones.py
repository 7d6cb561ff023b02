"""Around a real box, some people have a phone and the big screen asks the others: in an auction, a trade, a debt."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from freehold import Game
from tests.server.network import Client

from .boxes import BIG, picture
from .conftest import NewPerson
from .house import House
from .player import PHONE, Person

ANN, BOB = 0, 1


def around(house: House, person: NewPerson, **position: Any) -> tuple[Person, Person]:
    """A game in this position: the big screen, which asks Ann, and Bob's phone."""
    players = [{"name": "Ann"}, {"name": "Bob"}]
    purses = position.pop("cash", [1500, 1500])
    at: Any = {"edition": "classic", "phase": "roll", **position, "decider": position["turn"]}
    at["players"] = [{**player, "cash": cash} for player, cash in zip(players, purses, strict=True)]
    at["players"][at["turn"]]["square"] = at.pop("square", 0)
    start = {key: value for key, value in Game.load(at).position().items() if key not in ("decks", "chance")}
    made = house.table(edition="classic", seats=2, people=players, box=True)
    table = made["table"]["id"]
    laptop = Client(house.port)
    laptop.hello(table, made["host"])
    laptop.say(type="start", position=start)
    laptop.hear("begun")
    laptop.close()
    big, phone = person(house, size=BIG), person(house, lang="fr", size=PHONE)
    big.sit(table, host=made["host"], invite=made["invite"])
    phone.page.goto(f"{house.url}/#/t/{table}/{made['invite']}")
    phone.click(f"whose-{BOB}")
    expect(big.see(f"player-{BOB}")).to_contain_text("with a phone")
    return big, phone


def bid(one: Person, amount: int) -> None:
    one.wait_for("bid-amount").fill(str(amount))
    number = one.number
    one.click("action-bid")
    one.wait_until_moved(number)


def owns(one: Person, cash: list[int]) -> None:
    for seat, sum in enumerate(cash):
        expect(one.see(f"cash-{seat}").first).to_have_text(re.compile(rf"^\D*{sum:,}\D*$"))


def test_in_an_auction_the_phone_bids_and_the_big_screen_bids_for_the_others(house: House, person: NewPerson) -> None:
    big, phone = around(house, person, turn=BOB)
    big.click("type-1-2")
    phone.wait_for("action-buy")
    expect(big.see("action-decline")).to_have_count(0)
    phone.act("decline")
    expect(big.wait_for("decision")).to_contain_text("Ann")
    big.wait_for("action-pass")  # both may speak, each on a screen of their own
    bid(phone, 20)
    expect(big.see("highest-bid")).to_contain_text(re.compile("Bob.*20"))
    expect(phone.see("action-pass")).to_have_count(0)  # he leads
    bid(big, 30)
    big.wait_for("state-phone")  # whoever is left to speak has a phone
    expect(big.see("action-pass")).to_have_count(0)
    expect(phone.see("highest-bid")).to_contain_text(re.compile("Ann.*30"))
    picture(big, "big-auction-on-the-phone")
    picture(phone, "phone-auction-fr")
    phone.act("pass")
    expect(big.wait_for("log-line", event="sold")).to_contain_text("Ann")
    owns(big, [1470, 1500])


def test_an_offer_to_somebody_with_a_phone_is_answered_there_and_theirs_on_the_big_screen(
    house: House, person: NewPerson
) -> None:
    deeds = {"1": {"owner": BOB}, "39": {"owner": ANN}}
    big, phone = around(house, person, turn=ANN, deeds=deeds)
    big.click("open-trade")
    big.page.locator("[data-test=trade-ask-deed][data-square='1']").check()
    big.see("trade-give-cash").fill("100")
    big.wait_for("trade-send").click()
    phone.wait_for("action-accept")
    expect(big.see("action-accept")).to_have_count(0)
    expect(phone.see("deal")).to_contain_text("100")
    picture(phone, "phone-offer-fr")
    phone.act("accept")
    expect(big.wait_for("log-line", event="trade")).to_be_visible()
    big.page.keyboard.press("Escape")
    owns(big, [1400, 1600])
    phone.wait_for("open-trade").click()
    phone.page.locator("[data-test=trade-ask-deed][data-square='39']").check()
    phone.see("trade-give-cash").fill("5")
    phone.wait_for("trade-send").click()
    big.wait_for("action-reject")
    expect(big.see("decision")).to_contain_text("Ann")
    expect(phone.see("action-reject")).to_have_count(0)
    picture(big, "big-offer")
    big.act("reject")
    expect(phone.page.locator("dialog[open]")).to_contain_text("Ann refuse l’offre")
    owns(big, [1400, 1600])
    big.wait_for("typing", wanted="die-die")


def test_what_was_typed_of_a_throw_outlasts_a_mortgage_on_a_phone_and_is_taken_back_first(
    house: House, person: NewPerson
) -> None:
    big, phone = around(house, person, turn=ANN, deeds={"39": {"owner": BOB}})
    big.click("type-3-4")
    big.wait_for("typing", wanted="card", typed=2, number=1)
    phone.click("open-estate")
    phone.page.locator("[data-test=estate-mortgage][data-square='39']").click()
    phone.click("estate-do")
    big.wait_for("typing", wanted="card", typed=2, number=2)
    big.click("take-back")
    expect(big.page.locator("dialog[open] li").first).to_contain_text("Ann throws 3 and 4")
    picture(big, "big-takes-a-throw-back")
    big.click("back-from-throw")
    big.wait_for("typing", wanted="die-die", typed=0, number=2)
    expect(big.page.locator("dialog[open]")).to_have_count(0)
    expect(big.wait_for("log-line", event="mortgage")).to_be_visible()


def test_what_is_filled_in_to_set_right_outlasts_a_mortgage_on_a_phone(house: House, person: NewPerson) -> None:
    big, phone = around(house, person, turn=ANN, deeds={"39": {"owner": BOB}})
    big.click("set-right")
    big.wait_for("right-sum").fill("1234")
    phone.click("open-estate")
    phone.page.locator("[data-test=estate-mortgage][data-square='39']").click()
    phone.click("estate-do")
    expect(big.see("log-line", event="mortgage")).to_be_attached()
    expect(big.see("right-sum")).to_have_value("1234")
    big.click("right-do")
    owns(big, [1234, 1700])


@pytest.mark.parametrize("debtor", [ANN, BOB])
def test_a_debt_is_asked_of_its_debtor(house: House, person: NewPerson, debtor: int) -> None:
    """The debtor has 10, a station to mortgage, and comes to a lot with a rent of 50."""
    cash = [10 if seat == debtor else 1500 for seat in (ANN, BOB)]
    deeds = {"5": {"owner": debtor}, "39": {"owner": 1 - debtor}}
    big, phone = around(house, person, turn=debtor, square=36, cash=cash, deeds=deeds)
    asked, other = (big, phone) if debtor == ANN else (phone, big)
    big.click("type-1-2")
    asked.wait_for("action-suggest")
    expect(asked.see("decision")).to_have_attribute("data-phase", "debt")
    expect(other.see("action-suggest")).to_have_count(0)
    if debtor == BOB:
        big.wait_for("state-phone")
    picture(asked, f"{'big' if debtor == ANN else 'phone'}-debt")
    asked.click("action-suggest")
    asked.act("raise")
    big.wait_for("log-line", event="rent")
    owns(big, [60, 1550] if debtor == ANN else [1550, 60])
    big.wait_for("typing", wanted="die-die")
    expect(big.see("decision")).to_contain_text("Bob" if debtor == ANN else "Ann")
