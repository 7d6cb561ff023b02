"""What a simulation counts, where it happens: `emit` and the throw call these when a tally is wanted.

A count is a number of `e.counts`; `TALLY` in `state.py` names them, and the constants below say where each begins.
`engine/kernel/tally.py` follows what lasts longer than an action: who held what, and for how long.
"""

from .codes import (
    EVENT_AUCTION,
    EVENT_BANKRUPT,
    EVENT_BUILD,
    EVENT_BUY,
    EVENT_CONTEST,
    EVENT_DEAL,
    EVENT_DEED,
    EVENT_ESTATE,
    EVENT_JAILED,
    EVENT_MORTGAGE,
    EVENT_MOVE,
    EVENT_OFFER,
    EVENT_REDEEM,
    EVENT_RENT,
    EVENT_SELL,
    EVENT_SETTLED,
    EVENT_SOLD,
    EVENT_STAYED,
    EVENT_TRADE,
    EVENT_UNSOLD,
    WHY_RENT,
)
from .records import Events, Game, Tables
from .state import CELL, LEVELS, NOBODY, ORIGINS, ROUND_BINS, ROUNDS_A_BIN, SQUARES, TALLY_PLACES

LANDED_AT = TALLY_PLACES["landed"]
THROWN_AT = TALLY_PLACES["thrown"]
BOUGHT_AT = TALLY_PLACES["bought"]
DEALT_AT = TALLY_PLACES["dealt"]
SOLD_AT = TALLY_PLACES["sold"]
SOLD_FOR_AT = TALLY_PLACES["sold_for"]
BUILT_AT = TALLY_PLACES["built"]
BUILT_FOR_AT = TALLY_PLACES["built_for"]
MORTGAGES_AT = TALLY_PLACES["mortgages"]
RENTS_AT = TALLY_PLACES["rents"]
DUE_AT = TALLY_PLACES["due"]
RENT_AT = TALLY_PLACES["rent"]
RUINED_AT = TALLY_PLACES["ruined"]
EXPOSED_AT = TALLY_PLACES["exposed"]
MONOPOLIES_AT = TALLY_PLACES["monopolies"]
INHERITED_AT = TALLY_PLACES["inherited"]
BANKRUPT_IN_AT = TALLY_PLACES["bankrupt_in"]
ENDINGS_AT = TALLY_PLACES["endings"]
GAMES_AT = TALLY_PLACES["games"]
THROWS_AT = TALLY_PLACES["throws"]
OFFERS_AT = TALLY_PLACES["offers"]
TRADES_AT = TALLY_PLACES["trades"]
SETTLEMENTS_AT = TALLY_PLACES["settlements"]
AUCTIONS_AT = TALLY_PLACES["auctions"]
UNSOLD_AT = TALLY_PLACES["unsold"]
BUILDING_AUCTIONS_AT = TALLY_PLACES["building_auctions"]
SHORTAGES_AT = TALLY_PLACES["shortages"]
BANKRUPTCIES_AT = TALLY_PLACES["bankruptcies"]
JAILINGS_AT = TALLY_PLACES["jailings"]

LAST_DOUBLES = 2  # the doubles before a throw, at most
LAST_FAILURES = 2  # the failed throws before one in jail, at most
CELL_ORIGINS = 3 * SQUARES  # the origins in jail, after those on squares


def count_event(e: Events, kind: int, square: int, amount: int) -> None:
    """Count something that happened. Nearly all callers name the kind, so that one branch is left once compiled."""
    if kind == EVENT_MOVE:
        e.place = square
    elif kind == EVENT_STAYED:
        e.place = CELL
    elif kind == EVENT_JAILED:
        e.place = CELL
        e.counts[JAILINGS_AT] += 1
    elif kind == EVENT_RENT:
        count_rent(e, square, amount, amount)
    elif kind == EVENT_BUILD:
        e.counts[BUILT_AT + square] += 1
        e.counts[BUILT_FOR_AT + square] += amount
        e.altered |= 1 << square
    elif kind == EVENT_SELL or kind == EVENT_REDEEM:
        e.altered |= 1 << square
    elif kind == EVENT_MORTGAGE:
        e.counts[MORTGAGES_AT + square] += 1
        e.altered |= 1 << square
    elif kind == EVENT_DEED:
        e.moved |= 1 << square
    elif kind == EVENT_BUY:
        e.counts[BOUGHT_AT + square] += 1
        e.moved |= 1 << square
    elif kind == EVENT_DEAL:
        e.counts[DEALT_AT + square] += 1
        e.moved |= 1 << square
    elif kind == EVENT_SOLD:
        e.counts[SOLD_AT + square] += 1
        e.counts[SOLD_FOR_AT + square] += amount
        e.moved |= 1 << square
    else:
        count_dealing(e, kind, square, amount)


