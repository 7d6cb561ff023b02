"""`freehold editions`: list the editions, show one, check a file, start a new file."""

from __future__ import annotations

from difflib import get_close_matches
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.table import Table
from rich.text import Text

from freehold.cli.help import App
from freehold.cli.terminal import WrongUsage, console, language, show_json, write_file
from freehold.cli.terminal_game.table_view import rents_of
from freehold.editions import Edition, EditionError, ids, new_template
from freehold.editions import check as faults_of
from freehold.editions import load as read_edition
from freehold.i18n.command_words import word

app = App(
    name="editions",
    help="The editions, and files of your own.\n\nExample: freehold editions show game-of-thrones",
    no_args_is_help=False,
)

NEW_FILE = "my-edition.toml"
Lang = Annotated[str | None, typer.Option("--lang", help="en or fr; else the language of your system.")]
AsJson = Annotated[bool, typer.Option("--json", help="For a program.")]


def load(id_or_file: str, lang: str) -> Edition:
    """An edition by its id or file; one that cannot be played is wrong usage, with one sentence."""
    path = Path(id_or_file)
    if id_or_file not in ids() and not path.is_file():
        if path.suffix == ".toml" or len(path.parts) > 1:
            raise WrongUsage(word("no-edition-file", lang, file=id_or_file))
        near = get_close_matches(id_or_file, ids(), n=1)
        hint = f" {word('did-you-mean', lang, near=near[0])}" if near else ""
        known = ", ".join(ids())
        raise WrongUsage(word("unknown-edition", lang, given=id_or_file, known=known) + hint)
    try:
        return read_edition(id_or_file)
    except EditionError as error:
        count = max(1, len(error.faults))
        raise WrongUsage(word("broken-edition", lang, file=id_or_file, count=_faults(count, lang))) from None


def _faults(count: int, lang: str) -> str:
    return word("one-fault", lang) if count == 1 else word("many-faults", lang, count=count)


def variants(edition: Edition, lang: str) -> str:
    return ", ".join(f"{name} ({word(f'variant-{name}', lang)})" if lang != "en" else name for name in edition.variants)


@app.callback(invoke_without_command=True)
def _editions(context: typer.Context) -> None:
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


@app.command("list")
def show_list(lang: Lang = None, as_json: AsJson = False) -> None:
    """The editions that come with Freehold.

    Example: freehold editions list --lang fr
    """
    tongue = language(lang)
    found = [read_edition(id) for id in ids()]
    if as_json:
        show_json([_summary(edition, tongue) for edition in found])
        return
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column(word("edition", tongue), style="cyan", no_wrap=True)
    table.add_column(word("name", tongue))
    table.add_column(word("year", tongue), justify="right")
    table.add_column(word("players", tongue), no_wrap=True)
    table.add_column(word("variants", tongue))
    for edition in found:
        players = f"{edition.players.min}–{edition.players.max}"
        table.add_row(edition.id, edition.name[tongue], str(edition.year), players, ", ".join(edition.variants))
    console().print(table)


def _summary(edition: Edition, lang: str) -> dict[str, object]:
    return {
        "id": edition.id,
        "name": edition.name[lang],
        "year": edition.year,
        "players": {"min": edition.players.min, "max": edition.players.max},
        "variants": list(edition.variants),
    }


@app.command()
def show(
    id_or_file: Annotated[str, typer.Argument(metavar="ID_OR_FILE", help="An edition, or a file of your own.")],
    lang: Lang = None,
    as_json: AsJson = False,
) -> None:
    """One edition: its squares, prices, rents and rules. --json gives the whole file.

    Example: freehold editions show game-of-thrones --lang fr
    """
    tongue = language(lang)
    edition = load(id_or_file, tongue)
    if as_json:
        show_json(msgspec.to_builtins(edition))
        return
    screen = console()
    screen.print(Text(edition.name[tongue], style="bold").append(f"  {edition.id}, {edition.year}", style="dim"))
    screen.print(_facts(edition, tongue))
    screen.print()
    screen.print(_squares(edition, tongue))


def _facts(edition: Edition, lang: str) -> Table:
    small, large = edition.buildings.small, edition.buildings.large
    facts = {
        "players": f"{edition.players.min}–{edition.players.max}",
        "variants": variants(edition, lang),
        "currency": f"{edition.currency.name[lang]} ({edition.currency.symbol})",
        "start-money": edition.money(edition.start_money.total, lang),
        "buildings": f"{small.count} {small.name(lang, small.count)}, {large.count} {large.name(lang, large.count)}",
        "decks": f"{edition.decks.chest.name[lang]}, {edition.decks.chance.name[lang]}",
        "tokens": ", ".join(token.name[lang] for token in edition.tokens),
        "rules-set": ", ".join(f"{name}={value}" for name, value in edition.rules.items()) or word("nothing", lang),
    }
    table = Table.grid(padding=(0, 2))
    table.add_column(style="cyan", no_wrap=True)
    table.add_column()
    for key, fact in facts.items():
        table.add_row(word(key, lang), fact)
    return table


def _squares(edition: Edition, lang: str) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("", justify="right", style="dim")
    table.add_column("", no_wrap=True)
    table.add_column(word("square", lang))
    for key in ("price", "rents", "house-cost"):
        table.add_column(word(key, lang), justify="right")
    colours = {group.id: group.hex for group in edition.groups}
    for square in edition.squares:
        mark = Text("■", style=colours[square.group]) if square.group in colours else Text()
        price = str(square.price or square.amount or "")
        cost = str(square.house_cost or "")
        table.add_row(str(square.index), mark, square.name[lang], price, rents_of(square, lang), cost)
    return table


@app.command()
def check(
    file: Annotated[str, typer.Argument(metavar="FILE", help="An edition file.")],
    lang: Lang = None,
    as_json: AsJson = False,
) -> None:
    """All the faults of an edition file at once; the exit code is 1 if there are any.

    Example: freehold editions check my-town.toml
    """
    tongue = language(lang)
    if file not in ids() and not Path(file).is_file():
        raise WrongUsage(word("no-edition-file", tongue, file=file))
    faults = faults_of(file)
    if as_json:
        told = [{"code": fault.code, **fault.told(tongue)._asdict(), "place": fault.place} for fault in faults]
        show_json({"playable": not faults, "faults": told})
    elif not faults:
        typer.echo(word("edition-sound", tongue, file=file))
        if file not in ids() and (taken := read_edition(file).id) in ids():
            typer.echo(word("edition-id-taken", tongue, id=taken))
    else:
        typer.echo(word("edition-faults", tongue, file=file, count=_faults(len(faults), tongue)), err=True)
        for fault in faults:
            typer.echo(f"  {fault.sentence(tongue)}", err=True)
    if faults:
        raise typer.Exit(1)


@app.command()
def new(
    file: Annotated[str, typer.Argument(metavar="FILE", help="The file to write; - for the screen.")] = NEW_FILE,
    lang: Lang = None,
) -> None:
    """Start an edition of your own: a whole one to change, with its comments.

    Example: freehold editions new my-town.toml
    """
    tongue = language(lang)
    text = new_template()
    if file == "-":
        typer.echo(text, nl=False)
        return
    write_file(file, text, tongue, "x")
    typer.echo(word("edition-written", tongue, file=file))
    typer.echo(word("edition-next", tongue, file=file))
