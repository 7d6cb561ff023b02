"""What one GPU thread does for bots that do not trade: it plays simulated games one after another, in the subset of
Python that Numba compiles.

`launch.py` compiles it and supplies the names that are None here (`cuda`, the record types, the synchronisation
functions). Threads run in warps of 32, and a divergent warp does not reconverge by itself: its threads would run one
after another. So all threads of a block synchronise at each decision of a bot. A thread that finishes
a game takes the next game number from an atomic counter.
"""

from typing import Any

import numpy as np

from freehold.bots.choose import bot_action, who_acts
from freehold.bots.memory import clear_notes, take_note
from freehold.bots.ranks import is_outsider
from freehold.engine.kernel.audit import audit
from freehold.engine.kernel.loops import (
    FAULT_REFUSED,
    FAULT_STUCK,
    RESULT_ACTIONS,
    RESULT_STARTER,
    RESULT_WIDTH,
    clear_row,
    count_step,
    game_number,
    new_game,
    tell_end,
)
from freehold.engine.kernel.outcome import add_outcome
from freehold.engine.kernel.tally import begin_tally, end_tally, tally_action
from freehold.layouts.records import BatchWorks, Games, Int32s, Int64s, ManyMoves
from freehold.rules.chance import key_chance
from freehold.rules.codes import DONE, NOTHING, PHASE_END, PHASE_OVER
from freehold.rules.step import act

KINDS = ("GAME", "NOTES", "CHANCE", "ACTION", "THREAD_EVENTS")  # the records that a thread has of its own

cuda: Any = None
any_of_the_block: Any = None
in_step: Any = None
GAME_KIND: Any = None
NOTES_KIND: Any = None
CHANCE_KIND: Any = None
ACTION_KIND: Any = None
THREAD_EVENTS_KIND: Any = None
counted: Any = None


def play_games(
    games: Games,
    moves: ManyMoves,
    shared: BatchWorks,
    results: Int64s,
    outcome: Int64s,
    begun: Int32s,
) -> None:
    """Play games one after another in the thread's local memory. Of a game that is over, the record and the result row
    are written back if they are wanted; otherwise it is added to the outcome.

    If `counted`, which is a fact of the batch, the threads of a block add to one tally.
    """
    g = cuda.local.array(1, GAME_KIND)
    n = cuda.local.array(1, NOTES_KIND)
    c = cuda.local.array(1, CHANCE_KIND)
    r = cuda.local.array(1, CHANCE_KIND)
    x = cuda.local.array(1, ACTION_KIND)
    told = cuda.local.array(RESULT_WIDTH, np.int64)
    t = shared[0].tables
    run = shared[0].run
    if counted:
        watched = cuda.local.array(1, THREAD_EVENTS_KIND)
        e = watched[0]
        e.tally = shared[0].tallies[cuda.blockIdx.x % shared[0].blocks]
    else:
        e = shared[0].events
    n[0] = shared[0].notes
    at = cuda.grid(1) if len(moves) > 1 else 0
    count = run.games + 0
    k = cuda.atomic.add(begun, 0, 1)
    fresh = True
    ending = False  # alternates: threads at the end of a turn act, then all others
    while any_of_the_block(k < count):
        if k < count and fresh:
            fresh = False
            key_chance(c[0], game_number(run, k), run.dice + 0)
            key_chance(r[0], game_number(run, k), run.minds + 0)
            clear_row(told, 0)
            clear_notes(n[0])
            if counted:
                begin_tally(e)
            new_game(g[0], t, c[0], e, run.players, 0)
            told[RESULT_STARTER] = g[0].turn
            if counted:
                tally_action(g[0], t, e, NOTHING)
        in_step()
        playing = k < count and g[0].phase != PHASE_OVER and g[0].turns < run.turns and told[RESULT_ACTIONS] < run.limit
        ending = not ending
        called = playing and (g[0].phase == PHASE_END) == ending
        fault = DONE
        seat = 0
        if called:
            seat = who_acts(g[0], t, n[0])
            if is_outsider(n[0].bot[seat]):
                playing = False
                called = False
            elif not bot_action(g[0], t, shared[0].values, n[0], moves[at], r[0], x[0], seat):
                fault = FAULT_STUCK
        in_step()
        before = g[0].phase + 0
        if called and fault == DONE:
            take_note(g[0], t, n[0], x[0].kind, x[0].a)
            code = act(g[0], t, c[0], e, seat, x[0])
            if code != DONE:
                fault = FAULT_REFUSED + code
        in_step()
        if called:
            if fault == DONE and run.audited:
                fault = audit(g[0], t)
            if fault == DONE:
                count_step(g[0], x[0], before, told, 0)
                if counted:
                    tally_action(g[0], t, e, x[0].kind)
            if fault != DONE:
                playing = False
        if k < count and not playing:
            if counted:
                end_tally(g[0], t, e)
            tell_end(g[0], told, 0)
            if fault != DONE:
                told[RESULT_ACTIONS] = -fault
                cuda.atomic.max(begun, 1, fault)
            if run.kept:
                games[k] = g[0]
                for j in range(RESULT_WIDTH):
                    results[k * RESULT_WIDTH + j] = told[j]
            else:
                add_outcome(outcome, told, 0, game_number(run, k), run)
            k = cuda.atomic.add(begun, 0, 1)
            fresh = True
