"""HTTP routes for stored games: the log, paginated lists, statistics, and verification of the dice by replay.

Whatever reads or replays a whole log is done by a worker process (`workers/worker_pools.py`).
"""

from __future__ import annotations

import asyncio
import gzip
from collections.abc import Coroutine
from typing import Annotated, Any

import msgspec
from litestar import Response, get, post
from litestar.datastructures import State
from litestar.openapi.spec import OpenAPIMediaType, Operation, Reference, RequestBody
from litestar.params import PathParameter, QueryParameter

from freehold.server.archive.history import CutEntry, PastPage, Review, Statistics, View
from freehold.server.fairness.verify import Report
from freehold.server.http.cached_response import accepts_gzip
from freehold.server.http.routes import Asker, Invite, Key, TableId, address_of, charge, seen
from freehold.server.protocol.http_messages import TakenIn
from freehold.server.protocol.messages import Refused
from freehold.server.storage.game_log import Log
from freehold.server.storage.record import Record
from freehold.server.storage.writes import Writes
from freehold.server.table import bots
from freehold.server.transport.error_responses import faults
from freehold.server.workers.jobs import Look

MOST_ROWS = 200
# of the limit of readings: about 150 ms of a core
ACTIONS_PER_TOKEN, ROWS_PER_TOKEN, BYTES_PER_TOKEN = 500, 100, 250_000
GZIP = b"\x1f\x8b"  # the magic bytes of gzip; JSON never begins like this
WRITES = msgspec.msgpack.Decoder(Writes)
Number = Annotated[
    int, PathParameter(ge=0, le=1_000_000_000, description="The number of an action; 0: before the first.")
]
After = Annotated[
    int,
    QueryParameter(ge=-1, le=1_000_000_000, description="Only actions after this number; -1: all."),
]
Most = Annotated[int, QueryParameter(ge=1, le=MOST_ROWS, description="How many rows at most.")]


class TakesLog(Operation):
    """OpenAPI: a request body that is a whole log."""

    def __post_init__(self) -> None:
        described = OpenAPIMediaType(schema=Reference(ref="#/components/schemas/Log"))
        self.request_body = RequestBody(content={"application/json": described}, required=True)


async def unless_gone(request: Asker, work: Coroutine[Any, Any, bytes]) -> bytes:
    """The result of a job, which is cancelled if the client disconnects."""

    async def gone() -> None:
        while (await request.receive())["type"] != "http.disconnect":
            pass

    job, leaving = asyncio.ensure_future(work), asyncio.ensure_future(gone())
    try:
        await asyncio.wait({job, leaving}, return_when=asyncio.FIRST_COMPLETED)
        if not job.done():
            raise Refused("busy")  # the client is gone
        return job.result()
    finally:
        job.cancel()
        leaving.cancel()


def as_json(body: bytes) -> Response[Any]:
    """An answer that a worker has written, compressed or not."""
    headers = {"content-encoding": "gzip"} if body.startswith(GZIP) else {}
    return Response(body, media_type="application/json", headers=headers)


async def looked(state: State, request: Asker, name: str, look: Look) -> Response[Any]:
    """The answer to a look into a stored game."""
    body = await unless_gone(request, state.server.resources.workers.look(name, look, address_of(request)))
    return as_json(body)


async def allowed(
    state: State, request: Asker, table: str, key: str | None, invite: str | None, cost: float = 1
) -> bool:
    """Count the look, and see whether the asker may have it. Says whether the answer may be compressed."""
    await charge(state.server, "readings", address_of(request), cost)
    await seen(state, table, key, invite)
    return accepts_gzip(request.headers)


async def of_whole_game(state: State, request: Asker, record: Record, name: str) -> bytes:
    """What is made of all actions of a game, and stored if that is over. Making it is charged by their number."""
    server, address = state.server, address_of(request)
    workers, read = server.resources.workers, server.resources.store.read

    async def make() -> bytes:
        ending = record.ending
        last = await server.resources.read_in_thread(read.last, record.id) if ending is None else ending.number
        await charge(server, "readings", address, last / ACTIONS_PER_TOKEN)
        look = Look(record.id, last, packed=name != "picture")
        asked = workers.review(look, address) if name == "review" else workers.look(name, look, address)
        body: bytes = await asked
        return body

    making = make() if record.ending is None else server.made.get(record, name, make)
    return await unless_gone(request, making)


async def as_told(state: State, request: Asker, body: bytes) -> Response[Any]:
    """A compressed answer as the client takes it."""
    if body.startswith(GZIP) and not accepts_gzip(request.headers):
        body = await state.server.resources.read_in_thread(gzip.decompress, body)
    return as_json(body)


async def looked_at(state: State, request: Asker, table: str, key: str | None, invite: str | None) -> Record:
    """The record of a table whose whole game is looked at."""
    await charge(state.server, "readings", address_of(request))
    return await seen(state, table, key, invite)


@get("/api/tables/{table:str}/log", tags=["history"], responses=faults(400, 403, 404, 409, 503))
async def log(table: TableId, state: State, request: Asker, key: Key = None, invite: Invite = None) -> Response[Log]:
    """The log of a game as one file. It contains the secret of the dice once the game has ended."""
    packed = await allowed(state, request, table, key, invite)
    return await looked(state, request, "log", Look(table, packed=packed))


