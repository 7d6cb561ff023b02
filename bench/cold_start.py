"""The first start: processor seconds of a command from an empty cache and from a warm one, and of the former way, in
which every kernel function was compiled as a program of its own. All in one run, since the ratio is what counts.

python bench/cold_start.py [--without-old]
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import tempfile
import time

FREEHOLD = (sys.executable, "-m", "freehold")
COMMANDS = (
    ("simulate classic --games 1000", ("simulate", "classic", "--games", "1000")),
    ("tournament --games 1000", ("tournament", "--bots", "novice,trader,baron", "--games", "1000")),
)
OLD = """
import types, numba
from freehold.engine import disk, sources
found = sources.in_order(sources.functions())
namespace = {"__builtins__": __builtins__, **sources.constants()}
with disk.numba_folder():
    for name, function in found.items():
        clone = types.FunctionType(function.__code__, namespace, name, function.__defaults__)
        clone.__module__ = function.__module__
        namespace[name] = numba.njit(cache=True, nogil=True)(clone)
    for name, function in found.items():
        namespace[name].compile(sources.signature(function))
        namespace[name].disable_compile()
"""


def took(command: tuple[str, ...], cache: str) -> tuple[float, float]:
    """The processor's and the wall clock's seconds of a process, which must succeed."""
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run(command, check=True, env={**os.environ, "FREEHOLD_CACHE": cache}, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return spent, time.perf_counter() - start


def size(folder: str) -> float:
    """In millions of bytes."""
    files = (os.path.join(place, name) for place, _, names in os.walk(folder) for name in names)
    return sum(os.path.getsize(name) for name in files) / 1e6


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--without-old", action="store_true")
    without_old = parser.parse_args().without_old
    print("| what | cache | processor, s | wall, s | cache, MB |\n|---|---|---|---|---|", flush=True)
    for name, words in COMMANDS:
        with tempfile.TemporaryDirectory() as cache:
            for state in ("empty", "warm"):
                spent, wall = took((*FREEHOLD, *words), cache)
                print(f"| {name} | {state} | {spent:.1f} | {wall:.1f} | {size(cache):.1f} |", flush=True)
    if not without_old:
        with tempfile.TemporaryDirectory() as cache:
            spent, wall = took((sys.executable, "-c", OLD), cache)
            print(
                f"| compiling alone, the former way | empty | {spent:.1f} | {wall:.1f} | {size(cache):.1f} |",
                flush=True,
            )


if __name__ == "__main__":
    main()
