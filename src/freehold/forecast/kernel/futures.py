"""Whether a candidate is better than a baron's choice, by futures in which barons play on with dice for some rounds.

Both are judged in the same futures, a batch at a time, and no further batch is played once the difference is clear.
"""

from freehold.bots.choose import bot_action, who_acts
from freehold.bots.memory import take_note
from freehold.bots.random_player import clear_action
from freehold.forecast.kernel.judge import PLAYED_ON, REFUSED_VALUE, lead_to
from freehold.forecast.kernel.network import forecast
from freehold.layouts.network_shape import FUTURES
from freehold.layouts.records import Actions, Games, ManyNotes, Thought, Weights
from freehold.rules.codes import DONE, PHASE_OVER
from freehold.rules.decks import shuffle_unseen
from freehold.rules.records import Action, Chance, Events, Game, Moves, Notes, Tables, Values
from freehold.rules.state import NOBODY
from freehold.rules.step import act

ROUNDS = 4  # that barons play on in a future
BATCH = 16  # futures between two looks at the difference
CLEAR = 2  # standard errors of the mean difference


def play_rounds(g: Game, t: Tables, c: Chance, e: Events, v: Values, n: Notes, m: Moves, r: Chance, x: Action) -> None:
    """Barons play on for some rounds, with dice."""
    until = g.turns + ROUNDS * g.alive
    for _ in range(PLAYED_ON):
        if g.phase == PHASE_OVER or g.turns >= until:
            return
        seat = who_acts(g, t, n)
        clear_action(x)
        x.b = NOBODY
        if not bot_action(g, t, v, n, m, r, x, seat):
            return
        take_note(g, n, x.kind, x.a)
        e.n = 0
        if act(g, t, c, e, seat, x) != DONE:
            return


def lead_best(
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
    h: Thought,
    net: Weights,
    me: int,
) -> bool:
    """As `lead_to`: the seat goes on as a baron or stops, whichever the forecast likes better. False if refused."""
    way = lead_to(games, t, c, e, v, notes, m, r, x, y, me, 0)
    if way != 2:
        return way != 0
    forecast(games[1], t, v, notes[1], h, net)
    best = h.chance[me] + 0
    if lead_to(games, t, c, e, v, notes, m, r, x, y, me, 1) != 0:
        forecast(games[1], t, v, notes[1], h, net)
        if h.chance[me] >= best:
            return True
    return lead_to(games, t, c, e, v, notes, m, r, x, y, me, 0) != 0


def value_in_future(
    games: Games,
    t: Tables,
    c: Chance,
    e: Events,
    v: Values,
    notes: ManyNotes,
    m: Moves,
    r: Chance,
    x: Action,
    h: Thought,
    net: Weights,
    me: int,
    number: int,
) -> int:
    """A seat's chance after some rounds from games[1] on. The number stands for the dice and the cards."""
    games[2] = games[1]
    notes[2] = notes[1]
    c.key0 = games[0].turns * FUTURES + number
    c.drawn = 0
    c.dealt = 0
    shuffle_unseen(games[2], c)
    play_rounds(games[2], t, c, e, v, notes[2], m, r, x)
    forecast(games[2], t, v, notes[2], h, net)
    return h.chance[me] + 0


def gain_by_futures(
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
    me: int,
    pick: int,
) -> int:
    """What a candidate gains over acts[0]. What acts[0] leads to is kept in `h.future` for the other candidates."""
    total = 0
    squares = 0
    done = 0
    while done < FUTURES:
        if h.futures == done:
            lead_best(games, t, c, e, v, notes, m, r, x, acts[0], h, net, me)
            for k in range(done, done + BATCH):
                h.future[k] = value_in_future(games, t, c, e, v, notes, m, r, x, h, net, me, k)
            h.futures += BATCH
        if not lead_best(games, t, c, e, v, notes, m, r, x, acts[pick], h, net, me):
            return REFUSED_VALUE - h.value[0]
        for k in range(done, done + BATCH):
            ahead = value_in_future(games, t, c, e, v, notes, m, r, x, h, net, me, k) - h.future[k]
            total += ahead
            squares += ahead * ahead
        done += BATCH
        if total * total > CLEAR * CLEAR * (squares - total * total // done):
            break
    return total // done
