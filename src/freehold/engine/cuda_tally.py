"""Counted games on a GPU: as `cuda.py`, with a tally and an event buffer for each thread, added up at the end.

A tally is too large to have one for each game; so there are fewer threads than games, and each takes the next game.
"""

from __future__ import annotations

import types
import warnings
from functools import cache
from typing import Any

import numpy as np

from freehold.engine import compile as kernel
from freehold.engine import cuda as plain
from freehold.engine import records, tally_threads

Array = np.ndarray[Any, Any]

THREADS = 1 << 15  # about what the largest GPU runs at once; together they need less than 1 GB
BLOCK = 64
WORDS = records.TALLY.itemsize // 8


@cache
def compiled() -> kernel.Backend:
    """`tallied_games`, with the arguments that it has on the CPU."""
    return kernel.Backend("cuda", {"tallied_games": Launcher().tallied_games})


class Launcher:
    """The compiled kernel, and the way of a batch to the GPU and back."""

    def __init__(self) -> None:
        self.cuda = plain.library()
        namespace = _namespace(self.cuda)
        self.play, self.sum = (
            self.cuda.jit(types.FunctionType(function.__code__, namespace, function.__name__))
            for function in (tally_threads.games_counted, tally_threads.summed)
        )

    def tallied_games(
        self,
        games: Array,
        t: Any,
        chances: Array,
        e: Any,
        v: Any,
        n: Any,
        m: Any,
        rs: Array,
        x: Any,
        s: Any,
        players: int,
        turns: int,
        limit: int,
        audited: int,
        results: Array,
    ) -> None:
        """As `tally.tallied_games`. Event buffers, lists of moves and actions are the GPU's own."""
        send, make = self.cuda.to_device, self.cuda.device_array
        threads = min(THREADS, len(games))
        tallies, total = make(threads * WORDS, np.int64), send(np.zeros(WORDS, np.int64))
        tallies[:] = 0
        told, final = send(results), make(len(games), records.GAME)
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", "Grid size")  # few games are nothing to be warned of
            self.play[-(-threads // BLOCK), BLOCK](
                final,
                send(plain.alone(t, records.TABLES)),
                send(chances),
                make(threads, records.EVENTS),
                send(plain.alone(v, records.VALUES)),
                send(plain.alone(n, records.NOTES)),
                # the list of legal actions is long, and only random players read it: one each for them, or one
                make(threads if 0 in np.asarray(n["bot"])[:players] else 1, records.MOVES),
                send(rs),
                tallies.view(records.TALLY),
                send(np.zeros(1, np.int64)),
                players,
                turns,
                limit,
                audited,
                told,
            )
            self.sum[-(-WORDS // BLOCK), BLOCK](tallies, total)
        final.copy_to_host(games)
        told.copy_to_host(results)
        counted = total.copy_to_host().view(records.TALLY)[0]
        for name, kind, _ in records.Tally.fields:
            if kind == "i8":  # the rest is of a game that is being played
                s[name] += counted[name]


def _namespace(cuda: Any) -> dict[str, Any]:
    """The kernel functions that are needed as device functions, and what else a thread names."""
    import numba

    namespace: dict[str, Any] = {"__builtins__": __builtins__, **kernel.constants(), "cuda": cuda, "np": np}
    called = plain.needed(tally_threads.games_counted, kernel.functions())
    for name, function in kernel.in_order(called).items():
        clone = types.FunctionType(function.__code__, namespace, name, function.__defaults__)
        clone.__module__ = function.__module__
        # one form each: otherwise every mix of small and large integers would be compiled anew
        namespace[name] = cuda.jit(kernel.signature(function), device=True)(clone)
    for name in ("GAME", "NOTES", "CHANCE", "ACTION"):
        namespace[f"{name}_KIND"] = numba.from_dtype(getattr(records, name))
    return namespace
