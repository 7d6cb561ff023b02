"""Debts and payments: who owes what, in which order it is settled, and what a player could raise.

Every payment is a debt that is settled at once if the cash is there. Several are settled one after the other
(payments-to-or-from-each-player).
"""

from __future__ import annotations

from tests.reference.model import selling
from tests.reference.model.table import BANK, Debt, Refused, Table


def owe(t: Table, debtor: int, creditor: int, amount: int, why: str, square: int | None = None) -> None:
    """A new debt, behind those that are there."""
    if amount > 0:
        t.debts.append(Debt(debtor, creditor, amount, why, square, t.event()))


def move(t: Table, payer: int, payee: int, amount: int) -> None:
    if payer != BANK:
        t.seats[payer].cash -= amount
    if payee != BANK:
        t.seats[payee].cash += amount


# house.free-parking-taxes, house.free-parking-pot: which payments to the bank go into the middle; what a
# bankrupt leaves is no payment (house-pot-bankruptcy-and-end)
INTO_POT = {"none": (), "taxes": ("tax",), "taxes-fines-cards": ("tax", "fine", "card")}


def into_pot(t: Table, why: str, amount: int) -> None:
    if why in INTO_POT[t.edition.rules["parking_pot"]]:
        t.pot += amount


def settle_first(t: Table) -> bool:
    """Settle the first debt if its debtor has the cash. Whether it was settled."""
    debt = t.debts[0]
    if debt.open or t.seats[debt.debtor].cash < debt.amount:
        debt.open = True
        return False
    pay_first(t)
    return True


def pay_first(t: Table) -> None:
    debt = t.debts.pop(0)
    move(t, debt.debtor, debt.creditor, debt.amount)
    if debt.creditor == BANK:
        into_pot(t, debt.why, debt.amount)


def pay(t: Table) -> None:
    """The debtor has raised the money."""
    if t.seats[t.debts[0].debtor].cash < t.debts[0].amount:
        raise Refused
    pay_first(t)


def raisable(t: Table, seat: int) -> int:
    """Cash, all buildings at half price, and all mortgages, unless there are none (house.no-mortgages)."""
    total = t.seats[seat].cash
    for i in t.owned_by(seat):
        deed = t.deeds[i]
        total += selling.refund(t, i, 0)
        if not deed.mortgaged and t.edition.rules["mortgages"] == "allowed":
            total += t.edition.squares[i].mortgage
    return total


def owed_by(t: Table, seat: int) -> int:
    return sum(d.amount for d in t.debts if d.debtor == seat)
