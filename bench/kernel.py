"""The rules interpreted and compiled, measured on the same random games in one run: actions per second, and the ratio.

Every figure is the median of several runs, with the lowest and the highest beside it. `--json` for programs.
"""

from __future__ import annotations

import argparse
import json
import platform
import statistics
import sys
import time
from pathlib import Path
from typing import Any

import numba
import numpy as np

from freehold.engine import records

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.batches import Batch, InterpretedBatch

LIMIT = 1_000
PLAYERS = 4


def interpreted_rate(games: Batch, count: int, first: int) -> float:
    """Actions per second of `count` interpreted games, each played for LIMIT actions or to its end."""
    actions = 0
    started = time.perf_counter()
    for number in range(first, first + count):
        slow = InterpretedBatch(games.plain_tables, PLAYERS, 31, number)
        for _ in range(LIMIT):
            if slow.g.phase == 0:
                break
            slow.step()
            actions += 1
    return actions / (time.perf_counter() - started)


def compiled_rate(games: Batch, count: int, first: int) -> float:
    started = time.perf_counter()
    _, results = games.random_games(PLAYERS, count, LIMIT, 31, first=first, audited=False)
    return float(results.sum()) / (time.perf_counter() - started)


def spread(values: list[float]) -> dict[str, float]:
    return {"median": statistics.median(values), "low": min(values), "high": max(values)}


def measure(edition: str, variant: str, repeats: int) -> dict[str, Any]:
    games = Batch(edition, variant)
    compiled_rate(games, 10, 0)
    slow, fast, ratio = [], [], []
    for k in range(repeats):  # interleaved, so that a busy machine slows both
        slow.append(interpreted_rate(games, 10, 10 * k))
        fast.append(compiled_rate(games, 1_000, 1_000 * k))
        ratio.append(fast[-1] / slow[-1])
    return {
        "edition": edition,
        "variant": variant,
        "interpreted": spread(slow),
        "compiled": spread(fast),
        "ratio": spread(ratio),
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    started = time.perf_counter()
    Batch("classic", "classic")
    ready = time.perf_counter() - started
    rows = [measure(edition, "classic", given.repeats) for edition in ("classic", "star-wars-2", "spider-man")]
    machine = (
        f"{platform.machine()}, Python {platform.python_version()}, Numba {numba.__version__}, NumPy {np.__version__}"
    )
    if given.json:
        print(json.dumps({"machine": machine, "kernel_ready_s": ready, "rows": rows}, indent=1))
        return 0
    print(f"{machine}; one core; {PLAYERS} random players; a game record is {records.GAME.itemsize} bytes;")
    print(f"the compiled kernel was ready after {ready:.1f} s.\n")
    print("| edition | interpreted, actions/s | compiled, actions/s | ratio |")
    print("|---|---|---|---|")
    for row in rows:
        cells = [f"{row[key]['median']:,.0f} ({row[key]['low']:,.0f}–{row[key]['high']:,.0f})" for key in SPEEDS]
        print(f"| {row['edition']} | {' | '.join(cells)} |")
    return 0


SPEEDS = ("interpreted", "compiled", "ratio")

if __name__ == "__main__":
    sys.exit(main())
