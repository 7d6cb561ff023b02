"""What an action leads to: it is applied to a copy, barons play on until a throw is due, and the forecast judges.

Everybody is taken for a baron there, whoever has the seat, and people bid like traders: no player looks into another's
head.

No die is thrown and no hidden card is looked at. Where the action itself needs chance, several draws are averaged, with
the decks shuffled anew. The game that is judged is games[0] of the study; games[1] is a working copy, games[2] that of
a throw that is averaged.
"""

from freehold.bots.choose import bot_action, who_acts
from freehold.bots.memory import take_note
from freehold.bots.random_player import clear_action
from freehold.bots.ranks import BOT_BARON, BOT_PERSON, BOT_TRADER
from freehold.bots.trading import who_holds_what
from freehold.bots.worth import count_deeds
from freehold.forecast.kernel.network import forecast
from freehold.layouts.records import Study, Weights
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
from freehold.rules.records import Action, Chance, Game, Notes
from freehold.rules.state import NOBODY, PLAYERS
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


def copy_game(study: Study, source: int, to: int) -> None:
    study.games[to] = study.games[source]
    study.notes[to] = study.notes[source]


def start_chance(study: Study, key: int) -> None:
    """Dice and cards of the copies, by a number that stands for them."""
    study.chance.key0 = key
    study.chance.drawn = 0
    study.chance.dealt = 0


def choose(study: Study, k: int, x: Action, seat: int) -> int:
    """Write what a bot does in one of the games into x; False if it finds nothing."""
    g = study.games[k]
    return bot_action(g, study.tables, study.values, study.notes[k], study.moves, study.own[0], x, seat)


def take(study: Study, k: int, c: Chance, seat: int, x: Action) -> int:
    """Apply an action to one of the games; the bots take note of it. DONE, or the refusal."""
    take_note(study.games[k], study.tables, study.notes[k], x.kind, x.a)
    study.events.n = 0
    return act(study.games[k], study.tables, c, study.events, seat, x)


def judge(study: Study, net: Weights, k: int) -> None:
    """The forecast of one of the games, into `thought.chance`."""
    forecast(study.games[k], study.tables, study.values, study.notes[k], study.thought, net)


def take_for_scripted_bots(g: Game, n: Notes) -> None:
    """Everybody plays on like a baron, but people bid like traders, who pay about what a deed is worth."""
    for seat in range(PLAYERS):
        n.bot[seat] = BOT_TRADER if n.bot[seat] == BOT_PERSON and g.phase == PHASE_AUCTION else BOT_BARON


def show_who_plays(n: Notes, known: Notes) -> None:
    """Note again who has which seat, for the forecast."""
    for seat in range(PLAYERS):
        n.bot[seat] = known.bot[seat]


def play_to_throw(study: Study, k: int, me: int, stop: int) -> int:
    """Barons play on until a throw is due, without offers. See `barons_play_on`."""
    take_for_scripted_bots(study.games[k], study.notes[k])
    willed = barons_play_on(study, k, me, stop)
    show_who_plays(study.notes[k], study.notes[0])
    return willed


def barons_play_on(study: Study, k: int, me: int, stop: int) -> int:
    """Play on in one of the games.

    With `stop` 1 this seat bids no more and ends its turn; 2: it ends it. True if the seat acted of its own will, so
    that stopping would lead elsewhere.
    """
    g = study.games[k]
    x = study.step
    willed = False
    for _ in range(PLAYED_ON):
        if before_a_throw(g):
            return willed
        seat = who_acts(g, study.tables, study.notes[k])
        mine = seat == me and seat == g.decider
        clear_action(x)
        x.b = NOBODY
        if mine and stop == 1 and g.phase == PHASE_AUCTION:
            x.kind = DO_PASS
        elif mine and stop != 0 and g.phase == PHASE_END:
            x.kind = DO_END_TURN
        else:
            if g.phase == PHASE_END:
                keep_from_looking(g, study.notes[k], seat)
            if not choose(study, k, x, seat) or is_throw(x.kind) or needs_chance(x.kind):
                return willed
            if mine and x.kind != DO_PASS and x.kind != DO_END_TURN:
                if g.phase == PHASE_AUCTION or g.phase == PHASE_END:
                    willed = True
        if take(study, k, study.chance, seat, x) != DONE:
            return willed
    return willed


def lead_to(study: Study, y: Action, me: int, stop: int) -> int:
    """Apply a seat's action y (kind 0: none) to the working copy and play on.

    0: refused; 2: stopping would lead elsewhere; else 1.
    """
    copy_game(study, 0, 1)
    if is_throw(y.kind):
        return 1
    if needs_chance(y.kind):
        shuffle_unseen(study.games[1], study.chance)
    if y.kind != 0 and take(study, 1, study.chance, me, y) != DONE:
        return 0
    if y.kind == DO_OFFER:
        clear_action(study.step)
        study.step.kind = DO_ACCEPT
        if take(study, 1, study.chance, y.a, study.step) != DONE:
            return 0
    return 2 if play_to_throw(study, 1, me, stop) else 1


