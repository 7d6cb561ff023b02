"""How a trader or a baron deals with somebody who is not one of the kernel's bots.

Between themselves those bots offer what is fair by their formula, and they answer by it too. Whoever knows the formula
can find deals that it likes and that ruin the bot, so the forecast is asked about deals with everybody else: the bot
accepts only if its chance to win is not lower than after a refusal, and offers only what would not lower it.
"""

from freehold.bots.choose import bot_action
from freehold.bots.random_player import clear_action
from freehold.bots.trading import asks_the_forecast
from freehold.forecast.judge import value_of
from freehold.rules.codes import DO_OFFER, DO_REJECT


def deal_with_care(games, t, c, e, v, notes, m, r, x, acts, h, net, seat):
    """Refuse the deal in acts[0], or do something else than to offer it, if the seat's chance is better without."""
    if not asks_the_forecast(games[0], notes[0], seat, acts[0]):
        return
    dealt = value_of(games, t, c, e, v, notes, m, r, x, acts[0], h, net, seat)
    offers = acts[0].kind == DO_OFFER
    clear_action(acts[1])
    acts[1].kind = 0 if offers else DO_REJECT
    if dealt < value_of(games, t, c, e, v, notes, m, r, x, acts[1], h, net, seat):
        if offers:
            bot_action(games[0], t, v, notes[0], m, r, acts[0], seat)  # it has looked for an offer, so this is none
        else:
            acts[0].kind = DO_REJECT
