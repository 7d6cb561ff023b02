"""Notices: who is told when, what leaves, and that a hook that is dead, slow or forbidden hurts nobody."""

from __future__ import annotations

import asyncio
import json
import math
import socket
from pathlib import Path
from typing import Any

import msgspec
import pytest

from freehold.server.archive.export import export_table
from freehold.server.logging_setup import JsonLines
from freehold.server.metrics import Metrics
from freehold.server.notify import outbox as queue
from freehold.server.notify import shapes
from freehold.server.notify.http_client import Request, post
from freehold.server.notify.notifier import Notifier
from freehold.server.notify.outbox import BACK_OFF, Outbox
from freehold.server.notify.targets import Resolver, Target, Undeliverable, is_public, parse
from freehold.server.protocol.messages import Person, SeatLink, SetHook
from freehold.server.storage.record import digest_of
from freehold.server.storage.seat_settings import Hook, Notify, Orders, Quiet
from freehold.server.storage.sqlite import FILE, SqliteStore
from freehold.server.storage.store import RECORDS
from freehold.server.storage.writes import Writes
from freehold.server.table import moving, notice_settings, notices, seating, timing
from freehold.server.table.notices import Notice
from freehold.server.table.table import Table
from freehold.server.table.table_step import Step
from tests.waiting import eventually

from .endpoint import Endpoint, endpoint
from .network import Client, House, house
from .served import SECRET
from .table_steps import NOON, begun, decider, refused

HOUR = 3_600_000
DAY = 24 * HOUR
HOOK = Hook("ntfy", "https://ntfy.example/topic")


def waiting(**wish: Any) -> tuple[Table, int]:
    """A table of days whose decider is away and has a hook."""
    table = begun(**{"seconds": 86_400, **wish})
    seat = decider(table)
    table.record.seats[seat].notify = Notify("https://play.example", hook=HOOK)
    return table, seat


# ---------------------------------------------------------------------- when


def test_an_absent_person_is_told_once_and_reminded_once() -> None:
    table, seat = waiting()
    assert timing.due(table) == (NOON + notices.SETTLE, "notice")
    assert not timing.notify(table, NOON).notices
    told = timing.notify(table, NOON + notices.SETTLE)
    assert [(notice.seat, notice.kind, notice.phase) for notice in told.notices] == [(seat, "turn", "roll")]
    assert told.writes.record is table.record
    reminder = NOON + notices.SETTLE + notices.REMINDER
    assert timing.due(table) == (reminder, "notice")
    assert [notice.kind for notice in timing.notify(table, reminder).notices] == ["reminder"]
    assert timing.due(table) == (NOON + DAY, "clock")


def test_nobody_is_told_twice_after_a_restart() -> None:
    table, _ = waiting()
    timing.notify(table, NOON + notices.SETTLE)
    again = Table(table.record, SECRET)
    again.restore([], NOON + HOUR)
    assert timing.due(again) == (NOON + notices.SETTLE + notices.REMINDER, "notice")


def test_who_is_connected_or_wants_no_reminder_is_not_told() -> None:
    table, seat = waiting()
    table.presence.windows[seat] = 1
    assert not timing.notify(table, NOON + HOUR).notices
    table.presence.windows[seat] = 0
    notify = table.record.seats[seat].notify
    assert notify is not None
    notify.remind = False
    assert len(timing.notify(table, NOON + HOUR).notices) == 1
    assert timing.due(table) == (NOON + DAY, "clock")


def test_a_question_of_seconds_is_over_before_anybody_could_answer() -> None:
    table, _ = waiting(seconds=60)
    assert timing.due(table) == (NOON + 60_000, "clock")


