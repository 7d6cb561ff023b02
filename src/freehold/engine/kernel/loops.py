"""Plays games of the built-in bots from start to end, one or many in a call, without a return to Python in between.

Undecorated functions of the kernel: compiled with Numba they are the CPU simulator's inner loop, and interpreted they
play the same games.
"""

from freehold.bots.choose import bot_action, who_acts
from freehold.bots.memory import clear_notes, take_note
from freehold.bots.random_player import random_action
from freehold.bots.ranks import is_outsider
from freehold.bots.trading import asks_the_forecast
from freehold.engine.kernel.audit import SOUND, audit
from freehold.engine.kernel.fingerprint import fingerprint
from freehold.engine.kernel.tally import begin_position, begin_tally, end_tally, tally_action
from freehold.layouts.records import Chances, Games, Int64s, Run, Work
from freehold.rules.chance import deal_below, key_chance
from freehold.rules.codes import (
    DO_ACCEPT,
    DO_BANKRUPT,
    DO_OFFER,
    DO_ROLL,
    DO_THROW_AGAIN,
    DONE,
    NOTHING,
    PHASE_AUCTION,
    PHASE_CONTEST,
    PHASE_OVER,
)
from freehold.rules.decks import shuffle_unseen
from freehold.rules.records import Action, Chance, Events, Game, Moves, Notes, Tables
from freehold.rules.setup import begin
from freehold.rules.state import NOBODY, PLAYERS
from freehold.rules.step import act

OTHER_SEAT_ONE_IN = 8
FAULT_STUCK = 1000
FAULT_REFUSED = 2000

# The columns of a game's result row
RESULT_ACTIONS = 0  # negative: an error code, and the game was abandoned
RESULT_STARTER = 1
RESULT_OFFERS = 2
RESULT_TRADES = 3
RESULT_AUCTIONS = 4
RESULT_SHORTAGES = 5
RESULT_WINNER = 6
RESULT_TURNS = 7
RESULT_FINISHED = 8
RESULT_THROWS = 9
RESULT_HASH = 10  # of the final record, two numbers: see `fingerprint.py`
RESULT_FIRST_BANKRUPTCY = 12  # turns played when the first player was bankrupt, or -1
RESULT_WIDTH = 13


def new_game(g: Game, t: Tables, c: Chance, e: Events, players: int, banker: int) -> None:
    for seat in range(PLAYERS):
        g.token[seat] = seat
    begin(g, t, c, e, players, banker, banker)


def random_step(g: Game, t: Tables, c: Chance, e: Events, m: Moves, r: Chance, x: Action) -> int:
    """One random action, usually of the deciding seat, sometimes of another. 0, or an error code."""
    seat = g.decider + 0
    if deal_below(r, OTHER_SEAT_ONE_IN) == 0:
        other = deal_below(r, g.players)
        if random_action(g, t, m, r, x, other):
            seat = other
        elif not random_action(g, t, m, r, x, seat):
            return FAULT_STUCK
    elif not random_action(g, t, m, r, x, seat):
        return FAULT_STUCK
    code = act(g, t, c, e, seat, x)
    return DONE if code == DONE else FAULT_REFUSED + code


def random_game(g: Game, c: Chance, r: Chance, work: Work) -> int:
    """Play random actions until the game is over or the limit is reached. The number of actions, or a negative error
    code.
    """
    t = work.tables
    new_game(g, t, c, work.events, work.run.players, 0)
    actions = 0
    while g.phase != PHASE_OVER and actions < work.run.limit:
        work.events.n = 0
        fault = random_step(g, t, c, work.events, work.moves, r, work.action)
        if fault == SOUND and work.run.audited:
            fault = audit(g, t)
        if fault != SOUND:
            return -fault
        actions += 1
    return actions


def random_games(games: Games, chances: Chances, rs: Chances, work: Work, results: Int64s) -> None:
    """Many games, each with its own chance record; the outcome of each is written into results."""
    for k in range(len(games)):
        results[k] = random_game(games[k], chances[k], rs[k], work)


def recorded_game(games: Games, c: Chance, r: Chance, work: Work) -> int:
    """One random game; its position after the start and after every action is stored in `games`. Returns how many."""
    new_game(games[0], work.tables, c, work.events, work.run.players, 0)
    kept = 1
    while games[kept - 1].phase != PHASE_OVER and kept < len(games):
        games[kept] = games[kept - 1]
        fault = random_step(games[kept], work.tables, c, work.events, work.moves, r, work.action)
        kept += 1
        if fault != SOUND:
            return -fault
    return kept


def bot_step(g: Game, c: Chance, r: Chance, work: Work) -> int:
    """One action of the bot that has to decide. 0, or an error code."""
    t = work.tables
    n = work.notes
    x = work.action
    seat = who_acts(g, t, n)
    if not bot_action(g, t, work.values, n, work.moves, r, x, seat):
        return FAULT_STUCK
    return take_step(g, t, c, work.events, n, x, seat)


def take_step(g: Game, t: Tables, c: Chance, e: Events, n: Notes, x: Action, seat: int) -> int:
    take_note(g, t, n, x.kind, x.a)
    code = act(g, t, c, e, seat, x)
    return DONE if code == DONE else FAULT_REFUSED + code


