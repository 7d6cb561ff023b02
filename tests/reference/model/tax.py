"""Taxes: the printed sum, or the choice of a tenth of all one has."""

from __future__ import annotations

from tests.reference.model import money
from tests.reference.model.table import BANK, Refused, Table


def land(t: Table, seat: int, square: int) -> None:
    facts = t.edition.squares[square]
    if facts.percent:
        t.decision = "tax"
    else:
        money.owe(t, seat, BANK, facts.amount, "tax", square)


def pay(t: Table, seat: int, choice: str) -> None:
    facts = t.edition.squares[t.seats[seat].square]
    if choice not in ("flat", "percent"):
        raise Refused
    amount = facts.amount if choice == "flat" else t.edition.tenth(worth(t, seat), facts.percent)
    t.decision = None
    money.owe(t, seat, BANK, amount, "tax", facts.index)


def take_pot(t: Table, seat: int) -> None:
    """Whoever stops on Free Parking takes the money in the middle; house.free-parking-bonus: the bank lays new one."""
    if not t.pot:
        return
    t.seats[seat].cash += t.pot
    t.pot = t.edition.third_of_cash if t.edition.rules["parking_start"] == "third-of-cash" else 0


def worth(t: Table, seat: int) -> int:
    """Cash, properties at their printed price, mortgaged or not (total-worth-stations-utilities), and buildings at what
    they cost (total-worth-castles, buildings-count-at-what-was-paid)."""
    total = t.seats[seat].cash
    for i in t.owned_by(seat):
        total += t.edition.squares[i].price + sum(t.deeds[i].paid)
    return total
