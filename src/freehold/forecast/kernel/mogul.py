"""The learned player: of all that may be done, the candidate whose position the forecast likes best.

A baron's choice is the starting point, and another has to be better by a margin, also in the mean over the throw that
is due, and at the end of a turn in the mean over some futures: the best of many candidates is often one that the
forecast misjudges. Taxes, battles and other choices that the forecast cannot tell apart are left to the baron, and so
are mortgages that no debt asks for, and scarce buildings: who wants one and then does not bid for it as a baron would
lets the same building be tried again without end.
"""

from freehold.bots.memory import refusals_in_turn
from freehold.bots.random_player import clear_action
from freehold.bots.ranks import BOT_BARON
from freehold.forecast.kernel.futures import gain_by_futures
from freehold.forecast.kernel.judge import (
    LOOK_EVERY,
    REFUSED_VALUE,
    choose,
    deeds_have_moved,
    judge,
    keep_from_looking,
    needs_chance,
    value_by_throws,
    value_of,
)
from freehold.forecast.kernel.offers import add_offers
from freehold.layouts.network_shape import CANDIDATES, CERTAIN
from freehold.layouts.records import Study, Thought, Weights
from freehold.rules.auctions import deed_is_under_the_hammer, lowest_bid
from freehold.rules.buildings import scarce_kind
from freehold.rules.codes import (
    DO_BID,
    DO_BUILD,
    DO_MORTGAGE,
    DO_OFFER,
    DO_REDEEM,
    DO_SELL,
    DONE,
    PHASE_ANSWER,
    PHASE_AUCTION,
    PHASE_BUY,
    PHASE_CARD,
    PHASE_DEBT,
    PHASE_DOUBLE,
    PHASE_END,
    PHASE_ROLL,
    PHASE_TRANSFER,
)
from freehold.rules.debts import may_pay
from freehold.rules.legal import list_legal
from freehold.rules.records import Action, Game, Tables
from freehold.rules.shortage import contestants
from freehold.rules.state import NOBODY, PLAYERS

MARGIN_OF_CHOICE = CERTAIN // 500  # by which a candidate has to beat the baron's choice
THROWN = 2  # candidates that are judged by the throw that is due
PLAYED_OUT = 6  # candidates that are judged by futures
OFFERS_IN_TURN = 3  # refused ones after which a seat makes no more in a turn
QUARTERS = 9  # bids are tried up to twice the printed price


def put(study: Study, count: int, kind: int, a: int, b: int) -> int:
    """Append a candidate. The new number of them."""
    if count < CANDIDATES - PLAYERS:
        x = study.acts[count]
        clear_action(x)
        x.kind = kind
        x.a = a
        x.b = b
        return count + 1
    return count


def may_manage(g: Game, seat: int) -> bool:
    return g.phase == PHASE_END or (g.phase == PHASE_ROLL and g.in_jail[seat] != 0)


def may_raise_cash(g: Game, t: Tables, seat: int) -> bool:
    """Is a seat short of the cash for a debt?"""
    return g.decider == seat and g.phase == PHASE_DEBT and may_pay(g, t, seat) != DONE


def list_candidates(study: Study, seat: int) -> int:
    """The candidates after the baron's own, which is acts[0]. How many in all."""
    g = study.games[0]
    t = study.tables
    m = study.moves
    count = 1
    phase = g.phase
    if phase == PHASE_ROLL and g.in_jail[seat] == 0:
        return count
    list_legal(g, t, m, seat)
    if (
        phase == PHASE_BUY
        or phase == PHASE_ANSWER
        or phase == PHASE_DOUBLE
        or phase == PHASE_CARD
        or phase == PHASE_TRANSFER
        or phase == PHASE_ROLL
        or phase == PHASE_DEBT
        or phase == PHASE_END
    ):
        for k in range(m.decisions):
            count = put(study, count, m.kind[k], m.a[k], m.b[k])
    elif phase == PHASE_AUCTION and deed_is_under_the_hammer(g):
        for k in range(m.decisions):
            count = put(study, count, m.kind[k], m.a[k], m.b[k])
        low = lowest_bid(g)
        for quarter in range(2, QUARTERS):
            bid = t.price[g.lot] * quarter // 4
            if low < bid <= g.cash[seat]:
                count = put(study, count, DO_BID, bid, NOBODY)
    if may_manage(g, seat) or phase == PHASE_DEBT or phase == PHASE_TRANSFER:
        for k in range(m.decisions, m.n):
            kind = m.kind[k]
            if phase == PHASE_DEBT:
                wanted = kind == DO_SELL or kind == DO_MORTGAGE
            else:
                wanted = kind == DO_REDEEM or (kind == DO_BUILD and phase != PHASE_TRANSFER)
                if kind == DO_BUILD and contestants(g, t, seat, scarce_kind(g, t, m.a[k])) != 0:
                    wanted = False  # the others would bid for it
            if wanted:
                count = put(study, count, kind, m.a[k], m.b[k])
    return count


