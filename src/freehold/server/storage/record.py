"""The stored state of a table apart from its actions: settings, seats, progress.

Keys and invitations are stored as digests only; the secret of the dice is stored separately.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from typing import TYPE_CHECKING, Annotated, Any, Literal, cast, get_args

from msgspec import Meta, Struct

from freehold.i18n import LANGUAGES
from freehold.players.built_in import BROUGHT, RETIRED, current
from freehold.server.storage.game_log import By, Ending, Header, Policy, Signature
from freehold.server.storage.seat_settings import Notify, Orders

Kind = Literal["open", "person", "bot"]
Status = Literal["lobby", "playing", "over"]
Level = Literal["random", "novice", "trader", "baron", "mogul"]
LEVELS: tuple[Level, ...] = get_args(Level)
if TYPE_CHECKING:
    StoredLevel = Level
else:
    StoredLevel = Literal[(*LEVELS, *RETIRED)]  # bots that are no longer built in are replaced after decoding
_BROUGHT = BROUGHT + r"\w{1,24}( \d+)?"  # a bot that the operator of the server brought
Sitter = Annotated[str, Meta(pattern=rf"^({'|'.join(LEVELS)}|{_BROUGHT})$(?!\n)")]
StoredSitter = Annotated[str, Meta(pattern=rf"^({'|'.join((*LEVELS, *RETIRED))}|{_BROUGHT})$(?!\n)")]
Settlement = Literal["end", "go_on"]
Pace = Literal["slow", "normal", "fast", "instant"]
Language = Annotated[str, Meta(pattern=f"^({'|'.join(LANGUAGES)})$")]
Name = Annotated[str, Meta(min_length=1, max_length=24)]

_ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"  # no characters that are easily confused
ID_LENGTH = 10


class Ticket(Struct, frozen=True):
    """The digest of a link that gives a seat a new key: once, until a time. `by`: who made it; None: the host."""

    digest: str
    until: int
    by: int | None = None


class Seat(Struct):
    """A seat. `open`: anybody may join. `away`, `replaced`: a bot plays for the person who has the key."""

    name: str
    token: str
    kind: Kind = "open"
    level: StoredSitter = "random"
    key: str = ""
    chain: str = ""  # the end of the hash chain that its browser gives to the dice from
    away: bool = False
    replaced: bool = False
    muted: bool = False
    consents: bool = False
    shares: bool = False  # wishes that anybody may see the replay of the finished game
    settles: Settlement | Literal[""] = ""  # what it wants to become of a game that stands still
    player: str = ""  # who took over a seat that began under another name
    origin: str = ""  # a keyed digest of the address from which somebody joined, for bans
    coached: bool = False  # its player agreed to the coach before the start
    ticket: Ticket | None = None  # by which somebody may take it over
    inherited: bool = False  # its key is that of an earlier table, until its browser replaces it
    hosts: bool = False  # its key came together with the host's
    notify: Notify | None = None  # of its owner alone
    orders: Orders | None = None  # the same

    def __post_init__(self) -> None:
        self.level = current(self.level)

    def forget(self) -> None:
        """Delete what its owner had set for themselves: somebody else may get the seat."""
        self.notify = self.orders = None

    @property
    def bot_plays(self) -> bool:
        return self.kind != "person" or self.away or self.replaced


class Pending(Struct, frozen=True):
    """An action that is fixed and draws chance, while the seats that were asked give their links."""

    number: int
    seat: int | None
    action: dict[str, Any]
    by: By
    client: str | None
    draw: int
    asked: list[int]


class Record(Struct):
    """A table. Times are milliseconds since 1970; `seconds` and `minutes` are None if there is no limit.

    `pace` is how fast bots play while no person at the table has a wish of their own.
    """

    id: str
    edition: str
    variant: str
    options: dict[str, str | int]
    language: Language
    seconds: int | None
    minutes: int | None
    listed: bool
    level: StoredLevel
    seats: list[Seat]
    host: str
    invite: str
    commitment: str
    created: int
    status: Status = "lobby"
    paused: bool = False
    ends_at: int | None = None
    left: int | None = None  # the remaining time of a paused timed game
    rematch: str | None = None
    pace: Pace = "normal"
    header: Header | None = None
    ending: Ending | None = None
    held: str = ""  # the code that says why the game stands still until its people have settled it
    asleep: bool = False  # nobody is there, and only bots have something to do
    votes: dict[str, list[int]] = {}  # about a seat: the seats that agree to vote its player out, or to open a bot's
    awaited: list[int] = []  # the seats that must decide, when the table was last put away
    asked: str = ""  # what they must decide, the same
    winners: list[int] = []  # of a game that is over
    pending: Pending | None = None  # stale once an entry has its number
    banned: list[str] = []  # the origins of those who were removed from a public table
    host_inherited: bool = False  # the host's key is that of an earlier table
    deputy: str = ""  # a second key of the host, who was let in again; void when the first is back
    signature: Signature | None = None  # of the log's last digest, by the server on which the game ended
    cut: int = 0  # how many entries were taken out of the log when a game that stood still was settled
    position: str = ""  # the link of the position in which the game begins, without names; empty: a new set-up
    box: bool = False  # around a real box: dice and cards are typed, and whoever is at the table may act for all
    paper: bool = False  # the money of that box is used
    take_back: Policy = "never"  # what the people at the table may take back
    withdrawn: list[int] = []  # the seats whose players withdrew their names; the header loses them when the game ends

    def __post_init__(self) -> None:
        self.level = cast(Level, current(self.level))

    @property
    def redacted(self) -> list[int]:
        """The seats whose names were taken out of the header."""
        return self.withdrawn if self.ending is not None else []

    @property
    def shared(self) -> bool:
        """Whether anybody may see the replay: the game is over, and everybody who played it wishes so."""
        people = [seat for seat in self.seats if seat.kind == "person"]
        return self.status == "over" and bool(people) and all(seat.shares for seat in people)


class Line(Struct, frozen=True):
    """A line of chat. `seat` is None for a host who does not play."""

    number: int
    seat: int | None
    name: str
    text: str
    at: int


def new_id() -> str:
    return "".join(secrets.choice(_ALPHABET) for _ in range(ID_LENGTH))


def new_key() -> str:
    """A random 256-bit key that identifies the owner of a seat; the server stores only its digest."""
    return secrets.token_urlsafe(32)


def digest_of(key: str) -> str:
    return hashlib.sha256(key.encode("utf-8", "replace")).hexdigest()


def key_matches(key: str, digest: str) -> bool:
    """Does the key match the digest? Compares in constant time."""
    return bool(digest) and hmac.compare_digest(digest_of(key), digest)
