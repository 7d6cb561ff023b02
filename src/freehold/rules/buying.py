"""Buying a property from the bank on landing there, or declining, which usually puts it under the hammer."""

from .auctions import open_auction
from .clauses import (
    AUCTION_FOLLOWS_EVERY_DECLINE,
    BUY_AT_PRINTED_PRICE,
    HOUSE_NO_AUCTIONS,
    HOUSE_NO_BUYING_FIRST_LAP,
    HOUSE_NO_BUYING_FIRST_ROUND,
)
from .codes import DONE, EVENT_BUY, EVENT_DECLINE, NOTHING, PHASE_BUY, REFUSED_NOT_ENOUGH_CASH
from .events import emit
from .money import bank_takes
from .records import Chance, Events, Game, Tables
from .state import BANK
from .switches import DECLINED_DEED_STAYS, FIRST_PURCHASES_AFTER_FIRST_LAP, FIRST_PURCHASES_AFTER_FIRST_ROUND


def wait_to_buy(g: Game, t: Tables, seat: int) -> int:
    """The house rule by which this seat cannot buy yet, or NOTHING."""
    if t.first_purchases == FIRST_PURCHASES_AFTER_FIRST_ROUND and g.turns < g.players:
        return HOUSE_NO_BUYING_FIRST_ROUND
    if t.first_purchases == FIRST_PURCHASES_AFTER_FIRST_LAP and (g.lapped >> seat) & 1 == 0:
        return HOUSE_NO_BUYING_FIRST_LAP
    return NOTHING


def offer_deed(g: Game, t: Tables, e: Events, seat: int, square: int) -> None:
    """A token has stopped on a property without owner: it is for sale, unless the house makes its player wait."""
    clause = wait_to_buy(g, t, seat)
    if clause == NOTHING:
        g.base = PHASE_BUY
    else:
        emit(e, EVENT_DECLINE, seat, BANK, square, 0, clause)


def may_buy(g: Game, t: Tables, seat: int) -> int:
    if g.cash[seat] < t.price[g.square[seat]]:
        return REFUSED_NOT_ENOUGH_CASH
    return DONE


def do_buy(g: Game, t: Tables, c: Chance, e: Events, seat: int) -> None:
    # buy.at-printed-price
    square = g.square[seat]
    bank_takes(g, seat, t.price[square])
    g.owner[square] = seat
    g.base = NOTHING
    emit(e, EVENT_BUY, seat, BANK, square, t.price[square], BUY_AT_PRINTED_PRICE)


def do_decline(g: Game, t: Tables, c: Chance, e: Events, seat: int) -> None:
    g.base = NOTHING
    if t.declined_deed == DECLINED_DEED_STAYS:
        emit(e, EVENT_DECLINE, seat, BANK, g.square[seat], 0, HOUSE_NO_AUCTIONS)
        return
    # auction.follows-every-decline
    emit(e, EVENT_DECLINE, seat, BANK, g.square[seat], 0, AUCTION_FOLLOWS_EVERY_DECLINE)
    open_auction(g, e, g.square[seat], seat, AUCTION_FOLLOWS_EVERY_DECLINE)
