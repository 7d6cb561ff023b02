"""The table: who has what, what is open, and how that is written as the JSON of a position."""

from __future__ import annotations

import pickle
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from tests.reference.model.edition import DECKS, Edition

BANK = -1
Json = dict[str, Any]


class Refused(Exception):
    """The rules do not allow the action."""


class NoDice(Exception):
    """More dice are thrown than fell."""


class Draws:
    """What the dice showed during one action, in order. Asking for more, or for less, than fell is a disagreement."""

    def __init__(self, outcomes: Iterable[int | str]) -> None:
        self.left = list(outcomes)

    def next(self) -> int | str:
        if not self.left:
            raise NoDice
        return self.left.pop(0)

    def die(self) -> int:
        value = self.next()
        assert value in range(1, 7), f"a die was thrown, but {value!r} came up"
        assert isinstance(value, int)
        return value

    def face(self) -> str:
        value = self.next()
        assert value in ("light", "dark", "shift"), f"the Force die was thrown, but {value!r} came up"
        assert isinstance(value, str)
        return value


class JailCard(NamedTuple):
    """A get-out-of-jail card in somebody's hand. `drawn`: when it was drawn."""

    drawn: int
    deck: str
    id: str


@dataclass
class Seat:
    name: str
    token: str
    side: str
    cash: int
    square: int = 0
    in_jail: bool = False
    jail_turns: int = 0
    jail_cards: list[JailCard] = field(default_factory=list)  # the one drawn first comes first (which-jail-card)
    bankrupt_order: int = 0
    lapped: bool = False  # has collected a first salary, where that matters (house.no-buying-first-lap)

    @property
    def bankrupt(self) -> bool:
        return self.bankrupt_order > 0

    def take_card(self, card: JailCard) -> None:
        self.jail_cards = sorted([*self.jail_cards, card])


@dataclass
class Deed:
    """A sold deed. `paid` has what was paid for each building on it, the first built first."""

    owner: int
    mortgaged: bool = False
    paid: list[int] = field(default_factory=list)

    @property
    def level(self) -> int:
        return len(self.paid)


@dataclass
class Debt:
    debtor: int
    creditor: int
    amount: int
    why: str
    square: int | None = None
    since: int = 0  # the number of the event it comes from
    open: bool = False  # the debtor could not pay at once and was told so
    returns_card: bool = False


@dataclass
class Claim:
    square: int
    visitor: int
    owner: int
    amount: int
    throws_left: int
    since: int
    asked: bool = False


@dataclass
class Goods:
    cash: int = 0
    squares: list[int] = field(default_factory=list)
    jail_cards: list[str] = field(default_factory=list)

    def as_json(self) -> Json:
        return {"cash": self.cash, "squares": self.squares, "jail_cards": self.jail_cards}


@dataclass
class Offer:
    kind: str
    by: int
    to: int
    give: Goods
    ask: Goods


@dataclass
class Auction:
    """An auction of a deed (`square`) or of a building (`lot`)."""

    square: int | None
    lot: str | None
    floor: int
    bidders: list[int]
    bidder: int | None
    bid: int = 0
    leader: int | None = None
    place: int | None = None


@dataclass
class Contest:
    """Scarce buildings: who is still to be asked, and how many each wants."""

    lot: str
    by: int
    square: int | None
    asked: list[int]
    wishes: list[int]


