"""`freehold tournament`: bots against bots, as a table, as JSON, or as a page. Here is what is asked, and its checks.

What is played is in `freehold.arena`, how it is shown in `tournament_view.py` and `tournament_page.py`.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn

from freehold.arena import lineup
from freehold.arena.pool import cores
from freehold.arena.standings import summary
from freehold.arena.tournament import LADDER, ROUNDS, Plan, run
from freehold.cli import setting_up
from freehold.cli.editions import load as load_edition
from freehold.cli.terminal import WrongUsage, console, language, show_json, trouble
from freehold.cli.tournament_page import page
from freehold.cli.tournament_view import Report, as_json, number, show
from freehold.cli.words import word
from freehold.editions import ids
from freehold.engine import compile as kernel
from freehold.players import BotError
from freehold.rules.state import PLAYERS

USUAL_PLAYERS = 4
MOST_GAMES, MOST_ROUNDS, MOST_FUTURES, MOST_WORKERS = 100_000_000, 100_000, 1_000_000, 1024
INTERRUPTED = 130


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
    rounds: Annotated[str, typer.Option(metavar="N", help="A game is given up after so many.")] = str(ROUNDS),
    futures: Annotated[
        str | None, typer.Option(metavar="N", help="Futures that a tycoon plays for one decision.")
    ] = None,
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
    seats = _players(players, names, form, editions, tongue)
    plan = Plan(
        form=form,
        bots=tuple(names),
        players=seats,
        settings=_settings(editions, variant, option or [], tongue),
        games=_whole("--games", games, MOST_GAMES, tongue),
        seed=setting_up.seed_of(seed, tongue),
        rounds=_whole("--rounds", rounds, MOST_ROUNDS, tongue),
        futures=None if futures is None else _whole("--futures", futures, MOST_FUTURES, tongue),
    )
    hands = cores() if workers is None else _whole("--workers", workers, MOST_WORKERS, tongue)
    _check_bots(names, tongue)
    if html is not None:
        _check_file(html, tongue)
    with _progress(plan.all_games(), tongue) as tell:
        played = run(plan, lineup.play, workers=hands, prepare=kernel.compiled, tell=tell)
    if played.games == 0:
        typer.echo(word("tournament-none", tongue), err=True)
        raise typer.Exit(INTERRUPTED)
    report = Report(played, summary(played), tuple(summary(played.of(setting)) for setting in plan.settings), tongue)
    if html is not None:
        _write(html, page(report), tongue)
    if json:
        show_json(as_json(report))
    elif html is not None:
        typer.echo(word("odds-written", tongue, file=html))
    else:
        show(report, console())
    if not played.complete:
        raise typer.Exit(INTERRUPTED)


def _bots(given: list[str] | None, form: str, lang: str) -> list[str]:
    if given is None and form != "table":
        return list(LADDER)
    names = _named(given or [""])
    if not all(names):
        raise WrongUsage(word("no-bots", lang))
    if form != "table":
        for name in names:
            if names.count(name) > 1:
                raise WrongUsage(word("same-bot", lang, bot=name, option=f"--{form}"))
        if len(names) < 2:
            raise WrongUsage(word("too-few-bots", lang, option=f"--{form}"))
    return names


def _named(given: list[str]) -> list[str]:
    return [name.strip() for some in given for name in some.split(",")]


def _editions(given: list[str]) -> list[str]:
    """Each of them once."""
    named = [id for name in _named(given) for id in (ids() if name == "all" else [name])]
    return list(dict.fromkeys(named))


def _players(given: str | None, names: list[str], form: str, editions: list[str], lang: str) -> int:
    if given is not None:
        seats = _whole("--players", given, PLAYERS, lang, low=2)
    else:
        seats = len(names) if form == "table" and len(names) > 1 else USUAL_PLAYERS
    if form == "table" and len(names) not in (1, seats):
        raise WrongUsage(word("wrong-bots", lang, players=seats, given=len(names)))
    for name in editions:
        few, many = load_edition(name, lang).players.min, load_edition(name, lang).players.max
        if not few <= seats <= many:
            raise WrongUsage(word("wrong-players", lang, edition=name, low=few, high=many, given=seats))
    return seats


def _settings(editions: list[str], variant: str, pairs: list[str], lang: str) -> tuple[lineup.Setting, ...]:
    for name in editions:
        known = load_edition(name, lang).variants
        if variant not in known:
            raise WrongUsage(word("unknown-variant", lang, edition=name, given=variant, known=", ".join(known)))
    options = setting_up.options(pairs, variant, lang)
    return tuple(lineup.Setting(name, variant, options) for name in editions)


def _whole(name: str, given: str, most: int, lang: str, low: int = 1) -> int:
    text = given.strip()
    if not (text.isdecimal() and len(text) < 12 and low <= int(text) <= most):
        raise WrongUsage(word("bad-number", lang, name=name, low=low, high=most, given=given))
    return int(text)


def _check_bots(names: list[str], lang: str) -> None:
    for name in dict.fromkeys(names):
        try:
            lineup.check_bot(name)
        except BotError as error:
            raise WrongUsage(error.sentence(lang)) from None


def _check_file(file: str, lang: str) -> None:
    """Better to know before the games than after them."""
    path = Path(file)
    there = path.exists()
    try:
        path.open("a", encoding="utf-8").close()
        if not there:
            path.unlink()
    except OSError as error:
        raise WrongUsage(word("cannot-write", lang, file=file, why=trouble(error, lang))) from None


def _write(file: str, text: str, lang: str) -> None:
    try:
        Path(file).write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        raise WrongUsage(word("cannot-write", lang, file=file, why=trouble(error, lang))) from None


@contextmanager
def _progress(games: int, lang: str) -> Iterator[Callable[[int], None]]:
    """A line on the terminal, where there is one: how far, how fast, how long still."""
    screen = Console(stderr=True, highlight=False, markup=False, emoji=False)
    columns = (SpinnerColumn(), BarColumn(), TextColumn("{task.description}", markup=False))
    with Progress(*columns, console=screen, transient=True, disable=not screen.is_terminal) as progress:
        task = progress.add_task(word("tournament-prepare", lang), total=games)
        began = time.monotonic()

        def tell(done: int) -> None:
            nonlocal began
            if done == 0:
                began = time.monotonic()
                return
            rate = done / max(time.monotonic() - began, 1e-9)
            said = word(
                "tournament-progress",
                lang,
                done=number(done, lang),
                all=number(games, lang),
                rate=number(rate, lang, 0 if rate >= 10 else 1),
                left=_clock((games - done) / rate),
            )
            progress.update(task, completed=done, description=said)

        yield tell


def _clock(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes // 60}:{minutes % 60:02}:{rest:02}"
