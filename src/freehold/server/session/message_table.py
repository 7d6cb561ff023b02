"""The messages of a client, one row for each: who may send it, what answers it, and its rate limit.

`answer` dispatches by this table, and `docs/protocol.md` lists it.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple, TypeVar

from msgspec import Struct

from freehold.game import Game
from freehold.server.archive.history import Archive
from freehold.server.notify import targets, web_push
from freehold.server.protocol import client_messages as client
from freehold.server.protocol.messages import ClientMessage, Done, Keyed, Pong, Refused, ServerMessage
from freehold.server.session import questions
from freehold.server.session.joining import hello
from freehold.server.session.session import Rate, Session
from freehold.server.storage.game_log import Entry
from freehold.server.storage.writes import StoreTrouble
from freehold.server.table import (
    agreements,
    bots,
    box,
    consent,
    moving,
    notice_settings,
    orders,
    seating,
    taking_back,
    timing,
    voting,
)
from freehold.server.table.table import Table
from freehold.server.table.table_step import Step

Message = TypeVar("Message", bound=Struct)


class Who(NamedTuple):
    """Who may send a message: in words, and the refusal's code for all others; empty for those who may."""

    words: str
    fault: Callable[[Session, Any], str]

    def check(self, session: Session, message: Struct) -> None:
        code = self.fault(session, message)
        if code:
            raise Refused(code)


def _not_host(session: Session, _: Any) -> str:
    return "" if session.host or (session.record.box and session.trusted) else "host-only"


def _not_seat(session: Session, message: Any) -> str:
    return "" if session.owns(message.seat) else "not-your-seat"


def _not_seats(session: Session, message: client.GiveShare) -> str:
    return "" if all(session.owns(int(seat)) for seat in message.links) else "not-your-seat"


ANYBODY = Who("anybody, also before `hello`", lambda session, message: "")
VISITOR = Who("anybody at the table", lambda session, message: "")
PLAYER = Who("anybody who has a seat; the host", lambda at, ask: "" if at.seats else _not_host(at, ask))
SEAT = Who("its `seat`", _not_seat)
SEATS = Who("the seats of its `links`", _not_seats)
SEAT_OR_HOST = Who(
    "its `seat`; without one, the host", lambda at, ask: (_not_host if ask.seat is None else _not_seat)(at, ask)
)
HOST = Who("the host", _not_host)


class Row(NamedTuple):
    """What is true of one message. `at_once`: it does not wait for earlier messages of the connection.

    `lasting`: it may be sent with keys that have expired.
    """

    kind: type[Struct]
    who: Who
    handle: Callable[[Session, Any], Awaitable[object] | None]
    rate: Rate = "messages"
    at_once: bool = False
    lasting: bool = False


def _step(
    kind: type[Message], who: Who, make: Callable[[Session, int, Message], Step | None], lasting: bool = False
) -> Row:
    """A message that changes the table. A handler that returns no step has changed the seats."""

    async def handle(session: Session, message: Message) -> None:
        def move(table: Table, now: int) -> Step:
            who.check(session, message)  # again: a key may have been replaced meanwhile
            return make(session, now, message) or table.seated(now)

        assert session.live is not None
        await session.registry.driver.do(session.live, move, session.listener)

    return Row(kind, who, handle, lasting=lasting)


def _question(
    kind: type[Message],
    who: Who,
    answer: Callable[[Session, Message], ServerMessage | None],
    rate: Rate = "messages",
    at_once: bool = False,
) -> Row:
    """A message that is answered without a step."""

    def handle(session: Session, message: Message) -> None:
        found = answer(session, message)
        if found is not None:
            session.send(found)

    return Row(kind, who, handle, rate, at_once)


async def _act(session: Session, act: client.Act) -> None:
    live, resources, client_id = session.live, session.resources, f"{act.seat}:{act.id}"
    assert live is not None

    def move(table: Table, now: int) -> Step:
        SEAT.check(session, act)
        if table.record.box:
            step = box.act(table, now, act.seat, act.number, act.action, "person", client_id, act.chance)
            if table.wanted is not None:
                return step  # more has to be typed first
        elif act.chance:
            raise Refused("no-box")
        else:
            step = table.act(now, act.seat, act.number, act.action, "person", client_id)
        live.ids.add(client_id)
        return step

    async def done_before() -> Step | None:
        """An action that was sent again."""
        if client_id not in live.ids:
            return None
        SEAT.check(session, act)
        number = await resources.read_in_thread(resources.store.read.number_of, live.table.record.id, client_id)
        return None if number is None else Step(to_asker=[Done(act.id, number)])

    with resources.metrics.answering.time():
        await session.registry.driver.do(live, move, session.listener, done_before)


