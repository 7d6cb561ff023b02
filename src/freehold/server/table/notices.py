"""When people who are not connected are told that they are waited for. No network: `server/notify/` delivers.

Somebody is told of a question once, and reminded once. During their quiet hours all notices wait.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from freehold.server.storage.record import Record
from freehold.server.storage.seat_settings import Notify
from freehold.server.table.countdown import Countdown

SETTLE = 10_000  # milliseconds: somebody may only be reloading the page
SHORTEST = 60_000  # a question with less time left is over before anybody could answer
REMINDER = 12 * 3600_000  # after the first notice, or half of the table's limit if that is shorter
DAY = 24 * 60  # minutes

Kind = Literal["turn", "reminder", "away", "over", "test"]


class Notice(Struct, frozen=True):
    """One person is to be told something. `to`: their settings, as they are now; `wait`: seconds until their quiet
    hours are over, where the table will not run any more.
    """

    seat: int
    kind: Kind
    to: Notify
    phase: str = ""
    wait: float = 0


def fresh(notify: Notify | None) -> Notify | None:
    """The settings of somebody for a new table."""
    return None if notify is None else replace(notify, told="", at=0, reminded=False, owed=0)


def after_quiet_hours(notify: Notify, at: int) -> int:
    """This time, or the end of the quiet hours that it falls into."""
    if notify.quiet is None:
        return at
    local = at // 60_000 + notify.offset
    since = (local - notify.quiet.begin) % DAY
    length = (notify.quiet.end - notify.quiet.begin) % DAY
    return at if since >= length else (at // 60_000 + length - since) * 60_000


def upcoming(record: Record, countdown: Countdown, left: Mapping[int, int]) -> dict[int, tuple[int, Kind]]:
    """By seat: when its owner is told next, and what."""
    found: dict[int, tuple[int, Kind]] = {}
    for seat in countdown.absent if not record.box else ():
        notify = record.seats[seat].notify
        if notify is None or not notify.reachable:
            continue
        if notify.told != countdown.question:
            kind: Kind = "turn"
            at = max(countdown.asked_at, left.get(seat, 0)) + SETTLE
        elif notify.remind and not notify.reminded:
            half = REMINDER if record.seconds is None else record.seconds * 500
            kind, at = "reminder", notify.at + min(REMINDER, half)
        else:
            continue
        at = after_quiet_hours(notify, at)
        if countdown.deadline is None or countdown.deadline - at >= SHORTEST:
            found[seat] = at, kind
    for seat, chair in enumerate(record.seats):
        if chair.away and chair.notify is not None and chair.notify.owed and chair.notify.reachable:
            found[seat] = after_quiet_hours(chair.notify, chair.notify.owed), "away"
    return found


def take(record: Record, countdown: Countdown, due: Iterable[tuple[int, Kind]], now: int) -> list[Notice]:
    """Note that these people are told now."""
    found = []
    for seat, kind in due:
        notify = record.seats[seat].notify
        assert notify is not None
        if kind == "away":
            notify.owed = 0
        else:
            notify.told, notify.at, notify.reminded = countdown.question, now, kind == "reminder"
        found.append(Notice(seat, kind, replace(notify), countdown.phase))
    return found


def are_away(record: Record, seats: Iterable[int], present: Mapping[int, int], now: int) -> list[Notice]:
    """A bot plays for these people from now on: those are told who are not connected, once they want to be told."""
    found = []
    for seat, notify in _reached(record, seats, present):
        notify.owed = now if after_quiet_hours(notify, now) > now else 0
        if not notify.owed:
            found.append(Notice(seat, "away", replace(notify)))
    return found


def are_over(record: Record, present: Mapping[int, int], now: int) -> list[Notice]:
    """The game has ended: those are told who are not connected."""
    return [
        Notice(seat, "over", replace(notify), wait=(after_quiet_hours(notify, now) - now) / 1000)
        for seat, notify in _reached(record, range(len(record.seats)), present)
    ]


def _reached(record: Record, seats: Iterable[int], present: Mapping[int, int]) -> list[tuple[int, Notify]]:
    """Those of these people who are not connected and have said where they can be told something."""
    asked = [(seat, record.seats[seat].notify) for seat in seats if not present.get(seat)]
    return [(seat, notify) for seat, notify in asked if notify is not None and notify.reachable]
