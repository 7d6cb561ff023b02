"""The bots' memory of a game: which bot has which seat, which offers were refused, and how everybody answers."""

from freehold.bots.ranks import is_outsider
from freehold.rules.codes import (
    DO_ACCEPT,
    DO_BID,
    DO_BUILD,
    DO_BUY,
    DO_DECLINE,
    DO_END_TURN,
    DO_MORTGAGE,
    DO_OFFER,
    DO_PASS,
    DO_PAY,
    DO_PAY_TAX,
    DO_REDEEM,
    DO_REJECT,
    DO_SELL,
    DO_USE_JAIL_CARD,
    OFFER_SETTLEMENT,
    PHASE_ANSWER,
)
from freehold.rules.records import Game, Notes, Tables
from freehold.rules.state import PLAYERS, REFUSALS, SOME, SQUARES

# what `counted` says is current: who holds what, and the mortgages; also what the deeds could raise
DEEDS_COUNTED, ESTATES_COUNTED = 1, 2
LOOK_ANEW = -1  # no table has its deeds like that
REMEMBERED = 15  # rounds during which a refused offer is not repeated
NO_PRICE = -(1 << 20)  # less than any price
FULL_SHARE = 64  # a share of 1.0


def clear_notes(n: Notes) -> None:
    """A new game: forget refused offers and counts. The bots stay in their seats."""
    n.counted = 0
    for seat in range(PLAYERS):
        n.refused_n[seat] = 0
        n.agreed[seat] = 0
        n.declined[seat] = 0
        n.least_taken[seat] = FULL_SHARE
        n.most_declined[seat] = -FULL_SHARE
        n.held[seat] = 0
        n.looked[seat] = 0
        n.looked_at[seat] = 0
    for k in range(PLAYERS * REFUSALS):
        n.refused[k] = 0
        n.refused_at[k] = 0
        n.refused_price[k] = 0


def offer_key(other: int, give: int, ask: int) -> int:
    """An offer without its cash as one number: the same squares for slightly more are the same offer."""
    return (give * 31 + ask) * 31 + other + 1


def take_note(g: Game, t: Tables, n: Notes, kind: int, a: int) -> None:
    """Call before every action: records a refused offer, and a deed that is bought, mortgaged or redeemed."""
    if kind == DO_BUY:
        n.held[g.decider] |= 1 << g.square[g.decider]
        n.counted = min(n.counted + 0, DEEDS_COUNTED)
    elif kind == DO_MORTGAGE:
        n.pledged |= 1 << a
        n.counted = min(n.counted + 0, DEEDS_COUNTED)
    elif kind == DO_REDEEM:
        n.pledged &= ~(1 << a)
        n.counted = min(n.counted + 0, DEEDS_COUNTED)
    elif may_move_deeds(g, kind):
        n.counted = 0
    if kind == DO_REJECT and g.phase == PHASE_ANSWER:
        price = g.offer_give_cash - g.offer_ask_cash
        remember(n, g.offer_from, g.offer_to, g.offer_give, g.offer_ask, price, g.turns)
    if g.phase == PHASE_ANSWER and (kind == DO_ACCEPT or kind == DO_REJECT):
        if g.offer_kind != OFFER_SETTLEMENT and is_outsider(n.bot[g.offer_from]):
            price = g.offer_give_cash - g.offer_ask_cash
            note_answer(n, g.offer_from, g.offer_to, kind, face_share(t, g.offer_give, g.offer_ask, price))


def may_move_deeds(g: Game, kind: int) -> int:
    """Whether such an action can move or mortgage a deed. Routine actions, building, offers and early bids cannot."""
    if kind <= DO_USE_JAIL_CARD or kind == DO_DECLINE or kind == DO_PAY_TAX or kind == DO_PAY:
        return False
    if kind == DO_BID or kind == DO_PASS:  # an auction ends when all have passed but the one who leads
        but_one = g.bidders & (g.bidders - 1)
        return but_one == 0 or (kind == DO_PASS and but_one & (but_one - 1) == 0)
    return kind != DO_END_TURN and kind != DO_BUILD and kind != DO_SELL and kind != DO_OFFER and kind != DO_REJECT


def remember(n: Notes, maker: int, other: int, give: int, ask: int, price: int, turns: int) -> None:
    """Record a refused offer; it replaces the oldest one."""
    at = maker * REFUSALS + n.refused_n[maker]
    n.refused[at] = offer_key(other, give, ask)
    n.refused_at[at] = turns
    n.refused_price[at] = price
    n.refused_n[maker] = (n.refused_n[maker] + 1) % REFUSALS


def face_share(t: Tables, give: int, ask: int, price: int) -> int:
    """What a partner gains by printed prices, as a share of all that changes hands, in parts of FULL_SHARE."""
    given = max(0, price)
    asked = max(0, -price)
    for square in range(SQUARES):
        if give >> square & 1:
            given += t.price[square]
        elif ask >> square & 1:
            asked += t.price[square]
    return (given - asked) * FULL_SHARE // max(1, given + asked)


def note_answer(n: Notes, maker: int, other: int, kind: int, face: int) -> None:
    """Count the answer to a person or a mogul, who cannot know it beforehand; after a refusal they look for another
    offer. Bots of the kernel offer each other only what their formulas agree about: that is no news.
    """
    if kind == DO_ACCEPT:
        n.agreed[other] = min(n.agreed[other] + 1, SOME)
        n.least_taken[other] = min(n.least_taken[other] + 0, face)
    else:
        n.declined[other] = min(n.declined[other] + 1, SOME)
        n.most_declined[other] = max(n.most_declined[other] + 0, face)
        n.looked[maker] = LOOK_ANEW


def refusals_in_turn(g: Game, n: Notes, seat: int, other: int) -> int:
    """How many offers of a seat were refused in this turn, by everybody (`other` below 0) or by one seat."""
    found = 0
    for k in range(seat * REFUSALS, (seat + 1) * REFUSALS):
        if n.refused[k] != 0 and n.refused_at[k] == g.turns and (other < 0 or (n.refused[k] - 1) % 31 == other):
            found += 1
    return found


def refused_price(g: Game, n: Notes, seat: int, other: int, give: int, ask: int) -> int:
    """The most cash that was refused with this swap recently (negative: asked for), or NO_PRICE."""
    key = offer_key(other, give, ask)
    most = NO_PRICE
    for at in range(seat * REFUSALS, (seat + 1) * REFUSALS):
        if n.refused[at] == key and g.turns - n.refused_at[at] < REMEMBERED * g.alive:
            most = max(most, n.refused_price[at])
    return most


def was_refused(g: Game, n: Notes, seat: int, other: int, give: int, ask: int) -> int:
    """Whether this offer was refused recently."""
    key = offer_key(other, give, ask)
    for k in range(REFUSALS):
        at = seat * REFUSALS + k
        if n.refused[at] == key and g.turns - n.refused_at[at] < REMEMBERED * g.alive:
            return True
    return False
