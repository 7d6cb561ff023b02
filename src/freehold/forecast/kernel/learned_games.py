"""Whole games with learned players in them, and forecasts of many positions, as plain functions like `loops.py`."""

from freehold.bots.choose import bot_action, who_acts
from freehold.bots.memory import clear_notes, take_note
from freehold.bots.ranks import BOT_MOGUL
from freehold.engine.kernel.loops import (
    FAULT_REFUSED,
    FAULT_STUCK,
    RESULT_ACTIONS,
    RESULT_STARTER,
    RESULT_WIDTH,
    count_step,
    new_game,
    tell_end,
)
from freehold.forecast.kernel.deals import deal_with_care
from freehold.forecast.kernel.mogul import mogul_action
from freehold.forecast.kernel.network import forecast
from freehold.layouts.records import Actions, Chances, Games, Int8s, Int64s, ManyNotes, Thought, Weights
from freehold.rules.codes import DONE, PHASE_OVER
from freehold.rules.records import Action, Chance, Events, Moves, Notes, Tables, Values
from freehold.rules.state import PLAYERS
from freehold.rules.step import act


def learned_step(
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
    d: Chance,
) -> int:
    """One action of whoever has to act; acts[0] holds it. `d` is the scratch chance of those who judge positions."""
    seat = who_acts(games[0], t, notes[0])
    if notes[0].bot[seat] == BOT_MOGUL:
        found = mogul_action(games, t, d, e, v, notes, m, r, x, acts, h, net, seat)
    else:
        found = bot_action(games[0], t, v, notes[0], m, r, acts[0], seat)
        deal_with_care(games, t, d, e, v, notes, m, r, x, acts, h, net, seat)
    if not found:
        return FAULT_STUCK
    take_note(games[0], notes[0], acts[0].kind, acts[0].a)
    e.n = 0
    code = act(games[0], t, c, e, seat, acts[0])
    return DONE if code == DONE else FAULT_REFUSED + code


def learned_game(
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
    d: Chance,
    players: int,
    turns: int,
    limit: int,
    results: Int64s,
    at: int,
) -> None:
    """One game of the bots named in the notes, learned ones too. What it came to goes into results."""
    clear_notes(notes[0])
    new_game(games[0], t, c, e, players, 0)
    results[at + RESULT_STARTER] = games[0].turn
    while games[0].phase != PHASE_OVER and games[0].turns < turns and results[at + RESULT_ACTIONS] < limit:
        before = games[0].phase + 0
        fault = learned_step(games, t, c, e, v, notes, m, r, x, acts, h, net, d)
        if fault != DONE:
            results[at + RESULT_ACTIONS] = -fault
            return
        count_step(games[0], acts[0], before, results, at)
    tell_end(games[0], results, at)


def learned_games(
    games: Games,
    t: Tables,
    chances: Chances,
    e: Events,
    v: Values,
    notes: ManyNotes,
    m: Moves,
    rs: Chances,
    x: Action,
    acts: Actions,
    h: Thought,
    net: Weights,
    d: Chance,
    lineups: Int8s,
    players: int,
    turns: int,
    limit: int,
    results: Int64s,
) -> None:
    """Many games, each with a chance and a line-up of its own."""
    for number in range(len(chances)):
        seat_players(notes[0], lineups, number * PLAYERS)
        learned_game(
            games,
            t,
            chances[number],
            e,
            v,
            notes,
            m,
            rs[number],
            x,
            acts,
            h,
            net,
            d,
            players,
            turns,
            limit,
            results,
            number * RESULT_WIDTH,
        )


def seat_players(n: Notes, lineups: Int8s, at: int) -> None:
    """Note who plays where, from a row of the line-ups."""
    for seat in range(PLAYERS):
        n.bot[seat] = lineups[at + seat]


def forecast_positions(
    store: Games, t: Tables, v: Values, n: Notes, h: Thought, net: Weights, lineups: Int8s, results: Int64s
) -> None:
    """Each seat's chance of many positions, each with a line-up of its own."""
    for i in range(len(store)):
        n.counted = 0
        seat_players(n, lineups, i * PLAYERS)
        forecast(store[i], t, v, n, h, net)
        for seat in range(PLAYERS):
            results[i * PLAYERS + seat] = h.chance[seat] if seat < store[i].players else 0
