"""Trading: which offer to make, which to accept, and the reason for a refusal.

A bot that makes an offer predicts the answer with the other's evaluation. A deal must help both, and must not help the
other much more. Deals have two parties; a group in three hands takes two deals.
"""

from freehold.bots.danger import reserve
from freehold.bots.memory import was_refused
from freehold.bots.random_player import clear_action
from freehold.bots.ranks import BOT_BARON, BOT_TRADER, EVERY_DEAL, is_outsider, judged_as
from freehold.bots.worth import (
    breaks_up,
    cards_worth,
    completes,
    count_deeds,
    is_tradable,
    lowest,
    swap_worth,
)
from freehold.rules.board import in_game
from freehold.rules.codes import DO_ACCEPT, DO_OFFER, DO_SETTLE, DONE, OFFER_SETTLEMENT, WHY_RENT
from freehold.rules.money import in_debt
from freehold.rules.records import Action, Game, Notes, Tables, Values
from freehold.rules.state import BANK, GROUPS, NOBODY, SQUARES, STATIONS
from freehold.rules.switches import PART_PAYMENT_NO
from freehold.rules.trade import may_accept, may_offer, may_settle

MARGIN = 20  # the smallest gain that is worth a deal
LOOK_AGAIN = 6  # rounds after which a seat looks for a trade even if no deed has changed hands
LEFT_AFTER_DEAL = 20

# The parts of a number of `next_deal`, by their lowest bits
NO_DEAL = 0
GIVEN = (1 << (GROUPS + 1)) - 1  # what could be given: cash, groups
GROUP_BITS = (1 << GROUPS) - 1
COLOURS = (1 << STATIONS) - 1
GROUP_AT = GROUPS + 1  # the wanted group
WANTED_AT = GROUP_AT + 4  # groups to ask for after it
SHARED_AT = WANTED_AT + GROUPS  # groups of which both hold a part
PARTNER_AT = SHARED_AT + GROUPS
SEAT_AT = PARTNER_AT + 4  # whose offer it is
PARTNERS_AT = SEAT_AT + 4  # those after this partner

REPLY_YES = 0
REPLY_BREAKS_MY_GROUP = 1
REPLY_GIVES_YOU_GROUP = 2
REPLY_LEAVES_ME_SHORT = 3
REPLY_TOO_LITTLE = 4
REPLY_HELPS_YOU_MORE = 5
REPLY_RATHER_CASH = 6


def share(bot: int) -> int:
    """The percentage of the other's gain that a bot demands for itself."""
    return 80 if bot == BOT_BARON else 100


def is_enough(mine: int, theirs: int, bot: int) -> int:
    """Whether a bot is content with its own gain beside the other's."""
    return mine >= MARGIN and (theirs <= 0 or 100 * mine >= share(bot) * theirs)


def agrees(g: Game, seat: int, mine: int, theirs: int, cash: int, bot: int) -> int:
    """Whether a bot takes a deal with these gains, of which the cash that it gets (negative: pays) is a part."""
    return is_enough(mine, theirs, bot) and (cash >= 0 or g.cash[seat] + cash >= LEFT_AFTER_DEAL)


def reply_to_offer(g: Game, t: Tables, v: Values, n: Notes, seat: int, bot: int) -> int:
    """A bot's answer to the open offer: REPLY_YES, or the reason why not."""
    count_deeds(g, n)
    other = g.offer_from + 0
    if g.offer_kind == OFFER_SETTLEMENT:
        won = swap_worth(g, t, v, n, seat, g.offer_give, g.offer_give_cash, bot)
        return REPLY_YES if won >= g.debt_amount[0] else REPLY_RATHER_CASH
    cash = g.offer_give_cash - g.offer_ask_cash
    extra = cash + cards_worth(g.offer_give_cards) - cards_worth(g.offer_ask_cards)
    swap = g.offer_give | g.offer_ask
    mine = swap_worth(g, t, v, n, seat, swap, extra, bot)
    theirs = swap_worth(g, t, v, n, other, swap, -extra, bot)
    if agrees(g, seat, mine, theirs, cash, bot):
        return REPLY_YES
    if is_enough(mine, theirs, bot):
        return REPLY_LEAVES_ME_SHORT
    if breaks_up(v, n, seat, g.offer_ask) >= 0 and completes(v, n, seat, g.offer_give) < 0:
        return REPLY_BREAKS_MY_GROUP
    if completes(v, n, other, g.offer_ask) >= 0:
        return REPLY_GIVES_YOU_GROUP
    if mine < MARGIN:
        return REPLY_TOO_LITTLE
    return REPLY_HELPS_YOU_MORE


def accepts(g: Game, t: Tables, v: Values, n: Notes, seat: int, bot: int) -> int:
    return may_accept(g, t, seat) == DONE and reply_to_offer(g, t, v, n, seat, bot) == REPLY_YES


