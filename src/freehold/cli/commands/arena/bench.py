"""`freehold bench`: the speed of this machine on each available backend, measured in a few seconds."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Annotated, Any

import typer

from freehold.arena.accumulators import Counts, Digest
from freehold.arena.chunks import BACKENDS, GPU_CHUNK, Plan, backends, prepare
from freehold.arena.pool import cores
from freehold.arena.simulation import chunks_of, in_threads, plan_of, take
from freehold.cli.commands.arena.arena_options import INTERRUPTED, named, waiting
from freehold.cli.terminal import WrongUsage, console, language, show_json
from freehold.extras import MissingExtra, need
from freehold.i18n.command_words import word
from freehold.i18n.languages import number

LINE_UPS = ("baron", "trader", "novice")
SECONDS = 0.6  # per figure
FIRST = {"python": 1, "cpu": 128, "cuda": GPU_CHUNK}  # games of the first measurement
MOST = 100_000  # the largest factor over the first measurement
SEED = 1
FIGURES = ("decisions_per_second", "games_per_second", "counted_games_per_second")
HEADS = ("b-backend", "b-workers", "b-bots", "b-decisions", "b-games", "b-counted")
WIDTHS = (6, 1, 10, 13, 9, 9)  # minimum widths; a line then fits 60 columns


def bench(
    backend: Annotated[
        list[str] | None,
        typer.Option(metavar="python|cpu|cuda", help="Only these, with commas or repeated; else all that are here."),
    ] = None,
    seconds: Annotated[
        float, typer.Option(metavar="0.01–60", min=0.01, max=60, help="For each figure, in seconds.")
    ] = SECONDS,
    lang: Annotated[str | None, typer.Option(help="en or fr; else the language of your system.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="For a program.")] = False,
) -> None:
    """How fast this machine plays, on each backend it has: decisions and whole games a second, and how many games a
    second where everything is counted on the way, as `simulate` does.

    Example: freehold bench --backend cpu --json
    """
    tongue = language(lang)
    todo = list(tables(_chosen(backend, tongue)))
    screen, rows = console(), []
    if not as_json:
        screen.print(word("b-title", tongue), style="bold")
        lasts = number(2 * seconds * len(todo), tongue, 0 if seconds * len(todo) >= 5 else 1)
        screen.print(word("b-lasts", tongue, lines=len(todo), seconds=lasts), style="dim")
        screen.print(_head(tongue), style="bold")
    try:
        for k, (plan, workers) in enumerate(todo):
            with waiting(tongue) as say:
                which = word("b-which", tongue, k=k + 1, all=len(todo), backend=plan.backend, bots=_bots(plan.bots))
                tell = partial(_tell, say, which, tongue)
                for counted in (False, True):
                    prepare(replace(plan, counted=counted))
                rows.append(measure(plan, workers, seconds, tell))
            if not as_json:
                screen.print(_line(rows[-1], tongue))
    except KeyboardInterrupt:
        pass  # keep the figures measured so far
    if as_json:
        show_json(rows)
    elif backend is None and (missing := _lacking()) is not None:
        screen.print(missing.sentence(tongue), style="dim")
    if len(rows) < len(todo):
        raise typer.Exit(INTERRUPTED)


def _chosen(given: list[str] | None, lang: str) -> list[str]:
    """The backends to measure, from slowest to fastest."""
    here = backends()
    if given is None:
        return here if _lacking() is None else ["python"]
    asked = named(given)
    for name in asked:
        if name not in BACKENDS:
            raise WrongUsage(word("unknown-backend", lang, given=name, known=", ".join(BACKENDS)))
        if name not in here:
            raise WrongUsage(word("no-gpu", lang))
    return [name for name in here if name in asked]


def _lacking() -> MissingExtra | None:
    """What is missing for the backends that are compiled."""
    try:
        need("sim")
    except MissingExtra as missing:
        return missing
    return None


def _tell(say: Callable[[str], None], which: str, lang: str, key: str) -> None:
    say(which + word(key, lang))


def _bots(names: Sequence[str]) -> str:
    return f"{len(names)} × {names[0]}"


def _head(lang: str) -> str:
    """The column names; a name of two words takes two lines."""
    heads = [word(key, lang).rpartition(" ") for key in HEADS]
    lines = ([above for above, _, _ in heads], [name for _, _, name in heads])
    return "\n".join(_columns(line, lang) for line in lines)


def _line(row: dict[str, Any], lang: str) -> str:
    figures = (number(row[key], lang) for key in FIGURES)
    return _columns([row["backend"], str(row["workers"]), _bots(row["bots"]), *figures], lang)


def _columns(cells: Sequence[str], lang: str) -> str:
    widths = [max(least, len(word(key, lang).split(" ")[-1])) for key, least in zip(HEADS, WIDTHS, strict=True)]
    left = ("b-backend", "b-bots")
    laid = (
        cell.ljust(width) if key in left else cell.rjust(width)
        for cell, width, key in zip(cells, widths, HEADS, strict=True)
    )
    return " ".join(laid).rstrip()


def tables(chosen: Sequence[str] | None = None) -> Iterator[tuple[Plan, int]]:
    """The measurements: each line-up on each backend, on one core and, for threads, on all cores."""
    for backend in backends() if chosen is None else chosen:
        for bot in LINE_UPS:
            plan = plan_of("classic", bot, FIRST[backend], SEED, backend=backend)
            yield plan, 1
            if in_threads(plan) and cores() > 1:
                yield plan, cores()


def measure(plan: Plan, workers: int, seconds: float, tell: Callable[[str], None] = lambda key: None) -> dict[str, Any]:
    """One row: games without and with a tally. `tell` is called with the key of a status text."""
    found = []
    for counted in (False, True):
        one = replace(plan, counted=counted)
        tell("b-compiling" if plan.backend == "cuda" else "b-warming")
        played(one, workers)  # warm-up: a GPU may compile a kernel
        tell("b-counting" if counted else "b-measuring")
        found.append(rates(one, workers, seconds))
    (decisions, games), (_, counted_games) = found
    return {
        "backend": plan.backend,
        "workers": workers,
        "bots": list(plan.bots),
        **dict(zip(FIGURES, (decisions, games, counted_games), strict=True)),
    }


def rates(plan: Plan, workers: int, seconds: float) -> tuple[float, float]:
    """Decisions and games per second. The number of games grows until the run is long enough to measure."""
    games, until = plan.games, time.perf_counter() + seconds
    while True:
        decisions, took = played(replace(plan, games=games), workers)
        left = until - time.perf_counter()
        if left <= 0 or took >= seconds / 2 or games >= MOST * plan.games:
            return decisions / took, games / took
        games = min(MOST * plan.games, max(games + 1, int(games * min(left, seconds) / max(took, 1e-6))))


def played(plan: Plan, workers: int) -> tuple[int, float]:
    """The number of decisions in the games of a plan, and the seconds that they took."""
    began = time.perf_counter()
    counts, digest = Counts(), Digest()
    counts.before(plan)
    digest.before(plan)
    for answer in chunks_of(replace(plan, kept=False), workers):
        take((counts, digest), answer)
    return counts.decisions, time.perf_counter() - began
