"""The HTTP interface: editions, tables, joining, history, proofs, the server's health. Play itself is in `play.py`."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Request, Response, get, post
from litestar.datastructures import State
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import HeaderParameter, JSONBody, PathParameter
from msgspec import Struct

from freehold import __version__
from freehold.editions import ids, load
from freehold.editions.switches import SWITCHES
from freehold.say.texts import keys
from freehold.server import history, seating
from freehold.server.door import may_look
from freehold.server.history import Statistics, View
from freehold.server.log import Log
from freehold.server.messages import Created, Fault, Join, Joined, NewTable, Refused, TableInfo, schema, sentence
from freehold.server.metrics import CONTENT_TYPE
from freehold.server.record import Record
from freehold.server.recovery import Recovery
from freehold.server.showing import table_info
from freehold.server.verify import Report, verify

Json = dict[str, Any]

Asker = Request[Any, Any, Any]
MOST_LISTED = 100
TableId = Annotated[str, PathParameter(pattern="^[a-z0-9]{1,32}$", description="The id of a table.")]
Number = Annotated[
    int, PathParameter(ge=0, le=1_000_000_000, description="The number of an action; 0: before the first.")
]
Key = Annotated[
    str | None, HeaderParameter(name="X-Freehold-Key", max_length=64, description="A seat's or the host's key.")
]
Invite = Annotated[
    str | None, HeaderParameter(name="X-Freehold-Invite", max_length=64, description="A private table's invitation.")
]


def _faults(*statuses: int) -> dict[int, ResponseSpec]:
    return {status: ResponseSpec(Fault, description="Refused; see the code.") for status in (*statuses, 429)}


class Health(Struct, frozen=True):
    """`recovered` tells of a database that was found damaged when the server started."""

    status: str
    version: str
    tables: int
    recovered: Recovery | None


class EditionInfo(Struct, frozen=True):
    """What one chooses from before a game: names in both languages, variants, tokens, how many may play."""

    id: str
    year: int
    name: dict[str, str]
    variants: list[str]
    least: int
    most: int
    tokens: list[dict[str, Any]]


class OptionInfo(Struct, frozen=True):
    """A choice that the rulebooks leave to the table."""

    name: str
    values: list[str]
    clauses: list[str]
    text: dict[str, str]


class Editions(Struct, frozen=True):
    editions: list[EditionInfo]
    options: list[OptionInfo]


class Tables(Struct, frozen=True):
    tables: list[TableInfo]


class TakenIn(Struct, frozen=True):
    id: str


@get("/health", tags=["server"], sync_to_thread=False)
def health(state: State) -> Health:
    """Is the server well?"""
    server = state.server
    return Health("ok", __version__, len(server.rooms.lives), server.recovery)


@get("/metrics", tags=["server"], media_type="text/plain", sync_to_thread=False)
def metrics(state: State) -> Response[bytes]:
    """Numbers for Prometheus."""
    return Response(state.server.metrics.text(), headers={"content-type": CONTENT_TYPE})


@get("/api/editions", tags=["editions"], sync_to_thread=False, responses=_faults())
def editions() -> Editions:
    """The editions of this server, and the options a table may set."""
    options = [
        OptionInfo(switch.name, list(switch.values), list(switch.clauses), {"en": switch.en, "fr": switch.fr})
        for switch in SWITCHES
        if switch.open
    ]
    return Editions([_edition(id) for id in ids()], options)


def _edition(id: str) -> EditionInfo:
    edition = load(id)
    tokens = [{"id": t.id, "name": {"en": t.name.en, "fr": t.name.fr}, "side": t.side} for t in edition.tokens]
    name = {"en": edition.name.en, "fr": edition.name.fr}
    return EditionInfo(id, edition.year, name, list(edition.variants), edition.players.min, edition.players.max, tokens)


@get("/api/editions/{edition:str}", tags=["editions"], sync_to_thread=False, responses=_faults(400, 404))
def edition(edition: Annotated[str, PathParameter(max_length=64)]) -> Json:
    """A whole edition: its squares, deeds, cards, money and names."""
    if edition not in ids():
        raise Refused("not-found")
    return msgspec.to_builtins(load(edition))  # type: ignore[no-any-return]


@get("/api/words/{lang:str}", tags=["editions"], sync_to_thread=False, responses=_faults(400, 404))
def words(lang: Annotated[str, PathParameter(max_length=8)]) -> dict[str, str]:
    """Every refusal's sentence in a language, by its code."""
    if lang not in ("en", "fr"):
        raise Refused("not-found")
    codes = [*keys("reasons"), *(key for key in keys("server") if not key.startswith("verify-"))]
    return {code: sentence(code, lang) for code in codes}


@get("/api/messages.json", tags=["play"], sync_to_thread=False, responses=_faults())
def messages() -> Json:
    """The messages of the WebSocket at /api/play, as JSON Schema."""
    return schema()


@get("/api/tables", tags=["tables"], sync_to_thread=False, responses=_faults())
def tables(state: State) -> Tables:
    """Tables that everybody may join or watch, the newest first."""
    return Tables(listed(state.server))


