"""Entry point of the rules: `act` applies one action. It returns DONE, or why not, and then nothing has changed.

After every action `settle` runs on until somebody has to decide: debts, auctions and offers first, then the turn.
"""

from .auctions import bidding_is_over, close_deed_auction, deed_is_under_the_hammer, open_auction
from .board import in_game
from .clauses import BANKRUPTCY_TO_BANK_PROPERTIES_AUCTIONED
from .codes import (
    DO_TIME_UP,
    DONE,
    LOT_NONE,
    NOTHING,
    PHASE_ANSWER,
    PHASE_AUCTION,
    PHASE_BATTLE,
    PHASE_CARD,
    PHASE_CONTEST,
    PHASE_DEBT,
    PHASE_OVER,
    PHASE_TRANSFER,
    REFUSED_BANKRUPT,
    REFUSED_GAME_OVER,
    REFUSED_NO_SUCH_SEAT,
    REFUSED_NOT_YOUR_TURN,
    REFUSED_UNKNOWN_ACTION,
    REFUSED_WRONG_PHASE,
)
from .debts import announce_debt, next_of_estate, pay_first_debt
from .decks import put_back
from .dispatch import ACTIONS, do_by_rule, may_by_rule, phase_of
from .mortgages import next_transfer
from .records import Action, Chance, Events, Game, Tables
from .shortage import close_building_auction, next_asked, settle_contest
from .state import NOBODY
from .turn import advance


def may(g: Game, t: Tables, seat: int, x: Action) -> int:
    """May this seat do this now? DONE, or the reason why not."""
    kind = x.kind + 0
    if kind < 1 or kind > ACTIONS:
        return REFUSED_UNKNOWN_ACTION
    if g.phase == PHASE_OVER:
        return REFUSED_GAME_OVER
    if kind == DO_TIME_UP:
        return may_by_rule(g, t, seat, x) if seat == NOBODY else REFUSED_NO_SUCH_SEAT
    if seat < 0 or seat >= g.players:
        return REFUSED_NO_SUCH_SEAT
    if not in_game(g, seat):
        return REFUSED_BANKRUPT
    phase = phase_of(kind)
    if phase != NOTHING:
        if seat != g.decider:
            return REFUSED_NOT_YOUR_TURN
        if phase != g.phase:
            return REFUSED_WRONG_PHASE
    return may_by_rule(g, t, seat, x)


def act(g: Game, t: Tables, c: Chance, e: Events, seat: int, x: Action) -> int:
    """Do it, and let the game run on to the next decision."""
    code = may(g, t, seat, x)
    if code == DONE:
        code = do_by_rule(g, t, c, e, seat, x)
    if code == DONE:
        settle(g, t, c, e)
    return code


def wait_for(g: Game, phase: int, decider: int) -> None:
    g.phase = phase
    g.decider = decider


def settle(g: Game, t: Tables, c: Chance, e: Events) -> None:
    """Run on until somebody has to decide, or the game is over."""
    waiting = False
    while not waiting and g.phase != PHASE_OVER:
        waiting = settle_one(g, t, c, e)


def settle_one(g: Game, t: Tables, c: Chance, e: Events) -> bool:
    """Settle the most pressing thing; True if it waits for a decision."""
    if g.offer_from != NOBODY:
        wait_for(g, PHASE_ANSWER, g.offer_to)
        return True
    if g.lot != LOT_NONE:
        if bidding_is_over(g):
            if deed_is_under_the_hammer(g):
                close_deed_auction(g, t, e)
            else:
                close_building_auction(g, t, e)
            return False
        wait_for(g, PHASE_AUCTION, g.bidder)
        return True
    if g.contest != LOT_NONE:
        if g.asked == 0:
            settle_contest(g, t, e)
            return False
        wait_for(g, PHASE_CONTEST, next_asked(g))
        return True
    if g.debts > 0:
        if g.debt_open == 0:
            if g.cash[g.debt_from[0]] >= g.debt_amount[0]:
                pay_first_debt(g, t, e)
                return False
            announce_debt(g, e)
        wait_for(g, PHASE_DEBT, g.debt_from[0])
        return True
    if g.transfer != 0:
        wait_for(g, PHASE_TRANSFER, g.owner[next_transfer(g)])
        return True
    if g.estate != 0:
        # bankruptcy.to-bank.auctioned-one-by-one
        square = next_of_estate(g)
        g.estate &= ~(1 << square)
        open_auction(g, e, square, g.turn, BANKRUPTCY_TO_BANK_PROPERTIES_AUCTIONED)
        return False
    if g.base != PHASE_CARD:
        put_back(g)
    if g.base != NOTHING:
        wait_for(g, g.base, g.battler if g.base == PHASE_BATTLE else g.turn)
        return True
    advance(g, t, c, e)
    return False