def count_dealing(e: Events, kind: int, square: int, amount: int) -> None:
    """Offers, auctions, shortages, and rents that were not paid in cash alone."""
    if kind == EVENT_OFFER:
        e.counts[OFFERS_AT] += 1
    elif kind == EVENT_TRADE:
        e.counts[TRADES_AT] += 1
    elif kind == EVENT_AUCTION:
        if square < SQUARES:
            e.counts[AUCTIONS_AT] += 1
        else:
            e.counts[BUILDING_AUCTIONS_AT] += 1
    elif kind == EVENT_UNSOLD:
        if square < SQUARES:
            e.counts[UNSOLD_AT] += 1
    elif kind == EVENT_CONTEST:
        e.counts[SHORTAGES_AT] += 1
    elif kind == EVENT_SETTLED:
        e.counts[SETTLEMENTS_AT] += 1
        count_rent(e, e.owed_for, e.owed, amount)
    elif kind == EVENT_BANKRUPT:
        e.counts[BANKRUPTCIES_AT] += 1
        e.counts[BANKRUPT_IN_AT + e.bin] += 1
    elif kind == EVENT_ESTATE:
        if e.owed_for != NOBODY:
            e.counts[RUINED_AT + e.owed_for] += 1
            count_rent(e, e.owed_for, e.owed, amount)


def count_rent(e: Events, square: int, due: int, cash: int) -> None:
    """A rent was settled: paid, paid partly in deeds, or lost in a bankruptcy; only cash is counted."""
    here = square * LEVELS + max(e.level[square] + 0, 0)  # a claim may come after the deed was mortgaged
    e.counts[RENTS_AT + here] += 1
    e.counts[DUE_AT + here] += due
    e.counts[RENT_AT + here] += cash


def note_debt(g: Game, e: Events) -> None:
    """The first debt is about to be settled other than by cash alone: store what the events after this count."""
    e.bin = min(g.turns // (g.players * ROUNDS_A_BIN), ROUND_BINS - 1)
    e.owed_for = NOBODY
    if g.debts > 0 and g.debt_why[0] == WHY_RENT:
        e.owed_for = g.debt_square[0]
        e.owed = g.debt_amount[0]


def count_throw(g: Game, t: Tables, e: Events, seat: int) -> None:
    """Somebody is about to throw: count where from, and the throw before it where that left the token."""
    close_throw(e)
    e.counts[THROWN_AT + origin_of(g, t, seat)] += 1
    e.threw[seat] += 1


def close_throw(e: Events) -> None:
    """The previous throw of this game, if any, is complete: count it where it left the token.

    A token goes elsewhere by another throw, or by a card or an option that follows from one, so this can wait.
    """
    if e.place != NOBODY:
        e.counts[LANDED_AT + e.place] += 1


def origin_of(g: Game, t: Tables, seat: int) -> int:
    """The state in which a throw starts, in the order of the states of `analysis/throws.py`, for each of DECKS_OUT."""
    out = 0
    for deck in range(2):
        if g.deck_size[deck] < t.deck_cards[deck]:
            out += 1 + deck
    if g.in_jail[seat] != 0:
        return out * ORIGINS + CELL_ORIGINS + min(g.jail_turns[seat] + 0, LAST_FAILURES)
    return out * ORIGINS + min(g.doubles + 0, LAST_DOUBLES) * SQUARES + g.square[seat]
