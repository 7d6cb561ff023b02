"""Questions about the game: what is legal, what a plan costs, and what the coach says. Nothing at the table changes."""

from __future__ import annotations

from typing import cast

import msgspec
from msgspec import Raw
from msgspec.structs import replace

from freehold.game import Game, internals
from freehold.game.types import Wish
from freehold.json_types import Json
from freehold.players.brought import is_brought
from freehold.server.protocol.messages import (
    AskCheck,
    AskCoach,
    AskLegal,
    AskNotices,
    AskPlan,
    Checked,
    Coached,
    Legal,
    Notices,
    NoticesTested,
    Planned,
    Refused,
    TestNotices,
)
from freehold.server.registry.live_table import LiveTable
from freehold.server.session.session import Session
from freehold.server.table import bots, consent, notice_settings
from freehold.server.table.notices import Notice
from freehold.server.table.table import Table
from freehold.server.workers.coach_answers import CoachQuestion


def legal(session: Session, ask: AskLegal) -> Legal:
    game = _game(session)
    return Legal(ask.seat, session.table.number, game.legal(ask.seat, amounts=True), game.raisable(ask.seat))


def check(session: Session, ask: AskCheck) -> Checked:
    return Checked(ask.seat, ask.id, session.table.number, _game(session).check(ask.seat, *ask.actions))


def plan(session: Session, ask: AskPlan) -> Planned:
    game = _game(session)
    wishes = [cast(Wish, _given(msgspec.to_builtins(wish))) for wish in ask.wishes]
    if ask.raise_to is not None:
        wishes = game.suggest(ask.seat, ask.raise_to)
    return Planned(ask.seat, ask.id, session.table.number, game.plan(ask.seat, wishes))


def coach(session: Session, ask: AskCoach) -> None:
    """Have a worker answer a question to the coach; meanwhile this connection goes on."""
    game, table, live = _game(session), session.table, session.live
    if not _may_ask(table, ask):
        raise Refused("coach-not-allowed")
    assert live is not None
    seats = enumerate(table.record.seats)  # nobody knows how the operator's bots play: they count as people
    others = {at: c.level for at, c in seats if c.bot_plays and at != ask.seat and not is_brought(c.level)}
    dealings = internals.dealings(game)
    question = CoachQuestion(ask.what, game.view(), ask.seat, others, dealings, ask.offer, ask.steps)
    session.start(_coached(session, live, ask, question))


async def _coached(session: Session, live: LiveTable, ask: AskCoach, question: CoachQuestion) -> None:
    resources, number = session.resources, live.table.number
    try:
        found = cast(Json, Raw(await resources.workers.coach(question, live.table.record.id)))
    except Refused as refusal:
        resources.metrics.refusals.labels(refusal.code).inc()
        if refusal.code == "coach-not-ready":
            bots.compiling.begin()
        found = {"refused": refusal.code}
    if session.live is live and _may_ask(live.table, ask):
        session.send(Coached(ask.seat, ask.id, number, found))


def notices(session: Session, ask: AskNotices) -> Notices:
    return replace(notice_settings.shown(session.record, ask.seat), push_key=session.resources.notifier.push_key.public)


def test_notices(session: Session, ask: TestNotices) -> None:
    """Send a notice to the owner of a seat; meanwhile this connection goes on."""
    to = notice_settings.of(session.record, ask.seat)
    if to.hook is None and not to.pushes:
        raise Refused("no-hook")
    session.allowance.take("notices", session.now)
    session.start(_tested(session, Notice(ask.seat, "test", replace(to, off=""))))


async def _tested(session: Session, notice: Notice) -> None:
    session.send(NoticesTested(notice.seat, await session.resources.notifier.test(session.record, notice)))


def _may_ask(table: Table, ask: AskCoach) -> bool:
    """The coach needs everybody's agreement; a bot may always be asked for its price."""
    return ask.what == "price" or consent.allowed(table.record)


def _game(session: Session) -> Game:
    game = session.table.game
    if game is None:
        raise Refused("not-begun")
    return game


def _given(wish: Json) -> Json:
    """A wish without what it leaves out."""
    return {key: value for key, value in wish.items() if value is not None}
