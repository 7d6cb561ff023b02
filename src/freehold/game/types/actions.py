"""Actions: a union that is told apart by `type`. Which fields an action takes is written here and nowhere else."""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired, TypeAlias, TypedDict

from freehold.game.types.common import SHOWN, DeckId, Seat, Symbol
from freehold.game.types.positions import Side

Amount = Annotated[int, SHOWN]


class Simple(TypedDict):
    type: Literal[
        "roll",
        "throw_again",
        "use_option",
        "decline",
        "pass",
        "bankrupt",
        "leave_force",
        "accept",
        "reject",
        "end_turn",
        "withdraw",
        "time_up",
    ]


class UseJailCard(TypedDict):
    """`deck`: which card, for who holds several; without it the one drawn first."""

    type: Literal["use_jail_card"]
    deck: NotRequired[DeckId]


class Payment(TypedDict):
    type: Literal["buy", "pay", "pay_fine"]
    amount: NotRequired[Amount]


class OnSquare(TypedDict):
    type: Literal["attack", "redeem", "keep_mortgage", "sell", "mortgage", "claim"]
    square: int
    amount: NotRequired[Amount]


class GoTo(TypedDict):
    type: Literal["go_to"]
    square: int


class Bid(TypedDict):
    """`square`: the lot for the building that is auctioned. `max` and `places`: the range of choices."""

    type: Literal["bid"]
    amount: int
    square: NotRequired[int]
    max: NotRequired[Amount]
    places: NotRequired[Annotated[list[int], SHOWN]]


class PayTax(TypedDict):
    type: Literal["pay_tax"]
    choice: Literal["flat", "percent"]
    amount: NotRequired[Amount]


class Choose(TypedDict):
    type: Literal["choose"]
    choice: Literal["pay", "draw"]


class Settle(TypedDict):
    type: Literal["settle"]
    squares: list[int]
    cash: int


class PlaceForce(TypedDict):
    type: Literal["place_force"]
    symbol: Symbol
    square: int


class Want(TypedDict):
    type: Literal["want"]
    count: NotRequired[int]
    max: NotRequired[Amount]


class Build(TypedDict):
    type: Literal["build"]
    square: int
    count: NotRequired[int]
    amount: NotRequired[Amount]


class SellGroup(TypedDict):
    """`keep`: what stays on each lot; the lots of `more` keep one more."""

    type: Literal["sell_group"]
    square: int
    keep: NotRequired[int]
    more: NotRequired[list[int]]
    amount: NotRequired[Amount]


class MakeOffer(TypedDict):
    type: Literal["offer"]
    to: Seat
    give: NotRequired[Side]
    ask: NotRequired[Side]


Action: TypeAlias = (
    Simple
    | UseJailCard
    | Payment
    | OnSquare
    | GoTo
    | Bid
    | PayTax
    | Choose
    | Settle
    | PlaceForce
    | Want
    | Build
    | SellGroup
    | MakeOffer
)
