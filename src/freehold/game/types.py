"""Types of the JSON that `Game` reads and writes: views, positions, actions, events, prices and plans.

The TypeScript types of the client are generated from these classes, and so are the tables of `actions.py` and
`events.py`: which fields an action takes and which an event carries is written here and nowhere else. `Action` and
`Event` are unions that are told apart by `type`.
"""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired, TypeAlias, TypedDict

Seat: TypeAlias = int
Party: TypeAlias = int | Literal["bank"]
DeckId = Literal["chest", "chance"]
Lot = Literal["house", "hotel"]
Symbol = Literal["light", "dark"]
ForceFace = Literal["light", "dark", "shift"]
Variant = Literal["classic", "short", "timed"]
Phase = Literal[
    "over", "roll", "double", "buy", "auction", "tax", "debt", "transfer", "battle", "contest", "answer", "end", "card"
]  # fmt: skip

SHOWN = "shown"  # marks a field that a list of legal actions adds for the reader; the rules do not need it

# ------------------------------------------------------------------ positions


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


class Deed(TypedDict):
    """A sold deed. `buildings`: 0 to 4 small ones; 5 is the large one."""

    owner: Seat
    mortgaged: bool
    buildings: int


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
    debtor: Seat
    creditor: Party
    amount: int
    why: str
    clause: str
    square: int | None
    open: bool


class Claim(TypedDict):
    square: int
    visitor: Seat
    owner: Seat
    amount: int
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


# ------------------------------------------------------------------ prices and plans


class Rent(TypedDict):
    """The rent of a deed now, and the row of its title deed that gives it.

    `row`: the bare lot, the bare lot of a whole group, so many buildings, or so many stations or utilities `owned`.
    A utility has `times` the throw in place of an amount; with `fresh`, the dice are thrown again for it.
    """

    row: Literal["lot", "group", "buildings", "owned"]
    count: int
    amount: NotRequired[int]
    times: NotRequired[int]
    fresh: NotRequired[bool]


class DeedPrices(TypedDict):
    """`redeem`: what lifting a mortgage costs (or would cost). The rest is only there for a sold deed.

    `interest`: what the next owner of a mortgaged deed pays at least. `value`: what it counts for in a final count.
    `bound`: the reason why the deed cannot change hands now.
    """

    redeem: int
    rent: NotRequired[Rent]
    interest: NotRequired[int]
    value: NotRequired[int]
    bound: NotRequired[str]


class Tax(TypedDict):
    amount: int
    percent: int


class Prices(TypedDict):
    """The prices of the current position. `hotel_after`: the number of small buildings before a large one."""

    hotel_after: int
    rent_claimed: bool
    deeds: dict[str, DeedPrices]
    taxes: dict[str, Tax]


class Wish(TypedDict):
    """The desired state of a lot. `level` counts buildings as steps; the large building is the highest."""

    square: int
    level: NotRequired[int]
    mortgaged: NotRequired[bool]


class Blocked(TypedDict):
    square: int
    reason: str


class LotOptions(TypedDict):
    """The possible changes of a deed after the plan: None, or the reason why not. `sell_price`: for one step down."""

    build: str | None
    sell: str | None
    mortgage: str | None
    redeem: str | None
    sell_price: int
    redeem_price: int


class GroupOptions(TypedDict):
    """May every lot of a group go up, or down, to the same level?"""

    build: str | None
    sell: str | None


class Plan(TypedDict):
    """The actions that lead to the estate wished for, each with its amount, and the estate after them.

    `blocked`: why the wishes cannot all be met. `contested`: a building on the way is scarce, so that others are asked
    first; the plan assumes that nobody else wants it.
    """

    steps: list[Action]
    cash: int
    houses: int
    hotels: int
    blocked: Blocked | None
    contested: bool
    raisable: int
    wishes: list[Wish]
    lots: dict[str, LotOptions]
    groups: dict[str, GroupOptions]


# ------------------------------------------------------------------ actions

Amount = Annotated[int, SHOWN]


class Simple(TypedDict):
    type: Literal[
        "roll",
        "use_jail_card",
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

# ------------------------------------------------------------------ events


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
    """One action of a game, its seat, and its random outcomes."""

    seat: Seat | None
    action: Action
    chance: list[int | str]
