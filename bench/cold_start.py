"""The first start: processor seconds of a command from an empty cache and from a warm one, and of the former way, in
which every kernel function was compiled as a program of its own. All in one run, since the ratio is what counts.

python bench/cold_start.py [--without-old]
python bench/cold_start.py --uses      # the five ways in, one after another, from one empty cache
python bench/cold_start.py --uses --before FOLDER     # and those of another checkout, each after its counterpart
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
USES = (  # each in a process of its own, as people meet them
    ("simulate", "freehold.simulate('classic', 'baron', 1000)"),
    ("tournament", "freehold.tournament(['novice', 'trader', 'baron'], games=1000)"),
    ("coach", "g = freehold.Game.new('classic', 4, seed=1); freehold.evaluate(g); freehold.advise(g)"),
    ("win_probability", "freehold.win_probability(freehold.Game.new('classic', 4, seed=1))"),
    ("VecEnv", "freehold.envs.VecEnv(num_envs=8).reset()"),
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


def took(command: tuple[str, ...], cache: str, checkout: str | None = None) -> tuple[float, float]:
    """The processor's and the wall clock's seconds of a process, which must succeed."""
    env = {**os.environ, "FREEHOLD_CACHE": cache}
    if checkout is not None:
        env["PYTHONPATH"] = os.path.join(os.path.abspath(checkout), "src")
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run(command, check=True, env=env, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return spent, time.perf_counter() - start


def uses(before: str | None) -> dict[str, list[float]]:
    """Processor seconds of the first uses, all from one cache that is empty at first, and of another checkout from one
    of its own: both in turn, so that the same load is on both.
    """
    checkouts = {"now": None} if before is None else {"before": before, "now": None}
    print("| first use | checkout | processor, s | wall, s |\n|---|---|---|---|", flush=True)
    spent: dict[str, list[float]] = {which: [] for which in checkouts}
    totals = dict.fromkeys(checkouts, 0.0)
    with tempfile.TemporaryDirectory() as folder:
        for name, code in USES:
            for which, checkout in checkouts.items():
                command = (sys.executable, "-c", f"import freehold, freehold.envs; {code}")
                busy, wall = took(command, os.path.join(folder, which), checkout)
                spent[which].append(busy)
                totals[which] += wall
                print(f"| {name} | {which} | {busy:.1f} | {wall:.1f} |", flush=True)
    for which, wall in totals.items():
        print(f"| all | {which} | {sum(spent[which]):.1f} | {wall:.1f} |", flush=True)
    return spent


def size(folder: str) -> float:
    """In millions of bytes."""
    files = (os.path.join(place, name) for place, _, names in os.walk(folder) for name in names)
    return sum(os.path.getsize(name) for name in files) / 1e6


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--without-old", action="store_true")
    parser.add_argument("--uses", action="store_true")
    parser.add_argument("--before", metavar="FOLDER", help="another checkout, for --uses")
    given = parser.parse_args()
    if given.uses:
        uses(given.before)
        return
    print("| what | cache | processor, s | wall, s | cache, MB |\n|---|---|---|---|---|", flush=True)
    for name, words in COMMANDS:
        with tempfile.TemporaryDirectory() as cache:
            for state in ("empty", "warm"):
                spent, wall = took((*FREEHOLD, *words), cache)
                print(f"| {name} | {state} | {spent:.1f} | {wall:.1f} | {size(cache):.1f} |", flush=True)
    if not given.without_old:
        with tempfile.TemporaryDirectory() as cache:
            spent, wall = took((sys.executable, "-c", OLD), cache)
            print(
                f"| compiling alone, the former way | empty | {spent:.1f} | {wall:.1f} | {size(cache):.1f} |",
                flush=True,
            )


if __name__ == "__main__":
    main()
