"""The interface between a table and its bots: a game, a seat and a level in, a legal action out.

A bot gets a copy of the game, decides from what its seat may see, and has its own random generator. It runs in a
thread; one that needs the compiled kernel, or that the operator brought, in a worker process.
"""

from __future__ import annotations

import secrets
import subprocess
import sys
import time
import zlib
from collections.abc import Callable, Collection
from typing import cast

from msgspec import Struct

from freehold.coach.compiled_forecast import ENTRY_POINTS as COACH
from freehold.engine import compile as kernel
from freehold.game import Game, internals
from freehold.json_types import Json
from freehold.players import replies
from freehold.players.brought import is_brought
from freehold.players.built_in import ENTRY_POINTS, entry_points
from freehold.players.ladder import LadderBot
from freehold.server.protocol.game_json import ActionJson
from freehold.server.storage.record import Record

# Invented names of bots, the same in every language; nobody's.
NAMES = (
    "Pip", "Juniper", "Biscuit", "Tansy", "Domino", "Marble", "Bramble", "Pepper", "Clover", "Quill", "Saffron",
    "Tumble", "Fennel", "Cosmo", "Mallow", "Ziggy", "Truffle", "Nimbus", "Poppy", "Rocket", "Sorrel", "Waffle",
    "Indigo", "Pickle",
)  # fmt: skip

AGAIN = 60  # seconds after which compiling that failed may be tried again


def name_for(table: str, taken: Collection[str]) -> str:
    """A name for one more bot at a table, in an order of the table's own. There are more names than seats."""
    order = sorted(NAMES, key=lambda name: zlib.crc32(f"{table}/{name}".encode()))
    used = {name.casefold() for name in taken}
    return next(name for name in order if name.casefold() not in used)


def new_seed() -> int:
    """A random seed for a bot's own generator."""
    return secrets.randbits(62)


def in_worker(level: str | None) -> bool:
    """Whether such a bot thinks in a worker process."""
    return level is not None and (level in ENTRY_POINTS or is_brought(level))


def needs_worker(record: Record) -> bool:
    """Whether bots of a table, also those for absent players, have to think in a worker process."""
    levels = {chair.level for chair in record.seats if chair.kind == "bot"}
    return any(in_worker(level) for level in (*levels, record.level))


def claims(game: Game, seat: int) -> list[ActionJson]:
    """The rents that this seat may claim now, if rent has to be claimed."""
    if not internals.tables(game).rent_claims:
        return []
    return [action for action in game.legal(seat, offers=False) if action["type"] == "claim"]


class Thought(Struct, frozen=True):
    """The bot's action; where it refuses an offer or somebody else decided for it, why, by a code and its parts."""

    action: Json
    code: str = ""
    parts: dict[str, str] = {}


class TableBots:
    """The bots of one table with their memory of offers. A new bot reads that memory from the game's dealings."""

    def __init__(self) -> None:
        self._seated: dict[int, LadderBot] = {}
        self._told: set[tuple[int, str]] = set()

    def stand_in(self, game: Game, seat: int, code: str, others: dict[int, str]) -> Thought:
        """A baron's decision for a bot that cannot decide. The code says why, the first time."""
        return Thought(self.choose(game, seat, "baron", others), self.once(seat, code))

    def once(self, seat: int, code: str) -> str:
        """The code if the table has not been told yet, else empty."""
        told = (seat, code) in self._told
        self._told.add((seat, code))
        return "" if told else code

    def think(self, game: Game, seat: int, level: str, others: dict[int, str]) -> Thought:
        """The decision of a bot of this level in this seat. `Table.act` checks whether it is legal."""
        action = self.choose(game, seat, level, others)
        bot = self._seated.get(seat)
        why = replies.reply(bot, game, seat) if bot is not None and action["type"] == "reject" else None
        return Thought(action) if why is None else Thought(action, why.code, why.parts)

    def choose(self, game: Game, seat: int, level: str, others: dict[int, str]) -> Json:
        open_claims = claims(game, seat)
        if open_claims:
            return cast(Json, open_claims[0])
        return cast(Json, self._of(seat, level, others).decide(game.as_bidder(seat), seat))

    def _of(self, seat: int, level: str, others: dict[int, str]) -> LadderBot:
        name = level if level not in ENTRY_POINTS or _can_think(level) else "baron"
        bot = self._seated.get(seat)
        if bot is None or bot.name != name:
            bot = self._seated[seat] = LadderBot(name, new_seed(), others)
        return bot


def _can_think(level: str) -> bool:
    """Whether the compiled kernel, which this level needs, is ready; until then it plays as a baron."""
    if kernel.is_compiled(*ENTRY_POINTS[level]):
        return True
    compiling.begin()
    return False


# The process hears of Ctrl-C, and of any other end of the server, by the end of its input.
COMPILE = """
import os, signal, sys, threading
signal.signal(signal.SIGINT, signal.SIG_IGN)
threading.Thread(target=lambda: (sys.stdin.read(), os._exit(1)), daemon=True).start()
from freehold.engine.compile import compiled
compiled().prepare(*sys.argv[1:])
"""


class Compiling:
    """What moguls and the coach need, compiled in a process of its own: in this one it would block every table for a
    minute. If that failed, it is begun again when it is asked for, but not at once. It ends with the server."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._process: subprocess.Popen[bytes] | None = None
        self._begun = 0.0

    def begin(self) -> None:
        """Compile, unless that is going on, was done, or has failed just now."""
        now = self._clock()
        if self._process is not None and (self._process.poll() in (None, 0) or now < self._begun + AGAIN):
            return
        names = (*entry_points(ENTRY_POINTS), *COACH)
        command = [sys.executable, "-c", COMPILE, *names]
        self._process, self._begun = subprocess.Popen(command, stdin=subprocess.PIPE), now


compiling = Compiling()


def prepare_coach() -> None:
    """Have the coach compiled before it is asked."""
    if not kernel.is_compiled(*COACH):
        compiling.begin()
