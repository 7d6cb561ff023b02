"""Steps of a table: made, written to disk, and only then broadcast."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from msgspec.structs import replace

from freehold.server.logging_setup import trouble
from freehold.server.protocol.messages import Refused, encode
from freehold.server.storage.store import Conflict, Fenced, StoreTrouble, Unwritable, Writes
from freehold.server.table.live_table import Listener, LiveTable
from freehold.server.table.registry.core import RegistryCore
from freehold.server.table.step import Step
from freehold.server.table.table import Table


class StepMaker(RegistryCore):
    """Adds the steps of loaded tables, one at a time for each table."""

    async def do(
        self,
        live: LiveTable,
        move: Callable[[Table, int], Step],
        asker: Listener | None = None,
        instead: Callable[[], Awaitable[Step | None]] | None = None,
    ) -> Step:
        """Make a step, write it, then broadcast it. It must not be cancelled in between; see `do_shielded`.

        `instead` may find a step that makes the move unnecessary; it may read the store.
        """
        async with live.lock:
            if live.broken:
                raise Refused("storage-trouble")
            step = (await instead() if instead is not None else None) or self._made(live, move)
            if step.asking is not None:
                step = await self._drawn(live, step)
            if step.writes:
                await self._write(live, step.writes)
            if self._after_write is not None:
                self._after_write()
            self._tell(live, step, asker)
        if step.writes.entries:
            self.metrics.actions.inc(len(step.writes.entries))
        self._schedule(live)
        return step

    async def do_shielded(self, live: LiveTable, move: Callable[[Table, int], Step]) -> Step:
        """A step that completes even if the client that requested it disconnects."""
        return await asyncio.shield(asyncio.create_task(self.do(live, move)))

    def _made(self, live: LiveTable, move: Callable[[Table, int], Step]) -> Step:
        """Make the step without writing it. An exception may leave the table half changed, so the table is dropped."""
        try:
            return move(live.table, self.clock())
        except Refused:
            raise
        except Exception as error:
            trouble(error)
            self._fail(live, "table-failed", type(error).__name__)
            raise Refused("trouble") from None

    async def _drawn(self, live: LiveTable, fixed: Step) -> Step:
        """Collect each seat's next hash-chain link, its share of the randomness, and draw the outcome of an action.

        The action is stored before any link is requested, so that nobody can change it afterwards. Seats that do not
        answer within the grace period are left out.
        """
        assert fixed.asking is not None
        live.answered = asyncio.Event()
        try:
            if fixed.writes:
                await self._write(live, fixed.writes)
            if self._after_write is not None:
                self._after_write()
            self.tell(live, encode(replace(fixed.asking, at=self.clock())))
            if not live.table.drawing.answered:  # a link may have come while the action was being written
                await asyncio.wait_for(live.answered.wait(), self._grace)
        except TimeoutError:
            self.metrics.left_out.inc()
        finally:
            live.answered = None
        step = self._made(live, lambda table, now: table.draw(now))
        step.to_all[:0] = fixed.to_all
        return step

    def given(self, live: LiveTable) -> None:
        """A link has come: if it is the last one that was awaited, draw."""
        if live.table.drawing.answered and live.answered is not None:
            live.answered.set()
        elif live.table.drawing.answered and live.table.record.pending is not None and not live.lock.locked():
            self._schedule(live)

    async def _write(self, live: LiveTable, writes: Writes) -> None:
        writes.fence = live.fence
        try:
            await self._writer.write(writes)
        except Fenced:
            self.metrics.leases_lost.inc()
            self._fail(live, "lease-lost", "another process owns the table")
            raise Refused("storage-trouble") from None
        except (Conflict, Unwritable, StoreTrouble) as error:
            self._fail(live, "not-written", type(error).__name__)
            raise Refused("storage-trouble") from None
        self._failed.pop(live.table.record.id, None)
        self.changes += writes.record is not None or writes.opened is not None

    def _tell(self, live: LiveTable, step: Step, asker: Listener | None) -> None:
        """Send the messages of a step; the client that asked gets its answer first. One write per connection."""
        answers = [encode(answer) for answer in step.to_asker] if asker is not None else []
        news = [encode(message) for message in step.to_all]
        if asker is not None and answers and asker not in live.listeners:
            asker.send(*answers)
        for listener in list(live.listeners):
            messages = [*answers, *news] if listener is asker else news
            if messages:
                listener.send(*messages)
            if step.alone and listener is not asker:
                listener.cut()
