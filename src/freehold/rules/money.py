"""Money: the only four ways it moves, ten per cent, what a player is worth, and what is owed.

Whatever must be paid goes through `owe`; debts are settled one at a time, in the order in which they arose.
"""

from .board import level
from .state import BANK, DEBTS, HOTEL, SQUARES
from .switches import HOTEL_COUNTS_AS_FOUR, TEN_PERCENT_DOWN, TEN_PERCENT_UP


def bank_pays(g, seat, amount):
    # bank.never-broke: there is no stock of money to run out
    g.cash[seat] += amount
    g.bank -= amount


def bank_takes(g, seat, amount):
    g.cash[seat] -= amount
    g.bank += amount


def hand_over(g, payer, receiver, amount):
    """Money from a player to a player or to the bank."""
    if receiver == BANK:
        bank_takes(g, payer, amount)
    else:
        g.cash[payer] -= amount
        g.cash[receiver] += amount


def percent_of(t, amount, percent):
    """A percentage in whole units. One place, so that every ten per cent is rounded alike."""
    hundredths = amount * percent
    if t.ten_percent == TEN_PERCENT_UP:
        return (hundredths + 99) // 100
    if t.ten_percent == TEN_PERCENT_DOWN:
        return hundredths // 100
    return (hundredths + 50) // 100


def interest_on(t, square):
    # bankruptcy-interest-base: of the mortgage, never of the price
    return percent_of(t, t.mortgage[square], t.interest)


def half_of_buildings(g, t, square):
    """What the bank gives for all that stands on a square."""
    # sell.to-bank-at-half, sell.hotel-value-includes-houses
    steps = level(t, g.buildings[square])
    if g.buildings[square] == HOTEL and t.hotel_counts_as == HOTEL_COUNTS_AS_FOUR:
        steps -= 1
    return steps * t.house_cost[square] // 2


def raisable(g, t, seat):
    """All a player could have in cash: cash in hand, buildings at half price, mortgages."""
    # bankruptcy.when-debt-exceeds-all-means
    total = g.cash[seat] + 0
    for square in range(SQUARES):
        if g.owner[square] == seat:
            total += half_of_buildings(g, t, square)
            if g.mortgaged[square] == 0:
                total += t.mortgage[square]
    return total


def worth(g, t, seat, mortgaged_at_half):
    """Cash, printed prices and buildings at cost. A mortgage halves a price in a final count, not for the tax."""
    # tax.worth-*, short.value.*
    total = g.cash[seat] + 0
    for square in range(SQUARES):
        if g.owner[square] == seat:
            if mortgaged_at_half and g.mortgaged[square] != 0:
                total += t.price[square] // 2
            else:
                total += t.price[square]
            total += level(t, g.buildings[square]) * t.house_cost[square]
    return total


def owe(g, debtor, creditor, amount, square, why, clause):
    """Put a debt at the end of the queue; it is settled as soon as its turn comes."""
    if amount > 0 and g.debts < DEBTS:
        at = g.debts
        g.debt_from[at] = debtor
        g.debt_to[at] = creditor
        g.debt_amount[at] = amount
        g.debt_why[at] = why
        g.debt_clause[at] = clause
        g.debt_square[at] = square
        g.debts += 1


def drop_debt(g, at):
    for k in range(at, g.debts - 1):
        g.debt_from[k] = g.debt_from[k + 1]
        g.debt_to[k] = g.debt_to[k + 1]
        g.debt_amount[k] = g.debt_amount[k + 1]
        g.debt_why[k] = g.debt_why[k + 1]
        g.debt_clause[k] = g.debt_clause[k + 1]
        g.debt_square[k] = g.debt_square[k + 1]
    g.debts -= 1
    if at == 0:
        g.debt_open = 0


def in_debt(g, seat):
    for k in range(g.debts):
        if g.debt_from[k] == seat:
            return True
    return False
