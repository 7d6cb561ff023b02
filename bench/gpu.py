"""The GPU: games per second bare and counted, compile times cold and from disk, and whether the games are the CPU's.

python bench/gpu.py [--part speed|variants|simulate|same] [--seconds 420]

Parts run in this order until the time is used up; a variant that fails is reported and does not stop the others.
"""

from __future__ import annotations

import argparse
import os
import shutil
import tempfile
import time
import traceback
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

import freehold
from freehold.arena.accumulators import Digest
from freehold.arena.simulation import plan_of
from freehold.arena.tables import BotTable, Setting, table_of
from freehold.engine import batch, records
from freehold.engine import compile as kernel
from freehold.engine.gpu import cuda
from freehold.engine.kernel import loops, outcome

SEED = 1
ACTIONS = 1_000_000
TURNS = 2000
COMPARED = 2000
GAMES = 4_000_000
MIXED = (["baron", "trader", "novice", "random"], ["baron"] * 4)
VARIANTS = (
    cuda.Shape(64, 1024, 1, slots=2048),
    cuda.Shape(64, 1024, 1, slots=4096),
    cuda.Shape(64, 1024, 1, slots=8192),
    cuda.Shape(64, 512, 2, slots=4096),
    cuda.Shape(80, 768, 1, slots=6144),
    cuda.Shape(64, 1024, 1),  # a game for each thread
)


class Hands:
    """The records for a number of games, allocated before the measurement."""

    def __init__(self, games: int) -> None:
        self.final = np.zeros(games, records.GAME)
        self.final["phase"] = 1  # touch all pages before the measurement
        self.rows = np.zeros(games * loops.RESULT_WIDTH, np.int64)
        self.tally = np.zeros(1, records.TALLY)

    def play(self, backend: Any, table: BotTable, bots: Sequence[str], turns: int, *, counted: bool = False) -> float:
        """The seconds from records on the host to finished games on the host."""
        table.seat(bots)
        numbers = batch.numbered(range(len(self.final)), SEED)
        work = table.working(records.run_of(len(bots), turns, ACTIONS, counted=counted, kept=True, **numbers))
        table.e["on"] = table.e["counts"] = 0
        start = time.perf_counter()
        backend.play_games(self.final, work, self.rows)
        seconds = time.perf_counter() - start
        if counted:
            self.tally = records.tally_of(table.e["counts"]).copy()
        return seconds

    def told(self) -> Any:
        return self.rows.reshape(-1, loops.RESULT_WIDTH)


def same(one: Hands, other: Hands, games: int, *, tallies: bool = False) -> str:
    equal = all((one.final[name][:games] == other.final[name][:games]).all() for name in records.GAME.names or ())
    equal = equal and bool((one.told()[:games] == other.told()[:games]).all())
    return "yes" if equal and (not tallies or one.tally.tobytes() == other.tally.tobytes()) else "NO"


def kernel_alone(launcher: cuda.Launcher, name: str, counted: bool, games: int) -> tuple[float, str]:
    """The seconds of games of which only the sums come back, and their digest."""
    plan = plan_of("classic", name, games, SEED, players=4, backend="cuda", counted=counted)
    plan = replace(plan, kept=False)
    work = table_of(plan.setting).twin()
    work.seat(plan.bots)
    total = np.zeros(outcome.OUTCOME_LENGTHS + (2 + outcome.THROWS_A_TURN) * plan.lengths, np.int64)
    start = time.perf_counter()
    launcher.count_games(work.working(plan.run(range(games))), total)
    digest = Digest()
    digest.before(plan)
    digest.add_sums(total[outcome.OUTCOME_DIGEST :][:2].tolist())
    return time.perf_counter() - start, digest.result()


