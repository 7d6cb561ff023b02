"""How likely an offer is accepted: a model of partners in general, for bots, people and remote players alike.

It sees what the deal does for both sides, by the forecast and by three plain ways to value deeds, and how this partner
has answered offers so far. It does not see who the partner is, and asks nobody: its few weights were learned from the
answers of many kinds of partners (`learn/answers.py`).
"""

from freehold.bots.memory import face_share
from freehold.bots.ranks import BOT_BARON, BOT_NOVICE
from freehold.bots.trading import MARGIN, share
from freehold.bots.worth import breaks_up, cards_worth, completes, swap_worth
from freehold.forecast.kernel.features import within
from freehold.layouts.network_shape import CERTAIN, DEAL_INPUTS, DEAL_WIDTH, EXP_STEPS, ONE, SCORE_BITS, WEIGHT_BITS
from freehold.layouts.records import Study, Thought, Weights
from freehold.rules.records import Action, Game, Notes, Tables, Values

CLIPPED = 4 * ONE  # the largest input
MONEY = 100  # the amount that counts as 1.0
PERCENT = CERTAIN // 50  # the change of a chance that counts as 1.0
FIRST_ANSWERS = 2  # the weight of what was expected of a partner, as a number of answers


def read_deal(study: Study, y: Action, seat: int) -> None:
    """The facts about the offer y of a seat, into `thought.deal`.

    `thought.now` are the chances without the deal, `thought.chance` those with it; the estates are counted.
    """
    g = study.games[0]
    n = study.notes[0]
    h = study.thought
    other = y.a + 0
    price = y.give_cash - y.ask_cash
    at = read_worth(g, study.tables, study.values, n, h, y, seat)
    h.deal[at] = within((h.chance[other] - h.now[other]) * ONE // PERCENT, CLIPPED)
    h.deal[at + 1] = within((h.chance[seat] - h.now[seat]) * ONE // PERCENT, CLIPPED)
    h.deal[at + 2] = h.now[other] * ONE // CERTAIN
    h.deal[at + 3] = within(price * ONE // (5 * MONEY), CLIPPED)
    h.deal[at + 4] = max(0, -price) * ONE // max(1, g.cash[other])
    h.deal[at + 5] = ONE if completes(study.values, n, other, y.give) >= 0 else 0
    h.deal[at + 6] = ONE if completes(study.values, n, seat, y.ask) >= 0 else 0
    h.deal[at + 7] = ONE if breaks_up(study.values, n, other, y.ask) >= 0 else 0
    answers = n.agreed[other] + n.declined[other] + FIRST_ANSWERS
    h.deal[at + 8] = n.agreed[other] * ONE // answers
    h.deal[at + 9] = n.declined[other] * ONE // answers
    h.deal[at + 10] = min(n.agreed[other] + 0, 8) * ONE // 8
    h.deal[at + 11] = min(n.declined[other] + 0, 8) * ONE // 8
    face = face_share(study.tables, y.give, y.ask, price)
    h.deal[at + 12] = face
    h.deal[at + 13] = face - n.least_taken[other]
    h.deal[at + 14] = face - n.most_declined[other]


def read_worth(g: Game, t: Tables, v: Values, n: Notes, h: Thought, y: Action, seat: int) -> int:
    """What the partner gains by each way to value deeds, and how fair that is beside the other's gain. How many."""
    other = y.a + 0
    swap = y.give | y.ask
    price = y.give_cash - y.ask_cash + cards_worth(y.give_cards) - cards_worth(y.ask_cards)
    at = 0
    for rank in range(BOT_NOVICE, BOT_BARON + 1):
        theirs = swap_worth(g, t, v, n, other, swap, price, rank)
        mine = swap_worth(g, t, v, n, seat, swap, -price, rank)
        fair = theirs - share(rank) * max(mine, 0) // 100
        h.deal[at] = within((theirs - MARGIN) * ONE // MONEY, CLIPPED)
        h.deal[at + 1] = within(min(fair, theirs - MARGIN) * ONE // MONEY, CLIPPED)
        at += 2
    return at


def how_likely(h: Thought, net: Weights) -> int:
    """The chance, in parts of CERTAIN, that the deal whose facts are in `thought.deal` is accepted."""
    score = net.deal_even + 0
    for j in range(DEAL_WIDTH):
        total = net.deal_bias[j] + 0
        for k in range(DEAL_INPUTS):
            total += h.deal[k] * net.deal[k * DEAL_WIDTH + j]
        if total > 0:
            score += (total >> WEIGHT_BITS) * net.deal_last[j]
    return logistic(net, score >> (WEIGHT_BITS + 6 - SCORE_BITS))


def logistic(net: Weights, score: int) -> int:
    """A score as a chance, by the table of the softmax."""
    small = net.exp[min(abs(score), EXP_STEPS - 1)] + 0
    less = CERTAIN * small // (CERTAIN + small)
    return less if score < 0 else CERTAIN - less


def likely_to_accept(study: Study, net: Weights, y: Action, seat: int) -> int:
    """The chance that the partner of the offer y accepts it; see `read_deal`."""
    read_deal(study, y, seat)
    return how_likely(study.thought, net)
