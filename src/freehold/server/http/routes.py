"""The HTTP API: tables, joining, health. The past is in `history_routes.py`, play itself in `websocket.py`."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Request, Response, get, post
from litestar.datastructures import State
from litestar.params import HeaderParameter, JSONBody, PathParameter
from msgspec.structs import replace

from freehold import __version__
from freehold.editions import SetupError
from freehold.editions.house import expanded, house_options
from freehold.server.metrics import CONTENT_TYPE
from freehold.server.protocol.http_messages import Health, PublicKey, Tables
from freehold.server.protocol.messages import (
    Created,
    Join,
    Joined,
    NewTable,
    Refused,
    TableInfo,
    TakeSeat,
    Withdraw,
    Withdrawn,
)
from freehold.server.rate_limits import TOO_MUCH, Counted, rate_limit_key
from freehold.server.registry import withdrawal
from freehold.server.registry.live_table import LiveTable
from freehold.server.session.joining import may_look
from freehold.server.storage.postgres.lease_types import Seen
from freehold.server.storage.record import Record
from freehold.server.storage.writes import Unreadable
from freehold.server.table import seating
from freehold.server.table.table_info import table_info
from freehold.server.transport.error_responses import faults

Asker = Request[Any, Any, Any]
MOST_LISTED = 100
TableId = Annotated[str, PathParameter(pattern=r"^[a-z0-9]{1,32}$(?!\n)", description="The id of a table.")]
Key = Annotated[
    str | None, HeaderParameter(name="X-Freehold-Key", max_length=64, description="A seat's or the host's key.")
]
Invite = Annotated[
    str | None, HeaderParameter(name="X-Freehold-Invite", max_length=64, description="A private table's invitation.")
]


@get("/health", tags=["server"], sync_to_thread=False)
def health(state: State) -> Health:
    """Health check."""
    server = state.server
    found = server.resources.condition.state()
    return Health(
        status=found.status,
        why=found.why,
        version=__version__,
        tables=len(server.registry.lives),
        unreadable_tables=found.unreadable_tables,
        frozen_tables=found.frozen_tables,
        recovered=server.recovery,
    )


@get("/metrics", tags=["server"], media_type="text/plain", sync_to_thread=False)
def metrics(state: State) -> Response[bytes]:
    """Prometheus metrics."""
    return Response(state.server.metrics.text(), headers={"content-type": CONTENT_TYPE})


@get("/api/tables", tags=["tables"], responses=faults())
async def tables(state: State) -> Response[Tables]:
    """Public tables that can be joined or watched, newest first."""
    server = state.server

    async def found() -> Tables:
        return Tables(await listed(server))

    body = await server.listing.body(server.monotonic(), server.resources.changes, found)
    return Response(body, media_type="application/json")


@get("/api/key", tags=["server"], sync_to_thread=False, responses=faults())
def public_key(state: State) -> PublicKey:
    """The public key by which this server signs logs."""
    return PublicKey(state.server.signer.public)


def address_of(request: Asker) -> str:
    return rate_limit_key(request.client)


async def listed(server: Any) -> list[TableInfo]:
    """The public tables that have not ended."""
    store, lives = server.store, server.registry.lives

    def read() -> list[tuple[Record, int]]:
        records = [*store.read.records("lobby", True, MOST_LISTED), *store.read.records("playing", True, MOST_LISTED)]
        numbers = store.read.lasts([record.id for record in records if record.status == "playing"])
        return [(record, numbers.get(record.id, 0)) for record in records]

    found: list[tuple[Record, int]] = await server.resources.read_in_thread(read)
    seen = await server.resources.ownership.shown([record.id for record, _ in found if record.id not in lives])
    return [_info(lives.get(record.id), record, number, seen.get(record.id)) for record, number in found]


def _info(live: LiveTable | None, record: Record, number: int, seen: Seen | None = None) -> TableInfo:
    """A table here, one of another process as that has last shown it, or one that nobody has loaded."""
    if live is not None:
        return live.table.info()
    number = record.ending.number if record.ending else number
    return table_info(record, seen.present if seen else {}, seen.watchers if seen else 0, number, record.held)


@post("/api/tables", tags=["tables"], responses=faults(400, 403, 409, 413, 415, 503))
async def create(data: JSONBody[NewTable], state: State, request: Asker) -> Created:
    """Open a table. The keys in the response are shown only once."""
    server = state.server
    await charge(server, "tables", address_of(request))
    try:
        options = house_options(server.settings.house) | expanded(data.options)
    except SetupError as error:
        raise Refused("bad-table", str(error)) from None
    created: Created = await server.registry.create(replace(data, options=options))
    return created


async def charge(server: Any, what: Counted, address: str, cost: float = 1) -> None:
    """`Refused` if an address asks for too much, here or at all processes on the same database together."""
    server.addresses.take(what, address, server.monotonic(), cost)
    if not await server.resources.ownership.allow(what, address, *server.limits.bucket(what), cost):
        raise Refused(TOO_MUCH.get(what, "too-fast"))


@get("/api/tables/{table:str}", tags=["tables"], responses=faults(400, 403, 404))
async def table(table: TableId, state: State, key: Key = None, invite: Invite = None) -> TableInfo:
    """The current state of a table. A private table requires its invitation or a key."""
    lives, resources = state.server.registry.lives, state.server.resources
    record = await seen(state, table, key, invite)
    number = 0 if table in lives else await resources.read_in_thread(resources.store.read.last, table)
    info = _info(lives.get(table), record, number)
    stranger = record.shared and not record.listed and key is None and invite is None
    return replace(info, rematch=None) if stranger else info  # the game is shared, not the next one


async def seen(state: State, table: str, key: str | None, invite: str | None) -> Record:
    """The record of a table, if the client may see it."""
    resources = state.server.resources
    try:
        record: Record | None = await resources.read_in_thread(resources.store.read.record, table)
    except Unreadable:
        raise Refused("table-unreadable") from None
    if record is None:
        raise Refused("no-such-table")
    seats, host = seating.seats_of(record, [key] if key else [])
    if not (seats or host or record.shared or may_look(record, invite, resources.clock())):
        raise Refused("wrong-invite")
    return record


@post("/api/tables/{table:str}/join", tags=["tables"], responses=faults(400, 403, 404, 409, 413, 415, 503))
async def join(table: TableId, data: JSONBody[Join], state: State, request: Asker) -> Joined:
    """Take an open seat. The key in the response is shown only once."""
    server, address = state.server, address_of(request)
    await charge(server, "joins", address)
    if table not in server.registry.lives:
        server.addresses.take("loadings", address, server.monotonic())
    joined: Joined = await server.registry.join(table, data, address)
    return joined


@post("/api/tables/{table:str}/seat", tags=["tables"], responses=faults(400, 403, 404, 409, 413, 415, 503))
async def take_seat(table: TableId, data: JSONBody[TakeSeat], state: State, request: Asker) -> Joined:
    """Take over the seat of a link, once. The key in the response is shown only once; the old one is void."""
    server, address = state.server, address_of(request)
    await charge(server, "joins", address)
    if table not in server.registry.lives:
        server.addresses.take("loadings", address, server.monotonic())
    joined: Joined = await server.registry.take_seat(table, data.ticket)
    return joined


@post(
    "/api/tables/{table:str}/withdraw",
    tags=["tables"],
    status_code=200,
    responses=faults(400, 403, 404, 409, 413, 415, 503),
)
async def withdraw(table: TableId, data: JSONBody[Withdraw], state: State, request: Asker) -> Withdrawn:
    """Withdraw the names and the chat of one's seats; the table is deleted with its last person's."""
    server, address = state.server, address_of(request)
    await charge(server, "joins", address)
    if table not in server.registry.lives:
        server.addresses.take("loadings", address, server.monotonic())
    return Withdrawn(await withdrawal.withdraw(server.registry, table, data.keys))


SMALL = [health, metrics, public_key, tables, create, table, join, take_seat, withdraw]