@pytest.mark.parametrize(("offset", "at", "later"), [(0, 0, 8 * HOUR), (0, 9 * HOUR, 0), (120, 5 * HOUR, HOUR)])
def test_quiet_hours_are_of_the_owners_clock(offset: int, at: int, later: int) -> None:
    midnight = NOON - NOON % DAY
    notify = Notify(quiet=Quiet(22 * 60, 8 * 60), offset=offset)
    assert notices.after_quiet_hours(notify, midnight + at) == midnight + at + later


def test_a_notice_waits_for_the_end_of_the_quiet_hours() -> None:
    table, seat = waiting()
    notify = table.record.seats[seat].notify
    assert notify is not None
    minute = NOON // 60_000 % (24 * 60)
    notify.quiet = Quiet(minute, (minute + 60) % (24 * 60))
    assert timing.due(table) == (NOON - NOON % 60_000 + HOUR, "notice")


def at_night() -> tuple[Table, int, Notify]:
    """A table whose decider does not come for a day and wants to be left alone at its end."""
    table, seat = waiting()
    notify = table.record.seats[seat].notify
    assert notify is not None
    minute = (NOON + DAY) // 60_000 % (24 * 60)
    notify.quiet, notify.remind = Quiet(minute, (minute + 8 * 60) % (24 * 60)), False
    timing.notify(table, NOON + HOUR)
    return table, seat, notify


def test_that_a_bot_plays_is_told_after_the_quiet_hours() -> None:
    table, seat, _ = at_night()
    morning = NOON + DAY - NOON % 60_000 + 8 * HOUR
    step = timing.tick(table, NOON + DAY)
    assert step is not None
    assert (step.notices, table.record.seats[seat].away) == ([], True)
    again = Table(RECORDS.decode(msgspec.json.encode(table.record)), SECRET)  # after a restart
    assert notices.upcoming(again.record, again.countdown, {}) == {seat: (morning, "away")}
    assert [notice.kind for notice in timing.notify(table, morning).notices] == ["away"]
    assert notices.upcoming(table.record, table.countdown, {}) == {}


def test_who_came_back_in_the_quiet_hours_is_not_told_that_a_bot_plays() -> None:
    table, seat, notify = at_night()
    timing.tick(table, NOON + DAY)
    table.back(NOON + DAY + HOUR, [seat])
    assert "away" not in [kind for _, kind in notices.upcoming(table.record, table.countdown, {}).values()]
    notify.quiet = None
    timing.tick(table, NOON + 3 * DAY)  # a day later the same again, by daylight
    assert notify.owed == 0


def test_the_end_of_a_game_is_told_after_the_quiet_hours() -> None:
    table, _, _ = at_night()
    step = Step()
    table.end(NOON + DAY, "consent", step)
    assert [(notice.kind, notice.wait) for notice in step.notices] == [("over", 8 * 3600 - NOON % 60_000 / 1000)]

    async def play() -> None:
        made = Queue()
        made.outbox.put(key(0), Request("https://a.example", b""), wait=60)
        await made.settled(1)
        assert (made.slept, made.sent) == ([60], ["https://a.example"])

    asyncio.run(play())


def test_who_is_replaced_and_who_missed_the_end_is_told() -> None:
    table, seat = waiting()
    timing.notify(table, NOON + HOUR)
    table.record.seats[seat].notify.reminded = True  # type: ignore[union-attr]
    step = timing.tick(table, NOON + DAY)
    assert step is not None
    assert [notice.kind for notice in step.notices] == ["away"]
    table.end(NOON + DAY, "consent", step)
    assert [notice.kind for notice in step.notices] == ["away", "over"]


# ---------------------------------------------------------------------- whose it is


@pytest.mark.parametrize("by", [None, "the owner"])
def test_the_settings_go_when_somebody_else_gets_the_seat(by: str | None) -> None:
    table, seat = waiting()
    moving.make_link(table, NOON, SeatLink(seat, digest_of("ticket"), seat if by else None))
    moving.take_seat(table, NOON, "ticket")
    assert (table.record.seats[seat].notify is None) is (by is None)
    seating.leave(table.record, seat)
    assert table.record.seats[seat].notify is None


