"""Hello: a connection comes to a table, is told how it stands and what it missed."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import cast

import msgspec
from msgspec import Raw

from freehold.server.protocol.messages import Hello, PastAction, Refused, Welcome
from freehold.server.registry.live_table import LiveTable
from freehold.server.session.session import Session
from freehold.server.storage.record import Record, key_matches
from freehold.server.table import bots, consent, seating
from freehold.server.table.table import Table
from freehold.server.table.table_step import Step
from freehold.server.workers.jobs import Look

MISSED_SHOWN = 200  # missed actions in a welcome; earlier ones are read in pages over HTTP
MISSED = msgspec.json.Decoder(list[tuple[int, Raw]])
Missed = list[tuple[int, Raw]]


async def hello(session: Session, hello: Hello) -> None:
    registry = session.registry
    if session.live is not None:
        raise Refused("bad-message", "hello is said once")
    session.hello = hello
    if hello.table not in registry.lives:
        session.allowance.take("loadings", session.now)
    live = await registry.loader.acquire(hello.table)
    record = live.table.record
    seats, host = seating.seats_of(record, hello.keys)
    if not (seats or host or may_look(record, hello.invite, session.resources.clock())):
        registry.driver.release(live)
        raise Refused("wrong-invite")
    session.live, session.host_key = live, seating.host_key_of(record, hello.keys)
    session.keys = {seat: record.seats[seat].key for seat in seats}
    try:
        while session.listener not in live.listeners:
            missed = await _missed(session, live.table, hello.seen)
            await registry.driver.do(live, partial(_arrive, session, live, hello.seen, missed))
    except BaseException:  # not joined: the client may send hello again
        session.live, session.host_key, session.keys = None, "", {}
        registry.driver.release(live)
        raise
    if seats and consent.allowed(record):
        bots.prepare_coach()


def _arrive(session: Session, live: LiveTable, seen: int | None, missed: Missed, table: Table, now: int) -> Step:
    """Join the table, unless more happened since than the table keeps in memory: then read the missed ones again."""
    last = missed[-1][0] if missed else seen
    late = [past for past in table.log.recent if last is not None and past[0] > last]
    if late and last is not None and late[0][0] != last + 1:
        return Step()
    session.arrived = session.phone
    step = table.arrive(now, session.keys, session.arrived)
    if seating.host_came(table.record, session.host_key, session.keys):
        step.writes.record = table.record
    session.send(_welcome(session, table, now, [past for _, past in [*missed, *late]]))
    live.listeners.add(session.listener)
    asking = table.asking()
    if asking is not None:  # the server was restarted before it could draw
        session.send(msgspec.structs.replace(asking, at=now))
    return step


def _welcome(session: Session, table: Table, now: int, missed: list[Raw]) -> Welcome:
    """All that a client needs to know which comes with the keys of some seats."""
    game, record = table.game, table.record
    inherited: list[int | None] = [seat for seat in sorted(session.keys) if record.seats[seat].inherited]
    return Welcome(
        table=table.info(),
        yours=_yours(session),
        host=session.host,
        number=table.number,
        hash=table.log.hash,
        setup=game.setup if game is not None else [],
        missed=cast(list[PastAction], missed),
        view=game.view() if game is not None else None,
        prices=game.prices() if game is not None else None,
        decider=game.decider if game is not None else None,
        legal=game.legal(offers=False, amounts=True) if game is not None and game.decider is not None else [],
        clock=table.clock(now),
        chat=list(table.chat.lines),
        secret=table.secret,
        replies=list(table.replies),
        draws=table.drawing.draw,
        since=table.drawing.since(sorted(session.keys)),
        standings=game.standings() if game is not None and record.ending is not None else [],
        inherited=[*inherited, None] if record.host_inherited and session.host_key == record.host else inherited,
        wanted=table.wanted,
        back=table.steps_back,
        signer=session.resources.signer.public if session.resources.signer else "",
    )


def _yours(session: Session) -> list[int]:
    if not session.record.box:
        return sorted(session.keys)
    return session.seats if session.phone is None else [session.phone]


async def _missed(session: Session, table: Table, seen: int | None) -> Missed:
    """The actions after the last number seen that the table no longer keeps in memory."""
    if seen is None or seen >= table.number or table.frozen:
        return []
    if table.log.recent and table.log.recent[0][0] <= seen + 1:
        return []
    session.allowance.take("returns", session.now)
    look = Look(table.record.id, seen, MISSED_SHOWN)
    try:
        return MISSED.decode(await session.start(session.resources.workers.missed(look, session.allowance.address)))
    except asyncio.CancelledError:
        raise Refused("busy") from None  # the client is gone


def may_look(record: Record, invite: str | None, now: int) -> bool:
    """May a client without a key watch this table? Invitations expire with the keys, some time after the end."""
    invited = invite is not None and key_matches(invite, record.invite)
    return record.listed or (invited and not seating.keys_expired(record, now))
