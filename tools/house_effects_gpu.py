"""Plays cells of the table of house rules on a GPU, many at once: see `house_effects.py`.

A kernel that is made for each set of rules would be compiled for a minute for each cell. So one serves all cells of an
edition and a line-up: what house rules and the number of players change is not folded into it. The kernels are compiled
at once, in processes of their own. A batch of 100,000 games cannot keep a whole GPU busy to its end, so each gets a few
multiprocessors, and three dozen of them play side by side.
"""

from __future__ import annotations

import os

os.environ.setdefault("CUDA_DEVICE_MAX_CONNECTIONS", "32")  # or launches of different threads wait for each other

import subprocess
import sys
import threading
import time
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import Any

from tools.house_effects import ROOT, Job, Take

from freehold.arena.accumulators import counted_on_gpu
from freehold.arena.balance import price_tag
from freehold.arena.balance.laboratory import LADDER, Laboratory
from freehold.arena.chunks import Plan
from freehold.arena.result import Result
from freehold.arena.tables import Setting, table_of
from freehold.editions import load
from freehold.editions.house import HOUSE_RULES, house_options
from freehold.engine.facts import common, facts_of
from freehold.engine.gpu import cuda
from freehold.engine.gpu.launch import TARGET, Kernels
from freehold.engine.specialise import Facts
from freehold.players import ladder

LINE_UPS = ("barons", "mixed")
ROOM = 4  # multiprocessors of one launch
LAUNCHES = 32  # of barons at once
CELLS = 6  # at once; their mixed tables are launched by the threads of the cells
POLL = 0.002
COMPILER = (sys.executable, "-m", "tools.house_effects_gpu")


def facts_for(edition: str, line_up: str) -> Facts:
    """What all cells of an edition have in common."""
    made = []
    sizes = load(edition).players
    for rules in ((), *((rule,) for rule in HOUSE_RULES)):
        tables = table_of(Setting.of(edition, options=house_options(rules))).t[0]
        for players in range(sizes.min, sizes.max + 1):
            names = ("baron",) * players if line_up == "barons" else (LADDER * 2)[:players]
            made.append(facts_of(tables, [ladder.RANKS[name] for name in names], 0, 1, **TARGET))
    return common(made)


class Launcher(cuda.Launcher):
    """Launches the kernel of one edition and line-up on a few multiprocessors."""

    def __init__(self, facts: Facts, memory: cuda.Memory) -> None:
        super().__init__(cuda.TRADING)
        self.facts, self._memory = facts, memory

    def _facts(self, work: Any, bots: list[int]) -> Facts:
        own = facts_of(work["tables"], bots, int(work["run"]["audited"]), int(work["run"]["counted"]), **TARGET)
        if not set(self.facts.fields) <= set(own.fields) or not set(self.facts.names) <= set(own.names):
            raise ValueError("This kernel was made for other facts.")
        return self.facts

    def _room(self) -> int:
        return ROOM

    def _kernels_of(self, shape: cuda.Shape) -> Kernels:
        key = (shape.registers, shape.program)
        return self._kernels.setdefault(key, Patient(self.cuda, *key, **self.options))


class Patient(Kernels):
    """Waits for its launch without holding up the other threads."""

    def launch(self, facts: Facts, grid: tuple[Any, ...], *given: Any) -> None:
        super().launch(facts, grid, *given)
        if hasattr(self.cuda, "syncwarp"):
            done = self.cuda.event(timing=False)
            done.record(grid[2])
            while not done.query():
                time.sleep(POLL)


@dataclass(frozen=True)
class GpuLaboratory(Laboratory):
    """The laboratory, with kernels of its edition."""

    launchers: tuple[Launcher, ...] = ()

    def simulate(self, bots: str | Sequence[str], games: int, seed: int, workers: int | None = None) -> Result:
        plan: Plan = replace(self.plan(bots, games, seed), kept=False)
        launcher = self.launchers[0 if isinstance(bots, str) else 1]
        counts, digest = counted_on_gpu(plan, range(games), launcher)
        return Result(plan, counts, digest.result(), 0.0)


class Compilers:
    """Processes that compile the kernels, and the launchers of those that are there."""

    def __init__(self, editions: Iterable[str]) -> None:
        self.memory = cuda.Memory(cuda.library())
        self.lock = threading.Lock()
        self.made: dict[str, tuple[Launcher, ...]] = {}
        self.waiting = {
            edition: [subprocess.Popen([*COMPILER, edition, name], cwd=ROOT) for name in LINE_UPS]
            for edition in dict.fromkeys(editions)
        }

    def launchers(self, edition: str) -> tuple[Launcher, ...] | None:
        """None as long as one is being compiled. A compiler that failed raises."""
        with self.lock:
            if edition not in self.made:
                codes = [process.poll() for process in self.waiting[edition]]
                if any(codes):
                    raise RuntimeError(f"The kernels of {edition} were not compiled: {codes}")
                if None in codes:
                    return None
                self.made[edition] = tuple(Launcher(facts_for(edition, name), self.memory) for name in LINE_UPS)
            return self.made[edition]


def play(jobs: Sequence[Job], take: Take, until: float) -> None:
    """Play the cells in order, but those first whose kernels are ready; none is begun after `until` (monotonic)."""
    compilers = Compilers(job.edition for job in jobs)
    left, lock = list(jobs), threading.Lock()

    def next_job() -> tuple[Job, tuple[Launcher, ...]] | None:
        while time.monotonic() < until:
            with lock:
                if not left:
                    return None
                for job in left:
                    if launchers := compilers.launchers(job.edition):
                        left.remove(job)
                        return job, launchers
            time.sleep(0.2)
        return None

    def work(_: int) -> None:
        while found := next_job():
            job, launchers = found
            began = time.monotonic()
            take(
                price_tag.measured(
                    job.laboratory(GpuLaboratory, backend="cuda", spread=batches.map, launchers=launchers)
                )
            )
            print(f"{time.monotonic() - began:.1f} s:", *job, flush=True)

    with ThreadPoolExecutor(LAUNCHES) as batches, ThreadPoolExecutor(CELLS) as cells:
        list(cells.map(work, range(CELLS)))


def compile_kernel(edition: str, line_up: str) -> None:
    """Play a few games, so that the kernel is on disk."""
    launcher = Launcher(facts_for(edition, line_up), cuda.Memory(cuda.library()))
    laboratory = GpuLaboratory(edition, (), 4, 1, 1, backend="cuda", launchers=(launcher, launcher))
    laboratory.simulate("baron" if line_up == "barons" else laboratory.mixed_line_up, 64, 1)


if __name__ == "__main__":
    compile_kernel(*sys.argv[1:])
