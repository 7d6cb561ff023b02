"""`freehold odds`: the exact landing odds as a table, as JSON, or as a page with a heat map."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
import typer
from rich.bar import Bar
from rich.table import Table
from rich.text import Text

from freehold.analysis import Habits, Odds, odds_of
from freehold.analysis.throws import KNOWN
from freehold.cli.commands.editions import load as load_edition
from freehold.cli.terminal import WrongUsage, console, language, show_json, write_file
from freehold.cli.terminal_game import setup
from freehold.cli.terminal_game.table_view import WIDEST
from freehold.editions import Edition
from freehold.editions.schema import SQUARES
from freehold.engine import edition_tables
from freehold.i18n.command_words import word
from freehold.picture.heat import heat, span
from freehold.reports import odds_page
from freehold.reports.odds_page import Row, rows_of


def odds(
    edition: Annotated[str, typer.Argument(metavar="EDITION", help="An edition, or a file of your own.")],
    variant: Annotated[str, typer.Option(help="classic, short or timed.")] = "classic",
    jail: Annotated[
        str, typer.Option(metavar="leave|stay", help="Pay the fine at once, or throw for a double as long as allowed.")
    ] = "leave",
    doubles: Annotated[
        str, typer.Option(metavar="throw-again|option", help="What a double gives, where it has an option.")
    ] = "throw-again",
    swing_to: Annotated[
        str, typer.Option(metavar="SQUARE", help="Where the option of a double one goes, 0 to 39.")
    ] = "0",
    choice: Annotated[
        str, typer.Option(metavar="pay|draw", help="The answer to a card that says: pay, or draw another.")
    ] = "pay",
    option: Annotated[
        list[str] | None, typer.Option(metavar="NAME=VALUE", help="A choice the rulebook leaves open; may be repeated.")
    ] = None,
    html: Annotated[str | None, typer.Option(metavar="FILE", help="Write a page with a heat map of the board.")] = None,
    lang: Annotated[str | None, typer.Option(help="en or fr; else the language of your system.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="For a program.")] = False,
) -> None:
    """Where a throw ends: the exact odds of every square, cards, doubles and jail included.

    Example: freehold odds classic --jail stay --html odds.html
    """
    tongue = language(lang)
    loaded = load_edition(edition, tongue)
    if variant not in loaded.variants:
        known = ", ".join(loaded.variants)
        raise WrongUsage(word("unknown-variant", tongue, edition=loaded.id, given=variant, known=known))
    settings = setup.options(option or [], variant, tongue)
    for name, given in (("jail", jail), ("doubles", doubles), ("choice", choice)):
        _check(f"--{name}", given, KNOWN[name], tongue)
    _check("--swing-to", swing_to, [str(square) for square in range(SQUARES)], tongue, f"0–{SQUARES - 1}")
    t: Any = edition_tables.build(loaded, variant, settings)
    if doubles == "option" and t.double_options == 0:
        raise WrongUsage(word("no-double-option", tongue, edition=loaded.id))
    habits = Habits(doubles=doubles, swing_to=int(swing_to), choice=choice)
    found = odds_of(t, jail, habits)
    title = odds_page.title(loaded, variant, tongue)
    notes = odds_page.notes(loaded, t, jail, habits, tongue)
    if html is not None:
        write_file(html, odds_page.page(loaded, found, title, notes, tongue), tongue)
    if as_json:
        show_json(msgspec.to_builtins(found))
    elif html is not None:
        typer.echo(word("odds-written", tongue, file=html))
    else:
        _show(loaded, found, title, notes, tongue)


def _check(name: str, given: str, known: list[str] | tuple[str, ...], lang: str, shown: str = "") -> None:
    if given not in known:
        shown = shown or word("or", lang).join(known)
        raise WrongUsage(word("bad-option-value", lang, name=name, known=shown, given=given))


def _show(edition: Edition, found: Odds, title: str, notes: list[str], lang: str) -> None:
    rows = rows_of(edition, found, lang)
    screen = console()
    screen.print(title, style="bold")
    for note in notes:
        screen.print(note, style="dim")
    table = Table(box=None, pad_edge=False, header_style="bold", width=min(screen.width, WIDEST))
    table.add_column("", justify="right", style="dim", width=2)
    table.add_column(word("square", lang), no_wrap=True, overflow="ellipsis", ratio=2)
    table.add_column("", width=1)
    table.add_column(word("group", lang), no_wrap=True, overflow="ellipsis", ratio=1)
    for key in ("of-throws", "rank"):
        table.add_column(word(key, lang), justify="right", no_wrap=True, width=len(word(key, lang)))
    table.add_column("", ratio=1)
    low, high = span(found.squares)
    most = max(row.share for row in rows)
    for row in rows:
        bar = Bar(most, 0, row.share, color=heat(row.share, low, high))
        table.add_row(row.number, row.name, _mark(row), row.group, row.figure(lang), str(row.rank), bar)
    screen.print(table)


def _mark(row: Row) -> Text:
    return Text("■", style=row.colour) if row.colour else Text(" ")