def is_managing(kind: int) -> bool:
    """Does the seat decide once more after such an action?"""
    return kind == DO_BUILD or kind == DO_SELL or kind == DO_MORTGAGE or kind == DO_REDEEM or kind == DO_OFFER


def same_choice(x: Action, y: Action) -> bool:
    return x.kind == y.kind and x.a == y.a and x.kind != DO_OFFER


def weigh(study: Study, net: Weights, seat: int) -> int:
    """Value all that a seat may do in games[0]: a baron's choice first, offers last if they gain. How many there are.

    The candidates are in `acts`, their values in `thought.value`; below 0 is refused, a repetition, or the only choice.
    Meanwhile the seat counts as a baron's, since that is how every candidate goes on.
    """
    study.thought.plays = study.notes[0].bot[seat]
    study.notes[0].bot[seat] = BOT_BARON
    count = weigh_as_baron(study, net, seat)
    study.notes[0].bot[seat] = study.thought.plays
    return count


def weigh_as_baron(study: Study, net: Weights, seat: int) -> int:
    g = study.games[0]
    n = study.notes[0]
    h = study.thought
    first = study.acts[0]
    managing = g.decider == seat and may_manage(g, seat)
    due = g.turns - n.looked_at[seat] >= LOOK_EVERY * g.alive
    looking = managing and (due or deeds_have_moved(g, n, seat))
    if managing:
        keep_from_looking(g, n, seat)
    elif may_raise_cash(g, study.tables, seat):
        looking = True
    if refusals_in_turn(g, n, seat, NOBODY) >= OFFERS_IN_TURN:
        looking = False
    h.value[0] = REFUSED_VALUE
    clear_action(first)
    if not choose(study, 0, first, seat):
        return 0
    if g.decider != seat or (first.kind == DO_OFFER and not looking):
        return 1
    count = list_candidates(study, seat)
    if count == 1 and not looking:
        return 1
    h.value[0] = value_of(study, net, first, seat)
    waited = 0  # what to throw or to leave is worth more than the position in jail, from which one may do either
    if g.phase == PHASE_ROLL and not is_managing(first.kind):
        judge(study, net, 0)
        waited = h.value[0] - h.chance[seat]
    for other in range(g.players):
        h.now[other] = h.chance[other]
    for k in range(1, count):
        h.value[k] = REFUSED_VALUE
        h.likely[k] = CERTAIN
        if not same_choice(first, study.acts[k]):
            h.value[k] = value_of(study, net, study.acts[k], seat)
            if h.value[k] >= 0 and is_managing(study.acts[k].kind):
                h.value[k] = max(0, h.value[k] + waited)
    if looking:
        count = add_offers(study, net, seat, count)
    check_best(study, net, seat, count)
    return count


def check_best(study: Study, net: Weights, seat: int, count: int) -> None:
    """Judge the best candidates again by the throw that is due, and some of them by futures too.

    Before a throw of one's own there is nothing to add.
    """
    h = study.thought
    phase = study.games[0].phase + 0
    if phase == PHASE_ROLL or needs_chance(study.acts[0].kind):
        return
    for k in range(count):
        h.checked[k] = 0
    plain = REFUSED_VALUE
    for _ in range(THROWN):
        pick = first_choice(h, count)
        if pick == 0 or h.checked[pick] != 0 or needs_chance(study.acts[pick].kind):
            break
        if plain == REFUSED_VALUE:
            plain = value_by_throws(study, net, study.acts[0], seat)
        found = value_by_throws(study, net, study.acts[pick], seat)
        promise(h, pick, found - plain)
        h.checked[pick] = 1
    h.futures = 0
    for _ in range(PLAYED_OUT):
        pick = first_choice(h, count)
        if pick == 0 or h.checked[pick] == 2 or not has_futures(phase, study.acts[pick].kind):
            return
        promise(h, pick, gain_by_futures(study, net, seat, pick))
        h.checked[pick] = 2


def promise(h: Thought, pick: int, gain: int) -> None:
    """Value a candidate by what it gains over a baron's choice, if it comes about."""
    h.value[pick] = min(max(0, h.value[0] + gain * h.likely[pick] // CERTAIN), CERTAIN)


def has_futures(phase: int, kind: int) -> bool:
    """Is such a candidate judged by futures? Offers are, and all that a seat may do at the end of its turn."""
    return kind == DO_OFFER or (phase == PHASE_END and not needs_chance(kind))


def first_choice(h: Thought, count: int) -> int:
    """The candidate that a learned player takes: the best, if it beats a baron's choice by a margin."""
    best = h.value[0] + MARGIN_OF_CHOICE
    pick = 0
    for k in range(1, count):
        if h.value[k] > best:
            best = h.value[k] + 0
            pick = k
    return pick


def mogul_action(study: Study, net: Weights, seat: int) -> int:
    """Choose for games[0]: the action is acts[0] when this returns. The other games are overwritten."""
    count = weigh(study, net, seat)
    if count == 0:
        return False
    pick = first_choice(study.thought, count)
    if pick != 0:
        study.acts[0] = study.acts[pick]
    return True
