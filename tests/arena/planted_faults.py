"""Twenty editions with a planted fault each, made from the shipped ones. Every one passes `freehold editions check`.

The author of the laboratory planted them, after its thresholds were chosen: they show that it works, not how it fares
with files that somebody else prepares.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from msgspec.structs import replace

from freehold.editions import Edition, load
from freehold.editions.schema import Card, Square

Change = Callable[[Edition], Edition]


@dataclass(frozen=True)
class Planted:
    """A fault: the edition it is put into, and the findings of which one must be made, with the place."""

    name: str
    base: str
    change: Change
    codes: tuple[str, ...]
    where: dict[str, Any]

    def edition(self) -> Edition:
        return self.change(load(self.base))

    def found(self, findings: Iterable[Any]) -> bool:
        return any(one["code"] in self.codes and self.where.items() <= one["where"].items() for one in findings)


def cheap(group: str, *, mortgage: bool = True) -> Change:
    """A group priced a third too low, with or without its mortgages."""

    def change(square: Square) -> Square:
        if square.group != group:
            return square
        pledge = round(square.mortgage * 2 / 3) if mortgage else square.mortgage
        return replace(square, price=round(square.price * 2 / 3), mortgage=pledge)

    return _squares(change)


def digit(index: int) -> Change:
    """The highest rent of a deed with a digit too many."""

    def change(square: Square) -> Square:
        if square.index != index:
            return square
        if square.rents:
            return replace(square, rents=(*square.rents[:-1], square.rents[-1] * 10))
        return replace(square, dice_multipliers=(*square.dice_multipliers[:-1], square.dice_multipliers[-1] * 10))

    return _squares(change)


def deck(name: str, kinds: tuple[str, ...], factor: int, only: str | None = None) -> Change:
    """The payments of a deck, or of one of its cards, multiplied."""

    def change(card: Card) -> Card:
        chosen = card.deck == name and card.kind in kinds and only in (None, card.id)
        return replace(card, amount=card.amount * factor) if chosen else card

    return lambda edition: replace(edition, cards=tuple(change(card) for card in edition.cards))


def salary(amount: int) -> Change:
    return lambda edition: replace(edition, numbers=replace(edition.numbers, salary=amount))


def small_rents(divisor: int) -> Change:
    """All rents divided, but still rising."""
    return _squares(
        lambda square: replace(square, rents=tuple(max(k + 1, rent // divisor) for k, rent in enumerate(square.rents)))
    )


def dear_buildings(factor: int) -> Change:
    return _squares(lambda square: replace(square, house_cost=square.house_cost * factor))


def _squares(change: Callable[[Square], Square]) -> Change:
    return lambda edition: replace(edition, squares=tuple(change(square) for square in edition.squares))


PAID = ("receive_bank", "receive_each")
CHEAP, RENT, DECK, END = ("group-cheap",), ("rent-high",), ("deck-pays", "card-pays"), ("endless", "long")
PLANTED = (
    Planted("brown-cheap", "classic", cheap("brown"), CHEAP, {"group": "brown"}),
    Planted("orange-cheap", "star-wars-1", cheap("orange"), CHEAP, {"group": "orange"}),
    Planted("green-cheap", "spider-man", cheap("green", mortgage=False), CHEAP, {"group": "green"}),
    Planted("dark-blue-cheap", "game-of-thrones", cheap("dark_blue"), CHEAP, {"group": "dark_blue"}),
    Planted("stations-cheap", "disney-parks", cheap("station"), CHEAP, {"group": "station"}),
    Planted("utilities-cheap", "star-wars-2", cheap("utility"), CHEAP, {"group": "utility"}),
    Planted("brown-hotel", "star-wars-2", digit(3), RENT, {"square": 3}),
    Planted("light-blue-hotel", "classic", digit(9), RENT, {"square": 9}),
    Planted("pink-hotel", "disney-parks", digit(11), RENT, {"square": 11}),
    Planted("orange-hotel", "game-of-thrones", digit(19), RENT, {"square": 19}),
    Planted("station-rent", "spider-man", digit(25), RENT, {"square": 25}),
    Planted("utility-factor", "star-wars-1", digit(28), RENT, {"square": 28}),
    Planted("chest-threefold", "classic", deck("chest", PAID, 3), DECK, {"deck": "chest"}),
    Planted("chest-double", "spider-man", deck("chest", PAID, 2), DECK, {"deck": "chest"}),
    Planted("chance-fourfold", "star-wars-2", deck("chance", PAID, 4), DECK, {"deck": "chance"}),
    Planted("one-card", "disney-parks", deck("chance", PAID, 10, "building-loan"), DECK, {"deck": "chance"}),
    Planted("salary-tenfold", "classic", salary(2000), END, {}),
    Planted("rents-a-tenth", "game-of-thrones", small_rents(10), END, {}),
    Planted("rents-a-third", "spider-man", small_rents(3), END, {}),
    Planted("buildings-tenfold", "star-wars-1", dear_buildings(10), END, {}),
)