class Table:
    """A game in progress."""

    def __init__(self, edition: Edition) -> None:
        self.edition = edition
        self.seats: list[Seat] = []
        self.deeds: dict[int, Deed] = {}
        self.houses = edition.houses
        self.hotels = edition.hotels
        self.decks: dict[str, list[str]] = {deck: [] for deck in DECKS}
        self.force: dict[str, int] = {}
        self.pot = 0  # the money in the middle
        self.turn = 0
        self.turns = 0
        self.banker = 0
        self.doubles = 0
        self.dice: tuple[int, int] | None = None
        self.face: str | None = None
        self.thrown = False  # the player on turn has thrown
        self.again = False  # the last throw gives another one
        self.jail_due: str | None = None  # after the last miss: "fine", or the "choice" of a card or the fine
        self.jail_missed = False  # a throw for a double failed, and the fine may or must follow in this turn
        self.decision: str | None = None  # what the turn waits for: roll, buy, tax, card, double, battle, end
        self.stage = "roll"  # what the turn does next when nothing is open
        self.card_choice: tuple[str, str] | None = None
        self.card_in_hand: tuple[str, str] | None = None
        self.battle: tuple[int, str] | None = None
        self.arrivals: list[tuple[int, str]] = []  # who still fights which symbol after a shift
        self.debts: list[Debt] = []
        self.claims: list[Claim] = []
        self.transfers: dict[int, bool] = {}  # mortgaged deeds just taken over, and whether their interest is paid
        self.estate: list[int] = []
        self.auction: Auction | None = None
        self.contest: Contest | None = None
        self.offer: Offer | None = None
        self.time_up = False
        self.over = False
        self.winner: int | None = None
        self.events = 0
        self.ending = False  # a short game has ended: debts are paid from cash, then worth is counted

    def copy(self) -> Table:
        edition, self.edition = self.edition, None  # type: ignore[assignment]  # it never changes, and is not copied
        twin: Table = pickle.loads(pickle.dumps(self, pickle.HIGHEST_PROTOCOL))
        self.edition = twin.edition = edition
        return twin

    # -- who is there

    def in_game(self) -> list[int]:
        return [i for i, seat in enumerate(self.seats) if not seat.bankrupt_order]

    def after(self, seat: int) -> list[int]:
        """The players still in the game, in seating order from the left of a seat; the seat itself comes last."""
        count = len(self.seats)
        order = [(seat + step) % count for step in range(1, count + 1)]
        return [i for i in order if not self.seats[i].bankrupt_order]

    def event(self) -> int:
        self.events += 1
        return self.events

    def has_pot(self) -> bool:
        rules = self.edition.rules
        return bool(rules["parking_pot"] != "none" or rules["parking_start"] != "none")

    # -- what they own

    def owns_group(self, seat: int, square: int) -> bool:
        deeds = self.deeds
        return all(i in deeds and deeds[i].owner == seat for i in self.edition.group_of[square])

    def lots_of(self, seat: int, square: int) -> list[int]:
        """The lots of a group that have to be ready before anything is built on one of them, and form its rows: all of
        them, or those of the seat (house.build-without-group)."""
        group = self.edition.group_of[square]
        if self.edition.rules["building_group"] == "whole":
            return group
        return [i for i in group if i in self.deeds and self.deeds[i].owner == seat]

    def level(self, square: int) -> int:
        deed = self.deeds.get(square)
        return len(deed.paid) if deed else 0

    def group_is_built(self, square: int) -> bool:
        """Are there buildings of the owner in the group of a deed?"""
        return any(self.level(i) for i in self.lots_of(self.deeds[square].owner, square))

    def owned_by(self, seat: int) -> list[int]:
        return [i for i in self.edition.properties if i in self.deeds and self.deeds[i].owner == seat]

    def in_offer(self, square: int) -> bool:
        """Is a deed part of the open offer? Then it stays as it was offered."""
        return self.offer is not None and (square in self.offer.give.squares or square in self.offer.ask.squares)

    def in_debt(self, seat: int) -> bool:
        """Whoever has to pay a debt buys nothing from the bank before that."""
        return any(debt.debtor == seat for debt in self.debts)

    def stock(self, lot: str) -> int:
        return self.houses if lot == "house" else self.hotels

    def free_houses(self) -> int:
        """The bank's houses, without the one under the hammer."""
        return self.houses - int(self.auction is not None and self.auction.lot == "house")

    def room(self, square: int, lot: str) -> int:
        """How many buildings of a kind would still find a place on a lot that is ready for them."""
        edition = self.edition
        if not edition.squares[square].house_cost:
            return 0
        if lot == "house":
            return max(0, edition.hotel_after - self.level(square))
        row = [square] if edition.rules["building_rows"] == "free" else self.lots_of(self.deeds[square].owner, square)
        ready = all(self.level(i) >= edition.hotel_after for i in row)
        return int(ready and self.level(square) == edition.hotel_after)

    def is_promised(self, seat: int, square: int) -> bool:
        """Whoever has asked for scarce buildings keeps the places for them: no sale and no mortgage in such a group."""
        c = self.contest
        if c is None or c.wishes[seat] <= 0:
            return False
        group = self.lots_of(seat, square)
        ready = all(i in self.deeds and self.deeds[i].owner == seat and not self.deeds[i].mortgaged for i in group)
        return ready and any(self.room(i, c.lot) for i in group)

    # -- what is waited for

    def phase(self) -> tuple[str, int | None]:
        """The pending decision and who has to take it."""
        if self.over:
            return "over", None
        if self.offer:
            return "answer", self.offer.to
        if self.auction:
            return "auction", self.auction.bidder
        if self.contest:
            return "contest", self.contest.asked[0]
        if self.debts and self.debts[0].open:
            return "debt", self.debts[0].debtor
        if self.transfers:
            return "transfer", self.deeds[min(self.transfers)].owner
        assert self.decision, "nothing is waited for"
        if self.decision == "battle":
            assert self.battle
            return "battle", self.battle[0]
        return self.decision, self.turn

    def position(self) -> Json:
        """The position as JSON, as far as the model predicts it."""
        phase, decider = self.phase()
        top = self.edition.top
        position: Json = {
            "players": [
                {
                    "name": s.name,
                    "token": s.token,
                    "cash": s.cash,
                    "square": s.square,
                    "in_jail": s.in_jail,
                    "jail_turns": 0 if s.bankrupt_order else s.jail_turns,
                    "jail_cards": [card.deck for card in s.jail_cards],
                    "bankrupt": s.bankrupt_order > 0,
                    **({"bankrupt_order": s.bankrupt_order} if s.bankrupt_order else {}),
                    **({"lapped": True} if s.lapped else {}),
                }
                for s in self.seats
            ],
            "turn": self.turn,
            "phase": phase,
            "decider": decider,
            "doubles": self.doubles,
            "deeds": {
                str(i): {
                    "owner": d.owner,
                    "mortgaged": d.mortgaged,
                    "buildings": 5 if d.level == top else d.level,
                    **self._paid(i),
                }
                for i, d in sorted(self.deeds.items())
            },
            "bank": {"houses": self.houses, "hotels": self.hotels},
            "decks": {deck: list(cards) for deck, cards in self.decks.items()},
            "turns": self.turns,
            "winner": self.winner,
        }
        if self.dice:
            position["dice"] = list(self.dice)
        if self.has_pot():
            position["pot"] = self.pot
        if self.force:
            position["force"] = dict(self.force)
        if not self.over:
            self._open(position)
        return position

    def _paid(self, square: int) -> Json:
        """What was paid for buildings that were won at an auction; 0 stands for the printed price."""
        printed = self.edition.squares[square].house_cost
        paid = [0 if price == printed else price for price in self.deeds[square].paid]
        return {"paid": paid} if any(paid) else {}

    def _open(self, position: Json) -> None:
        """What is open: auctions, debts, offers and the like."""
        if a := self.auction:
            position["auction"] = {
                **({"lot": a.lot} if a.lot else {"square": a.square}),
                "bid": a.bid,
                "floor": a.floor,
                "leader": a.leader,
                "bidder": a.bidder,
                "bidders": sorted(a.bidders),
                "place": a.place,
            }
        if c := self.contest:
            position["contest"] = {
                "lot": c.lot, "by": c.by, "square": c.square, "asked": sorted(c.asked), "wishes": list(c.wishes),
            }  # fmt: skip
        if self.debts:
            position["debts"] = [
                {
                    "debtor": d.debtor,
                    "creditor": "bank" if d.creditor == BANK else d.creditor,
                    "amount": d.amount,
                    "why": d.why,
                    "square": d.square,
                    "open": d.open,
                }
                for d in self.debts
            ]
        if self.claims:
            position["claims"] = [
                {
                    "square": c.square,
                    "visitor": c.visitor,
                    "owner": c.owner,
                    "amount": c.amount,
                    "throws_left": c.throws_left,
                    **({"asked": True} if c.asked else {}),
                }
                for c in self.claims
            ]
        if o := self.offer:
            position["offer"] = {
                "kind": o.kind, "from": o.by, "to": o.to, "give": o.give.as_json(), "ask": o.ask.as_json(),
            }  # fmt: skip
        if self.transfers:
            position["transfer"] = {
                "squares": sorted(self.transfers),
                "interest_paid": sorted(i for i, paid in self.transfers.items() if paid),
            }
        if self.estate:
            position["estate"] = list(self.estate)
        if self.battle:
            position["battle"] = {"seat": self.battle[0], "symbol": self.battle[1]}
        card = {}
        if self.card_in_hand:
            card["in_hand"] = {"deck": self.card_in_hand[0], "card": self.card_in_hand[1]}
        if self.card_choice:
            card["choice"] = {"deck": self.card_choice[0], "card": self.card_choice[1]}
        if card:
            position["card"] = card
