"""The GPU backend: the kernel and the bots compiled by numba-cuda (the extra `gpu`).

The functions of `sources.py` are specialised and compiled again for the GPU. `missing` returns the reason when the
package or a GPU is not available. The code of a thread is in `games_thread.py`, one game per thread, for bots that do
not trade, and in `queues_thread.py` for all others; `launch.py` compiles and starts it.
"""

from __future__ import annotations

import threading
import warnings
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from freehold.bots.ranks import BOT_NOVICE, BOT_RANDOM
from freehold.engine import compile as kernel
from freehold.engine import records
from freehold.engine.facts import always, facts_of
from freehold.engine.gpu import games_thread, queues_thread
from freehold.engine.gpu.launch import TARGET, Kernels, Program
from freehold.engine.kernel.loops import RESULT_WIDTH
from freehold.engine.specialise import Facts
from freehold.extras import install_command
from freehold.layouts.work_shape import TALLIES
from freehold.rules.state import TALLY_WORDS

Array = np.ndarray[Any, Any]

WARP = 32
MANY = 50_000  # games from which compiling a specialised kernel pays off


class Shape(NamedTuple):
    """How a batch is laid out on the GPU."""

    registers: int  # per thread
    block: int  # threads per block; they run in step and so share instruction fetches
    blocks: int  # resident blocks per multiprocessor
    slots: int = 0  # games of a block, for a kernel with queues; 0: one game per thread

    @property
    def program(self) -> Program:
        if self.slots:
            return Program(queues_thread.play_in_queues)
        return Program(games_thread.play_games, games_thread.KINDS)


QUIET = Shape(40, 768, 2)  # for novices, who do not trade
TRADING = Shape(64, 1024, 1, slots=4096)  # for all others
SMALL_SLOTS = 4  # games of a thread in a small batch, which is spread over the whole GPU


def missing() -> str | None:
    """Why the GPU backend is not available, in one sentence; None if it is."""
    try:
        cuda = library()
    except ImportError:
        return f"The GPU backend needs numba-cuda, which is not installed. Install it with: {install_command('gpu')}"
    except RuntimeError:  # of `cuda.pathfinder`, while numba-cuda is imported
        return "The GPU backend needs the CUDA toolkit: install numba-cuda[cu13], or [cu12] for an older driver."
    return None if cuda.is_available() else "There is no CUDA GPU here, or its driver does not answer."


def library() -> Any:
    if not hasattr(np, "row_stack"):
        np.row_stack = np.vstack  # numba-cuda 0.30 needs it; NumPy 2.5 removed it
    # a batch of few games cannot fill a GPU
    warnings.filterwarnings("ignore", ".*Grid size .* under-utilization", Warning)
    from numba import config

    if getattr(config, "ENABLE_CUDASIM", False):
        _do_without_toolkit()
    from numba import cuda

    return cuda


def _do_without_toolkit() -> None:
    """numba-cuda 0.30 asks for the toolkit's version while it is imported, even for its simulator, which needs none."""
    from cuda.bindings import runtime

    try:
        runtime.getLocalRuntimeVersion()
    except RuntimeError:
        runtime.getLocalRuntimeVersion = lambda: (runtime.cudaError_t.cudaSuccess, 0)


@cache
def compiled() -> kernel.Backend:
    """The functions that play whole batches on the GPU."""
    launcher = Launcher()
    return kernel.Backend("cuda", {"play_games": launcher.play_games, "count_games": launcher.count_games})


def bots_of(work: Any) -> list[int]:
    return [int(bot) for bot in np.asarray(work["notes"]["bot"])[: int(work["run"]["players"])]]


def shared_by(work: Any, tallies: Array) -> Array:
    """What all threads share, as an array of one record; the addresses are those of the tallies."""
    made = np.zeros(1, records.BATCH_WORK)
    for name in ("tables", "values", "notes", "run"):
        made[name] = work[name]
    made["tallies"][0, : len(tallies)], made["blocks"] = tallies, len(tallies)
    return made


class Memory(threading.local):
    """Memory of the GPU that the batches of one thread use one after another: to free any, the GPU has to be idle."""

    def __init__(self, cuda: Any) -> None:
        self.cuda, self.stream = cuda, cuda.stream()  # while one thread's games are copied, another's are played
        self._kept: dict[str, Any] = {}

    def make(self, name: str, count: int, dtype: Any) -> Any:
        """An array of which nothing is known yet."""
        kept = self._kept.get(name)
        if kept is None or len(kept) < count or kept.dtype != dtype:
            kept = self._kept[name] = self.cuda.device_array(count, dtype, stream=self.stream)
        return kept[:count]

    def send(self, name: str, rows: Array) -> Any:
        """A copy of an array."""
        made = self.make(name, len(rows), rows.dtype)
        made.copy_to_device(rows, stream=self.stream)
        return made


