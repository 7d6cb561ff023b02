"""Opening the data folder. A damaged database is set aside, and everything readable is copied into a new one.

The damaged file is never written to. Of each game, recovery keeps the longest prefix of entries whose hash chain is
intact.
"""

from __future__ import annotations

import contextlib
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from freehold.server.storage import entry_count
from freehold.server.storage.folder_lock import FolderLock
from freehold.server.storage.game_log import Entry, link
from freehold.server.storage.record import Line, Record
from freehold.server.storage.sqlite import FILE, SqliteStore
from freehold.server.storage.store import ALL
from freehold.server.storage.writes import Writes

GIVE_UP = 1 << 40  # no row id is this high
ENDS = ("", "-wal", "-shm")
LOST = "moves-lost"  # why such a game stands still until its people have settled how it goes on
JOURNAL_HEADER, FRAME_HEADER = 32, 24  # bytes, see SQLite's file format
DATABASE_HEADER = 100
MOST_BYTES = 1 << 34  # a larger size means that the header itself is damaged
LARGE = 64 << 20  # bytes; a larger database is checked after the start, while tables are played
PATIENCE = 10_000  # consecutive unreadable rows before the search doubles its step


class Recovery(Struct, frozen=True):
    """What was damaged, where the damaged file is now, and what was saved."""

    kept_aside: str
    games: int
    entries: int
    cut: list[str]  # games that lost their last entries
    lost: list[str]  # games of which only entries were found
    trouble: str


def open_store(folder: Path) -> tuple[SqliteStore, Recovery | None]:
    """Open the store of a data folder, recovering it if necessary. `FolderInUse` if another process has it open."""
    folder.mkdir(0o700, parents=True, exist_ok=True)  # it contains the secrets of running games
    lock = FolderLock(folder)
    try:
        store, recovery = _opened(folder / FILE)
    except BaseException:
        lock.close()
        raise
    store.lock = lock
    for end in ENDS:
        with contextlib.suppress(OSError):  # the folder may be readable by others
            path = folder / (FILE + end)
            path.chmod(0o600)
    return store, recovery


def _opened(path: Path) -> tuple[SqliteStore, Recovery | None]:
    torn = _torn_journal(path)
    aside = put_aside(path, shutil.copy2) if torn else None
    large = path.exists() and path.stat().st_size > LARGE and _has_its_length(path)
    trouble = damage(path) if path.exists() and not large else ""
    damaged = put_aside(path, shutil.move) if trouble else None
    store = SqliteStore(path)
    try:
        recovery: Recovery | None
        if damaged is not None:
            recovery = _salvage(damaged, store, trouble)
        else:
            store.unchecked = large
            older = large and store.highest_row() < entry_count.highest_row(path)
            recovery = None if large and not torn and not older else _what_is_missing(store, torn, aside)
            large = large and not older
        store.keep_count(known=entry_count.read(path) if large else 0)
    except BaseException:
        store.close()
        raise
    return store, recovery


def _hold_games(store: SqliteStore) -> None:
    """Mark the games in play: some have lost actions, and the throws of these are known to the players."""
    for record in store.read.records("playing", False, ALL):
        record.held = LOST
        store.commit([Writes(record=record)])


def _what_is_missing(store: SqliteStore, torn: str, aside: Path | None) -> Recovery | None:
    """Entries that an intact database has lost because its write-ahead log was truncated."""
    games, entries = store.read.count()
    lost = entry_count.read(store.path) - entries
    if not torn and lost <= 0:
        return None
    if lost > store.read.gaps():  # not only out of the middle of games, which each notice themselves
        _hold_games(store)
    aside = aside or put_aside(store.path, shutil.copy2)
    return Recovery(str(aside), games, entries, [], [], torn or f"entries that were written here are gone: {lost}")


def _has_its_length(path: Path) -> bool:
    """Is a database as long as its header says? It may be longer only in its journal."""
    with path.open("rb") as file:
        header = file.read(DATABASE_HEADER)
    page = int.from_bytes(header[16:18], "big") if len(header) == DATABASE_HEADER else 0
    return path.stat().st_size >= (65536 if page == 1 else page) * int.from_bytes(header[28:32], "big") > 0


def damage(path: Path) -> str:
    """The first problem that SQLite reports for a file; empty if there is none."""
    try:
        connection = sqlite3.connect(path, isolation_level=None)
        try:
            found = connection.execute("PRAGMA integrity_check(1)").fetchone()
        finally:
            connection.close()
    except sqlite3.DatabaseError as error:
        return str(error)
    return "" if found and found[0] == "ok" else " ".join(str(found[0] if found else "no answer").split())


def _torn_journal(path: Path) -> str:
    """Detects a write-ahead log that ends in the middle of a frame. SQLite ignores such a frame silently."""
    journal = path.with_name(path.name + "-wal")
    if not journal.exists() or journal.stat().st_size <= JOURNAL_HEADER:
        return ""
    with journal.open("rb") as file:
        page = int.from_bytes(file.read(JOURNAL_HEADER)[8:12], "big")
    over = (journal.stat().st_size - JOURNAL_HEADER) % (FRAME_HEADER + page)
    return f"the journal ends in the middle of a page, {over} bytes into it" if over else ""


