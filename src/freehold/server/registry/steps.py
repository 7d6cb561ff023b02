"""Steps of a table: made, written to disk, and only then broadcast."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from msgspec import UNSET
from msgspec.structs import replace

from freehold.server.logging_setup import trouble
from freehold.server.protocol.messages import Refused, encode
from freehold.server.registry.live_table import Listener, LiveTable
from freehold.server.registry.resources import Resources
from freehold.server.storage.game_log import Entry
from freehold.server.storage.writes import Conflict, Fenced, StoreTrouble, Unwritable, Writes
from freehold.server.table.table import Table
from freehold.server.table.table_step import Step

Move = Callable[[Table, int], Step]
OPENING = 5  # times the grace period, for links to the set-up: it is drawn without those that are missing then


class StepFailed(Exception):
    """The table may be half changed, or its step is not on disk. `code`: what the client is told."""

    def __init__(self, code: str, what: str, why: str) -> None:
        super().__init__(code, what, why)
        self.code, self.what, self.why = code, what, why


class Steps:
    """Makes the steps of loaded tables, one at a time for each. `grace`: seconds for links to a draw.

    `after_write` is a test hook between a step's write and its broadcast.
    """

    def __init__(self, resources: Resources, grace: float, after_write: Callable[[], None] | None) -> None:
        self._resources, self._grace, self._after_write = resources, grace, after_write

    async def make(
        self,
        live: LiveTable,
        move: Move,
        asker: Listener | None = None,
        instead: Callable[[], Awaitable[Step | None]] | None = None,
    ) -> Step:
        """Make a step, write it, then broadcast it. It must not be cancelled in between.

        `instead` may find a step that makes the move unnecessary; it may read the store.
        """
        async with live.lock:
            if live.broken:
                raise Refused("storage-trouble")
            step = (await instead() if instead is not None else None) or self._made(live, move)
            while step.asking is not None:
                step = await self._drawn(live, step)
            await self._write(live, step.writes)
            _tell(live, step, asker)
        if step.writes.entries:
            self._resources.metrics.actions.inc(len(step.writes.entries))
            self._resources.metrics.left_out.inc(sum(_leaves_out(entry) for entry, _ in step.writes.entries))
        return step

    def _made(self, live: LiveTable, move: Move) -> Step:
        """Make the step without writing it."""
        try:
            return move(live.table, self._resources.clock())
        except Refused:
            raise
        except Exception as error:
            trouble(error)
            raise StepFailed("trouble", "table-failed", type(error).__name__) from None

    async def _drawn(self, live: LiveTable, fixed: Step) -> Step:
        """Collect each seat's next hash-chain link, its share of the randomness, and draw the outcome of an action.

        The action is stored before any link is requested, so that nobody can change it afterwards. The table is locked
        for the grace period only; if links are still missing then, it goes on when they come, see `Driver.given`.
        """
        assert fixed.asking is not None
        live.answered = asyncio.Event()
        setting_up = live.table.drawing.opening is not None
        patient = live.table.patient
        try:
            await self._write(live, fixed.writes)
            live.tell(encode(replace(fixed.asking, at=self._resources.clock())))
            if live.table.drawing.waiting:  # the links may have come while the action was being written
                await asyncio.wait_for(live.answered.wait(), self._grace * (OPENING if setting_up else 1))
        except TimeoutError:
            pass
        finally:
            live.answered = None
        step = self._made(live, lambda table, now: table.draw(now, at_once=not patient))
        step.to_all[:0] = fixed.to_all
        return step

    async def _write(self, live: LiveTable, writes: Writes) -> None:
        writes.fence = live.fence
        try:
            if writes:
                await self._resources.write(writes)
        except Fenced:
            self._resources.metrics.leases_lost.inc()
            raise StepFailed("storage-trouble", "lease-lost", "another process owns the table") from None
        except (Conflict, Unwritable, StoreTrouble) as error:
            raise StepFailed("storage-trouble", "not-written", type(error).__name__) from None
        if self._after_write is not None:
            self._after_write()


def _leaves_out(entry: Entry) -> bool:
    """Whether a draw was made without somebody who had been asked."""
    return entry.shares is not UNSET and None in entry.shares.values()


def _tell(live: LiveTable, step: Step, asker: Listener | None) -> None:
    """Send the messages of a step; the client that asked gets its answer first. One write per connection.

    If an action had to wait for links, the client that sent it is not known any more: all get the answer.
    """
    answers = [encode(answer) for answer in step.to_asker]
    news = [encode(message) for message in step.to_all]
    if asker is None:
        answers, news = [], [*answers, *news]
    if asker is not None and answers and asker not in live.listeners:
        asker.send(*answers)
    for listener in list(live.listeners):
        messages = [*answers, *news] if listener is asker else news
        if messages:
            listener.send(*messages)
        if step.alone and listener is not asker:
            listener.cut()
