"""`freehold worker`: takes heavy work of the servers on a PostgreSQL database from the queue, and does it.

The work is done in processes, as in a server. The service renews its leases on what it does; it goes on by itself after
the database was gone.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import Callable, Collection
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TypeVar

import msgspec

from freehold.server.logging_setup import note, trouble, warn
from freehold.server.storage.postgres.connection import checked_address
from freehold.server.storage.postgres.job_queue import NEW_JOBS, JobQueue, Taken
from freehold.server.storage.postgres.listening import Listening
from freehold.server.storage.writes import StoreTrouble
from freehold.server.workers.kinds import KINDS, SLOW
from freehold.server.workers.process import JobRefused, Outcome
from freehold.server.workers.process_pool import Pool
from freehold.server.workers.remote_jobs import release

Result = TypeVar("Result")
LEASE_SECONDS = 6.0
LAST_SECONDS = 15.0  # for what is being done when the service is told to stop


class WorkerService:
    """Does up to `size` jobs at a time, of these kinds, in a pool of as many processes."""

    def __init__(
        self,
        address: str,
        pool: Pool,
        size: int,
        kinds: Collection[str] = tuple(KINDS),
        lease: float = LEASE_SECONDS,
    ) -> None:
        self._dsn = checked_address(address)
        self._queue = JobQueue(self._dsn, f"worker_{secrets.token_hex(8)}", release())
        self._pool, self._size, self._kinds, self._lease = pool, size, frozenset(kinds), lease
        self._thread = ThreadPoolExecutor(1, "freehold-jobs")
        self._doing: dict[Taken, asyncio.Task[None]] = {}
        self._failing = False

    async def run(self, stop: asyncio.Event) -> None:
        """Until `stop` is set; then finish what has been begun."""
        loop = asyncio.get_running_loop()
        news = asyncio.Event()
        self._news = news
        await self._beat()
        listening = Listening(self._dsn, NEW_JOBS, lambda: _tell(loop, news))
        keeping = asyncio.create_task(self._keep())
        taking = asyncio.create_task(self._take_on())
        try:
            await stop.wait()
        finally:
            taking.cancel()
            await asyncio.gather(taking, return_exceptions=True)
            tasks = list(self._doing.values())
            if tasks:
                await asyncio.wait(tasks, timeout=LAST_SECONDS)
            for task in tasks:
                task.cancel()  # others will do it
            keeping.cancel()
            listening.close()
            await self._pool.close()
            with contextlib.suppress(StoreTrouble):
                await self._run(self._queue.leave)
            self._thread.shutdown(wait=False)
            self._queue.close()

    async def _keep(self) -> None:
        """Renew the leases, until it is cancelled."""
        while True:
            await asyncio.sleep(self._lease / 4)
            await self._beat()
            self._news.set()

    async def _beat(self) -> None:
        try:
            await self._run(self._queue.beat, self._kinds, [job.id for job in self._doing], self._lease)
            if self._failing:
                note("storage-works-again")
            self._failing = False
        except StoreTrouble as error:
            self._note_failure(error)
        except Exception as error:
            trouble(error)

    def _note_failure(self, error: StoreTrouble) -> None:
        if not self._failing:
            warn("storage-trouble", why=str(error))
        self._failing = True

    async def _take_on(self) -> None:
        """Take jobs whenever there is room, until it is cancelled."""
        while True:
            room = self._size - len(self._doing)
            taken: list[Taken] = []
            if room > 0:
                try:
                    taken = await self._run(self._queue.take, self._wanted(), 1, self._lease)
                except StoreTrouble as error:
                    self._note_failure(error)
                except Exception as error:
                    trouble(error)
            for job in taken:
                self._doing[job] = asyncio.create_task(self._do(job))
            if not taken:
                await self._news.wait()
                self._news.clear()

    def _wanted(self) -> list[str]:
        """The kinds of work to take next: slow ones leave one process free for the others, if there are two."""
        slow = sum(job.kind in SLOW for job in self._doing)
        full = slow >= max(1, self._size - 1)
        return sorted(self._kinds - SLOW if full else self._kinds)

    async def _do(self, job: Taken) -> None:
        try:
            try:
                outcome = Outcome(await self._pool.run(job.name, job.argument, str(job.id)))
            except JobRefused as refusal:
                outcome = Outcome(code=refusal.code, detail=refusal.detail)
            await self._run(self._queue.finish, job, msgspec.msgpack.encode(outcome))
        except StoreTrouble as error:
            self._note_failure(error)  # the job's lease will expire
        except Exception as error:
            trouble(error)
        finally:
            del self._doing[job]
            self._news.set()

    async def _run(self, function: Callable[..., Result], *args: object) -> Result:
        return await asyncio.get_running_loop().run_in_executor(self._thread, partial(function, *args))


def _tell(loop: asyncio.AbstractEventLoop, news: asyncio.Event) -> None:
    loop.call_soon_threadsafe(news.set)
