"""Estate management: what to build, what to redeem, and which deed or building to sell for cash."""

from freehold.bots.danger import reserve
from freehold.bots.ranks import BOT_BARON, BOT_NOVICE
from freehold.bots.worth import HALF_WAY, buildings_at, count_deeds, has_room_to_build, lowest, rivals_build
from freehold.rules.board import level, sibling
from freehold.rules.buildings import may_build_now, may_sell, may_sell_group, next_is_hotel
from freehold.rules.codes import DO_BUILD, DO_MORTGAGE, DO_REDEEM, DO_SELL, DO_SELL_GROUP, DONE, KIND_STREET
from freehold.rules.mortgages import may_mortgage, may_redeem, redeem_price
from freehold.rules.records import Action, Game, Notes, Tables, Values
from freehold.rules.state import NOBODY, RENTS, SQUARES, STATIONS
from freehold.rules.switches import BUILDING_GROUP_WHOLE

FEW_HOUSES = 6
RICH = 400  # cash above the reserve from which a bot redeems deeds outside complete groups


def best_lot(g: Game, t: Tables, v: Values, n: Notes, seat: int, budget: int, bot: int) -> int:
    """Where to build next, at no more than this cost; NOBODY if nowhere. The budget is cash of the seat's."""
    best = -1
    place = NOBODY
    hold_back = bot == BOT_BARON and g.houses < FEW_HOUSES and rivals_build(g, t, v, n, seat)
    lots = lots_with_place(g, t, v, n, seat)
    while lots != 0:
        square = lowest(lots)
        lots &= lots - 1
        if t.house_cost[square] > budget:
            continue
        gain = 0
        if bot != BOT_NOVICE:
            gain = v.step_gain[square * RENTS + g.buildings[square]] + 0
        if gain > best:
            if hold_back and next_is_hotel(g, t, square):
                continue  # a hotel would return houses to the bank for the opponents
            best = gain
            place = square
            if bot == BOT_NOVICE:
                break
    # what the rules ask for besides a place and its price is the same on every lot
    return place if place != NOBODY and may_build_now(g, t, seat, place) == DONE else NOBODY


def lots_with_place(g: Game, t: Tables, v: Values, n: Notes, seat: int) -> int:
    """The seat's lots on which the rules of even building have a place for a building that the bank has, as a bitmask:
    those of `has_place`, found group by group.
    """
    lots = 0
    for group in range(STATIONS):
        members = v.members[group]
        mine = n.held[seat] & members
        if mine != members and t.building_group == BUILDING_GROUP_WHOLE:
            mine = 0
        if mine != 0 and n.pledged & mine == 0:
            fewest = t.hotel_after + 0
            there = 0
            for k in range(t.group_size[group]):
                square = sibling(t, group, k)
                if (mine >> square) & 1 == 0:
                    continue
                here = level(t, g.buildings[square])
                if here < fewest:
                    fewest = here
                    there = 0
                if here == fewest:
                    there |= 1 << square
            if (g.hotels if fewest == t.hotel_after else g.houses) > 0:
                lots |= there
    return lots


def lots_of_whole_groups(v: Values, n: Notes, seat: int) -> int:
    """All lots on which this seat may ever build, as a bitmask."""
    lots = 0
    for group in range(STATIONS):
        if whole_group(v, n, seat, group):
            lots |= v.members[group]
    return lots


def build_something(g: Game, t: Tables, v: Values, n: Notes, x: Action, seat: int, kept: int, bot: int) -> int:
    """Build where it earns most, and keep this much cash."""
    budget = g.cash[seat] - kept
    if budget <= 0:
        return False
    place = best_lot(g, t, v, n, seat, budget, bot)
    if place == NOBODY:
        return False
    x.kind = DO_BUILD
    x.a = place
    x.b = 1
    return True


def whole_group(v: Values, n: Notes, seat: int, group: int) -> int:
    return n.held[seat] & v.members[group] == v.members[group]


def redeem_something(g: Game, t: Tables, v: Values, n: Notes, x: Action, seat: int, loose_too: int, kept: int) -> int:
    """Redeem a mortgage: in complete groups as soon as cash allows, otherwise only with plenty of cash."""
    deeds = n.held[seat] & n.pledged
    budget = g.cash[seat] - kept
    while deeds != 0 and budget > 0:
        square = lowest(deeds)
        deeds &= deeds - 1
        group = t.group[square]
        left = 0
        if group >= STATIONS or not whole_group(v, n, seat, group):
            if loose_too == 0:
                continue
            left = RICH
        if redeem_price(g, t, square) + left <= budget and may_redeem(g, t, seat, square) == DONE:
            x.kind = DO_REDEEM
            x.a = square
            return True
    return False


def mortgage_to_build(g: Game, t: Tables, v: Values, n: Notes, x: Action, seat: int, kept: int) -> int:
    """A baron mortgages loose deeds to pay for houses, up to the third on each lot."""
    if g.houses <= 0:
        return False
    value = loose_value(t, v, n, seat)
    if value == 0:
        return False
    short = 0
    for group in range(STATIONS):
        if v.members[group] != 0 and whole_group(v, n, seat, group) and n.pledged & v.members[group] == 0:
            short = max(short, next_house_cost(g, t, group))
    if short == 0:
        return False
    missing = short + kept - g.cash[seat]
    return missing > 0 and missing <= value and mortgage_loose(g, t, v, n, x, seat)


