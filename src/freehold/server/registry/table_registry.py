"""The tables of one event loop: how they are created, joined, deleted, resumed and closed.

A step is on disk before it is broadcast. The tables in memory are a cache: after any error a table is dropped and
reloaded from the store.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable

from freehold.server.fairness import fair_dice
from freehold.server.protocol.messages import Created, Deleted, Join, Joined, NewTable, Refused, RematchAt, encode
from freehold.server.registry.driver import Driver
from freehold.server.registry.handover import Handover
from freehold.server.registry.live_table import LiveTable
from freehold.server.registry.ownership import Elsewhere
from freehold.server.registry.resources import Resources
from freehold.server.registry.steps import Steps
from freehold.server.registry.table_loader import Loader
from freehold.server.storage.record import new_id
from freehold.server.storage.writes import Conflict, Fenced, StoreTrouble, Unwritable, Writes
from freehold.server.table import moving, notice_settings, seating
from freehold.server.table.table import Table
from freehold.server.table.table_step import Step

BOT_PAUSE = 900  # milliseconds, so that people can follow and claim rents in time
IDLE = 10 * 60_000  # milliseconds without a visitor, after which the bots of a table stop
GRACE = 2.0  # seconds for the seats to send their links for a draw
RESUMED = 100_000


class TableRegistry:
    """Made of a loader, the steps, a driver and the handover, which share the resources."""

    def __init__(
        self,
        resources: Resources,
        bot_pause: int = BOT_PAUSE,
        grace: float = GRACE,
        idle: int = IDLE,
        after_write: Callable[[], None] | None = None,
    ) -> None:
        self.resources = resources
        self.loader = Loader(resources, bot_pause)
        self.driver = Driver(resources, self.loader, Steps(resources, grace, after_write), idle)
        self.handover = Handover(resources, self.loader, self.driver)
        self.lives = self.loader.lives
        resources.notifier.given_up = self._give_up

    async def create(self, wish: NewTable) -> Created:
        self.resources.check_bots(wish.bots)
        secret = fair_dice.new_secret()
        record, host, invite, keys = seating.open_table(wish, fair_dice.commitment(secret), self.resources.clock())
        await self._write(Writes(record=record, secret=secret))
        return Created(Table(record, secret).info(), host, invite, keys)

    async def _write(self, writes: Writes) -> None:
        try:
            await self.resources.write(writes)
        except (Conflict, Unwritable, Fenced, StoreTrouble):
            raise Refused("storage-trouble") from None

    async def import_game(self, writes: Writes) -> None:
        """Store a finished game from another server."""
        try:
            await self.resources.write(writes)
        except Conflict:
            raise Refused("already-here") from None
        except Unwritable:
            raise Refused("not-proved") from None
        except StoreTrouble:
            raise Refused("storage-trouble") from None

    async def delete(self, game: str) -> bool:
        """Delete everything of a table. False if it is being loaded or deleted just now, or another process owns it."""
        loader = self.loader
        if game in loader.loading or game in loader.deleting:
            return False
        loader.deleting.add(game)
        try:
            live = loader.lives.get(game)
            if live is None:
                await self._delete(game, await loader.claim(game))
                return True
            async with live.lock:
                await self._delete(game, live.fence)
                live.broken = True  # for steps that wait for the lock
            live.tell(encode(Deleted()))
            loader.reload(live)
            return True
        except Elsewhere:
            return False
        finally:
            loader.deleting.discard(game)

    async def _delete(self, game: str, fence: int) -> None:
        await self._write(Writes(game=game, delete=True, fence=fence))
        self.resources.condition.deleted(game)

    async def join(self, game: str, wish: Join, address: str = "") -> Joined:
        async with self.driver.using(game) as live:
            seated: list[tuple[int, str]] = []

            def move(table: Table, now: int) -> Step:
                seated.append(seating.join(table.record, wish, table.origin_of(address) if address else ""))
                return table.seated(now)

            await self.driver.do_shielded(live, move)
            return Joined(live.table.info(), *seated[0])

    async def take_seat(self, game: str, ticket: str) -> Joined:
        """A new key for the seat of a link."""
        async with self.driver.using(game) as live:
            taken: list[moving.Taken] = []

            def move(table: Table, now: int) -> Step:
                found, step = moving.take_seat(table, now, ticket)
                taken.append(found)
                return step

            await self.driver.do_shielded(live, move)
            return Joined(live.table.info(), *taken[0])

    def _give_up(self, game: str, seat: int, target: str, code: str) -> None:
        """A notice did not arrive after all tries."""

        def move(table: Table, _: int) -> Step:
            return notice_settings.give_up(table.record, seat, target, code)

        async def switch_off() -> None:
            with contextlib.suppress(Refused, Elsewhere):
                async with self.driver.using(game) as live:
                    await self.driver.do_shielded(live, move)

        self.resources.start(switch_off())

    async def rematch(self, live: LiveTable) -> None:
        """A new table with the same people, keys and settings. It has a new secret and needs new salts."""

        def move(table: Table, now: int) -> Step:
            record = table.record
            if record.status != "over":
                raise Refused("not-over")
            if record.rematch is not None:
                return Step(to_all=[RematchAt(record.rematch)])
            secret = fair_dice.new_secret()
            fresh = seating.rematch_record(record, new_id(), fair_dice.commitment(secret), now)
            record.rematch = fresh.id
            return Step(Writes(record=record, opened=(fresh, secret)), [RematchAt(fresh.id)])

        await self.driver.do(live, move)

    async def resume(self) -> None:
        """At start-up, load the running tables so that their clocks and bots continue.

        If other processes use the database, the running tables have owners, which `Handover.adopt` looks after.
        """
        resources = self.resources
        if resources.ownership.shared:
            return
        records = await resources.read_in_thread(resources.store.read.records, "playing", False, RESUMED)
        for game, why in resources.store.read.unreadable.items():
            resources.condition.unreadable(game, why)
        for record in records:
            if not record.asleep:
                await self.driver.resume(record.id)

    async def close(self) -> None:
        """Write everything that was accepted, then stop."""
        self.resources.closed = True
        for live in list(self.lives.values()):
            live.cut()
            if live.timer is not None:
                live.timer.cancel()
        await self.resources.finish_tasks()
        await asyncio.gather(*self.loader.loading.values(), return_exceptions=True)
        await self.resources.close()
        self.driver.close()
