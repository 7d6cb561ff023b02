"""Heavy work that is passed to workers elsewhere, by the queue in PostgreSQL.

If no worker is there, or the database fails, the server does the work in its own pools, and `/health` says
`no-workers`. If workers are there and the answer takes too long, the job is refused as `busy`; a bot's move is then
played by the owner of the table itself.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import hmac
import secrets
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache, partial
from typing import TypeVar

from freehold import __version__
from freehold.server.condition import Condition
from freehold.server.logging_setup import trouble, warn
from freehold.server.storage.game_log import rules_digest
from freehold.server.storage.postgres.connection import checked_address
from freehold.server.storage.postgres.job_queue import JobQueue
from freehold.server.storage.postgres.listening import Listening
from freehold.server.storage.writes import StoreTrouble
from freehold.server.workers.kinds import KINDS, JobRunner, Kind
from freehold.server.workers.process import OUTCOMES, JobRefused

Result = TypeVar("Result")
TICK = 1.0  # seconds between looks at the queue, in case a notification was lost or all workers have died


@cache
def release() -> str:
    """Servers and workers do jobs for each other only if they have the same rules."""
    return f"{__version__} {rules_digest('classic')[:16]}"


class NoWorkers(Exception):
    """No live worker does this kind of work, or the queue cannot be reached."""


class RemoteJobs:
    """The jobs of one server process in the queue."""

    def __init__(self, address: str, secret: str, condition: Condition, waited: Callable[[str, float], None]) -> None:
        dsn, me = checked_address(address), f"freehold_{secrets.token_hex(8)}"
        self._queue = JobQueue(dsn, me, release())
        self._secret, self._condition, self._waited = secret.encode(), condition, waited
        self._thread = ThreadPoolExecutor(1, "freehold-jobs")
        self._asked: dict[int, tuple[str, asyncio.Future[bytes]]] = {}  # kind and answer of each job
        self._doing: set[int] = set()
        self.workers = 0
        self._loop = asyncio.get_running_loop()
        self._news = asyncio.Event()
        self._listening = Listening(dsn, me, self._heard)
        self._tasks = [asyncio.create_task(self._collect()), asyncio.create_task(self._watch())]

    def _heard(self) -> None:
        self._loop.call_soon_threadsafe(self._news.set)

    def counts(self, kind: str) -> tuple[int, int]:
        """How many jobs of a kind wait, and how many are being done."""
        found = Counter(job in self._doing for job, (name, _) in self._asked.items() if name == kind)
        return found[False], found[True]

    async def ask(self, kind: Kind, name: str, argument: bytes, key: str) -> bytes:
        """A worker's answer; `JobRefused`, or `NoWorkers`."""
        if self.counts(kind.name)[0] >= kind.most:
            raise JobRefused("busy")
        answer: asyncio.Future[bytes] = self._loop.create_future()
        entering = asyncio.ensure_future(self._enter(kind, name, argument, key, answer))
        try:
            async with asyncio.timeout(kind.remote_seconds):
                await asyncio.shield(entering)  # if its client goes now, the job is withdrawn once it is there
                outcome = OUTCOMES.decode(await answer)
        except TimeoutError:
            warn("worker-too-slow", why=name)
            raise JobRefused("busy") from None
        finally:
            if entering.done():
                self._leave(answer, entering)
            else:
                entering.add_done_callback(partial(self._leave, answer))
        if outcome.code:
            raise JobRefused(outcome.code, "" if outcome.code == "trouble" else outcome.detail)
        return outcome.result

    async def _enter(self, kind: Kind, name: str, argument: bytes, key: str, answer: asyncio.Future[bytes]) -> int:
        """Put a job into the queue. A table or an address is there as a keyed digest only."""
        who = f"{kind.name} {hmac.digest(self._secret, key.encode(), hashlib.sha256).hex()}"
        values = (kind.name, name, argument, who, kind.most_of_key, kind.remote_seconds)
        job, alive = await self._run(self._queue.submit, *values)
        if not job:
            raise JobRefused("busy") if alive else NoWorkers()
        self._asked[job] = kind.name, answer
        return job

    def _leave(self, answer: asyncio.Future[bytes], entering: asyncio.Future[int]) -> None:
        """Nobody waits for a job any more; without an answer it is taken out of the queue."""
        if entering.cancelled() or entering.exception() is not None:
            return
        self._asked.pop(entering.result(), None)
        if not _answered(answer):
            self._withdraw(entering.result())

    def _withdraw(self, job: int) -> None:
        """Without waiting. If it fails, the job goes with its deadline."""
        with contextlib.suppress(RuntimeError):  # the server is stopping
            self._thread.submit(self._queue.withdraw, [job])

    async def _collect(self) -> None:
        """Hand out the outcomes, until it is cancelled."""
        while True:
            await self._news.wait()
            self._news.clear()
            try:
                # The thread does one thing after the other: a job that is collected here has been entered in `_asked`.
                for found in await self._run(self._queue.collect):
                    kind, answer = self._asked.get(found.id, ("", None))
                    if answer is not None and not answer.done():
                        self._waited(kind, found.waited)
                        answer.set_result(found.outcome)
            except NoWorkers:
                await asyncio.sleep(TICK)
            except Exception as error:
                trouble(error)

    async def _watch(self) -> None:
        """Notice that there are no workers, until it is cancelled."""
        while True:
            alive: list[str] = []
            self._doing = set()
            try:
                alive, self._doing = await self._run(self._queue.look)
            except NoWorkers:
                pass
            except Exception as error:
                trouble(error)
            self.workers = len(alive)
            kinds = {kind for worker in alive for kind in worker.split()}
            self._condition.workers_missing(sorted(KINDS.keys() - kinds))
            for kind, answer in list(self._asked.values()):
                if kind not in kinds and not answer.done():
                    answer.set_exception(NoWorkers())
            self._news.set()
            await asyncio.sleep(TICK)

    async def _run(self, function: Callable[..., Result], *args: object) -> Result:
        try:
            return await self._loop.run_in_executor(self._thread, partial(function, *args))
        except StoreTrouble:
            raise NoWorkers from None

    async def close(self) -> None:
        """Stop. Waiting jobs are refused."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for _, answer in self._asked.values():
            if not answer.done():
                answer.set_exception(JobRefused("busy"))
        self._listening.close()
        await self._loop.run_in_executor(None, partial(self._thread.shutdown, cancel_futures=True))
        with contextlib.suppress(StoreTrouble):
            await self._loop.run_in_executor(None, self._queue.forget)
        self._queue.close()


def _answered(answer: asyncio.Future[bytes]) -> bool:
    return answer.done() and not answer.cancelled() and answer.exception() is None


class RemoteRunner:
    """Jobs of one kind: passed to workers elsewhere, or done in the server's own pool if there are none."""

    def __init__(self, jobs: RemoteJobs, kind: Kind, own: JobRunner) -> None:
        self._jobs, self._kind, self._own = jobs, kind, own

    @property
    def waiting(self) -> int:
        return self._jobs.counts(self._kind.name)[0] + self._own.waiting

    @property
    def running(self) -> int:
        return self._jobs.counts(self._kind.name)[1] + self._own.running

    async def run(self, name: str, argument: bytes, key: str) -> bytes:
        try:
            return await self._jobs.ask(self._kind, name, argument, key)
        except NoWorkers:
            return await self._own.run(name, argument, key)

    async def warm_up(self) -> None:
        """Nothing: the workers are warm."""

    async def close(self) -> None:
        await self._own.close()
