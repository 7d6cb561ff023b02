"""HTTP routes for positions: what a link shows, what the coach says of it, and the link and the faults of a position.

Nothing is stored.
"""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Response, get, post
from litestar.datastructures import State
from litestar.params import JSONBody, PathParameter
from msgspec import Struct

from freehold.editions import SetupError, ids
from freehold.game import Game, PositionError, internals
from freehold.game.position import PositionFault, from_view
from freehold.i18n import LANGUAGES
from freehold.json_types import Json
from freehold.picture.card import card
from freehold.server.http.history_routes import as_json, unless_gone
from freehold.server.http.plain_pages import position_title, preferred
from freehold.server.http.routes import Asker, address_of, charge
from freehold.server.protocol.http_messages import PositionChecked, PositionFaultInfo, PositionInfo
from freehold.server.protocol.messages import Refused
from freehold.server.storage.game_log import PositionLink
from freehold.server.table import bots, consent
from freehold.server.table.table import Table
from freehold.server.transport.error_responses import faults
from freehold.server.workers.coach_answers import CoachQuestion

LARGEST = 32_768  # bytes of a position as JSON
COST = 0.1  # of a look at a stored game
# A board that differs from that of a game in play in so little is that game's, edited; unless both are of a beginning.
ALIKE, BEGINNING = 2, 5  # differences, sold deeds
Link = Annotated[PositionLink, PathParameter(description="The link of a position.", max_length=4_000)]


class GivenPosition(Struct, frozen=True, forbid_unknown_fields=True):
    """A position or a view. What is left out takes the edition's starting value."""

    position: Json


@get("/api/positions/{link:str}", tags=["positions"], responses=faults(400, 413, 503))
async def position(link: Link, state: State, request: Asker) -> Response[Any]:
    """What a position's link shows: the board, the prices, and what everybody may do."""
    await charge(state.server, "readings", address_of(request), COST)
    body: bytes = await state.server.resources.read_in_thread(_encoded, link)
    return Response(body, media_type="application/json", headers={"cache-control": "max-age=3600"})


@get("/api/positions/{link:str}/picture", tags=["positions"], media_type="image/png", responses=faults(400, 413, 503))
async def picture(link: Link, state: State, request: Asker) -> Response[bytes]:
    """The position as a PNG picture for messengers: the board, and everybody's cash."""
    await charge(state.server, "readings", address_of(request), COST)
    lang = preferred(request.headers.get("accept-language", ""))
    body: bytes = await state.server.resources.read_in_thread(_drawn, link, lang)
    return Response(body, media_type="image/png", headers={"cache-control": "max-age=3600"})


@get("/api/positions/{link:str}/coach", tags=["positions"], responses=faults(202, 400, 403, 413, 503))
async def coach(link: Link, state: State, request: Asker) -> Response[Any]:
    """Everybody's chances in a position, and the best choices of whoever is to decide, with reasons."""
    server, address = state.server, address_of(request)
    await charge(server, "readings", address)
    game: Game = await server.resources.read_in_thread(_game, link)
    if any(is_near(live.table, game) for live in server.registry.lives.values()):
        raise Refused("coach-not-allowed")
    seat = game.decider
    question = CoachQuestion("chances" if seat is None else "hint", game.view(), seat or 0, {})
    try:
        body = await unless_gone(request, server.resources.workers.coach(question, address))
    except Refused as refusal:
        if refusal.code == "coach-not-ready":
            bots.compiling.begin()
        raise
    return as_json(body)


@post("/api/positions", tags=["positions"], status_code=200, responses=faults(400, 413, 415, 503))
async def check(data: JSONBody[GivenPosition], state: State, request: Asker) -> PositionChecked:
    """The link of a position, or all its faults."""
    await charge(state.server, "readings", address_of(request), COST)
    found: PositionChecked = await state.server.resources.read_in_thread(_checked, data.position)
    return found


def is_near(table: Table, asked: Game) -> bool:
    """Is this where people play at the moment who have not all agreed to the coach, or very near to it?"""
    game = table.game
    if game is None or game.over or consent.allowed(table.record):
        return False
    return internals.apart(game, asked) <= (ALIKE if internals.sold(game) > BEGINNING else 0)


def _encoded(link: str) -> bytes:
    return msgspec.json.encode(info(_game(link)))


def _drawn(link: str, lang: str) -> bytes:
    game = _game(link)
    return card(game.edition, game.view(), position_title(game, lang), lang=lang)


def _game(link: str) -> Game:
    try:
        return Game.from_link(link)
    except SetupError as error:
        raise Refused("bad-position", error.sentence()) from None


def info(game: Game) -> PositionInfo:
    seats = range(len(game.names))
    legal: Any = [[] if game.over else game.legal(seat, offers=False, amounts=True) for seat in seats]
    return PositionInfo(game.link(), game.view(), game.prices(), game.standings(), game.decider, legal)


def _checked(given: Json) -> PositionChecked:
    try:
        if given.get("edition", "classic") not in ids():
            raise SetupError("unknown-edition", {"given": str(given["edition"]), "known": ", ".join(ids())})
        given = {key: value for key, value in from_view(given).items() if key != "chance"}
        return PositionChecked([], info(Game.load(given)))
    except PositionError as error:
        return PositionChecked([_told(fault) for fault in error.faults], None)
    except SetupError as error:
        texts = {lang: error.sentence(lang) for lang in LANGUAGES}
        return PositionChecked([PositionFaultInfo("", error.code, texts)], None)
    except (ValueError, TypeError, KeyError, IndexError, OverflowError):
        raise Refused("bad-position") from None


def _told(fault: PositionFault) -> PositionFaultInfo:
    return PositionFaultInfo(fault.place, fault.code, {lang: fault.sentence(lang) for lang in LANGUAGES})


ROUTES = [position, picture, coach, check]
