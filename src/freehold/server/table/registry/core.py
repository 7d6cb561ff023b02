"""The tables in memory and what serves them: the store, the writer, threads, workers; and how a table is dropped."""

from __future__ import annotations

import asyncio
import contextlib
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from freehold.server.cluster.ownership import Alone, Ownership
from freehold.server.condition import Condition
from freehold.server.fairness.signing import Signer
from freehold.server.logging_setup import warn
from freehold.server.metrics import Metrics
from freehold.server.storage.store import Store, StoreTrouble
from freehold.server.storage.writer import Writer
from freehold.server.table.live_table import LiveTable
from freehold.server.table.worker_pools import WorkerPools

BOT_PAUSE = 900  # milliseconds, so that people can follow and claim rents in time
Result = TypeVar("Result")
IDLE = 10 * 60_000  # milliseconds without a visitor, after which the bots of a table stop
GRACE = 2.0  # seconds for the seats to send their links for a draw
FIRST_RETRY, LAST_RETRY = 1.0, 60.0  # seconds until a table that failed is loaded again


def milliseconds() -> int:
    return time.time_ns() // 1_000_000


class RegistryCore(ABC):
    """The state of the registry. `after_write` is a test hook between a step's write and its broadcast."""

    def __init__(
        self,
        store: Store,
        metrics: Metrics,
        bot_pause: int = BOT_PAUSE,
        clock: Callable[[], int] = milliseconds,
        after_write: Callable[[], None] | None = None,
        grace: float = GRACE,
        idle: int = IDLE,
        signer: Signer | None = None,
        ownership: Ownership | None = None,
    ) -> None:
        self.store = store
        self.ownership: Ownership = ownership or Alone()
        self._releasing: dict[str, asyncio.Task[None]] = {}  # leases that are being given up
        self._handing_over = False
        self.workers = WorkerPools(store.address, metrics)
        self.metrics = metrics
        self.clock = clock
        self.signer = signer
        self.changes = 0  # how often a table's record was written
        self.lives: dict[str, LiveTable] = {}
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}
        self._deleting: set[str] = set()
        self._bot_pause = bot_pause
        self._idle = idle
        self._after_write = after_write
        self._grace = grace
        self.condition = Condition()
        self._writer = Writer(store, self.condition)
        self._failed: dict[str, int] = {}  # failed tables -> failures since their last write
        self._thinkers = ThreadPoolExecutor(2, "freehold-bot")
        self._readers = ThreadPoolExecutor(2, "freehold-read")
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed = False

    @abstractmethod
    def _schedule(self, live: LiveTable) -> None:
        """Set the timer for the table's next action, or drop the table."""

    @abstractmethod
    async def _resume(self, game: str) -> None:
        """Let a table continue by itself."""

    def _start(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None] | None:
        """A task that is waited for when the server stops."""
        if self._closed:
            work.close()
            return None
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def read_in_thread(self, function: Callable[..., Result], *args: object) -> asyncio.Future[Result]:
        """Run a read of the store in a worker thread: the event loop never waits for the database."""
        return asyncio.get_running_loop().run_in_executor(self._readers, function, *args)

    def tell(self, live: LiveTable, message: bytes) -> None:
        for listener in list(live.listeners):
            listener.send(message)

    def reload(self, live: LiveTable) -> None:
        """Drop a table from memory, to be loaded anew. Its clients reconnect."""
        self._drop(live)
        for listener in list(live.listeners):
            listener.cut()

    def _fail(self, live: LiveTable, what: str, why: str) -> None:
        """Drop a table after an error. Its clients are disconnected and reconnect to the stored state."""
        warn(what, why=why)
        self.metrics.failures.inc()
        self._drop(live)
        self._resume_later(live.table.record.id)
        for listener in list(live.listeners):
            listener.cut()

    def _resume_later(self, game: str) -> None:
        """After a failure: soon, and less and less often if it goes on failing."""
        times = self._failed[game] = self._failed.get(game, -1) + 1
        if not self._closed:
            wait = min(FIRST_RETRY * 2**times, LAST_RETRY)
            asyncio.get_running_loop().call_later(wait, lambda: self._start(self._resume(game)))

    def _drop(self, live: LiveTable) -> None:
        live.broken = True
        if live.timer is not None:
            live.timer.cancel()
        if self.lives.get(live.table.record.id) is live:
            del self.lives[live.table.record.id]
        self.metrics.tables.set(len(self.lives))

    def _let_go(self, game: str) -> None:
        """Nobody needs the table now: the next visitor may find it at another process."""
        if not self.ownership.shared:
            return

        async def release() -> None:
            with contextlib.suppress(StoreTrouble):
                await self.ownership.release([game])

        task = self._start(release())
        if task is not None:
            self._releasing[game] = task
            task.add_done_callback(lambda _: self._releasing.pop(game, None))
