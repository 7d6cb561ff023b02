"""Events: the kernel's rows as dicts that name seats, squares, amounts and the clause that caused them."""

from __future__ import annotations

from typing import Any

from freehold.editions.schema import Edition
from freehold.game import names
from freehold.rules import state, words

Json = dict[str, Any]

_WITH_CARD = {words.EVENT_CARD, words.EVENT_CARD_KEPT, words.EVENT_CARD_RETURNED, words.EVENT_JAIL_CARD}
_WITH_SYMBOL = {words.EVENT_SYMBOL, words.EVENT_BATTLE}
_WITH_FACE = {words.EVENT_BATTLE_WON, words.EVENT_BATTLE_LOST}
_WITH_DOUBLE = {words.EVENT_DOUBLE, words.EVENT_OPTION}
_PILES = (*names.DECKS, "deeds")
# The second seat of an event is the bank only where money or deeds pass between a player and the bank.
_WITH_BANK = {
    words.EVENT_BUY,
    words.EVENT_SOLD,
    words.EVENT_RENT,
    words.EVENT_TAX,
    words.EVENT_FINE,
    words.EVENT_BUILD,
    words.EVENT_SELL,
    words.EVENT_MORTGAGE,
    words.EVENT_REDEEM,
    words.EVENT_INTEREST,
    words.EVENT_DEED,
    words.EVENT_DEBT,
    words.EVENT_PAID,
    words.EVENT_RECEIVED,
    words.EVENT_BANKRUPT,
    words.EVENT_ESTATE,
    words.EVENT_BATTLE_LOST,
    words.EVENT_DEAL,
    words.EVENT_START,
}
_WITHOUT_AMOUNT = {
    words.EVENT_MOVE,
    words.EVENT_DECLINE,
    words.EVENT_PASS,
    words.EVENT_UNSOLD,
    words.EVENT_NO_RENT,
    words.EVENT_JAILED,
    words.EVENT_FREED,
    words.EVENT_VISIT,
    words.EVENT_REST,
    words.EVENT_REJECT,
    words.EVENT_WITHDRAW,
    words.EVENT_DEED,
    words.EVENT_ATTACK,
    words.EVENT_ATTACK_WON,
    words.EVENT_ATTACK_LOST,
    words.EVENT_TURN,
    words.EVENT_OVER,
    words.EVENT_DEAL,
    words.EVENT_TIME_UP,
}


def read(e: Any, edition: Edition) -> list[Json]:
    """Every event in the buffer, in order."""
    width = state.EVENT_WIDTH
    return [_event(edition, *e.rows[k * width : (k + 1) * width]) for k in range(e.n)]


def card_id(edition: Edition, card: int) -> tuple[str, str]:
    """A card's deck and id."""
    deck = names.DECKS[card // state.DECK_ROOM]
    return deck, edition.deck(deck)[card % state.DECK_ROOM].id


def _event(edition: Edition, kind: int, seat: int, other: int, square: int, amount: int, clause: int) -> Json:
    event: Json = {"type": names.EVENTS[kind]}
    if kind == words.EVENT_OVER:
        event["winner"] = seat if seat != state.NOBODY else None
    elif seat != state.NOBODY:
        event["seat"] = seat
    elif kind == words.EVENT_DEED:
        event["seat"] = "bank"
    if other != state.NOBODY:
        event["other"] = other
    elif kind in _WITH_BANK and kind != words.EVENT_DEED:
        event["other"] = "bank"
    event |= _what(edition, kind, square, amount)
    event["clause"] = names.CLAUSES[clause]
    return event


def _what(edition: Edition, kind: int, square: int, amount: int) -> Json:
    """Where and how much, in the words of this kind of event."""
    if kind == words.EVENT_ROLL:
        force = {"force": names.FACES[square]} if square != words.NO_FACE else {}
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
    elif kind == words.EVENT_ATTACK_THROW:
        what |= {"red": amount // 10, "blue": amount % 10}
    elif kind == words.EVENT_SHUFFLE:
        what["what"] = _PILES[amount]
    elif kind == words.EVENT_STAYED:
        what["attempt"] = amount
    elif kind not in _WITHOUT_AMOUNT:
        what["amount"] = amount
    return what