def _address(request: Asker) -> str:
    return request.client.host if request.client is not None else "unknown"


def _reading(state: State, request: Asker) -> None:
    """A stored game is to be played again: not as often as one likes."""
    state.server.addresses.reading(_address(request), state.server.monotonic())


def listed(server: Any) -> list[TableInfo]:
    store = server.store
    records = [*store.records("lobby", True, MOST_LISTED), *store.records("playing", True, MOST_LISTED)]
    return [_info(server, record) for record in records]


def _info(server: Any, record: Record) -> TableInfo:
    live = server.rooms.lives.get(record.id)
    if live is not None:
        info: TableInfo = live.table.info()
        return info
    return table_info(record, {}, 0, record.ending.number if record.ending else 0, False)


@post("/api/tables", tags=["tables"], responses=_faults(400, 403, 409, 413, 503))
async def create(data: JSONBody[NewTable], state: State, request: Asker) -> Created:
    """Open a table. The keys in the answer are shown this once."""
    server = state.server
    server.addresses.new_table(_address(request), server.monotonic())
    created: Created = await server.rooms.create(data)
    return created


@get("/api/tables/{table:str}", tags=["tables"], sync_to_thread=False, responses=_faults(400, 403, 404))
def table(table: TableId, state: State, key: Key = None, invite: Invite = None) -> TableInfo:
    """A table as it stands. A private one wants its invitation, or a key."""
    return _info(state.server, _seen(state, table, key, invite))


def _seen(state: State, table: str, key: str | None, invite: str | None) -> Record:
    """The record of a table that the asker may look at."""
    record: Record | None = state.server.store.record(table)
    if record is None:
        raise Refused("no-such-table")
    seats, host = seating.seats_of(record, [key] if key else [])
    if not (seats or host or may_look(record, invite)):
        raise Refused("wrong-invite")
    return record


@post("/api/tables/{table:str}/join", tags=["tables"], responses=_faults(400, 403, 404, 409, 413, 503))
async def join(table: TableId, data: JSONBody[Join], state: State) -> Joined:
    """Take an open seat. The key in the answer is shown this once."""
    joined: Joined = await state.server.rooms.join(table, data)
    return joined


@get("/api/tables/{table:str}/log", tags=["history"], responses=_faults(400, 403, 404, 409))
async def log(table: TableId, state: State, key: Key = None, invite: Invite = None) -> Log:
    """The log of a game, as one file. The secret of its dice is in it once the game has ended."""
    _seen(state, table, key, invite)
    found: Log = await state.server.rooms.read_later(history.log, state.server.store, table)
    return found


@get("/api/tables/{table:str}/at/{number:int}", tags=["history"], responses=_faults(400, 403, 404, 409))
async def at(
    table: TableId, number: Number, state: State, request: Asker, key: Key = None, invite: Invite = None
) -> View:
    """A game as it stood after any of its actions."""
    _reading(state, request)
    _seen(state, table, key, invite)
    found: View = await state.server.rooms.read_later(history.view_at, state.server.store, table, number)
    return found


@get("/api/tables/{table:str}/statistics", tags=["history"], responses=_faults(400, 403, 404, 409))
async def statistics(
    table: TableId, state: State, request: Asker, key: Key = None, invite: Invite = None
) -> Statistics:
    """Worth over time by seat, and how the dice fell."""
    _reading(state, request)
    _seen(state, table, key, invite)
    found: Statistics = await state.server.rooms.read_later(history.statistics, state.server.store, table)
    return found


@get("/api/tables/{table:str}/verify", tags=["history"], responses=_faults(400, 403, 404, 409))
async def proof(table: TableId, state: State, request: Asker, key: Key = None, invite: Invite = None) -> Report:
    """Every throw and every card of a finished game, proved by its secret."""
    _reading(state, request)
    _seen(state, table, key, invite)
    found: Log = await state.server.rooms.read_later(history.log, state.server.store, table)
    report: Report = await state.server.rooms.read_later(verify, found)
    return report


@post("/api/verify", tags=["history"], status_code=200, responses=_faults(400, 403, 413))
async def verify_log(data: JSONBody[Log], state: State, request: Asker) -> Report:
    """Prove the log of a game from anywhere."""
    _reading(state, request)
    report: Report = await state.server.rooms.read_later(verify, data)
    return report


@post("/api/import", tags=["history"], responses=_faults(400, 403, 409, 413, 503))
async def take_in(data: JSONBody[Log], state: State, request: Asker) -> TakenIn:
    """Store the log of a finished game from elsewhere. It must prove itself first."""
    server = state.server
    server.addresses.new_table(_address(request), server.monotonic())
    writes = await server.rooms.read_later(history.taken_in, data)
    await server.rooms.take_in(writes)
    return TakenIn(writes.game)


SMALL = [health, metrics, editions, edition, words, messages, tables, create, table, join, log, at, statistics, proof]
LARGE = [verify_log, take_in]  # these take a whole log
