"""The tally: counts over many games, updated from the event rows of each action, and the game loops that do so.

Of a single game only its result row is kept, so memory does not grow with the number of games.
"""

from freehold.bots.choose import bot_action, who_acts
from freehold.bots.memory import clear_notes, take_note
from freehold.bots.ranks import BOT_BARON, BOT_RANDOM
from freehold.bots.worth import lowest
from freehold.engine.audit import audit
from freehold.engine.loops import (
    FAULT_REFUSED,
    FAULT_STUCK,
    RESULT_ACTIONS,
    RESULT_STARTER,
    RESULT_WIDTH,
    count_step,
    new_game,
    tell_end,
)
from freehold.rules.board import held, owns_group, sibling
from freehold.rules.codes import (
    DO_ACCEPT,
    DO_BANKRUPT,
    DO_ROLL,
    DO_THROW_AGAIN,
    DONE,
    EVENT_AUCTION,
    EVENT_BANKRUPT,
    EVENT_BUILD,
    EVENT_BUY,
    EVENT_CONTEST,
    EVENT_DEAL,
    EVENT_DEED,
    EVENT_ESTATE,
    EVENT_MORTGAGE,
    EVENT_OFFER,
    EVENT_REDEEM,
    EVENT_RENT,
    EVENT_SELL,
    EVENT_SETTLED,
    EVENT_SOLD,
    EVENT_TRADE,
    EVENT_UNSOLD,
    PHASE_OVER,
    SHORT_GAME,
    WHY_RENT,
)
from freehold.rules.events import COUNTED_EVENTS
from freehold.rules.jail import LAST_ATTEMPT
from freehold.rules.state import (
    BANK,
    EVENT_WIDTH,
    EVENTS,
    GROUPS,
    LEVELS,
    NOBODY,
    ORIGINS,
    PLAYERS,
    ROUND_BINS,
    ROUNDS_A_BIN,
    SQUARES,
    STATIONS,
)
from freehold.rules.step import act
from freehold.rules.switches import STATION_COUNTS_MORTGAGED_YES, UTILITY_COUNTS_MORTGAGED_YES
from freehold.rules.turn import THIRD_DOUBLE

CELLS = THIRD_DOUBLE * SQUARES  # the origins in jail, after those on squares
FAULT_ROOM = 3000  # the event buffer overflowed, so a count would be wrong

# How a game ended
ENDED_UNFINISHED = 0
ENDED_LAST_PLAYER = 1
ENDED_FIRST_BANKRUPTCY = 2
ENDED_SECOND_BANKRUPTCY = 3
ENDED_TIME = 4


def begin_tally(g, t, e, s, w):
    """Start a new game; the deal is in the events."""
    s.games += 1
    clear_watch(e, w)
    tally_rows(g, t, e, s, w)


def clear_watch(e, w):
    e.place = NOBODY
    e.rent_square = NOBODY
    e.jailed = 0
    w.owed_for = NOBODY
    for seat in range(PLAYERS):
        w.threw[seat] = 0
    for group in range(GROUPS):
        w.whole[group] = NOBODY
    for square in range(SQUARES):
        w.level[square] = NOBODY


def watch(g, t, e, s, w, kind):
    """Call before every action: counts a throw, and stores what one of this kind may change and the count needs."""
    if kind == DO_ROLL or kind == DO_THROW_AGAIN:
        close_throw(e, s)
        s.thrown[origin_of(g, t)] += 1
        w.threw[g.turn] += 1
    elif kind == DO_BANKRUPT or kind == DO_ACCEPT:
        w.turns = g.turns
        w.owed_for = NOBODY
        if g.debts > 0 and g.debt_why[0] == WHY_RENT:
            w.owed_for = g.debt_square[0]
            w.owed = g.debt_amount[0]


def origin_of(g, t):
    """The state in which a throw starts, in the order of the states of `analysis/throws.py`, for each of DECKS_OUT."""
    out = 0
    for deck in range(2):
        if g.deck_size[deck] < t.deck_cards[deck]:
            out += 1 + deck
    seat = g.turn
    if g.in_jail[seat] != 0:
        return out * ORIGINS + CELLS + min(g.jail_turns[seat] + 0, LAST_ATTEMPT - 1)
    return out * ORIGINS + min(g.doubles + 0, THIRD_DOUBLE - 1) * SQUARES + g.square[seat]


def tally_action(g, t, e, s, w):
    """Call after every action: counts its events. 0, or FAULT_ROOM if there were too many."""
    if e.rent_square != NOBODY:
        tally_rent(s, w, e.rent_square, e.rent_amount, e.rent_amount)
        e.rent_square = NOBODY
    if e.n == 0:
        return DONE
    tally_rows(g, t, e, s, w)
    return FAULT_ROOM if e.n >= EVENTS else DONE


