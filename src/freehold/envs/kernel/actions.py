"""Which actions a learner may take, as a mask over the action space, and what each of them is in the rules."""

from freehold.bots.random_player import clear_action
from freehold.bots.trading import settle_in_deeds
from freehold.envs.kernel.action_numbers import action_of, field_of, number_of
from freehold.envs.kernel.layout import (
    BID_LEVELS,
    BIDS_LIMIT,
    GROUP_CHOICES,
    ID_ASK,
    ID_BID,
    ID_BUILD,
    ID_CANCEL,
    ID_CANDIDATE,
    ID_GIVE,
    ID_PRICE,
    ID_SELL_GROUP,
    ID_SETTLE,
    ID_WANT,
    SKIP_ROUTINE,
    SPACE,
    WANTS,
)
from freehold.envs.kernel.offers import mask_builder, mask_offers, take_candidate, take_price
from freehold.layouts.records import Environment, Episode, Frame, Int8s, Terms
from freehold.rules.auctions import deed_is_under_the_hammer, lowest_bid
from freehold.rules.board import sibling
from freehold.rules.codes import (
    DO_BID,
    DO_BUILD,
    DO_KEEP_MORTGAGE,
    DO_PASS,
    DO_PLACE_FORCE,
    DO_SELL_GROUP,
    DO_SETTLE,
    DO_WANT,
    DONE,
    PHASE_BUY,
    PHASE_DEBT,
    PHASE_END,
    PHASE_ROLL,
    PHASE_TRANSFER,
)
from freehold.rules.legal import list_legal
from freehold.rules.mortgages import may_keep_mortgage
from freehold.rules.records import Action, Game, Moves, Notes, Tables, Values
from freehold.rules.shortage import first_place, highest_bid, may_want
from freehold.rules.state import NOBODY, SQUARES
from freehold.rules.trade import givable

BID_STEPS_TO_PRICE = 10  # as the bots raise


def mask_actions(frame: Frame, episode: Episode, m: Moves, masks: Int8s, at: int) -> int:
    """Write the mask of the seat that has to decide. Returns how many actions it allows."""
    g = episode.game
    t = frame.tables
    u = frame.terms
    env = episode.env
    seat = env.asked + 0
    at = max(at, 0)  # tells the compiler that no index counts from the end
    for k in range(SPACE):
        masks[at + k] = 0
    env.listed = 0
    if env.step > 0:
        return mask_builder(frame, episode, masks, at)
    list_legal(g, t, m, seat)
    free = offers_free_actions(g, t, seat, u.skip)
    count = 0
    for k in range(m.n if free else m.decisions):
        kind = m.kind[k] + 0
        if kind == DO_BID:
            count += mask_bids(g, t, seat, masks, at)
        elif kind == DO_WANT:
            count += mask_wants(g, t, seat, masks, at)
        elif kind != DO_SETTLE or env.offers[seat] < u.offers:
            number = number_of(t, kind, m.a[k], m.b[k])
            if number >= 0 and masks[at + number] == 0:
                masks[at + number] = 1
                count += 1
    if free and u.trades != 0 and env.offers[seat] < u.offers:
        if g.phase == PHASE_END or g.phase == PHASE_ROLL or g.phase == PHASE_DEBT:
            count += mask_offers(frame, episode, masks, at)
    return count


def offers_free_actions(g: Game, t: Tables, seat: int, skip: int) -> bool:
    """Whether a seat may also build, sell, mortgage, redeem and trade at this decision."""
    if skip != SKIP_ROUTINE or g.phase == PHASE_END or g.phase == PHASE_DEBT or g.phase == PHASE_TRANSFER:
        return True
    if g.phase == PHASE_ROLL:
        return g.in_jail[seat] != 0
    return g.phase == PHASE_BUY and g.cash[seat] < t.price[g.square[seat]]


def bid_price(g: Game, t: Tables, seat: int) -> int:
    """What a bid is measured by: the printed price of the deed, or the cost of the building."""
    if deed_is_under_the_hammer(g):
        return t.price[g.lot] + 0
    place = first_place(g, t, seat, g.contest)
    return g.floor + 0 if place == NOBODY else t.house_cost[place] + 0


def bid_limit(g: Game, price: int, low: int, most: int, level: int) -> int:
    """The limit of a level: the lowest bid, a part of the price, or all the cash; 0 if it is out of bounds."""
    if level == 0:
        return low
    if level == BID_LEVELS - 1:
        return most
    percent = level * 25
    if level == 4:
        percent = 90
    elif level == 5:
        percent = 100
    elif level == 6:
        percent = 110
    elif level == 7:
        percent = 125
    elif level == 8:
        percent = 150
    elif level == 9:
        percent = 200
    elif level == 10:
        percent = 300
    limit = price * percent // 100
    return limit if low < limit < most else 0


