"""The GPU backend: the kernel and the bots compiled by numba-cuda (the extra `gpu`), one game per thread.

The functions of `sources.py` are specialised and compiled again for the GPU. `missing` returns the reason when the
package or a GPU is not available. `games_kernel.py` has the code of a thread, `launch.py` compiles and starts it.
"""

from __future__ import annotations

from functools import cache, partial
from typing import Any, NamedTuple

import numpy as np

from freehold.bots.ranks import BOT_NOVICE, BOT_RANDOM
from freehold.engine import compile as kernel
from freehold.engine import records
from freehold.engine.facts import always, facts_of
from freehold.engine.gpu.launch import TARGET, Kernels
from freehold.engine.specialise import Facts
from freehold.rules.state import TALLY_WORDS

Array = np.ndarray[Any, Any]

WARP = 32
MANY = 50_000  # games from which compiling a specialised kernel pays off
TALLIES = 512  # tallies that the blocks of a batch add to, so that few threads wait for each other


class Shape(NamedTuple):
    """How a batch is laid out on the GPU."""

    registers: int  # per thread
    block: int  # threads per block; they run in step and so share instruction fetches
    blocks: int  # resident blocks per multiprocessor


QUIET = Shape(40, 768, 2)  # for novices, who do not trade
TRADING = Shape(64, 1024, 1)  # fewer games at a time: more of what each needs stays in the caches


def missing() -> str | None:
    """Why the GPU backend is not available, in one sentence; None if it is."""
    try:
        cuda = library()
    except ImportError:
        return "The GPU backend needs numba-cuda: install freehold[gpu]."
    return None if cuda.is_available() else "There is no CUDA GPU here, or its driver does not answer."


def library() -> Any:
    if not hasattr(np, "row_stack"):
        np.row_stack = np.vstack  # numba-cuda 0.30 needs it; NumPy 2.5 removed it
    from numba import cuda

    return cuda


@cache
def compiled() -> kernel.Backend:
    """The functions that play whole batches on the GPU, with the same arguments as on the CPU."""
    launcher = Launcher()
    return kernel.Backend("cuda", {"bot_games": launcher.bot_games, "tallied_games": launcher.tallied_games})


class Batch(NamedTuple):
    """The arguments of `loops.bot_games`, which every backend takes."""

    games: Array
    t: Any
    chances: Array
    e: Any
    v: Any
    n: Any
    m: Any
    rs: Array
    x: Any
    players: int
    turns: int
    limit: int
    audited: int
    results: Array

    def bots(self) -> list[int]:
        return [int(bot) for bot in np.asarray(self.n["bot"])[: self.players]]


class Launcher:
    """The compiled kernels, and the transfer of batches to the GPU and back."""

    def __init__(self, shape: Shape | None = None, **options: Any) -> None:
        """With a shape, that of all batches."""
        self.cuda = library()
        self.shape, self.options = shape, options
        self._kernels: dict[int, Kernels] = {}

    def bot_games(self, *given: Any) -> None:
        """As `loops.bot_games`."""
        self._play(Batch(*given), False)

    def tallied_games(self, *given: Any) -> None:
        """As `tally.tallied_games`."""
        self._play(Batch(*given), True)

    def _play(self, batch: Batch, counted: bool) -> None:
        stream = self.cuda.stream()  # while one thread's games are copied, another's are played
        send, make = partial(self.cuda.to_device, stream=stream), partial(self.cuda.device_array, stream=stream)
        bots = batch.bots()
        shape = self.shape or (QUIET if set(bots) == {BOT_NOVICE} else TRADING)
        blocks, block = self._grid(shape, len(batch.games))
        final, told = make(len(batch.games), records.GAME), send(batch.results)
        tallies = send(np.zeros((min(blocks, TALLIES) if counted else 1, TALLY_WORDS), np.int64))
        self._kernels_of(shape.registers).launch(
            _facts(batch, bots, int(counted)),
            (blocks, block, stream),
            final,
            send(_alone(batch.t, records.TABLES)),
            send(batch.chances),
            make(1, records.THREAD_EVENTS),
            send(_alone(batch.v, records.VALUES)),
            send(_alone(batch.n, records.NOTES)),
            # only random players need a move list and a generator: one each for them, else one in total
            make(blocks * block if BOT_RANDOM in bots else 1, records.MOVES),
            send(batch.rs if BOT_RANDOM in bots else batch.rs[:1]),
            send(_addresses(tallies)),
            batch.players,
            batch.turns,
            batch.limit,
            batch.audited,
            told,
            send(np.zeros(1, np.int32)),
        )
        final.copy_to_host(batch.games, stream=stream)
        told.copy_to_host(batch.results, stream=stream)
        counts = tallies.copy_to_host(stream=stream)
        stream.synchronize()
        records.clear_padding(batch.games)
        if counted:
            batch.e["counts"] += counts.sum(axis=0)

    def _kernels_of(self, registers: int) -> Kernels:
        return self._kernels.setdefault(registers, Kernels(self.cuda, registers, **self.options))

    def _grid(self, shape: Shape, games: int) -> tuple[int, int]:
        """Blocks and threads per block; a small batch is spread over the whole GPU."""
        room = self.cuda.get_current_device().MULTIPROCESSOR_COUNT
        block = shape.block if games >= room * shape.block else WARP
        return min(room * shape.blocks * (shape.block // block), -(-games // block)), block


def _facts(batch: Batch, bots: list[int], counted: int) -> Facts:
    """Those of a large batch; the kernel for small ones serves every edition and line-up."""
    if len(batch.games) < MANY:
        return always(counted, **TARGET)
    return facts_of(batch.t, bots, batch.audited, counted, **TARGET)


def _addresses(rows: Any) -> Array:
    """Where each row of an array on the GPU begins."""
    on_gpu = getattr(rows, "__cuda_array_interface__", None)
    first = on_gpu["data"][0] if on_gpu else rows.ctypes.data  # the simulator's are arrays of this process
    return np.array([first + k * rows.shape[1] * rows.dtype.itemsize for k in range(len(rows))], np.int64)


def _alone(record: Any, dtype: Any) -> Array:
    one = np.zeros(1, dtype)
    one[0] = record
    return one
