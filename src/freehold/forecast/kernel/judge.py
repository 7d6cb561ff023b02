"""What an action leads to: it is applied to a copy, barons play on until a throw is due, and the forecast judges.

No die is thrown and no hidden card is looked at. Where the action itself needs chance, several draws are averaged, with
the decks shuffled anew. games[1] and notes[1] are working copies, games[2] and notes[2] those of a throw that is
averaged; `c` is a scratch chance.
"""

from freehold.bots.choose import bot_action, who_acts
from freehold.bots.memory import take_note
from freehold.bots.random_player import clear_action
from freehold.bots.trading import who_holds_what
from freehold.bots.worth import count_deeds
from freehold.forecast.kernel.network import forecast
from freehold.layouts.records import Games, ManyNotes, Thought, Weights
from freehold.rules.codes import (
    DO_ACCEPT,
    DO_ATTACK,
    DO_CHOOSE,
    DO_END_TURN,
    DO_GO_TO,
    DO_OFFER,
    DO_PASS,
    DO_ROLL,
    DO_THROW_AGAIN,
    DO_USE_OPTION,
    DONE,
    PHASE_AUCTION,
    PHASE_CARD,
    PHASE_DOUBLE,
    PHASE_END,
    PHASE_OVER,
    PHASE_ROLL,
)
from freehold.rules.decks import shuffle_unseen
from freehold.rules.records import Action, Chance, Events, Game, Moves, Notes, Tables, Values
from freehold.rules.state import NOBODY
from freehold.rules.step import act

PLAYED_ON = 300  # actions after which a position is judged as it is
THROWS = 36
DRAWS = 4  # samples of an action that needs chance
REFUSED_VALUE = -1
LOOK_EVERY = 1  # rounds between two searches for an offer


def keep_from_looking(g: Game, n: Notes, seat: int) -> None:
    """Note a look for a trade, as `time_to_look` does, so that the baron inside makes no offers of its own."""
    count_deeds(g, n)
    n.looked[seat] = who_holds_what(g, n)
    if g.turns - n.looked_at[seat] >= LOOK_EVERY * g.alive:
        n.looked_at[seat] = g.turns


def deeds_have_moved(g: Game, n: Notes, seat: int) -> bool:
    """Has a deed changed hands since a seat last looked for a trade?"""
    count_deeds(g, n)
    return who_holds_what(g, n) != n.looked[seat]


def needs_chance(kind: int) -> bool:
    return kind == DO_USE_OPTION or kind == DO_GO_TO or kind == DO_ATTACK or kind == DO_CHOOSE


def is_throw(kind: int) -> bool:
    return kind == DO_ROLL or kind == DO_THROW_AGAIN


def before_a_throw(g: Game) -> bool:
    """Does the position wait for dice or a card, or is the game over?"""
    if g.phase == PHASE_ROLL:
        return g.claims == 0
    return g.phase == PHASE_OVER or g.phase == PHASE_DOUBLE or g.phase == PHASE_CARD


def play_to_throw(
    g: Game, t: Tables, c: Chance, e: Events, v: Values, n: Notes, m: Moves, r: Chance, x: Action, me: int, stop: int
) -> int:
    """Barons play on until a throw is due, without offers.

    With `stop` 1 this seat bids no more and ends its turn; 2: it ends it. True if the seat acted of its own will, so
    that stopping would lead elsewhere.
    """
    willed = False
    for _ in range(PLAYED_ON):
        if before_a_throw(g):
            return willed
        seat = who_acts(g, t, n)
        mine = seat == me and seat == g.decider
        clear_action(x)
        x.b = NOBODY
        if mine and stop == 1 and g.phase == PHASE_AUCTION:
            x.kind = DO_PASS
        elif mine and stop != 0 and g.phase == PHASE_END:
            x.kind = DO_END_TURN
        else:
            if g.phase == PHASE_END:
                keep_from_looking(g, n, seat)
            if not bot_action(g, t, v, n, m, r, x, seat) or is_throw(x.kind) or needs_chance(x.kind):
                return willed
            if mine and x.kind != DO_PASS and x.kind != DO_END_TURN:
                if g.phase == PHASE_AUCTION or g.phase == PHASE_END:
                    willed = True
        take_note(g, n, x.kind, x.a)
        e.n = 0
        if act(g, t, c, e, seat, x) != DONE:
            return willed
    return willed


def lead_to(
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
    me: int,
    stop: int,
) -> int:
    """Apply a seat's action y (kind 0: none) to the working copy and play on.

    0: refused; 2: stopping would lead elsewhere; else 1.
    """
    games[1] = games[0]
    notes[1] = notes[0]
    if is_throw(y.kind):
        return 1
    if needs_chance(y.kind):
        shuffle_unseen(games[1], c)
    if y.kind != 0:
        take_note(games[1], notes[1], y.kind, y.a)
        e.n = 0
        if act(games[1], t, c, e, me, y) != DONE:
            return 0
    if y.kind == DO_OFFER:
        clear_action(x)
        x.kind = DO_ACCEPT
        e.n = 0
        if act(games[1], t, c, e, y.a, x) != DONE:
            return 0
        notes[1].counted = 0
    return 2 if play_to_throw(games[1], t, c, e, v, notes[1], m, r, x, me, stop) else 1


