"""Every message between the server and its clients, over HTTP and over the WebSocket: the single source of their types.

A message is a JSON object. `client_messages.py` and `server_messages.py` define those of the WebSocket, this module
those of HTTP. `schema()` returns their JSON Schema, from which the client's types and the fuzz tests are generated. The
sentences of the error codes are in `i18n/en/server.toml`.
"""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from freehold import sentences
from freehold.i18n import has, write
from freehold.json_types import Json
from freehold.server.protocol.client_messages import *  # noqa: F403  # every message can be imported from here
from freehold.server.protocol.client_messages import ClientMessage, Key, SeatNumber, TokenId
from freehold.server.protocol.server_messages import *  # noqa: F403
from freehold.server.protocol.server_messages import ServerMessage, TableInfo
from freehold.server.storage.game_log import Policy, PositionLink
from freehold.server.storage.record import Language, Level, Name, Pace, Sitter

LARGEST_MESSAGE = 4096  # bytes


class Refused(Exception):
    """A request is refused. `code` is stable; `detail` adds what the code alone does not say."""

    def __init__(self, code: str, detail: str = "") -> None:
        super().__init__(code, detail)
        self.code = code
        self.detail = detail


class RefusedByRules(Refused):
    """An action is illegal."""


def sentence(code: str, lang: str) -> str:
    """The sentence of an error code, of the server or of the rules."""
    return write("server", code, {}, lang) if has("server", code) else sentences.reason(code, lang)


class Person(Struct, frozen=True, forbid_unknown_fields=True):
    name: Name
    token: TokenId | None = None


class NewTable(Struct, frozen=True, forbid_unknown_fields=True):
    """`people` play at the host's own browser; without any, the host only runs the table. Bots take the last seats.

    `position`: the link of a position in which the game begins. Edition, variant, options and the number of seats are
    then those of the position, and `at` says in which seats the `people` sit.

    `box`: the people sit around a real board and type what dice and cards gave; whoever has the invitation may.
    `paper`: they use the money of the box, and the screens say what changes hands.

    `bots`: one for each of the last seats: a level, or `own:NAME` of a bot that the operator brought, as
    `GET /api/editions` lists them.
    """

    edition: Annotated[str, Meta(max_length=64)]
    variant: Annotated[str, Meta(max_length=16)] = "classic"
    options: dict[str, str | int] = {}
    seats: Annotated[int, Meta(ge=2, le=8)] = 4
    people: Annotated[list[Person], Meta(max_length=8)] = []
    bots: Annotated[list[Sitter], Meta(max_length=8)] = []
    level: Level = "trader"
    pace: Pace = "normal"
    language: Language = "en"
    seconds: Annotated[int, Meta(ge=5, le=86_400)] | None = None
    listed: bool = False
    position: PositionLink | None = None
    at: Annotated[list[SeatNumber], Meta(max_length=8)] = []
    box: bool = False
    paper: bool = False
    take_back: Policy = "free"


class Created(Struct, frozen=True):
    """The keys are shown only once. The invitation lets anybody join; put it after the # of a link."""

    table: TableInfo
    host: str
    invite: str
    keys: list[str]


class Join(Struct, frozen=True, forbid_unknown_fields=True):
    name: Name
    invite: Key | None = None
    seat: SeatNumber | None = None
    token: TokenId | None = None
    chain: Annotated[str, Meta(pattern="^([0-9a-f]{64})?$")] = ""  # the end of a hash chain, for the dice


class TakeSeat(Struct, frozen=True, forbid_unknown_fields=True):
    """The secret of a link for a seat, see `seat_link`."""

    ticket: Key


class Joined(Struct, frozen=True):
    """`host`: a key of the host's, for a host who has lost theirs and was let in again by others."""

    table: TableInfo
    seat: int
    key: str
    host: str = ""


class Withdraw(Struct, frozen=True, forbid_unknown_fields=True):
    """The keys of one browser at a table: of its seats, and of the host."""

    keys: Annotated[list[Key], Meta(min_length=1, max_length=10)]


class Withdrawn(Struct, frozen=True):
    """`deleted`: the whole table is gone. Otherwise the names and the chat of these seats are, for the others."""

    deleted: bool


class Fault(Struct, frozen=True):
    """Why an HTTP request was refused."""

    code: str
    detail: str = ""


def read(text: str | bytes) -> ClientMessage | Refused:
    """Decode a client's message, or say why it cannot be."""
    if len(text) > LARGEST_MESSAGE:
        return Refused("too-large")
    try:
        return _DECODER.decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        return Refused("bad-message", str(error)[:200])


_DECODER: msgspec.json.Decoder[ClientMessage] = msgspec.json.Decoder(ClientMessage)
encode = msgspec.json.Encoder().encode


def schema() -> Json:
    """All messages of the WebSocket as JSON Schema: `asked` are the client's, `told` the server's."""
    (asked, told), parts = msgspec.json.schema_components([ClientMessage, ServerMessage], ref_template="#/$defs/{name}")
    return {"asked": asked, "told": told, "$defs": parts}
