"""Runs a module as on a machine with numba-cuda and without the CUDA toolkit: none of its libraries is found.

Run: python -m tests.engine.no_toolkit MODULE ARGUMENT…    Itself as MODULE: says twice what the GPU backend lacks.
"""

from __future__ import annotations

import runpy
import sys
from typing import Any

from cuda import pathfinder


def find_nothing(name: str) -> Any:
    raise pathfinder.DynamicLibNotFoundError(f"Failure finding {name!r}")


def main() -> None:
    pathfinder.load_nvidia_dynamic_lib = find_nothing
    del sys.argv[0]
    if sys.argv[0] != __spec__.name:
        runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
        return
    from freehold.engine.gpu import cuda

    print(cuda.missing())
    print(cuda.missing())


if __name__ == "__main__":
    main()