def count_step(g: Game, x: Action, before: int, results: Int64s, at: int) -> None:
    """Add an action to the game's result row; `before` is the phase in which it was taken."""
    results[at + RESULT_ACTIONS] += 1
    if x.kind == DO_ROLL or x.kind == DO_THROW_AGAIN:
        results[at + RESULT_THROWS] += 1
    elif x.kind == DO_OFFER:
        results[at + RESULT_OFFERS] += 1
    elif x.kind == DO_ACCEPT:
        results[at + RESULT_TRADES] += 1
    elif x.kind == DO_BANKRUPT and g.alive + 1 == g.players:
        results[at + RESULT_FIRST_BANKRUPTCY] = g.turns
    if before != PHASE_AUCTION and g.phase == PHASE_AUCTION:
        results[at + RESULT_AUCTIONS] += 1
    elif before != PHASE_CONTEST and g.phase == PHASE_CONTEST:
        results[at + RESULT_SHORTAGES] += 1


def game_number(run: Run, which: int) -> int:
    """The number of one of the games of a run."""
    return run.first + which * run.step


def clear_row(results: Int64s, at: int) -> None:
    for k in range(RESULT_WIDTH):
        results[at + k] = 0
    results[at + RESULT_FIRST_BANKRUPTCY] = NOBODY


def start_game(g: Game, c: Chance, work: Work, results: Int64s, at: int) -> None:
    """Set a game up, or take the position that is there; the bots remember nothing."""
    t = work.tables
    e = work.events
    run = work.run
    clear_row(results, at)
    if run.counted:
        begin_tally(e)
    clear_notes(work.notes)
    if run.resumed:
        e.n = 0
        if run.shuffled:
            shuffle_unseen(g, c)
        if run.counted:
            begin_position(g, t, e)
    else:
        new_game(g, t, c, e, run.players, 0)
        if run.counted:
            tally_action(g, t, e, NOTHING)
    results[at + RESULT_STARTER] = g.turn


def play_on(g: Game, c: Chance, r: Chance, work: Work, results: Int64s, at: int) -> int:
    """The kernel's bots play until the game is over, a limit is reached, or another player has to decide.

    They stop too where one of them has chosen a deal, into `work.action`, about which the forecast is asked. Their
    actions are added to results. 0, or an error code.
    """
    t = work.tables
    e = work.events
    n = work.notes
    x = work.action
    run = work.run
    while g.phase != PHASE_OVER and g.turns < run.turns and results[at + RESULT_ACTIONS] < run.limit:
        seat = who_acts(g, t, n)
        if is_outsider(n.bot[seat]):
            return DONE
        if not bot_action(g, t, work.values, n, work.moves, r, x, seat):
            return FAULT_STUCK
        if asks_the_forecast(g, n, seat, x):
            return DONE
        e.n = 0
        before = g.phase + 0
        fault = take_step(g, t, c, e, n, x, seat)
        if fault == DONE and run.audited:
            fault = audit(g, t)
        if fault != DONE:
            return fault
        count_step(g, x, before, results, at)  # not by `step_with`: handing the array on costs 4 % of the speed
        if run.counted:
            tally_action(g, t, e, x.kind)
    return DONE


def step_with(g: Game, c: Chance, work: Work, x: Action, seat: int, results: Int64s, at: int) -> int:
    """Apply an action that was chosen elsewhere; it is noted and counted like a bot's. 0, or the refusal."""
    t = work.tables
    e = work.events
    run = work.run
    e.n = 0
    before = g.phase + 0
    take_note(g, t, work.notes, x.kind, x.a)
    code = act(g, t, c, e, seat, x)
    if code == DONE:
        count_step(g, x, before, results, at)
        if run.counted:
            tally_action(g, t, e, x.kind)
    return code


def end_game(g: Game, work: Work, results: Int64s, at: int) -> None:
    """Write the outcome of a game into results, and into the tally."""
    run = work.run
    if run.counted:
        end_tally(g, work.tables, work.events)
    tell_end(g, results, at)


def tell_end(g: Game, results: Int64s, at: int) -> None:
    fingerprint(g, results, at + RESULT_HASH)
    results[at + RESULT_WINNER] = g.winner
    results[at + RESULT_TURNS] = g.turns
    results[at + RESULT_FINISHED] = 1 if g.phase == PHASE_OVER else 0


def play_games(games: Games, work: Work, results: Int64s) -> None:
    """Play the games of `work.run`, each with the random numbers of its own. `work.notes.bot` says which bot plays each
    seat. If the final records are not wanted, `games` is one record.
    """
    run = work.run
    c = work.chance
    r = work.own
    for k in range(run.games):
        at = k * RESULT_WIDTH
        which = k if run.kept else 0
        key_chance(c, game_number(run, k), run.dice + 0)
        key_chance(r, game_number(run, k), run.minds + 0)
        start_game(games[which], c, work, results, at)
        fault = play_on(games[which], c, r, work, results, at)
        end_game(games[which], work, results, at)
        if fault != DONE:
            results[at + RESULT_ACTIONS] = -fault