def value_of(
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
) -> int:
    """A seat's chance to win if it does y and goes on as a baron or stops, whichever is better; below 0 if refused."""
    if needs_chance(y.kind):
        return mean_value(games, t, c, e, v, notes, m, r, x, y, h, net, me)
    if y.kind == DO_ROLL and games[0].in_jail[me] != 0:
        judge_jail_throw(games, t, c, e, v, notes, m, r, x, h, net, me)
        return h.chance[me] + 0
    way = lead_to(games, t, c, e, v, notes, m, r, x, y, me, 0)
    if way == 0:
        return REFUSED_VALUE
    forecast(games[1], t, v, notes[1], h, net)
    best = h.chance[me] + 0
    if way == 2 and lead_to(games, t, c, e, v, notes, m, r, x, y, me, 1) != 0:
        forecast(games[1], t, v, notes[1], h, net)
        best = max(best, h.chance[me])
    return best


def judge_jail_throw(
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
) -> None:
    """The chances, into `h.chance`, if a seat in jail throws: the mean over all throws.

    A position in jail before the throw would not do: whoever plays on from there may still leave.
    """
    games[1] = games[0]
    notes[1] = notes[0]
    judge_throw(games, t, c, e, v, notes, m, r, x, h, net, me)


def judge_throw(
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
) -> None:
    """The chances, into `h.chance`, if whoever decides in games[1] throws: the mean over all throws."""
    for seat in range(games[1].players):
        h.sum[seat] = 0
    for one in range(1, 7):
        for two in range(one, 7):
            weight = 1 if one == two else 2
            games[2] = games[1]
            notes[2] = notes[1]
            c.key0 = 6 * one + two
            c.drawn = 0
            c.dealt = 0
            shuffle_unseen(games[2], c)
            c.told[0] = one
            c.told[1] = two
            c.told_n = 2
            c.told_i = 0
            e.n = 0
            clear_action(x)
            x.kind = DO_ROLL
            x.b = NOBODY
            take_note(games[2], notes[2], DO_ROLL, NOBODY)
            act(games[2], t, c, e, games[1].decider, x)
            c.told_n = 0
            play_to_throw(games[2], t, c, e, v, notes[2], m, r, x, me, 0)
            forecast(games[2], t, v, notes[2], h, net)
            for seat in range(games[1].players):
                h.sum[seat] += weight * h.chance[seat]
    for seat in range(games[1].players):
        h.chance[seat] = h.sum[seat] // THROWS


def value_by_throws(
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
) -> int:
    """As `value_of`, but the mean over the throw that is due."""
    best = REFUSED_VALUE
    for stop in range(2):
        way = lead_to(games, t, c, e, v, notes, m, r, x, y, me, stop)
        if way == 0:
            return best
        if games[1].phase == PHASE_ROLL and games[1].in_jail[games[1].decider] == 0:
            judge_throw(games, t, c, e, v, notes, m, r, x, h, net, me)
        else:
            forecast(games[1], t, v, notes[1], h, net)
        best = max(best, h.chance[me])
        if way == 1:
            return best
    return best


def mean_value(
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
) -> int:
    total = 0
    for k in range(DRAWS):
        c.key0 = k
        c.drawn = 0
        c.dealt = 0
        if lead_to(games, t, c, e, v, notes, m, r, x, y, me, 0) == 0:
            return REFUSED_VALUE
        forecast(games[1], t, v, notes[1], h, net)
        total += h.chance[me]
    return total // DRAWS


def chances_after(
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
    """Each seat's chance to win, into `h.now`, if a seat does y; kind 0: ends its turn as it is. False if refused."""
    draws = DRAWS if needs_chance(y.kind) else 1
    for seat in range(games[0].players):
        h.now[seat] = 0
    for k in range(draws):
        c.key0 = k
        c.drawn = 0
        c.dealt = 0
        if not judge_ways(games, t, c, e, v, notes, m, r, x, y, h, net, me):
            return False
        for seat in range(games[0].players):
            h.now[seat] += h.chance[seat] // draws
    return True


def judge_ways(
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
    """The chances after y, into `h.chance`: the seat goes on as a baron or stops, whichever is better for it."""
    if y.kind == DO_ROLL and games[0].in_jail[me] != 0:
        judge_jail_throw(games, t, c, e, v, notes, m, r, x, h, net, me)
        return True
    if y.kind == 0:
        lead_to(games, t, c, e, v, notes, m, r, x, y, me, 2)
        forecast(games[1], t, v, notes[1], h, net)
        return True
    way = lead_to(games, t, c, e, v, notes, m, r, x, y, me, 0)
    if way == 0:
        return False
    forecast(games[1], t, v, notes[1], h, net)
    if way == 2 and not needs_chance(y.kind):
        best = h.chance[me] + 0
        if lead_to(games, t, c, e, v, notes, m, r, x, y, me, 1) != 0:
            forecast(games[1], t, v, notes[1], h, net)
        if h.chance[me] < best:
            lead_to(games, t, c, e, v, notes, m, r, x, y, me, 0)
            forecast(games[1], t, v, notes[1], h, net)
    return True
