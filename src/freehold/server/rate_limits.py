"""Rate limits (token buckets) and connection counts by client address. The current time is always a parameter."""

from __future__ import annotations

import contextlib
from collections import OrderedDict, defaultdict
from collections.abc import Callable, Container, Iterator, Sequence
from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Any, Literal

from msgspec import Struct

from freehold.server.protocol.messages import Refused

# The limits of an address that are token buckets, named as in `Limits`.
Counted = Literal[
    "address_messages",
    "handshakes",
    "joins",
    "loadings",
    "notices",
    "readings",
    "refusals",
    "requests",
    "returns",
    "tables",
    "watching",
]

Held = Literal["connections", "thinking"]  # limits that are numbers and not rates
BucketKey = tuple[Counted, str]  # with the address

# Counted at all processes on one database together, settled once a second by `SharedLimits`. Tables, readings and joins
# are asked of the database each time (`charge` in `http/routes.py`); /health, /metrics and refusals are of one process.
SETTLED: frozenset[Counted] = frozenset(
    ("address_messages", "handshakes", "loadings", "notices", "requests", "returns")
)
REPORTED = 1 / 16  # of a limit: what an address uses at a process before others are told

TOO_MUCH = {"tables": "too-many-tables"}  # the code of a refusal; "too-fast" for all others


class Limits(Struct, frozen=True):
    """The server's limits. Rates are per second; `burst` is the capacity of the token bucket."""

    messages: float = 20  # per connection
    messages_burst: int = 40
    plans: float = 5  # per connection: plans and checks, which are worked out on a copy of the game
    plans_burst: int = 15
    coaching: float = 2  # per connection: questions to the coach, which a worker process answers
    coaching_burst: int = 10
    address_messages: float = 200  # per address, all its connections together
    address_messages_burst: int = 400
    requests: float = 50
    requests_burst: int = 400
    handshakes: float = 10  # WebSockets opened
    handshakes_burst: int = 300  # everybody at an address reconnects after a restart
    readings: float = 2  # reads of stored games, which must be replayed
    readings_burst: int = 40
    returns: float = 5  # players who are back and have missed more than the table remembers
    returns_burst: int = 100
    loadings: float = 10  # tables that must be loaded from disk
    loadings_burst: int = 200
    watching: float = 10  # /health and /metrics
    watching_burst: int = 60
    notices: float = 0.1  # test notices to oneself
    notices_burst: int = 6
    joins: float = 0.2  # seats taken
    joins_burst: int = 60
    logs_at_once: int = 8  # uploaded logs that have arrived and are proved; one per address
    held_bytes: int = 64_000_000  # of uploads that have not arrived yet
    connections: int = 256  # per address: a school shares one address, and a browser opens up to six
    tables: int = 20  # per hour and address
    thinking: int = 10  # tables at once, per address, with bots that need a worker process to think
    all_connections: int = 10_000
    waiting: int = 256 * 1024  # bytes of unsent data (back-pressure) before a client is disconnected
    unread_seconds: float = 20  # deadline for a client to read what it was sent
    body_seconds: float = 20  # deadline for the body of a request
    patience: int = 100  # refused messages before a flooding connection is closed
    refusals: float = 1  # per address: requests and connections over a limit that are refused at once
    refusals_burst: int = 20
    refusal_seconds: float = 2  # how long a further one waits for its refusal
    refusals_waiting: int = 1000  # of all addresses
    hello_seconds: float = 10
    file_bytes: int = 2_000_000  # the largest uploaded log

    def bucket(self, what: Counted) -> tuple[float, int]:
        """Rate and burst of a token bucket."""
        if what == "tables":
            return self.tables / 3600, self.tables
        return getattr(self, what), getattr(self, f"{what}_burst")


def rate_limit_key(client: Sequence[Any] | None) -> str:
    """The rate-limit key of a connection: its IPv4 address, or its IPv6 /64 network."""
    return _counted(str(client[0])) if client else "unknown"


@lru_cache(4096)
def _counted(host: str) -> str:
    try:
        address = ip_address(host)
    except ValueError:
        return host  # not an IP address: a Unix socket, or a test
    if not isinstance(address, IPv6Address):
        return host
    return str(address.ipv4_mapped or ip_network((address, 64), strict=False))


class TokenBucket:
    """A token bucket: `burst` tokens at most, refilled at `rate` per second."""

    __slots__ = ("_at", "_left", "_most", "_rate", "_taken")

    def __init__(self, rate: float, burst: int, taken: Callable[[float], None] | None = None) -> None:
        self._rate, self._most = rate, float(burst)
        self._left, self._at = float(burst), -1.0
        self._taken = taken  # is told of everything that is taken

    def take(self, now: float, cost: float = 1) -> bool:
        """Take tokens if there are enough, or all of a full bucket; `now` is in seconds."""
        if self._at >= 0:
            self._left = min(self._most, self._left + (now - self._at) * self._rate)
        self._at = now
        cost = min(cost, max(1.0, self._most))
        if self._left < cost:
            return False
        self._left -= cost
        if self._taken is not None:
            self._taken(cost)
        return True

    def lower(self, left: float) -> None:
        """There are no more tokens than this."""
        self._left = min(self._left, left)


class Account:
    """What was taken from a bucket of which other processes are told: it is `owing` when that is enough."""

    def __init__(self, key: BucketKey, rate: float, burst: int, owing: dict[BucketKey, Account]) -> None:
        self.bucket = TokenBucket(rate, burst, self._take)
        self._key, self._enough, self._owing = key, burst * REPORTED, owing
        self.spent = 0.0

    def _take(self, cost: float) -> None:
        self.spent += cost
        if self.spent >= self._enough:
            self._owing[self._key] = self

    def settle(self, reported: float, left: float) -> None:
        """Others have been told of this much; so much is left for all together."""
        self.spent -= reported
        self.bucket.lower(left)


