"""Money: the only four ways it moves, ten per cent, what a player is worth, and what is owed.

Whatever must be paid goes through `owe`; debts are settled one at a time, in the order of the events that they come
from. A rent that a debtor claims goes ahead of his own debt.
"""

from .board import level
from .codes import KIND_STREET
from .records import Game, Tables
from .state import BANK, DEBTS, HOTEL, NOBODY, SQUARES, STEPS
from .switches import BUILDING_REFUND_PRICE_PAID, HOTEL_COUNTS_AS_FOUR, TEN_PERCENT_DOWN, TEN_PERCENT_UP


def bank_pays(g: Game, seat: int, amount: int) -> None:
    # bank.never-broke: there is no stock of money to run out
    g.cash[seat] += amount
    g.bank -= amount


def bank_takes(g: Game, seat: int, amount: int) -> None:
    g.cash[seat] -= amount
    g.bank += amount


def hand_over(g: Game, payer: int, receiver: int, amount: int) -> None:
    """Money from a player to a player or to the bank."""
    if receiver == BANK:
        bank_takes(g, payer, amount)
    else:
        g.cash[payer] -= amount
        g.cash[receiver] += amount


def percent_of(t: Tables, amount: int, percent: int) -> int:
    """A percentage in whole units. One place, so that every ten per cent is rounded alike."""
    hundredths = amount * percent
    if t.ten_percent == TEN_PERCENT_UP:
        return (hundredths + 99) // 100
    if t.ten_percent == TEN_PERCENT_DOWN:
        return hundredths // 100
    return (hundredths + 50) // 100


def interest_on(t: Tables, square: int) -> int:
    # bankruptcy-interest-base: of the mortgage, never of the price
    return percent_of(t, t.mortgage[square], t.interest)


