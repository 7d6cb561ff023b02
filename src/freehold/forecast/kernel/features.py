"""What the network sees of a position: facts about each seat, about its part of each group, and about the game.

Who plays in a seat is read from the notes; barons, people and players of an unknown kind are not told apart.

Deeds are described by what they earn and cost, never by their squares, so that one network serves every edition.
"""

from freehold.bots.danger import likely_rent, ways
from freehold.bots.ranks import BOT_MOGUL, BOT_NOVICE, BOT_RANDOM, BOT_TRADER
from freehold.bots.worth import CUSHION, HALF_WAY, buildings_at, count_estates, strength
from freehold.layouts.network_shape import (
    GLOBAL_INPUTS,
    GROUP_INPUTS,
    GROUP_WIDTH,
    ONE,
    SEAT_WIDTH,
)
from freehold.layouts.records import Thought
from freehold.rules.board import is_property, level, sibling
from freehold.rules.codes import KIND_TAX, SHORT_GAME, TIMED_GAME
from freehold.rules.money import half_of_buildings, worth
from freehold.rules.records import Game, Notes, Tables, Values
from freehold.rules.state import (
    BANK,
    HOTEL,
    KEPT,
    RENTS,
    SQUARES,
    STATIONS,
    UTILITIES,
)

FEW_HOUSES = 6


def log64(amount: int) -> int:
    """ONE times the binary logarithm of 1 + amount/16, in straight lines between powers of two; 0 below 1."""
    if amount <= 0:
        return 0
    amount += 16
    power = 4
    while amount >> (power + 1) != 0:
        power += 1
    return (power - 4) * ONE + ((amount << 6) >> power) - ONE


def ramp(amount: int, low: int, high: int) -> int:
    """0 up to `low`, ONE from `high` on, and a straight line between."""
    return min(max(amount - low, 0), high - low) * ONE // (high - low)


def within(amount: int, most: int) -> int:
    return min(max(amount, -most), most)


def survey(g: Game, t: Tables, v: Values, n: Notes, h: Thought) -> None:
    """Rents, incomes, means and worths of all, which the facts about each seat are made of."""
    count_estates(g, t, v, n)
    for seat in range(g.players):
        h.income[seat] = 0
        h.visits[seat] = 0
        h.liquid[seat] = g.cash[seat]
        h.worth[seat] = worth(g, t, seat, True) if g.out[seat] == 0 else 0
        h.strength[seat] = strength(g, t, v, n, seat)
    for square in range(SQUARES):
        h.rent[square] = 0
        if is_property(t, square) and g.owner[square] != BANK:
            owner = g.owner[square]
            h.liquid[owner] += half_of_buildings(g, t, square)
            if g.mortgaged[square] == 0:
                h.liquid[owner] += t.mortgage[square]
                h.rent[square] = likely_rent(g, t, square)
                h.income[owner] += v.odds[square] * h.rent[square] // 10_000  # hundredths of money a throw
        elif t.kind[square] == KIND_TAX:
            h.rent[square] = t.tax[square]
    for seat in range(g.players):
        if g.out[seat] == 0:
            for total in range(2, 13):
                square = (g.square[seat] + total) % SQUARES
                owner = g.owner[square]
                if owner != BANK and owner != seat:
                    h.visits[owner] += ways(total) * h.rent[square]


