"""All tables of this process: loaded on demand, driven by their clocks and bots, dropped when idle.

A step is on disk before it is broadcast. The tables in memory are a cache: after any error a table is dropped and
reloaded from the store.
"""

from __future__ import annotations

import asyncio

from freehold.server.cluster.ownership import Elsewhere
from freehold.server.fairness import fair_dice
from freehold.server.protocol.messages import Created, Deleted, Join, Joined, NewTable, Refused, RematchAt, encode
from freehold.server.storage.record import Record, new_id
from freehold.server.storage.store import Conflict, Fenced, StoreTrouble, Unwritable, Writes
from freehold.server.table import seating
from freehold.server.table.live_table import LiveTable
from freehold.server.table.registry.core import BOT_PAUSE, GRACE, IDLE, milliseconds
from freehold.server.table.registry.driving import TableDriver
from freehold.server.table.step import Step
from freehold.server.table.table import Table

__all__ = ["BOT_PAUSE", "GRACE", "IDLE", "TableRegistry", "milliseconds"]


class TableRegistry(TableDriver):
    """The tables of one event loop: adds how tables are created, joined, deleted and closed."""

    async def create(self, wish: NewTable) -> Created:
        secret = fair_dice.new_secret()
        record, host, invite, keys = seating.open_table(wish, fair_dice.commitment(secret), self.clock())
        await self._store_new(record, secret)
        return Created(Table(record, secret).info(), host, invite, keys)

    async def _store_new(self, record: Record, secret: bytes) -> None:
        try:
            await self._writer.write(Writes(record=record, secret=secret))
            self.changes += 1
        except (Conflict, Unwritable, Fenced, StoreTrouble):
            raise Refused("storage-trouble") from None

    async def import_game(self, writes: Writes) -> None:
        """Store a finished game from another server."""
        try:
            await self._writer.write(writes)
            self.changes += 1
        except Conflict:
            raise Refused("already-here") from None
        except Unwritable:
            raise Refused("not-proved") from None
        except StoreTrouble:
            raise Refused("storage-trouble") from None

    async def delete(self, game: str) -> bool:
        """Delete everything of a table. False if it is being loaded or deleted just now, or another process owns it."""
        if game in self._loading or game in self._deleting:
            return False
        self._deleting.add(game)
        try:
            live = self.lives.get(game)
            if live is None:
                await self._delete(game, await self._claimed(game))
                return True
            async with live.lock:
                await self._delete(game, live.fence)
                live.broken = True  # for steps that wait for the lock
            self.tell(live, encode(Deleted()))
            self.reload(live)
            return True
        except Elsewhere:
            return False
        finally:
            self._deleting.discard(game)

    async def _delete(self, game: str, fence: int) -> None:
        try:
            await self._writer.write(Writes(game=game, delete=True, fence=fence))
        except (Conflict, Unwritable, Fenced, StoreTrouble):
            raise Refused("storage-trouble") from None
        self.condition.deleted(game)
        self.changes += 1

    async def join(self, game: str, wish: Join, address: str = "") -> Joined:
        async with self.using(game) as live:
            seated: list[tuple[int, str]] = []

            def move(table: Table, now: int) -> Step:
                seated.append(seating.join(table.record, wish, table.origin_of(address) if address else ""))
                return table.seated(now)

            await self.do_shielded(live, move)
            return Joined(live.table.info(), *seated[0])

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

        await self.do(live, move)

    async def close(self) -> None:
        """Write everything that was accepted, then stop."""
        self._closed = True
        for live in list(self.lives.values()):
            for listener in list(live.listeners):
                listener.cut()
            if live.timer is not None:
                live.timer.cancel()
        if self._tasks:
            await asyncio.wait(set(self._tasks), timeout=5)
        await asyncio.gather(*self._loading.values(), return_exceptions=True)
        self._writer.stop_checking()
        await asyncio.get_running_loop().run_in_executor(None, self._writer.close)
        await self.workers.close()
        self._thinkers.shutdown(wait=False, cancel_futures=True)
        self._readers.shutdown(wait=False, cancel_futures=True)
