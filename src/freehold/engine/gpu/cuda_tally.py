"""Tallied games on a GPU: as `cuda.py`, with a tally and an event buffer per thread, summed at the end.

A tally is too large for one per game, so there are fewer threads than games and each thread plays several.
"""

from __future__ import annotations

import types
import warnings
from functools import cache
from typing import Any

import numpy as np

from freehold.engine import compile as kernel
from freehold.engine import records, sources
from freehold.engine.gpu import cuda as plain
from freehold.engine.gpu import tally_kernel

THREADS = 1 << 15  # about the resident threads of the largest GPU; together they need less than 1 GB
BLOCK = 64
WORDS = records.TALLY.itemsize // 8


@cache
def compiled() -> kernel.Backend:
    """`tallied_games`, with the same arguments as on the CPU."""
    return kernel.Backend("cuda", {"tallied_games": Launcher().tallied_games})


class Launcher:
    """The compiled kernel, and the transfer of batches to the GPU and back."""

    def __init__(self) -> None:
        self.cuda = plain.library()
        namespace = _namespace(self.cuda)
        self.play, self.sum = (
            self.cuda.jit(types.FunctionType(function.__code__, namespace, function.__name__))
            for function in (tally_kernel.games_counted, tally_kernel.summed)
        )

    def tallied_games(self, *given: Any) -> None:
        """As `tally.tallied_games`: the arguments of `loops.bot_games`, with the tally `s` after the records."""
        place = plain.Batch._fields.index("players")
        batch, s = plain.Batch(*given[:place], *given[place + 1 :]), given[place]
        send, make = self.cuda.to_device, self.cuda.device_array
        threads = min(THREADS, len(batch.games))
        tallies, total = make(threads * WORDS, np.int64), send(np.zeros(WORDS, np.int64))
        tallies[:] = 0
        sent = plain.Sent(self.cuda, batch, threads, make(threads, records.EVENTS), batch.rs)
        taken = send(np.zeros(1, np.int64))
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", "Grid size")  # a small batch is fine
            self.play[-(-threads // BLOCK), BLOCK](*sent.hands, tallies.view(records.TALLY), taken, *sent.limits)
            self.sum[-(-WORDS // BLOCK), BLOCK](tallies, total)
        sent.fetch()
        counted = total.copy_to_host().view(records.TALLY)[0]
        for name, kind, _ in records.Tally.fields:
            if kind == "i8":  # the other fields are scratch space of the running game
                s[name] += counted[name]


def _namespace(cuda: Any) -> dict[str, Any]:
    """The needed kernel functions as device functions, and the other globals of a thread."""
    namespace = plain.namespace_of({"cuda": cuda, "np": np})
    for name, function in sources.called_by(tally_kernel.games_counted, sources.functions()).items():
        clone = types.FunctionType(function.__code__, namespace, name, function.__defaults__)
        clone.__module__ = function.__module__
        # one explicit signature each: otherwise one is compiled for every combination of integer types
        namespace[name] = cuda.jit(sources.signature(function), device=True)(clone)
    return namespace
