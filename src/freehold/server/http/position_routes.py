"""HTTP routes for positions: what a link shows, and the link and the faults of a position. Nothing is stored."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Response, get, post
from litestar.datastructures import State
from litestar.params import JSONBody, PathParameter
from msgspec import Struct

from freehold.editions import SetupError, ids
from freehold.game import Game, PositionError
from freehold.game.position import PositionFault, from_view
from freehold.i18n import LANGUAGES
from freehold.json_types import Json
from freehold.server.http.routes import Asker, address_of, charge
from freehold.server.protocol.http_messages import PositionChecked, PositionFaultInfo, PositionInfo
from freehold.server.protocol.messages import Refused
from freehold.server.storage.game_log import PositionLink
from freehold.server.transport.error_responses import faults

LARGEST = 32_768  # bytes of a position as JSON
COST = 0.1  # of a look at a stored game
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


@post("/api/positions", tags=["positions"], status_code=200, responses=faults(400, 413, 415, 503))
async def check(data: JSONBody[GivenPosition], state: State, request: Asker) -> PositionChecked:
    """The link of a position, or all its faults."""
    await charge(state.server, "readings", address_of(request), COST)
    found: PositionChecked = await state.server.resources.read_in_thread(_checked, data.position)
    return found


def _encoded(link: str) -> bytes:
    try:
        return msgspec.json.encode(info(Game.from_link(link)))
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


ROUTES = [position, check]
