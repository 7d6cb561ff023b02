"""The session of one connection: its table, its seats, its rate limits, and its refusals."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, Literal, TypeVar

from freehold.server.protocol.messages import Act, ClientMessage, Hello, Refusal, Refused, ServerMessage, encode
from freehold.server.rate_limits import Allowance, Limits, TokenBucket
from freehold.server.registry.live_table import Listener, LiveTable
from freehold.server.registry.table_registry import TableRegistry
from freehold.server.storage.record import Record, key_matches
from freehold.server.table.table import Table

Result = TypeVar("Result")
Rate = Literal["messages", "plans", "coaching"]
TRYING = ("too-fast", "bad-message", "too-large")  # refusals that a connection gets a limited number of


class Flood(Exception):
    """The connection keeps exceeding its rate limit and must be closed."""


class Session:
    """A connection's state from `hello` until it closes. `now`: the time of the message at hand, in seconds."""

    def __init__(self, registry: TableRegistry, listener: Listener, limits: Limits, allowance: Allowance) -> None:
        self.registry = registry
        self.resources = registry.resources
        self.listener = listener
        self.limits = limits
        self.allowance = allowance  # shared with the other connections of this address
        self.now = 0.0
        self.hello: Hello | None = None
        self.live: LiveTable | None = None
        self.keys: dict[int, str] = {}  # seat -> digest of its key
        self.host_key = ""  # digest of the host's key that it came with
        self.arrived: int | None = None  # the seat whose phone the table was told that this is
        self._buckets: dict[Rate, TokenBucket] = {
            "messages": TokenBucket(limits.messages, limits.messages_burst),
            "plans": TokenBucket(limits.plans, limits.plans_burst),
            "coaching": TokenBucket(limits.coaching, limits.coaching_burst),
        }
        self._waiting: set[asyncio.Task[Any]] = set()  # work for this connection alone
        self._refused = 0

    @property
    def table(self) -> Table:
        if self.live is None:
            raise Refused("hello-first")
        return self.live.table

    @property
    def record(self) -> Record:
        return self.table.record

    def owns(self, seat: int) -> bool:
        """Whether this connection's key still belongs to the seat."""
        if self.record.box:
            return self.trusted and seat < len(self.record.seats)
        return self._has_key(seat)

    def _has_key(self, seat: int) -> bool:
        return seat in self.keys and self.record.seats[seat].key == self.keys[seat]

    @property
    def trusted(self) -> bool:
        """Around a real box, whoever has a key or the invitation may type for everybody: a phone goes on where the
        laptop's battery died.
        """
        invite = self.hello.invite if self.hello is not None else None
        invited = invite is not None and key_matches(invite, self.record.invite)
        return self.host or invited or any(map(self._has_key, self.keys))

    @property
    def host(self) -> bool:
        """Whether this connection came with a key that is the host's still."""
        return bool(self.host_key) and self.host_key in (self.record.host, self.record.deputy)

    @property
    def phone(self) -> int | None:
        """Around a real box, the seat whose player holds this screen."""
        seat = self.hello.phone if self.hello is not None else None
        return seat if self.record.box and self.trusted and seat is not None and seat < len(self.record.seats) else None

    @property
    def seats(self) -> list[int]:
        """The seats that this connection may act for."""
        return [seat for seat in range(len(self.record.seats)) if self.owns(seat)]

    def count(self, now: float) -> bool:
        """Count a message that arrives; False if it is too much for the connection or its address."""
        self.now = now
        return self._buckets["messages"].take(now) and self.allowance.messages.take(now)

    def take(self, rate: Rate) -> None:
        if rate != "messages" and not self._buckets[rate].take(self.now):
            raise Refused("too-fast")

    def send(self, message: ServerMessage) -> None:
        self.listener.send(encode(message))

    def refuse(self, refusal: Refused, message: ClientMessage | Refused) -> None:
        """Tell this connection alone. Whoever does not stop asking in vain is disconnected."""
        self.resources.metrics.refusals.labels(refusal.code).inc()
        number = self.live.table.number if self.live is not None else None
        id = message.id if isinstance(message, Act) else None
        self.send(Refusal(refusal.code, refusal.detail, id, number))
        if refusal.code in TRYING:
            self._refused += 1
            if self._refused > self.limits.patience:
                raise Flood

    def start(self, work: Coroutine[Any, Any, Result]) -> asyncio.Task[Result]:
        """A task that is cancelled when the connection is gone."""
        task = asyncio.get_running_loop().create_task(work)
        self._waiting.add(task)
        task.add_done_callback(self._waiting.discard)
        return task

    def gone(self) -> None:
        """The connection is gone: what it waits for need not be done. `close` follows."""
        for task in self._waiting:
            task.cancel()

    def close(self) -> None:
        """The connection was closed."""
        live, self.live = self.live, None
        if live is None:
            return
        live.listeners.discard(self.listener)
        changed = live.table.depart(self.resources.clock(), self.keys, self.arrived)
        if changed is not None and not live.broken:
            live.tell(encode(changed))
        self.registry.driver.release(live)