def mask_bids(g: Game, t: Tables, seat: int, masks: Int8s, at: int) -> int:
    price = bid_price(g, t, seat)
    low = lowest_bid(g)
    most = highest_bid(g, t, seat)
    count = 0
    for level in range(BID_LEVELS):
        if bid_limit(g, price, low, most, level) != 0 and (level != BID_LEVELS - 1 or most > low):
            masks[at + ID_BID + level] = 1
            count += 1
    return count


def mask_wants(g: Game, t: Tables, seat: int, masks: Int8s, at: int) -> int:
    count = 0
    for k in range(WANTS):
        if may_want(g, t, seat, (k + 1) % WANTS) == DONE:
            masks[at + ID_WANT + k] = 1
            count += 1
    return count


def raise_bid(g: Game, t: Tables, env: Environment, x: Action, seat: int) -> None:
    """Bid towards the limit of a seat in the steps of the bots, or pass."""
    low = lowest_bid(g)
    most = min(env.limit[seat] + 0, highest_bid(g, t, seat))
    if low > most:
        x.kind = DO_PASS
    else:
        x.kind = DO_BID
        x.a = max(low, min(most, g.bid + max(1, bid_price(g, t, seat) // BID_STEPS_TO_PRICE)))


def take_action(frame: Frame, episode: Episode, number: int) -> bool:
    """Write the action of this number into `episode.action`. False if it was only a step towards an offer."""
    g = episode.game
    t = frame.tables
    v = frame.values
    u = frame.terms
    n = episode.notes
    x = episode.action
    env = episode.env
    seat = env.asked + 0
    clear_action(x)
    x.b = NOBODY
    if number < ID_WANT or ID_BUILD <= number < ID_SELL_GROUP:
        return take_plain(g, t, v, n, env, x, seat, number)
    if number < ID_BID:
        x.kind = DO_WANT
        x.a = (number - ID_WANT + 1) % WANTS
    elif number < ID_BUILD:
        take_bid(g, t, x, env, u, seat, number - ID_BID)
    elif number < ID_CANDIDATE:
        x.kind = DO_SELL_GROUP
        x.a = first_of_group(g, t, seat, number - ID_SELL_GROUP)
        x.b = 0
    elif number < ID_ASK:
        take_candidate(env, x, number - ID_CANDIDATE)
        env.offers[seat] += 1
    elif number < ID_GIVE:
        env.step = 1
        env.partner = (seat + 1 + (number - ID_ASK) // GROUP_CHOICES) % g.players
        env.asks = (number - ID_ASK) % GROUP_CHOICES
        env.offers[seat] += 1
        return False
    elif number < ID_PRICE:
        env.step = 2
        env.gives = number - ID_GIVE
        return False
    else:
        take_price(g, t, v, n, env, x, seat, number - ID_PRICE)
        env.step = 0
    return True


def first_of_group(g: Game, t: Tables, seat: int, group: int) -> int:
    """The first deed of a group that a seat owns: by a house rule there may be buildings on lots of several owners."""
    for k in range(t.group_size[group]):
        if g.owner[sibling(t, group, k)] == seat:
            return sibling(t, group, k)
    return sibling(t, group, 0)


def take_bid(g: Game, t: Tables, x: Action, env: Environment, u: Terms, seat: int, level: int) -> None:
    low = lowest_bid(g)
    limit = bid_limit(g, bid_price(g, t, seat), low, highest_bid(g, t, seat), level)
    if u.bids == BIDS_LIMIT:
        env.limit[seat] = limit
        env.bidding = 1
        raise_bid(g, t, env, x, seat)
    else:
        x.kind = DO_BID
        x.a = limit


def take_plain(g: Game, t: Tables, v: Values, n: Notes, env: Environment, x: Action, seat: int, number: int) -> bool:
    """An action with one number, or one for each choice or square."""
    if number == ID_CANCEL:
        env.step = 0
        return False
    if number == ID_SETTLE:
        take_settle(g, t, v, n, env, x, seat)
        return True
    x.kind = action_of(number)
    x.a = field_of(number)
    if x.kind == DO_BUILD:
        x.b = 1
    elif x.kind == DO_PLACE_FORCE:
        x.b = x.a
        x.a = g.battle_symbol
    elif x.kind == DO_KEEP_MORTGAGE:
        for square in range(SQUARES - 1, -1, -1):
            if may_keep_mortgage(g, t, seat, square) == DONE:
                x.a = square
    return True


def take_settle(g: Game, t: Tables, v: Values, n: Notes, env: Environment, x: Action, seat: int) -> None:
    """Offer the creditor the deeds that it would accept by its own evaluation, otherwise all that may be given."""
    env.offers[seat] += 1
    if not settle_in_deeds(g, t, v, n, x, seat):
        x.kind = DO_SETTLE
        x.give_cash = g.cash[seat]
        x.give = givable(g, t, seat)