def half_of_buildings(g: Game, t: Tables, square: int) -> int:
    """What the bank gives for all that stands on a square."""
    # sell.to-bank-at-half, sell.hotel-value-includes-houses
    steps = level(t, g.buildings[square])
    if g.buildings[square] == HOTEL and t.hotel_counts_as == HOTEL_COUNTS_AS_FOUR:
        steps -= 1
    total = steps * (t.house_cost[square] // 2)  # building by building: building-refund-price-paid
    if g.odd_prices > 0 and t.building_refund == BUILDING_REFUND_PRICE_PAID:
        for step in range(1, steps + 1):
            total += half_of_step(g, t, square, step) - t.house_cost[square] // 2
    return total


def half_of_step(g: Game, t: Tables, square: int, step: int) -> int:
    """What the bank gives for one building: half of the printed price, or of the bid that won it at auction."""
    # building-refund-price-paid
    if t.building_refund == BUILDING_REFUND_PRICE_PAID:
        return price_of_step(g, t, square, step) // 2
    return t.house_cost[square] // 2


def price_of_step(g: Game, t: Tables, square: int, step: int) -> int:
    """What one building cost: the printed price, or the bid that won it at auction."""
    if g.odd_prices > 0 and t.kind[square] == KIND_STREET:
        paid = g.paid[t.street[square] * STEPS + step - 1]
        if paid > 0:
            return paid + 0
    return t.house_cost[square] + 0


def cost_of_buildings(g: Game, t: Tables, square: int) -> int:
    """What all that stands on a square cost."""
    # buildings-count-at-what-was-paid
    steps = level(t, g.buildings[square])
    total = steps * t.house_cost[square]
    if g.odd_prices > 0:
        for step in range(1, steps + 1):
            total += price_of_step(g, t, square, step) - t.house_cost[square]
    return total


def remember_price(g: Game, t: Tables, square: int, step: int, price: int) -> None:
    """Note what a building cost; 0 stands for the printed price."""
    at = t.street[square] * STEPS + step - 1
    if (g.paid[at] > 0) != (price > 0):
        g.odd_prices += 1 if price > 0 else -1
    g.paid[at] = price


def forget_prices(g: Game, t: Tables, square: int, left: int) -> None:
    """The buildings above so many steps are gone, and with them what they cost."""
    if g.odd_prices > 0:
        for step in range(left + 1, STEPS + 1):
            remember_price(g, t, square, step, 0)


def raisable(g: Game, t: Tables, seat: int) -> int:
    """All a player could have in cash: cash in hand, buildings at half price, mortgages."""
    # bankruptcy.when-debt-exceeds-all-means
    total = g.cash[seat] + 0
    for square in range(SQUARES):
        if g.owner[square] == seat:
            total += half_of_buildings(g, t, square)
            if g.mortgaged[square] == 0:
                total += t.mortgage[square]
    return total


def can_raise(g: Game, t: Tables, seat: int, amount: int) -> int:
    """Whether `raisable` is at least this much, without counting further than needed."""
    total = g.cash[seat] + 0
    for square in range(SQUARES):
        if total >= amount:
            return True
        if g.owner[square] == seat:
            total += half_of_buildings(g, t, square)
            if g.mortgaged[square] == 0:
                total += t.mortgage[square]
    return total >= amount


def worth(g: Game, t: Tables, seat: int, mortgaged_at_half: int) -> int:
    """Cash, printed prices, buildings at what was paid. A mortgage halves a price in a final count, not for the tax."""
    # tax.worth-*, short.value.*
    total = g.cash[seat] + 0
    for square in range(SQUARES):
        if g.owner[square] == seat:
            if mortgaged_at_half and g.mortgaged[square] != 0:
                total += t.price[square] // 2
            else:
                total += t.price[square]
            total += cost_of_buildings(g, t, square)
    return total


def owe(g: Game, debtor: int, creditor: int, amount: int, square: int, why: int, clause: int) -> None:
    """Put a debt at the end of the queue; it is settled as soon as its turn comes."""
    owe_at(g, g.debts, debtor, creditor, amount, square, why, clause)


def owe_at(g: Game, at: int, debtor: int, creditor: int, amount: int, square: int, why: int, clause: int) -> None:
    """Put a debt into the queue at a place; those from there on move back by one."""
    if amount <= 0:
        return
    if g.debts >= DEBTS:
        g.overflow = 1
        return
    for k in range(g.debts, at, -1):
        copy_debt(g, k - 1, k)
    g.debt_from[at] = debtor
    g.debt_to[at] = creditor
    g.debt_amount[at] = amount
    g.debt_why[at] = why
    g.debt_clause[at] = clause
    g.debt_square[at] = square
    g.debt_older[at] = 0
    g.debts += 1
    if at == 0:
        g.debt_open = 0


def copy_debt(g: Game, source: int, target: int) -> None:
    g.debt_from[target] = g.debt_from[source]
    g.debt_to[target] = g.debt_to[source]
    g.debt_amount[target] = g.debt_amount[source]
    g.debt_why[target] = g.debt_why[source]
    g.debt_clause[target] = g.debt_clause[source]
    g.debt_square[target] = g.debt_square[source]
    g.debt_older[target] = g.debt_older[source]


def put_behind(g: Game, at: int, behind: int) -> None:
    """Move a debt of the queue to the place right behind another."""
    debtor = g.debt_from[at] + 0
    creditor = g.debt_to[at] + 0
    amount = g.debt_amount[at] + 0
    square = g.debt_square[at] + 0
    why = g.debt_why[at] + 0
    clause = g.debt_clause[at] + 0
    older = g.debt_older[at] + 0
    drop_debt(g, at)
    owe_at(g, behind, debtor, creditor, amount, square, why, clause)
    g.debt_older[behind] = older


def drop_debt(g: Game, at: int) -> None:
    for k in range(at, g.debts - 1):
        copy_debt(g, k + 1, k)
    g.debts -= 1
    if at == 0:
        g.debt_open = 0


def first_debt(g: Game, seat: int) -> int:
    """The place of a seat's first debt in the queue, or NOBODY."""
    for k in range(g.debts):
        if g.debt_from[k] == seat:
            return k
    return NOBODY


def in_debt(g: Game, seat: int) -> int:
    return first_debt(g, seat) != NOBODY


def owed_by(g: Game, seat: int) -> int:
    """All that a seat owes now."""
    total = 0
    for k in range(g.debts):
        if g.debt_from[k] == seat:
            total += g.debt_amount[k]
    return total
