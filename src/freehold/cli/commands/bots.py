"""`freehold bots`: the built-in bots, how each plays, and how to bring your own."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.table import Table

from freehold import sentences
from freehold.cli.terminal import console, language, show_json
from freehold.cli.terminal_game.table_view import WIDEST
from freehold.i18n.command_words import word
from freehold.players.ladder import RANKS


def bots(
    lang: Annotated[str | None, typer.Option(help="en or fr; else the language of your system.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="For a program.")] = False,
) -> None:
    """The bots, from the weakest to the strongest, and how to bring one of your own.

    Example: freehold bots --lang fr
    """
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
