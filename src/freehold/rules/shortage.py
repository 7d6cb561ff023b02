"""Building shortages: who else wants the last buildings, and the auctions that decide between them."""

from .auctions import clear_auction, start_bidding
from .board import group_is_mortgaged, in_game, level, owns_group, sibling
from .buildings import build_at_deed_price, has_place, next_is_hotel, put_building, scarce_kind, stock
from .clauses import (
    SHORTAGE_AUCTION_START_ANY_PRICE_FROM_ONE,
    SHORTAGE_AUCTION_START_LOWEST_DEED_PRICE,
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
    REFUSED_BAD_AMOUNT,
    REFUSED_NOT_YOUR_TURN,
)
from .events import emit
from .money import in_debt
from .state import BANK, HOTEL, NOBODY, SQUARES, STATIONS
from .switches import SHORTAGE_START_ONE, SHORTAGE_TRIGGER_DEMAND_ABOVE_STOCK, SHORTAGE_TRIGGER_TWO_WANT


def appetite(g, t, seat, kind):
    """How many buildings of a kind a seat could take, by its lots and its cash."""
    wanted = 0
    cash = g.cash[seat] + 0
    for group in range(STATIONS):
        if t.group_size[group] > 0 and owns_group(g, t, group, seat) and not group_is_mortgaged(g, t, group):
            cost = t.house_cost[sibling(t, group, 0)]
            ready = True
            room = 0
            for k in range(t.group_size[group]):
                here = g.buildings[sibling(t, group, k)]
                if level(t, here) < t.hotel_after:
                    ready = False
                if kind == LOT_HOTEL:
                    if here != HOTEL:
                        room += 1
                elif here != HOTEL:
                    room += t.hotel_after - here
            if kind == LOT_HOTEL and not ready:
                room = 0
            while room > 0 and cash >= cost:
                room -= 1
                cash -= cost
                wanted += 1
    return wanted


def contestants(g, t, builder, kind):
    """The other seats that could buy from the same stock, if it is too small for all; 0 if there is enough."""
    # shortage-trigger: a stock is limited only against what all could take
    others = 0
    demand = appetite(g, t, builder, kind)
    for seat in range(g.players):
        if seat != builder and in_game(g, seat) and not in_debt(g, seat):
            hunger = appetite(g, t, seat, kind)
            if hunger > 0:
                others |= 1 << seat
                demand += hunger
    if demand <= stock(g, kind):
        return 0
    return others


def do_build(g, t, c, e, seat, square, count):
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
    g.wish[seat] = max(1, min(count, appetite(g, t, seat, kind)))
    emit(e, EVENT_CONTEST, seat, BANK, square, stock(g, kind), trigger_clause(t))


def trigger_clause(t):
    if t.shortage_trigger == SHORTAGE_TRIGGER_DEMAND_ABOVE_STOCK:
        return SHORTAGE_AUCTION_TRIGGER_DEMAND_ABOVE_STOCK
    return SHORTAGE_AUCTION_TRIGGER_TWO_PLAYERS_WANT_THEM


def next_asked(g):
    """Who is asked next: from the left of the builder."""
    for k in range(1, g.players):
        seat = (g.contest_by + k) % g.players
        if (g.asked >> seat) & 1:
            return seat
    return NOBODY


def may_answer_contest(g, t, seat):
    return DONE if (g.asked >> seat) & 1 else REFUSED_NOT_YOUR_TURN


def may_want(g, t, seat, count):
    """How many a seat wants; 0 stands for as many as it could take."""
    code = may_answer_contest(g, t, seat)
    if code != DONE:
        return code
    if count < 0 or count > appetite(g, t, seat, g.contest):
        return REFUSED_BAD_AMOUNT
    return DONE


def do_want(g, t, c, e, seat, count):
    g.wish[seat] = count if count > 0 else appetite(g, t, seat, g.contest)
    g.asked &= ~(1 << seat)
    emit(e, EVENT_WANT, seat, BANK, NOBODY, g.wish[seat], trigger_clause(t))


def do_pass_contest(g, t, c, e, seat):
    g.asked &= ~(1 << seat)
    emit(e, EVENT_PASS, seat, BANK, NOBODY, 0, trigger_clause(t))


def first_place(g, t, seat, kind):
    """The first lot on which a seat may put a building of this kind, or NOBODY."""
    for square in range(SQUARES):
        if (
            g.owner[square] == seat
            and has_place(g, t, seat, square) == DONE
            and next_is_hotel(g, t, square) == (kind == LOT_HOTEL)
        ):
            return square
    return NOBODY


def fits(g, t, seat, square, kind):
    return has_place(g, t, seat, square) == DONE and next_is_hotel(g, t, square) == (kind == LOT_HOTEL)


def wishers(g, t):
    """Seats that still want a building and have a place for it, one bit each."""
    seats = 0
    for seat in range(g.players):
        if g.wish[seat] > 0 and in_game(g, seat) and first_place(g, t, seat, g.contest) != NOBODY:
            seats |= 1 << seat
    return seats


def needs_auction(g, t, seats):
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


def opening_price(g, t, seats):
    # shortage.auction-start: the lowest building price among the lots the bidders could use, or one
    if t.shortage_start == SHORTAGE_START_ONE:
        return 1
    lowest = 0
    for square in range(SQUARES):
        owner = g.owner[square]
        if owner >= 0 and (seats >> owner) & 1 and fits(g, t, owner, square, g.contest):
            cost = t.house_cost[square] + 0
            if lowest == 0 or cost < lowest:
                lowest = cost
    return max(1, lowest)


def settle_contest(g, t, e):
    """All have spoken: auction one building, or let the builder build."""
    seats = wishers(g, t)
    if needs_auction(g, t, seats):
        clause = (
            SHORTAGE_AUCTION_START_ANY_PRICE_FROM_ONE
            if t.shortage_start == SHORTAGE_START_ONE
            else SHORTAGE_AUCTION_START_LOWEST_DEED_PRICE
        )
        start_bidding(g, e, g.contest, seats, g.contest_by, opening_price(g, t, seats), clause)
        return
    builder = g.contest_by + 0
    square = g.contest_square + 0
    if (
        g.wish[builder] > 0
        and square != NOBODY
        and fits(g, t, builder, square, g.contest)
        and g.cash[builder] >= t.house_cost[square]
    ):
        build_at_deed_price(g, t, e, builder, square)
    end_contest(g)


def end_contest(g):
    g.contest = LOT_NONE
    g.contest_by = NOBODY
    g.contest_square = NOBODY
    g.asked = 0
    for seat in range(g.players):
        g.wish[seat] = 0


def close_building_auction(g, t, e):
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
