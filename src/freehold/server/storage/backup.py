"""Copies of a database while it is in use, kept for a number of times, and putting one back.

A game in play that comes out of a backup may have been played further before: its dice are known to the players. Such
games stand still until the people at the table settle how they go on.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import time
from pathlib import Path

import msgspec

from freehold.server.storage.folder_lock import FolderLock
from freehold.server.storage.migrations import VERSION, NewerDatabase, migrate, version_of
from freehold.server.storage.record import Record
from freehold.server.storage.recovery import ENDS, LOST, damage, put_aside
from freehold.server.storage.sqlite import FILE, reading

PAGES = 1_000  # copied at a time; others write in between
NAME = "freehold-"
RECORDS = msgspec.json.Decoder(Record)


class BadBackup(Exception):
    """The file is not a whole database of Freehold."""


def back_up(database: Path, target: Path) -> None:
    """A whole copy of a database, also while a server writes to it. The copy appears only when it is complete."""
    part = target.with_name(target.name + ".part")
    os.close(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600))  # the secrets of running games are in it
    try:
        source, copy = reading(database), sqlite3.connect(part)
        try:
            source.backup(copy, pages=PAGES, sleep=0.002)
            copy.execute("PRAGMA journal_mode = DELETE")  # one file, and no journal beside it
        finally:
            copy.close()
            source.close()
        with part.open("rb") as written:
            os.fsync(written.fileno())
        part.replace(target)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


def back_up_into(database: Path, folder: Path, keep: int) -> Path:
    """A copy with the time in its name. Of such copies only the newest so many are kept."""
    folder.mkdir(0o700, parents=True, exist_ok=True)
    target = folder / f"{NAME}{time.strftime('%Y%m%d-%H%M%S', time.gmtime())}.sqlite3"
    back_up(database, target)
    for old in sorted(folder.glob(f"{NAME}*.sqlite3"))[:-keep]:
        old.unlink(missing_ok=True)
    return target


def restore(backup: Path, folder: Path) -> Path | None:
    """Put a backup in place of a folder's database, which is kept aside. Says where, if there was one."""
    if not backup.is_file() or damage(backup):
        raise BadBackup(damage(backup) if backup.is_file() else "no such file")
    folder.mkdir(0o700, parents=True, exist_ok=True)
    lock = FolderLock(folder)
    try:
        path, fresh = folder / FILE, folder / (FILE + ".part")
        shutil.copyfile(backup, fresh)
        fresh.chmod(0o600)
        _hold_games(fresh)
        aside = put_aside(path, shutil.move, "replaced") if any(_beside(path, end).exists() for end in ENDS) else None
        path.with_name(path.name + "-count").unlink(missing_ok=True)
        fresh.replace(path)
        return aside
    finally:
        lock.close()


def _beside(path: Path, end: str) -> Path:
    return path.with_name(path.name + end)


def _hold_games(path: Path) -> None:
    """Mark the games in play."""
    connection = sqlite3.connect(path, isolation_level=None)
    try:
        if version_of(connection) > VERSION:
            raise NewerDatabase(version_of(connection))
        migrate(connection)
        connection.execute("BEGIN")
        rows = connection.execute("SELECT id, record FROM games WHERE status = 'playing'").fetchall()
        for game, blob in rows:
            try:
                record = RECORDS.decode(blob)
            except (msgspec.MsgspecError, ValueError, RecursionError):
                continue  # the server says so when it starts
            record.held = LOST
            connection.execute("UPDATE games SET record = ? WHERE id = ?", (msgspec.json.encode(record), game))
        connection.execute("COMMIT")
    except sqlite3.DatabaseError as error:
        raise BadBackup(str(error)) from None
    finally:
        connection.close()
