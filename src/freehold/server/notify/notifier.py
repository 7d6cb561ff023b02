"""Notices of tables on their way out: from a step's notice to requests, and what becomes of them."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from freehold.i18n import REFERENCE, write
from freehold.server.logging_setup import trouble, warn
from freehold.server.metrics import Metrics
from freehold.server.notify import shapes
from freehold.server.notify.http_client import Request, post
from freehold.server.notify.outbox import Key, Outbox
from freehold.server.notify.targets import Resolver, Undeliverable
from freehold.server.notify.web_push import PushKey, new_key
from freehold.server.storage.record import Record
from freehold.server.storage.seat_settings import Subscription
from freehold.server.table.notices import Notice

CONTACT = "mailto:freehold@example.org"  # where the page's address is not known


class Notifier:
    """`given_up` is called with a table, a seat, the hook's address and a code; set by the registry."""

    def __init__(self, metrics: Metrics, private: bool = False, push_key: str = "") -> None:
        self._metrics = metrics
        self.push_key = PushKey(push_key or new_key())
        self.resolver = Resolver(private)
        self.outbox = Outbox(self.post, self._done)
        self.given_up: Callable[[str, int, str, str], None] = lambda *_: None

    async def post(self, request: Request) -> None:
        await post(request, self.resolver)

    def tell(self, record: Record, notice: Notice) -> None:
        """Send a notice in the background. Nothing that is wrong with it concerns the table."""
        try:
            for which, request in self._requests(record, notice):
                self.outbox.put((record.id, notice.seat, which), request, notice.wait)
        except Exception as error:
            trouble(error)

    async def test(self, record: Record, notice: Notice) -> str:
        """Send a notice now, once; returns the code that says why it did not arrive, or an empty one."""
        try:
            for _, request in self._requests(record, notice):
                await self.post(request)
        except Undeliverable as error:
            return error.code
        return ""

    def _requests(self, record: Record, notice: Notice) -> list[tuple[str, Request]]:
        """What is sent for a notice, each with the address of its target."""
        said, to = shapes.words(record, notice), notice.to
        found = [(push.endpoint, self._push(push, record.id, said, to.page)) for push in to.pushes]
        if to.hook is not None and not to.off:
            found.append((to.hook.url, shapes.request(to.hook, said)))
        return found

    def _push(self, to: Subscription, table: str, said: shapes.Words, page: str) -> Request:
        """What `web/public/sw.js` shows."""
        data = {"title": said.table, "body": said.sentence, "path": f"/#/t/{table}"}
        return self.push_key.request(to, msgspec.json.encode(data), page or CONTACT)

    def _done(self, key: Key, code: str) -> None:
        self._metrics.notices.labels(code or "delivered").inc()
        game, seat, which = key
        if code == "queue-full":
            warn("notice-undelivered", table=game, why="Too many notices wait already: this one was dropped.")
        elif code:
            warn("hook-switched-off", table=game, code=code, why=write("server", code, {}, REFERENCE))
            self.given_up(game, seat, which, code)

    async def close(self) -> None:
        await self.outbox.close()
        self.resolver.close()
