"""The third speed: the kernel and the bots compiled for a GPU, a whole game in each thread.

The functions are those of `compile.py`, cloned once more and handed to numba-cuda (the extra `gpu`). Without that, or
without a GPU, `missing` says so.
"""

from __future__ import annotations

import types
from functools import cache
from typing import Any

import numpy as np

from freehold.engine import compile as kernel
from freehold.engine import records, threads

Array = np.ndarray[Any, Any]

BLOCK = 64  # threads: few, since games differ in length and a block waits for its longest


def missing() -> str | None:
    """Why there is no third speed here, in one sentence; None if there is."""
    try:
        cuda = _cuda()
    except ImportError:
        return "The GPU backend needs numba-cuda: install freehold[gpu]."
    return None if cuda.is_available() else "There is no CUDA GPU here, or its driver does not answer."


def _cuda() -> Any:
    if not hasattr(np, "row_stack"):
        np.row_stack = np.vstack  # numba-cuda 0.30 asks for it; NumPy 2.5 has dropped it
    from numba import cuda

    return cuda


@cache
def compiled() -> kernel.Backend:
    """The functions that play whole batches on the GPU, with the arguments that they have on the CPU."""
    return kernel.Backend("cuda", {"bot_games": Launcher().bot_games})


class Launcher:
    """The compiled kernel, and the way of a batch to the GPU and back."""

    def __init__(self) -> None:
        self.cuda = _cuda()
        self.kernel = self.cuda.jit(_thread(self.cuda))

    def bot_games(
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
        players: int,
        turns: int,
        limit: int,
        audited: int,
        results: Array,
    ) -> None:
        """As `loops.bot_games`. The event buffer, the list of moves and the action are the GPU's own."""
        send = self.cuda.to_device
        told = send(results)
        final = self.cuda.device_array(len(games), records.GAME)
        # the list of legal actions is long, and only random players read it: one each for them, else one for all
        lists = len(games) if 0 in np.asarray(n["bot"])[:players] else 1
        self.kernel[-(-len(games) // BLOCK), BLOCK](
            final,
            send(_alone(t, records.TABLES)),
            send(chances),
            send(np.zeros(1, records.EVENTS)),
            send(_alone(v, records.VALUES)),
            send(_alone(n, records.NOTES)),
            self.cuda.device_array(lists, records.MOVES),
            send(rs),
            players,
            turns,
            limit,
            audited,
            told,
        )
        final.copy_to_host(games)
        told.copy_to_host(results)


def _alone(record: Any, dtype: Any) -> Array:
    one = np.zeros(1, dtype)
    one[0] = record
    return one


def _thread(cuda: Any) -> Any:
    """What a thread does, with all kernel functions as device functions, each after those it calls."""
    import numba

    namespace: dict[str, Any] = {"__builtins__": __builtins__, **kernel.constants(), "cuda": cuda, "np": np}
    for name, function in kernel.in_order(kernel.functions()).items():
        clone = types.FunctionType(function.__code__, namespace, name, function.__defaults__)
        clone.__module__ = function.__module__
        namespace[name] = cuda.jit(device=True)(clone)
    for name in ("GAME", "NOTES", "CHANCE", "ACTION"):
        namespace[f"{name}_KIND"] = numba.from_dtype(getattr(records, name))
    return types.FunctionType(threads.one_game_each.__code__, namespace, "one_game_each")
