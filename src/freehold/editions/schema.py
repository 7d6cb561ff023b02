"""The schema of an edition: every table and key a file may have, and the methods that games and displays use.

Ranges are part of the types. `checks/` verifies that the parts fit together.
"""

from __future__ import annotations

from typing import Annotated, Literal, get_args

from msgspec import Meta, Struct

from freehold.editions.switches import BY_NAME
from freehold.i18n.languages import REFERENCE, language, number

SQUARES = 40
CARDS_PER_DECK = 16
JAIL_FREE_CARDS = 4
COLOUR_GROUPS = 8
LARGEST_AMOUNT = 10_000  # keeps every sum of a game within the kernel's 32-bit integers

Words = Annotated[str, Meta(min_length=1)]
Id = Annotated[str, Meta(pattern=r"^[a-z0-9]+([-_][a-z0-9]+)*$")]
Colour = Annotated[str, Meta(pattern=r"^#[0-9a-f]{6}$")]
Amount = Annotated[int, Meta(ge=1, le=LARGEST_AMOUNT)]
Index = Annotated[int, Meta(ge=0, le=SQUARES - 1)]
Count = Annotated[int, Meta(ge=1, le=100)]
Percent = Annotated[int, Meta(ge=1, le=100)]
Factor = Annotated[int, Meta(ge=1, le=100)]

Origin = Literal["rulebook", "found", "classic", "inferred", "proposed"]
SquareKind = Literal["go", "street", "station", "utility", "tax", "chest", "chance", "jail", "parking", "go_to_jail"]
DeckId = Literal["chest", "chance"]
CardKind = Literal[
    "move_to",
    "move_nearest",
    "move_relative",
    "pay_bank",
    "receive_bank",
    "pay_each",
    "receive_each",
    "repairs",
    "jail",
    "jail_free",
    "choice",
    "draw",
]
DECKS: tuple[DeckId, ...] = get_args(DeckId)
OWNABLE = ("street", "station", "utility")


