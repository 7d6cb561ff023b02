"""The jobs of worker processes: what is read of stored games, verification of logs, reviews and the coach's answers,
and the decisions of bots that think.

A job takes and returns bytes. It reads the database and never writes to it; see `workers/`.
"""

from __future__ import annotations

import gzip
import os
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Any

import msgspec
from msgspec import Struct

from freehold.editions import load
from freehold.game import Game, internals
from freehold.game.dealings import Dealing
from freehold.game.types import Position
from freehold.picture.card import card
from freehold.players.brought import is_brought
from freehold.server.archive import history
from freehold.server.archive.history import Archive, shared_title
from freehold.server.fairness.verify import NotALog, read, verify
from freehold.server.protocol.messages import Refused, encode
from freehold.server.storage.sqlite import SqliteQueries
from freehold.server.storage.store import Reader, is_postgres
from freehold.server.table.bots import TableBots
from freehold.server.workers import coach_answers as coaching
from freehold.server.workers.brought_bots import BroughtBots

WORTH_COMPRESSING = 1000  # bytes
TABLES_IN_MIND = 500
REVIEWS_KEPT = 50
DATABASE = "FREEHOLD_DATABASE"  # an address with a password must not be in a command line


class Setup(Struct, frozen=True):
    """The configuration of a worker: the database to read, or none, and the bots that the operator brought."""

    database: str = ""
    bots: dict[str, str] = {}


class Look(Struct, frozen=True, array_like=True):
    """A look into a stored game; `packed`: compress the answer if that is worth it."""

    game: str
    number: int = 0
    most: int = 0
    packed: bool = False


class Question(Struct, frozen=True):
    """A request for a bot's decision: the game's record as bytes, the seat, and the other bots."""

    table: str
    edition: str
    variant: str
    options: dict[str, Any]
    record: bytes
    seat: int
    level: str
    others: dict[int, str]
    dealings: tuple[Dealing, ...] = ()  # so that the bot remembers who refused and accepted what
    names: list[str] = []  # of the players, where the bot's code is shown them


def question(table: str, game: Game, seat: int, level: str, others: dict[int, str]) -> Question:
    where = (game.edition_name, game.variant, game.options, internals.packed(game))
    names = game.names if is_brought(level) else []
    return Question(table, *where, seat, level, others, internals.dealings(game), names)


SETUPS, LOOKS = msgspec.json.Decoder(Setup), msgspec.msgpack.Decoder(Look)
QUESTIONS = msgspec.msgpack.Decoder(Question)


class Worker:
    """The state that a worker process keeps between jobs."""

    def __init__(self, setup: Setup) -> None:
        self._setup = setup
        self._archive: Archive | None = None
        self.brought = BroughtBots(setup.bots)
        self.reviews: OrderedDict[str, bytes] = OrderedDict()
        self.minds: OrderedDict[str, tuple[TableBots, Position]] = OrderedDict()  # by table, with the start of its game

    @property
    def archive(self) -> Archive:
        if self._archive is None:
            self._archive = Archive(open_reader(self._setup.database))
        return self._archive


Job = Callable[[Worker, bytes], bytes]


def open_reader(address: str) -> Reader:
    if not is_postgres(address):
        return Reader(address, SqliteQueries(address))
    from freehold.server.storage.postgres.postgres_store import PostgresQueries  # needs the extra `postgres`

    return Reader(address, PostgresQueries(address))


def prepare(setup: str) -> Worker:
    found = SETUPS.decode(setup)
    return Worker(Setup(found.database or os.environ.get(DATABASE, ""), found.bots))


def _packed(body: bytes, look: Look) -> bytes:
    return gzip.compress(body, 1) if look.packed and len(body) >= WORTH_COMPRESSING else body


def _look(read: Callable[[Archive, Look], Any]) -> Job:
    """A job that reads a stored game."""

    def job(worker: Worker, argument: bytes) -> bytes:
        look = LOOKS.decode(argument)
        return _packed(encode(read(worker.archive, look)), look)

    return job


def picture(worker: Worker, argument: bytes) -> bytes:
    """The final position and the worth of everybody over time, as a PNG picture."""
    look = LOOKS.decode(argument)
    found = worker.archive.view_at(look.game, look.number)
    record = worker.archive.begun(look.game)
    worth = worker.archive.statistics(look.game).worth
    return card(load(record.edition), found.view, shared_title(record), worth, record.language)


def verify_log(_: Worker, argument: bytes) -> bytes:
    """The proof of a log that was sent in."""
    try:
        return encode(verify(read(argument)))
    except NotALog as error:
        raise Refused("bad-request", str(error)[:300]) from None


def take_in(_: Worker, argument: bytes) -> bytes:
    """The writes for an uploaded log, if it passes verification."""
    try:
        return msgspec.msgpack.encode(history.verified_import(read(argument), time.time_ns() // 1_000_000))
    except NotALog as error:
        raise Refused("bad-request", str(error)[:300]) from None


def review(worker: Worker, argument: bytes) -> bytes:
    """The review of a finished game. The last ones are kept."""
    look = LOOKS.decode(argument)
    if not coaching.ready():
        raise Refused("coach-not-ready")
    if look.game not in worker.reviews:
        worker.reviews[look.game] = encode(worker.archive.review(look.game))
        if len(worker.reviews) > REVIEWS_KEPT:
            worker.reviews.popitem(last=False)
    return _packed(worker.reviews[look.game], look)


def think(worker: Worker, argument: bytes) -> bytes:
    """A bot's decision. Its memory of the table is kept here between decisions."""
    asked = QUESTIONS.decode(argument)
    game = internals.from_record(asked.edition, asked.variant, asked.options, asked.record)
    minds, start = worker.minds.pop(asked.table, (TableBots(), game.start))
    worker.minds[asked.table] = minds, start
    if len(worker.minds) > TABLES_IN_MIND:
        worker.minds.popitem(last=False)
    game.start = start
    internals.recall(game, asked.dealings)
    if is_brought(asked.level):
        game.names = asked.names
        where = (asked.table, minds, game, asked.seat, asked.level, asked.others)
        return msgspec.msgpack.encode(worker.brought.think(*where))
    return msgspec.msgpack.encode(minds.think(game, asked.seat, asked.level, asked.others))


JOBS: dict[str, Job] = {
    "cut": _look(lambda archive, look: archive.cut(look.game)),
    "log": _look(lambda archive, look: archive.log(look.game)),
    "view_at": _look(lambda archive, look: archive.view_at(look.game, look.number)),
    "page": _look(lambda archive, look: archive.page(look.game, look.number, look.most)),
    "missed": _look(lambda archive, look: archive.missed(look.game, look.number, look.most)),
    "statistics": _look(lambda archive, look: archive.statistics(look.game)),
    "proof": _look(lambda archive, look: verify(archive.log(look.game))),
    "picture": picture,
    "verify_log": verify_log,
    "take_in": take_in,
    "think": think,
    "coach": coaching.job,
    "review": review,
}
