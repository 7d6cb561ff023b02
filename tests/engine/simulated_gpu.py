"""Games on Numba's simulator of a GPU, for `test_cuda.py`: a script, since the simulator has to be chosen beforehand.

The simulator runs the kernels as Python, thread by thread, but on NumPy's numbers, which overflow as no register does.
Here its records hand out whole numbers of Python, as those of interpreted play do. It prints what the games came to.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from typing import Any

import numpy as np

from freehold.arena.chunks import Plan
from freehold.arena.simulation import plan_of, run
from freehold.engine.gpu import cuda


class Record:
    """A record in the memory of the GPU."""

    def __init__(self, row: Any) -> None:
        self.__dict__["row"] = row

    def __getattr__(self, name: str) -> Any:
        return handed_out(self.row[name])

    def __setattr__(self, name: str, value: Any) -> None:
        self.row[name] = value


class Cells:
    """An array there, of numbers or records."""

    def __init__(self, array: Any) -> None:
        self.array = array

    def __len__(self) -> int:
        return len(self.array)

    def __getitem__(self, at: int) -> Any:
        return handed_out(self.array[at])

    def __setitem__(self, at: int, value: Any) -> None:
        self.array[at] = value.row if isinstance(value, Record) else value


def handed_out(value: Any) -> Any:
    if isinstance(value, np.ndarray):
        return Cells(value)
    return Record(value) if isinstance(value, np.void) else int(value)


def shared_array(memory: Any, shape: int, dtype: Any) -> Cells:
    """An array of a block: the same one for all its threads, told by the line that asks for it."""
    line = sys._getframe(1).f_lineno
    return Cells(memory._allocations.setdefault(line, np.zeros(shape, dtype)))


def prepare(module: Any) -> None:
    """The simulator, with such records in the memory of all and of each thread."""
    from numba.cuda.simulator import kernelapi
    from numba.cuda.simulator.cudadrv.devicearray import FakeWithinKernelCUDAArray
    from numba.cuda.simulator.cudadrv.devices import FakeCUDADevice

    memory: Any = kernelapi
    local = memory.FakeCUDALocal.array
    compile_kernel = module.jit

    def jit(*args: Any, device: bool = False, max_registers: int = 0, **more: Any) -> Any:
        """Functions as they are: the simulator's own look through all names at each call."""
        as_it_is: Callable[[Any], Any] = lambda function: function  # noqa: E731
        return as_it_is if device else compile_kernel(*args, **more)

    module.jit = jit
    device: Any = FakeCUDADevice
    array: Any = FakeWithinKernelCUDAArray
    device.MULTIPROCESSOR_COUNT = 1
    memory.FakeCUDALocal.array = lambda self, *shape: Cells(local(self, *shape))
    memory.FakeCUDAShared.array = shared_array
    array.__getitem__ = lambda self, at: handed_out(self._item._ary[at])
    array.__setitem__ = lambda self, at, value: Cells(self._item._ary).__setitem__(at, value)


def main() -> None:
    module = cuda.library()
    if not module.is_available() or not hasattr(module, "simulator"):
        raise SystemExit("The simulator was not chosen.")
    prepare(module)
    told = []
    for given in json.loads(sys.argv[1]):
        counted = given.pop("counted")
        plan = plan_of(**given, backend="cuda")
        result = run(Plan(**{**vars(plan), "counted": counted}))
        told.append(result.summary())
    print(json.dumps(told))


if __name__ == "__main__":
    main()
