"""A bounded pool of worker processes with a fair queue: keys take turns, whatever one of them piles up.

A key is a table or an address. A job whose asker is gone is dropped from the queue. A worker that dies or takes too
long is replaced, and only its own job fails.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
import zlib
from asyncio.subprocess import PIPE, Process
from collections import OrderedDict, deque
from collections.abc import Callable, Mapping, Sequence

from freehold.server.logging_setup import warn
from freehold.server.workers.process import LENGTH_BYTES, OUTCOMES, Job, JobRefused, Outcome, framed

NICE = "FREEHOLD_NICE"  # read below
# the event loop has priority, also while a worker imports what it needs
POLITE = """
import contextlib, os, runpy
with contextlib.suppress(AttributeError, OSError):
    os.nice(int(os.environ.get("FREEHOLD_NICE") or 10))
runpy.run_module("freehold.server.workers.process", run_name="__main__")
"""
Waiting = tuple[Job, "asyncio.Future[bytes]", float]  # and since when, by the loop's clock


class Pool:
    """A pool of processes for the jobs of one module. They are started on first use."""

    def __init__(
        self,
        jobs: str,
        setup: str,
        size: int = 1,
        most: int = 64,
        most_of_key: int = 16,
        seconds: float = 60,
        environment: Mapping[str, str] | None = None,
        waited: Callable[[float], None] | None = None,
    ) -> None:
        self._waited = waited  # is told how many seconds each job has waited
        self._environment = {**os.environ, **environment} if environment else None
        self._command = (sys.executable, "-c", POLITE, jobs, setup)
        self._size, self._most, self._most_of_key, self._seconds = size, most, most_of_key, seconds
        self._queues: OrderedDict[str, deque[Waiting]] = OrderedDict()
        self._waiting = 0
        self._idle: list[Process] = []
        self._busy = 0
        self._answers: set[asyncio.Future[bytes]] = set()  # of running jobs
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed = False

    @property
    def waiting(self) -> int:
        """Jobs in the queue."""
        return self._waiting

    @property
    def running(self) -> int:
        return self._busy

    async def run(self, name: str, argument: bytes, key: str) -> bytes:
        """The result of a job; `JobRefused` if it was refused, or `busy` if too many are waiting already."""
        queue = self._queues.get(key)
        if self._closed or self._waiting >= self._most or (queue is not None and len(queue) >= self._most_of_key):
            raise JobRefused("busy")
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[bytes] = loop.create_future()
        self._queues.setdefault(key, deque()).append((Job(name, argument), answer, loop.time()))
        self._waiting += 1
        self._go_on()
        return await answer

    def _go_on(self) -> None:
        while self._busy < self._size and not self._closed:
            found = self._next()
            if found is None:
                return
            job, answer, since = found
            self._busy += 1
            self._answers.add(answer)
            loop = asyncio.get_running_loop()
            if self._waited is not None:
                self._waited(loop.time() - since)
            task = loop.create_task(self._do(job, answer))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    def _next(self) -> Waiting | None:
        """The next job: the keys take turns. Jobs that nobody waits for any more are passed over."""
        while self._queues:
            key, queue = self._queues.popitem(last=False)
            found = queue.popleft()
            self._waiting -= 1
            if queue:
                self._queues[key] = queue
            if not found[1].done():
                return found
        return None

    async def _do(self, job: Job, answer: asyncio.Future[bytes]) -> None:
        process: Process | None = None
        try:
            process = self._idle.pop() if self._idle else await self._started()
            async with asyncio.timeout(self._seconds):
                outcome = await _asked(process, job)
            self._idle.append(process)
            process = None
        except TimeoutError:
            warn("worker-too-slow", why=job.name)
            outcome = Outcome(code="busy")
        except (OSError, EOFError, asyncio.IncompleteReadError) as error:
            warn("worker-died", why=type(error).__name__)
            outcome = Outcome(code="trouble")
        finally:
            self._busy -= 1
            self._answers.discard(answer)
            if process is not None:
                await _ended(process)
        if not answer.done():
            if outcome.code:
                if outcome.code == "trouble":
                    warn("job-failed", why=outcome.detail)
                answer.set_exception(JobRefused(outcome.code, "" if outcome.code == "trouble" else outcome.detail))
            else:
                answer.set_result(outcome.result)
        self._go_on()

    async def _started(self) -> Process:
        return await asyncio.create_subprocess_exec(
            *self._command, stdin=PIPE, stdout=PIPE, stderr=None, env=self._environment
        )

    async def warm_up(self) -> None:
        """Start one process now, so that the first job need not wait for it."""
        if not self._idle and not self._busy:
            self._idle.append(await self._started())

    async def close(self) -> None:
        """Stop. Waiting jobs are refused."""
        self._closed = True
        waiting = [answer for queue in self._queues.values() for _, answer, _ in queue]
        for answer in (*waiting, *self._answers):
            if not answer.done():
                answer.set_exception(JobRefused("busy"))
        self._queues.clear()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.gather(*(_ended(process) for process in self._idle))


class PoolsByKey:
    """Several pools of one process each: the jobs of a key always go to the same one, which remembers it."""

    def __init__(self, pools: Sequence[Pool]) -> None:
        self._pools = pools

    @property
    def waiting(self) -> int:
        return sum(pool.waiting for pool in self._pools)

    @property
    def running(self) -> int:
        return sum(pool.running for pool in self._pools)

    async def run(self, name: str, argument: bytes, key: str) -> bytes:
        return await self._pools[zlib.crc32(key.encode()) % len(self._pools)].run(name, argument, key)

    async def warm_up(self) -> None:
        """Nothing: they are started by the first bot that thinks."""

    async def close(self) -> None:
        await asyncio.gather(*(pool.close() for pool in self._pools))


async def _asked(process: Process, job: Job) -> Outcome:
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(framed(job))
    await process.stdin.drain()
    head = await process.stdout.readexactly(LENGTH_BYTES)
    return OUTCOMES.decode(await process.stdout.readexactly(int.from_bytes(head, "big")))


async def _ended(process: Process) -> None:
    with contextlib.suppress(ProcessLookupError):
        process.kill()  # it has no state to lose
    await process.wait()
    transport = getattr(process, "_transport", None)  # close the pipes now instead of at garbage collection
    if transport is not None:
        transport.close()