def read_group(g: Game, t: Tables, v: Values, n: Notes, h: Thought, seat: int, group: int) -> bool:
    """The inputs about a seat's part of a group; False if it holds nothing of it."""
    mine = n.held[seat] & v.members[group]
    if mine == 0:
        return False
    size = t.group_size[group]
    count = 0
    at_bank = 0
    pledged = 0
    lone = 0
    price = 0
    lowest = HOTEL + 0
    levels = 0
    holder = BANK + 0
    holders = 0
    for k in range(size):
        square = sibling(t, group, k)
        owner = g.owner[square]
        price += t.price[square]
        if owner == seat:
            count += 1
            lone += v.lone[square]
            steps = level(t, g.buildings[square])
            levels += steps
            lowest = min(lowest, steps)
            if g.mortgaged[square] != 0:
                pledged += 1
        elif owner == BANK:
            at_bank += 1
        elif owner != holder:
            holder = owner + 0
            holders += 1
    whole = count == size
    street = group < STATIONS
    rivals = g.alive - 1
    top = t.hotel_after + 1
    step = t.house_cost[sibling(t, group, 0)] * size if street else 0
    reached = 0
    if street:
        now = v.income[group * RENTS + buildings_at(t, lowest)] if whole else lone
        half = v.income[group * RENTS + buildings_at(t, min(top, HALF_WAY))]
        full = v.income[group * RENTS + HOTEL]
        if whole:
            purse = g.cash[seat] + n.spare[seat] - CUSHION
            reached = min(top, lowest + max(0, purse) // max(1, step))
    else:
        now = v.income[group * RENTS + count - 1] * count // size
        half = v.income[group * RENTS + size - 1]
        full = half
    for k in range(GROUP_INPUTS):
        h.inputs[k] = 0
    h.inputs[0] = ONE
    h.inputs[1] = count * ONE // size
    h.inputs[2] = ONE if whole else 0
    h.inputs[3] = ONE if count == size - 1 else 0
    h.inputs[4] = at_bank * ONE // size
    h.inputs[5] = ONE if holders == 1 and at_bank == 0 else 0
    h.inputs[6] = (size - count - at_bank) * ONE // size
    h.inputs[7] = pledged * ONE // size
    h.inputs[8] = levels * ONE // (size * top)
    h.inputs[9] = ONE if whole and street and lowest >= min(top, HALF_WAY) else 0
    h.inputs[10] = ONE if group == STATIONS else 0
    h.inputs[11] = ONE if group == UTILITIES else 0
    h.inputs[12] = log64(now * rivals // 1000)
    h.inputs[13] = log64(half * rivals // 1000)
    h.inputs[14] = log64(full * rivals // 1000)
    h.inputs[15] = log64(step)
    h.inputs[16] = log64(price)
    h.inputs[17] = reached * ONE // top
    if whole and street:
        h.inputs[18] = log64(v.income[group * RENTS + buildings_at(t, reached)] * rivals // 1000)
        h.inputs[19] = h.inputs[13]
        h.inputs[20] = ONE if pledged != 0 else 0
    elif street:
        h.inputs[21] = h.inputs[13] * count // size
        h.inputs[22] = h.inputs[13] if holders == 1 and at_bank == 0 else 0
    h.inputs[23] = ONE if size == 2 else 0
    return True


def read_seat(g: Game, t: Tables, n: Notes, h: Thought, seat: int) -> None:
    """The facts about one seat, into its row after the place of its groups."""
    at = seat * SEAT_WIDTH + GROUP_WIDTH
    cash = g.cash[seat]
    liquid = h.liquid[seat]
    cost = 0
    worst = 0
    beyond_cash = 0
    beyond_all = 0
    paid = 0
    for total in range(2, 13):
        square = (g.square[seat] + total) % SQUARES
        if g.owner[square] != seat:
            price = h.rent[square]
            if price > 0:
                cost += ways(total) * price
                worst = max(worst, price)
                if price > cash:
                    beyond_cash += ways(total)
                if price > liquid:
                    beyond_all += ways(total)
    for other in range(g.players):
        if other != seat and g.out[other] == 0:
            paid += h.income[other]
    deeds = 0
    pledged = 0
    levels = 0
    for square in range(SQUARES):
        if g.owner[square] == seat:
            deeds += 1
            pledged += g.mortgaged[square]
            levels += level(t, g.buildings[square])
    cards = 0
    for slot in range(KEPT):
        if g.kept_by[slot] == seat:
            cards += 1
    rivals = g.alive - 1
    on_turn = g.turn == seat
    lead = h.worth[seat] - (h.second_worth if h.worth[seat] == h.best_worth else h.best_worth)
    h.seat[at] = log64(cash)
    h.seat[at + 1] = ramp(cash, 0, 200)
    h.seat[at + 2] = ramp(cash, 200, 600)
    h.seat[at + 3] = ramp(cash, 600, 2000)
    h.seat[at + 4] = log64(liquid)
    h.seat[at + 5] = log64(h.strength[seat])
    h.seat[at + 6] = ONE if g.in_jail[seat] != 0 else 0
    h.seat[at + 7] = cards * ONE
    h.seat[at + 8] = log64(cost // 36)
    h.seat[at + 9] = log64(worst)
    h.seat[at + 10] = beyond_cash * ONE // 36
    h.seat[at + 11] = beyond_all * ONE // 36
    h.seat[at + 12] = log64(h.income[seat] * rivals // 10)
    h.seat[at + 13] = log64(h.visits[seat] // 36)
    h.seat[at + 14] = log64(paid // 10)
    h.seat[at + 15] = deeds * 8
    h.seat[at + 16] = pledged * 16
    h.seat[at + 17] = levels * 8
    h.seat[at + 18] = ONE if on_turn else 0
    h.seat[at + 19] = ((seat - g.turn) % g.players) * ONE // g.players
    h.seat[at + 20] = g.doubles * ONE if on_turn else 0
    h.seat[at + 21] = log64(h.worth[seat])
    h.seat[at + 22] = min(h.worth[seat] * ONE // h.mean_worth, 8 * ONE)
    h.seat[at + 23] = within(lead * ONE // 500, 8 * ONE)
    h.seat[at + 24] = min(cost * ONE // (36 * max(liquid, 1)), 4 * ONE)
    h.seat[at + 25] = within((h.income[seat] * rivals - paid) * ONE // 5000, 8 * ONE)
    h.seat[at + 26] = g.jail_turns[seat] * ONE // 2 if g.in_jail[seat] != 0 else 0
    h.seat[at + 27] = min(h.strength[seat] * ONE // h.mean_strength, 8 * ONE)
    by_worth = t.variant != 0 or t.rounds > 0
    h.seat[at + 28] = ONE if by_worth and h.worth[seat] == h.best_worth else 0
    h.seat[at + 29] = h.seat[at + 23] if by_worth else 0
    bot = n.bot[seat]
    h.seat[at + 30] = ONE if bot == BOT_NOVICE or bot == BOT_RANDOM else 0  # they never trade
    h.seat[at + 31] = ONE if bot == BOT_TRADER else 0
    h.seat[at + 32] = ONE if bot == BOT_MOGUL else 0


def turns_left(g: Game, t: Tables) -> int:
    """Turns until the richest wins, by the time of a timed game or a house rule; -1 if there is no such end."""
    left = -1
    if t.variant == TIMED_GAME and t.time_limit > 0:
        left = max(0, t.time_limit - g.turns)
    if t.rounds > 0:
        rounds = max(0, t.rounds * g.players - g.turns)
        if left < 0 or rounds < left:
            left = rounds + 0
    return left


def read_globals(g: Game, t: Tables, h: Thought) -> None:
    for k in range(GLOBAL_INPUTS):
        h.facts[k] = 0
    bank = 0
    for square in range(SQUARES):
        if g.owner[square] == BANK and is_property(t, square):
            bank += 1
    h.facts[min(g.alive, 8) - 2 if g.alive >= 2 else 0] = ONE
    h.facts[7] = g.houses * 2
    h.facts[8] = g.hotels * 5
    h.facts[9] = bank * 4
    h.facts[10] = log64(g.turns)
    h.facts[11] = ONE if g.houses < FEW_HOUSES else 0
    h.facts[12] = ONE if bank == 0 else 0
    if t.variant == SHORT_GAME:
        h.facts[13] = ONE
        h.facts[14] = (t.ends_at - (g.players - g.alive)) * ONE // 2 if t.ends_at > 0 else 0
    left = turns_left(g, t)
    if left >= 0:
        h.facts[15] = ONE
        h.facts[16] = log64(left)
        h.facts[17] = ramp(left, 0, 8 * g.alive)
    h.facts[18] = ONE if t.force != 0 else 0
    h.facts[19] = ONE if t.double_options != 0 else 0
    h.facts[20] = ONE if t.rent_claims != 0 else 0
    h.facts[21] = g.players * 16


def read_position(g: Game, t: Tables, v: Values, n: Notes, h: Thought) -> None:
    """All facts about a position; what the network makes of the groups goes into the first part of each seat's row."""
    survey(g, t, v, n, h)
    total_worth = 0
    total_strength = 0
    best = -1
    second = -1
    for seat in range(g.players):
        if g.out[seat] == 0:
            total_worth += h.worth[seat]
            total_strength += h.strength[seat]
            if h.worth[seat] > best:
                second = best
                best = h.worth[seat] + 0
            elif h.worth[seat] > second:
                second = h.worth[seat] + 0
    h.mean_worth = max(1, total_worth // g.alive)
    h.mean_strength = max(1, total_strength // g.alive)
    h.best_worth = best
    h.second_worth = max(second, 0)
    for seat in range(g.players):
        if g.out[seat] == 0:
            read_seat(g, t, n, h, seat)
    read_globals(g, t, h)
