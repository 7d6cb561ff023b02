"""`freehold play`: a game in the terminal, one person against bots that make random legal moves."""

from __future__ import annotations

from typing import Annotated, Any

import typer
from rich.console import Console

from freehold.cli import bots, person, setting_up
from freehold.cli.editions import load as load_edition
from freehold.cli.table import Table
from freehold.cli.table_view import show_standings
from freehold.cli.terminal import Leave, WrongUsage, ask, console, language
from freehold.cli.words import language_of, word
from freehold.game import IllegalAction

Json = dict[str, Any]

WATCHED_TURNS = 100  # how long the others go on before a person who only watches is asked again


def play(
    edition: Annotated[str | None, typer.Option(help="An edition or a file of your own; asked if left out.")] = None,
    variant: Annotated[str | None, typer.Option(help="classic, short or timed.")] = None,
    players: Annotated[str | None, typer.Option(help="How many, or names: Ann,Bob,Cleo. You are the first.")] = None,
    lang: Annotated[str | None, typer.Option(help="en or fr; asked if left out.")] = None,
    token: Annotated[str | None, typer.Option(help="Your token, by its id: see `freehold editions show`.")] = None,
    seed: Annotated[str | None, typer.Option(help="The same seed and the same actions give the same game.")] = None,
    option: Annotated[
        list[str] | None, typer.Option(metavar="NAME=VALUE", help="A choice the rulebook leaves open; may be repeated.")
    ] = None,
    load: Annotated[str | None, typer.Option(metavar="FILE", help="Go on with a saved game.")] = None,
) -> None:
    """A game in the terminal: you against bots that make random legal moves.

    Example: freehold play --edition spider-man --players 3 --lang fr
    """
    screen = console()
    tongue = language(lang) if lang is not None else None
    given = {"--edition": edition, "--variant": variant, "--players": players, "--token": token, "--seed": seed}
    try:
        if load is not None:
            too_much = [name for name, value in (given | {"--option": option}).items() if value]
            table = _loaded(screen, load, tongue, too_much)
        else:
            table = _fresh(screen, tongue, given, option or [])
    except (Leave, KeyboardInterrupt):
        screen.print(word("goodbye", tongue or language_of()))
        return
    try:
        _game(table)
    except Leave as leave:
        screen.print(table.word("goodbye" if leave.asked else "left-unsaved"))
    except KeyboardInterrupt:
        screen.print("\n" + table.word("left-unsaved"))


def _loaded(screen: Console, file: str, lang: str | None, given: list[str]) -> Table:
    if given:
        raise WrongUsage(word("save-has-all", lang or language_of(), option=given[0]))
    return setting_up.load_table(screen, file, lang or setting_up.ask_language(screen))


def _fresh(screen: Console, lang: str | None, given: dict[str, str | None], pairs: list[str]) -> Table:
    """A new game; edition and language are asked for where they were not given, and then the players too."""
    early = lang or language_of()
    variant = given["--variant"] or "classic"
    setting_up.options(pairs, variant, early)  # what is wrong is said before anything is asked
    seed = setting_up.seed_of(given["--seed"], early)
    name = given["--edition"]
    if name is not None:
        load_edition(name, early)
    lang = lang or setting_up.ask_language(screen)
    asked = name is None
    name = name if name is not None else setting_up.ask_edition(screen, lang)
    edition = load_edition(name, lang)
    if asked and given["--players"] is None:
        people = setting_up.ask_players(screen, edition, lang)
    else:
        people = setting_up.players(given["--players"], edition, lang)
    tokens = setting_up.tokens(given["--token"], edition, len(people), lang)
    return setting_up.new_table(screen, edition, name, lang, seed, variant, people, tokens, pairs)


def _game(table: Table) -> None:
    """Play until the game is over."""
    watched = 0
    while not table.game.over:
        if table.game.view()["players"][table.person]["bankrupt"]:
            watched = _watch(table, watched)
        _claims(table)
        if table.game.over:
            break
        if table.game.decider == table.person:
            person.decide(table)
        else:
            _bot(table)
    _end(table)


def _watch(table: Table, until: int) -> int:
    """Ask a person who is out of the game, now and then, whether to go on watching."""
    turns = int(table.game.position()["flow"]["turns"])
    if turns < until:
        return until
    if until == 0:
        table.screen.print("\n" + table.word("you-are-out"), style="bold")
    if ask(table.screen, table.word("ask-watch")).lower().startswith(table.word("no")):
        show_standings(table.screen, table.edition, table.game.standings(), table.lang)
        raise Leave(asked=True)
    return turns + WATCHED_TURNS


def _bot(table: Table) -> None:
    """One action of the bot that has to decide."""
    seat = table.game.decider
    assert seat is not None
    refused: list[Json] = []
    while True:
        action = bots.choose(table.game, seat, table.chance, refused)
        try:
            table.tell(table.game.apply(action, seat))
            return
        except IllegalAction:
            refused.append(action)


def _claims(table: Table) -> None:
    """Where rent has to be asked for: the bots ask at once, the person is asked once for each rent."""
    claims = table.game.view().get("claims", [])
    table.let_be &= {(claim["square"], claim["visitor"]) for claim in claims}  # the next visit is asked about again
    for claim in claims:
        owner, square = claim["owner"], claim["square"]
        open_ones = [action for action in bots.claims(table.game, owner) if action["square"] == square]
        if not open_ones:
            continue
        if owner != table.person:
            table.act(open_ones[0], owner)
        elif (square, claim["visitor"]) not in table.let_be:
            table.let_be.add((square, claim["visitor"]))
            person.claim(table, open_ones)


def _end(table: Table) -> None:
    table.screen.print()
    show_standings(table.screen, table.edition, table.game.standings(), table.lang)
    table.screen.print(table.word("goodbye"))
