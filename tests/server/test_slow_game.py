"""A game of three days without an open window: notices arrive at a real HTTP server, standing orders act, no secret
leaves; and a hook that is dead or slow delays nobody. The clock is the test's.
"""

from __future__ import annotations

import json
import socket
from pathlib import Path
from typing import Any

from freehold.server.notify.web_push import b64, point
from freehold.server.storage.record import Record
from freehold.server.table import timing
from freehold.server.table.notices import Notice
from tests.waiting import eventually

from .contributing import Hand
from .endpoint import Endpoint, Heard, endpoint
from .network import Client, House, house
from .test_web_push import AUTH, BROWSER, decrypted

NAMES = ["Ann", "Bob", "Cleo", "Dan"]
HOUR = 3_600_000
DAYS = 3 * 24 * HOUR
FIRST = ("roll", "buy", "decline", "pay_tax", "pay", "reject", "keep_mortgage", "pass", "end_turn", "bankrupt")


class Days:
    """Four people at a table over days; each comes when told, decides, and closes the window."""

    def __init__(self, place: House, end: Endpoint) -> None:
        self.place, self.end = place, end
        people = [{"name": name} for name in NAMES]
        self.made = place.table(seats=4, people=people, seconds=86_400, listed=False)
        self.game = self.made["table"]["id"]
        self.hands = [Hand() for _ in NAMES]
        self.now = place.server.resources.clock()
        self.start = self.now
        place.call(self._own_the_clock)
        self.told = [0] * len(NAMES)
        self.actions = 0

    def _own_the_clock(self) -> None:
        self.place.server.resources.clock = lambda: self.now

    def open(self, seat: int) -> Client:
        client = Client(self.place.port, self.hands[seat])
        client.hello(self.game, self.made["keys"][seat])
        return client

    def close(self, client: Client) -> None:
        client.close()
        live = self.place.server.registry.lives
        eventually("nobody is connected", lambda: self.game not in live or not live[self.game].listeners)

    def prepare(self) -> None:
        """Everybody sets where to be told, and what to do meanwhile; then the host begins and all windows close."""
        for seat in range(len(NAMES)):
            client = self.open(seat)
            client.publish(seat)
            page = {"page": "https://play.example", "language": "en"}
            if seat < 2:
                kind = ("ntfy", "discord")[seat]
                client.say(type="hook", seat=seat, kind=kind, url=f"{self.end.url}/{seat}/topic", **page)
            else:
                keys = {"p256dh": b64(point(BROWSER)), "auth": AUTH}
                client.say(type="push", seat=seat, endpoint=f"{self.end.url}/{seat}/push", **keys, **page)
            assert client.hear("notices", "refused")["type"] == "notices"
            bids = {str(square): 40 + 10 * seat for square in range(1, 40) if square not in NO_DEEDS}
            client.say(type="orders", seat=seat, orders={"bids": bids, "pass_others": True, "leave_jail": True})
            assert client.hear("orders", "refused")["type"] == "orders"
            self.close(client)
        host = Client(self.place.port)
        host.hello(self.game, self.made["host"])
        host.say(type="start")
        host.hear("begun")
        self.close(host)

    def later(self, milliseconds: int) -> None:
        """Time passes, and whatever is due is done."""

        def go_on() -> None:
            self.now += milliseconds
            for live in list(self.place.server.registry.lives.values()):
                self.place.server.registry.driver.schedule(live)

        self.place.call(go_on)

    def next_told(self) -> int:
        """Wait for the next notice: the seat that it is for."""
        heard = self.end.wait_for(sum(self.told) + 1)
        seat = int(heard[sum(self.told)].path.split("/")[1] or "0")
        self.told[seat] += 1
        return seat

    def visit(self, seat: int) -> None:
        """Decide everything that is asked, and go."""
        client = self.open(seat)
        while client.decider == seat or self._orders_bid(client):
            if self._orders_bid(client):
                client.hear("told")
                continue
            kinds = {action["type"]: action for action in client.legal}
            kind = next(kind for kind in FIRST if kind in kinds and not (kind == "buy" and self.actions % 3 == 0))
            action = {key: value for key, value in kinds[kind].items() if key not in ("amount", "max")}
            answer = client.act(seat, action, f"id {self.actions}")
            assert answer["type"] == "done", answer
            self.actions += 1
            while client.number < answer["number"]:
                client.hear("told")
        self.close(client)

    def _orders_bid(self, client: Client) -> bool:
        """Whether an auction is running, which orders decide for everybody."""
        return any(action["type"] == "bid" for action in client.legal)


NO_DEEDS = (2, 4, 7, 10, 17, 20, 22, 30, 33, 36, 38)


def said(heard: Heard) -> Any:
    return decrypted(heard.body) if heard.path.endswith("push") else heard.json


def test_three_days_without_an_open_window(tmp_path: Path) -> None:
    with endpoint() as end, house(tmp_path, private_hooks=True) as place:
        other = place.table(people=[{"name": "Zelda"}, {"name": "Yann"}], listed=False)
        days = Days(place, end)
        days.prepare()
        while days.now < days.start + DAYS:
            days.later(20_000)
            days.visit(days.next_told())
            days.later(5 * HOUR)
        assert min(days.told) >= 2
        log = place.get(f"/api/tables/{days.game}/log", **{"X-Freehold-Key": days.made["keys"][0]})
        assert {entry["by"] for entry in log["entries"]} == {"person", "order"}
        keys = [table[name] for table in (days.made, other) for name in ("host", "invite")]
        secrets = [*keys, *days.made["keys"], *other["keys"], other["table"]["id"], "Zelda", "Yann"]
        for heard in end.heard:
            sent = json.dumps([heard.path, heard.headers, said(heard)])
            assert days.game in sent
            assert not [secret for secret in secrets if secret in sent]


