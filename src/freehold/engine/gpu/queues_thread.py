"""What one GPU thread does for bots that trade: it plays games together with its block, in the subset of Python that
Numba compiles.

Threads of a warp that do different things run one after another. So a block has more games than threads, each in a
slot, and a slot waits in a queue for what its game needs next: a throw, a deal to be tried, a building, … In each round
the block takes the longest queue, one thread for each game, so that all its threads do the same kind of thing; threads
that are left over take the next longest, warp by warp. The last few games of a block are spread over its warps and
play on for many steps: none waits for another.

`launch.py` compiles it and supplies the names that are None here.
"""

from typing import Any

import numpy as np

from freehold.bots.choose import bot_action, who_acts
from freehold.bots.estate import manage
from freehold.bots.memory import clear_notes, take_note
from freehold.bots.random_player import clear_action
from freehold.bots.ranks import BOT_NOVICE, BOT_RANDOM, BOT_TRADER, is_outsider, judged_as
from freehold.bots.special_decisions import roll_or_leave
from freehold.bots.trading import NO_DEAL, first_deal, next_deal, time_to_look, try_deal
from freehold.bots.worth import count_deeds, has_room_to_build
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
from freehold.layouts.records import BatchWorks, Games, Int32s, Int64s, ManyMoves, Search, Slots
from freehold.rules.chance import key_chance
from freehold.rules.codes import (
    DO_BUILD,
    DO_END_TURN,
    DO_ROLL,
    DONE,
    NOTHING,
    PHASE_AUCTION,
    PHASE_BUY,
    PHASE_DEBT,
    PHASE_END,
    PHASE_OVER,
    PHASE_ROLL,
)
from freehold.rules.records import Action, Game, Notes, Tables, Values
from freehold.rules.state import NOBODY
from freehold.rules.step import act

MOST_SLOTS = 8192  # of a block
MOST_THREADS = 1024
WARP = 32
FEW = 4  # games of a warp, when the last ones of a block are played,
ALONE = 64  # and what each of them does before the others are waited for

# What a game waits for. First the parts of a decision about a turn, …
QUEUE_NONE = 0  # no game is left for the slot
QUEUE_TURN = 1  # is there a deal to try, or something to manage?
QUEUE_DEAL = 2  # one deal after another is tried
QUEUE_MANAGE = 3
# … then everything that ends with an action,
QUEUE_THROW = 4
QUEUE_DEBT = 5
QUEUE_AUCTION = 6
QUEUE_BUY = 7
QUEUE_OTHER = 8
# those for actions of a turn, which are chosen by then,
QUEUE_BUILD = 9
QUEUE_LEAVE = 10
QUEUE_CHOSEN = 11
# and a new game.
QUEUE_NEW = 12
QUEUES = 13

cuda: Any = None
in_step: Any = None
counted: Any = None


