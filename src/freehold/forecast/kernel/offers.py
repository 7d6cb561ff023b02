"""Offers of the learned player: every bundle against every bundle, at a price at which both seats gain by the forecast.

A scripted partner is asked by its own rule what it would say; a person, or a bot that judges by the forecast, is taken
to agree where its own chance grows. A careful scripted partner must agree by both.
"""

from freehold.bots.memory import was_refused
from freehold.bots.ranks import BOT_BARON, BOT_MOGUL, BOT_NOVICE, BOT_TRADER, judged_as
from freehold.bots.trading import LEFT_AFTER_DEAL, agrees, fair_price, write_offer
from freehold.bots.worth import count_estates, is_tradable, swap_worth
from freehold.forecast.kernel.deals import would_accept
from freehold.forecast.kernel.judge import judge, lead_to
from freehold.layouts.network_shape import BUNDLES, CERTAIN
from freehold.layouts.records import Study, Thought, Weights
from freehold.rules.board import in_game
from freehold.rules.codes import DONE
from freehold.rules.money import in_debt
from freehold.rules.records import Action, Game, Notes, Tables, Values
from freehold.rules.state import GROUPS
from freehold.rules.trade import may_offer

MINE = CERTAIN // 300  # the least own gain that is worth an offer
THEIRS = CERTAIN // 200  # what a sensible partner has to gain
THEIRS_AT_LEAST = CERTAIN // 2000  # and one of whom it is known that it accepts whatever does not lower its chance
PRICE_STEPS = 5  # halvings in the search for a price
LARGEST_CUT, SMALLEST_CUT = 32, 4  # of a price that a partner is known to accept


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


def is_scripted(bot: int) -> bool:
    return BOT_NOVICE <= bot <= BOT_BARON


def try_price(study: Study, net: Weights, y: Action, seat: int, price: int) -> bool:
    """The chances after the offer y at this price, in `thought.chance`; False if the rules refuse it."""
    g = study.games[0]
    h = study.thought
    other = y.a + 0
    if price > g.cash[seat] - LEFT_AFTER_DEAL or -price > g.cash[other] - LEFT_AFTER_DEAL:
        return False
    write_offer(y, other, price, y.give + 0, y.ask + 0)
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


def add_offers(study: Study, net: Weights, seat: int, count: int) -> int:
    """Append the best offer to each partner. The new number of candidates. `thought.now` are the chances without."""
    g = study.games[0]
    t = study.tables
    v = study.values
    n = study.notes[0]
    h = study.thought
    count_estates(g, t, v, n)
    y = study.acts[count]
    mine = bundles_of(g, t, v, h, n.held[seat], False)
    lone = h.single + 0
    for other in range(g.players):
        if other == seat or not in_game(g, other) or in_debt(g, other):
            continue
        theirs = bundles_of(g, t, v, h, n.held[other], True)
        bot = n.bot[other] + 0
        if is_seen_otherwise(n, h, other):
            judge_no_deal(study, net, seat, other)
        best = 0
        best_price = 0
        best_give = 0
        best_ask = 0
        by = judged_as(bot)
        for i in range(mine):
            give = h.give[i] + 0
            for j in range(theirs):
                ask = h.ask[j] + 0
                if i >= lone and j >= h.single:
                    continue  # two pairs
                if not is_useful(v, n, seat, other, give, ask) or was_refused(g, n, seat, other, give, ask):
                    continue
                swap = give | ask
                price = fair_price(g, t, v, n, seat, other, swap, by)
                low = LEFT_AFTER_DEAL - g.cash[other]
                wish = THEIRS_AT_LEAST if is_scripted(bot) else THEIRS
                if is_scripted(bot):
                    gains = swap_worth(g, t, v, n, other, swap, price, by)
                    if not agrees(g, other, gains, swap_worth(g, t, v, n, seat, swap, -price, by), price, by):
                        continue
                    low = price + 0
                write_offer(y, other, price, give, ask)
                if is_scripted(bot) and (n.careful == 0 or bot < BOT_TRADER):
                    if not try_price(study, net, y, seat, price):
                        continue
                    gain = h.chance[seat] - h.now[seat]
                else:
                    price = min(max(price, low), g.cash[seat] - LEFT_AFTER_DEAL)
                    if not try_price(study, net, y, seat, price):
                        continue
                    if h.chance[seat] - h.now[seat] + h.chance[other] - h.now[other] < max(MINE + wish, best):
                        continue
                    price = agreed_price(study, net, y, seat, price, low, wish)
                    gain = h.gain + 0
                if gain > max(best, MINE):
                    if is_scripted(bot):
                        write_offer(y, other, price, give, ask)
                        if not would_accept(study, net, y, seat):
                            continue
                        price = haggled(study, net, y, seat, price, low)
                    best = gain
                    best_price = price + 0
                    best_give = give
                    best_ask = ask
        if best > 0:
            write_offer(y, other, best_price, best_give, best_ask)
            if may_offer(g, t, seat, y) == DONE:
                h.value[count] = h.value[0] + best
                count += 1
                y = study.acts[count]
    return count


def haggled(study: Study, net: Weights, y: Action, seat: int, price: int, low: int) -> int:
    """The lowest price near this one, and not below `low`, at which one of the kernel's bots accepts the offer y."""
    cut = LARGEST_CUT
    while cut >= SMALLEST_CUT:
        if price - cut >= low:
            write_offer(y, y.a + 0, price - cut, y.give + 0, y.ask + 0)
            if would_accept(study, net, y, seat):
                price -= cut
        cut //= 2
    return price


def agreed_price(study: Study, net: Weights, y: Action, seat: int, price: int, low: int, wish: int) -> int:
    """The lowest price of the offer y, from `low` on, at which the partner gains its wish; the seat's gain there is
    `thought.gain`.

    The chances at the first price are in `thought.chance`.
    """
    h = study.thought
    other = y.a + 0
    h.gain = 0
    high = study.games[0].cash[seat] - LEFT_AFTER_DEAL
    found = price + 0
    for step in range(PRICE_STEPS):
        if low > high:
            return found
        if step != 0 and not try_price(study, net, y, seat, price):
            return found
        if h.chance[other] - h.now[other] >= wish:
            if h.chance[seat] - h.now[seat] > h.gain:
                h.gain = h.chance[seat] - h.now[seat]
                found = price + 0
            high = price - 1
        else:
            low = price + 1
        price = (low + high) // 2
    return found
