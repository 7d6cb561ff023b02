"""`freehold bots`: the built-in bots; a file for one of your own, and a trial of it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from freehold import sentences
from freehold.cli.commands.arena.arena_options import waiting
from freehold.cli.help import App
from freehold.cli.terminal import WrongUsage, console, language, show_json, write_file
from freehold.cli.terminal_game.table_view import WIDEST
from freehold.i18n.command_words import word
from freehold.i18n.languages import number
from freehold.players import BotError
from freehold.players.bot_check import EditionTrial, Trial, template, try_bot
from freehold.players.bot_file import place_of
from freehold.players.ladder import RANKS

app = App(
    name="bots",
    help="The bots, from the weakest to the strongest, and how to bring one of your own.\n\n"
    "Example: freehold bots --lang fr",
    no_args_is_help=False,
)

NEW_FILE = "my_bot.py"
Lang = Annotated[str | None, typer.Option("--lang", help="en or fr; else the language of your system.")]
AsJson = Annotated[bool, typer.Option("--json", help="For a program.")]


@app.callback(invoke_without_command=True)
def _bots(context: typer.Context, lang: Lang = None, as_json: AsJson = False) -> None:
    if context.invoked_subcommand is not None:
        return
    tongue = language(lang)
    if as_json:
        show_json(
            [
                {"bot": name, "name": sentences.bot(name, tongue), "sentence": sentences.bot_sentence(name, tongue)}
                for name in RANKS
            ]
        )
        return
    screen = console()
    table = Table(box=None, pad_edge=False, header_style="bold", width=min(screen.width, WIDEST))
    table.add_column(word("bot", tongue), style="cyan", no_wrap=True)
    table.add_column(word("name", tongue), no_wrap=True)
    table.add_column(word("how-it-plays", tongue), ratio=1)
    for name in RANKS:
        table.add_row(name, sentences.bot(name, tongue), sentences.bot_sentence(name, tongue))
    screen.print(table)
    screen.print()
    for key in ("bots-hint", "own-bot-hint"):
        screen.print(word(key, tongue), style="dim")


@app.command()
def new(
    file: Annotated[str, typer.Argument(metavar="FILE", help="The file to write; - for the screen.")] = NEW_FILE,
    lang: Lang = None,
) -> None:
    """Start a bot of your own: a small one that plays, to change as you like.

    Example: freehold bots new my_bot.py
    """
    tongue = language(lang)
    text = template().replace(NEW_FILE, file if file != "-" else NEW_FILE)
    if file == "-":
        typer.echo(text, nl=False)
        return
    if Path(file).suffix != ".py":
        raise WrongUsage(word("bot-file-name", tongue, file=file))
    write_file(file, text, tongue, "x")
    typer.echo(word("bot-written", tongue, file=file))
    typer.echo(word("bot-next", tongue, file=file))


@app.command()
def check(
    bot: Annotated[str, typer.Argument(metavar="FILE:CLASS", help="A bot of your own, such as my_bot.py:MyBot.")],
    lang: Lang = None,
    as_json: AsJson = False,
) -> None:
    """Play every edition with every number of players: what is wrong, and milliseconds a decision. The exit code is 1
    if the bot lost a move.

    Example: freehold bots check my_bot.py:MyBot
    """
    tongue = language(lang)
    try:
        place_of(bot)  # a built-in bot needs no check
        with waiting(tongue) as say:
            found = try_bot(bot, lambda done: say(done.edition))
    except BotError as error:
        raise WrongUsage(error.sentence(tongue)) from None
    if as_json:
        show_json(_as_json(found, tongue))
    else:
        _show(found, tongue)
    if found.total.lost:
        raise typer.Exit(1)


def _row(one: EditionTrial) -> dict[str, float | int]:
    mean = 1000 * one.seconds / max(1, one.decisions)
    return {
        "games": one.games,
        "decisions": one.decisions,
        "lost": one.lost,
        "milliseconds": round(mean, 3),
        "slowest": round(1000 * one.slowest, 3),
    }


def _as_json(found: Trial, lang: str) -> dict[str, object]:
    faults = [
        {"code": code, "count": count, "first": found.first[code].sentence(lang) if code in found.first else None}
        for code, count in found.reasons.items()
    ]
    editions = [{"edition": one.edition, **_row(one)} for one in found.editions]
    return {
        "bot": found.bot,
        "sound": not found.total.lost,
        **_row(found.total),
        "faults": faults,
        "editions": editions,
    }


def _show(found: Trial, lang: str) -> None:
    screen = console()
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column(word("edition", lang))
    for key in ("check-games", "check-decisions", "check-lost", "check-mean", "check-slowest"):
        table.add_column(word(key, lang), justify="right")
    for one in [*found.editions, found.total]:
        row = _row(one)
        figures = [number(value, lang, 2 if isinstance(value, float) else 0) for value in row.values()]
        table.add_row(one.edition or word("check-all", lang), *figures)
    screen.print(table)
    screen.print()
    for code, count in found.reasons.items():
        if code in found.first:
            screen.print(word("check-fault", lang, code=code, count=count, first=found.first[code].sentence(lang)))
        else:
            screen.print(word(f"check-{code}", lang, count=count))
    screen.print(word("check-sound" if not found.reasons else "check-unsound", lang, bot=found.bot))
