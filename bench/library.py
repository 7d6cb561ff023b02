"""All figures of the library in one run: the five first uses before and now, the cost of a row for each game and of
writing it to Parquet files, PettingZoo, the recipe that measures a bot of one's own, and games a second.

python bench/library.py [--before FOLDER] [--parts uses,table,pettingzoo,ladder,speed]

It prints each as it comes and rows for `results.md` at the end, with the load of the machine at the beginning and the
end of each. All but the recipe's are CPU seconds. It takes about ten minutes on an idle machine.
"""

from __future__ import annotations

import argparse
import os
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
RECIPE = "tournament --ladder --bots novice,examples/greedy.py:Greedy --games 100 --rounds 50 --net-worth"
STEPS = 20_000  # of PettingZoo


def uses(before: str | None) -> str:
    import cold_start

    told = []
    for which, spent in cold_start.uses(before).items():
        each = ", ".join(f"{name} {busy:.1f}" for (name, _), busy in zip(cold_start.USES, spent, strict=True))
        told.append(f"{which} {sum(spent):.1f} processor s ({each})")
    return "; ".join(told)


def table(before: str | None) -> str:
    import simulation

    told = []
    for bot, games in simulation.PER_GAME.items():
        for what, ratios in simulation.per_game(bot, games).items():
            spread = f"{min(ratios):.2f} to {max(ratios):.2f}"
            told.append(f"{games:,} {bot}s, {what}: {statistics.median(ratios):.3f} ({spread})")
    return "; ".join(told)


def pettingzoo(before: str | None) -> str:
    import envs

    envs.pettingzoo(100)  # compiles
    rate, games = envs.pettingzoo(STEPS)
    return f"{rate:,.0f} steps/s, {STEPS:,} steps, {games} games"


def ladder(before: str | None) -> str:
    """As a person types it, with a warm cache: the seconds of the wall clock and of the processor."""
    old, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    command = [sys.executable, "-m", "freehold", *RECIPE.split()]
    done = subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True)
    wall, new = time.perf_counter() - began, resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = new.ru_utime + new.ru_stime - old.ru_utime - old.ru_stime
    print(done.stdout)
    return f"{wall:.0f} s of the clock, {spent:.0f} of the processor"


def speed(before: str | None) -> str:
    command = [sys.executable, os.path.join(ROOT, "bench", "versus.py"), "--bots", "trader"]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    print(done.stdout)
    rows = [row.strip("| ").split(" | ") for row in done.stdout.splitlines()[2:]]
    return "; ".join(
        f"{bot}s{', counted' * (counted == 'yes')}: {rate} ({spread})" for bot, counted, rate, spread in rows
    )


PARTS: dict[str, tuple[str, Callable[[str | None], str]]] = {
    "uses": ("the five first uses from one empty cache", uses),
    "table": ("a row for each game, processor time relative to without", table),
    "pettingzoo": ("PettingZoo, one game in which every seat learns", pettingzoo),
    "ladder": (f"the recipe for a bot of one's own, `freehold {RECIPE}`", ladder),
    "speed": ("games/s of one core, kernel made for the batch", speed),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--before", metavar="FOLDER", help="another checkout, for the first uses")
    parser.add_argument("--parts", default=",".join(PARTS))
    given = parser.parse_args()
    rows = []
    for name in given.parts.split(","):
        what, measure = PARTS[name]
        load = os.getloadavg()[0]
        print(f"\n## {what}, at a load of {load:.1f}\n", flush=True)
        rows.append((what, measure(given.before), f"load {load:.1f} to {os.getloadavg()[0]:.1f}"))
    print("\n| what | figure | machine |\n|---|---|---|")
    print(*(f"| {' | '.join(row)} |" for row in rows), sep="\n")


if __name__ == "__main__":
    main()
