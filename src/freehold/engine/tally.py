"""The tally: counts over many games, updated from the event rows of each action, and the game loops that do so.

Of a single game only its result row is kept, so memory does not grow with the number of games.
"""

from freehold.bots.choose import who_acts
from freehold.bots.memory import clear_notes, take_note
from freehold.bots.ranks import BOT_BARON, BOT_RANDOM
from freehold.engine.audit import audit
from freehold.engine.loops import (
    RESULT_ACTIONS,
    RESULT_STARTER,
    RESULT_WIDTH,
    bot_step,
    count_step,
    do_action,
    new_game,
    tell_end,
)
from freehold.rules.board import held, owns_group, sibling
from freehold.rules.codes import (
    DONE,
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
    EVENT_OVER,
    EVENT_REDEEM,
    EVENT_RENT,
    EVENT_ROLL,
    EVENT_SELL,
    EVENT_SETTLED,
    EVENT_SOLD,
    EVENT_STAYED,
    EVENT_TRADE,
    EVENT_TURN,
    EVENT_UNSOLD,
    PHASE_OVER,
    SHORT_GAME,
    WHY_RENT,
)
from freehold.rules.jail import LAST_ATTEMPT
from freehold.rules.state import (
    BANK,
    EVENT_WIDTH,
    EVENTS,
    GROUPS,
    LEVELS,
    NOBODY,
    ORIGINS,
    ROUND_BINS,
    ROUNDS_A_BIN,
    SQUARES,
    STATIONS,
)
from freehold.rules.switches import STATION_COUNTS_MORTGAGED_YES, UTILITY_COUNTS_MORTGAGED_YES
from freehold.rules.turn import THIRD_DOUBLE

CELL = SQUARES  # the index of the jail cell, after the squares
CELLS = THIRD_DOUBLE * SQUARES  # the origins in jail, after those on squares
FAULT_ROOM = 3000  # the event buffer overflowed, so a count would be wrong

# How a game ended
ENDED_UNFINISHED = 0
ENDED_LAST_PLAYER = 1
ENDED_FIRST_BANKRUPTCY = 2
ENDED_SECOND_BANKRUPTCY = 3
ENDED_TIME = 4


def begin_tally(g, t, e, s):
    """Start a new game; the deal is in the events."""
    s.games += 1
    s.place = NOBODY
    for group in range(GROUPS):
        s.whole[group] = NOBODY
    for square in range(SQUARES):
        s.level[square] = NOBODY
    watch(g, t, s)
    tally_action(g, t, e, s)


def watch(g, t, s):
    """Call before every action: stores what the action may change and the count needs."""
    s.turns = g.turns
    s.origin = origin_of(g, t)
    s.owed_for = NOBODY
    if g.debts > 0 and g.debt_why[0] == WHY_RENT:
        s.owed_for = g.debt_square[0]
        s.owed = g.debt_amount[0]


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


