"""Limits of an address count at all processes on one database together."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import msgspec
import pytest

from freehold.server.metrics import Metrics
from freehold.server.protocol.messages import Refused
from freehold.server.rate_limits import SETTLED, AddressLimits, Counted, Limits
from freehold.server.registry.ownership import Shared
from freehold.server.registry.shared_limits import SharedLimits
from freehold.server.storage.postgres.leases import Leases
from freehold.server.storage.postgres.postgres_store import PostgresStore
from freehold.server.storage.writes import StoreTrouble
from tests.waiting import eventually

from .network import ROOMY, Client, house

ADDRESS = "10.0.0.7"
LIVE = {"one", "two", "three"}


class Part:
    """The limits of one process."""

    def __init__(self, store: PostgresStore, limits: Limits) -> None:
        self.leases = Leases(store, "", 60)
        self.leases.register()
        self.ownership = Shared(self.leases, Metrics(), 60)
        self.addresses = AddressLimits(limits, shared=True)
        self.shared = SharedLimits(self.addresses, self.ownership, LIVE)

    def taken(self, what: Counted, now: float, most: int = 1000) -> int:
        """How often it may be asked for."""
        for count in range(most):
            try:
                self.addresses.take(what, ADDRESS, now)
            except Refused:
                return count
        return most


def settled(*parts: Part) -> None:
    async def run() -> None:
        for part in parts:
            await part.shared.settle()

    asyncio.run(run())


@pytest.fixture
def parts(database: str) -> Iterator[Callable[..., list[Part]]]:
    with ExitStack() as stack:

        def made(**limits: float) -> list[Part]:
            stores = [PostgresStore(database) for _ in range(2)]
            found = [Part(store, Limits(**limits)) for store in stores]  # type: ignore[arg-type]
            for store, part in zip(stores, found, strict=True):
                stack.callback(store.close)
                stack.callback(part.leases.close)
            return found

        yield made


@pytest.mark.parametrize("what", sorted(SETTLED))
def test_what_is_taken_at_one_process_is_missing_at_the_other(parts: Callable[..., list[Part]], what: Counted) -> None:
    one, other = parts(**{what: 0.001, f"{what}_burst": 20})
    assert one.taken(what, 0.0, 12) == 12
    settled(one)
    assert other.taken(what, 0.0, 2) == 2
    settled(other)
    assert other.taken(what, 0.0) == 6
    settled(other)
    assert one.taken(what, 0.0, 2) == 2  # it hears of the others when it has something to tell itself
    settled(one)
    assert one.taken(what, 0.0) == 0


def test_what_was_taken_at_both_at_once_is_paid_for(parts: Callable[..., list[Part]]) -> None:
    one, other = parts(requests=0.001, requests_burst=20)
    assert [part.taken("requests", 0.0) for part in (one, other)] == [20, 20]
    settled(one, other, one)
    assert one.taken("requests", 60.0) == 0
    assert other.taken("requests", 10_000.0) == 0  # 10 tokens later, 20 are still owed
    assert other.taken("requests", 22_000.0) > 0


def test_connections_and_thinking_tables_are_counted_at_all(parts: Callable[..., list[Part]]) -> None:
    one, other = parts(connections=20, thinking=3)
    for _ in range(15):
        one.addresses.connect(ADDRESS)
    for table in ("one", "two", "gone"):
        one.addresses.thinking(ADDRESS, table, {*LIVE, "gone"} if table != "gone" else LIVE)
    settled(one, other)
    for _ in range(5):
        other.addresses.connect(ADDRESS)
    with pytest.raises(Refused, match="too-many-connections"):
        other.addresses.connect(ADDRESS)
    other.addresses.connect("10.0.0.8")
    other.addresses.connect("")  # passed on by a process that has counted it
    other.addresses.thinking(ADDRESS, "three", LIVE)
    with pytest.raises(Refused, match="too-many-thinkers"):
        other.addresses.thinking(ADDRESS, "four", LIVE)
    for _ in range(15):
        one.addresses.disconnect(ADDRESS)
    settled(one, other)
    other.addresses.connect(ADDRESS)


def test_what_a_dead_process_held_counts_no_more(parts: Callable[..., list[Part]]) -> None:
    one, other = parts(connections=4)
    for _ in range(4):
        one.addresses.connect(ADDRESS)
    settled(one)
    one.leases.leave()
    settled(other)
    other.addresses.connect(ADDRESS)


def test_what_could_not_be_told_is_told_later(
    parts: Callable[..., list[Part]], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = parts(requests=0.001, requests_burst=20)
    one.taken("requests", 0.0)
    working: Callable[..., Awaitable[object]] = one.ownership.settle

    async def failing(*_: object) -> None:
        raise StoreTrouble("gone")

    monkeypatch.setattr(one.ownership, "settle", failing)
    with pytest.raises(StoreTrouble):
        settled(one)
    monkeypatch.setattr(one.ownership, "settle", working)
    settled(one)
    other.taken("requests", 0.0, 2)
    settled(other)
    assert other.taken("requests", 0.0) == 0


def test_two_servers_tell_each_other(tmp_path: Path, database: str) -> None:
    limits = msgspec.structs.replace(ROOMY, requests=0.001, requests_burst=10, connections=3)
    with ExitStack() as stack:
        one, other = (stack.enter_context(house(tmp_path, database=database, limits=limits)) for _ in range(2))
        clients = [Client(one.port) for _ in range(3)]
        for _ in range(10):
            one.http.get("/api/tables/nothing")
        assert one.http.get("/api/tables/nothing").status_code == 429

        def refused() -> bool:
            return other.http.get("/api/tables/nothing").status_code == 429

        eventually("requests are refused at the other process", refused)
        held = eventually("the other knows of the connections", lambda: other.server.addresses.elsewhere)
        eventually("of all three", lambda: held("connections", "127.0.0.1") == 3)
        for client in clients:
            client.close()
        eventually("and that they are gone", lambda: held("connections", "127.0.0.1") == 0)
