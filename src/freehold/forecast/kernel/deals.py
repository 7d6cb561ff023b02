"""How a trader or a baron deals with somebody who is not one of the kernel's bots.

Between themselves those bots offer what is fair by their formula, and they answer by it too. Whoever knows the formula
can find deals that it likes and that ruin the bot, so the forecast is asked about deals with everybody else: the bot
accepts only if its chance to win is not lower than after a refusal, and offers only what would not lower it.
"""

from freehold.bots.random_player import clear_action
from freehold.bots.trading import asks_the_forecast
from freehold.forecast.kernel.judge import choose, value_of
from freehold.layouts.records import Study, Weights
from freehold.rules.codes import DO_OFFER, DO_REJECT


def deal_with_care(study: Study, net: Weights, seat: int) -> None:
    """Refuse the deal in acts[0], or do something else than to offer it, if the seat's chance is better without."""
    x = study.acts[0]
    if asks_the_forecast(study.games[0], study.notes[0], seat, x) and is_better_without(study, net, seat):
        if x.kind == DO_OFFER:
            choose(study, 0, x, seat)  # it has looked for an offer: this is none
        else:
            x.kind = DO_REJECT


def is_better_without(study: Study, net: Weights, seat: int) -> bool:
    """Is a seat's chance better if it does not make or accept the deal acts[0]? The next place is overwritten."""
    dealt = value_of(study, net, study.acts[0], seat)
    other = study.acts[1]
    clear_action(other)
    other.kind = 0 if study.acts[0].kind == DO_OFFER else DO_REJECT
    return dealt < value_of(study, net, other, seat)
