"""Who does the heavy work of one server: reads of stored games, verification, reviews, the coach, and bots that think.

Each kind has its own bounded queue, so that none can hold up another; a request that finds a full queue is refused.
The work is done in processes of this server, or by workers elsewhere: see `workers/remote_jobs.py`.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING

import msgspec

from freehold.players.brought import is_brought
from freehold.server.metrics import Metrics
from freehold.server.protocol.messages import Refused
from freehold.server.storage.store import is_postgres
from freehold.server.table.bots import Thought
from freehold.server.workers.coach_answers import CoachQuestion
from freehold.server.workers.jobs import DATABASE, Look, Question, Setup
from freehold.server.workers.kinds import (
    COACHING,
    KINDS,
    LOOKS,
    OWN_BOTS,
    PROOFS,
    RETURNING,
    REVIEWS,
    THINKING,
    JobRunner,
    Kind,
)
from freehold.server.workers.process import JobRefused
from freehold.server.workers.process_pool import NICE, Pool, PoolsByKey

if TYPE_CHECKING:
    from freehold.server.workers.remote_jobs import RemoteJobs  # needs the extra `postgres`

MODULE = "freehold.server.workers.jobs"
THOUGHTS = msgspec.msgpack.Decoder(Thought)
MOST_THINKERS = 4


def worker_setup(database: str) -> tuple[str, dict[str, str]]:
    """The configuration and environment of a worker process that reads stored games."""
    secret = is_postgres(database)  # its address may have a password
    setup = msgspec.json.encode(Setup("" if secret else database)).decode()
    return setup, {DATABASE: database} if secret else {}


def job_pool(database: str, size: int) -> Pool:
    """Processes for jobs of every kind, one for each that is taken."""
    setup, environment = worker_setup(database)
    seconds = max(kind.seconds for kind in KINDS.values())
    return Pool(MODULE, setup, size, most=size, seconds=seconds, environment=environment)


class WorkerPools:
    """The runners of all kinds of work. `database`: where workers read stored games."""

    def __init__(self, database: str, metrics: Metrics | None = None) -> None:
        setup, environment = worker_setup(database)
        cores = os.cpu_count() or 1
        thinkers = max(1, min(MOST_THINKERS, cores // 2))
        self._remote: RemoteJobs | None = None
        self._metrics = metrics or Metrics()

        def pool(kind: Kind, size: int = 1, setup: str = setup) -> Pool:
            limits = (size, kind.most, kind.most_of_key, kind.seconds)
            nice = {NICE: "0"} if kind is RETURNING else {}
            return Pool(MODULE, setup, *limits, {**environment, **nice}, partial(self.note_waited, kind.name))

        self._runners: dict[str, JobRunner] = {
            RETURNING.name: pool(RETURNING),
            LOOKS.name: pool(LOOKS, max(1, cores // 4)),
            PROOFS.name: pool(PROOFS),
            REVIEWS.name: pool(REVIEWS),
            COACHING.name: pool(COACHING, thinkers, "{}"),
            # a table's bots always run in the same process, which has their memory
            THINKING.name: PoolsByKey([pool(THINKING, setup="{}") for _ in range(thinkers)]),
        }
        for name in KINDS:
            self._metrics.queued.labels(name).set_function(partial(self._count, name, False))
            self._metrics.doing.labels(name).set_function(partial(self._count, name, True))

    def bring(self, bots: Mapping[str, str]) -> None:
        """Let bots of the operator play: files and classes by the name that a table stores."""
        limits = (1, OWN_BOTS.most, OWN_BOTS.most_of_key, OWN_BOTS.seconds)
        self._runners[OWN_BOTS.name] = Pool(MODULE, msgspec.json.encode(Setup(bots=dict(bots))).decode(), *limits)

    def send_elsewhere(self, jobs: RemoteJobs) -> None:
        """From now on, pass the work to workers elsewhere; what is here is used if there are none."""
        from freehold.server.workers.remote_jobs import RemoteRunner

        self._remote = jobs
        self._runners |= {name: RemoteRunner(jobs, kind, self._runners[name]) for name, kind in KINDS.items()}
        self._metrics.workers.set_function(lambda: jobs.workers)

    def _count(self, name: str, running: bool) -> int:
        return self._runners[name].running if running else self._runners[name].waiting

    def note_waited(self, kind: str, seconds: float) -> None:
        self._metrics.waited.labels(kind).observe(seconds)

    @property
    def waiting(self) -> dict[str, int]:
        """How many jobs of each kind are in their queues."""
        return {name: runner.waiting for name, runner in self._runners.items()}

    async def look(self, name: str, look: Look, key: str) -> bytes:
        """A read of a stored game; `key`: the client or the table. `Refused` if it fails or the queue is full."""
        return await self._run(LOOKS, name, msgspec.msgpack.encode(look), key)

    async def missed(self, look: Look, key: str) -> bytes:
        """The actions that a player who is back has missed."""
        return await self._run(RETURNING, "missed", msgspec.msgpack.encode(look), key)

    async def prove(self, name: str, argument: bytes, key: str) -> bytes:
        """Verification of a whole game, one at a time per client."""
        return await self._run(PROOFS, name, argument, key)

    async def think(self, question: Question) -> Thought:
        kind = OWN_BOTS if is_brought(question.level) else THINKING
        return THOUGHTS.decode(await self._run(kind, "think", msgspec.msgpack.encode(question), question.table))

    async def coach(self, question: CoachQuestion, table: str) -> bytes:
        """The coach's answer, as JSON. `Refused` if a table asks too much at once."""
        return await self._run(COACHING, "coach", msgspec.msgpack.encode(question), table)

    async def review(self, look: Look, key: str) -> bytes:
        """The review of a finished game, one at a time per client; while one is made, the next is to be asked again."""
        try:
            return await self._run(REVIEWS, "review", msgspec.msgpack.encode(look), key)
        except Refused as refusal:
            raise Refused("coach-not-ready" if refusal.code == "busy" else refusal.code, refusal.detail) from None

    async def _run(self, kind: Kind, name: str, argument: bytes, key: str) -> bytes:
        try:
            return await self._runners[kind.name].run(name, argument, key)
        except JobRefused as refusal:
            raise Refused(refusal.code, refusal.detail) from None

    async def warm_up(self) -> None:
        await asyncio.gather(*(self._runners[kind.name].warm_up() for kind in (RETURNING, LOOKS)))

    async def close(self) -> None:
        if self._remote is not None:
            await self._remote.close()
        await asyncio.gather(*(runner.close() for runner in self._runners.values()))
