"""The code of one GPU thread when games are tallied, in the kernel's language; without a tally it is `games_kernel.py`.

`cuda_tally.py` compiles it and fills in the names that are None here.
"""

from typing import Any

import numpy as np

from freehold.engine.loops import RESULT_ACTIONS, RESULT_WIDTH
from freehold.engine.tally import tallied_end, tallied_on, tallied_start
from freehold.rules.codes import DONE

cuda: Any = None
GAME_KIND: Any = None
NOTES_KIND: Any = None
CHANCE_KIND: Any = None
ACTION_KIND: Any = None


def games_counted(
    games, t, chances, events, v, notes, moves, rs, tallies, taken, players, turns, limit, audited, results
):
    """Play games one after another and add them all to the thread's tally."""
    me = cuda.grid(1)
    if me < len(tallies):
        g = cuda.local.array(1, GAME_KIND)
        n = cuda.local.array(1, NOTES_KIND)
        c = cuda.local.array(1, CHANCE_KIND)
        r = cuda.local.array(1, CHANCE_KIND)
        x = cuda.local.array(1, ACTION_KIND)
        told = cuda.local.array(RESULT_WIDTH, np.int64)
        m = me if len(moves) > 1 else 0
        k = cuda.atomic.add(taken, 0, 1)
        while k < len(games):
            n[0] = notes[0]
            c[0] = chances[k]
            r[0] = rs[k]
            for j in range(RESULT_WIDTH):
                told[j] = 0
            tallied_start(g[0], t[0], c[0], events[me], n[0], tallies[me], players, told, 0)
            fault = tallied_on(
                g[0], t[0], c[0], events[me], v[0], n[0], moves[m], r[0], x[0], tallies[me], turns, limit, audited,
                told, 0,
            )  # fmt: skip
            tallied_end(g[0], t[0], tallies[me], told, 0)
            if fault != DONE:
                told[RESULT_ACTIONS] = -fault
            for j in range(RESULT_WIDTH):
                results[k * RESULT_WIDTH + j] = told[j]
            games[k] = g[0]
            k = cuda.atomic.add(taken, 0, 1)


def summed(tallies, total):
    """Each thread sums one number over all tallies, which are contiguous in memory."""
    word = cuda.grid(1)
    if word < len(total):
        amount = total[word]
        for k in range(len(tallies) // len(total)):
            amount += tallies[k * len(total) + word]
        total[word] = amount
