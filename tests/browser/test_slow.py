"""Games over days on the page: a hook is set and tested, orders are given, "My tables" says where one is waited for."""

from __future__ import annotations

from playwright.sync_api import expect

from .conftest import NewPerson
from .house import House
from .player import PHONE, Person
from .screens import axe_faults
from .sitting import Sitting


def is_fine(person: Person) -> None:
    assert person.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "something is cut off"
    assert axe_faults(person) == []


def test_a_phone_sets_a_hook_and_orders_and_finds_its_tables(arranged: House, person: NewPerson) -> None:
    sitting = Sitting(arranged)
    ann = sitting.ann(person, size=PHONE)
    ann.click("tab-table")
    ann.wait_for("away").click()
    ann.wait_for("hook-kind").select_option("ntfy")
    ann.wait_for("hook-url").fill("http://127.0.0.1:9000/secret-topic")
    ann.click("set-hook")
    expect(ann.wait_for("hook-set")).to_contain_text("127.0.0.1")
    ann.click("test-notices")
    expect(ann.wait_for("notices-tested")).to_contain_text("private network")
    ann.wait_for("quiet").check()
    expect(ann.page.locator("input[type=time]")).to_have_count(2)
    ann.wait_for("order-claim").check()
    ann.wait_for("order-keep-brown").check()
    ann.wait_for("order-deed").select_option("39")
    ann.wait_for("order-sum").fill("400")
    ann.click("order-add")
    expect(ann.wait_for("order-bid")).to_contain_text("400")
    is_fine(ann)
    wanted = {"claim": True, "keep": ["brown"], "bids": {"39": 400}}
    ann.wait_until_told("orders", lambda told: wanted.items() <= told["orders"].items())
    ann.page.reload()
    ann.click("tab-table")
    ann.wait_for("away").click()
    expect(ann.wait_for("order-keep-brown")).to_be_checked()
    expect(ann.wait_for("order-claim")).to_be_checked()
    ann.click("remove-hook")
    expect(ann.wait_for("hook-url")).to_have_value("")

    ann.go("#/mine")
    expect(ann.wait_for("my-table")).to_contain_text("Your turn: your throw")
    is_fine(ann)
