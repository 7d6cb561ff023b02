"""The interface of a store, independent of the database: tables, accepted actions, chat, snapshots.

Committed data is on disk. The key of an action is (game, number), so no action is written twice. Nothing here knows the
rules. `sqlite.py` and `postgres/` implement it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from msgspec import UNSET, Struct

from freehold.server.storage.game_log import Entry, Log
from freehold.server.storage.record import Line, Record

ALL = 1 << 40  # more entries than any game has


class Conflict(Exception):
    """This action number, or this client's action id, has already been written."""


class StoreTrouble(Exception):
    """The disk or the database failed; nothing was written."""


class Unwritable(Exception):
    """The step contains a value that cannot be stored. Nothing of it is on disk; other steps are."""


class Fenced(Exception):
    """Another process has taken the table over. Nothing of the step is on disk; other steps are."""


class BadDatabase(Exception):
    """The database cannot be opened: the code of the sentence that says so, and the database's own words."""

    def __init__(self, code: str, why: str) -> None:
        super().__init__(code, why)
        self.code, self.why = code, why


class Unreadable(Exception):
    """A stored row that this release cannot decode."""


class Snapshot(Struct, frozen=True):
    """A game after an action, so that it need not be replayed from the start; valid only for the rules that made it."""

    number: int
    hash: str
    rules: str
    position: Mapping[str, Any]
    setup: list[Any]  # the events of the set-up
    drawn: dict[str, Any]  # as `Game.drawn` gives it
    chains: dict[str, Any]  # of the seats, as `Drawing.state` gives them


class Writes(Struct):
    """What one step of a table writes, atomically."""

    record: Record | None = None
    secret: bytes | None = None  # only with a new record
    game: str = ""
    entries: list[tuple[Entry, str | None]] = []  # each with "seat:id", where the client chose the id
    line: Line | None = None
    opened: tuple[Record, bytes] | None = None  # a table that the step creates, with its secret
    cut: int | None = None  # entries after this number are taken out of the game's log
    snapshot: Snapshot | None = None  # the game after the last of the entries
    fence: int = 0  # the number of the lease by which the writing process owns the table; 0 without leases
    unsaid: list[int] | None = None  # numbers of chat lines to delete; snapshots, which contain names, are deleted too
    delete: bool = False  # delete everything that the store has of the game, and do nothing else

    @property
    def rest(self) -> bool:
        """Whether there is more than entries to write."""
        parts = (self.record, self.line, self.opened, self.snapshot, self.cut, self.unsaid)
        return self.delete or any(part is not None for part in parts)

    def __bool__(self) -> bool:
        return bool(self.entries) or self.rest


Failure = Conflict | Unwritable | Fenced


class Reader(Protocol):
    """The read interface of a store."""

    address: str  # for worker processes that read it
    unreadable: dict[str, str]  # rows that could not be decoded: the game's id, and why

    def record(self, game: str) -> Record | None: ...
    def secret(self, game: str) -> bytes: ...
    def records(self, status: str, listed: bool, most: int) -> list[Record]: ...
    def older(self, than: int, after: str, most: int) -> list[str]: ...
    def snapshot(self, game: str, at_most: int = ALL) -> Snapshot | None: ...
    def entries(self, game: str, after: int = 0, most: int = ALL) -> list[Entry]: ...
    def rows(self, game: str) -> list[tuple[Entry, str | None]]: ...
    def last(self, game: str) -> int: ...
    def lasts(self, games: Sequence[str]) -> dict[str, int]: ...
    def number_of(self, game: str, client: str) -> int | None: ...
    def clients(self, game: str) -> list[str]: ...
    def chat(self, game: str, most: int) -> list[Line]: ...
    def close(self) -> None: ...


class Store(Reader, Protocol):
    """The interface of a store.

    `commit` returns when everything is on disk. A step that conflicts or cannot be stored is answered with the reason;
    disk errors are raised, and then nothing of the batch is written.
    """

    def commit(self, batch: Sequence[Writes]) -> list[Failure | None]: ...
    def check(self) -> None: ...


def log_of(store: Reader, record: Record) -> Log:
    """The log of a game that has begun. It includes the secret only after the game has ended."""
    if record.header is None:
        raise ValueError("a game that has not begun has no log")
    secret = store.secret(record.id).hex() if record.ending is not None else None
    signature = UNSET if record.signature is None else record.signature
    return Log(record.header, store.entries(record.id), record.ending, secret, signature, record.redacted or UNSET)
