"""Jail: how one gets in and out."""

from __future__ import annotations

from tests.reference.model import money
from tests.reference.model.table import BANK, Refused, Table

JAIL = 10


def go(t: Table, seat: int) -> None:
    """In one jump, and the turn is over."""
    player = t.seats[seat]
    player.square, player.in_jail, player.jail_turns = JAIL, True, 0
    t.again = False


def free(t: Table, seat: int) -> None:
    t.seats[seat].in_jail, t.seats[seat].jail_turns = False, 0


def may_pay_fine(t: Table, seat: int) -> bool:
    """Before the throw on the first two turns, or on any (jail-third-turn-choices); after a miss if the short game
    lets one leave at once (short-jail-may-or-must)."""
    player = t.seats[seat]
    if not player.in_jail or seat != t.turn:
        return False
    if t.thrown and t.jail_missed and must_leave(t) and not player.jail_cards:
        return True  # compulsory, and a debt if the cash is missing
    if player.cash < t.edition.fine:
        return False
    if t.thrown:
        return t.jail_missed
    return t.edition.rules["jail_fine_turns"] == "any" or player.jail_turns < 2


def may_use_card(t: Table, seat: int) -> bool:
    player = t.seats[seat]
    return player.in_jail and seat == t.turn and bool(player.jail_cards) and (not t.thrown or t.jail_missed)


def use_card(t: Table, seat: int, deck: str | None) -> None:
    """The card goes under its own deck (jail-card-return-silent); of two, the named or first one (which-jail-card)."""
    held = [card for card in t.seats[seat].jail_cards if deck in (None, card.deck)]
    if not may_use_card(t, seat) or not held:
        raise Refused
    card = held[0]
    t.seats[seat].jail_cards.remove(card)
    t.decks[card.deck].append(card.id)
    free(t, seat)


def must_leave(t: Table) -> bool:
    """The short games that end a stay after one throw."""
    return t.edition.variant == "short" and t.edition.rules["short_jail"] == "must-leave"


def may_leave(t: Table) -> bool:
    return t.edition.variant == "short" and t.edition.rules["short_jail"] == "may-leave"


def fine_is_due(t: Table, seat: int) -> None:
    """The compulsory fine: a debt like others (jail-fine-unpayable)."""
    money.owe(t, seat, BANK, t.edition.fine, "fine", JAIL)
