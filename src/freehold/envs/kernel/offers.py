"""Offers of a learner: a short list of candidates that the partner would accept by its own evaluation, and an offer put
together in three steps (partner and group asked for, group given, price), which is free of the bots' taste.
"""

from freehold.bots.ranks import EVERY_DEAL, judged_as
from freehold.bots.trading import deal_about, fair_price, try_deal, write_offer
from freehold.bots.worth import count_estates, is_tradable
from freehold.envs.kernel.layout import (
    GROUP_CHOICES,
    ID_ASK,
    ID_CANCEL,
    ID_CANDIDATE,
    ID_GIVE,
    ID_PRICE,
    NO_GROUP,
    PRICE_LEVELS,
    TRADES_BUILDER,
    TRADES_CANDIDATES,
)
from freehold.envs.kernel.observe import printed_price
from freehold.layouts.environment_shape import SHORTLIST
from freehold.layouts.records import Environment, Episode, Frame, Int8s
from freehold.rules.board import in_game
from freehold.rules.codes import DONE
from freehold.rules.money import in_debt
from freehold.rules.records import Action, Game, Notes, Tables, Values
from freehold.rules.state import GROUPS, STATIONS
from freehold.rules.trade import may_offer, may_trade

LEVEL_FAIR = 6  # the price that the partner would just accept
LEVEL_PRINTED = 7  # the difference of the printed prices


def list_offers(g: Game, t: Tables, v: Values, n: Notes, x: Action, env: Environment, seat: int) -> None:
    """Fill the short list: the deals that `find_offer` considers, also unfair ones and mere sales, best first."""
    env.listed = 0
    count_estates(g, t, v, n)
    for other in range(g.players):
        if other != seat and in_game(g, other) and not in_debt(g, other):
            for wanted in range(GROUP_CHOICES):
                whole = False
                if wanted != NO_GROUP:
                    members = v.members[wanted]
                    ask = n.held[other] & members
                    if ask == 0 or n.held[seat] & members == 0 or not is_tradable(g, t, wanted):
                        continue
                    whole = wanted < STATIONS and (n.held[seat] | ask) & members == members
                deal = deal_about(seat, other, wanted)
                if whole:
                    shortlist(g, t, v, n, x, env, deal | 1)
                for group in range(GROUPS):
                    if group != wanted and could_swap(g, t, v, n, seat, other, group, whole):
                        shortlist(g, t, v, n, x, env, deal | 2 << group)


def could_swap(g: Game, t: Tables, v: Values, n: Notes, seat: int, other: int, group: int, whole: int) -> int:
    """Could a seat give its squares of a group? The deal must complete one for one of the two, if it does not yet."""
    members = v.members[group]
    give = n.held[seat] & members
    if give == 0 or give == members or n.held[other] & members == 0 or not is_tradable(g, t, group):
        return False
    return whole or (group < STATIONS and (n.held[other] | give) & members == members)


def shortlist(g: Game, t: Tables, v: Values, n: Notes, x: Action, env: Environment, deal: int) -> None:
    """Put an offer in its place on the list, if the partner would accept it; the last one may drop out."""
    gain = try_deal(g, t, v, n, x, deal, 0, EVERY_DEAL)
    if gain <= 0:
        return
    place = env.listed + 0
    if place == SHORTLIST:
        if gain <= env.short_gain[SHORTLIST - 1]:
            return
        place -= 1
    else:
        env.listed += 1
    while place > 0 and env.short_gain[place - 1] < gain:
        env.short_gain[place] = env.short_gain[place - 1]
        env.short_cash[place] = env.short_cash[place - 1]
        env.short_give[place] = env.short_give[place - 1]
        env.short_ask[place] = env.short_ask[place - 1]
        env.short_to[place] = env.short_to[place - 1]
        place -= 1
    env.short_gain[place] = gain
    env.short_cash[place] = x.give_cash - x.ask_cash
    env.short_give[place] = x.give
    env.short_ask[place] = x.ask
    env.short_to[place] = x.a


