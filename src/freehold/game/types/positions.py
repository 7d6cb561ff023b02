"""Where a game stands: the public view, the complete position, and the standings."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

from freehold.game.types.common import DeckId, ForceFace, Lot, Party, Phase, Seat, Symbol, Variant


class Player(TypedDict):
    name: str
    token: str
    cash: int
    square: int
    in_jail: bool
    jail_turns: int
    jail_cards: list[DeckId]
    bankrupt: bool
    bankrupt_order: NotRequired[int]
    lapped: NotRequired[bool]


class Deed(TypedDict):
    """A sold deed. `buildings`: 0 to 4 small ones; 5 is the large one. `paid`: the price of each that was auctioned."""

    owner: Seat
    mortgaged: bool
    buildings: int
    paid: NotRequired[list[int]]


class Bank(TypedDict):
    houses: int
    hotels: int


class Force(TypedDict):
    dark: int
    light: int


class Auction(TypedDict):
    """An open auction of a deed (`square`) or of a building (`lot`)."""

    square: NotRequired[int]
    lot: NotRequired[Lot]
    bid: int
    floor: int
    leader: Seat | None
    bidder: Seat | None
    bidders: list[Seat]
    place: int | None


class Contest(TypedDict):
    lot: Lot
    by: Seat
    square: int | None
    asked: list[Seat]
    wishes: list[int]


class Debt(TypedDict):
    """`older_claims`: of a claimed rent, how many of the open claims come from earlier landings."""

    debtor: Seat
    creditor: Party
    amount: int
    why: str
    clause: str
    square: int | None
    open: bool
    older_claims: NotRequired[int]


class Claim(TypedDict):
    square: int
    visitor: Seat
    owner: Seat
    amount: int
    clause: str
    throws_left: int


class Goods(TypedDict):
    """One side of an open offer."""

    cash: int
    squares: list[int]
    jail_cards: list[DeckId]


class Side(TypedDict):
    """One side of an offer as it is made: what is left out is nothing."""

    cash: NotRequired[int]
    squares: NotRequired[list[int]]
    jail_cards: NotRequired[list[DeckId]]


Offer = TypedDict(
    "Offer",
    {"kind": Literal["trade", "settlement"], "from": int, "to": int, "give": Goods, "ask": Goods},
)


class Transfer(TypedDict):
    squares: list[int]
    interest_paid: list[int]


class Battle(TypedDict):
    seat: Seat
    symbol: Symbol


class CardId(TypedDict):
    deck: DeckId
    card: str


class CardState(TypedDict):
    in_hand: NotRequired[CardId]
    choice: NotRequired[CardId]


class Flow(TypedDict):
    """The turn's inner state, which a position written by hand need not contain."""

    extra: int
    thrown: int
    arrived: int
    rent_times: int
    dice_times: int
    jail_failed: int
    battle_next: int
    ending: int
    time_up: int
    turns: int
    banker: int
    base: Phase | None
    stage: str
    force_face: ForceFace | None
    jail_cards_of: NotRequired[list[Seat]]


class _Position(TypedDict):
    edition: str
    variant: Variant
    options: dict[str, str | int]
    players: list[Player]
    turn: Seat
    phase: Phase
    decider: Seat | None
    doubles: int
    dice: NotRequired[list[int]]
    deeds: dict[str, Deed]
    bank: Bank
    pot: NotRequired[int]
    force: NotRequired[Force]
    auction: NotRequired[Auction]
    contest: NotRequired[Contest]
    debts: NotRequired[list[Debt]]
    claims: NotRequired[list[Claim]]
    offer: NotRequired[Offer]
    transfer: NotRequired[Transfer]
    estate: NotRequired[list[int]]
    battle: NotRequired[Battle]
    card: NotRequired[CardState]
    flow: Flow
    winner: NotRequired[Seat | None]


class DeckCounts(TypedDict):
    chest: int
    chance: int


class DeckOrders(TypedDict):
    chest: list[str]
    chance: list[str]


class ChanceState(TypedDict):
    key: list[int]
    drawn: int
    dealt: int


class View(_Position):
    """The public view: decks are given by their number of cards."""

    decks: DeckCounts


class Position(_Position):
    """The complete game: the order of the decks and the state of chance as well."""

    decks: DeckOrders
    chance: ChanceState


class Standing(TypedDict):
    seat: Seat
    name: str
    worth: int | None
    bankrupt: bool
    place: int
