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
from freehold.envs.kernel import layout
from freehold.envs.memory import OWN, Array

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
        send = self.cuda.to_device
        self.t, self.v, self.u = send(t), send(v), send(u)
        self.own = {name: send(np.zeros(count, dtype)) for name, (dtype, _) in OWN.items()}
        size = layout.observation_size(players)
        self.masks = self._zeros(count * layout.SPACE, np.int8)
        self.gains = self._zeros(count * players, np.float32)
        self.rewards = self._zeros(count, np.float32)
        self.ends = self._zeros(count, np.int8)
        self.obs = self._zeros(count * size, np.float32)
        self.final = self._zeros(count * size, np.float32)
        self.report = self._zeros(count * layout.REPORT_WIDTH, np.int32)
        self._events = send(np.zeros(1, records.THREAD_EVENTS))
        self._moves = self.cuda.device_array(count, records.MOVES)
        self._faults = self._zeros(1, np.int32)
        self._kernels = kernels()
        self._steps = 0

    def _zeros(self, count: int, dtype: Any) -> Any:
        return self.cuda.to_device(np.zeros(count, dtype))

    def share(self, terms: Any) -> None:
        self.u = self.cuda.to_device(records.to_record(terms, records.TERMS))

    def advance(self, how: int, choices: Any, first: int, last: int) -> int:
        own = self.own
        self._kernels.launch(
            self.facts,
            (-(-(last - first) // THREADS), THREADS),
            own["games"],
            self.t,
            own["chances"],
            self._events,
            self.v,
            own["notes"],
            self._moves,
            own["rs"],
            own["envs"],
            self.u,
            choices,
            how,
            self.masks,
            self.gains,
            self.rewards,
            self.ends,
            self.obs,
            self.final,
            self.report,
            self._faults,
            first,
            last,
        )
        self._steps += 1
        return self.faults() if self._steps % LOOK_EVERY == 1 else 0

    def faults(self) -> int:
        return int(self._faults.copy_to_host()[0])

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
        report: Array = self.report.copy_to_host()
        return report

    # ------------------------------------------------------------------ one environment

    def read(self, index: int) -> dict[str, Array]:
        return {name: rows[index : index + 1].copy_to_host() for name, rows in self.own.items()}

    def write(self, index: int, found: dict[str, Array]) -> None:
        for name, record in found.items():
            self.own[name][index : index + 1].copy_to_device(record)

    def close(self) -> None:
        pass
