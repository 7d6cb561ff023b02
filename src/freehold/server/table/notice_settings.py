"""What the owner of a seat sets about notices: the webhook, quiet hours, the reminder. Functions over a record.

Nobody else is told anything of it.
"""

from __future__ import annotations

from urllib.parse import urlsplit

from freehold.server.protocol.messages import Notices, Refused, SetHook, SetNotices, SetPush
from freehold.server.storage.record import Record
from freehold.server.storage.seat_settings import Hook, Notify, Subscription
from freehold.server.storage.writes import Writes
from freehold.server.table.table_step import Step

MOST = 4  # browsers of one seat


def of(record: Record, seat: int) -> Notify:
    """The settings of a seat; at a table around a real box nobody is away."""
    if record.box:
        raise Refused("no-notices")
    return record.seats[seat].notify or Notify()


def shown(record: Record, seat: int) -> Notices:
    notify = of(record, seat)
    hook = notify.hook
    host = urlsplit(hook.url).hostname or "" if hook is not None else ""
    return Notices(
        seat, None if hook is None else hook.kind, host, notify.off, notify.quiet, notify.remind, len(notify.pushes)
    )


def set_hook(record: Record, ask: SetHook) -> Step:
    """The address was checked before."""
    notify = of(record, ask.seat)
    notify.hook, notify.off = Hook(ask.kind, ask.url) if ask.url else None, ""
    notify.page, notify.language = ask.page, ask.language
    return _changed(record, ask.seat, notify)


def set_push(record: Record, ask: SetPush) -> Step:
    """The address and the key were checked before. The oldest of too many browsers is forgotten."""
    notify = of(record, ask.seat)
    others = [push for push in notify.pushes if push.endpoint != ask.endpoint]
    notify.pushes = others if ask.remove else [*others, Subscription(ask.endpoint, ask.p256dh, ask.auth)][-MOST:]
    notify.page, notify.language = ask.page, ask.language
    return _changed(record, ask.seat, notify)


def set_times(record: Record, ask: SetNotices) -> Step:
    notify = of(record, ask.seat)
    notify.quiet, notify.offset, notify.remind = ask.quiet, ask.offset, ask.remind
    return _changed(record, ask.seat, notify)


def _changed(record: Record, seat: int, notify: Notify) -> Step:
    record.seats[seat].notify = notify
    return Step(Writes(record=record), to_asker=[shown(record, seat)])


def give_up(record: Record, seat: int, url: str, code: str) -> Step:
    """A notice did not arrive after all tries: the hook is switched off, unless it was changed meanwhile, and a browser
    is forgotten.
    """
    notify = record.seats[seat].notify if seat < len(record.seats) else None
    if notify is None:
        return Step()
    if notify.hook is not None and notify.hook.url == url:
        notify.off = code
    notify.pushes = [push for push in notify.pushes if push.endpoint != url]
    return Step(Writes(record=record))
