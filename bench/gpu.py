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
from typing import Any

import numpy as np

import freehold
from freehold.arena import chunks
from freehold.arena.tables import BotTable, Setting
from freehold.engine import batch, records
from freehold.engine import compile as kernel
from freehold.engine.gpu import cuda
from freehold.engine.kernel import loops

SEED = 1
ACTIONS = 1_000_000
TURNS = 2000
COMPARED = 2000
BATCHES = {"novice": 1_000_000, "trader": 4_000_000, "baron": 2_000_000}
MIXED = (["baron", "trader", "novice", "random"], ["baron"] * 4)
ALONE = cuda.Shape(64, 1024, 1, slots=6144)  # for one large batch at a time
VARIANTS = (
    ALONE,
    cuda.Shape(64, 1024, 1, slots=4096),
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
        self.dice = batch.keyed_chances(range(games), SEED, batch.DICE)
        self.own = batch.keyed_chances(range(games), SEED, batch.PLAYER)
        self.tally = np.zeros(1, records.TALLY)

    def play(self, backend: Any, table: BotTable, bots: Sequence[str], turns: int, *, counted: bool = False) -> float:
        """The seconds from records on the host to finished games on the host."""
        table.seat(bots)
        self.rows[:] = 0
        work = table.working(records.run_of(len(bots), turns, ACTIONS, counted=counted))
        table.e["on"] = table.e["counts"] = 0
        start = time.perf_counter()
        backend.play_games(self.final, self.dice, self.own, work, self.rows)
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


class Clock:
    """Kernels that note how long the GPU played, without the transfers."""

    def __init__(self, kernels: Any) -> None:
        self.kernels, self.seconds = kernels, 0.0

    def launch(self, facts: Any, grid: Any, *given: Any) -> None:
        grid[-1].synchronize()
        start = time.perf_counter()
        self.kernels.launch(facts, grid, *given)
        grid[-1].synchronize()
        self.seconds = time.perf_counter() - start


class TimedLauncher(cuda.Launcher):
    def _kernels_of(self, shape: cuda.Shape) -> Any:
        self.clock = Clock(super()._kernels_of(shape))
        return self.clock


def line(launcher: TimedLauncher, name: str, counted: bool, note: str) -> None:
    """One row: the first launch, the best of three, and the first games against the CPU's."""
    classic, bots, games = BotTable(Setting()), [name] * 4, BATCHES[name]
    few = Hands(cuda.MANY)
    ready = few.play(launcher, classic, bots, 1, counted=counted)
    hands, slow = Hands(games), Hands(COMPARED)
    took, alone = [], []
    for _ in range(3):
        took.append(hands.play(launcher, classic, bots, TURNS, counted=counted))
        alone.append(launcher.clock.seconds)
    took.sort()
    told = hands.told()
    decisions = told[:, loops.RESULT_ACTIONS].sum() / took[0]
    slow.play(kernel.compiled(), classic, bots, TURNS)
    rates = f"{games / min(alone):,.0f} | {games / took[0]:,.0f} | {games / took[2]:,.0f} | {decisions:,.0f}"
    print(
        f"| {name} | {'counted' if counted else 'bare'} | {note} | {games:,} | {ready:.1f} s | {rates} | "
        f"{same(slow, hands, COMPARED)} |",
        flush=True,
    )


def speed(late: Callable[[], bool]) -> None:
    """Compiled now, and loaded from disk by a launcher that knows nothing yet."""
    _head()
    for name in ("trader", "baron", "novice"):
        for counted in (False, True):
            for note in ("compiled now", "from disk"):
                if not late():
                    _tried(lambda c=counted, n=name, t=note: line(TimedLauncher(_shape(n)), n, c, t))


def variants(late: Callable[[], bool]) -> None:
    """Other grids and numbers of registers, for those who trade."""
    _head()
    for shape in VARIANTS:
        note = f"{shape.registers} registers, {shape.blocks} × {shape.block} threads, {shape.slots} slots"
        for name in ("trader", "baron"):
            if not late():
                _tried(lambda n=name, t=note, s=shape: line(TimedLauncher(s), n, False, t))


def _shape(name: str) -> cuda.Shape | None:
    return None if name == "novice" else ALONE


def _head() -> None:
    print(
        "\n| four of | | kernel | games | first launch | games/s on the GPU | with transfers | slowest of 3 |", end=""
    )
    print(" decisions/s | the CPU's games |\n|---|---|---|---|---|---|---|---|---|---|", flush=True)


def _tried(work: Callable[[], None]) -> None:
    try:
        work()
    except Exception:
        print(traceback.format_exc()[-1500:], flush=True)


def simulate(late: Callable[[], bool]) -> None:
    """What a user calls, with all its statistics; the chunk is the number of games per launch."""
    print("\n| four of | chunk | games | games/s | digest |\n|---|---|---|---|---|", flush=True)
    for name, games in (("trader", 4_000_000), ("baron", 4_000_000)):
        for chunk in (1 << 20, 1 << 19, 1 << 21):
            if late():
                return
            chunks.GPU_CHUNK = chunks.LARGE_GPU_CHUNK = chunk
            start = time.perf_counter()
            found = freehold.simulate("classic", name, games=games, seed=SEED, players=4, backend="cuda")
            took = time.perf_counter() - start
            print(f"| {name} | {chunk:,} | {games:,} | {games / took:,.0f} | {found.digest[:16]} |", flush=True)
    for name in ("trader", "baron"):
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
