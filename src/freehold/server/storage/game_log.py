"""A game's log as one file: header, accepted actions and ending, linked by a hash chain.

Each part contains a SHA-256 over itself and the previous part, so anybody who kept the last digest can detect changes.
`verify.py` checks whether the dice were fair.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from freehold import rules
from freehold.editions import load
from freehold.engine import edition_tables, records
from freehold.json_types import Json
from freehold.server.storage.code_digest import code_digest

# A "$" alone would let a line break through at the end.
Hex = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}$(?!\n)")]
GameId = Annotated[str, Meta(pattern=r"^[a-z0-9]{1,32}$(?!\n)")]
LARGEST = 2**53  # integers that every JSON parser represents exactly
Whole = Annotated[int, Meta(ge=0, le=LARGEST)]
Number = Annotated[int, Meta(ge=1, le=LARGEST)]
Salt = Annotated[str, Meta(max_length=64)]
PositionLink = Annotated[str, Meta(max_length=4_000)]
By = Literal["person", "bot", "clock", "order"]  # `order`: a standing order of the seat's player
SeatKey = Annotated[str, Meta(pattern=r"^[0-7]$(?!\n)")]
Shares = dict[SeatKey, Hex | None]  # what each seat that was asked gave to a draw; None: it did not answer in time
Ends = dict[SeatKey, Hex]
Player = Literal["person", "bot"]
Kinds = dict[SeatKey, Player]
Policy = Literal["never", "free", "consent"]  # what may be taken back, see `take_backs.py`


class Chair(Struct, frozen=True, forbid_unknown_fields=True):
    """A seat in the log: name, token, and the published end of its hash chain for the dice.

    `salt`: in logs of format 1, its only contribution to the dice. From format 3 on, `kind` says who plays it, and
    `named` is the digest of its name with a random number, `blind`. The header's digest is over `named` only, so that
    it remains what it was when name and `blind` are withdrawn.
    """

    name: Annotated[str, Meta(min_length=1, max_length=24)]
    token: Annotated[str, Meta(max_length=64)]
    salt: Salt | UnsetType = UNSET
    chain: Hex | UnsetType = UNSET
    kind: Player | UnsetType = UNSET
    named: Hex | UnsetType = UNSET
    blind: Hex | UnsetType = UNSET

    @property
    def is_named(self) -> bool:
        """Whether the name is the one that the header's digest is over."""
        return self.blind is not UNSET and named(self.name, self.blind) == self.named

    @property
    def end(self) -> str:
        return "" if self.chain is UNSET else self.chain


class Header(Struct, frozen=True, forbid_unknown_fields=True):
    """Everything fixed before the first throw. `start` is the digest of the first view.

    `shares` are the seats' contributions to setting up. `format` 1: chance came from salts and numbers of actions;
    2: from shares and numbers of draws; 3: the same by other rules, see `hash_chains.py`, and names are not part of the
    digests of header and views. `fresh`: see `Entry`.
    """

    game: GameId
    edition: Annotated[str, Meta(max_length=64)]
    variant: Annotated[str, Meta(max_length=16)]
    options: dict[str, str | Annotated[int, Meta(ge=-LARGEST, le=LARGEST)]]
    seats: Annotated[tuple[Chair, ...], Meta(max_length=8)]
    commitment: Hex
    rules: Hex
    at: Whole
    start: Hex
    hash: Hex
    format: Literal[1, 2, 3] = 1
    shares: Shares | UnsetType = UNSET
    fresh: Hex | UnsetType = UNSET
    coach: bool | UnsetType = UNSET  # the people at the table could ask the coach
    position: PositionLink | UnsetType = UNSET  # where the game began, if not with a new set-up; without names
    box: Json | UnsetType = UNSET  # a game around a real box: its start, without names; chance is typed
    take_back: Policy | UnsetType = UNSET  # what they may take back; nothing if it does not say

    @property
    def salts(self) -> list[str]:
        return ["" if seat.salt is UNSET else seat.salt for seat in self.seats]

    @property
    def mix(self) -> list[str] | Mapping[str, str | None]:
        """What was given to the set-up."""
        if self.format == 1:
            return self.salts
        return mixed({} if self.shares is UNSET else self.shares, self.fresh)

    @property
    def policy(self) -> Policy:
        return "never" if self.take_back is UNSET or self.format < 3 else self.take_back

    @property
    def ends(self) -> list[str]:
        """The ends of the seats' chains; empty where a seat gave none."""
        return [seat.end for seat in self.seats]

    @property
    def people(self) -> list[int] | None:
        """The seats that people played at the start; None in logs that do not say it."""
        if self.format < 3:
            return None
        return [seat for seat, chair in enumerate(self.seats) if chair.kind == "person"]


