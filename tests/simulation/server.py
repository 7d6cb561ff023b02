"""A simulated server process: the real registry, leases and store, put together as `Server.running` does."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import TYPE_CHECKING, cast

import msgspec

from freehold.server.archive.history import Archive
from freehold.server.metrics import Metrics
from freehold.server.notify.http_client import Request
from freehold.server.notify.notifier import Notifier
from freehold.server.notify.targets import Undeliverable
from freehold.server.notify.web_push import new_key
from freehold.server.protocol.messages import Refused
from freehold.server.rate_limits import AddressLimits, Limits
from freehold.server.registry.ownership import NearEnd, Shared
from freehold.server.registry.resources import Resources
from freehold.server.registry.table_registry import TableRegistry
from freehold.server.storage.postgres.leases import Leases
from freehold.server.storage.postgres.postgres_store import PostgresStore
from freehold.server.storage.record import Record
from freehold.server.storage.writes import BadDatabase, StoreTrouble
from freehold.server.table import notices
from freehold.server.table.notices import Notice
from freehold.server.workers import jobs
from freehold.server.workers.worker_pools import WorkerPools
from tests.simulation.loop import ProcessLoop
from tests.simulation.network import FarEnd, Pipe, ServerEnd

if TYPE_CHECKING:
    from tests.simulation.world import World

LEASE = 3.0  # seconds
BOT_PAUSE = 300  # milliseconds
IDLE = 4000  # milliseconds
METRICS = Metrics()
PUSH_KEY = new_key()
notices.SETTLE = 1_000  # milliseconds until somebody who is gone is told something
LONG = 100_000.0  # seconds: a hook that does not answer
MANY = 1_000_000
ROOMY = Limits(
    messages=MANY,
    messages_burst=MANY,
    address_messages=MANY,
    address_messages_burst=MANY,
    readings=MANY,
    readings_burst=MANY,
    loadings=MANY,
    loadings_burst=MANY,
)


class SimulatedNotifier(Notifier):
    """Notices go to hooks that answer late, never, or with a refusal."""

    def __init__(self, process: Process) -> None:
        super().__init__(METRICS, push_key=PUSH_KEY)
        self._process = process

    def tell(self, record: Record, notice: Notice) -> None:
        self._process.world.noticed(record.id, notice)
        super().tell(record, notice)

    async def post(self, request: Request) -> None:
        chance = self._process.chance
        luck = chance.random()
        await asyncio.sleep(chance.uniform(0.05, 3.0) if luck < 0.7 else LONG)
        if luck < 0.3:
            raise Undeliverable("hook-failed", again=luck < 0.15)


class Workers:
    """In place of `WorkerPools`: a job is done here, some time later. The bots of a simulated table need none."""

    def __init__(self, process: Process, store: PostgresStore) -> None:
        self._process = process
        self._worker = jobs.Worker(jobs.Setup())
        self._worker._archive = Archive(store.read)

    async def missed(self, look: jobs.Look, key: str) -> bytes:
        await asyncio.sleep(self._process.chance.uniform(0.01, 0.5))
        try:
            return jobs.JOBS["missed"](self._worker, msgspec.msgpack.encode(look))
        except StoreTrouble:
            raise Refused("trouble") from None  # as a job that failed

    async def close(self) -> None:
        pass


class Process:
    """One server process, which is started again whenever it dies. `boots`: how often it was started."""

    def __init__(self, world: World, number: int) -> None:
        self.world = world
        self.address = f"process{number}:8000"
        self.chance = world.chance(self.address)
        self.boots = 0
        self.jumped = 0.0  # seconds by which its wall clock is wrong
        self.start_seconds = world.start_seconds
        self.registry: TableRegistry | None = None
        self.addresses = AddressLimits(ROOMY)
        self.ends: list[ServerEnd] = []  # its connections
        self.loop: ProcessLoop
        self.start()

    # ------------------------------------------------------------------ its life

    def start(self) -> None:
        world = self.world
        self.boots += 1
        self.name = f"{self.address}#{self.boots}"
        self.registry = None
        self.ends = []
        world.tell(self.name, "is started")
        self.loop = ProcessLoop(world.scheduler, lambda what: world.trouble(f"{self.name}: {what}"))
        world.loops.append(self.loop)
        self.loop.thread_seconds = lambda: world.database_latency(self)
        self.loop.start(self._serve(self.name))

    def milliseconds(self) -> int:
        return int((self.world.scheduler.now + self.jumped) * 1000) + 1_700_000_000_000

    async def _serve(self, name: str) -> None:
        database, loop = self.world.database, self.loop
        await asyncio.sleep(self.chance.uniform(0.0, self.start_seconds))
        try:
            store = database.store(name)
            ownership = Shared(Leases(store, self.address, LEASE, loop.time), METRICS, LEASE)
            await ownership.start()
        except (BadDatabase, StoreTrouble):  # the supervisor tries again
            self.kill(self.chance.uniform(0.2, 2.0))
            return
        notifier = SimulatedNotifier(self)
        resources = Resources(store, METRICS, self.milliseconds, ownership=ownership, notifier=notifier)
        resources.workers = cast(WorkerPools, Workers(self, store))
        self.ownership = ownership
        self.registry = TableRegistry(resources, BOT_PAUSE, idle=IDLE)
        self._keeping = asyncio.create_task(ownership.keep(self.registry.handover, resources.condition))

    def kill(self, back_after: float) -> None:
        """As SIGKILL does: nothing more happens in it, and its connections are closed. Then it is started again."""
        if self.loop.dead:
            return
        self.world.tell(self.name, "ends")
        self.loop.kill()
        for pipe in self.world.pipes:
            if pipe.is_at(self.loop):
                pipe.break_off((self.chance.uniform(0, 0.1), self.chance.uniform(0, 0.1)))
        self.world.scheduler.after(back_after, self.start)

    def stop(self, back_after: float) -> None:
        """As SIGTERM does: tables are handed over, everything is written, and it ends."""
        if not self.loop.dead and self.registry is not None and not self.registry.loader.leaving:
            self.registry.loader.leaving = True  # asked once
            self.loop.start(self._stop(self.registry, back_after))

    async def _stop(self, registry: TableRegistry, back_after: float) -> None:
        await registry.handover.leave()
        self._keeping.cancel()
        await asyncio.gather(self._keeping, return_exceptions=True)
        await registry.close()
        await self.ownership.close()
        self.kill(back_after)

    # ------------------------------------------------------------------ connections

    @property
    def leaks(self) -> str:
        """A loaded table that counts other users, listeners or people than it has; empty if there is none."""
        for game, live in self.registry.lives.items() if self.registry is not None and not self.loop.dead else ():
            here = [end for end in self.ends if end.session.live is live]
            if live.users != len(here) or not live.listeners <= set(here):
                return f"{self.name} counts {live.users} users of table {game[:3]} and has {len(here)}"
            at = Counter(seat for end in here if end in live.listeners for seat in end.session.keys)
            if at != Counter(live.table.present):
                return f"{self.name} counts {dict(live.table.present)} at table {game[:3]} and has {dict(at)}"
        return ""

    def relays(self, owner: str) -> set[NearEnd]:
        return self.ownership.relays.setdefault(owner, set())

    def forget_relay(self, near: ServerEnd) -> None:
        for nears in self.ownership.relays.values():
            nears.discard(near)

    async def connect(self, owner: str, far: FarEnd, seconds: float) -> Pipe | None:
        """A connection to another process, for a client whose table that one owns."""
        loop = self.loop
        answer: asyncio.Future[Pipe | None] = loop.create_future()

        def connected(pipe: Pipe | None) -> None:
            if not answer.done():
                answer.set_result(pipe)
            elif pipe is not None:
                pipe.close(far)  # too late

        self.world.connect(owner, far, lambda pipe: loop.happen(lambda: loop.call_soon(connected, pipe)), peer=True)
        try:
            return await asyncio.wait_for(answer, seconds)
        except TimeoutError:
            return None
