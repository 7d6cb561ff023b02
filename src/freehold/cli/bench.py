"""`freehold bench`: how fast this machine plays, on each backend it has. Measured anew each time, in a few seconds."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from typing import Annotated, Any

import typer
from rich.table import Table

from freehold.arena.playing import BACKENDS, Plan
from freehold.arena.pool import cores
from freehold.arena.simulation import in_threads, plan_of, run
from freehold.cli.arena_setup import number, progress
from freehold.cli.terminal import console, language, show_json
from freehold.cli.words import word
from freehold.engine import compile as kernel

LINE_UPS = ("baron", "trader", "novice")
SECONDS = 0.6  # for each figure
FIRST = {"python": 1}  # games to begin with, where the usual number would take too long
USUAL_FIRST, MOST = 128, 100_000  # and the most that are played for one figure
SEED = 1


def bench(
    seconds: Annotated[float, typer.Option(min=0.01, max=60, help="For each figure.")] = SECONDS,
    lang: Annotated[str | None, typer.Option(help="en or fr; else the language of your system.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="For a program.")] = False,
) -> None:
    """How fast this machine plays, on each backend it has: decisions and whole games a second, statistics included.

    Example: freehold bench --json
    """
    tongue = language(lang)
    todo = list(tables())
    rows = []
    with progress(len(todo), tongue):
        kernel.compiled()
        run(plan_of("classic", "baron", 1, SEED), 1)  # the first game of a process is a slow one
        for plan, workers in todo:
            rows.append(measure(plan, workers, seconds))
    if as_json:
        show_json(rows)
        return
    table = Table(box=None, pad_edge=False, header_style="bold")
    for key in ("b-backend", "b-workers", "b-bots", "b-decisions", "b-games"):
        table.add_column(word(key, tongue), justify="left" if key in ("b-backend", "b-bots") else "right")
    for row in rows:
        figures = (number(row[key], tongue) for key in ("decisions_per_second", "games_per_second"))
        table.add_row(row["backend"], str(row["workers"]), f"4 × {row['bots'][0]}", *figures)
    screen = console()
    screen.print(word("b-title", tongue), style="bold")
    screen.print(table)


def tables() -> Iterator[tuple[Plan, int]]:
    """What is measured: each line-up on each backend, on one core and, where that is a matter of threads, on all."""
    for backend in BACKENDS:
        for bot in LINE_UPS:
            plan = plan_of("classic", bot, FIRST.get(backend, USUAL_FIRST), SEED, backend=backend)
            yield plan, 1
            if in_threads(plan) and cores() > 1:
                yield plan, cores()


def measure(plan: Plan, workers: int, seconds: float) -> dict[str, Any]:
    """One figure: games are played, more each time, until they took long enough to be measured."""
    games, until = plan.games, time.perf_counter() + seconds
    while True:
        result = run(replace(plan, games=games), workers)
        left = until - time.perf_counter()
        if left <= 0 or result.seconds >= seconds / 2 or games >= MOST:
            break
        games = min(MOST, max(games + 1, int(games * min(left, seconds) / max(result.seconds, 1e-6))))
    return {
        "backend": plan.backend,
        "workers": workers,
        "bots": list(plan.bots),
        "decisions_per_second": result.counts.decisions / result.seconds,
        "games_per_second": result.games / result.seconds,
    }
