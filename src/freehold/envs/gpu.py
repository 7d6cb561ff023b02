"""Environments on a GPU: records and arrays stay in its memory, and programs such as torch use them without a copy.

A step does not wait for the GPU. Faults are therefore noticed late: when the report is read, and now and then.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from freehold.engine import records
from freehold.engine.facts import facts_of_environments
from freehold.engine.gpu import cuda as gpu
from freehold.engine.gpu.launch import TARGET, Kernels, Program
from freehold.envs import environments_thread
from freehold.envs.kernel import play
from freehold.envs.memory import OWN, Array, Outputs

THREADS = gpu.WARP  # per block: few environments use all multiprocessors, too
REGISTERS = 64  # per thread
LOOK_EVERY = 200  # steps between two looks for faults


@cache
def kernels() -> Kernels:
    """The compiled code, for each edition and line-up."""
    program = Program(environments_thread.step_on_gpu, environments_thread.KINDS)
    return Kernels(gpu.library(), registers=REGISTERS, program=program)


class DeviceMemory:
    """As `Memory`, on a GPU."""

    def __init__(self, count: int, players: int, t: Array, v: Array, u: Array) -> None:
        why = gpu.missing()
        if why is not None:
            raise RuntimeError(why)
        self.cuda = gpu.library()
        self.count, self.players = count, players
        self.facts = facts_of_environments(t[0], u[0], **TARGET)
        self._frame = np.zeros(1, records.THREAD_FRAME)
        self._frame["tables"], self._frame["values"], self._frame["terms"] = t, v, u
        send = self.cuda.to_device
        self.frame, self.own = send(self._frame), send(np.zeros(count, records.EPISODE))
        self.out = Outputs(count, players, lambda size, dtype: send(np.zeros(size, dtype)))
        self._moves = self.cuda.device_array(count, records.MOVES)
        self._step = self._span(play.STEP, 0, count)
        self._kernels = kernels()
        self._steps = 0

    def _span(self, *numbers: int) -> Any:
        return self.cuda.to_device(np.array(numbers, np.int64))

    def share(self, terms: Any) -> None:
        self._frame["terms"] = records.to_record(terms, records.TERMS)
        self.frame = self.cuda.to_device(self._frame)

    def advance(self, how: int, choices: Any, first: int, last: int) -> int:
        every = (how, first, last) == (play.STEP, 0, self.count)
        span = self._step if every else self._span(how, first, last)
        out = (self.out.numbers, self.out.flags, self.out.report)
        grid = (-(-(last - first) // THREADS), THREADS)
        self._kernels.launch(self.facts, grid, self.own, self._moves, self.frame, choices, span, *out)
        self._steps += 1
        return self.faults() if self._steps % LOOK_EVERY == 1 else 0

    def faults(self) -> int:
        return int(self.out.report[-1:].copy_to_host()[0])

    # ------------------------------------------------------------------ what comes in and out

    def choices(self, actions: Any, count: int) -> Any:
        """Actions on the GPU, of torch for example, are used where they are."""
        if hasattr(actions, "__cuda_array_interface__"):
            given = self.cuda.as_cuda_array(actions)
        else:
            given = self.cuda.to_device(np.ascontiguousarray(actions, dtype=np.int64))
        if given.shape != (count,) or given.dtype != np.int64:
            raise ValueError(f"A step takes one int64 for each of the {count} environments.")
        return given

    def not_allowed(self, choices: Any) -> int | None:
        """Left to the GPU, which reports it as a fault and leaves the environment as it was."""
        return None

    def as_bool(self, array: Any) -> Any:
        return array

    def reported(self) -> Array:
        report: Array = self.out.report[:-1].copy_to_host()
        return report

    # ------------------------------------------------------------------ one environment

    def read(self, index: int) -> dict[str, Array]:
        own = self.own[index : index + 1].copy_to_host()
        return {name: own[field].copy() for name, (field, _, _) in OWN.items()}

    def bankrupt(self, index: int) -> Array:
        out: Array = self.read(index)["games"]["out"][0]
        return out

    def write(self, index: int, found: dict[str, Array]) -> None:
        own = self.own[index : index + 1].copy_to_host()
        for name, record in found.items():
            own[OWN[name][0]] = record
        self.own[index : index + 1].copy_to_device(own)

    def close(self) -> None:
        pass
