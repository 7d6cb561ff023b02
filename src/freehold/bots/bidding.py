"""Buying and bidding: the value of a deed at auction or for sale by the bank, and of a scarce building."""

from freehold.bots.danger import reserve
from freehold.bots.ranks import BOT_BARON, BOT_NOVICE
from freehold.bots.worth import count_deeds, swap_worth
from freehold.rules.auctions import deed_is_under_the_hammer, lowest_bid, may_bid
from freehold.rules.board import in_game
from freehold.rules.buildings import has_place, next_is_hotel
from freehold.rules.buying import may_buy
from freehold.rules.codes import DO_BID, DO_BUY, DO_DECLINE, DO_PASS, DO_WANT, DONE, LOT_HOTEL
from freehold.rules.records import Action, Game, Notes, Tables, Values
from freehold.rules.shortage import appetite
from freehold.rules.state import NOBODY, SQUARES, STATIONS

BID_STEPS_TO_PRICE = 10
KEPT_WHEN_BIDDING = 40


def deed_value(g: Game, t: Tables, v: Values, n: Notes, seat: int, square: int, bot: int) -> int:
    """The most a bot would pay the bank for a deed."""
    bit = 1 << square
    if bot == BOT_NOVICE:
        return t.price[square] + 0
    value = swap_worth(g, t, v, n, seat, bit, 0, bot)
    group = t.group[square]
    members = v.members[group]
    if group >= STATIONS:
        return value
    for other in range(g.players):  # denying an opponent a complete group has a value too
        if other != seat and (n.held[other] | bit) & members == members and in_game(g, other):
            theirs = swap_worth(g, t, v, n, other, bit, 0, bot)
            value = max(value, t.price[square] + theirs // 3)
    return value


def buy_or_decline(g: Game, t: Tables, v: Values, n: Notes, x: Action, seat: int, bot: int) -> int:
    """A bot buys what it can afford; a baron also considers the deed's value and the cash it would be left with."""
    square = g.square[seat]
    x.kind = DO_BUY if may_buy(g, t, seat) == DONE else DO_DECLINE
    if bot == BOT_BARON and x.kind == DO_BUY:
        count_deeds(g, n)
        value = deed_value(g, t, v, n, seat, square, bot)
        if value < t.price[square] and g.cash[seat] - t.price[square] < reserve(g, t, v, n, seat, bot):
            x.kind = DO_DECLINE
    return True


def bid_or_pass(g: Game, t: Tables, v: Values, n: Notes, x: Action, seat: int, bot: int) -> int:
    """Raise in steps of a tenth of the price until the deed is no longer worth it."""
    if deed_is_under_the_hammer(g) and lowest_bid(g) > g.cash[seat] - KEPT_WHEN_BIDDING:
        x.kind = DO_PASS
        return True
    count_deeds(g, n)
    if deed_is_under_the_hammer(g):
        price = t.price[g.lot]
        limit = min(deed_value(g, t, v, n, seat, g.lot, bot), g.cash[seat] - KEPT_WHEN_BIDDING)
    else:
        place = best_place(g, t, v, n, seat, g.contest)
        price = t.house_cost[place] if place != NOBODY else 0
        limit = min(price * 3 // 2 if bot != BOT_NOVICE else price, g.cash[seat] - reserve(g, t, v, n, seat, bot))
        x.b = place
    low = lowest_bid(g)
    if low > limit:
        x.kind = DO_PASS
        return True
    x.kind = DO_BID
    x.a = max(low, min(limit, g.bid + max(1, price // BID_STEPS_TO_PRICE)))
    if may_bid(g, t, seat, x.a) != DONE:
        x.kind = DO_PASS
    return True


def best_place(g: Game, t: Tables, v: Values, n: Notes, seat: int, kind: int) -> int:
    """The lot on which a scarce building would earn most, or NOBODY."""
    best = -1
    place = NOBODY
    for square in range(SQUARES):
        if (n.held[seat] >> square) & 1 and has_place(g, t, seat, square) == DONE:
            if next_is_hotel(g, t, square) == (kind == LOT_HOTEL) and v.odds[square] * t.price[square] > best:
                best = v.odds[square] * t.price[square]
                place = square
    return place


def want_or_pass(g: Game, t: Tables, v: Values, n: Notes, x: Action, seat: int, bot: int) -> int:
    """In a building shortage: ask for as many as the cash above the reserve can pay for."""
    count_deeds(g, n)
    place = best_place(g, t, v, n, seat, g.contest)
    x.kind = DO_PASS
    if place != NOBODY:
        budget = g.cash[seat] - reserve(g, t, v, n, seat, bot)
        count = min(appetite(g, t, seat, g.contest), budget // max(1, t.house_cost[place]))
        if count > 0:
            x.kind = DO_WANT
            x.a = count
    return True
