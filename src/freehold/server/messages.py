"""Every message between the server and its clients, over HTTP and over the WebSocket. The one source of their types.

A message is a JSON object; over the WebSocket its `type` says which. `schema()` gives them all as JSON Schema, from
which a client's types and the tests' nonsense are made. What a refusal's code means stands in `say/data/server.toml`.
"""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

import msgspec
from msgspec import Meta, Struct

from freehold import say
from freehold.say.texts import has, write
from freehold.server.log import By, Salt
from freehold.server.record import Kind, Language, Level, Line, Name, Pace, Status

Json = dict[str, Any]
Key = Annotated[str, Meta(min_length=1, max_length=64)]
TableId = Annotated[str, Meta(pattern="^[a-z0-9]{1,32}$")]
ClientId = Annotated[str, Meta(min_length=1, max_length=64)]
SeatNumber = Annotated[int, Meta(ge=0, le=7)]
TokenId = Annotated[str, Meta(min_length=1, max_length=64)]
Text = Annotated[str, Meta(min_length=1, max_length=300)]

LARGEST_MESSAGE = 4096  # bytes


class Refused(Exception):
    """The server will not do it. `code` is stable; `detail` adds what the code cannot know."""

    def __init__(self, code: str, detail: str = "") -> None:
        super().__init__(code, detail)
        self.code = code
        self.detail = detail


def sentence(code: str, lang: str) -> str:
    """A refusal in words: the server's own, or the rules'."""
    return write("server", code, {}, lang) if has("server", code) else say.reason(code, lang)


# ---------------------------------------------------------------------- what a client says over the WebSocket


