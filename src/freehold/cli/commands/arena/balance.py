"""`freehold balance`: what is out of line in an edition. Option parsing only; see `freehold.arena.balance`."""

from __future__ import annotations

from typing import Annotated

import typer

from freehold.arena.balance import laboratory
from freehold.cli.commands.arena.arena_options import check_file, seats_of, waiting, whole
from freehold.cli.commands.editions import load as load_edition
from freehold.cli.terminal import WrongUsage, console, language, show_json, write_file
from freehold.cli.terminal_game import setup
from freehold.editions import SetupError
from freehold.i18n.command_words import word
from freehold.reports.balance_page import BalanceReport, page, show

MOST_GAMES = 10_000_000


def balance(
    edition: Annotated[str, typer.Argument(help="An edition, or a file of your own.")] = "classic",
    house: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="A house rule (`freehold rules house`); may be repeated.")
    ] = None,
    compare: Annotated[
        str | None, typer.Option(metavar="EDITION", help="Another edition to compare with, by its own rules.")
    ] = None,
    players: Annotated[str, typer.Option(metavar="2–8", help="Seats at the table.")] = "4",
    games: Annotated[str, typer.Option(metavar="N", help="More games, narrower intervals.")] = "1000",
    seed: Annotated[str, typer.Option(metavar="S", help="The same seed gives the same games.")] = "1",
    quick: Annotated[
        bool, typer.Option("--quick", help="Only tables and games of barons: no luck, skill and restricted play.")
    ] = False,
    html: Annotated[str | None, typer.Option(metavar="FILE", help="Write a page with tables and plots.")] = None,
    lang: Annotated[str | None, typer.Option(help="en or fr; else the language of your system.")] = None,
    json: Annotated[bool, typer.Option("--json", help="For a program.")] = False,
) -> None:
    """Is an edition in balance? Prices, rents and decks that are out of line, length, luck, seats and skill.

    Example: freehold balance my-town.toml --compare classic --html balance.html
    """
    tongue = language(lang)
    loaded = load_edition(edition, tongue)
    others = [] if compare is None else [compare]
    seats = seats_of(players, ["baron"], [edition, *others], tongue, one_table=False)
    count = whole("--games", games, MOST_GAMES, tongue)
    start = setup.seed_of(seed, tongue)
    if html is not None:
        check_file(html, tongue)
    with waiting(tongue) as tell:
        try:
            made = laboratory.balance(
                edition, house or (), compare, players=seats, games=count, seed=start,
                parts=laboratory.PARTS[:1] if quick else laboratory.PARTS, progress=tell,
            )  # fmt: skip
        except SetupError as error:
            raise WrongUsage(error.sentence(tongue)) from None
    report = BalanceReport(made, loaded, tongue)
    if html is not None:
        write_file(html, page(report), tongue)
    if json:
        show_json(made)
    elif html is None:
        show(report, console())
    else:
        typer.echo(word("odds-written", tongue, file=html))