def test_the_settings_are_not_exported(tmp_path: Path) -> None:
    table, seat = waiting()
    table.record.seats[seat].orders = Orders(bids={"39": 12345}, keep=["brown"])
    table.record.paused = True
    store = SqliteStore(tmp_path / FILE)
    store.commit([Writes(record=table.record, secret=SECRET)])
    kept = store.read.record(table.record.id)
    assert kept is not None
    assert kept.seats[seat].orders == table.record.seats[seat].orders
    exported = msgspec.json.encode(export_table(store, table.record.id)).decode()
    assert not [secret for secret in ("ntfy.example", "12345", "brown") if secret in exported]
    store.close()


def test_a_rematch_keeps_the_settings_and_forgets_what_was_told() -> None:
    table, seat = waiting()
    timing.notify(table, NOON + HOUR)
    found = seating.rematch_record(table.record, "again", "ab" * 32, NOON).seats[seat].notify
    assert found == Notify("https://play.example", hook=HOOK)


def test_the_answer_does_not_repeat_the_address_and_boxes_have_no_notices() -> None:
    table, seat = waiting()
    step = notice_settings.set_hook(table.record, SetHook(seat, "slack", "https://hooks.example/services/T0/secret"))
    assert "secret" not in str(step.to_asker)
    assert step.to_all == []
    table.record.box = True
    with refused("no-notices"):
        notice_settings.shown(table.record, seat)


# ---------------------------------------------------------------------- what leaves


def said(kind: notices.Kind = "turn", language: str = "en") -> shapes.Words:
    record = begun(people=[Person("@everyone"), Person("<Bob>")]).record
    record.id = "abc"
    return shapes.words(record, Notice(0, kind, Notify("https://play.example", language, HOOK), "roll"))


def test_a_notice_has_the_tables_name_what_is_asked_and_a_link_without_a_key() -> None:
    assert said().text == "Classic (@everyone, <Bob>): It is your turn. Your throw https://play.example/#/t/abc"
    assert said("reminder", "fr").sentence.startswith("Les autres vous attendent toujours.")


def test_the_shapes() -> None:
    def body(kind: Any, url: str = "https://hook.example/a/topic") -> tuple[str, Any]:
        request = shapes.request(Hook(kind, url), said())
        return request.url, json.loads(request.body)

    text, link = said().text, "https://play.example/#/t/abc"
    assert body("discord")[1] == {"content": text, "allowed_mentions": {"parse": []}}
    assert body("slack")[1] == {"text": text.replace("<Bob>", "&lt;Bob&gt;")}
    assert body("matrix")[1] == {"text": text}
    url, sent = body("ntfy")
    assert (url, sent["topic"], sent["click"]) == ("https://hook.example/a", "topic", link)


# ---------------------------------------------------------------------- where to


@pytest.mark.parametrize(
    "url",
    [
        "ftp://a.example/x",
        "file:///etc/passwd",
        "https://user:word@a.example/",
        "https://a.example:25/",
        "https://a.example:99999/",
        "https:///x",
        "https://a.example/x y",
        "https://a.example/\r\nx: y",
        "https://[::1",
        "",
    ],
)
def test_addresses_that_are_none(url: str) -> None:
    with pytest.raises(Undeliverable, match="bad-hook"):
        parse(url)