def next_house_cost(g: Game, t: Tables, group: int) -> int:
    """The cost of the next of the first buildings in a complete group; 0 if all its lots are past those."""
    fewest = HALF_WAY
    cost = 0
    for k in range(t.group_size[group]):
        square = sibling(t, group, k)
        if g.buildings[square] < fewest:
            fewest = g.buildings[square] + 0
            cost = t.house_cost[square] + 0
        elif g.buildings[square] == fewest and fewest < HALF_WAY:
            cost = max(cost, t.house_cost[square] + 0)
    return cost


def loose_deeds(v: Values, n: Notes, seat: int) -> int:
    """The deeds whose rent is small beside what their mortgage could build, as a bitmask."""
    return n.held[seat] & ~n.pledged & ~lots_of_whole_groups(v, n, seat)


def loose_value(t: Tables, v: Values, n: Notes, seat: int) -> int:
    total = 0
    deeds = loose_deeds(v, n, seat)
    while deeds != 0:
        total += t.mortgage[lowest(deeds)]
        deeds &= deeds - 1
    return total


def mortgage_loose(g: Game, t: Tables, v: Values, n: Notes, x: Action, seat: int) -> int:
    """Mortgage the loose deed that earns least for what it brings."""
    best = 0
    place = NOBODY
    deeds = loose_deeds(v, n, seat)
    while deeds != 0:
        square = lowest(deeds)
        deeds &= deeds - 1
        if may_mortgage(g, t, seat, square) == DONE:
            cost = v.lone[square] * 1000 // max(1, t.mortgage[square])
            if place == NOBODY or cost < best:
                best = cost
                place = square
    if place == NOBODY:
        return False
    x.kind = DO_MORTGAGE
    x.a = place
    return True


def has_the_means(g: Game, t: Tables, n: Notes, seat: int) -> int:
    """Whether mortgages alone would pay the first debt, so that bankruptcy is out of the question."""
    missing = g.debt_amount[0] - g.cash[seat]
    deeds = n.held[seat] & ~n.pledged
    while deeds != 0 and missing > 0:
        missing -= t.mortgage[lowest(deeds)]
        deeds &= deeds - 1
    return missing <= 0


def raise_cash(g: Game, t: Tables, v: Values, n: Notes, x: Action, seat: int, bot: int) -> int:
    """Raise cash: first loose deeds, then bare groups, then the buildings that earn least."""
    count_deeds(g, n)
    if mortgage_loose(g, t, v, n, x, seat):
        return True
    best = 0
    place = NOBODY
    kind = 0
    deeds = n.held[seat] & ~n.pledged
    while deeds != 0:
        square = lowest(deeds)
        deeds &= deeds - 1
        if g.buildings[square] == 0:
            if may_mortgage(g, t, seat, square) == DONE:
                lost = v.income[t.group[square] * RENTS] * 1000 // max(1, t.mortgage[square])
                if place == NOBODY or lost < best:
                    best = lost
                    place = square
                    kind = DO_MORTGAGE
        elif may_sell(g, t, seat, square) == DONE:
            lost = sold_step(t, v, square, level(t, g.buildings[square]))
            if place == NOBODY or lost < best:
                best = lost
                place = square
                kind = DO_SELL
    if place == NOBODY:
        return sell_a_group(g, t, x, seat)
    x.kind = kind
    x.a = place
    return True


def sold_step(t: Tables, v: Values, square: int, steps: int) -> int:
    """The earnings of a lot's last building per unit of money that its sale brings."""
    now = t.rent[square * RENTS + buildings_at(t, steps)]
    then = t.rent[square * RENTS + buildings_at(t, steps - 1)]
    return (now - then) * v.odds[square] // 1000 * 1000 // max(1, t.house_cost[square] // 2)


def sell_a_group(g: Game, t: Tables, x: Action, seat: int) -> int:
    """If hotels cannot be broken down for lack of houses, sell the buildings of a whole group."""
    for square in range(SQUARES):
        if g.owner[square] == seat and t.kind[square] == KIND_STREET:
            if may_sell_group(g, t, seat, square, 0, 0) == DONE:
                x.kind = DO_SELL_GROUP
                x.a = square
                x.b = 0
                return True
    return False


def manage(g: Game, t: Tables, v: Values, n: Notes, x: Action, seat: int, bot: int) -> int:
    """Build, redeem, and for a baron mortgage to build. False if there is nothing to do."""
    room = has_room_to_build(g, t, v, n, seat)
    if not room and n.held[seat] & n.pledged == 0:
        return False
    kept = reserve(g, t, v, n, seat, bot)
    if not room:
        return redeem_something(g, t, v, n, x, seat, 1, kept)
    # while houses are available, mortgages on loose deeds pay for them: redeeming these would go in a circle
    if redeem_something(g, t, v, n, x, seat, int(g.houses == 0), kept):
        return True
    if build_something(g, t, v, n, x, seat, kept, bot):
        return True
    return bot == BOT_BARON and mortgage_to_build(g, t, v, n, x, seat, kept)
