"""`freehold tournament`: bots against bots, as a table, JSON or a page. Option parsing only.

`freehold.arena` plays the games, `freehold.reports` displays the results.
"""

from __future__ import annotations

from functools import partial
from typing import Annotated

import typer

from freehold.arena import bot_games
from freehold.arena.pool import cores
from freehold.arena.tournament import LADDER, ROUNDS, TournamentPlan, run
from freehold.cli.commands.arena.arena_options import (
    INTERRUPTED,
    MOST_WORKERS,
    bots_named,
    check_bots,
    check_file,
    named,
    progress,
    seats_of,
    settings_of,
    whole,
)
from freehold.cli.terminal import WrongUsage, console, language, show_json, write_file
from freehold.cli.terminal_game import setup
from freehold.editions import ids
from freehold.i18n.command_words import word
from freehold.players import BotError
from freehold.players.bot_objects import is_own
from freehold.reports.tournament_page import page
from freehold.reports.tournament_report import as_json, show, stopped
from freehold.reports.tournament_report import report as report_of

MOST_GAMES, MOST_ROUNDS = 100_000_000, 100_000


def tournament(
    edition: Annotated[
        list[str] | None,
        typer.Option(
            metavar="E,…", help="Editions or files of your own, with commas or repeated; `all` for every one."
        ),
    ] = None,
    bots: Annotated[
        list[str] | None,
        typer.Option(
            "--bots", "--bot", metavar="A,B,…", help="One for each seat, or one for all: a level or FILE:CLASS."
        ),
    ] = None,
    games: Annotated[str, typer.Option(metavar="N", help="Games of each line-up.")] = "1000",
    seed: Annotated[str, typer.Option(metavar="S", help="The same seed gives the same games.")] = "1",
    round_robin: Annotated[
        bool, typer.Option("--round-robin", help="Each bot alone against a table of each other: a cross table.")
    ] = False,
    ladder: Annotated[
        bool, typer.Option("--ladder", help="Each bot alone against a table of the one named before it.")
    ] = False,
    players: Annotated[
        str | None, typer.Option(metavar="2–8", help="Seats at a table; else as many as bots named, or 4.")
    ] = None,
    variant: Annotated[str, typer.Option(help="classic, short or timed.")] = "classic",
    option: Annotated[
        list[str] | None, typer.Option(metavar="NAME=VALUE", help="A choice the rulebook leaves open; may be repeated.")
    ] = None,
    house: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="A house rule (`freehold rules house`); may be repeated.")
    ] = None,
    rounds: Annotated[str, typer.Option(metavar="N", help="A game is given up after so many.")] = str(ROUNDS),
    net_worth: Annotated[
        bool, typer.Option("--net-worth", help="A game that is given up is won by the richest player.")
    ] = False,
    workers: Annotated[str | None, typer.Option(metavar="K", help="Processes; else one a core.")] = None,
    html: Annotated[str | None, typer.Option(metavar="FILE", help="Write a page with the tables and charts.")] = None,
    lang: Annotated[str | None, typer.Option(help="en or fr; else the language of your system.")] = None,
    json: Annotated[bool, typer.Option("--json", help="For a program.")] = False,
) -> None:
    """Bots against bots: seats rotated, the same dice for all, wins and Elo with their intervals.

    Example: freehold tournament --ladder --bots random,novice,trader,baron --games 2000 --html ladder.html
    """
    tongue = language(lang)
    if ladder and round_robin:
        raise WrongUsage(word("two-formats", tongue))
    form = "ladder" if ladder else "round-robin" if round_robin else "table"
    names = _bots(bots, form, tongue)
    editions = _editions(edition or ["classic"])
    seats = seats_of(players, names, editions, tongue, one_table=form == "table")
    plan = TournamentPlan(
        form=form,
        bots=tuple(names),
        players=seats,
        settings=settings_of(editions, variant, setup.pairs_of(option, house), tongue),
        games=whole("--games", games, MOST_GAMES, tongue),
        seed=setup.seed_of(seed, tongue),
        rounds=whole("--rounds", rounds, MOST_ROUNDS, tongue),
        net_worth=net_worth,
    )
    hands = cores() if workers is None else whole("--workers", workers, MOST_WORKERS, tongue)
    check_bots(names, tongue)
    if html is not None:
        check_file(html, tongue)
    prepare = partial(bot_games.prepare, plan.compiled_bots())
    try:
        with progress(plan.all_games(), tongue, slow=any(is_own(name) for name in names)) as tell:
            played = run(plan, bot_games.play, workers=hands, prepare=prepare, tell=tell, lang=tongue)
    except BotError as error:
        raise WrongUsage(error.sentence(tongue)) from None
    if played.games == 0:
        typer.echo(word("tournament-none", tongue), err=True)
        raise typer.Exit(INTERRUPTED)
    report = report_of(played, tongue)
    if html is not None:
        write_file(html, page(report), tongue)
    if json:
        show_json(as_json(report))
    elif html is not None:
        typer.echo(word("odds-written", tongue, file=html))
        if not played.complete:
            typer.echo(stopped(report))
    else:
        show(report, console())
    if not played.complete:
        raise typer.Exit(INTERRUPTED if played.broken is None else 1)


def _bots(given: list[str] | None, form: str, lang: str) -> list[str]:
    if given is None and form != "table":
        return list(LADDER)
    names = bots_named(given or [""])
    if not all(names):
        raise WrongUsage(word("no-bots", lang))
    if form != "table":
        for name in names:
            if names.count(name) > 1:
                raise WrongUsage(word("same-bot", lang, bot=name, option=f"--{form}"))
        if len(names) < 2:
            raise WrongUsage(word("too-few-bots", lang, option=f"--{form}"))
    return names


def _editions(given: list[str]) -> list[str]:
    """The editions without duplicates."""
    every = [id for name in named(given) for id in (ids() if name == "all" else [name])]
    return list(dict.fromkeys(every))
