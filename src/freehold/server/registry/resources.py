"""What the parts of the registry share: the store and its writer, threads, workers, tasks, the clock."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from freehold.players.brought import is_brought
from freehold.server.condition import Condition
from freehold.server.fairness.signing import Signer
from freehold.server.metrics import Metrics
from freehold.server.notify.notifier import Notifier
from freehold.server.protocol.messages import Refused
from freehold.server.registry.ownership import Alone, Ownership
from freehold.server.storage.store import Store
from freehold.server.storage.writer import Writer
from freehold.server.storage.writes import Writes
from freehold.server.workers.worker_pools import WorkerPools

Result = TypeVar("Result")


def milliseconds() -> int:
    return time.time_ns() // 1_000_000


class Resources:
    """`changes`: how often a table's record was written. `closed`: nothing new is begun."""

    def __init__(
        self,
        store: Store,
        metrics: Metrics,
        clock: Callable[[], int] = milliseconds,
        signer: Signer | None = None,
        ownership: Ownership | None = None,
        notifier: Notifier | None = None,
    ) -> None:
        self.store = store
        self.metrics = metrics
        self.clock = clock
        self.signer = signer
        self.ownership: Ownership = ownership or Alone()
        self.notifier = notifier or Notifier(metrics)
        self.condition = Condition()
        self.workers = WorkerPools(store.read.address, metrics)
        self.own_bots: frozenset[str] = frozenset()  # that the operator brought
        self.changes = 0
        self.closed = False
        self._writer = Writer(store, self.condition)
        self._readers = ThreadPoolExecutor(2, "freehold-read")
        self._tasks: set[asyncio.Task[None]] = set()

    def bring(self, bots: Mapping[str, str]) -> None:
        """Let bots of the operator play: files and classes by the name that a table stores."""
        self.own_bots = frozenset(bots)
        self.workers.bring(bots)

    def check_bots(self, levels: Iterable[str]) -> None:
        """`Refused` if a seat is to get a bot that is not here."""
        if any(is_brought(level) and level not in self.own_bots for level in levels):
            raise Refused("unknown-bot")

    def start(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None] | None:
        """A task that is waited for when the server stops."""
        if self.closed:
            work.close()
            return None
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def read_in_thread(self, function: Callable[..., Result], *args: object) -> asyncio.Future[Result]:
        """Run a read of the store in a worker thread: the event loop never waits for the database."""
        return asyncio.get_running_loop().run_in_executor(self._readers, function, *args)

    async def write(self, writes: Writes) -> None:
        await self._writer.write(writes)
        self.changes += writes.record is not None or writes.opened is not None or writes.delete

    async def finish_tasks(self) -> None:
        if self._tasks:
            await asyncio.wait(set(self._tasks), timeout=5)

    async def close(self) -> None:
        """Write everything that was accepted, then stop."""
        await self.notifier.close()
        await self._writer.close()
        await self.workers.close()
        self._readers.shutdown(wait=False, cancel_futures=True)
