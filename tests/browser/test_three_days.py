"""A game of three days between four people with two browsers and two phones, who have no window open but to decide.

What tells them is sent to a real HTTP server; the clock is the test's. Only the push service is played: a browser of
the tests has none, so it subscribes with the key of the standard's example, and what comes is decrypted with it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from freehold.server.notify.web_push import b64, point
from tests.server.endpoint import Endpoint, endpoint
from tests.server.network import House as Server
from tests.server.network import house as server_of
from tests.server.test_slow_game import DAYS, HOUR, NAMES, said
from tests.server.test_web_push import AUTH, BROWSER
from tests.waiting import eventually

from .player import PHONE, SCREEN, Person
from .playing import liked, press

KINDS = ("ntfy", "discord", "push", "push")
SUBSCRIBE = """(([endpoint, p256dh, auth]) => {
  const found = { toJSON: () => ({ endpoint, keys: { p256dh, auth } }), unsubscribe: async () => true };
  Notification.requestPermission = async () => "granted";
  PushManager.prototype.subscribe = async () => found;
  PushManager.prototype.getSubscription = async () => found;
})"""
MOST_PRESSES = 60  # of one visit


class ThreeDays:
    def __init__(self, place: Server, end: Endpoint, browser: Browser) -> None:
        self.place, self.end = place, end
        self.other = place.table(people=[{"name": "Zelda"}, {"name": "Yann"}], listed=False)
        self.made = place.table(seats=4, people=[{"name": name} for name in NAMES], seconds=86_400, listed=False)
        self.id = self.made["table"]["id"]
        self.now = self.start = place.server.resources.clock()
        place.call(self._own_the_clock)
        self.people = [self._comes(browser, seat) for seat in range(len(NAMES))]
        self.told = [0] * len(NAMES)

    def _own_the_clock(self) -> None:
        self.place.server.resources.clock = lambda: self.now

    def _comes(self, browser: Browser, seat: int) -> Person:
        address: Any = Address(self.place.url)
        one = Person(browser, address, "fr" if seat % 2 else "en", (SCREEN, SCREEN, PHONE, PHONE)[seat], worker=True)
        device = json.dumps([f"{self.end.url}/{seat}/push", b64(point(BROWSER)), AUTH])
        one.context.add_init_script(f"{SUBSCRIBE}({device})")
        one.sit(self.id, self.made["keys"][seat], host="" if seat else self.made["host"])
        if seat == 0:
            one.click("start")
        return one

    def prepare(self) -> None:
        """Everybody says on the page where to be told and what to do meanwhile, and closes the window."""
        for seat, one in enumerate(self.people):
            one.wait_for("table")
            one.click("tab-table")
            one.wait_for("away").click()
            one.wait_for("hook-kind")
            if KINDS[seat] == "push":
                one.click("push")
                expect(one.see("push")).to_contain_text(re.compile("No longer|Ne plus"))
            else:
                one.see("hook-kind").select_option(KINDS[seat])
                one.see("hook-url").fill(f"{self.end.url}/{seat}/topic")
                one.click("set-hook")
                expect(one.wait_for("hook-set")).to_contain_text("127.0.0.1")
            one.see("order-deed").select_option("39")
            one.see("order-sum").fill(str(100 + 10 * seat))
            one.click("order-add")
            one.wait_for("order-bid")
            for order in ("order-pass_others", "order-leave_jail"):
                one.see(order).check()
                expect(one.see(order)).to_be_checked()
            wanted = {"bids": {"39": 100 + 10 * seat}, "pass_others": True, "leave_jail": True}
            one.wait_until_told("orders", lambda told, wanted=wanted: wanted.items() <= told["orders"].items())  # type: ignore[misc]
        for one in self.people:
            one.page.close()
        self.nobody_looks()

    def nobody_looks(self) -> None:
        lives = self.place.server.registry.lives
        eventually("no window is open", lambda: self.id not in lives or not lives[self.id].listeners)

    def later(self, milliseconds: int) -> None:
        def go_on() -> None:
            self.now += milliseconds
            for live in list(self.place.server.registry.lives.values()):
                self.place.server.registry.driver.schedule(live)

        self.place.call(go_on)

    def next_told(self) -> tuple[int, str]:
        """The next notice: whose seat it is for, and the link in it."""
        heard = self.end.wait_for(sum(self.told) + 1)[sum(self.told)]
        seat = int(heard.path.split("/")[1])
        self.told[seat] += 1
        text = json.dumps(said(heard)) + json.dumps(heard.headers)
        found = re.search(r"/#/t/[\w-]+", text)
        assert found, text
        return seat, found[0]

    def stands(self) -> tuple[int, int | None, str]:
        """The number of the last action, who decides, and about what."""

        def look() -> tuple[int, int | None, str]:
            table = self.place.server.registry.lives[self.id].table
            assert table.game is not None
            return table.number, table.game.decider, table.game.phase

        return self.place.call(look)  # type: ignore[no-any-return]

    def is_after(self, number: int) -> bool:
        return self.stands()[0] > number

    def visit(self, seat: int, link: str) -> None:
        """Open the link of the notice in one's browser, decide what is asked, and close the window."""
        one = self.people[seat]
        one.open_window()
        one.page.goto(self.place.url + link)
        one.wait_for("table")
        for _ in range(MOST_PRESSES):
            number, decider, phase = self.stands()
            one.wait_until_moved(number - 1)
            if phase == "auction":  # standing orders decide
                eventually("the orders have bid", partial(self.is_after, number))
                continue
            if decider != seat:
                break
            sight = one.wait_until_asked()
            choice = liked(sight, ("decline", "buy", *WANTED) if number % 3 else ("buy", *WANTED))
            if sight.number == number and choice is not None:
                press(one, sight, choice)
        one.page.close()
        self.nobody_looks()


WANTED = ("pay", "raise", "suggest", "bankrupt", "roll", "pay_tax", "choose", "reject", "keep_mortgage", "end_turn")


class Address:
    """What a person needs to know of a server that runs in this process."""

    def __init__(self, url: str) -> None:
        self.url, self.module = url, "freehold"


@pytest.fixture
def days(tmp_path: Path, browser: Browser) -> Iterator[ThreeDays]:
    with endpoint() as end, server_of(tmp_path, private_hooks=True) as place:
        found = ThreeDays(place, end, browser)
        yield found
        for one in found.people:
            one.close()


@pytest.mark.thorough
def test_three_days_in_two_browsers_and_on_two_phones(days: ThreeDays) -> None:
    days.prepare()
    while days.now < days.start + DAYS:
        days.later(20_000)
        days.visit(*days.next_told())
        days.later(5 * HOUR)
    assert min(days.told) >= 2, "everybody was told, by hook or by push"
    log = days.place.get(f"/api/tables/{days.id}/log", **{"X-Freehold-Key": days.made["keys"][0]})
    assert {entry["by"] for entry in log["entries"]} == {"person", "order"}
    tables = (days.made, days.other)
    secrets = [table[name] for table in tables for name in ("host", "invite")]
    secrets += [*days.made["keys"], *days.other["keys"], days.other["table"]["id"], "Zelda", "Yann"]
    for heard in days.end.heard:
        sent = json.dumps([heard.path, heard.headers, said(heard)])
        assert days.id in sent
        assert not [secret for secret in secrets if secret in sent]
    assert [line for one in days.people for line in one.trouble] == []
