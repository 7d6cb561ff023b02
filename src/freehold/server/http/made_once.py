"""What is costly to make of a finished game (picture, statistics, review) is made once, and stored.

It is made at the first request, however many come at once. A release makes it anew, a withdrawn name, and another end.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from functools import partial

from freehold import __version__
from freehold.server.registry.resources import Resources
from freehold.server.storage.record import Record
from freehold.server.storage.writes import Conflict, Fenced, StoreTrouble, Unwritable, Writes

MOST_BYTES = 4 << 20  # larger ones are not stored


class MadeOnce:
    """`make` is called only for what is not stored yet, and once for all who wait for it."""

    def __init__(self, resources: Resources) -> None:
        self._resources = resources
        self._making: dict[tuple[str, str], asyncio.Task[bytes]] = {}

    async def get(self, record: Record, name: str, make: Callable[[], Awaitable[bytes]]) -> bytes:
        key = (record.id, f"{name} {__version__} {record.ending and record.ending.number} {record.redacted}")
        stored = await self._resources.read_in_thread(self._resources.store.read.made, *key)
        if stored is not None:
            return stored
        task = self._making.get(key)
        if task is None:
            task = self._making[key] = asyncio.create_task(self._made(key, make))
            task.add_done_callback(partial(self._done, key))
        return await asyncio.shield(task)

    async def _made(self, key: tuple[str, str], make: Callable[[], Awaitable[bytes]]) -> bytes:
        body = await make()
        if len(body) <= MOST_BYTES:
            with contextlib.suppress(Conflict, Unwritable, Fenced, StoreTrouble):  # it is made again then
                await self._resources.write(Writes(game=key[0], made=(key[1], body)))
        return body

    def _done(self, key: tuple[str, str], task: asyncio.Task[bytes]) -> None:
        del self._making[key]
        if not task.cancelled():
            task.exception()  # those who waited have it
