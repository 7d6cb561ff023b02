"""What happens to a table while something else is on its way: it is dropped as it was loaded, somebody comes as it is
put to sleep, the last person passes before a bot bids.
"""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from freehold.server.protocol.messages import Person
from freehold.server.registry.driver import Driver
from freehold.server.registry.live_table import LiveTable
from freehold.server.registry.table_loader import Loader
from freehold.server.table.countdown import Countdown

from .table_steps import NOON, begun, opened


def test_a_table_that_is_dropped_as_it_was_loaded_is_loaded_once_more(monkeypatch: pytest.MonkeyPatch) -> None:
    loads: list[Any] = []
    others: list[asyncio.Task[LiveTable]] = []

    async def loaded(loader: Loader, game: str) -> Any:
        loads.append(SimpleNamespace(users=0, broken=False))
        if len(loads) > 1:
            loader.lives[game] = loads[-1]
        else:  # dropped, and somebody comes before whoever waits for it goes on
            others.append(asyncio.create_task(loader.acquire(game)))
        return loads[-1]

    async def come() -> None:
        loader = Loader(SimpleNamespace(), 0)  # type: ignore[arg-type]
        live = await loader.acquire("abc")
        assert await others[0] is live is loads[1]
        assert (live.users, len(loads), loader.loading) == (2, 2, {})

    monkeypatch.setattr(Loader, "_loaded", loaded)
    asyncio.run(come())


def test_a_table_does_not_sleep_when_somebody_came_before_its_turn() -> None:
    async def stop() -> None:
        live = LiveTable(begun(people=[Person("Ann")], bots=["novice"]))

        async def make(live: LiveTable, move: Any, *_: object) -> Any:
            live.listeners.add(object())  # type: ignore[arg-type]  # as the step waited for the lock
            return move(live.table, NOON)

        resources = SimpleNamespace(clock=lambda: NOON, closed=True)
        driver = Driver(resources, SimpleNamespace(), SimpleNamespace(make=make), 0)  # type: ignore[arg-type]
        await driver._stop(live, lambda table, _: table.sleep())
        driver.close()
        assert not live.table.record.asleep

    asyncio.run(stop())


def test_nobody_is_timed_when_only_bots_still_bid() -> None:
    record = opened(people=[Person("Ann")], bots=["novice"], seconds=30)[0]
    countdown = Countdown(record, {0: 1})
    auction = {"bid": 0, "square": 6, "leader": None}
    view = {"phase": "auction", "decider": 0, "flow": {"turns": 3}}
    countdown.ask(NOON, {**view, "auction": {**auction, "bidders": [0, 1]}})
    assert countdown.deadline == NOON + 15_000
    countdown.ask(NOON + 5_000, {**view, "auction": {**auction, "bidders": [1]}}, {"type": "pass"}, 0)
    assert countdown.deadline is None
