"""Two versions of the server in one run: the CPU time of an action on SQLite, of these sources and of others.

The two take turns, each time with a fresh server and fresh games, and every second round begins with the other one, so
that a machine that is busy in between slows both. Run:

    git worktree add /tmp/before 3d393c1
    python bench/server/server_ratio.py /tmp/before/src --games 200 --rate 2 --seconds 6 --rounds 6
"""

from __future__ import annotations

import argparse
import statistics
from pathlib import Path

from server import allow_files, measure, served  # bench/server/server.py
from server_clients import Plan  # bench/server/server_clients.py


def cost(sources: Path, games: int, rate: float, seconds: float, seed: int) -> float:
    """CPU seconds an action of a server from these sources."""
    with served("", sources) as (pid, port):
        # the path without the table's id: older servers have no other
        return measure([pid], [Plan([port], games, [rate], seconds, True, False, seed, "/api/play")])[0]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("before", type=Path, help="the folder `src` of the other version")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--rate", type=float, default=2, help="actions a second of each game")
    parser.add_argument("--seconds", type=float, default=6)
    parser.add_argument("--rounds", type=int, default=6)
    options = parser.parse_args()
    if not (options.before / "freehold" / "server").is_dir():
        parser.error(f"{options.before} has no freehold/server")
    allow_files(options.games)
    trees = {"before": options.before.resolve(), "now": Path(__file__).resolve().parents[2] / "src"}
    ratios: list[float] = []
    lowest = dict.fromkeys(trees, float("inf"))
    for number in range(options.rounds):
        order = list(trees) if number % 2 == 0 else list(trees)[::-1]
        costs = {}
        for name in order:
            print(f"round {number + 1}, {name}:", flush=True)
            costs[name] = cost(trees[name], options.games, options.rate, options.seconds, number + 1)
        lowest = {name: min(lowest[name], costs[name]) for name in trees}
        ratios.append(costs["now"] / costs["before"])
        before, now = (1000 * costs[name] for name in trees)
        print(f"round {number + 1}: {before:.3f} ms before, {now:.3f} ms now, {ratios[-1]:.3f} times", flush=True)
    print(f"lowest of each: {lowest['now'] / lowest['before']:.3f} times")
    print(f"now / before: median {statistics.median(ratios):.3f}, from {min(ratios):.3f} to {max(ratios):.3f}")


if __name__ == "__main__":
    main()
