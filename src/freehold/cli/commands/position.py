"""`freehold position`: the link of a position, and what a link shows."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer
from rich.text import Text

from freehold import rulebook, sentences
from freehold.cli.help import App
from freehold.cli.terminal import WrongUsage, console, language, show_json, trouble
from freehold.cli.terminal_game.table_view import show_board, show_players
from freehold.coach.why import label
from freehold.editions import SetupError
from freehold.game import Game, IllegalAction
from freehold.game.position import from_view
from freehold.i18n.command_words import word
from freehold.server.fairness import fair_dice, take_backs
from freehold.server.storage.game_log import Log

app = App(
    name="position",
    help="The link of a position, and what a link shows.\n\nExample: freehold position link game.json --at 120",
    no_args_is_help=False,
)
Lang = Annotated[str | None, typer.Option(help="en or fr; else the language of your system.")]
AsJson = Annotated[bool, typer.Option("--json", help="For a program.")]


@app.command()
def link(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A position, a saved game, or the log of a game.")],
    at: Annotated[
        int | None, typer.Option(metavar="N", min=0, help="Of a log: after action N; else after the last one.")
    ] = None,
    names: Annotated[bool, typer.Option("--names/--no-names", help="With the players' names.")] = True,
    lang: Lang = None,
) -> None:
    """The address of a position: a short text that holds all that everybody at the table can see.

    Example: freehold position link game.json --at 120
    """
    tongue = language(lang)
    typer.echo(_game_of(file, at, tongue).link(with_names=names))


@app.command()
def show(
    text: Annotated[str, typer.Argument(metavar="LINK", help="A position's link, or an address that ends in it.")],
    lang: Lang = None,
    as_json: AsJson = False,
) -> None:
    """The position of a link: the board, who has to decide, what is legal, and what is owed by which clause.

    Example: freehold position show LINK --lang fr
    """
    tongue = language(lang)
    game = from_link(text, tongue)
    if as_json:
        seats = range(len(game.names))
        show_json(
            {
                "view": game.view(),
                "decider": game.decider,
                "legal": [game.legal(seat, amounts=True) if not game.over else [] for seat in seats],
            }
        )
        return
    _show(game, tongue)


def from_link(text: str, lang: str) -> Game:
    """The game of a link; one sentence if there is none."""
    try:
        return Game.from_link(text)
    except SetupError as error:
        raise WrongUsage(error.sentence(lang)) from None


def _show(game: Game, lang: str) -> None:
    screen, edition, view = console(), game.edition, game.view()
    screen.print(edition.name[lang], style="bold")
    show_board(screen, edition, view, lang)
    show_players(screen, edition, view, -1, lang)
    for debt in [*view.get("debts", ()), *view.get("claims", ())]:
        debtor = debt.get("debtor", debt.get("visitor"))
        creditor = debt.get("creditor", debt.get("owner"))
        told = {
            "who": game.names[debtor],
            "whom": word("the-bank", lang) if creditor == "bank" else game.names[creditor],
            "amount": edition.money(debt["amount"], lang),
        }
        screen.print(Text(word("owes", lang, **told), style="bold"))
        screen.print(Text(f"  {debt['clause']}: {rulebook.explain(debt['clause'], lang).sentence}"))
    if game.decider is None:
        return
    asked = word("decides", lang, who=game.names[game.decider], phase=sentences.phase(game.phase, lang))
    screen.print(Text(asked, style="bold"))
    for action in game.legal(offers=False):
        screen.print(Text(f"  {label(game, action, lang)}"))


def _game_of(file: str, at: int | None, lang: str) -> Game:
    try:
        content = Path(file).read_bytes()
    except OSError as error:
        raise WrongUsage(word("cannot-read", lang, file=file, why=trouble(error, lang))) from None
    try:
        found = msgspec.json.decode(content)
        if not isinstance(found, dict):
            raise WrongUsage(word("no-position", lang, file=file))
        if "header" in found:
            return _of_server(msgspec.convert(found, Log), at)
        if "start" in found and "log" in found:
            return Game.replay(found["start"], found["log"][:at])
        if at is not None:
            raise WrongUsage(word("at-needs-log", lang, file=file))
        return Game.load(from_view({key: value for key, value in found.items() if key != "bots"}))
    except SetupError as error:
        raise WrongUsage(error.sentence(lang)) from None
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError, IllegalAction, KeyError, TypeError, ValueError):
        raise WrongUsage(word("no-position", lang, file=file)) from None


def _of_server(log: Log, at: int | None) -> Game:
    """A log of a server, which has its secret once the game is over."""
    if log.secret is None:
        raise ValueError
    secret = bytes.fromhex(log.secret)
    game: Any = fair_dice.set_up_again(log.header, secret)
    past = take_backs.Past(log.header, game, 0, take_backs.targets(log.entries))
    for entry in log.entries[:at]:
        take_backs.play_again(game, log.header, entry, secret, past)
    found: Game = game
    return found
