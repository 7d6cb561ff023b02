"""What each thread of a GPU does, in the kernel's language. `cuda.py` compiles it, and fills in what is None here."""

from typing import Any

import numpy as np

from freehold.engine.loops import RESULT_WIDTH, bot_game

cuda: Any = None
GAME_KIND: Any = None
NOTES_KIND: Any = None
CHANCE_KIND: Any = None
ACTION_KIND: Any = None


def one_game_each(games, t, chances, e, v, notes, moves, rs, players, turns, limit, audited, results):
    """One game, in the thread's own memory; only its end is written back."""
    k = cuda.grid(1)
    if k < len(games):
        g = cuda.local.array(1, GAME_KIND)
        n = cuda.local.array(1, NOTES_KIND)
        c = cuda.local.array(1, CHANCE_KIND)
        r = cuda.local.array(1, CHANCE_KIND)
        x = cuda.local.array(1, ACTION_KIND)
        told = cuda.local.array(RESULT_WIDTH, np.int64)
        n[0] = notes[0]
        c[0] = chances[k]
        r[0] = rs[k]
        for j in range(RESULT_WIDTH):
            told[j] = 0
        at = k if len(moves) > 1 else 0
        bot_game(g[0], t[0], c[0], e[0], v[0], n[0], moves[at], r[0], x[0], players, turns, limit, audited, told, 0)
        for j in range(RESULT_WIDTH):
            results[k * RESULT_WIDTH + j] = told[j]
        games[k] = g[0]
