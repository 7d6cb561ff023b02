"""Shared options of simulate, tournament and bench: bots, numbers, output files, progress."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, Progress, SpinnerColumn, TaskID, TextColumn, TimeElapsedColumn

from freehold.arena.tables import Setting
from freehold.cli.commands.editions import load as load_edition
from freehold.cli.compile_messages import about_compiling, heard
from freehold.cli.terminal import WrongUsage, trouble
from freehold.cli.terminal_game import setup
from freehold.engine.disk import CacheError
from freehold.i18n.command_words import word
from freehold.i18n.languages import number
from freehold.players import BotError
from freehold.players.built_in import current
from freehold.players.game_players import known
from freehold.rules.state import PLAYERS

USUAL_PLAYERS = 4
MOST_WORKERS = 1024
INTERRUPTED = 130
EVERY = 30.0  # seconds between two lines of progress in a file


def named(given: Sequence[str]) -> list[str]:
    """Names separated by commas or given by repeating the option."""
    return [name.strip() for some in given for name in some.split(",")]


def bots_named(given: Sequence[str]) -> list[str]:
    """The bots of an option; see `check_bots`."""
    return [current(name) for name in named(given)]


def whole(name: str, given: str, most: int, lang: str, low: int = 1) -> int:
    text = given.strip()
    if not (text.isdecimal() and len(text) < 12 and low <= int(text) <= most):
        raise WrongUsage(word("bad-number", lang, name=name, low=low, high=most, given=given))
    return int(text)


def seats_of(given: str | None, names: Sequence[str], editions: Sequence[str], lang: str, *, one_table: bool) -> int:
    """The number of seats: as given, or the number of named bots if they share one table."""
    if given is not None:
        seats = whole("--players", given, PLAYERS, lang, low=2)
    else:
        seats = len(names) if one_table and len(names) > 1 else USUAL_PLAYERS
    if one_table and len(names) not in (1, seats):
        raise WrongUsage(word("wrong-bots", lang, players=seats, given=len(names)))
    for name in editions:
        few, many = load_edition(name, lang).players.min, load_edition(name, lang).players.max
        if not few <= seats <= many:
            raise WrongUsage(word("wrong-players", lang, edition=name, low=few, high=many, given=seats))
    return seats


def settings_of(editions: Sequence[str], variant: str, pairs: list[str], lang: str) -> tuple[Setting, ...]:
    for name in editions:
        variants = load_edition(name, lang).variants
        if variant not in variants:
            raise WrongUsage(word("unknown-variant", lang, edition=name, given=variant, known=", ".join(variants)))
    options = setup.options(pairs, variant, lang)
    return tuple(Setting(name, variant, options) for name in editions)


def check_bots(names: Sequence[str], lang: str) -> None:
    for name in dict.fromkeys(names):
        try:
            known(name)
        except BotError as error:
            raise WrongUsage(error.sentence(lang)) from None


def check_file(file: str, lang: str) -> None:
    """Check that a file can be written before the games are played."""
    path = Path(file)
    there = path.exists()
    try:
        path.open("a", encoding="utf-8").close()
        if not there:
            path.unlink()
    except OSError as error:
        raise WrongUsage(word("cannot-write", lang, file=file, why=trouble(error, lang))) from None


@contextmanager
def cache_told(lang: str) -> Iterator[None]:
    """Report a `CacheError` as wrong usage."""
    try:
        yield
    except CacheError as error:
        why = trouble(error.trouble, lang)
        raise WrongUsage(word("no-cache", lang, folder=error.folder, why=why)) from None


@contextmanager
def _compiling_told(bar: Progress, task: TaskID, lang: str) -> Iterator[None]:
    """Announce compilation: in the status line, or in two lines of their own if there is no terminal."""

    def tell(told: str, seconds: float, uses: list[str]) -> None:
        said = about_compiling(told, seconds, uses, lang)
        if bar.console.is_terminal:
            bar.update(task, description=said)
        else:
            bar.console.print(said, soft_wrap=True)

    with heard(tell):
        yield


@contextmanager
def waiting(lang: str) -> Iterator[Callable[[str], None]]:
    """A status line with a description and the elapsed time, if there is a terminal; removed afterwards."""
    screen = Console(stderr=True, highlight=False, markup=False, emoji=False)
    columns = (SpinnerColumn(), TextColumn("{task.description}", markup=False), TimeElapsedColumn())
    line = Progress(*columns, console=screen, transient=True, disable=not screen.is_terminal)
    with cache_told(lang), line as bar:
        task = bar.add_task(word("arena-prepare", lang), total=None)
        with _compiling_told(bar, task, lang):
            yield lambda said: bar.update(task, description=said)


@contextmanager
def progress(games: int, lang: str, *, slow: bool = False) -> Iterator[Callable[[int], None]]:
    """A progress line, if there is a terminal: games done, rate, time left. A cold start mentions compilation.

    Without a terminal, `slow` games print the line after the first of them, since it says how long all will take, and
    all others once in half a minute.
    """
    screen = Console(stderr=True, highlight=False, markup=False, emoji=False)
    columns = (SpinnerColumn(), BarColumn(), TextColumn("{task.description}", markup=False))
    line = Progress(*columns, console=screen, transient=True, disable=not screen.is_terminal)
    with cache_told(lang), line as bar:
        task = bar.add_task(word("arena-prepare", lang), total=games)
        began = time.monotonic()
        told = began - EVERY if slow else began

        def tell(done: int) -> None:
            nonlocal began, told
            if done == 0:
                told += time.monotonic() - began  # compiling does not count
                began = time.monotonic()
                return
            rate = done / max(time.monotonic() - began, 1e-9)
            said = word(
                "arena-progress",
                lang,
                done=number(done, lang),
                all=number(games, lang),
                rate=number(rate, lang, 0 if rate >= 10 else 1),
                left=_clock((games - done) / rate),
            )
            bar.update(task, completed=done, description=said)
            if not screen.is_terminal and time.monotonic() - told >= EVERY:
                told = time.monotonic()
                screen.print(said, soft_wrap=True)

        with _compiling_told(bar, task, lang):
            yield tell


def _clock(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes // 60}:{minutes % 60:02}:{rest:02}"