def asks_the_forecast(g: Game, n: Notes, seat: int, x: Action) -> bool:
    """Has a seat chosen a deal with an outsider, which its formula alone should not judge?"""
    if x.kind == DO_OFFER:
        other = x.a
    elif x.kind == DO_ACCEPT and g.offer_kind != OFFER_SETTLEMENT:
        other = g.offer_from
    else:
        return False
    return n.careful != 0 and n.bot[seat] >= BOT_TRADER and is_outsider(n.bot[other])


def who_holds_what(g: Game, n: Notes) -> int:
    """Who holds which deed, as one number that changes when a deed changes hands. The deeds must be counted."""
    key = 0
    for other in range(g.players):
        key = (key * 31 + n.held[other]) & 0xFFFFFFFFFFFF
    return key


def time_to_look(g: Game, n: Notes, seat: int) -> int:
    """Whether a deed has changed hands since this seat last looked for a trade, or that was many rounds ago."""
    key = who_holds_what(g, n)
    again = g.turns - n.looked_at[seat] >= LOOK_AGAIN * g.alive
    if key == n.looked[seat] and not again:
        return False
    n.looked[seat] = key
    n.looked_at[seat] = g.turns
    return True


def find_offer(g: Game, t: Tables, v: Values, n: Notes, x: Action, seat: int, bot: int) -> int:
    """Write the seat's best offer into x. Returns the gain, or 0."""
    best = 0
    count_deeds(g, n)
    deal = next_deal(g, t, v, n, first_deal(g, v, n, seat))
    while deal != NO_DEAL:
        best = try_deal(g, t, v, n, x, deal, best, bot)
        deal = next_deal(g, t, v, n, deal & (deal - 1))
    return best


def first_deal(g: Game, v: Values, n: Notes, seat: int) -> int:
    """What `next_deal` begins with. The deeds must be counted."""
    return partners(g, v, n, seat) << PARTNERS_AT | seat << SEAT_AT


def next_deal(g: Game, t: Tables, v: Values, n: Notes, deal: int) -> int:
    """The next deal to try, or NO_DEAL: all partners, all groups of which both hold a part, all that could be given.

    The number says whose deal it is, which it is and which are left. Its lowest bits are what could be given for the
    wanted group: cash, and the groups; the lowest one that is set is meant. Without it the number is what the search
    goes on with.
    """
    seat = deal >> SEAT_AT & 15
    while deal & GIVEN == 0:
        if deal & (GROUP_BITS << WANTED_AT) == 0:
            others = deal >> PARTNERS_AT
            if others == 0:
                return NO_DEAL
            other = lowest(others)
            deal = (others & (others - 1)) << PARTNERS_AT | other << PARTNER_AT | seat << SEAT_AT
            if in_game(g, other) and not in_debt(g, other):
                shared = shared_groups(g, t, v, n, seat, other)
                deal |= shared << WANTED_AT | shared << SHARED_AT
        else:
            wanted = deal >> WANTED_AT & GROUP_BITS
            group = lowest(wanted)
            given = could_give(v, n, seat, deal >> PARTNER_AT & 15, deal >> SHARED_AT & GROUP_BITS, group)
            deal &= ~((GROUP_BITS << WANTED_AT) | (15 << GROUP_AT))
            deal |= (wanted & (wanted - 1)) << WANTED_AT | group << GROUP_AT | given
    return deal


def could_give(v: Values, n: Notes, seat: int, other: int, shared: int, wanted: int) -> int:
    """What a seat could give for the other's squares of a group: bit 0 is cash alone, bit k + 1 its squares of the
    shared group k, with cash.

    The deal must complete a group for one of them; otherwise there is no hurry.
    """
    rest = shared & ~(1 << wanted)
    members = v.members[wanted]
    if wanted < STATIONS and (n.held[seat] | n.held[other]) & members == members:
        return rest << 1 | 1
    given = 0
    rest &= COLOURS
    while rest != 0:
        group = lowest(rest)
        rest &= rest - 1
        members = v.members[group]
        if (n.held[other] | n.held[seat]) & members == members:
            given |= 2 << group
    return given


def partners(g: Game, v: Values, n: Notes, seat: int) -> int:
    """The seats that hold the rest of a colour group of which this one has a part, one bit each: every offer is about
    such a group.
    """
    seats = 0
    for group in range(STATIONS):
        members = v.members[group]
        rest = members & ~n.held[seat]
        if rest != 0 and rest != members:
            other = g.owner[lowest(rest)]
            if other != BANK and n.held[other] & rest == rest:
                seats |= 1 << other
    return seats


def shared_groups(g: Game, t: Tables, v: Values, n: Notes, seat: int, other: int) -> int:
    """The groups without buildings of which both seats hold a part, one bit each."""
    shared = 0
    for group in range(GROUPS):
        members = v.members[group]
        if n.held[seat] & members != 0 and n.held[other] & members != 0 and is_tradable(g, t, group):
            shared |= 1 << group
    return shared


def deal_about(seat: int, other: int, wanted: int) -> int:
    """The deal of a seat that asks the other for its squares of a group, or for cash alone if there is no such group;
    without the bit of what is given.
    """
    return seat << SEAT_AT | other << PARTNER_AT | wanted << GROUP_AT


