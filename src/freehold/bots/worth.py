"""The value of deeds to a seat. A novice counts prices, a trader groups, a baron future rents.

All values are in money. `mine` is a bitmask of the squares of one group that the seat holds or would hold.
"""

from freehold.bots.memory import DEEDS_COUNTED, ESTATES_COUNTED
from freehold.bots.ranks import BOT_BARON, BOT_NOVICE
from freehold.rules.board import group_has_buildings, in_game, level, sibling
from freehold.rules.records import Game, Notes, Tables, Values
from freehold.rules.state import GROUPS, HOTEL, KEPT, PLAYERS, RENTS, SQUARES, STATIONS, UTILITIES

ROUNDS_AHEAD = 18  # the horizon of a baron's rent estimate
CUSHION = 100  # cash that is never planned for buildings
JAIL_CARD_WORTH = 40
HALF_WAY = 3  # buildings per lot from which rents are significant


def count_deeds(g: Game, n: Notes) -> None:
    """Update the bitmasks of owned and mortgaged squares, unless they are current."""
    if n.counted >= DEEDS_COUNTED:
        return
    for seat in range(PLAYERS):
        n.held[seat] = 0
    for square in range(SQUARES):
        owner = g.owner[square]
        if owner >= 0:
            n.held[owner] |= 1 << square
    pledged = 0
    for square in range(SQUARES):
        pledged |= int(g.mortgaged[square] != 0) << square
    n.pledged = pledged
    n.counted = DEEDS_COUNTED


def lowest(squares: int) -> int:
    """The index of the lowest set bit; there must be one."""
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


def throws_ahead(g: Game) -> int:
    """The expected number of opponents' throws that a deed will still see: slightly more than one per opponent and
    round.
    """
    return (g.alive - 1) * ROUNDS_AHEAD * 7 // 6


def buildings_at(t: Tables, steps: int) -> int:
    """The value of `buildings` after this many even steps."""
    return HOTEL if steps > t.hotel_after else steps


def group_worth(g: Game, t: Tables, v: Values, group: int, mine: int, purse: int, bot: int) -> int:
    """The value of these squares of a group to a seat with this much to spend on buildings."""
    if mine == 0:
        return 0
    if bot == BOT_BARON:
        return earning_worth(g, t, v, group, mine, purse)
    return price_worth(g, t, v, group, mine, bot)


def price_worth(g: Game, t: Tables, v: Values, group: int, mine: int, bot: int) -> int:
    """By printed prices; a complete group counts several times, and for a trader an incomplete one counts more."""
    count = 0
    total = 0
    left = mine
    while left != 0:
        square = lowest(left)
        left &= left - 1
        count += 1
        total += t.price[square]
        if g.mortgaged[square] != 0:
            total -= t.mortgage[square]
    if group == UTILITIES:
        return total
    if mine == v.members[group] and group != STATIONS:
        return 2 * total if bot == BOT_NOVICE else 5 * total // 2
    return total if bot == BOT_NOVICE else total * (3 + count) // 4