def mask_offers(frame: Frame, episode: Episode, masks: Int8s, at: int) -> int:
    """Allow the candidates and the first step of an offer. Returns how many actions that allows."""
    g = episode.game
    t = frame.tables
    v = frame.values
    u = frame.terms
    n = episode.notes
    env = episode.env
    seat = env.asked + 0
    count = 0
    if may_trade(g, t, seat) != DONE:
        return count
    if u.trades & TRADES_CANDIDATES:
        list_offers(g, t, v, n, episode.action, env, seat)
        for k in range(env.listed):
            masks[at + ID_CANDIDATE + k] = 1
        count += env.listed
    if u.trades & TRADES_BUILDER:
        count_estates(g, t, v, n)
        mine = bundles(g, t, v, n.held[seat])
        for slot in range(1, g.players):
            other = (seat + slot) % g.players
            if in_game(g, other):
                theirs = bundles(g, t, v, n.held[other])
                if mine != 0:
                    theirs |= 1 << NO_GROUP
                for group in range(GROUP_CHOICES):
                    if (theirs >> group) & 1:
                        masks[at + ID_ASK + (slot - 1) * GROUP_CHOICES + group] = 1
                        count += 1
    return count


def bundles(g: Game, t: Tables, v: Values, held: int) -> int:
    """The groups of which a seat could trade its deeds, one bit each."""
    found = 0
    if held != 0:
        for group in range(GROUPS):
            if held & v.members[group] != 0 and is_tradable(g, t, group):
                found |= 1 << group
    return found


def mask_builder(frame: Frame, episode: Episode, masks: Int8s, at: int) -> int:
    """The second and third step of an offer; it can be dropped at each. Returns how many actions that allows."""
    g = episode.game
    t = frame.tables
    v = frame.values
    n = episode.notes
    x = episode.action
    env = episode.env
    seat = env.asked + 0
    masks[at + ID_CANCEL] = 1
    count = 1
    count_estates(g, t, v, n)
    if env.step == 1:
        mine = bundles(g, t, v, n.held[seat])
        if env.asks != NO_GROUP:
            mine = (mine & ~(1 << env.asks)) | 1 << NO_GROUP
        for group in range(GROUP_CHOICES):
            if (mine >> group) & 1:
                masks[at + ID_GIVE + group] = 1
                count += 1
        return count
    other = env.partner + 0
    ask = bundle(v, n, other, env.asks)
    give = bundle(v, n, seat, env.gives)
    for level in range(PRICE_LEVELS):
        pays = offered_price(g, t, v, n, seat, other, give | ask, level)
        if (pays > 0 and ask == 0) or (pays < 0 and give == 0):
            continue  # nobody pays somebody to take a deed
        write_offer(x, other, pays, give, ask)
        if may_offer(g, t, seat, x) == DONE:
            masks[at + ID_PRICE + level] = 1
            count += 1
    return count


def bundle(v: Values, n: Notes, seat: int, group: int) -> int:
    return 0 if group == NO_GROUP else n.held[seat] & v.members[group]


def offered_price(g: Game, t: Tables, v: Values, n: Notes, seat: int, other: int, swap: int, level: int) -> int:
    """The cash that goes with the deeds: -1, -1/2, 0, 1/2, 1 or 2 times the printed price of what is asked for (of what
    is given, if nothing is asked), or a price found by the partner's evaluation, or by the printed prices of both.
    """
    if level == LEVEL_FAIR:
        return fair_price(g, t, v, n, seat, other, swap, judged_as(n.bot[other]))
    ask = swap & n.held[other]
    give = swap & ~ask
    if level == LEVEL_PRINTED:
        return printed_price(t, ask) - printed_price(t, give)
    printed = printed_price(t, ask if ask != 0 else give)
    if level == 5:
        return 2 * printed
    return (level - 2) * printed // 2


def take_candidate(env: Environment, x: Action, k: int) -> None:
    write_offer(x, env.short_to[k], env.short_cash[k], env.short_give[k], env.short_ask[k])


def take_price(g: Game, t: Tables, v: Values, n: Notes, env: Environment, x: Action, seat: int, level: int) -> None:
    """The last step of an offer."""
    count_estates(g, t, v, n)
    other = env.partner + 0
    ask = bundle(v, n, other, env.asks)
    give = bundle(v, n, seat, env.gives)
    write_offer(x, other, offered_price(g, t, v, n, seat, other, give | ask, level), give, ask)