class Waited(Days):
    """Four people of whom nobody comes. Whoever is waited for is `seat`."""

    def __init__(self, place: House, end: Endpoint) -> None:
        super().__init__(place, end)
        self.prepare()
        self.seat = self.place.call(lambda: self.table.game.decider)
        self.asked = self.now
        self.hours: list[int] = []  # after which whoever is waited for was told something
        place.call(self._note)

    def _note(self) -> None:
        notifier = self.place.server.registry.resources.notifier
        tell = notifier.tell

        def told(record: Record, notice: Notice) -> None:
            if notice.seat == self.seat:
                self.hours.append((self.now - self.asked) // HOUR)
            tell(record, notice)

        notifier.tell = told  # type: ignore[method-assign]

    @property
    def table(self) -> Any:
        return self.place.server.registry.lives[self.game].table

    def due(self) -> tuple[float, str]:
        """What the table does next by itself, and in how many hours after it asked."""
        found = self.place.call(lambda: timing.due(self.table))
        return (found[0] - self.asked) / HOUR, found[1]

    def sentences(self, count: int) -> list[str]:
        """What was sent to whoever is waited for, once so many notices have come."""

        def mine() -> list[str]:
            return [json.dumps(said(one)) for one in self.end.heard if one.path.split("/")[1] == str(self.seat)]

        eventually(f"{count} notices have come", lambda: len(mine()) >= count)
        kinds = {"turn": "It is your turn.", "reminder": "The others are still waiting", "away": "a bot plays for you"}
        return [next(kind for kind, words in kinds.items() if words in text) for text in mine()]

    def settle(self, hours: float, kind: str) -> None:
        """Wait until what was due is done, and this is the next."""
        eventually(f"the next is {kind} after {hours} hours", lambda: self.is_due(hours, kind))

    def is_due(self, hours: float, kind: str) -> bool:
        due, what = self.due()
        return what == kind and abs(due - hours) < 0.02


def test_whoever_does_not_come_is_reminded_once(tmp_path: Path) -> None:
    with endpoint() as end, house(tmp_path, private_hooks=True) as place:
        days = Waited(place, end)
        days.later(20_000)
        assert days.sentences(1) == ["turn"]
        days.settle(12, "notice")
        days.later(11 * HOUR)
        assert days.is_due(12, "notice")
        days.later(HOUR)
        assert days.sentences(2) == ["turn", "reminder"]
        days.settle(24, "clock")
        days.later(11 * HOUR)
        days.settle(24, "clock")
        assert (days.hours, len(end.heard)) == ([0, 12], 2)


def test_nothing_is_sent_in_the_quiet_hours(tmp_path: Path) -> None:
    """Asked an hour after they began, until eight hours later; the reminder would fall into the next ones."""
    with endpoint() as end, house(tmp_path, private_hooks=True) as place:
        days = Waited(place, end)
        minute = days.now // 60_000 % (24 * 60)
        client = days.open(days.seat)
        quiet = {"begin": (minute - 60) % (24 * 60), "end": (minute + 8 * 60) % (24 * 60)}
        client.say(type="notices", seat=days.seat, quiet=quiet, offset=0, remind=True)
        assert client.hear("notices", "refused")["quiet"] == quiet
        days.close(client)
        days.settle(8, "notice")
        days.later(7 * HOUR)
        days.settle(8, "notice")
        assert end.heard == []
        days.later(HOUR)
        assert days.sentences(1) == ["turn"]
        days.settle(20, "notice")
        days.later(12 * HOUR)
        assert days.sentences(2) == ["turn", "reminder"]
        days.settle(24, "clock")
        days.later(4 * HOUR)  # a bot plays for them, in their quiet hours
        eventually("a bot plays", lambda: days.place.call(lambda: days.table.record.seats[days.seat].away))
        days.later(9 * HOUR)
        assert days.sentences(3) == ["turn", "reminder", "away"]
        assert days.hours == [8, 20, 33]


def test_a_slow_and_a_dead_hook_delay_no_action(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as gone:
        dead = f"http://127.0.0.1:{gone.getsockname()[1]}/topic"
    with endpoint() as end, house(tmp_path, private_hooks=True) as place:
        end.open.clear()  # takes requests, and answers none of them while the game goes on
        for url, slow in ((f"{end.url}/0/topic", True), (dead, False)):
            days = Days(place, end)
            for seat in range(len(NAMES)):
                client = days.open(seat)
                client.say(type="hook", seat=seat, kind="slack", url=url)
                client.hear("notices")
                days.close(client)
            host = Client(place.port)
            host.hello(days.game, days.made["host"])
            host.say(type="start")
            first = host.hear("begun")["decider"]
            days.close(host)
            days.later(20_000)
            if slow:
                end.wait_for(1)
            client = days.open(first)
            assert client.act(first, {"type": "roll"}, "first")["type"] == "done"
            days.close(client)
