"""Deletion by age: tables that ended, or were left, so many days ago. The operator chooses the number of days."""

from __future__ import annotations

import asyncio

from freehold.server.logging_setup import note, warn
from freehold.server.protocol.messages import Refused
from freehold.server.registry.table_registry import TableRegistry
from freehold.server.storage.store import Reader
from freehold.server.storage.writes import StoreTrouble, Unreadable

DAY = 24 * 3600 * 1000  # milliseconds
EVERY = 3600.0  # seconds between two passes
TABLES_PER_READ = 200  # tables read from the store at a time


async def expire_regularly(registry: TableRegistry, days: float) -> None:
    """Delete old tables now and every hour; with 0 days, never."""
    while days:
        try:
            await expire(registry, registry.resources.clock() - int(days * DAY))
        except (Refused, StoreTrouble) as error:
            warn("expiry-failed", why=str(error))
        await asyncio.sleep(EVERY)


async def expire(registry: TableRegistry, before: int) -> int:
    """Delete the tables that ended or were last played before a time, except where somebody is connected."""
    deleted, last, resources = 0, "", registry.resources
    while ids := await resources.read_in_thread(resources.store.read.older, before, last, TABLES_PER_READ):
        last = ids[-1]
        for game in ids:
            why = await resources.read_in_thread(stale, resources.store.read, game, before)
            live = registry.lives.get(game)
            if why and (live is None or live.users == 0) and await registry.delete(game):
                note("table-expired", table=game, why=why)
                deleted += 1
    return deleted


def stale(read: Reader, game: str, before: int) -> str:
    """Why a table may be deleted: `finished` or `abandoned`; empty if it may not. Unreadable tables are kept."""
    try:
        record = read.record(game)
    except Unreadable:
        return ""
    if record is None or record.created >= before:
        return ""
    if record.ending is not None:
        return "finished" if record.ending.at < before else ""
    if record.header is None:
        return "abandoned"
    played = read.entries(game, read.last(game) - 1, 1)
    return "abandoned" if (played[-1].at if played else record.header.at) < before else ""
