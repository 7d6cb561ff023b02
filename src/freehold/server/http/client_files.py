"""The browser client's files, read once and served from memory. No path from a request reaches the file system."""

from __future__ import annotations

import mimetypes
from pathlib import Path
from typing import Annotated, Any

from litestar import Request, Response, get
from litestar.datastructures import State
from litestar.params import PathParameter

from freehold.editions import SetupError
from freehold.game import Game
from freehold.server.http.cached_response import FOR_EVER, LOOK_AGAIN, CachedResponse
from freehold.server.http.plain_pages import described, position_described, preferred
from freehold.server.http.position_routes import Link
from freehold.server.http.routes import TableId, address_of, charge, seen
from freehold.server.protocol.messages import Refused

FRONT = "index.html"
NAMED_BY_DIGEST = "assets/"  # file names contain a digest, so these files can be cached for ever
TYPES = {".js": "text/javascript", ".mjs": "text/javascript", ".webmanifest": "application/manifest+json"}


def read(folder: Path) -> dict[str, CachedResponse]:
    """Every file of the built client by its path; empty if the client has not been built."""
    if not (folder / FRONT).is_file():
        return {}
    paths = [path for path in sorted(folder.rglob("*")) if path.is_file()]
    return {path.relative_to(folder).as_posix(): _still(path, path.relative_to(folder).as_posix()) for path in paths}


def front(folder: Path) -> str:
    """The client's page; empty if the client has not been built."""
    page = folder / FRONT
    return page.read_text(encoding="utf-8") if page.is_file() else ""


def _still(path: Path, name: str) -> CachedResponse:
    type = TYPES.get(path.suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"
    keep = FOR_EVER if name.startswith(NAMED_BY_DIGEST) else LOOK_AGAIN
    return CachedResponse(path.read_bytes(), type, keep)


def routes(folder: Path) -> list[Any]:
    """The routes of the client. A path without a dot is a page of the client and returns index.html."""
    files = read(folder)
    if not files:
        return []

    @get(["/", "/{path:path}"], include_in_schema=False, sync_to_thread=False)
    def client(request: Request[Any, Any, Any], path: Annotated[str, PathParameter()] = "") -> Response[Any]:
        name = path.strip("/")
        if name not in files and ("." in name or name.partition("/")[0] == "api"):
            raise Refused("not-found")
        return files.get(name, files[FRONT]).answer(request.headers)

    return [client]


def shared(folder: Path) -> list[Any]:
    """The page of a shared game: the client's, with what a messenger shows of it. Without a client there is none."""
    page = front(folder)

    @get("/r/{table:str}", media_type="text/html", include_in_schema=False)
    async def shared_page(table: TableId, state: State, request: Request[Any, Any, Any]) -> Response[str]:
        await charge(state.server, "readings", address_of(request))
        headers = {"cache-control": "no-cache"}
        try:
            record = await seen(state, table, None, None)
        except Refused:
            return Response(page, headers=headers)  # the client says why it cannot be seen
        return Response(described(page, record, str(request.base_url).rstrip("/")), headers=headers)

    @get("/p/{link:str}", media_type="text/html", include_in_schema=False)
    async def position_page(link: Link, state: State, request: Request[Any, Any, Any]) -> Response[str]:
        await charge(state.server, "readings", address_of(request))
        lang = preferred(request.headers.get("accept-language", ""))
        try:
            game = await state.server.resources.read_in_thread(Game.from_link, link)
        except SetupError:
            return Response(page)  # the client says what is wrong with the link
        return Response(position_described(page, game, link, str(request.base_url).rstrip("/"), lang))

    return [shared_page, position_page] if page else []