class _Table(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table of the file."""


class _Sourced(_Table, frozen=True, kw_only=True):
    """A table that may cite its sources; games ignore them."""

    note: str = ""
    source: tuple[str, ...] = ()


class Text(_Table, frozen=True, kw_only=True):
    """A text in every language: `text["fr"]`; in English, if it was not translated."""

    en: Words
    fr: Words

    def __getitem__(self, lang: str) -> str:
        language(lang)  # an unknown language is a programming error
        return str(getattr(self, lang, self.en))


class Currency(_Sourced, frozen=True, kw_only=True):
    symbol: Words
    symbol_position: Literal["before", "after"]
    name: Text
    provenance: dict[str, Origin] = {}


class Players(_Sourced, frozen=True, kw_only=True):
    """The number of players; `banker_only_from`: from this many people on, one may be banker without playing;
    0: never.
    """

    min: Annotated[int, Meta(ge=2, le=8)]
    max: Annotated[int, Meta(ge=2, le=8)]
    banker_only_from: Annotated[int, Meta(ge=0, le=9)] = 0
    provenance: Origin = "proposed"


class Dice(_Sourced, frozen=True, kw_only=True):
    colours: Annotated[tuple[Words, ...], Meta(min_length=2, max_length=2)]
    provenance: Origin = "proposed"


class Building(_Table, frozen=True, kw_only=True):
    """A kind of building: the bank's stock, and its name in singular and plural."""

    count: Count
    en: Words
    en_plural: Words
    fr: Words
    fr_plural: Words

    def name(self, lang: str, count: int = 1) -> str:
        """The word for a count; French uses the singular for 0 as well."""
        own = lang if hasattr(self, lang) else REFERENCE
        return str(getattr(self, f"{own}_plural" if language(lang).is_plural(count) else own))


class Buildings(_Sourced, frozen=True, kw_only=True):
    small: Building
    large: Building
    provenance: dict[str, Origin] = {}


class Deck(_Sourced, frozen=True, kw_only=True):
    name: Text
    provenance: dict[str, Origin] = {}


class Decks(_Sourced, frozen=True, kw_only=True):
    chest: Deck
    chance: Deck
    effects: str = ""
    effects_provenance: Origin = "proposed"


class Notes(_Table, frozen=True, kw_only=True):
    value: Amount
    count: Count


class StartMoney(_Sourced, frozen=True, kw_only=True):
    total: Amount
    notes: tuple[Notes, ...]
    provenance: Origin = "proposed"


class ForceFaces(_Table, frozen=True, kw_only=True):
    """How many of the six faces of the Force die show each sign."""

    light: Annotated[int, Meta(ge=0, le=6)]
    dark: Annotated[int, Meta(ge=0, le=6)]
    shift: Annotated[int, Meta(ge=0, le=6)]


class Numbers(_Sourced, frozen=True, kw_only=True):
    salary: Amount
    jail_fine: Amount
    interest_percent: Percent
    battle_loss: Amount = 0
    force_faces: ForceFaces | None = None
    light_start: Index = 20  # where the symbols of the Force begin
    dark_start: Index = 0
    double_bonus: Amount = 200  # what the bank pays for the option of a double two
    double_share: Amount = 50  # what each player pays for the option of a double three
    deeds_provenance: Origin = "proposed"


class ShortGame(_Sourced, frozen=True, kw_only=True):
    """Deeds are dealt (cut and paid for), hotels follow `hotel_after` houses, `ends_at` bankruptcies end the game."""

    deal: Annotated[int, Meta(ge=0, le=14)]
    paid: bool
    cut: bool
    hotel_after: Annotated[int, Meta(ge=1, le=4)]
    ends_at: Annotated[int, Meta(ge=1, le=7)]
    income_tax_flat: bool


class TimedGame(_Sourced, frozen=True, kw_only=True):
    deal: Annotated[int, Meta(ge=0, le=14)]
    paid: bool
    cut: bool


class Token(_Sourced, frozen=True, kw_only=True):
    id: Id
    name: Text
    side: Literal["light", "dark"] | None = None
    provenance: dict[str, Origin] = {}


class Group(_Sourced, frozen=True, kw_only=True):
    """A colour group. Stations and utilities are groups too, but have no table: see `Edition.members`."""

    id: Id
    printed_colour: Text
    hex: Colour
    theme: Text | None = None
    squares: tuple[Index, ...]
    provenance: dict[str, Origin] = {}


class Square(_Sourced, frozen=True, kw_only=True):
    """One square. Fields that its kind does not have are 0, empty or None; see `KEYS` in `checks/board.py`."""

    index: Index
    kind: SquareKind
    name: Text
    group: str = ""
    price: Amount = 0
    rents: tuple[Amount, ...] = ()
    dice_multipliers: tuple[Factor, ...] = ()
    house_cost: Amount = 0
    mortgage: Amount = 0
    role: Literal["income_tax", "luxury_tax"] | None = None
    amount: Amount = 0
    percent_option: Percent = 0
    short_game_amount: Amount = 0
    provenance: dict[str, Origin] = {}

    @property
    def ownable(self) -> bool:
        return self.kind in OWNABLE


class Effect(_Table, frozen=True, kw_only=True):
    """What a card does. Parameters that its kind does not have are 0, False or None."""

    kind: CardKind
    amount: Amount = 0
    target: Index = 0
    direction: Literal["forward", "backward"] | None = None
    collect_go: bool = False
    group: Literal["station", "utility"] | None = None
    rent_multiplier: Factor = 0  # of a station's rent
    dice_multiplier: Factor = 0  # of a new throw, for a utility
    steps: Annotated[int, Meta(ge=1 - SQUARES, le=SQUARES - 1)] = 0
    per_small: Amount = 0
    per_large: Amount = 0
    options: tuple[Effect, ...] = ()
    deck: Literal["chest", "chance"] | None = None  # of a card: its deck; of a "draw": the deck to draw from


class Card(Effect, frozen=True, kw_only=True):
    """A card of a deck, in that deck's printed order."""

    id: Id
    text: Text
    deck: DeckId


class Edition(_Sourced, frozen=True, kw_only=True):
    """A whole edition, checked. Squares are in board order: `edition.squares[5]` is the first station."""

    schema: Literal[1]
    id: Id
    year: Annotated[int, Meta(ge=1, le=9999)]
    rulebook_language: Literal["en", "fr"] = "en"
    name: Text
    currency: Currency
    players: Players
    dice: Dice
    buildings: Buildings
    decks: Decks
    start_money: StartMoney
    numbers: Numbers
    rules: dict[str, str] = {}
    short: ShortGame | None = None
    timed: TimedGame | None = None
    sources: dict[str, str] = {}
    tokens: tuple[Token, ...]
    groups: tuple[Group, ...]
    squares: tuple[Square, ...]
    cards: tuple[Card, ...]

    @property
    def deeds(self) -> tuple[Square, ...]:
        """The squares that can be owned, in board order."""
        return tuple(square for square in self.squares if square.ownable)

    @property
    def variants(self) -> tuple[str, ...]:
        """The variants this edition can be played in."""
        return "classic", *(name for name in ("short", "timed") if getattr(self, name))

    def switch(self, name: str) -> str:
        """The value of a rule switch: from this file, or the switch's first value."""
        return self.rules.get(name, BY_NAME[name].values[0])

    def members(self, group: str) -> tuple[int, ...]:
        """The squares of a group; "station" and "utility" are groups as well."""
        return tuple(square.index for square in self.squares if square.ownable and square.group == group)

    def deck(self, name: str) -> tuple[Card, ...]:
        """The cards of "chest" or "chance"."""
        return tuple(card for card in self.cards if card.deck == name)

    def money(self, amount: int, lang: str = "en") -> str:
        """An amount as this edition writes it: "$1,500"; in French the sign always comes last: "1 500 $"."""
        digits = number(abs(amount), lang)
        symbol = self.currency.symbol
        manners = language(lang)
        first = self.currency.symbol_position == "before" or symbol in manners.symbols_before
        before = first and not manners.symbol_always_after
        written = f"{symbol}{digits}" if before else f"{digits}\u00a0{symbol}"
        return f"-{written}" if amount < 0 else written
