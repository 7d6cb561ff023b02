"""Plain pages without a script: the open tables, a list of the HTTP routes; and what a shared game's link shows."""

from __future__ import annotations

import re
from html import escape
from typing import Any

from freehold.editions import load
from freehold.game import Game
from freehold.i18n import LANGUAGES, language, write
from freehold.server.archive.history import shared_title
from freehold.server.protocol.messages import TableInfo
from freehold.server.storage.record import Record

STYLE = (
    "body{font:16px/1.5 system-ui,sans-serif;max-width:50rem;margin:2rem auto;padding:0 1rem}"
    "td,th{padding:.2rem .8rem .2rem 0;text-align:left}"
)


ICON = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="12" fill="#1f4a38"/>'
    '<path d="M10 35 32 14l22 21v17H10z" fill="#f6efdc"/><path d="M27 52V40h10v12z" fill="#1f4a38"/></svg>'
)


def _say(key: str, lang: str) -> str:
    return escape(write("server", key, {}, lang))


def _page(title: str, body: str, lang: str) -> str:
    return (
        f'<!doctype html><html lang="{lang}"><meta charset="utf-8"><title>{title}</title>'
        f'<meta name="viewport" content="width=device-width"><link rel="icon" href="/favicon.ico">'
        f'<link rel="stylesheet" href="/plain.css">{body}</html>'
    )


def front(tables: list[TableInfo], lang: str) -> str:
    """The open tables."""
    rows = "".join(
        f"<tr><td>{escape(load(table.edition).name[lang])}<td>{escape(table.variant)}"
        f"<td>{_say('page-' + table.status, lang)}"
        f"<td>{escape(', '.join(seat.name for seat in table.seats if seat.name))}<td>{escape(table.id)}"
        for table in tables
    )
    heads = "".join(
        f"<th>{_say('page-head-' + name, lang)}" for name in ("edition", "variant", "status", "seats", "id")
    )
    listing = f"<table><tr>{heads}{rows}</table>" if tables else f"<p>{_say('page-no-tables', lang)}"
    others = " · ".join(
        f'<a href="/?lang={other}" hreflang="{other}" lang="{other}">{escape(language(other).name)}</a>'
        for other in LANGUAGES
        if other != lang
    )
    body = (
        f"<h1>Freehold</h1><p>{_say('page-about', lang)}<h2>{_say('page-tables', lang)}</h2>{listing}"
        f'<p>{others} · <a href="/api">{_say("page-interface", lang)}</a>'
    )
    return _page("Freehold", body, lang)


def interface(paths: dict[str, dict[str, Any]]) -> str:
    """The HTTP routes, from the OpenAPI description."""
    rows = "".join(
        f"<tr><td>{method.upper()}<td><code>{escape(path)}</code><td>{escape(operation.get('description') or '')}"
        for path, operations in sorted(paths.items())
        for method, operation in operations.items()
        if isinstance(operation, dict)
    )
    body = (
        "<h1>Freehold</h1><p>HTTP: <a href='/api/schema/openapi.json'>OpenAPI</a>."
        " WebSocket: <code>/api/play/TABLE</code>, <a href='/api/messages.json'>JSON Schema</a>."
        f"<table>{rows}</table>"
    )
    return _page("Freehold · HTTP", body, "en")


MARK = "<title>Freehold</title>"  # of the client's page


def described(page: str, record: Record, origin: str) -> str:
    """The client's page of a shared game with what a messenger shows of it."""
    names = ", ".join(seat.name for seat in record.seats)
    text = write("server", "shared-description", {"names": names}, record.language)
    return _tagged(
        page, shared_title(record), text, f"{origin}/r/{record.id}", f"{origin}/api/tables/{record.id}/picture"
    )


def position_described(page: str, game: Game, link: str, origin: str, lang: str) -> str:
    """The client's page of a position with what a messenger shows of it."""
    text = write("server", "shared-position-description", {"names": ", ".join(game.names)}, lang)
    address = f"{origin}/api/positions/{link}/picture"
    return _tagged(page, position_title(game, lang), text, f"{origin}/p/{link}", address)


def preferred(accepted: str) -> str:
    """The first of the reader's languages that there is, by the header Accept-Language."""
    wanted = [part.split(";")[0].strip()[:2].lower() for part in accepted.split(",")]
    return next((lang for lang in wanted if lang in LANGUAGES), LANGUAGES[0])


def position_title(game: Game, lang: str) -> str:
    return write("server", "shared-position", {"edition": game.edition.name[lang]}, lang)


def _tagged(page: str, title: str, text: str, address: str, picture: str) -> str:
    tags = {
        "og:type": "website",
        "og:site_name": "Freehold",
        "og:title": title,
        "og:description": text,
        "og:url": address,
        "og:image": picture,
        "og:image:width": "1200",
        "og:image:height": "630",
        "twitter:card": "summary_large_image",
    }
    lines = [f'<meta property="{name}" content="{escape(value)}" />' for name, value in tags.items()]
    lines.insert(0, f'<meta name="description" content="{escape(text)}" />')
    page = re.sub(r' *<meta (name="description"|property="og:)[^>]*>\n', "", page)
    return page.replace(MARK, f"<title>{escape(title)} · Freehold</title>\n    " + "\n    ".join(lines), 1)