def tally_rows(g, t, e, s, w):
    """Count the rows. Rent levels are recomputed of lots whose buildings changed, and in groups whose deeds did."""
    built = 0
    changed = 0
    ruin = False
    for k in range(e.n):
        at = k * EVENT_WIDTH
        kind = e.rows[at]
        square = e.rows[at + 3]
        amount = e.rows[at + 4]
        if kind == EVENT_RENT:
            tally_rent(s, w, square, amount, amount)
        elif kind == EVENT_BUILD:
            s.built[square] += 1
            s.built_for[square] += amount
            built |= 1 << square
        elif kind == EVENT_SELL:
            built |= 1 << square
        elif tally_deed(s, kind, square, amount):
            changed |= 1 << t.group[square]
        elif kind == EVENT_SETTLED:
            s.settlements += 1
            tally_rent(s, w, w.owed_for, w.owed, amount)
        elif kind == EVENT_BANKRUPT:
            ruin = True
            s.bankruptcies += 1
            s.bankrupt_in[min(w.turns // (g.players * ROUNDS_A_BIN), ROUND_BINS - 1)] += 1
        elif kind == EVENT_ESTATE:
            if w.owed_for != NOBODY:
                s.ruined[w.owed_for] += 1
                tally_rent(s, w, w.owed_for, w.owed, amount)
        else:
            tally_dealing(s, kind, square)
    if built != 0 or changed != 0:
        throws = throws_of(g, w)
        while built != 0:
            square = lowest(built)
            built &= built - 1
            group = t.group[square]
            look_at_deed(g, t, s, w, group, square, w.whole[group], throws)
        for group in range(GROUPS):
            if (changed >> group) & 1:
                look_at_group(g, t, s, w, group, ruin, throws)


def tally_rent(s, w, square, due, cash):
    """A rent was settled: paid, paid partly in deeds, or lost in a bankruptcy; only cash is counted."""
    here = square * LEVELS + max(w.level[square] + 0, 0)  # a claim may come after the deed was mortgaged
    s.rents[here] += 1
    s.due[here] += due
    s.rent[here] += cash


def tally_deed(s, kind, square, amount):
    """Whether this event can change the rent levels of a group. Events with their own count are counted."""
    if kind == EVENT_BUY:
        s.bought[square] += 1
    elif kind == EVENT_DEAL:
        s.dealt[square] += 1
    elif kind == EVENT_SOLD:
        s.sold[square] += 1
        s.sold_for[square] += amount
    elif kind == EVENT_MORTGAGE:
        s.mortgages[square] += 1
    else:
        return kind == EVENT_DEED or kind == EVENT_REDEEM
    return True


def tally_dealing(s, kind, square):
    """Offers, auctions and shortages."""
    if kind == EVENT_OFFER:
        s.offers += 1
    elif kind == EVENT_TRADE:
        s.trades += 1
    elif kind == EVENT_AUCTION:
        if square < SQUARES:
            s.auctions += 1
        else:
            s.building_auctions += 1
    elif kind == EVENT_UNSOLD:
        if square < SQUARES:
            s.unsold += 1
    elif kind == EVENT_CONTEST:
        s.shortages += 1


def close_throw(e, s):
    """The previous throw is complete: count it once, where it left the token. A token goes elsewhere by another throw,
    or by a card or an option that follows from one, so that this can wait for the next throw.
    """
    if e.place != NOBODY:
        s.landed[e.place] += 1
        e.place = NOBODY


def throws_of(g, w):
    """All throws of this game."""
    throws = 0
    for seat in range(g.players):
        throws += w.threw[seat]
    return throws


def look_at_group(g, t, s, w, group, ruin, throws):
    """Recompute the rent levels of a group's deeds, and whether one seat owns them all."""
    holder = NOBODY
    first = g.owner[sibling(t, group, 0)] + 0
    if first != BANK and owns_group(g, t, group, first):
        holder = first
    if holder != NOBODY and holder != w.whole[group]:
        if ruin:
            s.inherited[group] += 1
        else:
            s.monopolies[group] += 1
    w.whole[group] = holder
    for k in range(t.group_size[group]):
        look_at_deed(g, t, s, w, group, sibling(t, group, k), holder, throws)


def look_at_deed(g, t, s, w, group, square, holder, throws):
    """Recompute the rent level of a deed; `holder` is the seat that owns the whole group."""
    now = rent_level(g, t, group, square, holder)
    owner = g.owner[square] + 0
    if now != w.level[square] or owner != w.owner[square]:
        close_exposure(s, w, square, throws)
        w.level[square] = now
        w.owner[square] = owner
        if owner != BANK:
            w.since[square] = throws - w.threw[owner]


def close_exposure(s, w, square, throws):
    """Count the opponents' throws while the deed had its present rent level and owner."""
    if w.level[square] != NOBODY:
        s.exposed[square * LEVELS + w.level[square]] += throws - w.threw[w.owner[square]] - w.since[square]


def rent_level(g, t, group, square, holder):
    """NOBODY for a deed that earns nothing; for a lot its development; for a station or utility the number owned, minus
    1.

    For lots, 0 is bare, 1 is bare in a complete group, and from there on `buildings` plus 1.
    """
    owner = g.owner[square]
    if owner == BANK or g.mortgaged[square] != 0:
        return NOBODY
    if group < STATIONS:
        if g.buildings[square] != 0:
            return 1 + g.buildings[square]
        return 0 if holder == NOBODY else 1
    if group == STATIONS:
        return held(g, t, group, owner, t.station_counts_mortgaged == STATION_COUNTS_MORTGAGED_YES) - 1
    return held(g, t, group, owner, t.utility_counts_mortgaged == UTILITY_COUNTS_MORTGAGED_YES) - 1


def end_tally(g, t, e, s, w):
    close_throw(e, s)
    throws = throws_of(g, w)
    s.throws += throws
    s.jailings += e.jailed
    for square in range(SQUARES):
        close_exposure(s, w, square, throws)
    s.endings[ending_of(g, t)] += 1


def ending_of(g, t):
    if g.phase != PHASE_OVER:
        return ENDED_UNFINISHED
    if g.alive <= 1:
        return ENDED_LAST_PLAYER
    if t.variant == SHORT_GAME:
        return ENDED_FIRST_BANKRUPTCY if t.ends_at == 1 else ENDED_SECOND_BANKRUPTCY
    return ENDED_TIME


def tallied_on(g, t, c, e, v, n, m, r, x, s, w, turns, limit, audited, results, at):
    """`play_on` of `loops.py` with a tally. 0, or an error code."""
    while g.phase != PHASE_OVER and g.turns < turns and results[at + RESULT_ACTIONS] < limit:
        seat = who_acts(g, t, n)
        if n.bot[seat] < BOT_RANDOM or n.bot[seat] > BOT_BARON:
            return DONE
        before = g.phase + 0
        fault = DONE if bot_action(g, t, v, n, m, r, x, seat) else FAULT_STUCK
        if fault == DONE:
            code = counted_act(g, t, c, e, n, x, s, w, seat)
            fault = DONE if code == DONE else FAULT_REFUSED + code
        if fault == DONE and audited:
            fault = audit(g, t)
        if fault != DONE:
            return fault
        count_step(g, x, before, results, at)
        fault = tally_action(g, t, e, s, w)
        if fault != DONE:
            return fault
    return DONE


def counted_act(g, t, c, e, n, x, s, w, seat):
    """Apply an action, of which the tally will need the events. 0, or the refusal."""
    e.n = 0
    watch(g, t, e, s, w, x.kind)
    take_note(g, n, x.kind)
    return act(g, t, c, e, seat, x)


def tallied_with(g, t, c, e, n, x, s, w, seat, results, at):
    """`step_with` of `loops.py` with a tally. 0, or the refusal."""
    before = g.phase + 0
    code = counted_act(g, t, c, e, n, x, s, w, seat)
    if code == DONE:
        count_step(g, x, before, results, at)
        tally_action(g, t, e, s, w)
    return code


def tallied_start(g, t, c, e, n, s, w, players, results, at):
    """A new game with its events enabled and its deal counted."""
    e.on = COUNTED_EVENTS
    e.n = 0
    clear_notes(n)
    new_game(g, t, c, e, players, 0)
    results[at + RESULT_STARTER] = g.turn
    begin_tally(g, t, e, s, w)


def tallied_end(g, t, e, s, w, results, at):
    end_tally(g, t, e, s, w)
    tell_end(g, results, at)


def tallied_games(games, t, chances, e, v, n, m, rs, x, s, w, players, turns, limit, audited, results):
    """`bot_games` of `loops.py` with a tally: many games of the bots named in the notes."""
    for k in range(len(games)):
        at = k * RESULT_WIDTH
        tallied_start(games[k], t, chances[k], e, n, s, w, players, results, at)
        fault = tallied_on(games[k], t, chances[k], e, v, n, m, rs[k], x, s, w, turns, limit, audited, results, at)
        tallied_end(games[k], t, e, s, w, results, at)
        if fault != DONE:
            results[at + RESULT_ACTIONS] = -fault
