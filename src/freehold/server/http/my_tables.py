"""HTTP route for the page "My tables": how all tables of one browser stand, in one request."""

from __future__ import annotations

from typing import Annotated

from litestar import post
from litestar.datastructures import State
from litestar.params import JSONBody
from msgspec import Meta, Struct

from freehold.server.http.routes import Asker, address_of, charge
from freehold.server.protocol.http_messages import MyTable, MyTables
from freehold.server.protocol.messages import Key
from freehold.server.registry.live_table import LiveTable
from freehold.server.storage.game_log import GameId
from freehold.server.storage.postgres.lease_types import Seen
from freehold.server.storage.record import Record
from freehold.server.table import seating
from freehold.server.transport.error_responses import faults

MOST = 100  # tables of one request


class Held(Struct, frozen=True, forbid_unknown_fields=True):
    """The keys that a browser has for one table."""

    table: GameId
    keys: Annotated[list[Key], Meta(min_length=1, max_length=10)]


class Mine(Struct, frozen=True, forbid_unknown_fields=True):
    held: Annotated[list[Held], Meta(max_length=MOST)]


@post("/api/mine", tags=["tables"], status_code=200, responses=faults(400, 413, 415, 503))
async def mine(data: JSONBody[Mine], state: State, request: Asker) -> MyTables:
    """How the tables stand for which these keys are, and where their owner is waited for. Others are left out."""
    server = state.server
    await charge(server, "readings", address_of(request))
    keys = {held.table: held.keys for held in data.held}
    records: list[Record] = await server.resources.read_in_thread(server.store.read.records_of, list(keys))
    lives = server.registry.lives
    elsewhere = await server.resources.ownership.shown([record.id for record in records if record.id not in lives])
    found = []
    for record in records:
        seats, host = seating.seats_of(record, keys[record.id])
        if seats or host:
            found.append(_stand(record, seats, lives.get(record.id), elsewhere.get(record.id)))
    return MyTables(found)


def _stand(record: Record, seats: list[int], live: LiveTable | None, seen: Seen | None) -> MyTable:
    """A table here, one of another process as that has last shown it, or one that nobody has loaded."""
    awaited, phase, deadline = record.awaited, record.asked, None
    if live is not None:
        table = live.table
        record, awaited, phase, deadline = table.record, table.awaited, table.countdown.phase, table.deadline
    elif seen is not None:
        awaited, phase = seen.awaited, seen.phase
    playing = record.status == "playing"
    return MyTable(
        id=record.id,
        edition=record.edition,
        status=record.status,
        paused=record.paused,
        names=[chair.player or chair.name for chair in record.seats],
        yours=seats,
        awaited=list(awaited) if playing else [],
        asked=phase if playing else "",
        deadline=deadline,
        winners=record.winners,
    )


ROUTES = [mine]
