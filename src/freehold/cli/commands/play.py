"""`freehold play`: a table in the browser, or a terminal game of one person against bots."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from freehold import sentences
from freehold.cli.commands import browser
from freehold.cli.commands.editions import load as load_edition
from freehold.cli.terminal import Leave, WrongUsage, ask, console, language
from freehold.cli.terminal_game import bot_seats, prompt, setup
from freehold.cli.terminal_game.table_view import show_standings
from freehold.cli.terminal_game.terminal_table import TerminalTable
from freehold.editions import ids
from freehold.i18n.command_words import language_of, system_language, word
from freehold.players import replies

WATCHED_TURNS = 100  # turns before a person who only watches is asked again


def play(
    edition: Annotated[
        str | None, typer.Option(help="An edition: classic if left out. A file of your own is played in the terminal.")
    ] = None,
    variant: Annotated[str | None, typer.Option(help="classic, short or timed.")] = None,
    players: Annotated[
        str | None,
        typer.Option(
            help="How many seats, for you and bots; or names: Ann,Bob,Cleo, who are all people, in the terminal only"
            " the first."
        ),
    ] = None,
    lang: Annotated[str | None, typer.Option(help="en or fr.")] = None,
    token: Annotated[str | None, typer.Option(help="Your token, by its id: see `freehold editions show`.")] = None,
    option: Annotated[
        list[str] | None, typer.Option(metavar="NAME=VALUE", help="A choice the rulebook leaves open; may be repeated.")
    ] = None,
    house: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="A house rule (`freehold rules house`); may be repeated.")
    ] = None,
    bots: Annotated[
        str | None,
        typer.Option(
            metavar="NAME[,NAME…]",
            help="A bot for all chairs, or one for each, also my_bot.py:MyBot; else a mix. See `freehold bots`.",
        ),
    ] = None,
    terminal: Annotated[
        bool,
        typer.Option(
            "--terminal",
            help="Play in the terminal; edition and language are asked if left out, the language only if the system"
            " names none.",
        ),
    ] = False,
    bot: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            help="In the terminal: a bot for one chair, also one of your own: my_bot.py:MyBot. May be repeated.",
        ),
    ] = None,
    coach: Annotated[
        bool, typer.Option("--coach", help="In the terminal: everybody's chances, and advice before each decision.")
    ] = False,
    seed: Annotated[
        str | None, typer.Option(help="In the terminal: the same seed and the same actions give the same game.")
    ] = None,
    load: Annotated[str | None, typer.Option(metavar="FILE", help="In the terminal: go on with a saved game.")] = None,
    position: Annotated[
        str | None,
        typer.Option(metavar="LINK", help="In the browser: begin in this position. See `freehold position`."),
    ] = None,
    seat: Annotated[
        int | None,
        typer.Option(metavar="1–8", min=1, max=8, help="With --position: your seat; else the one that has to decide."),
    ] = None,
    port: Annotated[
        int | None,
        typer.Option(metavar="0–65535", min=0, max=65535, help="In the browser: the port; 0 for any that is free."),
    ] = None,
    data: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="In the browser: where the games are kept.")
    ] = None,
) -> None:
    """A game against bots, in the browser; in the terminal with --terminal, --bot, --seed or --load.

    Example: freehold play --edition spider-man --bots trader,baron --lang fr
    """
    screen = console()
    tongue = language(lang) if lang is not None else None
    asked = bot_seats.wanted(bots, bot or [], tongue or language_of())
    own_file = edition is not None and edition not in ids()
    why = {"--terminal": terminal, "--bot": bot, "--seed": seed, "--load": load, "--edition": own_file}
    why["--coach"] = coach
    here = next((name for name, given in why.items() if given), None)
    if here is None:
        spoken = tongue or language_of()
        asked, own = browser.at_table(asked, spoken)
        if position is not None:
            brought = {"--edition": edition, "--variant": variant, "--players": players, "--token": token}
            if too_much := [name for name, value in {**brought, "--option": option, "--house": house}.items() if value]:
                raise WrongUsage(word("save-has-all", spoken, option=too_much[0]))
            browser.play(screen, browser.wish_at(position, seat, asked, spoken), spoken, data, port, own)
            return
        name, kind = edition or "classic", variant or "classic"
        wish = browser.wish(name, kind, players, token, setup.pairs_of(option, house), asked, spoken)
        browser.play(screen, wish, spoken, data, port, own)
        return
    for name, value in (("--port", port), ("--data", data), ("--position", position)):
        if value is not None:
            raise WrongUsage(word("only-browser", tongue or language_of(), option=name, other=here))
    given = {"--edition": edition, "--variant": variant, "--players": players, "--token": token, "--seed": seed}
    _in_the_terminal(screen, tongue, given, setup.pairs_of(option, house), asked, load, coach)


def _in_the_terminal(
    screen: Console,
    lang: str | None,
    given: dict[str, str | None],
    option: list[str],
    asked: bot_seats.Wanted,
    load: str | None,
    coached: bool,
) -> None:
    try:
        if load is not None:
            named = {setup.named_by(pair): pair for pair in option}
            too_much = [name for name, value in (given | named).items() if value]
            table = _loaded(screen, load, lang, too_much, asked)
        else:
            table = _fresh(screen, lang, given, option, asked)
    except (Leave, KeyboardInterrupt):
        screen.print(word("goodbye", lang or language_of()))
        return
    table.coached = coached
    try:
        with bot_seats.Aside(screen):
            _game(table)
    except Leave as leave:
        screen.print(table.word("goodbye" if leave.asked else "left-unsaved"))
    except KeyboardInterrupt:
        screen.print("\n" + table.word("left-unsaved"))
    finally:
        bot_seats.get_up(table.players)


def _loaded(screen: Console, file: str, lang: str | None, given: list[str], asked: bot_seats.Wanted) -> TerminalTable:
    if given:
        raise WrongUsage(word("save-has-all", lang or language_of(), option=given[0]))
    setup.text_of(file, lang or language_of())  # a file that is not there is told before the language is asked
    return setup.load_table(screen, file, lang or system_language() or setup.ask_language(screen), asked)


def _fresh(
    screen: Console, lang: str | None, given: dict[str, str | None], pairs: list[str], bots: bot_seats.Wanted
) -> TerminalTable:
    """A new game; asks for the edition and the language if they were not given, and then for the players."""
    early = lang or language_of()
    variant = given["--variant"] or "classic"
    setup.options(pairs, variant, early)  # report errors before asking questions
    seed = setup.seed_of(given["--seed"], early)
    name = given["--edition"]
    if name is not None:
        load_edition(name, early)
    lang = lang or system_language() or setup.ask_language(screen)
    asked = name is None
    name = name if name is not None else setup.ask_edition(screen, lang)
    edition = load_edition(name, lang)
    if asked and given["--players"] is None:
        people = setup.ask_players(screen, edition, lang, bots.players)
    else:
        people = setup.players(given["--players"] or str(bots.usual_players), edition, lang)
    if asked and bots == bot_seats.Wanted():
        bots = bot_seats.ask_level(screen, lang)
    tokens = setup.tokens(given["--token"], edition, len(people), lang)
    names = bot_seats.line_up(bots, len(people), lang)
    people = bot_seats.named(people, names, lang)
    return setup.new_table(screen, lang, name, variant, seed, pairs, names, players=people, tokens=tokens)


def _game(table: TerminalTable) -> None:
    """Play until the game is over."""
    watched = 0
    while not table.game.over:
        if table.game.view()["players"][table.person]["bankrupt"]:
            watched = _watch(table, watched)
        _claims(table)
        if table.game.over:
            break
        assert table.game.decider is not None
        if table.game.decider == table.person:
            prompt.decide(table)
        else:
            _bot(table, table.game.decider)
    _end(table)


def _watch(table: TerminalTable, until: int) -> int:
    """Ask a person who is out of the game from time to time whether to continue watching."""
    turns = int(table.game.position()["flow"]["turns"])
    if turns < until:
        return until
    if until == 0:
        table.screen.print("\n" + table.word("you-are-out"), style="bold")
    if ask(table.screen, table.word("ask-watch")).lower().startswith(table.word("no")):
        show_standings(table.screen, table.edition, table.game.standings(), table.lang)
        raise Leave(asked=True)
    return turns + WATCHED_TURNS


def _bot(table: TerminalTable, seat: int) -> None:
    """One action of a bot, or none out of turn. A bot that refuses an offer says why."""
    player = table.players[seat]
    action = player.decide(table.game, seat)
    if not action:
        return
    why = replies.reply(player, table.game, seat) if action["type"] == "reject" else None
    table.tell(table.game.apply(action, seat))
    if why is not None:
        table.quote(seat, sentences.reply(table.edition, why.code, why.parts, table.lang))


def _claims(table: TerminalTable) -> None:
    """If rent has to be claimed: bots claim at once, the person is asked once for each rent."""
    claims = table.game.view().get("claims", [])
    table.let_be &= {(claim["square"], claim["visitor"]) for claim in claims}  # ask again at the next visit
    for claim in claims:
        owner, square = claim["owner"], claim["square"]
        open_one = {"type": "claim", "square": square}
        if open_one not in table.game.legal(owner):
            continue
        if owner == table.person:
            if (square, claim["visitor"]) not in table.let_be:
                table.let_be.add((square, claim["visitor"]))
                prompt.claim(table, [open_one])
        elif owner != table.game.decider:  # the deciding seat is asked anyway
            _bot(table, owner)


def _end(table: TerminalTable) -> None:
    table.screen.print()
    show_standings(table.screen, table.edition, table.game.standings(), table.lang)
    table.tell_taken_back()
    table.screen.print(table.word("goodbye"))
