"""How a trader or a baron deals with somebody who is not one of the kernel's bots.

Between themselves those bots offer what is fair by their formula, and they answer by it too. Whoever knows the formula
can find deals that it likes and that ruin the bot, so the forecast is asked about deals with everybody else: the bot
accepts only if its chance to win is not lower than after a refusal, and offers only what would not lower it.
"""

from freehold.bots.choose import bot_action
from freehold.bots.memory import take_note
from freehold.bots.random_player import clear_action
from freehold.bots.trading import asks_the_forecast
from freehold.forecast.kernel.judge import value_of
from freehold.layouts.network_shape import SPARE
from freehold.layouts.records import Actions, Games, ManyNotes, Thought, Weights
from freehold.rules.codes import DO_ACCEPT, DO_OFFER, DO_REJECT, DONE
from freehold.rules.records import Action, Chance, Events, Moves, Tables, Values
from freehold.rules.step import act


def deal_with_care(
    games: Games,
    t: Tables,
    c: Chance,
    e: Events,
    v: Values,
    notes: ManyNotes,
    m: Moves,
    r: Chance,
    x: Action,
    acts: Actions,
    h: Thought,
    net: Weights,
    seat: int,
) -> None:
    """Refuse the deal in acts[0], or do something else than to offer it, if the seat's chance is better without."""
    if asks_the_forecast(games[0], notes[0], seat, acts[0]):
        if is_better_without(games, t, c, e, v, notes, m, r, x, acts, h, net, seat, 0):
            if acts[0].kind == DO_OFFER:
                bot_action(games[0], t, v, notes[0], m, r, acts[0], seat)  # it has looked for an offer: this is none
            else:
                acts[0].kind = DO_REJECT


def is_better_without(
    games: Games,
    t: Tables,
    c: Chance,
    e: Events,
    v: Values,
    notes: ManyNotes,
    m: Moves,
    r: Chance,
    x: Action,
    acts: Actions,
    h: Thought,
    net: Weights,
    seat: int,
    at: int,
) -> bool:
    """Is a seat's chance better if it does not make or accept the deal acts[at]? The next place is overwritten."""
    dealt = value_of(games, t, c, e, v, notes, m, r, x, acts[at], h, net, seat)
    clear_action(acts[at + 1])
    acts[at + 1].kind = 0 if acts[at].kind == DO_OFFER else DO_REJECT
    return dealt < value_of(games, t, c, e, v, notes, m, r, x, acts[at + 1], h, net, seat)


def would_accept(
    games: Games,
    t: Tables,
    c: Chance,
    e: Events,
    v: Values,
    notes: ManyNotes,
    m: Moves,
    r: Chance,
    x: Action,
    y: Action,
    acts: Actions,
    h: Thought,
    net: Weights,
    seat: int,
) -> bool:
    """Would its partner, one of the kernel's bots, accept the offer y of a seat? It is asked as it will be.

    games[3] and notes[3] keep the position meanwhile. The last places of `acts` are overwritten.
    """
    games[3] = games[0]
    notes[3] = notes[0]
    other = y.a + 0
    at = len(acts) - SPARE
    notes[0].bot[seat] = h.plays
    take_note(games[0], notes[0], DO_OFFER, other)
    e.n = 0
    agreed = act(games[0], t, c, e, seat, y) == DONE
    if agreed:
        clear_action(acts[at])
        bot_action(games[0], t, v, notes[0], m, r, acts[at], other)
        agreed = acts[at].kind == DO_ACCEPT
    if agreed and asks_the_forecast(games[0], notes[0], other, acts[at]):
        agreed = not is_better_without(games, t, c, e, v, notes, m, r, x, acts, h, net, other, at)
    games[0] = games[3]
    notes[0] = notes[3]
    return agreed
