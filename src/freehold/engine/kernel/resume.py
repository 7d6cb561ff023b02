"""Whole games from a given position, as plain functions: `loops.py` and `tally.py` start theirs from the set-up."""

from freehold.bots.memory import clear_notes
from freehold.engine.kernel.loops import RESULT_ACTIONS, RESULT_STARTER, RESULT_WIDTH, play_on, tell_end
from freehold.engine.kernel.tally import begin_tally, holder_of, look_at_group, tallied_end, tallied_on
from freehold.layouts.records import Chances, Games, Int64s
from freehold.rules.codes import DONE
from freehold.rules.decks import shuffle_unseen
from freehold.rules.records import Action, Chance, Events, Game, Moves, Notes, Tables, Values
from freehold.rules.state import GROUPS


def resume(g: Game, c: Chance, e: Events, n: Notes, shuffled: int, results: Int64s, at: int) -> None:
    """A position is on the table: nothing is remembered, and where the decks are `shuffled` they get a new order."""
    e.n = 0
    clear_notes(n)
    if shuffled:
        shuffle_unseen(g, c)
    results[at + RESULT_STARTER] = g.turn


def resumed_games(
    games: Games,
    t: Tables,
    chances: Chances,
    e: Events,
    v: Values,
    n: Notes,
    m: Moves,
    rs: Chances,
    x: Action,
    shuffled: int,
    turns: int,
    limit: int,
    audited: int,
    results: Int64s,
) -> None:
    """`bot_games` of `loops.py`, from the positions that are in `games`."""
    for k in range(len(games)):
        at = k * RESULT_WIDTH
        resume(games[k], chances[k], e, n, shuffled, results, at)
        fault = play_on(games[k], t, chances[k], e, v, n, m, rs[k], x, turns, limit, audited, results, at)
        tell_end(games[k], results, at)
        if fault != DONE:
            results[at + RESULT_ACTIONS] = -fault


def tallied_resume(g: Game, t: Tables, c: Chance, e: Events, n: Notes, shuffled: int, results: Int64s, at: int) -> None:
    """A position from which games are tallied. Existing groups and buildings are not counted."""
    begin_tally(e)
    resume(g, c, e, n, shuffled, results, at)
    for group in range(GROUPS):
        if t.group_size[group] > 0:
            e.whole[group] = holder_of(g, t, group)
            look_at_group(g, t, e, group, 0)


def tallied_resumed_games(
    games: Games,
    t: Tables,
    chances: Chances,
    e: Events,
    v: Values,
    n: Notes,
    m: Moves,
    rs: Chances,
    x: Action,
    shuffled: int,
    turns: int,
    limit: int,
    audited: int,
    results: Int64s,
) -> None:
    """`tallied_games` of `tally.py`, from the positions that are in `games`."""
    for k in range(len(games)):
        at = k * RESULT_WIDTH
        tallied_resume(games[k], t, chances[k], e, n, shuffled, results, at)
        fault = tallied_on(games[k], t, chances[k], e, v, n, m, rs[k], x, turns, limit, audited, results, at)
        tallied_end(games[k], t, e, results, at)
        if fault != DONE:
            results[at + RESULT_ACTIONS] = -fault
