"""`freehold analyse`: the review of a finished game as a table, as JSON, or as a page."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.console import Console
from rich.table import Table

from freehold.cli.terminal import WrongUsage, console, language, show_json, trouble
from freehold.cli.terminal_game.table_view import WIDEST
from freehold.coach.review import Reviewer
from freehold.game import Game, IllegalAction, saved
from freehold.i18n.command_words import word
from freehold.json_types import Json
from freehold.reports import coach_page
from freehold.server.fairness import fair_dice, take_backs, typed_dice
from freehold.server.fairness.verify import NotALog, read


def analyse(
    file: Annotated[str, typer.Argument(metavar="FILE", help="The log of a game: start and log, or a server's file.")],
    page: Annotated[str | None, typer.Option(metavar="FILE", help="Write a page with graph, boards and moves.")] = None,
    lang: Annotated[str | None, typer.Option(help="en or fr; else the language of your system.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="For a program.")] = False,
) -> None:
    """Who was winning when, what turned the game, what would have been better, and what was luck.

    Example: freehold analyse game.json --page review.html
    """
    tongue = language(lang)
    try:
        reviewer, game = _reviewed(_content(file, tongue), file, tongue)
    except (NotALog, ValueError, KeyError, TypeError, IllegalAction, fair_dice.Misdrawn) as error:
        raise WrongUsage(word("c-not-a-log", tongue, file=file, why=trouble(error, tongue))) from None
    if page is not None:
        try:
            Path(page).write_text(coach_page.page(reviewer, game, tongue), encoding="utf-8", newline="\n")
        except OSError as error:
            raise WrongUsage(word("cannot-write", tongue, file=page, why=trouble(error, tongue))) from None
    if as_json:
        show_json(reviewer.told())
    elif page is not None:
        typer.echo(word("c-written", tongue, file=page))
    else:
        _show(console(), reviewer.told(), game, tongue)


def _content(file: str, lang: str) -> bytes:
    if not Path(file).exists():
        raise WrongUsage(word("no-save", lang, file=file))
    try:
        return Path(file).read_bytes()
    except OSError as error:
        raise WrongUsage(word("c-not-a-log", lang, file=file, why=trouble(error, lang))) from None


def _reviewed(content: bytes, file: str, lang: str) -> tuple[Reviewer, Game]:
    """The review of a game that was saved, or of a server's log."""
    try:
        log = msgspec.json.decode(content)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise NotALog(str(error)) from None
    if isinstance(log, dict) and "players" in log:
        raise WrongUsage(word("c-position-only", lang, file=file))
    if isinstance(log, dict) and "start" in log:
        start, entries = saved.parts(saved.read(file))
        Game.replay(start, entries)  # a log that is wrong is told before anything is compiled
        game = Game.load(start)
        reviewer = Reviewer(game)
        for entry in entries:
            events = game.again(entry)
            reviewer.played(entry["seat"], dict(entry["action"]), events, game)
        return reviewer, game
    return _from_server(content)


def _from_server(content: bytes) -> tuple[Reviewer, Game]:
    log = read(content)
    if log.secret is None:
        raise NotALog("the game is not over")
    secret = bytes.fromhex(log.secret)
    game = fair_dice.set_up_again(log.header, secret)
    reviewer = Reviewer(game)
    corrected = typed_dice.corrected(log.header, lambda: log.entries)
    past = take_backs.Past(log.header, game, 0, take_backs.targets(log.entries))
    line: list[int] = []
    for entry in log.entries:
        events, _ = take_backs.play_again(game, log.header, entry, secret, past)
        if entry.number in corrected:
            reviewer.corrected(entry.action, game)
        else:
            reviewer.played(entry.seat, entry.action, events, game, take_backs.follow(line, entry))
    return reviewer, game


def _show(screen: Console, found: Json, game: Game, lang: str) -> None:
    screen.print(word("c-title", lang, edition=game.edition.name[lang]), style="bold")
    table = Table(box=None, pad_edge=False, header_style="bold")
    for k, name in enumerate(coach_page.columns(lang)):
        table.add_column(name, justify="right" if k else "left")
    for row in coach_page.player_rows(found, game.names, lang):
        table.add_row(*row)
    screen.print(table)
    for point in found["turning_points"]:
        screen.print()
        screen.print(word("c-point", lang, number=point["number"]), style="bold")
        for line in coach_page.point_lines(point, game.names, lang):
            screen.print(line, width=min(screen.width, WIDEST), highlight=False)
