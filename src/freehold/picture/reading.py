"""A position as the picture needs it: every key that may be missing has its starting value here, and nowhere else."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from freehold.editions import Edition
from freehold.picture.vocabulary import WORDS

JAIL = 10
FORCE_START = {"dark": 0, "light": 20}
LARGE = 5  # what `buildings` says of the large one


@dataclass(frozen=True)
class Seat:
    """A player; `number` is what the picture writes, one more than the seat."""

    seat: int
    name: str
    token: str
    cash: int
    square: int
    jailed: bool
    jail_cards: int
    bankrupt: bool

    @property
    def number(self) -> str:
        return str(self.seat + 1)


@dataclass(frozen=True)
class Deed:
    owner: int
    mortgaged: bool
    buildings: int


@dataclass(frozen=True)
class Scene:
    """What there is to draw. A deed that is not in `deeds` is the bank's."""

    seats: tuple[Seat, ...]
    deeds: dict[int, Deed]
    turn: int | None
    deciders: tuple[int, ...]
    phase: str
    variant: str
    small: int
    large: int
    dice: tuple[int | str, ...]
    force: dict[str, int]

    def owned(self, seat: int) -> list[int]:
        """The squares of a seat, in board order."""
        return sorted(square for square, deed in self.deeds.items() if deed.owner == seat)

    def here(self, square: int) -> list[Seat]:
        """The tokens that stand on a square; those in the cell do not."""
        return [seat for seat in self.seats if seat.square == square and not seat.jailed and not seat.bankrupt]

    @property
    def cell(self) -> list[Seat]:
        return [seat for seat in self.seats if seat.jailed and not seat.bankrupt]

    def name(self, seat: int) -> str:
        return self.seats[seat].name if seat < len(self.seats) else str(seat + 1)


def read(edition: Edition, position: Mapping[str, Any], lang: str) -> Scene:
    """A position, with the edition's starting value for all that it leaves out."""
    players = position.get("players") or ()
    bank = position.get("bank") or {}
    phase = str(position.get("phase", "roll"))
    turn = position.get("turn", 0) if players and phase != "over" else None
    deeds = ((int(square), deed) for square, deed in (position.get("deeds") or {}).items())
    force = position.get("force") or (FORCE_START if edition.switch("force") == "yes" else {})
    return Scene(
        seats=tuple(_seat(edition, seat, player, lang) for seat, player in enumerate(players)),
        deeds={
            square: Deed(int(deed["owner"]), bool(deed.get("mortgaged")), int(deed.get("buildings") or 0))
            for square, deed in deeds
            if deed.get("owner") is not None and int(deed["owner"]) >= 0
        },
        turn=turn,
        deciders=_seats(position.get("decider", turn)) if turn is not None else (),
        phase=phase,
        variant=str(position.get("variant", "classic")),
        small=int(bank.get("houses", edition.buildings.small.count)),
        large=int(bank.get("hotels", edition.buildings.large.count)),
        dice=tuple(face for face in position.get("dice") or () if face),
        force={str(symbol): int(square) for symbol, square in force.items() if square is not None},
    )


def _seat(edition: Edition, seat: int, player: Mapping[str, Any], lang: str) -> Seat:
    token = str(player.get("token") or "")
    jailed = bool(player.get("in_jail"))
    return Seat(
        seat=seat,
        name=str(player.get("name") or WORDS[lang]["player"].format(seat + 1)),
        token={known.id: known.name[lang] for known in edition.tokens}.get(token, token),
        cash=int(player.get("cash", edition.start_money.total)),
        square=JAIL if jailed else int(player.get("square", 0)),
        jailed=jailed,
        jail_cards=_count(player.get("jail_cards")),
        bankrupt=bool(player.get("bankrupt")),
    )


def _count(cards: Iterable[str] | int | None) -> int:
    """A view may say how many instead of which."""
    return cards if isinstance(cards, int) else len(tuple(cards or ()))


def _seats(decider: int | Iterable[int] | None) -> tuple[int, ...]:
    """An auction may wait for several."""
    if decider is None:
        return ()
    return (decider,) if isinstance(decider, int) else tuple(decider)