def tally_action(g, t, e, s):
    """Count the events of an action. If deeds or buildings changed, rent levels are recomputed."""
    changed = False
    ruin = False
    for k in range(e.n):
        at = k * EVENT_WIDTH
        kind = e.rows[at]
        square = e.rows[at + 3]
        amount = e.rows[at + 4]
        if kind == EVENT_ROLL:
            close_throw(s)
            s.throws += 1
            s.thrown[s.origin] += 1
            expose(g, s, e.rows[at + 1])
        elif kind == EVENT_MOVE:
            s.place = square
        elif kind == EVENT_JAILED or kind == EVENT_STAYED:
            s.place = CELL
            s.jailings += 1 if kind == EVENT_JAILED else 0
        elif kind == EVENT_TURN or kind == EVENT_OVER:
            close_throw(s)
        elif kind == EVENT_RENT:
            tally_rent(s, square, amount, amount)
        elif kind == EVENT_SETTLED:
            s.settlements += 1
            tally_rent(s, s.owed_for, s.owed, amount)
        elif kind == EVENT_BANKRUPT:
            ruin = True
            s.bankruptcies += 1
            s.bankrupt_in[min(s.turns // (g.players * ROUNDS_A_BIN), ROUND_BINS - 1)] += 1
        elif kind == EVENT_ESTATE:
            if s.owed_for != NOBODY:
                s.ruined[s.owed_for] += 1
                tally_rent(s, s.owed_for, s.owed, amount)
        elif tally_deed(s, kind, square, amount):
            changed = True
        else:
            tally_dealing(s, kind, square)
    if changed:
        look_at_deeds(g, t, s, ruin)


def tally_rent(s, square, due, cash):
    """A rent was settled: paid, paid partly in deeds, or lost in a bankruptcy; only cash is counted."""
    here = square * LEVELS + max(s.level[square] + 0, 0)  # a claim may come after the deed was mortgaged
    s.rents[here] += 1
    s.due[here] += due
    s.rent[here] += cash


def tally_deed(s, kind, square, amount):
    """Whether this event can change a rent level. Events with their own count are counted."""
    if kind == EVENT_BUY:
        s.bought[square] += 1
    elif kind == EVENT_DEAL:
        s.dealt[square] += 1
    elif kind == EVENT_SOLD:
        s.sold[square] += 1
        s.sold_for[square] += amount
    elif kind == EVENT_BUILD:
        s.built[square] += 1
        s.built_for[square] += amount
    elif kind == EVENT_MORTGAGE:
        s.mortgages[square] += 1
    else:
        return kind == EVENT_DEED or kind == EVENT_SELL or kind == EVENT_REDEEM
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
        s.unsold += 1 if square < SQUARES else 0
    elif kind == EVENT_CONTEST:
        s.shortages += 1


def close_throw(s):
    """The previous throw is complete: count it once, where it left the token."""
    if s.place != NOBODY:
        s.landed[s.place] += 1
        s.place = NOBODY


def expose(g, s, thrower):
    """Count every deed of an opponent that could have earned rent from this throw."""
    for square in range(SQUARES):
        if s.level[square] != NOBODY and g.owner[square] != thrower:
            s.exposed[square * LEVELS + s.level[square]] += 1


def look_at_deeds(g, t, s, ruin):
    """Recompute the rent level of every deed, and the completed groups."""
    for group in range(GROUPS):
        holder = NOBODY
        if t.group_size[group] > 0:
            first = g.owner[sibling(t, group, 0)] + 0
            if first != BANK and owns_group(g, t, group, first):
                holder = first
        if holder != NOBODY and holder != s.whole[group]:
            if ruin:
                s.inherited[group] += 1
            else:
                s.monopolies[group] += 1
        s.whole[group] = holder
        for k in range(t.group_size[group]):
            square = sibling(t, group, k)
            s.level[square] = rent_level(g, t, group, square, holder)


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


def end_tally(g, t, s):
    close_throw(s)
    s.endings[ending_of(g, t)] += 1


def ending_of(g, t):
    if g.phase != PHASE_OVER:
        return ENDED_UNFINISHED
    if g.alive <= 1:
        return ENDED_LAST_PLAYER
    if t.variant == SHORT_GAME:
        return ENDED_FIRST_BANKRUPTCY if t.ends_at == 1 else ENDED_SECOND_BANKRUPTCY
    return ENDED_TIME


def tallied_on(g, t, c, e, v, n, m, r, x, s, turns, limit, audited, results, at):
    """`play_on` of `loops.py` with a tally. 0, or an error code."""
    while g.phase != PHASE_OVER and g.turns < turns and results[at + RESULT_ACTIONS] < limit:
        bot = n.bot[who_acts(g, t, n)]
        if bot < BOT_RANDOM or bot > BOT_BARON:
            return DONE
        e.n = 0
        before = g.phase + 0
        watch(g, t, s)
        fault = bot_step(g, t, c, e, v, n, m, r, x)
        if fault == DONE and audited:
            fault = audit(g, t)
        if fault == DONE and e.n >= EVENTS:
            fault = FAULT_ROOM
        if fault != DONE:
            return fault
        count_step(g, x, before, results, at)
        tally_action(g, t, e, s)
    return DONE


def tallied_with(g, t, c, e, n, x, s, seat, results, at):
    """`step_with` of `loops.py` with a tally. 0, or the refusal."""
    e.n = 0
    before = g.phase + 0
    watch(g, t, s)
    take_note(g, n, x.kind)
    code = do_action(g, t, c, e, seat, x)
    if code == DONE:
        count_step(g, x, before, results, at)
        tally_action(g, t, e, s)
    return code


def tallied_start(g, t, c, e, n, s, players, results, at):
    """A new game with its events enabled and its deal counted."""
    e.on = 1
    e.n = 0
    clear_notes(n)
    new_game(g, t, c, e, players, 0)
    results[at + RESULT_STARTER] = g.turn
    begin_tally(g, t, e, s)


def tallied_end(g, t, s, results, at):
    end_tally(g, t, s)
    tell_end(g, results, at)


def tallied_games(games, t, chances, e, v, n, m, rs, x, s, players, turns, limit, audited, results):
    """`bot_games` of `loops.py` with a tally: many games of the bots named in the notes."""
    for k in range(len(games)):
        at = k * RESULT_WIDTH
        tallied_start(games[k], t, chances[k], e, n, s, players, results, at)
        fault = tallied_on(games[k], t, chances[k], e, v, n, m, rs[k], x, s, turns, limit, audited, results, at)
        tallied_end(games[k], t, s, results, at)
        if fault != DONE:
            results[at + RESULT_ACTIONS] = -fault
