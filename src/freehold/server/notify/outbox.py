"""The queue of outgoing notices: bounded, retried with back-off, a few at a time in all and for each host.

A target that fails for longer than all pauses together is given up, also where each notice was replaced by a newer one.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from urllib.parse import urlsplit

from freehold.server.notify.http_client import Request
from freehold.server.notify.targets import Undeliverable

MOST = 1_000  # notices that wait
AT_ONCE, AT_ONCE_PER_HOST = 16, 4
BACK_OFF = (30.0, 120.0, 600.0, 3600.0)  # seconds before each further try
LONGEST = sum(BACK_OFF)  # seconds for which a target may fail, however many notices there are for it

Key = tuple[str, int, str]  # table, seat, and which of its targets
Post = Callable[[Request], Awaitable[None]]


class Outbox:
    """`done` is told what became of each notice: the empty code, or why it was given up."""

    def __init__(
        self,
        post: Post,
        done: Callable[[Key, str], None],
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._post, self._done, self._sleep, self._clock = post, done, sleep, clock
        self._tasks: dict[Key, asyncio.Task[None]] = {}
        self._failing: dict[Key, float] = {}  # since when
        self._slots = asyncio.Semaphore(AT_ONCE)
        self._hosts: dict[str, tuple[asyncio.Semaphore, int]] = {}  # with the number of those who use or await it

    def put(self, key: Key, request: Request, wait: float = 0) -> None:
        """Send this in so many seconds, instead of what still waits for the same target. Returns at once; if the queue
        is full, drop it.
        """
        before = self._tasks.pop(key, None)
        if before is not None:
            before.cancel()
        elif len(self._tasks) >= MOST:
            self._done(key, "queue-full")
            return
        task = self._tasks[key] = asyncio.get_running_loop().create_task(self._deliver(key, request, wait))
        task.add_done_callback(lambda done: self._tasks.pop(key) if self._tasks.get(key) is done else None)

    async def _deliver(self, key: Key, request: Request, first: float) -> None:
        code = ""
        for wait in (first, *BACK_OFF):
            if wait:
                await self._sleep(wait)
            try:
                async with self._turn(urlsplit(request.url).netloc):
                    await self._post(request)
                code = ""
                break
            except Undeliverable as error:
                code = error.code
                if not error.again or self._fails_for(key) >= LONGEST:
                    break
        self._failing.pop(key, None)
        self._done(key, code)

    def _fails_for(self, key: Key) -> float:
        """How long a target has failed, since before what is sent now."""
        now = self._clock()
        return now - self._failing.setdefault(key, now)

    @contextlib.asynccontextmanager
    async def _turn(self, host: str) -> AsyncIterator[None]:
        """Wait for one of the host's slots first: requests to a slow host leave the others' slots free."""
        slots, users = self._hosts.get(host) or (asyncio.Semaphore(AT_ONCE_PER_HOST), 0)
        self._hosts[host] = slots, users + 1
        try:
            async with slots, self._slots:
                yield
        finally:
            slots, users = self._hosts.pop(host)
            if users > 1:
                self._hosts[host] = slots, users - 1

    async def close(self) -> None:
        """Drop what still waits."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
