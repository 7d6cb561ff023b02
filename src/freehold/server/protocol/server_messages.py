"""What the server says over the WebSocket: one struct a message, its `type` says which, and the parts they share."""

from __future__ import annotations

from typing import Any, TypeAlias

from msgspec import Struct

from freehold.server.storage.game_log import By
from freehold.server.storage.record import Kind, Language, Level, Line, Pace, Status

Json = dict[str, Any]


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


class Replied(_Tells, frozen=True, tag="replied"):
    """Why a bot refuses the offer before it: a code, and the group it is about. Said just before, not in the log."""

    seat: int
    number: int
    code: str
    parts: dict[str, str]


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
    """The answer to hello: the table, one's seats, and exactly what was missed since the last number seen.

    `replies` are the last ones, as long as the table has them in mind.
    """

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
    replies: list[Replied]


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


Tells: TypeAlias = Welcome | Told | TableChanged | Begun | Done | Refusal | Legal | Said | Replied | Ended | RematchAt
