"""The interface between a table and its bots: a game, a seat and a level in, a legal action out.

A bot gets a copy of the game, decides from what its seat may see, and has its own random generator. It runs in a
thread, and one that needs the compiled kernel in a worker process.
"""

from __future__ import annotations

import secrets
import subprocess
import sys
import zlib
from collections.abc import Collection
from functools import cache
from typing import cast

from msgspec import Struct

from freehold.coach.compiled_forecast import ENTRY_POINTS as COACH
from freehold.engine import compile as kernel
from freehold.game import Game
from freehold.json_types import Json
from freehold.players import replies
from freehold.players.built_in import ENTRY_POINTS, entry_points
from freehold.players.ladder import LadderBot
from freehold.server.protocol.game_json import ActionJson
from freehold.server.storage.record import Level, Record

# Invented names of bots, the same in every language; nobody's.
NAMES = (
    "Pip", "Juniper", "Biscuit", "Tansy", "Domino", "Marble", "Bramble", "Pepper", "Clover", "Quill", "Saffron",
    "Tumble", "Fennel", "Cosmo", "Mallow", "Ziggy", "Truffle", "Nimbus", "Poppy", "Rocket", "Sorrel", "Waffle",
    "Indigo", "Pickle",
)  # fmt: skip


def name_for(table: str, taken: Collection[str]) -> str:
    """A name for one more bot at a table, in an order of the table's own. There are more names than seats."""
    order = sorted(NAMES, key=lambda name: zlib.crc32(f"{table}/{name}".encode()))
    used = {name.casefold() for name in taken}
    return next(name for name in order if name.casefold() not in used)


def new_seed() -> int:
    """A random seed for a bot's own generator."""
    return secrets.randbits(62)


def needs_worker(record: Record) -> bool:
    """Whether bots of a table, also those for absent players, have to think in a worker process."""
    levels = {chair.level for chair in record.seats if chair.kind == "bot"}
    return not levels.isdisjoint(ENTRY_POINTS) or record.level in ENTRY_POINTS


def claims(game: Game, seat: int) -> list[ActionJson]:
    """The rents that this seat may claim now, if rent has to be claimed."""
    if not game.tables().rent_claims:
        return []
    return [action for action in game.legal(seat, offers=False) if action["type"] == "claim"]


class Thought(Struct, frozen=True):
    """The bot's action; where it refuses an offer, why, by a code and its parts."""

    action: Json
    code: str = ""
    parts: dict[str, str] = {}


class TableBots:
    """The bots of one table with their memory of refused offers. A new bot reads that memory from the game's log."""

    def __init__(self) -> None:
        self._seated: dict[int, LadderBot] = {}

    def think(self, game: Game, seat: int, level: Level, others: dict[int, str]) -> Thought:
        """The decision of a bot of this level in this seat. `Table.act` checks whether it is legal."""
        action = self.choose(game, seat, level, others)
        bot = self._seated.get(seat)
        why = replies.reply(bot, game, seat) if bot is not None and action["type"] == "reject" else None
        return Thought(action) if why is None else Thought(action, why.code, why.parts)

    def choose(self, game: Game, seat: int, level: Level, others: dict[int, str]) -> Json:
        open_claims = claims(game, seat)
        if open_claims:
            return cast(Json, open_claims[0])
        return self._of(seat, level, others).decide(game.as_bidder(seat), seat)

    def _of(self, seat: int, level: Level, others: dict[int, str]) -> LadderBot:
        name = level if level not in ENTRY_POINTS or _can_think(level) else "baron"
        bot = self._seated.get(seat)
        if bot is None or bot.name != name:
            bot = self._seated[seat] = LadderBot(name, new_seed(), others)
        return bot


def _can_think(level: str) -> bool:
    """Whether the compiled kernel, which this level needs, is ready; until then it plays as a baron."""
    if kernel.is_compiled(*ENTRY_POINTS[level]):
        return True
    compile_once()
    return False


@cache
def compile_once() -> subprocess.Popen[bytes]:
    """Compile in a separate process: in this one it would block every table for a minute."""
    names = (*entry_points(ENTRY_POINTS), *COACH)
    code = f"from freehold.engine.compile import compiled; compiled().prepare(*{names})"
    return subprocess.Popen([sys.executable, "-c", code])
