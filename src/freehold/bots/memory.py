"""What bots keep in mind of a game beside what stands on the board: who plays, and which offers were refused."""

from freehold.rules.codes import (
    DO_BUILD,
    DO_BUY,
    DO_DECLINE,
    DO_END_TURN,
    DO_PAY_TAX,
    DO_REJECT,
    DO_USE_JAIL_CARD,
    PHASE_ANSWER,
)
from freehold.rules.state import PLAYERS, REFUSALS

REMEMBERED = 15  # rounds for which a refused offer is not made again


def clear_notes(n):
    """A new game: nothing refused yet, nothing counted. Who plays stays."""
    n.counted = 0
    for seat in range(PLAYERS):
        n.refused_n[seat] = 0
        n.held[seat] = 0
        n.looked[seat] = 0
        n.looked_at[seat] = 0
    for k in range(PLAYERS * REFUSALS):
        n.refused[k] = 0
        n.refused_at[k] = 0


def offer_key(other, give, ask):
    """An offer without its cash, as one number: the same squares for a little more are the same offer."""
    return (give * 31 + ask) * 31 + other + 1


def take_note(g, n, kind):
    """To be called before every action: a refused offer is remembered by who made it, and a deed by who buys it."""
    if kind == DO_BUY:
        n.held[g.decider] |= 1 << g.square[g.decider]
    elif may_move_deeds(kind):
        n.counted = 0
    if kind == DO_REJECT and g.phase == PHASE_ANSWER:
        remember(n, g.offer_from, g.offer_to, g.offer_give, g.offer_ask, g.turns)


def may_move_deeds(kind):
    """Could a deed change hands or be mortgaged by such an action? Not by those of every turn, nor by building."""
    if kind <= DO_USE_JAIL_CARD or kind == DO_DECLINE or kind == DO_PAY_TAX:
        return False
    return kind != DO_END_TURN and kind != DO_BUILD


def remember(n, maker, other, give, ask, turns):
    """An offer was refused; the oldest one remembered makes room for it."""
    at = maker * REFUSALS + n.refused_n[maker]
    n.refused[at] = offer_key(other, give, ask)
    n.refused_at[at] = turns
    n.refused_n[maker] = (n.refused_n[maker] + 1) % REFUSALS


def was_refused(g, n, seat, other, give, ask):
    """Was this offer refused lately?"""
    key = offer_key(other, give, ask)
    for k in range(REFUSALS):
        at = seat * REFUSALS + k
        if n.refused[at] == key and g.turns - n.refused_at[at] < REMEMBERED * g.alive:
            return True
    return False
