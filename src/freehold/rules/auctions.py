"""Auctions: open and ascending, of a deed or of a scarce building. The bank conducts them all.

Any bidder still in may bid or pass; `g.bidder` only says whose word is awaited next, for play in turn.
"""

from .board import in_game
from .clauses import (
    AUCTION_EVERYONE_MAY_BID,
    AUCTION_HIGHEST_BIDDER_WINS,
    AUCTION_START_AT_ANY_PRICE,
    BANK_BANKER_RUNS_AUCTIONS,
    SHORTAGE_AUCTION_START_ANY_PRICE_FROM_ONE,
    SHORTAGE_AUCTION_START_LOWEST_DEED_PRICE,
    SHORTAGE_WINNER_IS_HIGHEST_BIDDER,
)
from .codes import (
    DONE,
    EVENT_AUCTION,
    EVENT_BID,
    EVENT_PASS,
    EVENT_SOLD,
    EVENT_UNSOLD,
    LOT_NONE,
    PHASE_AUCTION,
    REFUSED_ALREADY_LEADING,
    REFUSED_BID_TOO_LOW,
    REFUSED_NOT_BIDDING,
    REFUSED_NOT_ENOUGH_CASH,
    REFUSED_WRONG_PHASE,
)
from .events import emit
from .money import bank_takes
from .records import Chance, Events, Game, Tables
from .state import BANK, NOBODY, SQUARES
from .switches import SHORTAGE_START_ONE


def open_auction(g: Game, e: Events, square: int, first: int, clause: int) -> None:
    """A deed comes under the hammer; every player in the game may bid."""
    # auction.everyone-may-bid, auction.out-of-turn-bidding: also who declined, also in jail
    bidders = 0
    for seat in range(g.players):
        if in_game(g, seat):
            bidders |= 1 << seat
    start_bidding(g, e, square, bidders, first, 1, clause)


def start_bidding(g: Game, e: Events, lot: int, bidders: int, first: int, floor: int, clause: int) -> None:
    g.lot = lot
    g.bid = 0
    g.floor = floor
    g.leader = NOBODY
    g.place = NOBODY
    g.bidders = bidders
    g.bidder = next_bidder(g, first)
    emit(e, EVENT_AUCTION, first, BANK, lot, floor, clause)


def next_bidder(g: Game, after: int) -> int:
    """The next seat after this one that is still in and does not lead, or NOBODY."""
    for k in range(1, g.players + 1):
        seat = (after + k) % g.players
        if (g.bidders >> seat) & 1 and seat != g.leader:
            return seat
    return NOBODY


def lowest_bid(g: Game) -> int:
    # auction-minimum-and-steps: whole units, each bid above the last
    return g.floor + 0 if g.leader == NOBODY else g.bid + 1


def may_speak(g: Game, seat: int) -> int:
    if g.phase != PHASE_AUCTION:
        return REFUSED_WRONG_PHASE
    if (g.bidders >> seat) & 1 == 0:
        return REFUSED_NOT_BIDDING
    if seat == g.leader:
        return REFUSED_ALREADY_LEADING
    return DONE


def may_bid(g: Game, t: Tables, seat: int, amount: int) -> int:
    code = may_speak(g, seat)
    if code != DONE:
        return code
    if amount < lowest_bid(g):
        return REFUSED_BID_TOO_LOW
    if amount > g.cash[seat]:
        # auction-bid-above-cash: no unpaid wins can arise
        return REFUSED_NOT_ENOUGH_CASH
    return DONE


def do_bid(g: Game, t: Tables, c: Chance, e: Events, seat: int, amount: int) -> None:
    emit(e, EVENT_BID, seat, BANK, g.lot, amount, bid_clause(g, t))
    g.bid = amount
    g.leader = seat
    g.bidder = next_bidder(g, seat)


def bid_clause(g: Game, t: Tables) -> int:
    """What governs the bid that is about to be made: the opening, or a raise; of a deed, or of a scarce building."""
    if g.leader != NOBODY:
        return AUCTION_EVERYONE_MAY_BID if deed_is_under_the_hammer(g) else SHORTAGE_WINNER_IS_HIGHEST_BIDDER
    return AUCTION_START_AT_ANY_PRICE if deed_is_under_the_hammer(g) else shortage_start_clause(t)


def shortage_start_clause(t: Tables) -> int:
    if t.shortage_start == SHORTAGE_START_ONE:
        return SHORTAGE_AUCTION_START_ANY_PRICE_FROM_ONE
    return SHORTAGE_AUCTION_START_LOWEST_DEED_PRICE


def do_pass(g: Game, t: Tables, c: Chance, e: Events, seat: int) -> None:
    g.bidders &= ~(1 << seat)
    g.bidder = next_bidder(g, seat)
    emit(e, EVENT_PASS, seat, BANK, g.lot, 0, BANK_BANKER_RUNS_AUCTIONS)


def bidding_is_over(g: Game) -> int:
    return g.bidder == NOBODY


def close_deed_auction(g: Game, t: Tables, e: Events) -> None:
    """Highest bidder pays the bank and takes the deed; without a bid it stays with the bank."""
    square = g.lot + 0
    if g.leader == NOBODY:
        emit(e, EVENT_UNSOLD, NOBODY, BANK, square, 0, AUCTION_HIGHEST_BIDDER_WINS)
    else:
        # auction.winner-pays-bank, auction.cash-only
        bank_takes(g, g.leader, g.bid)
        g.owner[square] = g.leader
        emit(e, EVENT_SOLD, g.leader, BANK, square, g.bid, AUCTION_HIGHEST_BIDDER_WINS)
    clear_auction(g)


def clear_auction(g: Game) -> None:
    g.lot = LOT_NONE
    g.bid = 0
    g.floor = 0
    g.leader = NOBODY
    g.bidder = NOBODY
    g.bidders = 0
    g.place = NOBODY


def deed_is_under_the_hammer(g: Game) -> int:
    return 0 <= g.lot < SQUARES
