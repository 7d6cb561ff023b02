"""How much one connection and one address may ask for. Time is passed in; nothing here reads a clock."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Any

from msgspec import Struct

from freehold.server.protocol.messages import Refused


class Limits(Struct, frozen=True):
    """The server's bounds. Rates are per second; `burst` is how much may come at once."""

    messages: float = 20  # of one connection
    messages_burst: int = 40
    address_messages: float = 200  # of all connections of one address
    address_messages_burst: int = 400
    requests: float = 50
    requests_burst: int = 400
    readings: float = 2  # of stored games, which are played again for it
    readings_burst: int = 40
    connections: int = 256  # open at once, of one address: a class of pupils has one, and six for each browser
    tables: int = 20  # made within an hour, from one address
    all_connections: int = 10_000
    waiting: int = 256 * 1024  # bytes that a client may be behind before it is cut off
    patience: int = 100  # refused messages before a connection that keeps flooding is closed
    hello_seconds: float = 10
    file_bytes: int = 2_000_000  # a log that is sent in


def visitor(client: Sequence[Any] | None) -> str:
    """Who comes, by the address of a connection: that of one machine or, in IPv6, the network that one home has."""
    return _counted(str(client[0])) if client else "unknown"


@lru_cache(4096)
def _counted(host: str) -> str:
    try:
        address = ip_address(host)
    except ValueError:
        return host  # not of the internet: a socket file, or a test
    if not isinstance(address, IPv6Address):
        return host
    return str(address.ipv4_mapped or ip_network((address, 64), strict=False))


class Bucket:
    """So many at once, and so many a second after that."""

    __slots__ = ("_at", "_left", "_most", "_rate")

    def __init__(self, rate: float, burst: int) -> None:
        self._rate, self._most = rate, float(burst)
        self._left, self._at = float(burst), -1.0

    def take(self, now: float) -> bool:
        """One of them, if there is one left; `now` is in seconds."""
        if self._at >= 0:
            self._left = min(self._most, self._left + (now - self._at) * self._rate)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class Addresses:
    """What each address has open. Only the latest ones are remembered."""

    REMEMBERED = 50_000

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.open: dict[str, int] = {}
        self._messages: OrderedDict[str, Bucket] = OrderedDict()
        self._requests: OrderedDict[str, Bucket] = OrderedDict()
        self._readings: OrderedDict[str, Bucket] = OrderedDict()
        self._tables: OrderedDict[str, Bucket] = OrderedDict()

    def messages(self, address: str) -> Bucket:
        """What all connections of an address share."""
        return self._bucket(self._messages, address, self.limits.address_messages, self.limits.address_messages_burst)

    def request(self, address: str, now: float) -> None:
        if not self._bucket(self._requests, address, self.limits.requests, self.limits.requests_burst).take(now):
            raise Refused("too-fast")

    def reading(self, address: str, now: float) -> None:
        if not self._bucket(self._readings, address, self.limits.readings, self.limits.readings_burst).take(now):
            raise Refused("too-fast")

    def new_table(self, address: str, now: float) -> None:
        if not self._bucket(self._tables, address, self.limits.tables / 3600, self.limits.tables).take(now):
            raise Refused("too-many-tables")

    def connect(self, address: str) -> None:
        if self.open.get(address, 0) >= self.limits.connections:
            raise Refused("too-many-connections")
        if sum(self.open.values()) >= self.limits.all_connections:
            raise Refused("too-many-connections")
        self.open[address] = self.open.get(address, 0) + 1

    def disconnect(self, address: str) -> None:
        left = self.open.get(address, 0) - 1
        if left > 0:
            self.open[address] = left
        else:
            self.open.pop(address, None)

    def _bucket(self, buckets: OrderedDict[str, Bucket], address: str, rate: float, burst: int) -> Bucket:
        bucket = buckets.pop(address, None) or Bucket(rate, burst)
        buckets[address] = bucket
        if len(buckets) > self.REMEMBERED:
            buckets.popitem(last=False)
        return bucket
