"""What a link to a shared game shows before it is opened: a title, a description and a picture."""

from __future__ import annotations

from html import escape
from typing import Any

from litestar import Request, Response, get
from litestar.datastructures import State

from freehold.editions import load
from freehold.i18n import write
from freehold.server.http.error_responses import faults
from freehold.server.http.history_routes import looked
from freehold.server.http.routes import Asker, Invite, Key, TableId, address_of, seen
from freehold.server.protocol.messages import Refused
from freehold.server.storage.record import Record
from freehold.server.table.jobs import Look

MARK = "<title>Freehold</title>"  # of the client's page


def described(page: str, record: Record, origin: str) -> str:
    """The client's page with what a messenger shows of it."""
    lang, names = record.language, [seat.name for seat in record.seats]
    edition = load(record.edition).name[lang]
    winners = ", ".join(names[seat] for seat in record.winners)
    key = "shared-title" if winners else "shared-title-open"
    title = write("server", key, {"who": winners, "edition": edition}, lang)
    text = write("server", "shared-description", {"names": ", ".join(names)}, lang)
    picture = f"{origin}/api/tables/{record.id}/picture"
    tags = {
        "og:type": "website",
        "og:site_name": "Freehold",
        "og:title": title,
        "og:description": text,
        "og:url": f"{origin}/r/{record.id}",
        "og:image": picture,
        "og:image:width": "1200",
        "og:image:height": "630",
        "twitter:card": "summary_large_image",
    }
    lines = [f'<meta property="{name}" content="{escape(value)}" />' for name, value in tags.items()]
    lines.insert(0, f'<meta name="description" content="{escape(text)}" />')
    return page.replace(MARK, f"<title>{escape(title)} · Freehold</title>\n    " + "\n    ".join(lines), 1)


def routes(page: str) -> list[Any]:
    """The page of a shared game; without a client there is none."""

    @get("/r/{table:str}", media_type="text/html", include_in_schema=False)
    async def shared_page(table: TableId, state: State, request: Request[Any, Any, Any]) -> Response[str]:
        state.server.addresses.reading(address_of(request), state.server.monotonic())
        headers = {"cache-control": "no-cache"}
        try:
            record = await seen(state, table, None, None)
        except Refused:
            return Response(page, headers=headers)  # the client says why it cannot be seen
        return Response(described(page, record, str(request.base_url).rstrip("/")), headers=headers)

    return [shared_page] if page else []


@get("/api/tables/{table:str}/picture", tags=["history"], responses=faults(400, 403, 404, 409, 503))
async def picture(
    table: TableId, state: State, request: Asker, key: Key = None, invite: Invite = None
) -> Response[bytes]:
    """A picture of a finished game as PNG: the board, and everybody's worth over time."""
    state.server.addresses.reading(address_of(request), state.server.monotonic())
    record = await seen(state, table, key, invite)
    if record.ending is None:
        raise Refused("not-over")
    body = await looked(state, request, "picture", Look(table, record.ending.number))
    return Response(body.content, media_type="image/png", headers={"cache-control": "no-cache"})
