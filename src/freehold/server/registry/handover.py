"""Tables that move between processes on one database: see `registry/ownership.py`, whose `Owner` this is."""

from __future__ import annotations

import asyncio
import contextlib

from freehold.server.registry.driver import Driver
from freehold.server.registry.live_table import LiveTable
from freehold.server.registry.resources import Resources
from freehold.server.registry.table_loader import Loader
from freehold.server.storage.postgres.lease_types import Seen
from freehold.server.storage.writes import StoreTrouble

MOVED_AT_ONCE, MOVING_PAUSE, MOVING_SECONDS = 25, 0.05, 3.0  # tables that move out together, and how fast


class Handover:
    def __init__(self, resources: Resources, loader: Loader, driver: Driver) -> None:
        self._resources, self._loader, self._driver = resources, loader, driver

    async def adopt(self, game: str) -> None:
        """Go on with a table whose owner is gone."""
        await self._driver.resume(game)

    def seen(self) -> dict[str, Seen]:
        """What other processes show of the public tables here."""
        return {game: live.table.seen() for game, live in self._loader.lives.items() if live.table.record.listed}

    def lose_all(self) -> None:
        """This process was declared dead: others may own its tables now. Clients reconnect."""
        for live in list(self._loader.lives.values()):
            self._loader.reload(live)

    async def leave(self) -> None:
        """Before this process stops: give the tables up a few at a time, so that each moves within a moment."""
        self._loader.leaving = True
        if not self._resources.ownership.shared:
            return
        lives = list(self._loader.lives.values())
        for start in range(0, len(lives), MOVED_AT_ONCE):
            moving = lives[start : start + MOVED_AT_ONCE]
            await asyncio.gather(*(self._move_out(live) for live in moving))
            await asyncio.sleep(min(MOVING_PAUSE, MOVING_SECONDS * MOVED_AT_ONCE / len(lives)))

    async def _move_out(self, live: LiveTable) -> None:
        async with live.lock:  # its last step is written
            if live.broken:
                return
            self._loader.drop(live)
        with contextlib.suppress(StoreTrouble):  # the lease will expire
            await self._resources.ownership.release([live.table.record.id], hand_over=True)
        live.cut()
