"""`freehold simulate`: many games of one line-up, as tables, JSON, data files or a page. Option parsing only.

`freehold.arena` plays the games, `freehold.reports` displays the results.
"""

from __future__ import annotations

import errno
import os
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Annotated

import typer

from freehold.arena import simulation
from freehold.arena.chunks import BACKENDS, Plan
from freehold.arena.cluster import ClusterError, check_address
from freehold.arena.games_table import GamesTable
from freehold.arena.result import Result
from freehold.arena.simulation import ROUNDS
from freehold.cli.commands.arena.arena_options import (
    INTERRUPTED,
    MOST_WORKERS,
    bots_named,
    check_bots,
    check_file,
    progress,
    seats_of,
    settings_of,
    whole,
)
from freehold.cli.commands.editions import load as load_edition
from freehold.cli.terminal import WrongUsage, console, language, show_json, trouble, write_file
from freehold.cli.terminal_game import setup
from freehold.engine.gpu import cuda
from freehold.i18n.command_words import word
from freehold.players import BotError
from freehold.reports.simulation_page import page
from freehold.reports.simulation_report import Report, show, stopped

MOST_GAMES, MOST_TURNS = 10_000_000_000, 1_000_000


def simulate(
    edition: Annotated[str, typer.Argument(help="An edition, or a file of your own.")] = "classic",
    games: Annotated[str, typer.Option(metavar="N", help="How many.")] = "1000",
    seed: Annotated[str, typer.Option(metavar="S", help="The same seed gives the same games.")] = "1",
    bots: Annotated[
        list[str] | None,
        typer.Option(
            "--bots", "--bot", metavar="A,B,…", help="One for each seat, or one for all: a level or FILE:CLASS."
        ),
    ] = None,
    players: Annotated[
        str | None, typer.Option(metavar="2–8", help="Seats at the table; else as many as bots named, or 4.")
    ] = None,
    variant: Annotated[str, typer.Option(help="classic, short or timed.")] = "classic",
    option: Annotated[
        list[str] | None, typer.Option(metavar="NAME=VALUE", help="A choice the rulebook leaves open; may be repeated.")
    ] = None,
    house: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="A house rule (`freehold rules house`); may be repeated.")
    ] = None,
    rotate: Annotated[bool, typer.Option("--rotate", help="Every game begins one seat further on.")] = False,
    turns: Annotated[
        str | None, typer.Option(metavar="N", help=f"A game is given up after so many; else {ROUNDS} a player.")
    ] = None,
    backend: Annotated[str, typer.Option(metavar="python|cpu|cuda", help="What runs the games.")] = "cpu",
    workers: Annotated[str | None, typer.Option(metavar="K", help="At once; else one a core.")] = None,
    cluster: Annotated[
        str | None,
        typer.Option(metavar="auto|local|HOST:PORT", help="Let a Ray cluster play; see docs/cluster.md."),
    ] = None,
    html: Annotated[str | None, typer.Option(metavar="FILE", help="Write a page with tables and plots.")] = None,
    csv: Annotated[str | None, typer.Option(metavar="FOLDER", help="Write the figures as CSV files.")] = None,
    parquet: Annotated[
        str | None, typer.Option(metavar="FOLDER", help="Write them as Parquet files, with a row for each game.")
    ] = None,
    lang: Annotated[str | None, typer.Option(help="en or fr; else the language of your system.")] = None,
    json: Annotated[bool, typer.Option("--json", help="For a program.")] = False,
) -> None:
    """Many games, and what they tell: who wins, how long it takes, which squares and deeds pay.

    Example: freehold simulate star-wars-2 --games 10000 --bots baron,trader --html report.html
    """
    tongue = language(lang)
    load_edition(edition, tongue)
    names = bots_named(bots or ["baron"])
    if not all(names):
        raise WrongUsage(word("no-bots", tongue))
    seats = seats_of(players, names, [edition], tongue, one_table=True)
    plan = Plan(
        setting=settings_of([edition], variant, setup.pairs_of(option, house), tongue)[0],
        bots=tuple(names) if len(names) > 1 else tuple(names) * seats,
        games=whole("--games", games, MOST_GAMES, tongue),
        seed=setup.seed_of(seed, tongue),
        turns=ROUNDS * seats if turns is None else whole("--turns", turns, MOST_TURNS, tongue),
        backend=backend,
        rotate=rotate,
    )
    check_bots(names, tongue)
    _check_backend(plan, tongue, here=cluster is None)
    hands = None if workers is None else whole("--workers", workers, MOST_WORKERS, tongue)
    if html is not None:
        check_file(html, tongue)
    folders = [folder for folder in (csv, parquet) if folder is not None]
    for folder in folders:
        _check_folder(folder, tongue)
    with progress(plan.games, tongue) as tell:
        table = None if parquet is None else GamesTable(parquet)
        with nullcontext() if parquet is None else _writing(parquet, tongue):
            result = _run(plan, hands, tell, cluster, tongue, table)
    if result.games == 0:
        typer.echo(word("tournament-none", tongue), err=True)
        raise typer.Exit(INTERRUPTED)
    report = Report(result, tongue)
    if html is not None:
        write_file(html, page(report), tongue)
    for to, write_files in ((csv, result.write_csv), (parquet, result.write_parquet)):
        if to is not None:
            with _writing(to, tongue):
                write_files(to, tongue)
    if json:
        show_json(result.summary(tongue))
    elif html is None and not folders:
        show(report, console())
    else:
        if html is not None:
            typer.echo(word("odds-written", tongue, file=html))
        if folders:
            typer.echo(word("s-files", tongue, folders=", ".join(folders)))
        if not result.complete:
            typer.echo(stopped(report))
    if not result.complete:
        raise typer.Exit(INTERRUPTED if result.broken is None else 1)


def _run(
    plan: Plan,
    workers: int | None,
    tell: Callable[[int], None],
    cluster: str | None,
    lang: str,
    table: GamesTable | None,
) -> Result:
    try:
        if cluster is not None:
            check_address(cluster)
        return simulation.run(plan, workers, progress=tell, cluster=cluster, table=table, lang=lang)
    except (BotError, ClusterError) as error:
        raise WrongUsage(error.sentence(lang)) from None


def _check_backend(plan: Plan, lang: str, *, here: bool) -> None:
    if plan.backend not in BACKENDS:
        raise WrongUsage(word("unknown-backend", lang, given=plan.backend, known=", ".join(BACKENDS)))
    if plan.backend != "cpu" and not plan.in_kernel:
        raise WrongUsage(word("backend-bots", lang))
    if here and plan.backend == "cuda" and cuda.missing():
        raise WrongUsage(word("no-gpu", lang))


@contextmanager
def _writing(folder: str, lang: str) -> Iterator[None]:
    """Files that cannot be written are told in one sentence."""
    from polars.exceptions import PolarsError

    try:
        yield
    except (OSError, PolarsError) as error:  # both contain the system's error number
        number = re.search(r"os error (\d+)", str(error))
        why = trouble(OSError(int(number[1]), "") if number else OSError(errno.EIO, ""), lang)
        raise WrongUsage(word("files-trouble", lang, folder=folder, why=why)) from None


def _check_folder(folder: str, lang: str) -> None:
    try:
        Path(folder).mkdir(parents=True, exist_ok=True)
        if not os.access(folder, os.W_OK):
            raise PermissionError(errno.EACCES, "")
    except FileExistsError:
        raise WrongUsage(word("not-folder", lang, file=folder)) from None
    except OSError as error:
        raise WrongUsage(word("cannot-write", lang, file=folder, why=trouble(error, lang))) from None
