"""`freehold bench`: how fast this machine plays, on each backend it has. Measured anew each time, in a few seconds."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Annotated, Any

import typer
from rich.table import Table

from freehold.arena.playing import GPU_CHUNK, Plan, backends, play_chunk
from freehold.arena.pool import cores, in_order
from freehold.arena.simulation import in_threads, plan_of
from freehold.cli.arena_setup import number, progress
from freehold.cli.terminal import console, language, show_json
from freehold.cli.words import word
from freehold.engine import compile as kernel
from freehold.engine import loops

LINE_UPS = ("baron", "trader", "novice")
SECONDS = 0.6  # for each figure
FIRST = {"python": 1, "cpu": 128, "cuda": GPU_CHUNK}  # games to begin with
MOST = 100_000  # times as many at the most
SEED = 1
FIGURES = ("decisions_per_second", "games_per_second", "counted_games_per_second")


def bench(
    seconds: Annotated[float, typer.Option(min=0.01, max=60, help="For each figure.")] = SECONDS,
    lang: Annotated[str | None, typer.Option(help="en or fr; else the language of your system.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="For a program.")] = False,
) -> None:
    """How fast this machine plays, on each backend it has: decisions and whole games a second, and how many games a
    second where everything is counted on the way, as `simulate` does.

    Example: freehold bench --json
    """
    tongue = language(lang)
    todo = list(tables())
    rows = []
    with progress(len(todo), tongue):
        kernel.compiled()
        for plan, workers in todo:
            rows.append(measure(plan, workers, seconds))
    if as_json:
        show_json(rows)
        return
    table = Table(box=None, pad_edge=False, header_style="bold")
    for key in ("b-backend", "b-workers", "b-bots", "b-decisions", "b-games", "b-counted"):
        table.add_column(word(key, tongue), justify="left" if key in ("b-backend", "b-bots") else "right")
    for row in rows:
        figures = (number(row[key], tongue) for key in FIGURES)
        table.add_row(row["backend"], str(row["workers"]), f"4 × {row['bots'][0]}", *figures)
    screen = console()
    screen.print(word("b-title", tongue), style="bold")
    screen.print(table)


def tables() -> Iterator[tuple[Plan, int]]:
    """What is measured: each line-up on each backend, on one core and, where that is a matter of threads, on all."""
    for backend in backends():
        for bot in LINE_UPS:
            plan = plan_of("classic", bot, FIRST[backend], SEED, backend=backend)
            yield plan, 1
            if in_threads(plan) and cores() > 1:
                yield plan, cores()


def measure(plan: Plan, workers: int, seconds: float) -> dict[str, Any]:
    """A row: the games alone, and counted on the way."""
    decisions, games = rates(replace(plan, counted=False), workers, seconds)
    figures = (decisions, games, rates(plan, workers, seconds)[1])
    return {
        "backend": plan.backend,
        "workers": workers,
        "bots": list(plan.bots),
        **dict(zip(FIGURES, figures, strict=True)),
    }


def rates(plan: Plan, workers: int, seconds: float) -> tuple[float, float]:
    """Decisions and games a second: games are played, more each time, until they took long enough to be measured."""
    played(plan, workers)  # the first ones are slow, and a GPU may compile a kernel for them
    games, until = plan.games, time.perf_counter() + seconds
    while True:
        decisions, took = played(replace(plan, games=games), workers)
        left = until - time.perf_counter()
        if left <= 0 or took >= seconds / 2 or games >= MOST * plan.games:
            return decisions / took, games / took
        games = min(MOST * plan.games, max(games + 1, int(games * min(left, seconds) / max(took, 1e-6))))


def played(plan: Plan, workers: int) -> tuple[int, float]:
    """How many decisions the games of a plan had, and the seconds that they took."""
    began = time.perf_counter()
    chunks = in_order(partial(play_chunk, plan), plan.chunks(), workers, threads=in_threads(plan))
    decisions = sum(int(chunk.column(loops.RESULT_ACTIONS).sum()) for chunk in chunks)
    return decisions, time.perf_counter() - began
