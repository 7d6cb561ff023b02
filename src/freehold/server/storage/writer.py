"""The writer thread: commits the steps of many tables together (group commit) and reports when they are on disk."""

from __future__ import annotations

import asyncio
from collections import deque
from concurrent.futures import ThreadPoolExecutor
from functools import partial

from freehold.server.condition import Condition
from freehold.server.storage.store import Store
from freehold.server.storage.writes import StoreTrouble, Writes

STEPS_PER_COMMIT = 512  # steps per commit
CHECK_SECONDS = 2.0
Answers = list[Exception | None]
Item = tuple[Writes, "asyncio.Future[None]"]


class Writer:
    """Belongs to one event loop. Steps are written in the order in which they were submitted.

    While the thread commits some, the next ones are gathered.
    """

    def __init__(self, store: Store, condition: Condition) -> None:
        self._store = store
        self._condition = condition
        self._loop = asyncio.get_running_loop()
        self._queue: deque[Item] = deque()
        self._thread = ThreadPoolExecutor(1, "freehold-writer")
        self._working: asyncio.Future[Answers] | None = None
        self._checking: asyncio.TimerHandle | None = None
        self.commits = 0

    async def write(self, writes: Writes) -> None:
        """Returns when the step is on disk; raises `Conflict`, `Unwritable` or `StoreTrouble` if it is not."""
        answer: asyncio.Future[None] = self._loop.create_future()
        self._queue.append((writes, answer))
        if self._working is None:
            self._work()
        await answer

    def _work(self) -> None:
        batch = [self._queue.popleft() for _ in range(min(len(self._queue), STEPS_PER_COMMIT))]
        self._working = self._loop.run_in_executor(self._thread, self._commit, [writes for writes, _ in batch])
        self._working.add_done_callback(partial(self._worked, [future for _, future in batch]))

    def _commit(self, batch: list[Writes]) -> Answers:
        try:
            return list(self._store.commit(batch))
        except Exception as error:  # a full disk or a missing file: all steps of this commit failed
            return [StoreTrouble(str(error) or type(error).__name__)] * len(batch)

    def _worked(self, futures: list[asyncio.Future[None]], working: asyncio.Future[Answers]) -> None:
        answers = working.result()
        self._working = None
        self.commits += 1
        if self._queue:
            self._work()
        self._found(answers[0] if isinstance(answers[0], StoreTrouble) else None)
        for future, answer in zip(futures, answers, strict=True):
            if future.cancelled():
                continue
            if answer is None:
                future.set_result(None)
            else:
                future.set_exception(answer)

    def _found(self, trouble: StoreTrouble | None) -> None:
        """Record whether the disk works. If it does not, test it from time to time."""
        if trouble is None:
            self._condition.storage_works()
            return
        self._condition.storage_failed(str(trouble))
        if self._checking is None:
            self._checking = self._loop.call_later(CHECK_SECONDS, self._check_now)

    def _check_now(self) -> None:
        self._loop.run_in_executor(self._thread, self._check).add_done_callback(self._checked)

    def _check(self) -> StoreTrouble | None:
        try:
            self._store.check()
        except Exception as error:
            return StoreTrouble(str(error) or type(error).__name__)
        return None

    def _checked(self, checking: asyncio.Future[StoreTrouble | None]) -> None:
        self._checking = None
        self._found(checking.result())

    async def close(self) -> None:
        """Write everything submitted, then stop."""
        while self._working is not None:
            await asyncio.wait({self._working})
        if self._checking is not None:
            self._checking.cancel()
        self._thread.shutdown(wait=False)
