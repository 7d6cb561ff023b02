"""Tables come and go: loaded when somebody needs them, resumed, taken over from other processes and handed over."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator

from freehold.server.cluster.ownership import Elsewhere
from freehold.server.logging_setup import trouble
from freehold.server.protocol.messages import Refused
from freehold.server.storage.postgres.claims import Seen
from freehold.server.storage.store import Conflict, Fenced, StoreTrouble, Unwritable, Writes
from freehold.server.table import chat, snapshots
from freehold.server.table.live_table import LiveTable
from freehold.server.table.played_log import REMEMBERED
from freehold.server.table.registry.steps import StepMaker
from freehold.server.table.table import Table

RESUMED = 100_000
MOVED_AT_ONCE, MOVING_PAUSE, MOVING_SECONDS = 25, 0.05, 3.0  # tables that move out together, and how fast


class TableLoader(StepMaker):
    """Adds loading and unloading. Each loaded table is owned by this process."""

    async def acquire(self, game: str) -> LiveTable:
        """Load the table if necessary and keep it loaded until `release` (reference count)."""
        if game in self._deleting:
            raise Refused("no-such-table")
        live = self.lives.get(game)
        while live is None or live.broken:  # it may have been dropped while it was loading
            task = self._loading.get(game)
            if task is None:
                task = asyncio.create_task(self._load(game))
                self._loading[game] = task
                task.add_done_callback(lambda _: self._loading.pop(game, None))
            live = await asyncio.shield(task)
        live.users += 1
        return live

    def release(self, live: LiveTable) -> None:
        live.users -= 1
        live.left = self.clock()
        self._schedule(live)

    @contextlib.asynccontextmanager
    async def using(self, game: str) -> AsyncIterator[LiveTable]:
        """`acquire` and `release` as a context manager."""
        live = await self.acquire(game)
        try:
            yield live
        finally:
            self.release(live)

    async def _load(self, game: str) -> LiveTable:
        loop = asyncio.get_running_loop()
        fence = await self._claimed(game)
        table = await loop.run_in_executor(self._readers, self._read, game)
        if table is None:
            raise Refused("no-such-table")
        live = self.lives[game] = LiveTable(*table, fence)
        live.left = self.clock()
        if live.table.log.kept is not None:
            self._start(self._keep(Writes(game=game, snapshot=live.table.log.kept, fence=fence)))
            live.table.log.kept = None
        self.condition.loaded(game, live.table.log.stopped)
        self.metrics.tables.set(len(self.lives))
        return live

    async def _claimed(self, game: str) -> int:
        """The number of the lease by which this process owns a table; `Elsewhere` if another one does."""
        releasing = self._releasing.get(game)
        if releasing is not None:
            await asyncio.wait({releasing})
        if self._handing_over:
            raise Elsewhere
        try:
            claim = await self.ownership.claim(game)
        except StoreTrouble:
            raise Refused("storage-trouble") from None
        if claim.address:
            raise Elsewhere(claim.address)
        return claim.fence

    async def owner_of(self, game: str, only_look: bool = False) -> str:
        """The address of the process that owns a table; empty if it is this one, or if nobody needs to own it."""
        if not self.ownership.shared or game in self.lives or game in self._loading:
            return ""
        try:
            return (await self.ownership.claim(game, only_look or self._handing_over)).address
        except StoreTrouble:
            raise Refused("storage-trouble") from None

    def _read(self, game: str) -> tuple[Table, list[str]] | None:
        """A stored table and its clients' action ids; `Refused` if this release cannot read it."""
        try:
            record = self.store.record(game)
            if record is None:
                return None
            table = Table(record, self.store.secret(game), self._bot_pause, self.signer.sign if self.signer else None)
            snapshot = snapshots.usable(self.store, record, self.store.last(game) - REMEMBERED)
            after = 0 if snapshot is None else snapshot.number
            table.restore(self.store.entries(game, after), self.clock(), snapshot)
            table.chat.restore(self.store.chat(game, chat.SHOWN))
            return table, self.store.clients(game)
        except StoreTrouble:
            raise Refused("storage-trouble") from None
        except Exception as error:  # a row of another release, or a damaged one, affects this table only
            self.condition.unreadable(game, error)
            raise Refused("table-unreadable") from None

    async def _keep(self, writes: Writes) -> None:
        """Write what only saves work later."""
        with contextlib.suppress(Conflict, Unwritable, Fenced, StoreTrouble):
            await self._writer.write(writes)

    async def resume(self) -> None:
        """At start-up, load the running tables so that their clocks and bots continue.

        If other processes use the database, the running tables have owners: see `adopt`.
        """
        if self.ownership.shared:
            return
        records = await self.read_in_thread(self.store.records, "playing", False, RESUMED)
        for game, why in self.store.unreadable.items():
            self.condition.unreadable(game, why)
        for record in records:
            if not record.asleep:
                await self._resume(record.id)

    async def _resume(self, game: str) -> None:
        """Let a table continue by itself. Its errors are logged and do not affect other tables."""
        try:
            async with self.using(game):
                pass  # releasing schedules the next timer
        except (Refused, Elsewhere):
            pass  # already logged, or not ours
        except Exception as error:
            trouble(error)
            self._resume_later(game)

    async def adopt(self, game: str) -> None:
        """Go on with a table whose owner is gone."""
        await self._resume(game)

    def seen(self) -> dict[str, Seen]:
        """What other processes show of the public tables here."""
        return {game: live.table.seen() for game, live in self.lives.items() if live.table.record.listed}

    def lose_all(self) -> None:
        """This process was declared dead: others may own its tables now. Clients reconnect."""
        for live in list(self.lives.values()):
            self._drop(live)
            for listener in list(live.listeners):
                listener.cut()

    async def hand_over(self) -> None:
        """Before this process stops: give the tables up a few at a time, so that each moves within a moment."""
        self._handing_over = True
        if not self.ownership.shared:
            return
        lives = list(self.lives.values())
        for start in range(0, len(lives), MOVED_AT_ONCE):
            moving = lives[start : start + MOVED_AT_ONCE]
            await asyncio.gather(*(self._move_out(live) for live in moving))
            await asyncio.sleep(min(MOVING_PAUSE, MOVING_SECONDS * MOVED_AT_ONCE / len(lives)))

    async def _move_out(self, live: LiveTable) -> None:
        async with live.lock:  # its last step is written
            if live.broken:
                return
            self._drop(live)
        with contextlib.suppress(StoreTrouble):  # the lease will expire
            await self.ownership.release([live.table.record.id], hand_over=True)
        for listener in list(live.listeners):
            listener.cut()
