"""The pools of worker processes of one server: one that reads stored games, one that verifies games by replay, and
several in which bots choose their actions.

Each pool has its own bounded queue, so that none can hold up another; a request that finds a full queue is refused.
"""

from __future__ import annotations

import asyncio
import os
import zlib

import msgspec

from freehold.server.coaching.answers import CoachQuestion
from freehold.server.protocol.messages import Refused
from freehold.server.storage.postgres.address import is_postgres
from freehold.server.table.jobs import DATABASE, Look, Question, Setup, Thought
from freehold.server.workers.pool import Pool
from freehold.server.workers.process import JobRefused

MODULE = "freehold.server.table.jobs"
THOUGHTS = msgspec.msgpack.Decoder(Thought)
MOST_THINKERS = 4
QUESTIONS_OF_TABLE = 4  # questions to the coach that a table may have waiting


class WorkerPools:
    """The pools for reads, verification and bots. `database`: where workers read stored games."""

    def __init__(self, database: str) -> None:
        secret = is_postgres(database)  # its address may have a password
        setup = msgspec.json.encode(Setup("" if secret else database)).decode()
        environment = {DATABASE: database} if secret else {}
        cores = os.cpu_count() or 1
        self._looks = Pool(
            MODULE, setup, size=max(1, cores // 4), most=64, most_of_key=8, seconds=30, environment=environment
        )
        self._proofs = Pool(MODULE, setup, size=1, most=8, most_of_key=1, seconds=60, environment=environment)
        self._reviews = Pool(MODULE, setup, size=1, most=16, most_of_key=1, seconds=60, environment=environment)
        thinkers = max(1, min(MOST_THINKERS, cores // 2))
        self._coaches = Pool(MODULE, "{}", size=thinkers, most=200, most_of_key=QUESTIONS_OF_TABLE, seconds=20)
        # a table's bots always run in the same process, which has their memory
        self._thinkers = [Pool(MODULE, "{}", size=1, most=10_000, seconds=60) for _ in range(thinkers)]

    @property
    def waiting(self) -> dict[str, int]:
        """How many jobs of each kind are in their queues."""
        thinking = sum(pool.waiting for pool in self._thinkers)
        waiting = {"looks": self._looks.waiting, "proofs": self._proofs.waiting, "thinking": thinking}
        return {**waiting, "coaching": self._coaches.waiting, "reviews": self._reviews.waiting}

    async def look(self, name: str, look: Look, key: str) -> bytes:
        """A read of a stored game; `key`: the client or the table. `Refused` if it fails or the queue is full."""
        return await _run(self._looks, name, msgspec.msgpack.encode(look), key)

    async def prove(self, name: str, argument: bytes, key: str) -> bytes:
        """Verification of a whole game, one at a time per client."""
        return await _run(self._proofs, name, argument, key)

    async def think(self, question: Question) -> Thought:
        pool = self._thinkers[zlib.crc32(question.table.encode()) % len(self._thinkers)]
        return THOUGHTS.decode(await _run(pool, "think", msgspec.msgpack.encode(question), question.table))

    async def coach(self, question: CoachQuestion, table: str) -> bytes:
        """The coach's answer, as JSON. `Refused` if a table asks too much at once."""
        return await _run(self._coaches, "coach", msgspec.msgpack.encode(question), table)

    async def review(self, look: Look, key: str) -> bytes:
        """The review of a finished game, one at a time per client; while one is made, the next is to be asked again."""
        try:
            return await _run(self._reviews, "review", msgspec.msgpack.encode(look), key)
        except Refused as refusal:
            raise Refused("coach-not-ready" if refusal.code == "busy" else refusal.code, refusal.detail) from None

    async def warm_up(self) -> None:
        await self._looks.warm_up()

    async def close(self) -> None:
        await asyncio.gather(
            *(pool.close() for pool in (self._looks, self._proofs, self._reviews, self._coaches, *self._thinkers))
        )


async def _run(pool: Pool, name: str, argument: bytes, key: str) -> bytes:
    try:
        return await pool.run(name, argument, key)
    except JobRefused as refusal:
        raise Refused(refusal.code, refusal.detail) from None
