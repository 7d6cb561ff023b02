"""What one decision of a mogul costs the server: CPU time from the question to the action played, of these sources and
of others.

Four moguls play numbered games. The worker's job runs in this process, so that its time counts, without the pipe. Both
versions play the same games, so the last figure, a digest of all actions, must be the same. Run:

    git worktree add /tmp/before 579dd98
    python bench/server/mogul_decision.py /tmp/before/src --decisions 400 --rounds 4
"""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import os
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

LEVELS = dict.fromkeys(range(4), "mogul")


def played(decisions: int) -> tuple[list[float], str]:
    """CPU milliseconds of each decision, and the digest of the actions."""
    from freehold.engine import compile as kernel
    from freehold.game import Game
    from freehold.players.built_in import entry_points
    from freehold.server.table import bots
    from freehold.server.workers import jobs
    from freehold.server.workers.worker_pools import WorkerPools

    kernel.compiled().prepare(*entry_points(LEVELS.values()))
    bots.new_seed = lambda: 7
    worker, pools = jobs.prepare("{}"), WorkerPools("")

    async def run(_: Any, name: str, argument: bytes, key: str) -> bytes:
        return jobs.JOBS[name](worker, argument)

    pools._run = run  # type: ignore[method-assign]
    times, actions = [], hashlib.sha256()
    loop, number, game = asyncio.new_event_loop(), 0, None
    while len(times) < decisions:
        if game is None or game.over:
            number += 1
            game = Game.new(seed=number)
        seat = game.decider
        start = time.process_time()
        asked = jobs.question(f"game{number}", game, seat, "mogul", LEVELS)
        thought = loop.run_until_complete(pools.think(asked))
        game.apply(thought.action, seat)
        times.append(1000 * (time.process_time() - start))
        actions.update(repr(sorted(thought.action.items())).encode())
    return times, actions.hexdigest()[:16]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("before", type=Path, nargs="?", help="the folder `src` of the other version")
    parser.add_argument("--decisions", type=int, default=400)
    parser.add_argument("--rounds", type=int, default=4)
    options = parser.parse_args()
    if options.before is None:
        times, digest = played(options.decisions)
        print(statistics.fmean(times[20:]), statistics.median(times[20:]), digest)
        return
    trees = {"before": options.before.resolve(), "now": Path(__file__).resolve().parents[2] / "src"}
    for number in range(options.rounds):
        for name in list(trees) if number % 2 == 0 else list(trees)[::-1]:
            environment = {**os.environ, "PYTHONPATH": str(trees[name])}
            command = [sys.executable, __file__, "--decisions", str(options.decisions)]
            found = subprocess.run(command, env=environment, stdout=subprocess.PIPE, text=True, check=True).stdout
            mean, median, digest = found.split()
            print(f"{name}: mean {float(mean):.3f} ms, median {float(median):.3f} ms, actions {digest}", flush=True)


if __name__ == "__main__":
    main()
