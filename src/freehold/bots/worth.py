"""What deeds are worth to a seat. A novice counts prices, a trader groups, a baron the rents that are still to come.

All worths are in money. `mine` are the squares of one group that the seat holds or would hold, one bit each.
"""

from freehold.bots.ranks import BOT_BARON, BOT_NOVICE
from freehold.rules.board import group_has_buildings, in_game, level, sibling
from freehold.rules.state import GROUPS, HOTEL, KEPT, PLAYERS, RENTS, SQUARES, STATIONS, UTILITIES

ROUNDS_AHEAD = 18  # how far ahead a baron counts its rents
CUSHION = 100  # cash that no plan spends
JAIL_CARD_WORTH = 40
HALF_WAY = 3  # buildings on a lot from which rents are worth having


def count_deeds(g, n):
    """Note who holds what and what is mortgaged, one bit a square, unless that is known already."""
    if n.counted != 0:
        return
    n.counted = 1
    n.pledged = 0
    for seat in range(PLAYERS):
        n.held[seat] = 0
    for square in range(SQUARES):
        owner = g.owner[square]
        if owner >= 0:
            n.held[owner] |= 1 << square
            if g.mortgaged[square] != 0:
                n.pledged |= 1 << square


def lowest(squares):
    """The first square of those whose bits are set; there must be one."""
    first = 0
    if squares & 0xFFFFFFFF == 0:
        squares >>= 32
        first += 32
    if squares & 0xFFFF == 0:
        squares >>= 16
        first += 16
    if squares & 0xFF == 0:
        squares >>= 8
        first += 8
    if squares & 0xF == 0:
        squares >>= 4
        first += 4
    if squares & 0x3 == 0:
        squares >>= 2
        first += 2
    return first + 1 - (squares & 1)


def throws_ahead(g):
    """How many throws of the opponents a deed will still see: a little more than one for each of them and round."""
    return (g.alive - 1) * ROUNDS_AHEAD * 7 // 6


def buildings_at(t, steps):
    """What `buildings` holds after so many even steps."""
    return HOTEL if steps > t.hotel_after else steps


def group_worth(g, t, v, group, mine, purse, bot):
    """What these squares of a group are worth to somebody with so much to spend on buildings."""
    if mine == 0:
        return 0
    if bot == BOT_BARON:
        return earning_worth(g, t, v, group, mine, purse)
    return price_worth(g, t, v, group, mine, bot)


def price_worth(g, t, v, group, mine, bot):
    """By printed prices; a whole group counts several times over, and a trader sees a begun one grow."""
    count = 0
    total = 0
    for k in range(t.group_size[group]):
        square = sibling(t, group, k)
        if (mine >> square) & 1:
            count += 1
            total += t.price[square]
            if g.mortgaged[square] != 0:
                total -= t.mortgage[square]
    if group == UTILITIES:
        return total
    if mine == v.members[group] and group != STATIONS:
        return 2 * total if bot == BOT_NOVICE else 3 * total
    return total if bot == BOT_NOVICE else total * (3 + count) // 4


def earning_worth(g, t, v, group, mine, purse):
    """By the rents to come: of a whole group, those of the houses that the purse can build, less what they cost."""
    throws = throws_ahead(g)
    size = t.group_size[group]
    count = 0
    lone = 0
    total = 0
    lowest = HOTEL + 0
    for k in range(size):
        square = sibling(t, group, k)
        if (mine >> square) & 1:
            count += 1
            total += t.price[square] * 4 // 5
            lone += v.lone[square]
            lowest = min(lowest, level(t, g.buildings[square]))
            if g.mortgaged[square] != 0:
                total -= t.mortgage[square]
    if group == STATIONS or group == UTILITIES:
        return total + v.income[group * RENTS + count - 1] * throws * count // (1000 * size)
    if mine != v.members[group]:
        return total * (8 + 3 * count) // 11 + lone * throws // 1000
    step = t.house_cost[sibling(t, group, 0)] * size
    top = t.hotel_after + 1
    reached = min(top, lowest + max(0, purse) // max(1, step))
    income = v.income[group * RENTS + buildings_at(t, reached)]
    later = v.income[group * RENTS + buildings_at(t, min(top, max(reached + 1, HALF_WAY)))]
    return total + (income + (later - income) // 10) * throws // 1000 - (reached - lowest) * step


def count_estates(g, t, v, n):
    """Note who holds what, and what each could raise on deeds that are no part of a whole group."""
    count_deeds(g, n)
    for seat in range(g.players):
        n.spare[seat] = 0
    for group in range(GROUPS):
        for k in range(t.group_size[group]):
            square = sibling(t, group, k)
            owner = g.owner[square]
            if owner >= 0 and g.mortgaged[square] == 0 and n.held[owner] & v.members[group] != v.members[group]:
                n.spare[owner] += t.mortgage[square]


def swap_worth(g, t, v, n, seat, lost, won, cash, bot):
    """What it is worth to a seat to lose some squares and win others, with so much cash on top (below 0, to pay it)."""
    change = cash + 0
    touched = lost | won
    before = 0
    after = 0
    if bot == BOT_BARON:
        before = g.cash[seat] + n.spare[seat] - CUSHION  # what the seat could put into buildings
        after = before + cash
    for group in range(GROUPS):
        members = v.members[group]
        if touched & members != 0:
            mine = n.held[seat] & members
            change -= group_worth(g, t, v, group, mine, before, bot)
            change += group_worth(g, t, v, group, (mine & ~lost) | (won & members), after, bot)
    return change


def completes(v, n, seat, won):
    """Does a seat make a group whole by winning these squares? The group, or -1."""
    for group in range(STATIONS):
        members = v.members[group]
        if won & members != 0 and members != 0 and (n.held[seat] | won) & members == members:
            return group
    return -1


def breaks_up(v, n, seat, lost):
    """Does a seat break a whole group up by losing these squares? The group, or -1."""
    for group in range(STATIONS):
        members = v.members[group]
        if lost & members != 0 and n.held[seat] & members == members:
            return group
    return -1


def has_room_to_build(g, t, v, n, seat):
    """Does a seat own a whole group that is not full of buildings?"""
    for group in range(STATIONS):
        members = v.members[group]
        if members != 0 and n.held[seat] & members == members:
            for k in range(t.group_size[group]):
                if g.buildings[sibling(t, group, k)] != HOTEL:
                    return True
    return False


def rivals_build(g, t, v, n, seat):
    """Could anybody else put houses to use?"""
    for other in range(g.players):
        if other != seat and in_game(g, other) and has_room_to_build(g, t, v, n, other):
            return True
    return False


def is_tradable(g, t, v, squares):
    """May these squares change hands? No building may stand on their groups."""
    for group in range(STATIONS):
        if squares & v.members[group] != 0 and group_has_buildings(g, t, group):
            return False
    return True


def cards_worth(cards):
    worth = 0
    for slot in range(KEPT):
        worth += ((cards >> slot) & 1) * JAIL_CARD_WORTH
    return worth


def strength(g, t, v, n, seat):
    """What a seat has by a baron's lights: its cash, and what its deeds and buildings will earn."""
    if g.out[seat] != 0:
        return 0
    purse = g.cash[seat] + n.spare[seat] - CUSHION
    total = g.cash[seat] + 0
    for group in range(GROUPS):
        total += group_worth(g, t, v, group, n.held[seat] & v.members[group], purse, BOT_BARON)
    return max(1, total)
