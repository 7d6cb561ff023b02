"""Building shortages: who else wants the last buildings, and the auctions that decide between them."""

from .auctions import clear_auction, do_bid, do_pass, may_bid, may_speak, shortage_start_clause, start_bidding
from .board import in_game, level, sibling
from .buildings import build_at_deed_price, has_place, next_is_hotel, put_building, scarce_kind, stock
from .clauses import (
    SHORTAGE_AUCTION_TRIGGER_DEMAND_ABOVE_STOCK,
    SHORTAGE_AUCTION_TRIGGER_TWO_PLAYERS_WANT_THEM,
    SHORTAGE_WINNER_IS_HIGHEST_BIDDER,
)
from .codes import (
    DONE,
    EVENT_CONTEST,
    EVENT_PASS,
    EVENT_UNSOLD,
    EVENT_WANT,
    LOT_HOTEL,
    LOT_NONE,
    PHASE_CONTEST,
    REFUSED_BAD_AMOUNT,
    REFUSED_NOT_A_LOT,
    REFUSED_NOT_YOUR_TURN,
    REFUSED_WRONG_PHASE,
)
from .events import emit
from .money import in_debt
from .mortgages import may_mortgage
from .records import Chance, Events, Game, Tables
from .state import BANK, HOTEL, NOBODY, SQUARES, STATIONS
from .switches import (
    BUILDING_GROUP_WHOLE,
    BUILDING_ROWS_EVEN,
    SHORTAGE_START_ONE,
    SHORTAGE_TRIGGER_DEMAND_ABOVE_STOCK,
    SHORTAGE_TRIGGER_TWO_WANT,
)

MOST_FOR_A_BUILDING = 32767  # what `g.paid` can hold; nobody has ever bid so much for a house


def room(g: Game, t: Tables, seat: int, group: int, kind: int) -> int:
    """How many buildings of a kind have a place in a group of this seat."""
    places = 0
    for k in range(t.group_size[group]):
        square = sibling(t, group, k)
        if g.owner[square] != seat:
            if t.building_group == BUILDING_GROUP_WHOLE:
                return 0  # build.needs-complete-group
            continue
        if g.mortgaged[square] != 0:
            return 0  # build.blocked-by-group-mortgage
        here = g.buildings[square]
        if kind == LOT_HOTEL and level(t, here) < t.hotel_after:
            if t.building_rows == BUILDING_ROWS_EVEN:
                return 0  # hotel.needs-four-on-every-lot
        elif here != HOTEL:
            places += 1 if kind == LOT_HOTEL else t.hotel_after - here
    return places


def appetite(g: Game, t: Tables, seat: int, kind: int) -> int:
    """How many buildings of a kind a seat could take at the printed price, by its lots and its cash."""
    wanted = 0
    cash = g.cash[seat] + 0
    for group in range(STATIONS):
        if t.group_size[group] > 0:
            places = room(g, t, seat, group, kind)
            cost = t.house_cost[sibling(t, group, 0)]
            while places > 0 and cash >= cost:
                places -= 1
                cash -= cost
                wanted += 1
    return wanted


def means_to_bid(g: Game, t: Tables, seat: int, kind: int) -> int:
    """The most a seat could bid for a building that it has a place for: its cash and what mortgages would bring."""
    total = 0
    for square in range(SQUARES):
        if g.owner[square] == seat and may_mortgage(g, t, seat, square) == DONE:
            total += t.mortgage[square]
    most = 0
    for group in range(STATIONS):
        if t.group_size[group] > 0 and room(g, t, seat, group, kind) > 0:
            own = 0  # a mortgage in the group would take the place away
            for k in range(t.group_size[group]):
                if may_mortgage(g, t, seat, sibling(t, group, k)) == DONE:
                    own += t.mortgage[sibling(t, group, k)]
            most = max(most, g.cash[seat] + total - own)
    return most


def places_of(g: Game, t: Tables, seat: int, kind: int) -> int:
    """How many buildings of a kind have a place on the lots of this seat."""
    places = 0
    for group in range(STATIONS):
        if t.group_size[group] > 0:
            places += room(g, t, seat, group, kind)
    return places