def value_of(study: Study, net: Weights, y: Action, me: int) -> int:
    """A seat's chance to win if it does y and goes on as a baron or stops, whichever is better; below 0 if refused."""
    if needs_chance(y.kind):
        return mean_value(study, net, y, me)
    if y.kind == DO_ROLL and study.games[0].in_jail[me] != 0:
        judge_jail_throw(study, net, me)
        return study.thought.chance[me] + 0
    way = lead_to(study, y, me, 0)
    if way == 0:
        return REFUSED_VALUE
    judge(study, net, 1)
    best = study.thought.chance[me] + 0
    if way == 2 and lead_to(study, y, me, 1) != 0:
        judge(study, net, 1)
        best = max(best, study.thought.chance[me])
    return best


def judge_jail_throw(study: Study, net: Weights, me: int) -> None:
    """The chances, into `thought.chance`, if a seat in jail throws: the mean over all throws.

    A position in jail before the throw would not do: whoever plays on from there may still leave.
    """
    copy_game(study, 0, 1)
    judge_throw(study, net, me)


def judge_throw(study: Study, net: Weights, me: int) -> None:
    """The chances, into `thought.chance`, if whoever decides in games[1] throws: the mean over all throws."""
    h = study.thought
    c = study.chance
    x = study.step
    for seat in range(study.games[1].players):
        h.sum[seat] = 0
    for one in range(1, 7):
        for two in range(one, 7):
            weight = 1 if one == two else 2
            copy_game(study, 1, 2)
            start_chance(study, 6 * one + two)
            shuffle_unseen(study.games[2], c)
            c.told[0] = one
            c.told[1] = two
            c.told_n = 2
            c.told_i = 0
            clear_action(x)
            x.kind = DO_ROLL
            x.b = NOBODY
            take(study, 2, c, study.games[1].decider, x)
            c.told_n = 0
            play_to_throw(study, 2, me, 0)
            judge(study, net, 2)
            for seat in range(study.games[1].players):
                h.sum[seat] += weight * h.chance[seat]
    for seat in range(study.games[1].players):
        h.chance[seat] = h.sum[seat] // THROWS


def value_by_throws(study: Study, net: Weights, y: Action, me: int) -> int:
    """As `value_of`, but the mean over the throw that is due."""
    g = study.games[1]
    best = REFUSED_VALUE
    for stop in range(2):
        way = lead_to(study, y, me, stop)
        if way == 0:
            return best
        if g.phase == PHASE_ROLL and g.in_jail[g.decider] == 0:
            judge_throw(study, net, me)
        else:
            judge(study, net, 1)
        best = max(best, study.thought.chance[me])
        if way == 1:
            return best
    return best


def mean_value(study: Study, net: Weights, y: Action, me: int) -> int:
    total = 0
    for k in range(DRAWS):
        start_chance(study, k)
        if lead_to(study, y, me, 0) == 0:
            return REFUSED_VALUE
        judge(study, net, 1)
        total += study.thought.chance[me]
    return total // DRAWS


def chances_after(study: Study, net: Weights, y: Action, me: int) -> bool:
    """Each seat's chance to win, into `thought.now`, if a seat does y; kind 0: ends its turn as it is. False if
    refused.
    """
    h = study.thought
    draws = DRAWS if needs_chance(y.kind) else 1
    for seat in range(study.games[0].players):
        h.now[seat] = 0
    for k in range(draws):
        start_chance(study, k)
        if not judge_ways(study, net, y, me):
            return False
        for seat in range(study.games[0].players):
            h.now[seat] += h.chance[seat] // draws
    return True


def judge_ways(study: Study, net: Weights, y: Action, me: int) -> bool:
    """The chances after y, into `thought.chance`: the seat goes on as a baron or stops, whichever is better for it."""
    h = study.thought
    if y.kind == DO_ROLL and study.games[0].in_jail[me] != 0:
        judge_jail_throw(study, net, me)
        return True
    if y.kind == 0:
        lead_to(study, y, me, 2)
        judge(study, net, 1)
        return True
    way = lead_to(study, y, me, 0)
    if way == 0:
        return False
    judge(study, net, 1)
    if way == 2 and not needs_chance(y.kind):
        best = h.chance[me] + 0
        if lead_to(study, y, me, 1) != 0:
            judge(study, net, 1)
        if h.chance[me] < best:
            lead_to(study, y, me, 0)
            judge(study, net, 1)
    return True
