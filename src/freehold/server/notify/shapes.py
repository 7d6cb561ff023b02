"""What a notice says, and the requests by which Discord, Slack, Matrix and ntfy take it."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urlsplit, urlunsplit

import msgspec
from msgspec import Struct

from freehold.editions import load
from freehold.i18n import has, write
from freehold.json_types import Json
from freehold.server.notify.http_client import Request
from freehold.server.storage.record import Record
from freehold.server.storage.seat_settings import Hook, HookKind
from freehold.server.table.notices import Notice

JSON = (("content-type", "application/json"),)


class Words(Struct, frozen=True):
    """A notice in words: the table's name, one sentence, and a link to the table, without any key."""

    table: str
    sentence: str
    link: str

    @property
    def text(self) -> str:
        return f"{self.table}: {self.sentence}" + (f" {self.link}" if self.link else "")


def words(record: Record, notice: Notice) -> Words:
    lang = notice.to.language
    asked = write("phases", notice.phase if has("phases", notice.phase) else "unknown", {}, lang)
    sentence = write("server", f"notice-{notice.kind}", {"asked": asked}, lang)
    link = f"{notice.to.page}/#/t/{record.id}" if notice.to.page else ""
    return Words(table_name(record, lang), sentence, link)


def table_name(record: Record, lang: str) -> str:
    """The name of the edition, and who plays."""
    names = ", ".join(chair.name for chair in record.seats if chair.name)
    edition = str(getattr(load(record.edition).name, lang))
    return f"{edition} ({names})" if names else edition


def _discord(url: str, said: Words) -> tuple[str, Json]:
    return url, {"content": said.text, "allowed_mentions": {"parse": []}}  # a player may be called @everyone


def _slack(url: str, said: Words) -> tuple[str, Json]:
    text = said.text
    for mark, written in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;")):
        text = text.replace(mark, written)
    return url, {"text": text}


def _matrix(url: str, said: Words) -> tuple[str, Json]:
    """An inbound webhook of matrix-hookshot."""
    return url, {"text": said.text}


def _ntfy(url: str, said: Words) -> tuple[str, Json]:
    """Published as JSON to the server, since headers cannot have every letter."""
    parts = urlsplit(url)
    folder, _, topic = parts.path.rstrip("/").rpartition("/")
    body: Json = {"topic": topic, "title": said.table, "message": said.sentence}
    return urlunsplit((parts.scheme, parts.netloc, folder or "/", parts.query, "")), (
        {**body, "click": said.link} if said.link else body
    )


SHAPES: dict[HookKind, Callable[[str, Words], tuple[str, Json]]] = {
    "discord": _discord,
    "slack": _slack,
    "matrix": _matrix,
    "ntfy": _ntfy,
}


def request(hook: Hook, said: Words) -> Request:
    url, body = SHAPES[hook.kind](hook.url, said)
    return Request(url, msgspec.json.encode(body), JSON)