def play_in_queues(
    games: Games,
    moves: ManyMoves,
    slots: Slots,
    shared: BatchWorks,
    rows: Int64s,
    results: Int64s,
    outcome: Int64s,
    begun: Int32s,
) -> None:
    """Play the games of a run. `slots` has a record for each slot of all blocks, and what a game begins with; `rows`
    has the result row of each slot. Of a game that is over, the record and the row are copied to `games` and `results`
    if they are wanted; otherwise it is added to the outcome.

    If `counted`, which is a fact of the batch, the games of a block add to one tally.
    """
    queue = cuda.shared.array(MOST_SLOTS, np.int8)  # that each slot waits in
    ready = cuda.shared.array(MOST_SLOTS, np.int8)  # whether its action is chosen
    line = cuda.shared.array(MOST_THREADS, np.int16)  # the slot of each thread in this round
    waiting = cuda.shared.array(QUEUES, np.int32)  # the length of each queue
    thread = cuda.shared.array(QUEUES, np.int32)  # the next free thread for each queue
    last = cuda.shared.array(QUEUES, np.int32)  # and where its threads end
    me = cuda.threadIdx.x
    size = cuda.blockDim.x
    t = shared[0].tables
    v = shared[0].values
    run = shared[0].run
    count = (len(slots) - 1) // cuda.gridDim.x  # slots of a block
    first = count * cuda.blockIdx.x
    at = cuda.grid(1) if len(moves) > 1 else 0
    s = me + 0
    while s < count:
        queue[s] = QUEUE_NEW
        ready[s] = 0
        slots[first + s] = slots[len(slots) - 1]
        s += size
    if me == 0:
        for q in range(QUEUES):
            waiting[q] = 0
        waiting[QUEUE_NEW] = count
    offset = 0  # where the search for games begins, another place in each round, so that none waits for long
    going = True
    while going:
        in_step()
        line[me] = NOBODY
        if me == 0:
            share_out(waiting, thread, last, size)
        in_step()
        going = last[QUEUE_NONE] > 0
        steps = ALONE if going and thread[QUEUE_NONE] > 0 else 1
        k = me + offset
        while k < count + offset:
            s = k if k < count else k - count
            q = queue[s] + 0
            if q != QUEUE_NONE and thread[q] < last[q]:
                place = cuda.atomic.add(thread, q, 1)
                if steps > 1:
                    line[place * WARP % size + place * WARP // size] = s
                elif place < last[q]:
                    line[place] = s
            k += size
        offset = offset + size if offset + size < count else 0
        in_step()
        s = line[me] + 0
        if s == NOBODY:
            steps = 0
        while steps > 0:
            steps -= 1
            now = queue[s] + 0
            then = QUEUE_NONE
            p = first + s
            row = p * RESULT_WIDTH
            g = slots[p].game
            c = slots[p].chance
            n = slots[p].notes
            x = slots[p].action
            e = slots[p].events if counted else shared[0].events
            if now == QUEUE_NEW:
                k = cuda.atomic.add(begun, 0, 1)
                slots[p].which = k
                if k < run.games:
                    key_chance(c, game_number(run, k), run.dice + 0)
                    key_chance(slots[p].own, game_number(run, k), run.minds + 0)
                    clear_row(rows, row)
                    clear_notes(n)
                    if counted:
                        e.tally = shared[0].tallies[cuda.blockIdx.x % shared[0].blocks]
                        begin_tally(e)
                    new_game(g, t, c, e, run.players, 0)
                    rows[row + RESULT_STARTER] = g.turn
                    if counted:
                        tally_action(g, t, e, NOTHING)
                    then = queue_of_game(g)
            else:
                seat = who_acts(g, t, n)
                bot = n.bot[seat] + 0
                fault = DONE
                over = False
                if not ready[s]:
                    if is_outsider(bot):
                        over = True
                    elif now <= QUEUE_MANAGE and bot != BOT_RANDOM:
                        bot = BOT_NOVICE if bot == BOT_NOVICE else judged_as(bot)
                        slots[p].search.seat = seat
                        then = part_of_turn(g, t, v, n, x, slots[p].search, bot, now)
                        ready[s] = then > QUEUE_MANAGE
                    elif not bot_action(g, t, v, n, moves[at], slots[p].own, x, seat):
                        fault = FAULT_STUCK
                if then == QUEUE_NONE and fault == DONE and not over:
                    ready[s] = 0
                    before = g.phase + 0
                    take_note(g, t, n, x.kind, x.a)
                    code = act(g, t, c, e, seat, x)
                    if code != DONE:
                        fault = FAULT_REFUSED + code
                    elif run.audited:
                        fault = audit(g, t)
                    if fault == DONE:
                        count_step(g, x, before, rows, row)
                        if counted:
                            tally_action(g, t, e, x.kind)
                    over = g.phase == PHASE_OVER or g.turns >= run.turns or rows[row + RESULT_ACTIONS] >= run.limit
                    then = queue_of_game(g)
                if over or fault != DONE:
                    if counted:
                        end_tally(g, t, e)
                    tell_end(g, rows, row)
                    if fault != DONE:
                        rows[row + RESULT_ACTIONS] = -fault
                        cuda.atomic.max(begun, 1, fault)
                    k = slots[p].which + 0
                    if run.kept:
                        games[k] = g
                        for j in range(RESULT_WIDTH):
                            results[k * RESULT_WIDTH + j] = rows[row + j]
                    else:
                        add_outcome(outcome, rows, row, game_number(run, k), run)
                    ready[s] = 0
                    then = QUEUE_NEW
            queue[s] = then
            if then == QUEUE_NONE:
                steps = 0
            elif then == QUEUE_NEW or steps == 0:
                steps = 0
                cuda.atomic.add(waiting, then, 1)


def share_out(waiting: Int32s, thread: Int32s, last: Int32s, threads: int) -> None:
    """Threads for the games that wait: the longest queue comes first, and each queue begins with a warp of its own. If
    few games are left, all of them are counted on, to be spread over the warps.

    In the place of QUEUE_NONE is the number of games, and whether these are the last ones.
    """
    games = 0
    for q in range(QUEUES):
        thread[q] = games
        games += waiting[q]
        last[q] = games
    if games <= min(threads, FEW * max(threads // WARP, 1)):
        for q in range(QUEUES):
            waiting[q] = 0
        thread[QUEUE_NONE] = 1
        last[QUEUE_NONE] = games
        return
    for q in range(QUEUES):
        thread[q] = 0
        last[q] = 0
    taken = 0
    while taken < threads:
        longest = QUEUE_NONE  # in which nobody waits
        for q in range(1, QUEUES):
            if waiting[q] > waiting[longest]:
                longest = q
        if longest == QUEUE_NONE:
            return
        load = min(waiting[longest] + 0, threads - taken)
        thread[longest] = taken
        last[longest] = taken + load
        last[QUEUE_NONE] += load
        waiting[longest] -= load
        taken += (load + WARP - 1) // WARP * WARP


def queue_of_game(g: Game) -> int:
    """What a game needs next."""
    if g.claims > 0:
        return QUEUE_OTHER
    if g.phase == PHASE_ROLL:
        return QUEUE_THROW if g.in_jail[g.decider] == 0 else QUEUE_TURN
    if g.phase == PHASE_END:
        return QUEUE_TURN
    if g.phase == PHASE_DEBT:
        return QUEUE_DEBT
    if g.phase == PHASE_AUCTION:
        return QUEUE_AUCTION
    return QUEUE_BUY if g.phase == PHASE_BUY else QUEUE_OTHER


def part_of_turn(g: Game, t: Tables, v: Values, n: Notes, x: Action, search: Search, bot: int, queue: int) -> int:
    """A part of `turn_decision`: the queue for the next part, or for the action that was chosen."""
    seat = search.seat + 0
    if queue == QUEUE_TURN:
        clear_action(x)
        x.b = NOBODY
        count_deeds(g, n)
        if bot >= BOT_TRADER and time_to_look(g, n, seat):
            deal = next_deal(g, t, v, n, first_deal(g, v, n, seat))
            search.deal = deal
            search.best = 0
            if deal != NO_DEAL:
                return QUEUE_DEAL
    if queue == QUEUE_DEAL:
        best = try_deal(g, t, v, n, x, search.deal, search.best, bot)
        deal = next_deal(g, t, v, n, search.deal & (search.deal - 1))
        search.deal = deal
        search.best = best
        if deal != NO_DEAL:
            return QUEUE_DEAL
        if best > 0:
            return QUEUE_CHOSEN
    if queue == QUEUE_MANAGE:
        if manage(g, t, v, n, x, seat, bot):
            return queue_of_action(x.kind)
    elif n.held[seat] & n.pledged != 0 or has_room_to_build(g, t, v, n, seat):
        return QUEUE_MANAGE
    roll_or_leave(g, t, x, seat, bot)
    return queue_of_action(x.kind)


def queue_of_action(kind: int) -> int:
    """Where a game waits for an action of its turn."""
    if kind == DO_ROLL:
        return QUEUE_THROW
    if kind == DO_BUILD:
        return QUEUE_BUILD
    return QUEUE_LEAVE if kind == DO_END_TURN else QUEUE_CHOSEN