def try_deal(g: Game, t: Tables, v: Values, n: Notes, x: Action, deal: int, best: int, bot: int) -> int:
    """Find the price at which the other agrees, and keep the offer if it is the best so far. Returns the best gain."""
    seat = deal >> SEAT_AT & 15
    other = deal >> PARTNER_AT & 15
    wanted = deal >> GROUP_AT & 15
    given = lowest(deal)
    ask = n.held[other] & v.members[wanted] if wanted < GROUPS else 0
    give = n.held[seat] & v.members[given - 1] if given > 0 else 0
    swap = give | ask
    theirs = judged_as(n.bot[other])
    mine_by = judged_as(bot)
    gain = swap_worth(g, t, v, n, seat, swap, 0, theirs)
    loss = swap_worth(g, t, v, n, other, swap, 0, theirs)
    price = price_between(g, other, gain, loss, theirs)
    alike = mine_by == theirs  # both judge by one measure, so that the other's view of the deal is known
    mine = gain - price
    if not alike or theirs == BOT_BARON:  # to a baron, cash is worth more than itself where it can build
        mine = swap_worth(g, t, v, n, seat, swap, -price, mine_by)
    if mine_by != BOT_BARON and mine > 0:
        price += mine // 8  # traders make fair offers
        mine -= mine // 8
    if mine < MARGIN or mine <= best:
        return best
    if price > most_paid(g, t, v, n, seat, mine_by):
        return best
    helped = loss + price
    if not alike or theirs == BOT_BARON:
        helped = swap_worth(g, t, v, n, other, swap, price, mine_by)
    if bot != EVERY_DEAL and 5 * mine < 3 * helped:
        return best  # the offer would help the other too much
    if was_refused(g, n, seat, other, give, ask):
        return best
    gains = mine + 0
    if not alike:  # what the other thinks of it
        gains = swap_worth(g, t, v, n, seat, swap, -price, theirs)
        helped = swap_worth(g, t, v, n, other, swap, price, theirs)
    if not agrees(g, other, helped, gains, price, theirs):
        return best
    kept = x.give_cash - x.ask_cash
    kept_to = x.a + 0
    kept_give = x.give + 0
    kept_ask = x.ask + 0
    write_offer(x, other, price, give, ask)
    if may_offer(g, t, seat, x) == DONE:
        return mine
    if best > 0:
        write_offer(x, kept_to, kept, kept_give, kept_ask)
    else:
        clear_action(x)
        x.b = NOBODY
    return best


def write_offer(x: Action, other: int, price: int, give: int, ask: int) -> None:
    """An offer of deeds at this price; negative: the other pays it."""
    clear_action(x)
    x.kind = DO_OFFER
    x.a = other
    x.b = NOBODY
    x.give_cash = max(price, 0)
    x.ask_cash = max(-price, 0)
    x.give = give
    x.ask = ask


def most_paid(g: Game, t: Tables, v: Values, n: Notes, seat: int, bot: int) -> int:
    """The cash that a seat would put into a deal: a trader half, because a group without houses earns little."""
    if bot != BOT_BARON:
        return g.cash[seat] // 2
    return g.cash[seat] - reserve(g, t, v, n, seat, bot) // 2 - LEFT_AFTER_DEAL


def fair_price(g: Game, t: Tables, v: Values, n: Notes, seat: int, other: int, swap: int, theirs: int) -> int:
    """The least cash that the other accepts on top, by its own evaluation; negative: the most that it adds."""
    gain = swap_worth(g, t, v, n, seat, swap, 0, theirs)
    loss = swap_worth(g, t, v, n, other, swap, 0, theirs)
    return price_between(g, other, gain, loss, theirs)


def price_between(g: Game, other: int, gain: int, loss: int, theirs: int) -> int:
    """The price at which the other is content, given what the deal changes for the seat and for the other."""
    part = share(theirs)
    price = (100 * (MARGIN - loss) + part * max(gain, 0)) // (100 + part) + 1
    return max(price, -max(0, g.cash[other] - LEFT_AFTER_DEAL))


def settle_in_deeds(g: Game, t: Tables, v: Values, n: Notes, x: Action, seat: int) -> int:
    """Before a rent bankrupts a seat, if the rulebook allows payment in deeds: offer what the creditor would accept."""
    if t.part_payment == PART_PAYMENT_NO or g.debt_why[0] != WHY_RENT or g.debt_to[0] == BANK:
        return False
    count_deeds(g, n)
    creditor = g.debt_to[0] + 0
    theirs = judged_as(n.bot[creditor])
    give = 0
    for square in range(SQUARES):
        if (n.held[seat] >> square) & 1 and may_settle(g, t, seat, g.cash[seat], 1 << square) == DONE:
            give |= 1 << square
            if swap_worth(g, t, v, n, creditor, give, g.cash[seat], theirs) >= g.debt_amount[0]:
                x.kind = DO_SETTLE
                x.give = give
                x.give_cash = g.cash[seat]
                return not was_refused(g, n, seat, creditor, give, 0)
    return False