def put_aside(path: Path, carry: Callable[[Path, Path], object], word: str = "damaged") -> Path:
    """Copy or move a database and its journal to an unused name."""
    k = 1
    while (aside := path.with_name(f"{path.name}.{word}-{k}")).exists():
        k += 1
    for end in ENDS:
        file = path.with_name(path.name + end)
        if file.exists():
            carry(file, aside.with_name(aside.name + end))
    return aside


def _salvage(aside: Path, store: SqliteStore, trouble: str) -> Recovery:
    """Copy what can be read of a damaged database into a new one."""
    games: dict[str, Record] = {}
    saved: dict[str, list[tuple[Entry, str | None]]] = {}
    cut: list[str] = []
    lost: set[str] = set()
    scratch = _scratch(aside)
    connection = sqlite3.connect(scratch, isolation_level=None)
    try:
        for game, record, secret in _games(connection):
            games[game] = record
            store.commit([Writes(record=record, secret=secret)])
        for game, number, client, blob in _rows(connection, "entries", "game, number, client, entry"):
            entry = _decoded(blob, Entry)
            if game not in games:
                lost.add(str(game))
            elif entry is not None and entry.number == number:
                saved.setdefault(game, []).append((entry, client))
        for game, _, blob in _rows(connection, "chat", "game, number, line"):
            line = _decoded(blob, Line)
            if line is not None and game in games:
                store.commit([Writes(game=game, line=line)])
    finally:
        connection.close()
        for end in ENDS:
            scratch.with_name(scratch.name + end).unlink(missing_ok=True)
    entries = 0
    for game, record in games.items():
        whole = intact_prefix(record, saved.get(game, []))
        entries += len(whole)
        store.commit([Writes(game=game, entries=whole)])
        if len(whole) < _expected(record, saved.get(game, [])):
            cut.append(game)
            if record.ending is not None:  # its last action is lost, so the game continues
                record.ending, record.status = None, "playing"
                store.commit([Writes(record=record)])
    return Recovery(str(aside), len(games), entries, sorted(cut), sorted(lost), trouble)


def _scratch(aside: Path) -> Path:
    """A working copy, padded to the length named in its header: SQLite refuses to open a shorter file."""
    scratch = aside.with_name(aside.name + "-scratch")
    for end in ENDS[:2]:
        file = aside.with_name(aside.name + end)
        if file.exists():
            shutil.copyfile(file, scratch.with_name(scratch.name + end))
    with scratch.open("r+b") as copy:
        header = copy.read(DATABASE_HEADER)
        page = int.from_bytes(header[16:18], "big") if len(header) == DATABASE_HEADER else 0
        length = (65536 if page == 1 else page) * int.from_bytes(header[28:32], "big")
        if header.startswith(b"SQLite format 3") and scratch.stat().st_size < length <= MOST_BYTES:
            copy.truncate(length)
    return scratch


def _games(connection: sqlite3.Connection) -> Iterator[tuple[str, Record, bytes]]:
    for game, secret, blob in _rows(connection, "games", "id, secret, record"):
        record = _decoded(blob, Record)
        if record is not None and record.id == game and isinstance(secret, bytes) and len(secret) == 32:
            yield game, record, secret


def _rows(connection: sqlite3.Connection, table: str, columns: str) -> Iterator[Any]:
    """Every readable row in insertion order; unreadable pages are skipped."""
    # table and columns are constants of this module, never input
    query = f"SELECT rowid, {columns} FROM {table} NOT INDEXED WHERE rowid > ? ORDER BY rowid LIMIT 1"
    at, misses, stride = 0, 0, 1
    while at < GIVE_UP:
        try:
            row = connection.execute(query, (at,)).fetchone()
            readable = row is None or row[0] > at  # a damaged B-tree may return any row
        except (sqlite3.DatabaseError, UnicodeDecodeError):
            readable = False
        if not readable:
            misses += 1
            stride = 1 if misses < PATIENCE else stride * 2
            at += stride
            continue
        if row is None:
            return
        at, misses = row[0], 0
        yield row[1:]


def _decoded(blob: Any, kind: Any) -> Any:
    try:
        return msgspec.json.decode(blob, type=kind)
    except (msgspec.DecodeError, TypeError, UnicodeDecodeError):
        return None


def intact_prefix(record: Record, entries: list[tuple[Entry, str | None]]) -> list[tuple[Entry, str | None]]:
    """The longest prefix of entries whose hash chain is intact."""
    if record.header is None:
        return []
    before = record.header.hash
    whole: list[tuple[Entry, str | None]] = []
    for entry, client in sorted(entries, key=lambda pair: pair[0].number):
        if entry.number != len(whole) + 1 or link(before, entry) != entry.hash:
            break
        whole.append((entry, client))
        before = entry.hash
    return whole


def _expected(record: Record, entries: list[tuple[Entry, str | None]]) -> int:
    """The number of entries that the game is known to have had."""
    last = max((entry.number for entry, _ in entries), default=0)
    return max(last, record.ending.number if record.ending is not None else 0)