def most_wanted(g: Game, t: Tables, seat: int, kind: int) -> int:
    """The most buildings that a seat may wish for: by its places, and by its means at the opening price."""
    # shortage-who-is-asked
    places = places_of(g, t, seat, kind)
    if places == 0:
        return 0
    return min(places, means_to_bid(g, t, seat, kind) // opening_price(g, t, (1 << g.players) - 1, kind))


def contestants(g: Game, t: Tables, builder: int, kind: int) -> int:
    """The other seats that could buy from the same stock, if it is too small for all; 0 if there is enough."""
    # shortage-trigger: a stock is limited only against what all could take
    rivals = may_be_short(g, t, builder, kind)
    if rivals == 0:
        return 0
    others = 0
    demand = appetite(g, t, builder, kind)
    poor = 0  # who has a place and no cash: mortgages may pay for one building
    most = demand + 0  # the demand if all of them can
    for seat in range(g.players):
        if (rivals >> seat) & 1 and in_game(g, seat) and not in_debt(g, seat):
            hunger = appetite(g, t, seat, kind)
            if hunger > 0:
                others |= 1 << seat
                demand += hunger
                most += hunger
            else:
                poor |= 1 << seat
                most += 1
    if most <= stock(g, kind):
        return 0
    for seat in range(g.players):
        if (poor >> seat) & 1 and most_wanted(g, t, seat, kind) > 0:
            others |= 1 << seat
            demand += 1
    if demand <= stock(g, kind):
        return 0
    return others


def may_be_short(g: Game, t: Tables, builder: int, kind: int) -> int:
    """The other seats with a place for such a building, one bit each, if all have more places than the bank has
    buildings. Only then it matters what each could pay for.
    """
    places = 0
    rivals = 0
    for group in range(STATIONS):
        size = t.group_size[group] + 0
        if size > 1 and t.building_group == BUILDING_GROUP_WHOLE:
            size = 1  # who has the whole group has its first lot
        seen = 0
        for k in range(size):
            owner = g.owner[sibling(t, group, k)] + 0
            if owner != BANK and (seen >> owner) & 1 == 0:
                seen |= 1 << owner
                here = room(g, t, owner, group, kind)
                places += here
                if here > 0 and owner != builder:
                    rivals |= 1 << owner
    return rivals if places > stock(g, kind) else 0


def do_build(g: Game, t: Tables, c: Chance, e: Events, seat: int, square: int, count: int) -> None:
    """Build at the deed's price, or ask the others first when the stock is short."""
    kind = scarce_kind(g, t, square)
    others = contestants(g, t, seat, kind)
    if others == 0:
        build_at_deed_price(g, t, e, seat, square)
        return
    g.contest = kind
    g.contest_by = seat
    g.contest_square = square
    g.asked = others
    for other in range(g.players):
        g.wish[other] = 0
    g.wish[seat] = max(1, min(count, most_wanted(g, t, seat, kind)))
    emit(e, EVENT_CONTEST, seat, BANK, square, stock(g, kind), trigger_clause(t))


def trigger_clause(t: Tables) -> int:
    if t.shortage_trigger == SHORTAGE_TRIGGER_DEMAND_ABOVE_STOCK:
        return SHORTAGE_AUCTION_TRIGGER_DEMAND_ABOVE_STOCK
    return SHORTAGE_AUCTION_TRIGGER_TWO_PLAYERS_WANT_THEM


def next_asked(g: Game) -> int:
    """Who is asked next: from the left of the builder."""
    for k in range(1, g.players):
        seat = (g.contest_by + k) % g.players
        if (g.asked >> seat) & 1:
            return seat
    return NOBODY


def may_answer_contest(g: Game, t: Tables, seat: int) -> int:
    return DONE if (g.asked >> seat) & 1 else REFUSED_NOT_YOUR_TURN


def may_want(g: Game, t: Tables, seat: int, count: int) -> int:
    """How many a seat wants; 0 stands for as many as it could take at the printed price, and at least one."""
    if g.phase != PHASE_CONTEST:
        return REFUSED_WRONG_PHASE
    code = may_answer_contest(g, t, seat)
    if code != DONE:
        return code
    if count < 0 or max(1, count) > most_wanted(g, t, seat, g.contest):
        return REFUSED_BAD_AMOUNT
    return DONE


def do_want(g: Game, t: Tables, c: Chance, e: Events, seat: int, count: int) -> None:
    g.wish[seat] = count if count > 0 else max(1, appetite(g, t, seat, g.contest))
    g.asked &= ~(1 << seat)
    emit(e, EVENT_WANT, seat, BANK, NOBODY, g.wish[seat], trigger_clause(t))


def do_pass_contest(g: Game, t: Tables, c: Chance, e: Events, seat: int) -> None:
    g.asked &= ~(1 << seat)
    emit(e, EVENT_PASS, seat, BANK, NOBODY, 0, trigger_clause(t))


def first_place(g: Game, t: Tables, seat: int, kind: int) -> int:
    """The first lot on which a seat may put a building of this kind, or NOBODY."""
    for square in range(SQUARES):
        if (
            g.owner[square] == seat
            and has_place(g, t, seat, square) == DONE
            and next_is_hotel(g, t, square) == (kind == LOT_HOTEL)
        ):
            return square
    return NOBODY


def fits(g: Game, t: Tables, seat: int, square: int, kind: int) -> int:
    return has_place(g, t, seat, square) == DONE and next_is_hotel(g, t, square) == (kind == LOT_HOTEL)


def wishers(g: Game, t: Tables) -> int:
    """Seats that still want a building and have a place for it, one bit each."""
    seats = 0
    for seat in range(g.players):
        if g.wish[seat] > 0 and in_game(g, seat) and first_place(g, t, seat, g.contest) != NOBODY:
            seats |= 1 << seat
    return seats


def needs_auction(g: Game, t: Tables, seats: int) -> int:
    """Do the wishes of these seats have to be decided by bidding?"""
    several = 0
    demand = 0
    for seat in range(g.players):
        if (seats >> seat) & 1:
            several += 1
            demand += g.wish[seat]
    if several < 2 or stock(g, g.contest) == 0:
        return False
    return t.shortage_trigger == SHORTAGE_TRIGGER_TWO_WANT or demand > stock(g, g.contest)


def opening_price(g: Game, t: Tables, seats: int, kind: int) -> int:
    # shortage.auction-start: the lowest building price among the lots the bidders could use, or one
    if t.shortage_start == SHORTAGE_START_ONE:
        return 1
    lowest = 0
    for square in range(SQUARES):
        owner = g.owner[square]
        if owner >= 0 and (seats >> owner) & 1 and fits(g, t, owner, square, kind):
            cost = t.house_cost[square] + 0
            if lowest == 0 or cost < lowest:
                lowest = cost
    return max(1, lowest)


def settle_contest(g: Game, t: Tables, e: Events) -> None:
    """All have spoken: auction one building, or let everybody build who still wishes to."""
    # shortage-wishes-stay: until the wishes or the stock are used up, for the builder as for the others
    for seat in range(g.players):
        g.wish[seat] = min(g.wish[seat], places_of(g, t, seat, g.contest))  # a deal may have taken places away
    seats = wishers(g, t)
    if needs_auction(g, t, seats):
        opening = opening_price(g, t, seats, g.contest)
        start_bidding(g, e, g.contest, seats, g.contest_by, opening, shortage_start_clause(t))
        return
    for k in range(g.players):
        seat = (g.contest_by + k) % g.players
        while g.wish[seat] > 0 and in_game(g, seat):
            square = place_to_build(g, t, seat)
            if square == NOBODY:
                break
            build_at_deed_price(g, t, e, seat, square)
            g.wish[seat] -= 1
            if square == g.contest_square:
                g.contest_square = NOBODY
    end_contest(g)


def place_to_build(g: Game, t: Tables, seat: int) -> int:
    """Where a seat builds what it wished for at the printed price: the lot it asked for, else the first it can pay."""
    asked = g.contest_square
    if seat == g.contest_by and asked != NOBODY and fits(g, t, seat, asked, g.contest):
        if g.cash[seat] >= t.house_cost[asked]:
            return asked + 0
    for square in range(SQUARES):
        if g.owner[square] == seat and g.cash[seat] >= t.house_cost[square] and fits(g, t, seat, square, g.contest):
            return square
    return NOBODY


def highest_bid(g: Game, t: Tables, seat: int) -> int:
    """The most a seat may bid now: its cash, and for a building no more than can be remembered."""
    if g.contest != LOT_NONE:
        return min(g.cash[seat], MOST_FOR_A_BUILDING)
    return g.cash[seat] + 0


def end_contest(g: Game) -> None:
    g.contest = LOT_NONE
    g.contest_by = NOBODY
    g.contest_square = NOBODY
    g.asked = 0
    for seat in range(g.players):
        g.wish[seat] = 0


def close_building_auction(g: Game, t: Tables, e: Events) -> None:
    """The highest bidder pays the bid in place of the deed's price and builds at once."""
    winner = g.leader + 0
    price = g.bid + 0
    square = g.place + 0
    kind = g.contest + 0
    clear_auction(g)
    if winner == NOBODY:
        emit(e, EVENT_UNSOLD, NOBODY, BANK, kind, 0, SHORTAGE_WINNER_IS_HIGHEST_BIDDER)
        end_contest(g)
        return
    if square == NOBODY or not fits(g, t, winner, square, kind):
        square = first_place(g, t, winner, kind)
    put_building(g, t, e, winner, square, price, SHORTAGE_WINNER_IS_HIGHEST_BIDDER)
    g.wish[winner] -= 1
    if winner == g.contest_by:
        g.contest_square = NOBODY  # the lot asked for has its building


# ---------------------------------------------------------------------- an auction, of a deed or of a building


def may_make_bid(g: Game, t: Tables, seat: int, amount: int, square: int) -> int:
    """`square`: the lot for the building that is bid for, or NOBODY."""
    code = may_bid(g, t, seat, amount)
    if code == DONE and amount > highest_bid(g, t, seat):
        return REFUSED_BAD_AMOUNT  # only a building whose price is remembered has such a limit
    if code == DONE and g.contest != LOT_NONE and square != NOBODY and not fits(g, t, seat, square, g.contest):
        return REFUSED_NOT_A_LOT  # no place there for the building that is bid for
    return code


def do_make_bid(g: Game, t: Tables, c: Chance, e: Events, seat: int, amount: int, square: int) -> None:
    do_bid(g, t, c, e, seat, amount)
    if g.contest != LOT_NONE:
        g.place = square if square != NOBODY else first_place(g, t, seat, g.contest)


def may_say_pass(g: Game, t: Tables, seat: int) -> int:
    return may_answer_contest(g, t, seat) if g.phase == PHASE_CONTEST else may_speak(g, seat)


def do_say_pass(g: Game, t: Tables, c: Chance, e: Events, seat: int) -> None:
    if g.phase == PHASE_CONTEST:
        do_pass_contest(g, t, c, e, seat)
    else:
        do_pass(g, t, c, e, seat)
