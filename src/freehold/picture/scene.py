"""The scene to draw, read from a position: missing fields get their starting values here."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from freehold.editions import Edition
from freehold.picture.vocabulary import labels

BANK = -1
JAIL = 10
FORCE_START = {"dark": 1, "light": 21}
LARGE = 5  # the value of `buildings` for the large building


@dataclass(frozen=True)
class Seat:
    """A player; `number` is the displayed number, seat + 1."""

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
    """Everything to draw. A deed that is not in `deeds` belongs to the bank."""

    seats: tuple[Seat, ...]
    deeds: dict[int, Deed]
    turn: int | None
    winner: int | None
    deciders: tuple[int, ...]
    phase: str
    variant: str
    small: int
    large: int
    dice: tuple[int | str, ...]
    force: dict[str, int]
    salary: int

    def owned(self, seat: int) -> list[int]:
        """The squares of a seat, in board order."""
        return sorted(square for square, deed in self.deeds.items() if deed.owner == seat)

    def here(self, square: int) -> list[Seat]:
        """The tokens on a square, without those in jail."""
        return [seat for seat in self.seats if seat.square == square and not seat.jailed and not seat.bankrupt]

    @property
    def cell(self) -> list[Seat]:
        return [seat for seat in self.seats if seat.jailed and not seat.bankrupt]

    def name(self, seat: int) -> str:
        return self.seats[seat].name if seat < len(self.seats) else str(seat + 1)


def read(edition: Edition, position: Mapping[str, Any], lang: str) -> Scene:
    """The scene of a position, with the edition's starting values for omitted fields."""
    players = position.get("players") or ()
    bank = position.get("bank") or {}
    phase = str(position.get("phase", "roll"))
    taken = [player.get("token") for player in players]
    free = iter([token.id for token in edition.tokens if token.id not in taken])
    tokens = [token or next(free, "") for token in taken]
    seats = tuple(_seat(edition, seat, player, tokens[seat], lang) for seat, player in enumerate(players))
    first = next((seat.seat for seat in seats if not seat.bankrupt), None)
    turn = position.get("turn", first) if phase != "over" else None
    deeds = {int(square): _deed(deed) for square, deed in (position.get("deeds") or {}).items()}
    owned = {square: deed for square, deed in deeds.items() if deed.owner >= 0}
    built = [deed.buildings for deed in owned.values()]
    large = sum(count >= LARGE for count in built)
    small = sum(count for count in built if count < LARGE)
    force = FORCE_START if edition.switch("force") == "yes" else {}
    return Scene(
        seats=seats,
        deeds=owned,
        turn=turn,
        winner=position.get("winner"),
        deciders=_seats(position.get("decider", turn)) if turn is not None else (),
        phase=phase,
        variant=str(position.get("variant", "classic")),
        small=int(bank.get("houses", edition.buildings.small.count - small)),
        large=int(bank.get("hotels", edition.buildings.large.count - large)),
        dice=_dice(position),
        force={symbol: int((position.get("force") or {}).get(symbol, start)) for symbol, start in force.items()},
        salary=int((position.get("prices") or {}).get("salary", edition.numbers.salary)),
    )


def _seat(edition: Edition, seat: int, player: Mapping[str, Any], token: str, lang: str) -> Seat:
    jailed, bankrupt = bool(player.get("in_jail")), bool(player.get("bankrupt"))
    return Seat(
        seat=seat,
        name=str(player.get("name") or labels(lang)["player"].format(seat + 1)),
        token={known.id: known.name[lang] for known in edition.tokens}.get(token, str(token)),
        cash=int(player.get("cash", 0 if bankrupt else edition.start_money.total)),
        square=JAIL if jailed else int(player.get("square", 0)),
        jailed=jailed,
        jail_cards=_count(player.get("jail_cards")),
        bankrupt=bankrupt,
    )


def _deed(deed: Mapping[str, Any]) -> Deed:
    owner = deed.get("owner")
    return Deed(BANK if owner is None else int(owner), bool(deed.get("mortgaged")), int(deed.get("buildings") or 0))


def _dice(position: Mapping[str, Any]) -> tuple[int | str, ...]:
    """The last throw; the face of the Force die is stored separately."""
    dice = [face for face in position.get("dice") or () if face]
    face = (position.get("flow") or {}).get("force_face")
    return (*dice, face) if face and len(dice) == 2 else tuple(dice)


def _count(cards: Iterable[str] | int | None) -> int:
    """A view may give a number instead of a list."""
    return cards if isinstance(cards, int) else len(tuple(cards or ()))


def _seats(decider: int | Iterable[int] | None) -> tuple[int, ...]:
    """An auction may wait for several seats."""
    if decider is None:
        return ()
    return (decider,) if isinstance(decider, int) else tuple(decider)
