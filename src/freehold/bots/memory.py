"""The bots' memory of a game: which bot has which seat, and which offers were refused."""

from freehold.rules.codes import (
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
    PHASE_ANSWER,
)
from freehold.rules.records import Game, Notes
from freehold.rules.state import PLAYERS, REFUSALS

# what `counted` says is current: who holds what, and the mortgages; also what the deeds could raise
DEEDS_COUNTED, ESTATES_COUNTED = 1, 2
REMEMBERED = 15  # rounds during which a refused offer is not repeated


def clear_notes(n: Notes) -> None:
    """A new game: forget refused offers and counts. The bots stay in their seats."""
    n.counted = 0
    for seat in range(PLAYERS):
        n.refused_n[seat] = 0
        n.held[seat] = 0
        n.looked[seat] = 0
        n.looked_at[seat] = 0
    for k in range(PLAYERS * REFUSALS):
        n.refused[k] = 0
        n.refused_at[k] = 0


def offer_key(other: int, give: int, ask: int) -> int:
    """An offer without its cash as one number: the same squares for slightly more are the same offer."""
    return (give * 31 + ask) * 31 + other + 1


def take_note(g: Game, n: Notes, kind: int, a: int) -> None:
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
        remember(n, g.offer_from, g.offer_to, g.offer_give, g.offer_ask, g.turns)


def may_move_deeds(g: Game, kind: int) -> int:
    """Whether such an action can move or mortgage a deed. Routine actions, building, offers and early bids cannot."""
    if kind <= DO_USE_JAIL_CARD or kind == DO_DECLINE or kind == DO_PAY_TAX or kind == DO_PAY:
        return False
    if kind == DO_BID or kind == DO_PASS:  # an auction ends when all have passed but the one who leads
        but_one = g.bidders & (g.bidders - 1)
        return but_one == 0 or (kind == DO_PASS and but_one & (but_one - 1) == 0)
    return kind != DO_END_TURN and kind != DO_BUILD and kind != DO_SELL and kind != DO_OFFER and kind != DO_REJECT


def remember(n: Notes, maker: int, other: int, give: int, ask: int, turns: int) -> None:
    """Record a refused offer; it replaces the oldest one."""
    at = maker * REFUSALS + n.refused_n[maker]
    n.refused[at] = offer_key(other, give, ask)
    n.refused_at[at] = turns
    n.refused_n[maker] = (n.refused_n[maker] + 1) % REFUSALS


def was_refused(g: Game, n: Notes, seat: int, other: int, give: int, ask: int) -> int:
    """Whether this offer was refused recently."""
    key = offer_key(other, give, ask)
    for k in range(REFUSALS):
        at = seat * REFUSALS + k
        if n.refused[at] == key and g.turns - n.refused_at[at] < REMEMBERED * g.alive:
            return True
    return False
