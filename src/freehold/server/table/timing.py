"""The time of a table: when it acts by itself, and what its people wish for: a pause, a pace, a bot for somebody who is
absent. Each function takes a table; those that change it return a step.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from freehold.json_types import Json
from freehold.server.logging_setup import warn
from freehold.server.protocol.messages import Refused, RefusedByRules
from freehold.server.storage.record import Pace
from freehold.server.storage.writes import Writes
from freehold.server.table import bots, box, notices, orders, taking_back
from freehold.server.table.countdown import CORRESPONDENCE, PACES
from freehold.server.table.table import IMPATIENCE, PATIENCE, Table
from freehold.server.table.table_step import Step


def bot_to_move(table: Table) -> int | None:
    """The seat for which a bot must act now."""
    if table.record.pending is not None or not table.runs or table.game is None or table.record.box:
        return None
    if table.wishes.now is not None:
        return None
    for seat, chair in enumerate(table.record.seats):
        if chair.bot_plays and seat not in table.awaited and bots.claims(table.game, seat):
            return seat
    return next((seat for seat in table.awaited if table.record.seats[seat].bot_plays), None)


def order(table: Table) -> tuple[int, Json] | None:
    """The action that somebody's standing orders say now, and the seat."""
    game, record = table.game, table.record
    if game is None or record.pending is not None or not table.runs or table.wishes.now is not None:
        return None
    return None if table.number == table.refused_order else orders.next_action(record, game)


def carry_out(table: Table, now: int) -> Step:
    """Do what standing orders say."""
    found = order(table)
    if found is None:
        return Step()
    try:
        return table.act(now, found[0], table.number + 1, found[1], "order")
    except RefusedByRules as refusal:  # a fault of `orders.py`: people decide themselves
        table.refused_order = table.number
        warn("order-refused", why=refusal.code, code=found[1]["type"])
        return Step()


def may_sleep(table: Table) -> bool:
    """Whether bots may stop when nobody has been here for a while. In a game of days nobody is expected to stay."""
    record = table.record
    people = any(chair.kind == "person" and not chair.bot_plays for chair in record.seats)
    return record.seconds is None or record.seconds < CORRESPONDENCE or not people


def due(table: Table) -> tuple[int, str] | None:
    """When the table must act by itself next, and by which means: `bot`, `clock`, `draw`, `order` or `notice`."""
    if not table.runs or table.record.asleep or (table.game is not None and table.game.over):
        return None  # around a real box, a game that is over may be corrected still
    if table.record.pending is not None:
        return None if (at := table.draws_at) is None else (at, "draw")
    times = [(at, "clock") for at in (table.deadline, table.record.ends_at) if at is not None]
    if table.wishes.now is not None:
        times.append((table.wishes.now.until, "clock"))
    if order(table) is not None:
        times.append((table.last, "order"))
    elif bot_to_move(table) is not None:
        times.append((table.last + table.bot_pause * _pace(table) // 100, "bot"))
    times += [(at, "notice") for at, _ in _notices(table).values()]
    return min(times, default=None)


def _notices(table: Table) -> dict[int, tuple[int, notices.Kind]]:
    return notices.upcoming(table.record, table.countdown, table.presence.left)


def notify(table: Table, now: int) -> Step:
    """Tell the people who are not connected that they are waited for, where it is time."""
    due = [(seat, kind) for seat, (at, kind) in _notices(table).items() if at <= now]
    found = notices.take(table.record, table.countdown, due, now)
    return Step(Writes(record=table.record), notices=found) if found else Step()


def until_due(table: Table, now: int) -> tuple[int, str] | None:
    """In how many milliseconds that is. No bot and no draw waits longer than its pause, wherever the clock was set."""
    found = due(table)
    if found is None:
        return None
    left = found[0] - now
    most = {"bot": table.bot_pause * max(PACES.values()) // 100, "draw": PATIENCE, "order": 0}.get(found[1], left)
    return min(left, most), found[1]


def _pace(table: Table) -> int:
    """The bots' pause in percent. A person who may still claim a rent gets the usual time for it."""
    pause = PACES[table.pace.of(table.present)]
    assert table.game is not None
    people = [seat for seat, windows in table.present.items() if windows]
    if pause < PACES["normal"] and any(bots.claims(table.game, seat) for seat in people):
        return PACES["normal"]
    return pause


def tick(table: Table, now: int) -> Step | None:
    """Apply an expired deadline: the end of a timed game, the end of an auction, or a bot for an absent player."""
    record = table.record
    if due(table) is None or record.pending is not None:
        return None
    if table.wishes.now is not None and now >= table.wishes.now.until:
        return taking_back.lapse(table, now)
    if record.ends_at is not None and now >= record.ends_at:
        record.ends_at = None
        act = box.act if record.box else Table.act
        step = act(table, now, None, table.number + 1, {"type": "time_up"}, "clock")
        step.writes.record = record
        return step
    if table.deadline is None or now < table.deadline:
        return None
    people = table.countdown.people
    if table.countdown.grace_is_over(now):
        return _stand_in(table, now, table.countdown.absent)
    if table.countdown.in_auction:
        return table.act(now, people[0], table.number + 1, {"type": "pass"}, "clock")
    step = _stand_in(table, now, people)
    step.notices = notices.are_away(record, people, table.present, now)
    return step


def _stand_in(table: Table, now: int, seats: Iterable[int]) -> Step:
    """A bot plays for these people until they are back."""
    for seat in seats:
        chair = table.record.seats[seat]
        chair.away = True
        if chair.notify is not None:
            chair.notify.owed = 0
    table.countdown.begin(now)
    return table.tell(now)


def stand_in(table: Table, now: int, about: int) -> Step:
    """Somebody who waits lets a bot play for an absent person at once, or the dice fall without their number."""
    table.log.playing()
    if table.record.pending is not None and about in table.drawing.waiting:
        if now < table.asked_at + IMPATIENCE:
            raise Refused("just-gone")
        table.drawing.miss([about])
        return table.draw(now)
    if about not in table.countdown.absent:
        raise Refused("is-present")
    allowed = table.countdown.stand_in_from
    if allowed is None or now < allowed:
        raise Refused("just-gone")
    return _stand_in(table, now, [about])


def pause(table: Table, now: int, paused: bool) -> Step:
    """Stop all clocks, including that of a timed game."""
    table.log.playing()
    record = table.record
    if paused != record.paused:
        record.paused = paused
        if paused:
            record.left = None if record.ends_at is None else max(0, record.ends_at - now)
            record.ends_at = None
        elif record.left is not None:
            record.ends_at, record.left = now + record.left, None
        table.countdown.begin(now)
        table.last = now
    return table.tell(now)


def set_pace(table: Table, now: int, seats: Collection[int], pace: Pace) -> Step:
    """People wish for a pace; without a seat, it is the host's wish for a table where nobody is present."""
    if not seats:
        table.record.pace = pace
        return table.tell(now)
    before = table.pace.of(table.present)
    table.pace.wish(seats, pace)
    return Step(to_all=[table.changed(now)] if table.pace.of(table.present) != before else [])


def skip(table: Table, seats: Iterable[int]) -> Step:
    """People wish to be at their next decision at once."""
    table.pace.skip(seat for seat in seats if seat not in table.awaited)
    return Step()
