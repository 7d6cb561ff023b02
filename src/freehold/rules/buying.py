"""Buying a property from the bank on landing there, or declining, which usually puts it under the hammer."""

from .auctions import open_auction
from .clauses import AUCTION_FOLLOWS_EVERY_DECLINE, BUY_AT_PRINTED_PRICE, HOUSE_NO_AUCTIONS
from .codes import DONE, EVENT_BUY, EVENT_DECLINE, NOTHING, REFUSED_NOT_ENOUGH_CASH
from .events import emit
from .money import bank_takes
from .records import Chance, Events, Game, Tables
from .state import BANK
from .switches import DECLINED_DEED_STAYS


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