class AddressLimits:
    """Token buckets and open connections by address. The buckets are an LRU cache."""

    REMEMBERED = 50_000

    def __init__(self, limits: Limits, shared: bool = False) -> None:
        self.limits, self._shared = limits, shared
        self.open: dict[str, int] = {}
        self.owing: dict[BucketKey, Account] = {}
        self.elsewhere: Callable[[Held, str], int] = lambda what, address: 0  # what it has at other processes
        self._buckets: dict[str, OrderedDict[str, TokenBucket]] = defaultdict(OrderedDict)
        self._refusals_waiting: dict[str, int] = {}
        self._held = self._proving = 0
        self._sending: set[str] = set()  # addresses with an upload in progress
        self._thinking: OrderedDict[str, set[str]] = OrderedDict()  # by address: tables whose bots need a worker

    def take(self, what: Counted, address: str, now: float, cost: float = 1) -> None:
        """Count a request of an address for one of the limits; `Refused` if it is too much."""
        if not self.bucket(what, address).take(now, cost):
            raise Refused(TOO_MUCH.get(what, "too-fast"))

    def bucket(self, what: Counted, address: str) -> TokenBucket:
        """The bucket of an address, which all its connections share."""
        buckets = self._buckets[what]
        found = buckets.pop(address) if address in buckets else self._new_bucket(what, address)
        buckets[address] = found
        if len(buckets) > self.REMEMBERED:
            buckets.popitem(last=False)
        return buckets[address]

    def _new_bucket(self, what: Counted, address: str) -> TokenBucket:
        rate, burst = self.limits.bucket(what)
        if self._shared and what in SETTLED:
            return Account((what, address), rate, burst, self.owing).bucket
        return TokenBucket(rate, burst)

    def held(self, live: Container[str]) -> dict[tuple[Held, str], int]:
        """What addresses have at this process, of limits that are numbers and not rates; little is left out."""
        many = max(1.0, self.limits.connections * REPORTED)
        found: dict[tuple[Held, str], int] = {
            ("connections", address): count for address, count in self.open.items() if address and count >= many
        }
        for address, tables in self._thinking.items():
            if count := sum(table in live for table in tables):
                found["thinking", address] = count
        return found

    @contextlib.contextmanager
    def sending_log(self, address: str) -> Iterator[None]:
        """While an address sends a whole log in and waits for its proof: one at a time."""
        if address in self._sending:
            raise Refused("busy")
        self._sending.add(address)
        try:
            yield
        finally:
            self._sending.discard(address)

    @contextlib.contextmanager
    def holding(self, size: int) -> Iterator[None]:
        """While the next bytes of an upload wait for the rest: only what has arrived takes room."""
        if self._held + size > self.limits.held_bytes:
            raise Refused("busy")
        self._held += size
        try:
            yield
        finally:
            self._held -= size

    @contextlib.contextmanager
    def proving(self) -> Iterator[None]:
        """While a log that has arrived is proved: few in all."""
        if self._proving >= self.limits.logs_at_once:
            raise Refused("busy")
        self._proving += 1
        try:
            yield
        finally:
            self._proving -= 1

    @contextlib.contextmanager
    def refusing(self, address: str, now: float) -> Iterator[float]:
        """While a client over its limit is refused: how many seconds it waits for the answer.

        A client that repeats what was refused is slowed down, so that a flood of refused requests costs little.
        """
        limits, waiting = self.limits, self._refusals_waiting
        calm = self.bucket("refusals", address).take(now)
        full = waiting.get(address, 0) >= limits.connections or sum(waiting.values()) >= limits.refusals_waiting
        if calm or full:
            yield 0.0
            return
        waiting[address] = waiting.get(address, 0) + 1
        try:
            yield limits.refusal_seconds
        finally:
            waiting[address] -= 1
            if not waiting[address]:
                del waiting[address]

    def thinking(self, address: str, table: str, live: Container[str]) -> None:
        """Count a table whose bots need a worker process. Tables that are not `live` any more count no longer."""
        tables = {other for other in self._thinking.pop(address, ()) if other in live} - {table}
        self._thinking[address] = tables
        if len(self._thinking) > self.REMEMBERED:
            self._thinking.popitem(last=False)
        if len(tables) + self.elsewhere("thinking", address) >= self.limits.thinking:
            raise Refused("too-many-thinkers")
        tables.add(table)

    def connect(self, address: str) -> None:
        """Count a connection. One without an address comes from another process, which has counted it."""
        here = self.open.get(address, 0)
        if address and here + self.elsewhere("connections", address) >= self.limits.connections:
            raise Refused("too-many-connections")
        if sum(self.open.values()) >= self.limits.all_connections:
            raise Refused("too-many-connections")
        self.open[address] = here + 1

    def disconnect(self, address: str) -> None:
        left = self.open.get(address, 0) - 1
        if left > 0:
            self.open[address] = left
        else:
            self.open.pop(address, None)


class Allowance:
    """The rate limits of one client address, bound to it for one connection: each method raises if a limit is exceeded.

    All connections of an address share the same token buckets. Times are in seconds.
    """

    def __init__(self, addresses: AddressLimits, address: str) -> None:
        self.messages = addresses.bucket("address_messages", address)  # shared by all its connections
        self._addresses, self.address = addresses, address

    def take(self, what: Counted, now: float) -> None:
        self._addresses.take(what, self.address, now)

    def thinking(self, table: str, live: Container[str]) -> None:
        self._addresses.thinking(self.address, table, live)