@get("/api/tables/{table:str}/cut", tags=["history"], responses=faults(400, 403, 404, 409, 503))
async def cut(
    table: TableId, state: State, request: Asker, key: Key = None, invite: Invite = None
) -> Response[list[CutEntry]]:
    """The actions that were taken out of the log when a game that stood still was settled."""
    packed = await allowed(state, request, table, key, invite)
    return await looked(state, request, "cut", Look(table, packed=packed))


@get("/api/tables/{table:str}/at/{number:int}", tags=["history"], responses=faults(400, 403, 404, 409, 503))
async def at(
    table: TableId, number: Number, state: State, request: Asker, key: Key = None, invite: Invite = None
) -> Response[View]:
    """The game as it was after one of its actions."""
    packed = await allowed(state, request, table, key, invite)
    return await looked(state, request, "view_at", Look(table, number, packed=packed))


@get("/api/tables/{table:str}/past", tags=["history"], responses=faults(400, 403, 404, 409, 503))
async def past(
    table: TableId,
    state: State,
    request: Asker,
    after: After = -1,
    most: Most = MOST_ROWS,
    key: Key = None,
    invite: Invite = None,
) -> Response[PastPage]:
    """A game in pages: its actions in order, each with what everybody saw after it."""
    packed = await allowed(state, request, table, key, invite, max(1, most / ROWS_PER_TOKEN))
    return await looked(state, request, "page", Look(table, after, most, packed))


@get("/api/tables/{table:str}/statistics", tags=["history"], responses=faults(400, 403, 404, 409, 503))
async def statistics(
    table: TableId, state: State, request: Asker, key: Key = None, invite: Invite = None
) -> Response[Statistics]:
    """Worth over time by seat, and how the dice fell."""
    record = await looked_at(state, request, table, key, invite)
    return await as_told(state, request, await of_whole_game(state, request, record, "statistics"))


@get("/api/tables/{table:str}/review", tags=["history"], responses=faults(202, 400, 403, 404, 409, 503))
async def review(
    table: TableId, state: State, request: Asker, key: Key = None, invite: Invite = None
) -> Response[Review]:
    """A finished game as the coach saw it: chances over time, turning points, accuracy, and luck apart from skill."""
    record = await looked_at(state, request, table, key, invite)
    if record.ending is None:
        raise Refused("not-begun" if record.header is None else "not-over")
    try:
        body = await of_whole_game(state, request, record, "review")
    except Refused as refusal:
        if refusal.code == "coach-not-ready":  # around a real box nothing has needed it so far
            bots.prepare_coach()
        raise
    return await as_told(state, request, body)


@get("/api/tables/{table:str}/verify", tags=["history"], responses=faults(400, 403, 404, 409, 503))
async def proof(
    table: TableId, state: State, request: Asker, key: Key = None, invite: Invite = None
) -> Response[Report]:
    """Every throw and every card of a finished game, proved by its secret."""
    await allowed(state, request, table, key, invite)
    look = msgspec.msgpack.encode(Look(table))
    body = await unless_gone(request, state.server.resources.workers.prove("proof", look, address_of(request)))
    return as_json(body)


@post(
    "/api/verify",
    tags=["history"],
    status_code=200,
    responses=faults(400, 403, 413, 415, 503),
    operation_class=TakesLog,
)
async def verify_log(state: State, request: Asker) -> Response[Report]:
    """Prove the log of a game from anywhere."""
    server, address = state.server, address_of(request)
    text = await request.body()
    await charge(server, "readings", address, max(1, len(text) / BYTES_PER_TOKEN))
    body = await unless_gone(request, server.resources.workers.prove("verify_log", text, address))
    return as_json(body)


@post("/api/import", tags=["history"], responses=faults(400, 403, 409, 413, 415, 503), operation_class=TakesLog)
async def take_in(state: State, request: Asker) -> TakenIn:
    """Import the log of a finished game. It must pass verification."""
    server, address = state.server, address_of(request)
    text = await request.body()
    await charge(server, "readings", address, max(1, len(text) / BYTES_PER_TOKEN))
    await charge(server, "tables", address)
    proved = await unless_gone(request, server.resources.workers.prove("take_in", text, address))
    writes: Writes = await server.resources.read_in_thread(WRITES.decode, proved)
    await server.registry.import_game(writes)
    return TakenIn(writes.game)


@get("/api/tables/{table:str}/picture", tags=["history"], responses=faults(400, 403, 404, 409, 503))
async def picture(
    table: TableId, state: State, request: Asker, key: Key = None, invite: Invite = None
) -> Response[bytes]:
    """A picture of a finished game as PNG: the board, and everybody's worth over time."""
    record = await looked_at(state, request, table, key, invite)
    if record.ending is None:
        raise Refused("not-over")
    body = await of_whole_game(state, request, record, "picture")
    return Response(body, media_type="image/png", headers={"cache-control": "no-cache"})


SMALL = [picture, log, cut, at, past, statistics, review, proof]
LARGE = [verify_log, take_in]  # routes that accept a whole log
