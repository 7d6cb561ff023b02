"""Deletion by players: a person withdraws their name and chat, and the table goes with the last one.

- A table that has not begun is deleted with its host's request; anybody else leaves their seat.
- In a game under way, a bot takes over from whoever withdraws.
- If no other person has a part in a table, it is deleted as a whole. Otherwise the others keep the game; the name and
  the chat of whoever withdrew are taken out of it (the name once the game has ended).
"""

from __future__ import annotations

from functools import partial

from freehold.server.logging_setup import note
from freehold.server.protocol.messages import Refused, Unsaid
from freehold.server.registry.table_registry import TableRegistry
from freehold.server.storage.record import Record
from freehold.server.storage.store import ALL
from freehold.server.table import agreements, seating
from freehold.server.table.table import Table
from freehold.server.table.table_step import Step


async def withdraw(registry: TableRegistry, game: str, keys: list[str]) -> bool:
    """Withdraw everything that belongs to these keys; says whether the whole table was deleted."""
    resources = registry.resources
    async with registry.driver.using(game) as live:
        record = live.table.record
        seats, host = seating.seats_of(record, keys)
        if not seats and not host:
            raise Refused("not-your-seat")
        if goes_with(record, seats, host):
            if not await registry.delete(game):
                raise Refused("busy")
            note("table-deleted", table=game, why="by its players")
            return True
        chat = await resources.read_in_thread(resources.store.read.chat, game, ALL)
        whose: list[int | None] = [*seats, None] if host else [*seats]
        lines = [line.number for line in chat if line.seat in whose]
        await registry.driver.do_shielded(live, partial(_withdraw, keys, whose, lines))
        if record.status == "over":
            registry.loader.reload(live)  # its positions in memory have the names
        return False


def _withdraw(keys: list[str], whose: list[int | None], lines: list[int], table: Table, now: int) -> Step:
    seats, _ = seating.seats_of(table.record, keys)  # as they are by now
    step = agreements.withdraw(table, now, seats, lines)
    step.to_all.append(Unsaid(whose))
    return step


def goes_with(record: Record, seats: list[int], host: bool) -> bool:
    """Whether a table has nobody left once these seats, or the host, have withdrawn."""
    if record.status == "lobby" and host:
        return True
    people = {seat for seat, chair in enumerate(record.seats) if chair.kind == "person" and chair.key}
    return people <= set(seats) and (host or bool(seats)) and record.status != "lobby"