class Entry(Struct, frozen=True, forbid_unknown_fields=True):
    """An accepted action, its random draws, and the digest of the resulting view. `at`: milliseconds since 1970.

    From format 2 on, `shares` are there if and only if it drew chance; `chains` are new commitments, for draws that
    follow; `kinds` says who plays a seat from now on, where that has changed (format 3).
    `fresh`: a new random number of the server, only for draws of a game in which no seat has published a chain yet. A
    game without people draws nothing twice then, even if an old copy of the database is put back.
    `typed`: in a game around a real box, the dice and cards that people typed; see `fairness/typed_dice.py`.
    """

    number: Number
    seat: Annotated[int, Meta(ge=0, le=7)] | None
    action: Json
    chance: list[int | str]
    by: By
    at: Whole
    view: Hex
    hash: Hex
    shares: Shares | UnsetType = UNSET
    chains: Ends | UnsetType = UNSET
    fresh: Hex | UnsetType = UNSET
    kinds: Kinds | UnsetType = UNSET
    typed: list[int | str] | UnsetType = UNSET

    @property
    def mix(self) -> Mapping[str, str | None]:
        """What was given to its draw."""
        return mixed({} if self.shares is UNSET else self.shares, self.fresh)


class Ending(Struct, frozen=True, forbid_unknown_fields=True):
    """How the game ended and after which action. `hash` links it to the last entry."""

    how: Literal["over", "consent"]
    number: Whole
    at: Whole
    hash: Hex


class Signature(Struct, frozen=True, forbid_unknown_fields=True):
    """A server's Ed25519 signature of a log's last digest, with its public key."""

    key: Hex
    value: Annotated[str, Meta(pattern=r"^[0-9a-f]{128}$(?!\n)")]


class Log(Struct, frozen=True, forbid_unknown_fields=True):
    """A whole game (event sourcing: the state is rebuilt by replay). The secret is included only after the ending.

    `withdrawn`: seats whose players have withdrawn their names. In formats 1 and 2 the digests of header and views are
    over names, and cannot be checked then.
    """

    header: Header
    entries: list[Entry]
    ending: Ending | None = None
    secret: Hex | None = None
    signature: Signature | UnsetType = UNSET
    withdrawn: Annotated[list[Annotated[int, Meta(ge=0, le=7)]], Meta(min_length=1, max_length=8)] | UnsetType = UNSET


Part = TypeVar("Part", Header, Entry, Ending)
UNBOUND = "0" * 64  # the digest of a part that is not linked yet


def mixed(shares: Shares, fresh: str | UnsetType) -> Mapping[str, str | None]:
    """The seats' shares of a draw, and the server's fresh number if there is one."""
    return shares if fresh is UNSET else {**shares, "fresh": fresh}


def canonical(value: Any) -> bytes:
    """Canonical bytes of a value: JSON with sorted keys."""
    return msgspec.json.encode(value, order="deterministic")


def digest(value: Any) -> str:
    return hashlib.sha256(canonical(value)).hexdigest()


def bind(before: str, part: Part) -> Part:
    """The part with its digest, which links it to the previous one; a header has no predecessor."""
    return msgspec.structs.replace(part, hash=link(before, part))


def link(before: str, part: Header | Entry | Ending) -> str:
    fields = msgspec.to_builtins(part)
    del fields["hash"]
    if isinstance(part, Header) and part.format > 2:
        for chair in fields["seats"]:
            del chair["name"]
            chair.pop("blind", None)
    return digest([before, fields])


def head(log: Log) -> str:
    """The digest of the last part."""
    if log.ending is not None:
        return log.ending.hash
    return log.entries[-1].hash if log.entries else log.header.hash


def view_digest(view: Mapping[str, Any], format: int) -> str:
    """The digest of a public view; from format 3 on without the players' names."""
    return digest(nameless(view) if format > 2 else view)


def nameless(view: Mapping[str, Any]) -> dict[str, Any]:
    """A view without the players' names."""
    return {
        **view,
        "players": [{key: of for key, of in player.items() if key != "name"} for player in view["players"]],
    }


def named(name: str, blind: str) -> str:
    return digest([blind, name])


@cache
def rules_digest(edition: str) -> str:
    """A digest of the rules' source code and the edition. Comments, docstrings and layout do not affect it."""
    return hashlib.sha256(_rules() + canonical(msgspec.to_builtins(load(edition)))).hexdigest()


@cache
def _rules() -> bytes:
    root = Path(str(rules.__file__)).parent
    return code_digest([*sorted(root.glob("*.py")), Path(str(edition_tables.__file__)), Path(str(records.__file__))])
