"""The writer: one thread that puts steps on disk, many tables' steps in one commit, and answers when they are there."""

from __future__ import annotations

import asyncio
import queue
import threading

from freehold.server.storage.store import Conflict, Store, Writes

AT_ONCE = 512  # steps in one commit


class StoreTrouble(Exception):
    """The step could not be written; nothing of it is on disk."""


class Writer:
    """Belongs to one event loop. Steps go to disk in the order in which they were given."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._loop = asyncio.get_running_loop()
        self._queue: queue.SimpleQueue[tuple[Writes, asyncio.Future[None]] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="freehold-writer", daemon=True)
        self._thread.start()
        self.commits = 0

    async def write(self, writes: Writes) -> None:
        """Back when it is on disk; `Conflict` or `StoreTrouble` if it is not."""
        answer: asyncio.Future[None] = self._loop.create_future()
        self._queue.put((writes, answer))
        await answer

    def close(self) -> None:
        """Write what was given, then stop."""
        self._queue.put(None)
        self._thread.join()

    def _run(self) -> None:
        going = True
        while going:
            first = self._queue.get()
            if first is None:
                return
            batch = [first]
            while len(batch) < AT_ONCE:
                try:
                    item = self._queue.get_nowait()
                except queue.Empty:
                    break
                if item is None:
                    going = False
                    break
                batch.append(item)
            self._commit(batch)

    def _commit(self, batch: list[tuple[Writes, asyncio.Future[None]]]) -> None:
        answers: list[Exception | None]
        try:
            answers = list(self._store.commit([writes for writes, _ in batch]))
        except Exception as error:  # a full disk, a file that is gone: each of these steps has failed
            answers = [StoreTrouble(str(error))] * len(batch)
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


__all__ = ["Conflict", "StoreTrouble", "Writer"]
