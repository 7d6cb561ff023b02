"""A position as JSON: writes the complete state of a game, and defines the faults of a position that cannot be loaded.

Omitted fields take their starting values. Reading collects every fault with its place; an impossible position is never
loaded.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from freehold.editions.faults import SetupError
from freehold.editions.schema import Edition
from freehold.game import names
from freehold.game.actions import bits_of
from freehold.game.events import card_id
from freehold.i18n import language
from freehold.i18n.fault_texts import fault_text
from freehold.json_types import Json
from freehold.rules import codes, state
from freehold.rules.board import level

# The turn's inner state, optional in a position written by hand.
FLOW = (
    "extra",
    "thrown",
    "arrived",
    "rent_times",
    "dice_times",
    "jail_failed",
    "battle_next",
    "time_up",
    "turns",
    "banker",
)
KEYS = {
    "edition", "variant", "options", "players", "turn", "phase", "decider", "doubles", "dice", "deeds", "bank", "decks",
    "force", "flow", "auction", "contest", "debts", "claims", "offer", "transfer", "estate", "battle", "card", "winner",
    "chance", "pot",
}  # fmt: skip
PLAYER_KEYS = {
    "name", "token", "cash", "square", "in_jail", "jail_turns", "jail_cards", "bankrupt", "bankrupt_order",
    "lapped",
}  # fmt: skip
MOST_CASH = 1_000_000_000
BASES = ("roll", "double", "buy", "tax", "battle", "end", "card")


class PositionFault(msgspec.Struct, frozen=True):
    """One fault: its place in the position, a stable code, and the parts of its sentence."""

    place: str
    code: str
    parts: dict[str, str | int] = {}

    def sentence(self, lang: str = "en") -> str:
        """What is wrong, in English or French."""
        return fault_text("position", self.code, {"place": self.place, **self.parts}, lang)

    def __str__(self) -> str:
        return self.sentence()


class PositionError(SetupError):
    """An impossible position. `faults` lists every place and what is wrong there."""

    def __init__(self, faults: Sequence[PositionFault]) -> None:
        super().__init__("impossible-position")
        self.faults = list(faults)
        self.args = (self.faults,)

    def sentence(self, lang: str = "en") -> str:
        """What is wrong, in English or French."""
        return fault_text("setup", self.code, {"faults": self.listed(lang)}, lang)

    def listed(self, lang: str = "en") -> str:
        """All faults in one line."""
        return language(lang).semicolon.join(fault.sentence(lang) for fault in self.faults)


def from_view(position: Mapping[str, Any]) -> Mapping[str, Any]:
    """A view as a position: its decks are only counts, so they are dropped and rebuilt from the cards that players
    hold.
    """
    decks = position.get("decks", {}) if isinstance(position, Mapping) else {}
    if isinstance(decks, Mapping) and any(isinstance(cards, int) for cards in decks.values()):
        return {key: value for key, value in position.items() if key != "decks"}
    return position


def write(g: Any, t: Any, edition: Edition, player_names: list[str], *, hidden: bool = True) -> Json:
    """A game record as JSON. Without hidden information, the decks are given by their number of cards."""
    kept = kept_cards(g)
    position: Json = {
        "players": [_write_player(g, edition, name, seat, kept) for seat, name in enumerate(player_names)],
        "turn": g.turn,
        "phase": names.PHASES[g.phase],
        "decider": _seat(g.decider),
        "doubles": g.doubles,
        "deeds": {
            str(square): {
                "owner": g.owner[square],
                "mortgaged": bool(g.mortgaged[square]),
                "buildings": g.buildings[square],
                **_write_prices(g, t, square),
            }
            for square in range(state.SQUARES)
            if g.owner[square] != state.BANK
        },
        "bank": {"houses": g.houses, "hotels": g.hotels},
        "decks": {
            name: deck_order(g, edition, deck) if hidden else deck_count(g, deck)
            for deck, name in enumerate(names.DECKS)
        },
    }
    if t.parking_pot or t.pot_start:
        position["pot"] = g.pot
    if g.light != state.NOBODY:
        position["force"] = {"dark": g.dark, "light": g.light}
    if g.die1:
        position["dice"] = [g.die1, g.die2]
    position |= _write_pending(g, edition)
    flow = {name: getattr(g, name) for name in FLOW}
    flow["base"] = names.PHASES.get(g.base)
    flow["stage"] = names.STAGES[g.stage]
    flow["force_face"] = names.FACES.get(g.force_face)
    holders = [holder for holder in g.kept_by if holder != state.NOBODY]
    if holders != sorted(holders):
        flow["jail_cards_of"] = holders
    position["flow"] = flow
    if g.phase == codes.PHASE_OVER:
        position["winner"] = _seat(g.winner)
    return position


def _write_prices(g: Any, t: Any, square: int) -> Json:
    """What the buildings of a lot cost, from the first, where one was won at auction; 0 is the printed price."""
    if g.odd_prices == 0 or g.buildings[square] == 0:
        return {}
    first = t.street[square] * state.STEPS
    prices = g.paid[first : first + level(t, g.buildings[square])]
    return {"paid": prices} if any(prices) else {}


def _seat(number: int) -> int | None:
    return None if number == state.NOBODY else number


def _party(number: int) -> int | str:
    return "bank" if number == state.BANK else number


def _write_player(g: Any, edition: Edition, name: str, seat: int, kept: dict[int, list[tuple[str, int]]]) -> Json:
    player = {
        "name": name,
        "token": edition.tokens[g.token[seat]].id,
        "cash": g.cash[seat],
        "square": g.square[seat],
        "in_jail": bool(g.in_jail[seat]),
        "jail_turns": g.jail_turns[seat],
        "jail_cards": [deck for deck, _ in kept.get(seat, [])],
        "bankrupt": bool(g.out[seat]),
        **({"lapped": True} if g.lapped >> seat & 1 else {}),
    }
    if g.out[seat]:
        player["bankrupt_order"] = g.out[seat]
    return player


def kept_cards(g: Any) -> dict[int, list[tuple[str, int]]]:
    """Each seat's jail cards as (deck, slot)."""
    kept: dict[int, list[tuple[str, int]]] = {}
    for slot in range(state.KEPT):
        if g.kept_by[slot] != state.NOBODY:
            deck = names.DECKS[g.kept_card[slot] // state.DECK_ROOM]
            kept.setdefault(g.kept_by[slot], []).append((deck, slot))
    return kept


def deck_order(g: Any, edition: Edition, deck: int) -> list[str]:
    """The cards of a deck, top first, without those in a player's hand."""
    start, size, top = deck * state.DECK_ROOM, g.deck_size[deck], g.deck_top[deck]
    ring = [g.deck[start + (top + k) % size] for k in range(size)]
    ids = [card.id for card in edition.deck(names.DECKS[deck])]
    return [ids[card - start] for card in ring if card != g.in_hand]


def deck_count(g: Any, deck: int) -> int:
    """The number of cards in a deck."""
    start = deck * state.DECK_ROOM
    return sum(card != g.in_hand for card in g.deck[start : start + g.deck_size[deck]])


def _write_pending(g: Any, edition: Edition) -> Json:
    """The pending parts: auction, contest, debts, claims, offer, transfers, estate, battle, card."""
    pending: Json = {}
    if g.lot != codes.LOT_NONE:
        pending["auction"] = {
            **({"lot": names.LOTS[g.lot]} if g.lot in names.LOTS else {"square": g.lot}),
            "bid": g.bid,
            "floor": g.floor,
            "leader": _seat(g.leader),
            "bidder": _seat(g.bidder),
            "bidders": bits_of(g.bidders),
            "place": _seat(g.place),
        }
    if g.contest != codes.LOT_NONE:
        pending["contest"] = {
            "lot": names.LOTS[g.contest],
            "by": g.contest_by,
            "square": _seat(g.contest_square),
            "asked": bits_of(g.asked),
            "wishes": g.wish[: g.players],
        }
    if g.debts:
        pending["debts"] = [_write_debt(g, k) for k in range(g.debts)]
    if g.claims:
        pending["claims"] = [
            {
                "square": g.claim_square[k],
                "visitor": g.claim_visitor[k],
                "owner": g.claim_owner[k],
                "amount": g.claim_amount[k],
                "clause": names.CLAUSES[g.claim_clause[k]],
                "throws_left": g.claim_left[k],
            }
            for k in range(g.claims)
        ]
    if g.offer_from != state.NOBODY:
        pending["offer"] = _write_offer(g)
    if g.transfer:
        pending["transfer"] = {"squares": bits_of(g.transfer), "interest_paid": bits_of(g.prepaid)}
    if g.estate:
        pending["estate"] = bits_of(g.estate)
    if g.battler != state.NOBODY:
        pending["battle"] = {"seat": g.battler, "symbol": names.FACES[g.battle_symbol]}
    in_hand = {}
    if g.in_hand != state.NOBODY:
        in_hand["in_hand"] = card_id(edition, g.in_hand)
    if g.choice_card != state.NOBODY:
        in_hand["choice"] = card_id(edition, g.choice_card)
    if in_hand:
        pending["card"] = {key: {"deck": deck, "card": card} for key, (deck, card) in in_hand.items()}
    return pending


def _write_debt(g: Any, k: int) -> Json:
    return {
        "debtor": g.debt_from[k],
        "creditor": _party(g.debt_to[k]),
        "amount": g.debt_amount[k],
        "why": names.DEBTS[g.debt_why[k]],
        "clause": names.CLAUSES[g.debt_clause[k]],
        "square": _seat(g.debt_square[k]),
        "open": bool(k == 0 and g.debt_open),
        **({"older_claims": g.debt_older[k]} if g.debt_older[k] else {}),
    }


def _write_offer(g: Any) -> Json:
    def side(cash: int, squares: int, cards: int) -> Json:
        decks = [names.DECKS[g.kept_card[slot] // state.DECK_ROOM] for slot in range(state.KEPT) if cards >> slot & 1]
        return {"cash": cash, "squares": bits_of(squares), "jail_cards": decks}

    return {
        "kind": "settlement" if g.offer_kind == codes.OFFER_SETTLEMENT else "trade",
        "from": g.offer_from,
        "to": g.offer_to,
        "give": side(g.offer_give_cash, g.offer_give, g.offer_give_cards),
        "ask": side(g.offer_ask_cash, g.offer_ask, g.offer_ask_cards),
    }
