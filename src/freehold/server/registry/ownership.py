"""Does this process own a table? `Alone` owns all of them; `Shared` asks the leases in PostgreSQL and keeps its own."""

from __future__ import annotations

import asyncio
import contextlib
import hmac
from collections.abc import Awaitable, Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TYPE_CHECKING, Protocol, TypeVar

from freehold.server.condition import Condition
from freehold.server.logging_setup import note, trouble
from freehold.server.metrics import Metrics
from freehold.server.storage.postgres.lease_types import Lease, Seen, Spent
from freehold.server.storage.writes import StoreTrouble

if TYPE_CHECKING:
    from freehold.server.storage.postgres.leases import Leases  # needs the extra `postgres`

Result = TypeVar("Result")
LEASE_SECONDS = 3.0
MOST_LOSSES = 2  # of all tables, to a live process with the same address
CALM_TURNS = 30  # renewals after which a loss is forgotten
ADOPTED_AT_ONCE = 50  # tables of a dead process; others take their part


class Elsewhere(Exception):
    """Another process owns the table: the one at this address, or none yet."""

    def __init__(self, address: str = "") -> None:
        super().__init__(address)
        self.address = address


class SameAddress(Exception):
    """Another process takes this one's tables again and again: both say that they are reached at the same address."""


class NearEnd(Protocol):
    """The client's connection, as the far end sees it."""

    def from_far(self, data: bytes) -> None: ...
    def far_gone(self) -> None: ...
    def far_full(self, full: bool) -> None: ...


class Owner(Protocol):
    """What the tables of a process need of its owner: the registry."""

    async def adopt(self, game: str) -> None: ...
    def seen(self) -> dict[str, Seen]: ...
    def lose_all(self) -> None: ...


class Ownership(Protocol):
    """Who owns the tables. `shared`: other processes may."""

    shared: bool
    secret: str  # by which its processes know each other
    relays: dict[str, set[NearEnd]]  # connections that are passed on to each address

    async def claim(self, game: str, only_look: bool = False) -> Lease: ...
    async def release(self, games: Sequence[str], hand_over: bool = False) -> None: ...
    async def shown(self, games: Sequence[str]) -> Mapping[str, Seen]: ...
    async def allow(self, what: str, who: str, rate: float, burst: int, cost: float = 1) -> bool: ...
    def is_peer(self, secret: str) -> bool: ...


class Alone:
    """One process with a database of its own."""

    shared = False
    secret = ""

    def __init__(self) -> None:
        self.relays: dict[str, set[NearEnd]] = {}

    async def claim(self, game: str, only_look: bool = False) -> Lease:
        return Lease()

    async def release(self, games: Sequence[str], hand_over: bool = False) -> None:
        pass

    async def shown(self, games: Sequence[str]) -> Mapping[str, Seen]:
        return {}

    async def allow(self, what: str, who: str, rate: float, burst: int, cost: float = 1) -> bool:
        return True  # its own rate limits are enough

    def is_peer(self, secret: str) -> bool:
        return False


class Shared:
    """One of several processes on a database. `keep` renews its lease and takes over what others leave behind."""

    shared = True

    def __init__(self, leases: Leases, metrics: Metrics, seconds: float) -> None:
        self._leases, self._metrics, self._seconds = leases, metrics, seconds
        self._claims = ThreadPoolExecutor(2, "freehold-claim")
        self._turns = ThreadPoolExecutor(1, "freehold-lease")  # a renewal never waits for anything else
        self._adopting: asyncio.Task[None] | None = None
        self._shown: dict[str, Seen] = {}
        self._losses = self._calm = 0
        self.relays: dict[str, set[NearEnd]] = {}
        self.secret = ""

    async def start(self) -> None:
        await self._turned(self._leases.register)
        self.secret = self._leases.secret

    async def claim(self, game: str, only_look: bool = False) -> Lease:
        return await self._run(self._claims, self._leases.claim, game, only_look)

    async def release(self, games: Sequence[str], hand_over: bool = False) -> None:
        await self._run(self._claims, self._leases.release, games, hand_over)

    async def shown(self, games: Sequence[str]) -> Mapping[str, Seen]:
        return await self._run(self._claims, self._leases.shown, games)

    async def allow(self, what: str, who: str, rate: float, burst: int, cost: float = 1) -> bool:
        """Is a rate limit kept that counts at all processes together?"""
        return await self._run(self._claims, self._leases.allow, what, who, rate, burst, cost)

    def hidden(self, what: str, who: str) -> str:
        return self._leases.hidden(what, who)

    async def settle(
        self, spent: Sequence[Spent], held: Mapping[str, int] | None
    ) -> tuple[dict[str, float], dict[str, int]]:
        """See `Leases.settle`."""
        return await self._run(self._claims, self._leases.settle, spent, held)

    def is_peer(self, secret: str) -> bool:
        return bool(self.secret) and hmac.compare_digest(secret.encode(), self.secret.encode())

    async def keep(self, owner: Owner, condition: Condition) -> None:
        """Until it is cancelled, or `SameAddress`."""
        loop, failing = asyncio.get_running_loop(), False
        while True:
            began = loop.time()
            try:
                await self._turn(owner, condition)
                if failing:
                    condition.storage_works()
                failing = False
            except StoreTrouble as error:
                condition.storage_failed(str(error))
                failing = True
            except SameAddress:
                raise
            except Exception as error:
                trouble(error)
            await asyncio.sleep(max(self._seconds / 10, self._seconds / 3 - (loop.time() - began)))

    async def _turn(self, owner: Owner, condition: Condition) -> None:
        turn = await self._turned(self._leases.turn, ADOPTED_AT_ONCE)
        if not turn.alive:
            condition.leases_lost("to another process with this address" if turn.rival else "not renewed in time")
            self._metrics.leases_lost.inc()
            owner.lose_all()
            self._losses, self._calm = self._losses + turn.rival, 0
            if self._losses >= MOST_LOSSES:
                raise SameAddress
            await self.start()
            return
        self._calm += 1
        if self._calm == CALM_TURNS:
            self._losses = 0
            condition.leases_kept()
        self._metrics.processes.set(len(turn.processes))
        for address in self.relays.keys() - set(turn.processes):  # dead or frozen: clients find the new owner
            for near in self.relays.pop(address):
                near.far_gone()
        if turn.orphans and (self._adopting is None or self._adopting.done()):
            self._adopting = asyncio.create_task(self._adopt(owner, turn.orphans))
        seen = owner.seen()
        fresh = {game: found for game, found in seen.items() if self._shown.get(game) != found}
        if fresh:
            await self._turned(self._leases.show, fresh)
        self._shown = seen

    async def _adopt(self, owner: Owner, games: Sequence[str]) -> None:
        note("tables-adopted", count=len(games))
        for game in games:
            await owner.adopt(game)

    def _turned(self, function: Callable[..., Result], *args: object) -> Awaitable[Result]:
        return self._run(self._turns, function, *args)

    def _run(self, threads: ThreadPoolExecutor, function: Callable[..., Result], *args: object) -> Awaitable[Result]:
        return asyncio.get_running_loop().run_in_executor(threads, partial(function, *args))

    async def close(self) -> None:
        """After the last commit."""
        if self._adopting is not None:
            self._adopting.cancel()
        with contextlib.suppress(StoreTrouble):
            await self._turned(self._leases.leave)
        self._leases.close()
        self._claims.shutdown(wait=False, cancel_futures=True)
        self._turns.shutdown(wait=False, cancel_futures=True)
