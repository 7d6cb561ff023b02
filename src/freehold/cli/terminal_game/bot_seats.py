"""The bots of a terminal game: which ones were requested, their names, and the players themselves.

How a bot decides is in `freehold.players`, its sentences are in `freehold.sentences`; `commands/play.py` makes its
moves.
"""

from __future__ import annotations

import logging
import random
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from freehold import sentences
from freehold.cli.compile_messages import about_compiling, heard
from freehold.cli.terminal import WrongUsage, ask_number
from freehold.cli.terminal_game.table_view import WIDEST, tag
from freehold.cli.terminal_game.terminal_table import TerminalTable
from freehold.engine import compile as kernel
from freehold.i18n.command_words import listed, word
from freehold.players import BotError, OwnBot, Player
from freehold.players.built_in import entry_points
from freehold.players.game_players import known, sit
from freehold.players.ladder import RANKS

USUAL = ("trader", "novice", "baron")  # repeated in this order: one to trade with, an easy one, a hard one
USUAL_PLAYERS = 4


class Wanted(NamedTuple):
    """The requested bots: some for one seat each, then one for all other seats, or one for each of them."""

    each: tuple[str, ...] = ()
    others: tuple[str, ...] = ()

    @property
    def players(self) -> int | None:
        """The number of players including the person, if the names determine it."""
        return 1 + len(self.each) + len(self.others) if len(self.others) > 1 else None

    @property
    def usual_players(self) -> int:
        return self.players or max(USUAL_PLAYERS, 1 + len(self.each))


def wanted(bots: str | None, bot: Sequence[str], lang: str) -> Wanted:
    """The names of --bots and --bot; an unknown one is wrong usage."""
    others = [name.strip() for name in bots.split(",")] if bots is not None else []
    try:
        return Wanted(tuple(known(name) for name in bot), tuple(known(name) for name in others))
    except BotError as error:
        raise WrongUsage(error.sentence(lang)) from None


def line_up(asked: Wanted, players: int, lang: str) -> list[str]:
    """A bot for every seat except the person's."""
    chairs = players - 1 - len(asked.each)
    others = [USUAL[k % len(USUAL)] for k in range(chairs)]
    if len(asked.others) == 1:
        others = [asked.others[0]] * chairs
    elif asked.others:
        others = list(asked.others)
    if len(others) != chairs:
        given = len(asked.each) + len(asked.others)
        raise WrongUsage(word("wrong-chairs", lang, players=players, chairs=players - 1, given=given))
    return [*asked.each, *others]


def ask_level(screen: Console, lang: str) -> Wanted:
    """One level for all seats, or the usual mix."""
    usual = listed([sentences.bot(name, lang) for name in USUAL], lang)
    rows = [(word("a-mix", lang), word("mix-of", lang, bots=usual))]
    rows += [(sentences.bot(name, lang), sentences.bot_sentence(name, lang)) for name in RANKS]
    grid = Grid.grid(padding=(0, 2, 0, 0))
    for number, (name, sentence) in enumerate(rows, start=1):
        grid.add_row(Text(f"{number:>3}"), name, sentence)
    screen.print(grid, width=min(screen.width, WIDEST))
    chosen = ask_number(screen, lang, f"{word('ask-level', lang)} [1]", 1, len(rows), 1)
    return Wanted() if chosen == 1 else Wanted(others=(list(RANKS)[chosen - 2],))


def named(people: Sequence[str], bots: Sequence[str], lang: str) -> list[str]:
    """The players' names; a bot without a name is called after its level and its number, or a later one if somebody
    has that name.
    """
    found = [*people]
    for seat, bot in enumerate(bots, start=1):
        level, number = sentences.bot(bot, lang), seat + 1
        while not found[seat]:
            found[seat] = f"{level} {number}" if f"{level} {number}" not in found else ""
            number += 1
    return found


def sit_down(bots: Sequence[str], chance: random.Random, lang: str) -> dict[int, Player]:
    """The bots by seat, from the second on. One that cannot play is wrong usage."""
    others = dict(enumerate(bots, start=1))
    players: dict[int, Player] = {}
    try:
        for seat, name in others.items():
            players[seat] = sit(name, chance.getrandbits(32), others)
    except BotError as error:
        get_up(players)
        raise WrongUsage(error.sentence(lang)) from None
    for player in players.values():
        if isinstance(player, OwnBot):
            player.lang = lang
    return players


def get_up(players: Mapping[int, Player]) -> None:
    for player in players.values():
        player.close()


def introduce(table: TerminalTable) -> None:
    """Print who plays against the person, and how."""
    table.screen.print(table.word("you-are", person=table.names[table.person]))
    grid = Grid.grid(padding=(0, 2, 0, 0))
    grid.add_column()
    grid.add_column(no_wrap=True, overflow="ellipsis", max_width=20)
    told: set[str] = set()
    for seat, player in table.players.items():
        level = sentences.bot(player.name, table.lang)
        how = [] if table.names[seat].startswith(level) else [f"{level}."]
        how += [] if player.name in told else [sentences.bot_sentence(player.name, table.lang)]
        told.add(player.name)
        grid.add_row(tag(seat), Text(table.names[seat], style="bold"), " ".join(how))
    table.screen.print(grid, width=min(table.screen.width, WIDEST))
    thinkers = entry_points({player.name for player in table.players.values()})
    if thinkers:
        _compile(table, thinkers)


def _compile(table: TerminalTable, names: Sequence[str]) -> None:
    """Compile the kernel for moguls; the first time on a machine this takes a while."""

    def tell(told: str, seconds: float, uses: list[str]) -> None:
        table.screen.print(about_compiling(told, seconds, uses, table.lang), style="dim")

    with heard(tell):
        kernel.compiled().prepare(*names)


class Aside(logging.Handler):
    """A log handler that prints the warnings of a user's bot in the game instead of on standard error."""

    def __init__(self, screen: Console) -> None:
        super().__init__()
        self.screen = screen

    def emit(self, record: logging.LogRecord) -> None:
        self.screen.print(record.getMessage(), style="dim")

    def __enter__(self) -> None:
        logging.getLogger("freehold.players").addHandler(self)

    def __exit__(self, *_: object) -> None:
        logging.getLogger("freehold.players").removeHandler(self)
