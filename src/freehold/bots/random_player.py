"""The random player: any legal action, and occasional offers. It fills empty seats and fuzzes the rules in tests.

It draws from its own chance record `r`, never from the game's.
"""

from freehold.rules.board import in_game
from freehold.rules.chance import deal_below
from freehold.rules.codes import DO_BID, DO_BUILD, DO_OFFER, DO_SETTLE, DONE
from freehold.rules.legal import list_legal
from freehold.rules.records import Action, Chance, Game, Moves, Tables
from freehold.rules.shortage import highest_bid
from freehold.rules.state import KEPT, NOBODY, SQUARES
from freehold.rules.trade import givable, may_offer

OFFER_ONE_IN = 24
BUILD_ONE_IN = 2
BID_STEPS = 40


def clear_action(x: Action) -> None:
    x.kind = 0
    x.a = 0
    x.b = 0
    x.give_cash = 0
    x.ask_cash = 0
    x.give = 0
    x.ask = 0
    x.give_cards = 0
    x.ask_cards = 0


def random_action(g: Game, t: Tables, m: Moves, r: Chance, x: Action, seat: int) -> int:
    """Write a random legal action of a seat into x; False if it has none."""
    clear_action(x)
    if deal_below(r, OFFER_ONE_IN) == 0 and random_offer(g, t, r, x, seat):
        return True
    list_legal(g, t, m, seat)
    if m.n == 0:
        return False
    pick = random_build(m, r)  # without buildings rents stay low and games never end
    if pick == NOBODY:
        pick = deal_below(r, m.n)
    x.kind = m.kind[pick]
    x.a = m.a[pick]
    x.b = m.b[pick]
    if x.kind == DO_BID:
        x.a = min(x.a + deal_below(r, BID_STEPS), highest_bid(g, t, seat))
    elif x.kind == DO_SETTLE:
        x.give_cash = g.cash[seat]
        x.give = givable(g, t, seat)
    elif x.kind == DO_BUILD:
        x.b = 1 + deal_below(r, 3)
    return True


def random_build(m: Moves, r: Chance) -> int:
    """Sometimes the index of a build among the legal actions, otherwise NOBODY."""
    if deal_below(r, BUILD_ONE_IN) == 0:
        for k in range(m.decisions, m.n):
            if m.kind[k] == DO_BUILD:
                return k
    return NOBODY


def random_deed(squares: int, r: Chance) -> int:
    """One of these squares as a bit; 0 if there is none."""
    count = 0
    for square in range(SQUARES):
        count += (squares >> square) & 1
    if count == 0:
        return 0
    pick = deal_below(r, count)
    for square in range(SQUARES):
        if (squares >> square) & 1:
            if pick == 0:
                return 1 << square
            pick -= 1
    return 0


def random_offer(g: Game, t: Tables, r: Chance, x: Action, seat: int) -> int:
    """A random offer of a deed, cash or a jail card for another; False if the rules would refuse it."""
    other = deal_below(r, g.players)
    if other == seat or not in_game(g, seat) or not in_game(g, other):
        return False
    x.kind = DO_OFFER
    x.a = other
    x.b = NOBODY
    x.give = random_deed(givable(g, t, seat), r) if deal_below(r, 2) == 0 else 0
    x.ask = random_deed(givable(g, t, other), r) if deal_below(r, 2) == 0 else 0
    x.give_cash = deal_below(r, g.cash[seat] + 1) if x.give == 0 else 0
    x.ask_cash = deal_below(r, g.cash[other] + 1) if x.ask == 0 else 0
    for slot in range(KEPT):
        if g.kept_by[slot] == seat and deal_below(r, 2) == 0:
            x.give_cards |= 1 << slot
    if may_offer(g, t, seat, x) == DONE:
        return True
    clear_action(x)
    return False
