"""What is costly is made once, is charged by its length, and never delays a player who comes back."""

from __future__ import annotations

import asyncio
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from freehold.server.protocol.messages import Refused
from freehold.server.rate_limits import AddressLimits, Limits, TokenBucket
from freehold.server.storage.sqlite import FILE, SqliteStore
from freehold.server.storage.writes import Writes
from freehold.server.workers.worker_pools import WorkerPools

from .network import Client, house
from .served import SECRET, played, record_of, unfinished

GZIP, PLAIN = {"Accept-Encoding": "gzip"}, {"Accept-Encoding": "identity"}


def stored(folder: Path, log: Any) -> None:
    store = SqliteStore(folder / FILE)
    entries: list[Any] = [(entry, None) for entry in log.entries]
    store.commit([Writes(record=record_of(log), secret=SECRET, game="abc", entries=entries)])
    store.close()


def test_what_is_made_of_a_finished_game_is_made_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stored(tmp_path, played(actions=60))
    made: list[str] = []
    look = WorkerPools.look

    async def counted(self: WorkerPools, name: str, *given: Any) -> bytes:
        made.append(name)
        return await look(self, name, *given)

    monkeypatch.setattr(WorkerPools, "look", counted)
    pictures, figures = [], []
    for _ in range(2):  # also after a restart
        with house(tmp_path) as place:
            for headers in (GZIP, PLAIN):
                pictures.append(place.http.get("/api/tables/abc/picture", headers=headers).content)
                figures.append(place.http.get("/api/tables/abc/statistics", headers=headers).json())
    assert sorted(made) == ["picture", "statistics"]
    assert len(set(pictures)) == 1
    assert pictures[0].startswith(b"\x89PNG")
    assert figures == [figures[0]] * 4
    assert figures[0]["actions"] == 60


def test_statistics_of_a_game_in_play_are_not_stored(tmp_path: Path) -> None:
    stored(tmp_path, unfinished(until=lambda _, count: count == 30))
    with house(tmp_path) as place:
        assert place.get("/api/tables/abc/statistics")["actions"] == 30
        assert place.server.store.read._rows("SELECT count(*) FROM made")[0][0] == 0


def test_those_who_ask_at_the_same_time_wait_for_the_same(tmp_path: Path) -> None:
    stored(tmp_path, played(actions=30))
    with house(tmp_path) as place:
        server = place.server
        record = server.store.read.record("abc")
        assert record is not None
        times: list[int] = []

        async def all_at_once() -> list[bytes]:
            async def make() -> bytes:
                times.append(1)
                await asyncio.sleep(0)
                return b"made"

            return await asyncio.gather(*(server.made.get(record, "thing", make) for _ in range(5)))

        bodies = asyncio.run_coroutine_threadsafe(all_at_once(), place.loop).result(60)
    assert (bodies, times) == ([b"made"] * 5, [1])


def test_a_look_is_charged_by_its_length(tmp_path: Path) -> None:
    bucket = TokenBucket(1, 10)
    assert [bucket.take(0, 6), bucket.take(0, 6), bucket.take(0, 4)] == [True, False, True]
    assert not bucket.take(9, 99)
    assert bucket.take(10, 99)  # more than fits takes all of a full bucket


def test_a_player_comes_back_while_looks_are_stuck(tmp_path: Path) -> None:
    stored(tmp_path, unfinished(until=lambda _, count: count == 60))
    with house(tmp_path) as place:
        place.server.resources.workers._runners.pop("looks")  # whoever needs it fails
        client = Client(place.port)
        assert len(client.hello("abc", seen=0)["missed"]) == 60
        client.close()


def test_only_logs_that_have_arrived_take_a_slot() -> None:
    addresses = AddressLimits(Limits(logs_at_once=2, held_bytes=100))
    with ExitStack() as stack:
        for k in range(50):  # slow uploads
            stack.enter_context(addresses.sending_log(f"10.0.0.{k}"))
            stack.enter_context(addresses.holding(1))
        with pytest.raises(Refused):
            stack.enter_context(addresses.sending_log("10.0.0.0"))  # one for each address
        with pytest.raises(Refused):
            stack.enter_context(addresses.holding(51))
        for _ in range(2):
            stack.enter_context(addresses.proving())
        with pytest.raises(Refused):
            stack.enter_context(addresses.proving())
    with addresses.sending_log("10.0.0.0"), addresses.holding(100), addresses.proving():
        pass
