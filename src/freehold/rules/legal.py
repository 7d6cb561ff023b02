"""Every legal action of a seat, as rows of (kind, a, b). Offers are not among them: they have bounds, not rows.

A bid stands for its lowest amount, a settlement for all that may be given, a jail card for the one drawn first; all
may be varied within the rules.
"""

from .auctions import lowest_bid, may_bid, may_speak
from .board import in_game
from .codes import DO_BID, DO_PASS, DO_WANT, DONE, PHASE_AUCTION, PHASE_CONTEST, PHASE_OVER
from .listing import list_decision, list_free
from .moves import add
from .records import Game, Moves, Tables
from .shortage import highest_bid, may_answer_contest, may_want
from .state import NOBODY


def list_legal(g: Game, t: Tables, m: Moves, seat: int) -> None:
    """Fill m with what this seat may do now."""
    m.n = 0
    m.decisions = 0
    if g.phase == PHASE_OVER or not in_game(g, seat):
        return
    if g.phase == PHASE_AUCTION:
        list_auction(g, t, m, seat)
    elif g.phase == PHASE_CONTEST:
        list_contest(g, t, m, seat)
    elif seat == g.decider:
        list_decision(g, t, m, seat)
    m.decisions = m.n
    list_free(g, t, m, seat)


def list_auction(g: Game, t: Tables, m: Moves, seat: int) -> None:
    if may_speak(g, seat) == DONE:
        low = lowest_bid(g)
        if may_bid(g, t, seat, low) == DONE and low <= highest_bid(g, t, seat):
            add(m, DO_BID, low, NOBODY)
        add(m, DO_PASS, 0, 0)


def list_contest(g: Game, t: Tables, m: Moves, seat: int) -> None:
    if may_want(g, t, seat, 0) == DONE:
        add(m, DO_WANT, 0, 0)
    if may_answer_contest(g, t, seat) == DONE:
        add(m, DO_PASS, 0, 0)
