"""Offers of the learned player: every bundle against every bundle, at the price that promises most.

What an offer promises is the gain by the forecast times how likely it is accepted (`acceptance.py`), by whomever.
"""

from freehold.bots.memory import refusals_in_turn, refused_price
from freehold.bots.random_player import clear_action
from freehold.bots.ranks import BOT_BARON, BOT_MOGUL, BOT_TRADER
from freehold.bots.trading import LEFT_AFTER_DEAL, fair_price, write_offer
from freehold.bots.worth import count_estates, is_tradable
from freehold.forecast.kernel.acceptance import likely_to_accept
from freehold.forecast.kernel.judge import judge, lead_to
from freehold.layouts.network_shape import BUNDLES, CERTAIN
from freehold.layouts.records import Study, Thought, Weights
from freehold.rules.board import in_game
from freehold.rules.codes import DONE, PHASE_DEBT
from freehold.rules.money import in_debt
from freehold.rules.records import Action, Game, Notes, Tables, Values
from freehold.rules.state import GROUPS
from freehold.rules.trade import may_offer

MINE = CERTAIN // 300  # the least own gain that is worth an offer
LARGEST_STEP, SMALLEST_STEP = 192, 12  # of a price, in the search for the best


def add_bundle(h: Thought, asked: int, count: int, squares: int) -> int:
    """Write a set of deeds into the list of what is asked or given. The new number of sets."""
    if count >= BUNDLES:
        return count
    if asked:
        h.ask[count] = squares
    else:
        h.give[count] = squares
    return count + 1


def bundles_of(g: Game, t: Tables, v: Values, h: Thought, held: int, asked: int) -> int:
    """What a seat might give: nothing, its deeds of a group together, single ones, and pairs of those. How many."""
    count = add_bundle(h, asked, 0, 0)
    for group in range(GROUPS):
        mine = held & v.members[group]
        if mine != 0 and is_tradable(g, t, group):
            count = add_bundle(h, asked, count, mine)
            left = mine if mine & (mine - 1) != 0 else 0
            while left != 0:
                count = add_bundle(h, asked, count, left & -left)
                left &= left - 1
    h.single = count
    for i in range(1, h.single):
        for j in range(i + 1, h.single):
            one = h.ask[i] if asked else h.give[i]
            two = h.ask[j] if asked else h.give[j]
            if not same_group(v, one, two):
                count = add_bundle(h, asked, count, one | two)
    return count


def same_group(v: Values, one: int, two: int) -> bool:
    """Do two sets have squares of one group?"""
    for group in range(GROUPS):
        if one & v.members[group] != 0 and two & v.members[group] != 0:
            return True
    return False


def is_useful(v: Values, n: Notes, seat: int, other: int, give: int, ask: int) -> int:
    """Does somebody add to a group by it, and does no group go both ways?"""
    useful = False
    for group in range(GROUPS):
        members = v.members[group]
        if give & members != 0 and ask & members != 0:
            return False
        if ask & members != 0 and n.held[seat] & members != 0:
            useful = True
        if give & members != 0 and n.held[other] & members != 0:
            useful = True
    return useful


def try_price(study: Study, net: Weights, y: Action, seat: int, price: int) -> bool:
    """The chances after the offer y at this price, in `thought.chance`; False if somebody cannot pay it."""
    g = study.games[0]
    other = y.a + 0
    if price > g.cash[seat] - LEFT_AFTER_DEAL or -price > g.cash[other] - LEFT_AFTER_DEAL:
        return False
    if price < study.thought.floor:
        return False
    write_offer(y, other, price, y.give + 0, y.ask + 0)
    return judge_deal(study, net, y, seat)


def judge_deal(study: Study, net: Weights, y: Action, seat: int) -> bool:
    """The chances if the offer y is accepted, in `thought.chance`; False if the rules refuse it."""
    h = study.thought
    other = y.a + 0
    if lead_to(study, y, seat, 0) == 0:
        return False
    judge(study, net, 1)
    if is_seen_otherwise(study.notes[1], h, other):
        mine = h.chance[seat] + 0
        show_to_partner(study.notes[1], h, seat, other)
        judge(study, net, 1)
        h.chance[seat] = mine
    return True


def is_seen_otherwise(n: Notes, h: Thought, other: int) -> bool:
    """Does a partner judge with other players in mind than the seat that decides?"""
    return h.plays == BOT_MOGUL or n.bot[other] == BOT_MOGUL


def show_to_partner(n: Notes, h: Thought, seat: int, other: int) -> None:
    """Note the players as a partner sees them: it knows who offers, and a mogul counts itself as a baron."""
    n.bot[seat] = h.plays
    if n.bot[other] == BOT_MOGUL:
        n.bot[other] = BOT_BARON


def judge_no_deal(study: Study, net: Weights, seat: int, other: int) -> None:
    """A partner's chance, as it judges, into `thought.now`, if the seat does acts[0] instead of an offer."""
    if lead_to(study, study.acts[0], seat, 0) != 0:
        show_to_partner(study.notes[1], study.thought, seat, other)
        judge(study, net, 1)
        study.thought.now[other] = study.thought.chance[other]


