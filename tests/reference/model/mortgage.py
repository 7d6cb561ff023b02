"""Mortgages: taking them, lifting them, and what they cost when a deed changes hands."""

from __future__ import annotations

from tests.reference.model import money
from tests.reference.model.table import BANK, Refused, Table


def can_mortgage(t: Table, seat: int, square: int) -> bool:
    deed = t.deeds.get(square)
    if t.edition.rules["mortgages"] == "none":  # house.no-mortgages
        return False
    if deed is None or deed.owner != seat or deed.mortgaged or t.in_offer(square) or t.is_promised(seat, square):
        return False
    if t.edition.rules["mortgage_clears"] == "property":  # mortgage-beside-built-lots
        return not deed.paid
    return not t.group_is_built(square)


def take(t: Table, seat: int, square: int) -> None:
    if not can_mortgage(t, seat, square):
        raise Refused
    t.deeds[square].mortgaged = True
    t.seats[seat].cash += t.edition.squares[square].mortgage


def lift_cost(t: Table, square: int) -> int:
    """The value and ten per cent; less for a deed that has just been taken over.

    lift-right-after-bankruptcy: the interest was paid when the estate came over. transfer-lift-now-game-of-thrones: by
    the letter of that text the value alone.
    """
    value = t.edition.squares[square].mortgage
    if square in t.transfers and (t.transfers[square] or t.edition.rules["transfer_lift"] == "value-only"):
        return value
    return value + t.edition.tenth(value)


def can_lift(t: Table, seat: int, square: int) -> bool:
    deed = t.deeds.get(square)
    if deed is None or deed.owner != seat or not deed.mortgaged or t.in_debt(seat):
        return False
    if t.phase()[0] in ("auction", "contest"):  # off-turn-windows, lifting-during-an-auction
        return False
    return t.seats[seat].cash >= lift_cost(t, square)


def lift(t: Table, seat: int, square: int) -> None:
    if not can_lift(t, seat, square):
        raise Refused
    t.seats[seat].cash -= lift_cost(t, square)
    t.deeds[square].mortgaged = False
    t.transfers.pop(square, None)


def keep(t: Table, seat: int, square: int) -> None:
    """The new owner keeps the mortgage and pays ten per cent at once, unless that was paid with the estate."""
    if square not in t.transfers or t.deeds[square].owner != seat:
        raise Refused
    cost = keep_cost(t, square)
    del t.transfers[square]
    money.owe(t, seat, BANK, cost, "interest", square)


def keep_cost(t: Table, square: int) -> int:
    return 0 if t.transfers[square] else t.edition.tenth(t.edition.squares[square].mortgage)


def hand_over(t: Table, square: int, seat: int) -> None:
    t.deeds[square].owner = seat
    t.deeds[square].paid.clear()


def taken_over(t: Table, squares: list[int], *, interest_paid: bool = False) -> None:
    """The mortgaged ones among deeds that changed hands wait for their new owner's decision."""
    for i in squares:
        if t.deeds[i].mortgaged:
            t.transfers[i] = interest_paid
