"""The writer thread: commits the steps of many tables together (group commit) and reports when they are on disk."""

from __future__ import annotations

import asyncio
import queue
import threading

from freehold.server.condition import Condition
from freehold.server.storage.store import Store
from freehold.server.storage.writes import StoreTrouble, Writes

STEPS_PER_COMMIT = 512  # steps per commit
CHECK_SECONDS = 2.0
Item = tuple[Writes, "asyncio.Future[None]"]


class Check:
    """A queue entry instead of a step: test whether the store can be written."""


CHECK = Check()


class Writer:
    """Belongs to one event loop. Steps are written in the order in which they were submitted."""

    def __init__(self, store: Store, condition: Condition) -> None:
        self._store = store
        self._condition = condition
        self._checking: asyncio.TimerHandle | None = None
        self._loop = asyncio.get_running_loop()
        self._queue: queue.SimpleQueue[Item | Check | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="freehold-writer", daemon=True)
        self._thread.start()
        self.commits = 0

    async def write(self, writes: Writes) -> None:
        """Returns when the step is on disk; raises `Conflict`, `Unwritable` or `StoreTrouble` if it is not."""
        answer: asyncio.Future[None] = self._loop.create_future()
        self._queue.put((writes, answer))
        await answer

    def _failed(self, error: Exception) -> None:
        """Record the failure, and test from time to time whether the disk works again."""
        self._condition.storage_failed(str(error) or type(error).__name__)
        self._loop.call_soon_threadsafe(self._check_later)

    def _check_later(self) -> None:
        if self._checking is None:
            self._checking = self._loop.call_later(CHECK_SECONDS, self._queue.put, CHECK)

    def stop_checking(self) -> None:
        if self._checking is not None:
            self._checking.cancel()

    def _check(self) -> None:
        self._checking = None
        try:
            self._store.check()
            self._condition.storage_works()
        except Exception as error:
            self._failed(error)

    def close(self) -> None:
        """Write everything submitted, then stop."""
        self._queue.put(None)
        self._thread.join()

    def _run(self) -> None:
        going = True
        while going:
            first = self._queue.get()
            if first is None:
                return
            if isinstance(first, Check):
                self._check()
                continue
            batch = [first]
            while len(batch) < STEPS_PER_COMMIT:
                try:
                    item = self._queue.get_nowait()
                except queue.Empty:
                    break
                if item is None:
                    going = False
                    break
                if isinstance(item, Check):
                    self._check()
                    continue
                batch.append(item)
            self._commit(batch)

    def _commit(self, batch: list[tuple[Writes, asyncio.Future[None]]]) -> None:
        answers: list[Exception | None]
        try:
            answers = list(self._store.commit([writes for writes, _ in batch]))
            self._condition.storage_works()
        except Exception as error:  # a full disk or a missing file: all steps of this commit failed
            answers = [StoreTrouble(str(error))] * len(batch)
            self._failed(error)
        self.commits += 1
        self._loop.call_soon_threadsafe(_answer, [future for _, future in batch], answers)


def _answer(futures: list[asyncio.Future[None]], answers: list[Exception | None]) -> None:
    for future, answer in zip(futures, answers, strict=True):
        if future.cancelled():
            continue
        if answer is None:
            future.set_result(None)
        else:
            future.set_exception(answer)