def odds_of_offer(study: Study, net: Weights, y: Action, seat: int) -> int:
    """How likely the offer y of a seat in games[0] is accepted, in parts of CERTAIN; below 0 if the rules refuse it."""
    n = study.notes[0]
    h = study.thought
    odds = -1
    h.plays = n.bot[seat]
    n.bot[seat] = BOT_BARON
    clear_action(study.acts[0])  # without the deal the seat ends its turn as it is
    lead_to(study, study.acts[0], seat, 2)
    judge(study, net, 1)
    for other in range(study.games[0].players):
        h.now[other] = h.chance[other]
    if is_seen_otherwise(n, h, y.a):
        judge_no_deal(study, net, seat, y.a)
    count_estates(study.games[0], study.tables, study.values, n)
    if judge_deal(study, net, y, seat):
        odds = likely_to_accept(study, net, y, seat)
    n.bot[seat] = h.plays
    return odds


def add_offers(study: Study, net: Weights, seat: int, count: int) -> int:
    """Append the most promising offer to each partner. The new number of candidates.

    `thought.now` are the chances without.
    """
    g = study.games[0]
    n = study.notes[0]
    count_estates(g, study.tables, study.values, n)
    mine = bundles_of(g, study.tables, study.values, study.thought, n.held[seat], False)
    lone = study.thought.single + 0
    for other in range(g.players):
        if other != seat and in_game(g, other) and not in_debt(g, other):
            if refusals_in_turn(g, n, seat, other) == 0:
                count = add_best_offer(study, net, seat, other, count, mine, lone)
    return count


def add_best_offer(study: Study, net: Weights, seat: int, other: int, count: int, mine: int, lone: int) -> int:
    """Append the offer to a partner that promises most: what it gains, times how likely it is accepted.

    `thought.give` has `mine` sets of deeds to give, `lone` of them of one group.
    """
    g = study.games[0]
    t = study.tables
    v = study.values
    n = study.notes[0]
    h = study.thought
    y = study.acts[count]
    theirs = bundles_of(g, t, v, h, n.held[other], True)
    if is_seen_otherwise(n, h, other):
        judge_no_deal(study, net, seat, other)
    best = 0
    best_price = 0
    best_give = 0
    best_ask = 0
    for i in range(mine):
        give = h.give[i] + 0
        for j in range(theirs):
            ask = h.ask[j] + 0
            if i >= lone and j >= h.single:
                continue  # two pairs
            if not is_useful(v, n, seat, other, give, ask):
                continue
            h.floor = refused_price(g, n, seat, other, give, ask) + net.deal_raise
            price = max(first_price(g, t, v, n, seat, other, give | ask), h.floor)
            write_offer(y, other, price, give, ask)
            if not try_price(study, net, y, seat, price):
                continue
            if h.chance[seat] - h.now[seat] + max(h.chance[other] - h.now[other], 0) < max(MINE, best):
                continue
            price = promising_price(study, net, y, seat, price)
            if h.hope > best:
                best = h.hope + 0
                best_price = price
                best_give = give
                best_ask = ask
                h.likely[count] = h.odds
    if best > 0:
        write_offer(y, other, best_price, best_give, best_ask)
        if may_offer(g, t, seat, y) == DONE:
            h.value[count] = h.value[0] + best
            return count + 1
    return count


def first_price(g: Game, t: Tables, v: Values, n: Notes, seat: int, other: int, swap: int) -> int:
    """A price that is fair by rents and by groups, as far as both can pay it."""
    price = fair_price(g, t, v, n, seat, other, swap, BOT_BARON)
    price = max(price, fair_price(g, t, v, n, seat, other, swap, BOT_TRADER))
    return max(min(price, g.cash[seat] - LEFT_AFTER_DEAL), LEFT_AFTER_DEAL - g.cash[other])


def hope_of(study: Study, net: Weights, y: Action, seat: int) -> int:
    """What the offer y promises a seat, by the chances in `thought.chance`; 0 if it is not worth asking."""
    h = study.thought
    h.gain = h.chance[seat] - h.now[seat]
    h.odds = 0
    if h.gain < MINE:
        return 0
    h.odds = likely_to_accept(study, net, y, seat)
    least = net.deal_least // 2 if study.games[0].phase == PHASE_DEBT else net.deal_least + 0  # or a house is sold
    return h.gain * h.odds // CERTAIN if h.odds >= least else 0


def promising_price(study: Study, net: Weights, y: Action, seat: int, price: int) -> int:
    """The price near this one at which the offer y promises most: that is `thought.hope`, with `odds`.

    The chances at the first price are in `thought.chance`.
    """
    h = study.thought
    best = hope_of(study, net, y, seat)
    odds = h.odds + 0
    step = LARGEST_STEP
    while step >= SMALLEST_STEP:
        found = price + 0
        for way in range(2):
            tried = price - step if way == 0 else price + step
            if found == price and try_price(study, net, y, seat, tried):
                hope = hope_of(study, net, y, seat)
                if hope > best:
                    best = hope
                    odds = h.odds + 0
                    found = tried
        price = found
        step //= 2
    h.hope = best
    h.odds = odds
    return price
