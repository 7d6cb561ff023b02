"""Events: a union that is told apart by `type`; and the entries of a game's log."""

from __future__ import annotations

from typing import Literal, NotRequired, TypeAlias, TypedDict

from freehold.game.types.actions import Action
from freehold.game.types.common import DeckId, ForceFace, Lot, Party, Seat, Symbol


class _Event(TypedDict):
    """The fields that every event may have: its seat, the other party, and the clause that caused it."""

    clause: str
    seat: NotRequired[Party]
    other: NotRequired[Party]
    square: NotRequired[int]
    lot: NotRequired[Lot]


class RollEvent(_Event):
    type: Literal["roll"]
    dice: list[int]
    force: NotRequired[ForceFace]


class CardEvent(_Event):
    type: Literal["card", "card_kept", "card_returned", "jail_card"]
    deck: DeckId
    card: str


class SymbolEvent(_Event):
    type: Literal["symbol", "battle"]
    symbol: Symbol


class BattleEvent(_Event):
    type: Literal["battle_won", "battle_lost"]
    force: ForceFace


class DoubleEvent(_Event):
    type: Literal["double", "option"]
    double: int


class AttackThrowEvent(_Event):
    type: Literal["attack_throw"]
    red: int
    blue: int


class ShuffleEvent(_Event):
    type: Literal["shuffle"]
    what: Literal["chest", "chance", "deeds"]


class StayedEvent(_Event):
    type: Literal["stayed"]
    attempt: int


class OverEvent(_Event):
    type: Literal["over"]
    winner: Seat | None


class PlainEvent(_Event):
    """An event without an amount."""

    type: Literal[
        "move",
        "decline",
        "pass",
        "unsold",
        "no_rent",
        "jailed",
        "freed",
        "visit",
        "rest",
        "reject",
        "withdraw",
        "deed",
        "attack",
        "attack_won",
        "attack_lost",
        "turn",
        "deal",
        "time_up",
        "house_rule",
    ]


class AmountEvent(_Event):
    """An event with an amount of money, or a number of things."""

    type: Literal[
        "salary",
        "buy",
        "auction",
        "bid",
        "sold",
        "rent",
        "rent_open",
        "rent_claimed",
        "rent_lapsed",
        "rent_throw",
        "tax",
        "fine",
        "build",
        "sell",
        "mortgage",
        "redeem",
        "interest",
        "offer",
        "trade",
        "debt",
        "paid",
        "received",
        "settled",
        "bankrupt",
        "estate",
        "contest",
        "want",
        "cut",
        "opening",
        "start",
        "count",
        "pot",
        "pot_taken",
    ]
    amount: int


Event: TypeAlias = (
    RollEvent
    | CardEvent
    | SymbolEvent
    | BattleEvent
    | DoubleEvent
    | AttackThrowEvent
    | ShuffleEvent
    | StayedEvent
    | OverEvent
    | PlainEvent
    | AmountEvent
)


class LogEntry(TypedDict):
    """One action of a game, its seat, and its random outcomes. `dictated`: so many of them were given to `apply`.
    `burnt`: so many draws were taken back since the action before.
    """

    seat: Seat | None
    action: Action
    chance: list[int | str]
    dictated: NotRequired[int]
    burnt: NotRequired[int]


class TakenBack(TypedDict):
    """An action that was taken back: the seat that wished it, how many actions of the log were left, and what it was.

    `drew`: it threw a die or turned a card over, which are burnt. A person who took back several did so one by one.
    """

    by: Seat | None
    after: int
    drew: bool
    entry: LogEntry