def earning_worth(g: Game, t: Tables, v: Values, group: int, mine: int, purse: int) -> int:
    """By future rents: for a complete group, with the houses that the budget allows, minus their cost."""
    throws = throws_ahead(g)
    size = t.group_size[group]
    count = 0
    lone = 0
    total = 0
    fewest = HOTEL + 0
    left = mine
    while left != 0:
        square = lowest(left)
        left &= left - 1
        count += 1
        total += t.price[square] * 4 // 5
        lone += v.lone[square]
        fewest = min(fewest, level(t, g.buildings[square]))
        if g.mortgaged[square] != 0:
            total -= t.mortgage[square]
    if group == STATIONS or group == UTILITIES:
        return total + v.income[group * RENTS + count - 1] * throws * count // (1000 * size)
    if mine != v.members[group]:
        return total * (8 + 3 * count) // 11 + lone * throws // 1000
    step = t.house_cost[sibling(t, group, 0)] * size
    top = t.hotel_after + 1
    reached = min(top, fewest + max(0, purse) // max(1, step))
    income = v.income[group * RENTS + buildings_at(t, reached)]
    later = v.income[group * RENTS + buildings_at(t, min(top, max(reached + 1, HALF_WAY)))]
    return total + (income + (later - income) // 10) * throws // 1000 - (reached - fewest) * step


def count_estates(g: Game, t: Tables, v: Values, n: Notes) -> None:
    """Update who owns what, and what each seat could raise on deeds outside complete groups."""
    if n.counted == ESTATES_COUNTED:
        return
    count_deeds(g, n)
    n.counted = ESTATES_COUNTED
    for seat in range(g.players):
        loose = n.held[seat] & ~n.pledged
        for group in range(GROUPS):
            members = v.members[group]
            if n.held[seat] & members == members:
                loose &= ~members
        spare = 0
        while loose != 0:
            spare += t.mortgage[lowest(loose)]
            loose &= loose - 1
        n.spare[seat] = spare


def swap_worth(g: Game, t: Tables, v: Values, n: Notes, seat: int, swap: int, cash: int, bot: int) -> int:
    """The value to a seat of losing those of these squares that it holds, and gaining the others, with this much cash
    on top (negative: to pay).

    The deeds are counted already; what a seat could raise on them matters to barons alone.
    """
    change = cash + 0
    touched = swap + 0
    before = 0
    after = 0
    if bot == BOT_BARON:
        count_estates(g, t, v, n)
        before = g.cash[seat] + n.spare[seat] - CUSHION  # what the seat could spend on buildings
        after = before + cash
    while touched != 0:
        group = t.group[lowest(touched)]
        members = v.members[group]
        touched &= (touched - 1) & ~members
        mine = n.held[seat] & members
        change -= group_worth(g, t, v, group, mine, before, bot)
        change += group_worth(g, t, v, group, mine ^ (swap & members), after, bot)
    return change


def completes(v: Values, n: Notes, seat: int, won: int) -> int:
    """The group that a seat completes by gaining these squares, or -1."""
    for group in range(STATIONS):
        members = v.members[group]
        if won & members != 0 and members != 0 and (n.held[seat] | won) & members == members:
            return group
    return -1


def breaks_up(v: Values, n: Notes, seat: int, lost: int) -> int:
    """The complete group that a seat breaks up by losing these squares, or -1."""
    for group in range(STATIONS):
        members = v.members[group]
        if lost & members != 0 and n.held[seat] & members == members:
            return group
    return -1


def has_room_to_build(g: Game, t: Tables, v: Values, n: Notes, seat: int) -> int:
    """Whether a seat owns a complete group with room for buildings."""
    for group in range(STATIONS):
        members = v.members[group]
        if members != 0 and n.held[seat] & members == members:
            for k in range(t.group_size[group]):
                if g.buildings[sibling(t, group, k)] != HOTEL:
                    return True
    return False


def rivals_build(g: Game, t: Tables, v: Values, n: Notes, seat: int) -> int:
    """Whether an opponent could use houses."""
    for other in range(g.players):
        if other != seat and in_game(g, other) and has_room_to_build(g, t, v, n, other):
            return True
    return False


def is_tradable(g: Game, t: Tables, group: int) -> int:
    """Whether squares of this group can be traded: no building stands on them."""
    return group >= STATIONS or not group_has_buildings(g, t, group)


def cards_worth(cards: int) -> int:
    worth = 0
    for slot in range(KEPT):
        worth += ((cards >> slot) & 1) * JAIL_CARD_WORTH
    return worth


def strength(g: Game, t: Tables, v: Values, n: Notes, seat: int) -> int:
    """A baron's evaluation of a seat: its cash and the future earnings of its deeds and buildings."""
    if g.out[seat] != 0:
        return 0
    purse = g.cash[seat] + n.spare[seat] - CUSHION
    total = g.cash[seat] + 0
    for group in range(GROUPS):
        total += group_worth(g, t, v, group, n.held[seat] & v.members[group], purse, BOT_BARON)
    return max(1, total)
