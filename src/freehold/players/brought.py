"""The bots that the operator of a server brings, by the names under which they sit at its tables.

A table stores `own:MyBot`, never a file, so nobody else can name code to run.
"""

from __future__ import annotations

from collections.abc import Iterable

from freehold.players.bot_file import place_of
from freehold.players.bot_objects import is_own
from freehold.players.built_in import BROUGHT
from freehold.players.game_players import known
from freehold.players.user_bot import OwnBot

LONGEST = 24  # letters of a name


def brought(bots: Iterable[str]) -> dict[str, str]:
    """Files and classes such as `my_bot.py:MyBot` by name, with absolute paths. Built-in bots are left out.

    Each is started once and ended again: `BotError` for the first that cannot play.
    """
    found: dict[str, str] = {}
    for bot in dict.fromkeys(bots):
        if not is_own(known(bot)):
            continue
        where, name = place_of(bot)
        with OwnBot(f"{where}:{name}") as tried:
            tried.new_game()
        level, number = f"{BROUGHT}{name[:LONGEST]}", 1
        while level in found:
            number += 1
            level = f"{BROUGHT}{name[:LONGEST]} {number}"
        found[level] = f"{where}:{name}"
    return found


def is_brought(level: str) -> bool:
    return level.startswith(BROUGHT)


def seat_name(level: str, taken: Iterable[str]) -> str:
    """The name of such a bot at a table where others may have it already."""
    name, number, used = level.removeprefix(BROUGHT)[:LONGEST], 1, {other.casefold() for other in taken}
    found = name
    while found.casefold() in used:
        number += 1
        found = f"{name[: LONGEST - 2]} {number}"
    return found