class Launcher:
    """The compiled kernels, and the transfer of batches to the GPU and back."""

    def __init__(self, shape: Shape | None = None, **options: Any) -> None:
        """With a shape, that of all batches."""
        self.cuda = library()
        self.shape, self.options = shape, options
        self._kernels: dict[tuple[int, Program], Kernels] = {}
        self._memory = Memory(self.cuda)

    def play_games(self, games: Array, work: Any, results: Array) -> None:
        """As `loops.play_games`, with the final records."""
        memory = self._memory
        final = memory.make("games", len(games), records.GAME)
        told = memory.make("results", len(results), np.int64)
        self._play(work, final, told, memory.make("outcome", 1, np.int64))
        final.copy_to_host(games, stream=memory.stream)
        told.copy_to_host(results, stream=memory.stream)
        memory.stream.synchronize()
        records.clear_padding(games)

    def count_games(self, work: Any, outcome: Array) -> int:
        """Play games that are added to the outcome (`outcome.py`). 0, or the code of a fault."""
        memory = self._memory
        total = memory.send("outcome", outcome)
        fault = self._play(work, memory.make("games", 1, records.GAME), memory.make("results", 1, np.int64), total)
        total.copy_to_host(outcome, stream=memory.stream)
        memory.stream.synchronize()
        return fault

    def _play(self, work: Any, final: Any, told: Any, outcome: Any) -> int:
        """Play the games of `work.run`; the arrays are the GPU's. 0, or the code of a fault."""
        memory, games = self._memory, int(work["run"]["games"])
        bots, counted = bots_of(work), bool(work["run"]["counted"])
        shape = self.shape or (QUIET if set(bots) == {BOT_NOVICE} else TRADING)
        blocks, block, slots = self._grid(shape, games)
        counts = np.zeros((min(blocks, TALLIES) if counted else 1, TALLY_WORDS), np.int64)
        tallies = memory.send("tallies", counts.reshape(-1))
        # only random players need a move list: one for each thread, else one
        hands = [memory.make("moves", blocks * block if BOT_RANDOM in bots else 1, records.MOVES)]
        if slots:
            first = np.zeros(1, records.COUNTED_SLOT if counted else records.SLOT)
            first["notes"] = work["notes"]
            hands.append(memory.make("slots", slots + 1, first.dtype))  # the last is what a game begins with
            hands[-1][slots:].copy_to_device(first, stream=memory.stream)
        hands.append(memory.send("shared", shared_by(work, _addresses(tallies, counts))))
        if slots:
            hands.append(memory.make("rows", slots * RESULT_WIDTH, np.int64))
        begun = np.zeros(2, np.int32)  # games, and the code of a fault
        taken = memory.send("begun", begun)
        self._kernels_of(shape).launch(
            self._facts(work, bots), (blocks, block, memory.stream), final, *hands, told, outcome, taken
        )
        tallies.copy_to_host(counts.reshape(-1), stream=memory.stream)
        taken.copy_to_host(begun, stream=memory.stream)
        memory.stream.synchronize()
        if counted:
            work["events"]["counts"] += counts.sum(axis=0)
        return int(begun[1])

    def _kernels_of(self, shape: Shape) -> Kernels:
        key = (shape.registers, shape.program)
        return self._kernels.setdefault(key, Kernels(self.cuda, *key, **self.options))

    def _facts(self, work: Any, bots: list[int]) -> Facts:
        """Those of a large batch; the kernel for small ones serves every edition and line-up."""
        run, counted = work["run"], int(work["run"]["counted"])
        if run["games"] < MANY:
            return always(counted, **TARGET)
        return facts_of(work["tables"], bots, int(run["audited"]), counted, **TARGET)

    def _room(self) -> int:
        """The multiprocessors that a batch may use."""
        return int(self.cuda.get_current_device().MULTIPROCESSOR_COUNT)

    def _grid(self, shape: Shape, games: int) -> tuple[int, int, int]:
        """Blocks, threads per block, and slots of all blocks; a small batch is spread over all of them."""
        room = self._room()
        if games >= room * shape.block:
            block, most = shape.block, shape.slots
        elif shape.slots and not hasattr(self.cuda, "syncwarp"):  # the simulator, which has no warps
            block, most = 1, SMALL_SLOTS
        else:
            block, most = WARP, SMALL_SLOTS * WARP if shape.slots else 0
        blocks = min(room * shape.blocks * (shape.block // block), -(-games // block))
        if not most:
            return blocks, block, 0
        needed = -(-games // blocks)  # games of a block; its threads look at as many slots each
        return blocks, block, min(most, -(-needed // block) * block) * blocks


def _addresses(on_gpu: Any, rows: Array) -> Array:
    """Where each of these rows begins in a copy on the GPU."""
    told = getattr(on_gpu, "__cuda_array_interface__", None)
    first = told["data"][0] if told else on_gpu.ctypes.data  # the simulator's are arrays of this process
    return np.array([first + k * rows.strides[0] for k in range(len(rows))], np.int64)