def test_an_address_is_split() -> None:
    assert parse("https://a.example/x?y=1#z") == Target("https", "a.example", 443, "/x?y=1")


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1",
        "10.1.2.3",
        "172.16.0.1",
        "192.168.1.1",
        "169.254.169.254",
        "0.0.0.0",
        "100.64.0.1",
        "224.0.0.1",
        "::1",
        "fe80::1%eth0",
        "fc00::1",
        "::ffff:10.0.0.1",
        "64:ff9b::a00:1",
        "2002:a00:1::",
        "ff02::1",
        "::",
    ],
)
def test_private_addresses_are_not_public(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize("address", ["1.1.1.1", "2606:4700::1111", "64:ff9b::101:101"])
def test_public_addresses(address: str) -> None:
    assert is_public(address)


def test_a_private_address_is_not_connected_to_unless_the_operator_allows_it() -> None:
    with endpoint() as end:
        for url in (end.url, end.url.replace("127.0.0.1", "localhost")):
            with pytest.raises(Undeliverable, match="hook-private"):
                asyncio.run(post(Request(url, b"{}"), Resolver()))
        assert end.heard == []
        asyncio.run(post(Request(f"{end.url}/a?b=1", b"{}"), Resolver(private=True)))
        assert [(heard.path, heard.body) for heard in end.heard] == [("/a?b=1", b"{}")]


@pytest.mark.parametrize(("status", "again"), [(301, False), (404, False), (410, False), (429, True), (503, True)])
def test_redirects_are_not_followed_and_refusals_are_told_apart(status: int, again: bool) -> None:
    with endpoint() as end:
        end.status = status
        with pytest.raises(Undeliverable, match="hook-refused") as caught:
            asyncio.run(post(Request(end.url, b"{}"), Resolver(private=True)))
        assert (caught.value.again, len(end.heard)) == (again, 1)


def test_a_dead_and_a_slow_address_are_unreachable() -> None:
    with endpoint() as end:
        end.open.clear()
        with pytest.raises(Undeliverable, match="hook-unreachable"):
            asyncio.run(post(Request(end.url, b"{}"), Resolver(private=True), seconds=0.05))
    with pytest.raises(Undeliverable, match="hook-unreachable"):
        asyncio.run(post(Request(end.url, b"{}"), Resolver(private=True)))


# ---------------------------------------------------------------------- the queue


class Queue:
    """An outbox whose time and network are told: `failing` codes for each try, then success."""

    def __init__(self, *failing: Undeliverable) -> None:
        self.failing = list(failing)
        self.slept: list[float] = []
        self.sent: list[str] = []
        self.ended: list[tuple[queue.Key, str]] = []
        self.gate: asyncio.Event | None = None
        self.turns = 0.0  # seconds between two notices for the same person
        self.now = 0.0
        self.outbox = Outbox(
            self._post, lambda key, code: self.ended.append((key, code)), self._sleep, lambda: self.now
        )

    async def _post(self, request: Request) -> None:
        self.sent.append(request.url)
        if self.gate is not None and "slow" in request.url:
            await self.gate.wait()
        if self.failing:
            raise self.failing.pop(0)

    async def _sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += self.turns or seconds
        if self.turns:
            self.outbox.put(key(0), Request("https://a.example", b""))
            await asyncio.sleep(0)  # this notice is replaced by that one

    async def settled(self, count: int) -> None:
        while len(self.ended) < count:
            await asyncio.sleep(0)


def key(seat: int) -> queue.Key:
    return "abc", seat, "hook"


def again(code: str = "hook-unreachable") -> Undeliverable:
    return Undeliverable(code, again=True)


@pytest.mark.parametrize(
    ("failing", "tries", "code"),
    [
        ([], 1, ""),
        ([again(), again()], 3, ""),
        ([again()] * 9, 1 + len(BACK_OFF), "hook-unreachable"),
        ([again(), Undeliverable("hook-refused")], 2, "hook-refused"),
    ],
)
def test_a_notice_is_tried_again_with_growing_pauses_and_given_up(
    failing: list[Undeliverable], tries: int, code: str
) -> None:
    async def play() -> None:
        made = Queue(*failing)
        made.outbox.put(key(0), Request("https://a.example", b""))
        await made.settled(1)
        assert made.ended == [(key(0), code)]
        assert len(made.sent) == tries
        assert made.slept == list(BACK_OFF[: tries - 1])

    asyncio.run(play())


def test_a_dead_hook_is_given_up_although_there_is_always_something_new() -> None:
    async def play() -> None:
        made = Queue(*[again()] * 99)
        made.turns = 20.0  # seconds: the hook comes back after half an hour
        made.outbox.put(key(0), Request("https://a.example", b""))
        await made.settled(1)
        assert (made.ended, made.sent) == ([(key(0), "")], ["https://a.example"] * 100)
        made.failing = [again()] * 99
        made.turns = 600.0
        made.outbox.put(key(0), Request("https://a.example", b""))
        await made.settled(2)
        assert made.ended[1:] == [(key(0), "hook-unreachable")]
        assert len(made.sent) - 100 == 1 + math.ceil(queue.LONGEST / made.turns)

    asyncio.run(play())


def test_a_slow_host_does_not_hold_up_the_others_and_the_queue_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(queue, "MOST", 40)

    async def play() -> None:
        made = Queue()
        made.gate = asyncio.Event()
        for seat in range(30):
            made.outbox.put(key(seat), Request("https://slow.example", b""))
        for seat in range(30, 45):
            made.outbox.put(key(seat), Request(f"https://{seat}.example", b""))
        await made.settled(15)
        assert made.sent.count("https://slow.example") == queue.AT_ONCE_PER_HOST
        assert sorted(code for _, code in made.ended) == [""] * 10 + ["queue-full"] * 5
        made.outbox.put(key(0), Request("https://new.example", b""))  # instead of the one that waits
        made.gate.set()
        await made.settled(45)
        assert made.sent.count("https://new.example") == 1
        assert len([ended for ended, _ in made.ended if ended == key(0)]) == 1
        await made.outbox.close()

    asyncio.run(play())


def test_a_notice_that_cannot_be_written_does_not_concern_the_table() -> None:
    async def play() -> None:
        table, seat = waiting()
        table.record.edition = "no such edition"
        Notifier(Metrics()).tell(table.record, Notice(seat, "turn", Notify(hook=HOOK)))

    asyncio.run(play())


# ---------------------------------------------------------------------- over the network


def sit(place: House, **wish: Any) -> tuple[Any, Client]:
    made = place.table(seconds=86_400, **wish)
    ann = Client(place.port)
    ann.hello(made["table"]["id"], made["keys"][0])
    return made, ann


def set_hook(ann: Client, end: Endpoint) -> Any:
    ann.say(type="hook", seat=0, kind="ntfy", url=f"{end.url}/topic", page="https://play.example", language="fr")
    return ann.hear("notices", "refused")


def test_a_seats_owner_sets_a_hook_tests_it_and_nobody_else_hears_of_it(tmp_path: Path) -> None:
    with endpoint() as end, house(tmp_path, private_hooks=True) as place:
        made, ann = sit(place)
        bob = Client(place.port)
        bob.hello(made["table"]["id"], made["keys"][1])
        assert set_hook(ann, end)["host"] == "127.0.0.1"
        ann.say(type="notices", seat=0, quiet={"begin": 1320, "end": 480}, offset=60, remind=False)
        shown = ann.hear("notices")
        assert (shown["quiet"], shown["remind"]) == ({"begin": 1320, "end": 480}, False)
        ann.say(type="test_notices", seat=0)
        assert ann.hear("notices_tested")["code"] == ""
        (heard,) = end.wait_for(1)
        assert heard.json["click"] == f"https://play.example/#/t/{made['table']['id']}"
        assert heard.json["message"] == "Voilà comment vous saurez que c'est à vous."
        for secret in (made["host"], made["invite"], *made["keys"]):
            assert secret not in heard.body.decode() + str(heard.headers)
        bob.say(type="ask_notices", seat=0)
        assert bob.hear("notices", "refused")["code"] == "not-your-seat"
        bob.say(type="ping")
        bob.hear("pong")
        assert "topic" not in json.dumps([bob.heard, place.get(f"/api/tables/{made['table']['id']}")])


def test_wrong_hooks_are_refused_with_a_sentence(tmp_path: Path) -> None:
    with endpoint() as end, house(tmp_path) as place:
        _, ann = sit(place)
        ann.say(type="hook", seat=0, kind="slack", url="javascript:alert(1)")
        assert ann.hear("refused")["code"] == "bad-hook"
        ann.say(type="test_notices", seat=0)
        assert ann.hear("refused")["code"] == "no-hook"
        set_hook(ann, end)
        ann.say(type="test_notices", seat=0)
        assert ann.hear("notices_tested")["code"] == "hook-private"
        assert end.heard == []


def test_a_hook_that_fails_is_switched_off_and_its_owner_is_told_why(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with endpoint() as end, house(tmp_path, private_hooks=True) as place:
        end.status = 404
        made, ann = sit(place)
        set_hook(ann, end)
        registry, game = place.server.registry, made["table"]["id"]
        record = registry.lives[game].table.record
        notify = record.seats[0].notify
        assert notify is not None
        notice = Notice(0, "turn", notify, "roll")
        place.call(lambda: registry.resources.notifier.tell(record, notice))
        end.wait_for(1)

        def stored() -> str:
            found = place.call(lambda: registry.resources.store.read.record(game))
            return str(found.seats[0].notify.off)

        eventually("the hook is switched off", lambda: stored() == "hook-refused")
        ann.say(type="ask_notices", seat=0)
        assert ann.hear("notices")["off"] == "hook-refused"
        (line,) = written(caplog, "hook-switched-off")
        assert (line["level"], line["table"]) == ("warning", game)
        assert line["why"] == "The notice was refused at that address: check it, and set it again."
        assert not [secret for secret in ("topic", end.url, *made["keys"]) if secret in json.dumps(line)]


def written(caplog: pytest.LogCaptureFixture, what: str) -> list[Any]:
    """Lines of the server's log about something, as its operator reads them."""
    return [json.loads(JsonLines().format(record)) for record in caplog.records if record.getMessage() == what]


def test_a_notice_for_which_there_is_no_room_is_dropped_and_switches_nothing_off(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(queue, "MOST", 0)
    table, seat = waiting()
    notify = table.record.seats[seat].notify
    assert notify is not None
    given_up: list[object] = []
    notifier = Notifier(Metrics())
    notifier.given_up = lambda *what: given_up.append(what)
    notifier.tell(table.record, Notice(seat, "turn", notify, "roll"))
    (line,) = written(caplog, "notice-undelivered")
    assert "dropped" in line["why"]
    assert "ntfy" not in json.dumps(line)
    assert (given_up, written(caplog, "hook-switched-off")) == ([], [])


def test_a_name_that_changes_after_the_check_is_not_followed(monkeypatch: pytest.MonkeyPatch) -> None:
    """DNS rebinding: the name is looked up once, and the connection goes to the address that was checked."""
    answers = ["93.184.216.34", "127.0.0.1", "127.0.0.1"]
    called: list[str] = []

    def look_up(*_: object) -> list[Any]:
        return [(0, 0, 0, "", (answers.pop(0), 80))]

    async def connect(address: str, port: int, **_: object) -> None:
        called.append(address)
        raise OSError

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    monkeypatch.setattr(asyncio, "open_connection", connect)
    with pytest.raises(Undeliverable, match="hook-unreachable"):
        asyncio.run(post(Request("http://rebinds.example/hook", b"{}"), Resolver()))
    assert (called, len(answers)) == (["93.184.216.34"], 2)


def test_a_name_with_one_private_address_among_public_ones_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    found = [(0, 0, 0, "", (address, 80)) for address in ("93.184.216.34", "10.0.0.7")]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_: found)
    with pytest.raises(Undeliverable, match="hook-private"):
        asyncio.run(post(Request("http://both.example/hook", b"{}"), Resolver()))