async def _take_back(session: Session, ask: client.TakeBack) -> None:
    live, resources = session.live, session.resources
    assert live is not None
    record, past = live.table.record, taking_back.past_of(live.table)

    def read() -> tuple[list[Entry], Game]:
        reader = resources.store.read
        return list(reader.entries(record.id, 0, ask.number)), Archive(reader).game_at(record.id, ask.to)

    if ask.agree and ask.number == live.table.number and not past.holds(ask.to):
        session.allowance.take("returns", session.now)
        entries, game = await resources.read_in_thread(read)
        if ask.number == live.table.number:
            past.fill(entries, ask.to, game)

    def move(table: Table, now: int) -> Step:
        SEAT.check(session, ask)
        return taking_back.wish(table, now, ask)

    await session.registry.driver.do(live, move, session.listener)


def _share(session: Session, share: client.GiveShare) -> None:
    for seat, link in share.links.items():
        session.table.drawing.give(int(seat), share.draw, link)
    assert session.live is not None
    session.registry.driver.given(session.live)


def _start(session: Session, now: int, ask: client.Start) -> Step:
    if consent.agreed(session.record):
        bots.prepare_coach()
    if session.record.box:
        return box.start(session.table, now, ask)
    if bots.needs_worker(session.record):
        session.allowance.thinking(session.record.id, session.registry.lives)
    return session.table.start(now)


def _replace(session: Session, _: int, ask: client.Replace) -> None:
    record = session.record
    session.resources.check_bots([ask.level] if ask.level else [])
    if bots.in_worker(ask.level) and record.status == "playing":
        session.allowance.thinking(record.id, session.registry.lives)
    seating.replace(record, ask.seat, ask.level, session.table.present)


def _new_key(session: Session, now: int, ask: client.NewKey) -> Step:
    """Replace a key. All other connections have to authenticate again: one may belong to whoever has the old key."""
    old = seating.replace_key(session.record, ask.seat, ask.digest, session.host_key)
    if ask.seat is None:
        session.host_key = ask.digest
    else:
        session.keys[ask.seat] = ask.digest
    step = session.table.seated(now)
    step.to_asker, step.alone = [Keyed(ask.seat, old)], True
    return step


def _set_hook(session: Session, _: int, ask: client.SetHook) -> Step:
    if ask.url:
        _check_target(ask.url)
    return notice_settings.set_hook(session.record, ask)


def _set_push(session: Session, _: int, ask: client.SetPush) -> Step:
    _check_target(ask.endpoint)
    if not web_push.is_browser_key(ask.p256dh):
        raise Refused("bad-hook")
    return notice_settings.set_push(session.record, ask)


def _check_target(url: str) -> None:
    try:
        targets.parse(url)
    except targets.Undeliverable as error:
        raise Refused(error.code) from None


def _vote(table: Table, now: int, ask: client.Vote) -> None:
    voting.vote(table.record, ask.seat, ask.about, ask.agree, table.present, table.presence.left, now)


async def _rematch(session: Session, _: client.Rematch) -> None:
    registry, live = session.registry, session.live
    assert live is not None
    if live.table.record.rematch is None:
        session.allowance.take("tables", session.now)
        most = session.limits.tables
        if not await session.resources.ownership.allow("tables", session.allowance.address, most / 3600, most):
            raise Refused("too-many-tables")
    await registry.rematch(live)


