"""Events: converts the kernel's rows to dicts with seats, squares, amounts and the clause that caused them."""

from __future__ import annotations

from typing import Any

from freehold.editions.schema import Edition
from freehold.game import names, types
from freehold.game.fields import kinds
from freehold.json_types import Json
from freehold.rules import codes, state


def _kinds(shape: Any) -> frozenset[int]:
    return frozenset(names.EVENT_NUMBERS[name] for name in kinds(shape))


_WITH_CARD = _kinds(types.CardEvent)
_WITH_SYMBOL = _kinds(types.SymbolEvent)
_WITH_FACE = _kinds(types.BattleEvent)
_WITH_DOUBLE = _kinds(types.DoubleEvent)
_WITH_AMOUNT = _kinds(types.AmountEvent)
_PILES = (*names.DECKS, "deeds")
# In these events the second seat may be the bank.
_WITH_BANK = {
    codes.EVENT_BUY,
    codes.EVENT_SOLD,
    codes.EVENT_RENT,
    codes.EVENT_TAX,
    codes.EVENT_FINE,
    codes.EVENT_BUILD,
    codes.EVENT_SELL,
    codes.EVENT_MORTGAGE,
    codes.EVENT_REDEEM,
    codes.EVENT_INTEREST,
    codes.EVENT_DEED,
    codes.EVENT_DEBT,
    codes.EVENT_PAID,
    codes.EVENT_RECEIVED,
    codes.EVENT_BANKRUPT,
    codes.EVENT_ESTATE,
    codes.EVENT_BATTLE_LOST,
    codes.EVENT_DEAL,
    codes.EVENT_START,
}


def read(e: Any, edition: Edition) -> list[Json]:
    """All events in the buffer, in order."""
    width = state.EVENT_WIDTH
    return [_event(edition, *e.rows[k * width : (k + 1) * width]) for k in range(e.n)]


def card_id(edition: Edition, card: int) -> tuple[str, str]:
    """A card's deck and id."""
    deck = names.DECKS[card // state.DECK_ROOM]
    return deck, edition.deck(deck)[card % state.DECK_ROOM].id


def _event(edition: Edition, kind: int, seat: int, other: int, square: int, amount: int, clause: int) -> Json:
    event: Json = {"type": names.EVENTS[kind]}
    if kind == codes.EVENT_OVER:
        event["winner"] = seat if seat != state.NOBODY else None
    elif seat != state.NOBODY:
        event["seat"] = seat
    elif kind == codes.EVENT_DEED:
        event["seat"] = "bank"
    if other != state.NOBODY:
        event["other"] = other
    elif kind in _WITH_BANK and kind != codes.EVENT_DEED:
        event["other"] = "bank"
    event |= _what(edition, kind, square, amount)
    event["clause"] = names.CLAUSES[clause]
    return event


def _what(edition: Edition, kind: int, square: int, amount: int) -> Json:
    """The fields of an event for place and amount, named by its kind."""
    if kind == codes.EVENT_ROLL:
        force = {"force": names.FACES[square]} if square != codes.NO_FACE else {}
        return {"dice": [amount // 10, amount % 10], **force}
    what: Json = {}
    if square in names.LOTS:
        what["lot"] = names.LOTS[square]
    elif square != state.NOBODY:
        what["square"] = square
    if kind in _WITH_CARD:
        what["deck"], what["card"] = card_id(edition, amount)
    elif kind in _WITH_SYMBOL:
        what["symbol"] = names.FACES[amount]
    elif kind in _WITH_FACE:
        what["force"] = names.FACES[amount]
    elif kind in _WITH_DOUBLE:
        what["double"] = amount
    elif kind == codes.EVENT_ATTACK_THROW:
        what |= {"red": amount // 10, "blue": amount % 10}
    elif kind == codes.EVENT_SHUFFLE:
        what["what"] = _PILES[amount]
    elif kind == codes.EVENT_STAYED:
        what["attempt"] = amount
    elif kind in _WITH_AMOUNT:
        what["amount"] = amount
    return what