def line(launcher: cuda.Launcher, name: str, counted: bool, note: str) -> None:
    """One row: the first launch, three runs, and the digest of the first games against the CPU's."""
    ready, digest = kernel_alone(launcher, name, counted, cuda.MANY)
    took = sorted(kernel_alone(launcher, name, counted, GAMES)[0] for _ in range(3))
    same = digest == freehold.simulate("classic", name, cuda.MANY, SEED, players=4).digest
    rates = " | ".join(f"{GAMES / one:,.0f}" for one in took)
    print(f"| {name} | {'counted' if counted else 'bare'} | {note} | {ready:.1f} s | {rates} | {same} |", flush=True)


def speed(late: Callable[[], bool]) -> None:
    """Compiled now, and loaded from disk by a launcher that knows nothing yet."""
    _head()
    for name in ("trader", "baron", "novice"):
        for counted in (False, True):
            for note in ("compiled now", "from disk"):
                if not late():
                    _tried(lambda c=counted, n=name, t=note: line(cuda.Launcher(), n, c, t))


def variants(late: Callable[[], bool]) -> None:
    """Other grids and numbers of registers, for those who trade."""
    _head()
    for shape in VARIANTS:
        note = f"{shape.registers} registers, {shape.blocks} × {shape.block} threads, {shape.slots} slots"
        for name in ("trader", "baron"):
            if not late():
                _tried(lambda n=name, t=note, s=shape: line(cuda.Launcher(s), n, False, t))


def _head() -> None:
    print("\n| four of | | kernel | first launch | games/s, best of 3 | second | third | the CPU's games |", end="")
    print("\n|---|---|---|---|---|---|---|---|", flush=True)


def _tried(work: Callable[[], None]) -> None:
    try:
        work()
    except Exception:
        print(traceback.format_exc()[-1500:], flush=True)


def simulate(late: Callable[[], bool]) -> None:
    """What a user calls, with all its statistics."""
    print("\n| four of | games | games/s | digest |\n|---|---|---|---|", flush=True)
    for name in ("trader", "baron", "novice"):
        for _ in range(3):
            if late():
                return
            start = time.perf_counter()
            found = freehold.simulate("classic", name, games=GAMES, seed=SEED, players=4, backend="cuda")
            took = time.perf_counter() - start
            print(f"| {name} | {GAMES:,} | {GAMES / took:,.0f} | {found.digest} |", flush=True)
    for name in ("trader", "baron", "novice"):
        few = [
            freehold.simulate("classic", name, games=60_000, seed=SEED, players=4, backend=one)
            for one in ("cuda", "cpu")
        ]
        print(f"60,000 games of {name}s: all figures as on the CPU: {few[0].summary() == few[1].summary()}", flush=True)


def everywhere(late: Callable[[], bool]) -> None:
    """Every edition and variant, with the generic kernel."""
    print("\n| edition | variant | bots | the same as on the CPU, with the tally |\n|---|---|---|---|")
    gpu = cuda.Launcher()
    for edition, variant in batch.variants():
        table = BotTable(Setting(edition, variant, batch.options_of(variant)))
        for bots in MIXED:
            if late():
                return
            fast, slow = Hands(300), Hands(300)
            fast.play(gpu, table, bots, 400, counted=True)
            slow.play(kernel.compiled(), table, bots, 400, counted=True)
            print(f"| {edition} | {variant} | {', '.join(bots)} | {same(fast, slow, 300, tallies=True)} |", flush=True)


PARTS = {"speed": speed, "simulate": simulate, "variants": variants, "same": everywhere}


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--part", choices=PARTS, action="append")
    parser.add_argument("--seconds", type=float, default=420)
    given = parser.parse_args()
    why = cuda.missing()
    if why:
        raise SystemExit(why)
    until = time.perf_counter() + given.seconds
    cold = tempfile.mkdtemp(prefix="freehold-gpu-")
    os.environ["FREEHOLD_CACHE"] = cold
    try:
        for name, part in PARTS.items():
            if given.part is None or name in given.part:
                _tried(lambda p=part: p(lambda: time.perf_counter() > until))
    finally:
        shutil.rmtree(cold, ignore_errors=True)


if __name__ == "__main__":
    main()