class _Asks(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    pass


class Hello(_Asks, frozen=True, tag="hello"):
    """First of all: which table, the keys of one's seats (several of one browser: hot-seat), the last number seen."""

    table: TableId
    keys: Annotated[list[Key], Meta(max_length=10)] = []
    invite: Key | None = None
    seen: Annotated[int, Meta(ge=0, le=1 << 40)] | None = None


class Act(_Asks, frozen=True, tag="act"):
    """An action, the number that the client believes comes next, and an id of its own: the same id has one effect."""

    seat: SeatNumber
    number: Annotated[int, Meta(ge=0, le=1 << 40)]
    id: ClientId
    action: Json


class AskLegal(_Asks, frozen=True, tag="legal"):
    seat: SeatNumber


class Say(_Asks, frozen=True, tag="say"):
    """A line of chat; without a seat, the host's."""

    text: Text
    seat: SeatNumber | None = None


class GiveSalt(_Asks, frozen=True, tag="salt"):
    """A seat's own share in the dice, given before the game starts."""

    seat: SeatNumber
    salt: Salt


class TakeToken(_Asks, frozen=True, tag="token"):
    seat: SeatNumber
    token: TokenId


class Back(_Asks, frozen=True, tag="back"):
    """The player is back and takes over from the bot."""

    seat: SeatNumber


class Leave(_Asks, frozen=True, tag="leave"):
    seat: SeatNumber


class Consent(_Asks, frozen=True, tag="consent"):
    """Agree, or no longer agree, to end the game here."""

    seat: SeatNumber | None = None
    agree: bool = True


class Start(_Asks, frozen=True, tag="start"):
    """The host begins; bots take the empty chairs."""


class Pause(_Asks, frozen=True, tag="pause"):
    paused: bool


class Replace(_Asks, frozen=True, tag="replace"):
    """The host lets a bot play for a seat."""

    seat: SeatNumber
    level: Level | None = None


class HandBack(_Asks, frozen=True, tag="hand_back"):
    """The host gives a seat back to its player, or opens it for somebody to join."""

    seat: SeatNumber


class SetPace(_Asks, frozen=True, tag="pace"):
    """The host says how fast bots play."""

    pace: Pace


class Mute(_Asks, frozen=True, tag="mute"):
    seat: SeatNumber
    muted: bool


class Rematch(_Asks, frozen=True, tag="rematch"):
    """A new table with the same seats, when this game has ended."""


Asked: TypeAlias = (
    Hello
    | Act
    | AskLegal
    | Say
    | GiveSalt
    | TakeToken
    | Back
    | Leave
    | Consent
    | Start
    | Pause
    | Replace
    | HandBack
    | SetPace
    | Mute
    | Rematch
)

# ---------------------------------------------------------------------- what the server says


class SeatInfo(Struct, frozen=True):
    name: str
    token: str
    kind: Kind
    level: Level
    present: bool
    away: bool
    replaced: bool
    muted: bool
    consents: bool
    salted: bool


class TableInfo(Struct, frozen=True):
    """A table as everybody may see it. `commitment` is the digest of the secret behind its dice."""

    id: str
    edition: str
    variant: str
    options: dict[str, str | int]
    language: Language
    seconds: int | None
    minutes: int | None
    listed: bool
    level: Level
    pace: Pace
    status: Status
    paused: bool
    frozen: bool
    seats: list[SeatInfo]
    watchers: int
    commitment: str
    number: int
    rematch: str | None


class Clock(Struct, frozen=True):
    """Whose word is awaited, and until when; milliseconds since 1970 by the server's clock."""

    now: int
    awaited: list[int]
    deadline: int | None
    ends_at: int | None


class Past(Struct, frozen=True):
    """An action and all that came of it, bound to the one before by its digest."""

    number: int
    seat: int | None
    by: By
    action: Json
    chance: list[int | str]
    at: int
    hash: str
    events: list[Json]


class _Tells(Struct, frozen=True, tag_field="type"):
    pass


class Told(_Tells, frozen=True, tag="told"):
    """Something was done: what, how the table looks now, and what whoever decides next may do.

    `legal` leaves out the bounds of offers; a seat asks for its whole list with a message of its own.
    """

    past: Past
    view: Json
    decider: int | None
    legal: list[Json]
    clock: Clock


class Welcome(_Tells, frozen=True, tag="welcome"):
    """The answer to hello: the table, one's seats, and exactly what was missed since the last number seen."""

    table: TableInfo
    yours: list[int]
    host: bool
    number: int
    hash: str
    setup: list[Json]
    missed: list[Past]
    view: Json | None
    decider: int | None
    legal: list[Json]
    clock: Clock
    chat: list[Line]
    secret: str | None


class TableChanged(_Tells, frozen=True, tag="table"):
    table: TableInfo
    clock: Clock


class Begun(_Tells, frozen=True, tag="begun"):
    """The game is set up. `hash` is the digest that the first action will be bound to."""

    hash: str
    salts: list[str]
    setup: list[Json]
    view: Json
    decider: int | None
    legal: list[Json]
    clock: Clock


class Done(_Tells, frozen=True, tag="done"):
    """The action with this id is on disk under this number."""

    id: str
    number: int


class Refusal(_Tells, frozen=True, tag="refused"):
    """`number` is the last one that was played; `id` that of the action refused."""

    code: str
    detail: str = ""
    id: str | None = None
    number: int | None = None


class Legal(_Tells, frozen=True, tag="legal"):
    """All that a seat may do now, offers by their bounds. `raisable`: the cash it could have if it sold everything."""

    seat: int
    number: int
    actions: list[Json]
    raisable: int


class Said(_Tells, frozen=True, tag="said"):
    line: Line


class Ended(_Tells, frozen=True, tag="ended"):
    """The game has ended: now the secret of its dice is told, and anybody can prove them."""

    how: str
    number: int
    hash: str
    secret: str
    standings: list[Json]


class RematchAt(_Tells, frozen=True, tag="rematch"):
    table: str


Tells: TypeAlias = Welcome | Told | TableChanged | Begun | Done | Refusal | Legal | Said | Ended | RematchAt

# ---------------------------------------------------------------------- over HTTP


class Person(Struct, frozen=True, forbid_unknown_fields=True):
    name: Name
    token: TokenId | None = None


class NewTable(Struct, frozen=True, forbid_unknown_fields=True):
    """`people` sit at the host's own browser; none: the host only runs the table. Bots take the last seats."""

    edition: Annotated[str, Meta(max_length=64)]
    variant: Annotated[str, Meta(max_length=16)] = "classic"
    options: dict[str, str | int] = {}
    seats: Annotated[int, Meta(ge=2, le=8)] = 4
    people: Annotated[list[Person], Meta(max_length=8)] = []
    bots: Annotated[list[Level], Meta(max_length=8)] = []
    level: Level = "trader"
    pace: Pace = "normal"
    language: Language = "en"
    seconds: Annotated[int, Meta(ge=5, le=86_400)] | None = None
    listed: bool = False


class Created(Struct, frozen=True):
    """The keys are shown this once. Whoever has the invitation may join; put it after the # of a link."""

    table: TableInfo
    host: str
    invite: str
    keys: list[str]


class Join(Struct, frozen=True, forbid_unknown_fields=True):
    name: Name
    invite: Key | None = None
    seat: SeatNumber | None = None
    token: TokenId | None = None
    salt: Salt = ""


class Joined(Struct, frozen=True):
    table: TableInfo
    seat: int
    key: str


class Fault(Struct, frozen=True):
    """Why an HTTP request was refused."""

    code: str
    detail: str = ""


def read(text: str | bytes) -> Asked:
    """What a client said, or `Refused`."""
    if len(text) > LARGEST_MESSAGE:
        raise Refused("too-large")
    try:
        return _DECODER.decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise Refused("bad-message", str(error)[:200]) from None


_DECODER: msgspec.json.Decoder[Asked] = msgspec.json.Decoder(Asked)
encode = msgspec.json.Encoder().encode


def schema() -> Json:
    """All messages of the WebSocket as JSON Schema: `asked` by clients, `told` by the server."""
    (asked, told), parts = msgspec.json.schema_components([Asked, Tells], ref_template="#/$defs/{name}")
    return {"asked": asked, "told": told, "$defs": parts}
