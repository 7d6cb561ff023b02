"""Whole games with learned players in them, and forecasts of many positions, as plain functions like `loops.py`."""

from freehold.bots.choose import who_acts
from freehold.bots.memory import clear_notes
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
from freehold.forecast.kernel.judge import choose, take
from freehold.forecast.kernel.mogul import mogul_action
from freehold.forecast.kernel.network import forecast
from freehold.layouts.records import Chances, Games, Int8s, Int64s, Run, Study, Weights
from freehold.rules.codes import DONE, PHASE_OVER
from freehold.rules.records import Chance, Notes
from freehold.rules.state import PLAYERS


def learned_step(study: Study, net: Weights, c: Chance) -> int:
    """One action of whoever has to act in games[0]; acts[0] holds it. `c` is the chance of the game itself."""
    seat = who_acts(study.games[0], study.tables, study.notes[0])
    if study.notes[0].bot[seat] == BOT_MOGUL:
        found = mogul_action(study, net, seat)
    else:
        found = choose(study, 0, study.acts[0], seat)
        deal_with_care(study, net, seat)
    if not found:
        return FAULT_STUCK
    code = take(study, 0, c, seat, study.acts[0])
    return DONE if code == DONE else FAULT_REFUSED + code


def learned_game(study: Study, net: Weights, run: Run, c: Chance, results: Int64s, at: int) -> None:
    """One game of the bots named in the notes, learned ones too. What it came to goes into results."""
    g = study.games[0]
    clear_notes(study.notes[0])
    new_game(g, study.tables, c, study.events, run.players, 0)
    results[at + RESULT_STARTER] = g.turn
    while g.phase != PHASE_OVER and g.turns < run.turns and results[at + RESULT_ACTIONS] < run.limit:
        before = g.phase + 0
        fault = learned_step(study, net, c)
        if fault != DONE:
            results[at + RESULT_ACTIONS] = -fault
            return
        count_step(g, study.acts[0], before, results, at)
    tell_end(g, results, at)


def learned_games(
    study: Study, net: Weights, run: Run, chances: Chances, rs: Chances, lineups: Int8s, results: Int64s
) -> None:
    """Many games, each with a chance and a line-up of its own."""
    for number in range(len(chances)):
        seat_players(study.notes[0], lineups, number * PLAYERS)
        study.own[0] = rs[number]
        learned_game(study, net, run, chances[number], results, number * RESULT_WIDTH)


def seat_players(n: Notes, lineups: Int8s, at: int) -> None:
    """Note who plays where, from a row of the line-ups."""
    for seat in range(PLAYERS):
        n.bot[seat] = lineups[at + seat]


def forecast_positions(study: Study, net: Weights, store: Games, lineups: Int8s, results: Int64s) -> None:
    """Each seat's chance of many positions, each with a line-up of its own."""
    n = study.notes[0]
    h = study.thought
    for i in range(len(store)):
        n.counted = 0
        seat_players(n, lineups, i * PLAYERS)
        forecast(store[i], study.tables, study.values, n, h, net)
        for seat in range(PLAYERS):
            results[i * PLAYERS + seat] = h.chance[seat] if seat < store[i].players else 0
