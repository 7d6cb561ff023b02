"""How a trader or a baron answers an offer from somebody who is not one of the kernel's bots.

Between themselves those bots offer what is fair by their formula, and they answer by it too. Whoever knows the formula
can find deals that it accepts and that ruin the bot, so the forecast is asked about the offers of everybody else: the
bot accepts only if its chance to win is not lower than after a refusal.
"""

from freehold.bots.random_player import clear_action
from freehold.bots.ranks import BOT_BARON, BOT_RANDOM, BOT_TRADER
from freehold.forecast.judge import value_of
from freehold.rules.codes import DO_ACCEPT, DO_REJECT, OFFER_SETTLEMENT, PHASE_ANSWER


def asks_the_forecast(g, n, seat):
    """Whether a seat answers an offer that its formula alone should not judge."""
    if n.careful == 0 or n.bot[seat] < BOT_TRADER:
        return False
    if g.phase != PHASE_ANSWER or g.decider != seat or g.offer_kind == OFFER_SETTLEMENT:
        return False
    proposer = n.bot[g.offer_from]
    return proposer < BOT_RANDOM or proposer > BOT_BARON


def answer_with_care(games, t, c, e, v, notes, m, r, x, acts, h, net, seat):
    """Change the acceptance in acts[0] to a refusal if the seat's chance is better without the deal."""
    if acts[0].kind != DO_ACCEPT or not asks_the_forecast(games[0], notes[0], seat):
        return
    accepted = value_of(games, t, c, e, v, notes, m, r, x, acts[0], h, net, seat)
    clear_action(acts[1])
    acts[1].kind = DO_REJECT
    if accepted < value_of(games, t, c, e, v, notes, m, r, x, acts[1], h, net, seat):
        acts[0].kind = DO_REJECT
