"""The HTTP API: tables, joining, history, verification, health. Play itself uses the WebSocket (`websocket.py`)."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Request, Response, get, post
from litestar.datastructures import State
from litestar.params import HeaderParameter, JSONBody, PathParameter, QueryParameter
from msgspec import Struct

from freehold import __version__
from freehold.server.fairness.verify import Report, verify
from freehold.server.http.cached_response import once
from freehold.server.http.error_responses import faults
from freehold.server.http.rate_limits import visitor
from freehold.server.http.session import may_look
from freehold.server.metrics import CONTENT_TYPE
from freehold.server.protocol.messages import Created, Join, Joined, NewTable, Refused, TableInfo, encode
from freehold.server.storage.game_log import Log
from freehold.server.storage.record import Record
from freehold.server.storage.recovery import Recovery
from freehold.server.storage.store import Unreadable
from freehold.server.table import history, seating
from freehold.server.table.history import PastPage, Statistics, View
from freehold.server.table.table_info import table_info

Json = dict[str, Any]

Asker = Request[Any, Any, Any]
MOST_LISTED = 100
MOST_ROWS = 200
TableId = Annotated[str, PathParameter(pattern=r"^[a-z0-9]{1,32}$(?!\n)", description="The id of a table.")]
Number = Annotated[
    int, PathParameter(ge=0, le=1_000_000_000, description="The number of an action; 0: before the first.")
]
After = Annotated[
    int,
    QueryParameter(ge=-1, le=1_000_000_000, description="Only actions after this number; -1: all."),
]
Most = Annotated[int, QueryParameter(ge=1, le=MOST_ROWS, description="How many rows at most.")]
Key = Annotated[
    str | None, HeaderParameter(name="X-Freehold-Key", max_length=64, description="A seat's or the host's key.")
]
Invite = Annotated[
    str | None, HeaderParameter(name="X-Freehold-Invite", max_length=64, description="A private table's invitation.")
]


class Health(Struct, frozen=True):
    """`status` is `ok` or `degraded`, and `why` says by codes what is wrong.

    `recovered` tells of a database that was found damaged when the server started.
    """

    status: str
    why: list[str]
    version: str
    tables: int
    unreadable_tables: int
    frozen_tables: int
    recovered: Recovery | None


class Tables(Struct, frozen=True):
    tables: list[TableInfo]


class TakenIn(Struct, frozen=True):
    id: str


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
def tables(state: State) -> Tables:
    """Public tables that can be joined or watched, newest first."""
    return Tables(listed(state.server))


def _address(request: Asker) -> str:
    return visitor(request.client)


def _reading(state: State, request: Asker) -> None:
    """Apply the rate limit for reads that replay a stored game."""
    state.server.addresses.reading(_address(request), state.server.monotonic())


def listed(server: Any) -> list[TableInfo]:
    store = server.store
    records = [*store.records("lobby", True, MOST_LISTED), *store.records("playing", True, MOST_LISTED)]
    return [_info(server, record) for record in records]


def _info(server: Any, record: Record) -> TableInfo:
    live = server.registry.lives.get(record.id)
    if live is not None:
        info: TableInfo = live.table.info()
        return info
    return table_info(record, {}, 0, record.ending.number if record.ending else 0, False)


@post("/api/tables", tags=["tables"], responses=faults(400, 403, 409, 413, 503))
async def create(data: JSONBody[NewTable], state: State, request: Asker) -> Created:
    """Open a table. The keys in the response are shown only once."""
    server = state.server
    server.addresses.new_table(_address(request), server.monotonic())
    created: Created = await server.registry.create(data)
    return created


@get("/api/tables/{table:str}", tags=["tables"], sync_to_thread=False, responses=faults(400, 403, 404))
def table(table: TableId, state: State, key: Key = None, invite: Invite = None) -> TableInfo:
    """The current state of a table. A private table requires its invitation or a key."""
    return _info(state.server, _seen(state, table, key, invite))


def _seen(state: State, table: str, key: str | None, invite: str | None) -> Record:
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
async def join(table: TableId, data: JSONBody[Join], state: State) -> Joined:
    """Take an open seat. The key in the response is shown only once."""
    joined: Joined = await state.server.registry.join(table, data)
    return joined


@get("/api/tables/{table:str}/log", tags=["history"], responses=faults(400, 403, 404, 409))
async def log(table: TableId, state: State, key: Key = None, invite: Invite = None) -> Log:
    """The log of a game as one file. It contains the secret of the dice once the game has ended."""
    _seen(state, table, key, invite)
    found: Log = await state.server.registry.read_later(state.server.registry.archive.log, table)
    return found


@get("/api/tables/{table:str}/at/{number:int}", tags=["history"], responses=faults(400, 403, 404, 409))
async def at(
    table: TableId, number: Number, state: State, request: Asker, key: Key = None, invite: Invite = None
) -> View:
    """The game as it was after one of its actions."""
    _reading(state, request)
    _seen(state, table, key, invite)
    found: View = await state.server.registry.read_later(state.server.registry.archive.view_at, table, number)
    return found


@get("/api/tables/{table:str}/past", tags=["history"], responses=faults(400, 403, 404, 409))
async def past(
    table: TableId,
    state: State,
    request: Asker,
    after: After = -1,
    most: Most = MOST_ROWS,
    key: Key = None,
    invite: Invite = None,
) -> Response[PastPage]:
    """A game in pages: its actions in order, each with the public view after it."""
    _reading(state, request)
    _seen(state, table, key, invite)
    archive = state.server.registry.archive

    def page() -> Response[PastPage]:
        return once(encode(archive.page(table, after, most)), request.headers)

    found: Response[PastPage] = await state.server.registry.read_later(page)
    return found


@get("/api/tables/{table:str}/statistics", tags=["history"], responses=faults(400, 403, 404, 409))
async def statistics(
    table: TableId, state: State, request: Asker, key: Key = None, invite: Invite = None
) -> Statistics:
    """Net worth over time by seat, and the distribution of the dice."""
    _reading(state, request)
    _seen(state, table, key, invite)
    found: Statistics = await state.server.registry.read_later(state.server.registry.archive.statistics, table)
    return found


@get("/api/tables/{table:str}/verify", tags=["history"], responses=faults(400, 403, 404, 409))
async def proof(table: TableId, state: State, request: Asker, key: Key = None, invite: Invite = None) -> Report:
    """Verify every throw and card of a finished game against its secret."""
    _reading(state, request)
    _seen(state, table, key, invite)
    found: Log = await state.server.registry.read_later(state.server.registry.archive.log, table)
    report: Report = await state.server.registry.read_later(verify, found)
    return report


@post("/api/verify", tags=["history"], status_code=200, responses=faults(400, 403, 413))
async def verify_log(data: JSONBody[Log], state: State, request: Asker) -> Report:
    """Verify an uploaded game log."""
    _reading(state, request)
    report: Report = await state.server.registry.read_later(verify, data)
    return report


@post("/api/import", tags=["history"], responses=faults(400, 403, 409, 413, 503))
async def take_in(data: JSONBody[Log], state: State, request: Asker) -> TakenIn:
    """Import the log of a finished game. It must pass verification."""
    server = state.server
    server.addresses.new_table(_address(request), server.monotonic())
    writes = await server.registry.read_later(history.taken_in, data)
    await server.registry.take_in(writes)
    return TakenIn(writes.game)


SMALL = [health, metrics, tables, create, table, join, log, at, past, statistics, proof]
LARGE = [verify_log, take_in]  # routes that accept a whole log
