"""Taking something back at a table, see `fairness/take_backs.py`: what is free is done at once, the rest when everybody
who still plays agrees. Each function is a step of a table.
"""

from __future__ import annotations

from msgspec.structs import replace

from freehold.server.fairness.take_backs import KIND, Past
from freehold.server.protocol.messages import Refused, TakeBack, TakeBackWish
from freehold.server.storage.record import Pending
from freehold.server.table.table import Table
from freehold.server.table.table_step import Step

PATIENCE = 30_000  # milliseconds in which everybody has to agree


def past_of(table: Table) -> Past:
    """What can be taken back; `Refused` if nothing."""
    table.log.playing()
    header, past = table.record.header, table.log.past
    if header is None or past is None or header.policy == "never":
        raise Refused("take-back-never")
    return past


def wish(table: Table, now: int, ask: TakeBack) -> Step:
    """Somebody wishes to take something back, agrees with a wish, or does not."""
    past, record, header = past_of(table), table.record, table.record.header
    assert table.game is not None
    assert header is not None
    if record.paused:
        raise Refused("paused")
    if record.pending is not None:
        raise Refused("drawing")
    open_wish = table.wishes.now
    known = past.holds(ask.to) and past.has(ask.to)
    if ask.number != table.number or not known or (open_wish is not None and open_wish.to != ask.to):
        raise Refused("stale-number")
    players = table.game.view()["players"]
    voters = {seat for seat, chair in enumerate(record.seats) if chair.kind == "person"}
    voters -= {seat for seat, player in enumerate(players) if player["bankrupt"]}
    if ask.seat not in voters:
        raise Refused("take-back-bankrupt")
    if not ask.agree:
        return lapse(table, now)
    if open_wish is None:
        if header.policy == "free" and past.is_free(ask.seat, ask.to):
            if len(voters) > 1:
                table.wishes.take(table.game.turns)
            return table.take_back(now, ask.seat, ask.to)
        if any(not table.present.get(voter) for voter in voters):
            raise Refused("take-back-absent")
        if len(voters) > 1:
            table.wishes.ask(ask.seat, table.number)
        open_wish = TakeBackWish(ask.seat, ask.to, [], now + PATIENCE)
    agreed = {*open_wish.agreed, ask.seat} & voters
    table.wishes.now = replace(open_wish, agreed=sorted(agreed))
    if agreed != voters:
        return Step(to_all=[table.changed(now)])
    table.wishes.now = None
    asked = table.drawing.asked(voters)
    if any(table.drawing.chains.published[seat] and seat not in asked for seat in voters):
        raise Refused("take-back-later")
    action = {"type": KIND, "to": ask.to}
    draw = table.drawing.draw
    step = table.fix(now, Pending(table.number + 1, open_wish.seat, action, "person", None, draw, asked))
    step.to_all.insert(0, table.changed(now))  # nobody is asked any more
    return step


def lapse(table: Table, now: int) -> Step:
    """Somebody does not agree, or the time is up."""
    table.wishes.now = None
    table.last = now  # bots go on after their usual pause
    return Step(to_all=[table.changed(now)])