ROWS = (
    Row(client.Hello, ANYBODY, hello),
    _question(client.Ping, ANYBODY, lambda at, ask: Pong()),
    Row(client.Act, SEAT, _act),
    Row(client.TakeBack, SEAT, _take_back),
    _question(client.AskLegal, SEAT, questions.legal),
    _question(client.AskPlan, SEAT, questions.plan, "plans"),
    _question(client.AskCheck, SEAT, questions.check, "plans"),
    _question(client.AskCoach, SEAT, questions.coach, "coaching"),
    _step(client.AgreeToCoach, SEAT, lambda at, now, ask: consent.agree(at.record, ask.seat, ask.agree)),
    _step(client.Say, SEAT_OR_HOST, lambda at, now, ask: at.table.say(now, ask.seat, ask.text)),
    _step(client.GiveChain, SEAT, lambda at, now, ask: seating.give_chain(at.record, ask.seat, ask.end)),
    _question(client.GiveShare, SEATS, _share, at_once=True),  # an action among the earlier ones may be waiting for it
    _step(client.TakeToken, SEAT, lambda at, now, ask: seating.take_token(at.record, ask.seat, ask.token)),
    _step(client.Back, SEAT, lambda at, now, ask: at.table.back(now, [ask.seat])),
    _step(client.StandIn, SEAT, lambda at, now, ask: timing.stand_in(at.table, now, ask.about)),
    _step(client.Leave, SEAT, lambda at, now, ask: seating.leave(at.record, ask.seat)),
    _step(client.Consent, SEAT_OR_HOST, lambda at, now, ask: agreements.consent(at.table, now, ask.seat, ask.agree)),
    _step(client.Start, HOST, _start),
    _step(client.UsePaper, PLAYER, lambda at, now, ask: box.use_paper(at.record, ask.paper)),
    _step(client.Pause, HOST, lambda at, now, ask: timing.pause(at.table, now, ask.paused)),
    _step(client.Replace, HOST, _replace),
    _step(client.HandBack, HOST, lambda at, now, ask: seating.hand_back(at.record, ask.seat)),
    _step(client.Remove, HOST, lambda at, now, ask: seating.remove(at.record, ask.seat)),
    _step(client.Vote, SEAT, lambda at, now, ask: _vote(at.table, now, ask)),
    _step(client.Settle, SEAT_OR_HOST, lambda at, now, ask: agreements.settle(at.table, now, ask.seat, ask.how)),
    _step(client.SetPace, PLAYER, lambda at, now, ask: timing.set_pace(at.table, now, at.seats, ask.pace)),
    _step(client.SkipAhead, VISITOR, lambda at, now, ask: timing.skip(at.table, at.seats)),
    _step(client.Mute, HOST, lambda at, now, ask: seating.mute(at.record, ask.seat, ask.muted)),
    _step(client.NewKey, SEAT_OR_HOST, _new_key),
    _step(client.SeatLink, SEAT_OR_HOST, lambda at, now, ask: moving.make_link(at.table, now, ask)),
    _step(client.NewInvite, HOST, lambda at, now, ask: seating.replace_invite(at.record, ask.digest)),
    _step(
        client.Publish, SEAT, lambda at, now, ask: agreements.publish(at.table, now, ask.seat, ask.agree), lasting=True
    ),
    _question(client.AskNotices, SEAT, questions.notices),
    _step(client.SetHook, SEAT, _set_hook),
    _step(client.SetPush, SEAT, _set_push),
    _step(client.SetNotices, SEAT, lambda at, now, ask: notice_settings.set_times(at.record, ask)),
    _question(client.TestNotices, SEAT, questions.test_notices),
    _question(client.AskOrders, SEAT, lambda at, ask: orders.shown(at.record, ask.seat)),
    _step(client.SetOrders, SEAT, lambda at, now, ask: orders.put(at.record, ask)),
    Row(client.Rematch, PLAYER, _rematch),
)
MESSAGES = {row.kind: row for row in ROWS}


def _begin(session: Session, message: ClientMessage | Refused, now: float) -> Awaitable[object] | None:
    """Answer a message, or return what remains to be awaited. A refusal stands for a message that was unreadable."""
    calm = session.count(now)
    if isinstance(message, Refused):
        raise message
    if not calm:
        raise Refused("too-fast")
    row = MESSAGES[type(message)]
    if row.who is not ANYBODY:
        record = session.record
        row.who.check(session, message)
        if not row.lasting and seating.keys_expired(record, session.resources.clock()):
            raise Refused("keys-expired")
    session.take(row.rate)
    return row.handle(session, message)


async def answer(session: Session, message: ClientMessage | Refused, now: float) -> None:
    """Answer a message. Errors are sent to this connection only."""
    try:
        work = _begin(session, message, now)
        if work is not None:
            await work
    except Refused as refusal:
        session.refuse(refusal, message)
    except StoreTrouble:
        session.refuse(Refused("storage-trouble"), message)


def answer_at_once(session: Session, message: ClientMessage | Refused, now: float) -> bool:
    """Answer a message that need not wait for earlier ones of the connection; False if it has to."""
    if session.live is None or isinstance(message, Refused) or not MESSAGES[type(message)].at_once:
        return False
    try:
        _begin(session, message, now)
    except Refused as refusal:
        session.refuse(refusal, message)
    return True
