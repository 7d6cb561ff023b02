"""What a client says over the WebSocket: one struct a message, its `type` says which. The rest is in `messages.py`."""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

from msgspec import Meta, Struct

from freehold.server.storage.game_log import GameId, Salt
from freehold.server.storage.record import Level, Pace

Json = dict[str, Any]
Key = Annotated[str, Meta(min_length=1, max_length=64)]
ClientId = Annotated[str, Meta(min_length=1, max_length=64)]
SeatNumber = Annotated[int, Meta(ge=0, le=7)]
TokenId = Annotated[str, Meta(min_length=1, max_length=64)]
Text = Annotated[str, Meta(min_length=1, max_length=300)]


class _Asks(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    pass


class Hello(_Asks, frozen=True, tag="hello"):
    """First of all: which table, the keys of one's seats (several of one browser: hot-seat), the last number seen."""

    table: GameId
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
