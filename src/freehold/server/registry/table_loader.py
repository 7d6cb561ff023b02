"""The tables in memory: loaded when somebody needs them, claimed from other processes, and dropped."""

from __future__ import annotations

import asyncio
import contextlib

from freehold.server.protocol.messages import Refused
from freehold.server.registry.live_table import LiveTable
from freehold.server.registry.ownership import Elsewhere
from freehold.server.registry.resources import Resources
from freehold.server.storage.writes import Conflict, Fenced, StoreTrouble, Unwritable, Writes
from freehold.server.table import chat, snapshots
from freehold.server.table.played_log import REMEMBERED
from freehold.server.table.table import Table


class Loader:
    """`lives`: the loaded tables, each owned by this process. `leaving`: this process takes no more tables over."""

    def __init__(self, resources: Resources, bot_pause: int) -> None:
        self._resources, self._bot_pause = resources, bot_pause
        self.lives: dict[str, LiveTable] = {}
        self.loading: dict[str, asyncio.Task[LiveTable]] = {}
        self.deleting: set[str] = set()
        self.leaving = False
        self._releasing: dict[str, asyncio.Task[None]] = {}  # leases that are being given up

    async def acquire(self, game: str) -> LiveTable:
        """Load the table if necessary and count one more user of it. `Driver.release` is the opposite."""
        if game in self.deleting:
            raise Refused("no-such-table")
        while (live := self.lives.get(game)) is None or live.broken:  # it may have been dropped as it was loaded
            task = self.loading.get(game)
            if task is None or task.done():  # cancelled before it began
                task = self.loading[game] = asyncio.create_task(self._load(game))
            await asyncio.shield(task)
        live.users += 1
        return live

    async def _load(self, game: str) -> LiveTable:
        try:
            return await self._loaded(game)
        finally:  # not when somebody looks later: whoever comes in between would wait for what is over, and for ever
            del self.loading[game]

    async def _loaded(self, game: str) -> LiveTable:
        resources = self._resources
        fence = await self.claim(game)
        table = await resources.read_in_thread(self.read, game)
        if table is None:
            raise Refused("no-such-table")
        live = self.lives[game] = LiveTable(*table, fence)
        live.left = resources.clock()
        log = live.table.log
        if log.kept is not None:
            resources.start(self._store_snapshot(Writes(game=game, snapshot=log.kept, fence=fence)))
            log.kept = None
        resources.condition.loaded(game, log.stopped)
        resources.metrics.tables.set(len(self.lives))
        return live

    def read(self, game: str) -> tuple[Table, list[str]] | None:
        """A stored table and its clients' action ids; `Refused` if this release cannot read it."""
        read, signer = self._resources.store.read, self._resources.signer
        try:
            record = read.record(game)
            if record is None:
                return None
            table = Table(record, read.secret(game), self._bot_pause, signer.sign if signer else None)
            snapshot, entries = snapshots.before(read, record, read.last(game) - REMEMBERED)
            table.restore(entries, self._resources.clock(), snapshot, snapshots.earlier(read, record))
            table.chat.restore(read.chat(game, chat.SHOWN))
            return table, read.clients(game)
        except StoreTrouble:
            raise Refused("storage-trouble") from None
        except Exception as error:  # a row of another release, or a damaged one, affects this table only
            self._resources.condition.unreadable(game, error)
            raise Refused("table-unreadable") from None

    async def _store_snapshot(self, writes: Writes) -> None:
        """Best effort: losing it only costs a replay."""
        with contextlib.suppress(Conflict, Unwritable, Fenced, StoreTrouble):
            await self._resources.write(writes)

    def drop(self, live: LiveTable) -> None:
        """Take a table out of memory. Steps that wait for its lock are refused."""
        live.broken = True
        if live.timer is not None:
            live.timer.cancel()
        if self.lives.get(live.table.record.id) is live:
            del self.lives[live.table.record.id]
        self._resources.metrics.tables.set(len(self.lives))

    def reload(self, live: LiveTable) -> None:
        """Drop a table from memory, to be loaded anew. Its clients reconnect."""
        self.drop(live)
        live.cut()

    # ------------------------------------------------------------------ leases

    async def claim(self, game: str) -> int:
        """The number of the lease by which this process owns a table; `Elsewhere` if another one does."""
        releasing = self._releasing.get(game)
        if releasing is not None:
            await asyncio.wait({releasing})
        if self.leaving:
            raise Elsewhere
        try:
            claim = await self._resources.ownership.claim(game)
        except StoreTrouble:
            raise Refused("storage-trouble") from None
        if claim.address:
            raise Elsewhere(claim.address)
        return claim.fence

    async def owner_of(self, game: str, only_look: bool = False) -> str:
        """The address of the process that owns a table; empty if it is this one, or if nobody needs to own it."""
        ownership = self._resources.ownership
        if not ownership.shared or game in self.lives or game in self.loading:
            return ""
        try:
            return (await ownership.claim(game, only_look or self.leaving)).address
        except StoreTrouble:
            raise Refused("storage-trouble") from None

    def let_go(self, game: str) -> None:
        """Nobody needs the table now: the next visitor may find it at another process."""
        if not self._resources.ownership.shared:
            return
        task = self._resources.start(self._release(game))
        if task is not None:
            self._releasing[game] = task
            task.add_done_callback(lambda _: self._releasing.pop(game, None))

    async def _release(self, game: str) -> None:
        with contextlib.suppress(StoreTrouble):
            await self._resources.ownership.release([game])
