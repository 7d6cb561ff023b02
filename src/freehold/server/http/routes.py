"""The HTTP API: tables, joining, health. The past is in `history_routes.py`, play itself in `websocket.py`."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Request, Response, get, post
from litestar.datastructures import State
from litestar.params import HeaderParameter, JSONBody, PathParameter

from freehold import __version__
from freehold.server.http.error_responses import faults
from freehold.server.http.rate_limits import rate_limit_key
from freehold.server.http.session import may_look
from freehold.server.metrics import CONTENT_TYPE
from freehold.server.protocol.http_messages import Health, Tables
from freehold.server.protocol.messages import Created, Join, Joined, NewTable, Refused, TableInfo
from freehold.server.storage.record import Record
from freehold.server.storage.store import Unreadable
from freehold.server.table import seating
from freehold.server.table.table_info import table_info

Json = dict[str, Any]

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
    found = server.registry.condition.state()
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


@get("/api/tables", tags=["tables"], sync_to_thread=False, responses=faults())
def tables(state: State) -> Response[Tables]:
    """Public tables that can be joined or watched, newest first."""
    server = state.server
    body = server.listing.body(server.monotonic(), server.registry.changes, lambda: Tables(listed(server)))
    return Response(body, media_type="application/json")


def address_of(request: Asker) -> str:
    return rate_limit_key(request.client)


def listed(server: Any) -> list[TableInfo]:
    store = server.store
    records = [*store.records("lobby", True, MOST_LISTED), *store.records("playing", True, MOST_LISTED)]
    return [_info(server, record) for record in records]


def _info(server: Any, record: Record) -> TableInfo:
    live = server.registry.lives.get(record.id)
    if live is not None:
        info: TableInfo = live.table.info()
        return info
    return table_info(
        record, {}, 0, record.ending.number if record.ending else server.store.last(record.id), record.held
    )


@post("/api/tables", tags=["tables"], responses=faults(400, 403, 409, 413, 503))
async def create(data: JSONBody[NewTable], state: State, request: Asker) -> Created:
    """Open a table. The keys in the response are shown only once."""
    server = state.server
    server.addresses.new_table(address_of(request), server.monotonic())
    created: Created = await server.registry.create(data)
    return created


@get("/api/tables/{table:str}", tags=["tables"], sync_to_thread=False, responses=faults(400, 403, 404))
def table(table: TableId, state: State, key: Key = None, invite: Invite = None) -> TableInfo:
    """The current state of a table. A private table requires its invitation or a key."""
    return _info(state.server, seen(state, table, key, invite))


def seen(state: State, table: str, key: str | None, invite: str | None) -> Record:
    """The record of a table, if the client may see it."""
    try:
        record: Record | None = state.server.store.record(table)
    except Unreadable:
        raise Refused("table-unreadable") from None
    if record is None:
        raise Refused("no-such-table")
    seats, host = seating.seats_of(record, [key] if key else [])
    if not (seats or host or may_look(record, invite)):
        raise Refused("wrong-invite")
    return record


@post("/api/tables/{table:str}/join", tags=["tables"], responses=faults(400, 403, 404, 409, 413, 503))
async def join(table: TableId, data: JSONBody[Join], state: State, request: Asker) -> Joined:
    """Take an open seat. The key in the response is shown only once."""
    server, address = state.server, address_of(request)
    server.addresses.join(address, server.monotonic())
    if table not in server.registry.lives:
        server.addresses.loading(address, server.monotonic())
    joined: Joined = await server.registry.join(table, data)
    return joined


SMALL = [health, metrics, tables, create, table, join]
