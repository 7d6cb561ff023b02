"""Schema migrations: the versions of the database's schema in order, and the statements between them.

The version is `PRAGMA user_version`. A released migration is never changed; a new one is appended. Another kind of
database gets its own field beside `sqlite`, so that both have the same versions.
"""

from __future__ import annotations

import sqlite3

from msgspec import Struct


class NewerDatabase(Exception):
    """The database was written by a newer release. Nothing has been changed."""

    def __init__(self, found: int) -> None:
        super().__init__(f"schema {found}, this release knows {VERSION}")
        self.found = found


class Migration(Struct, frozen=True):
    """One version of the schema: its name, and the statements that migrate from the previous version."""

    name: str
    sqlite: tuple[str, ...]


MIGRATIONS = (
    Migration(
        "games, entries and chat",
        (  # databases older than schema versions have these already
            """CREATE TABLE IF NOT EXISTS games (
                id TEXT PRIMARY KEY NOT NULL, status TEXT NOT NULL, listed INTEGER NOT NULL, created INTEGER NOT NULL,
                secret BLOB NOT NULL, record BLOB NOT NULL)""",
            """CREATE TABLE IF NOT EXISTS entries (
                game TEXT NOT NULL, number INTEGER NOT NULL, client TEXT, entry BLOB NOT NULL,
                PRIMARY KEY (game, number))""",
            "CREATE UNIQUE INDEX IF NOT EXISTS one_effect ON entries (game, client) WHERE client IS NOT NULL",
            """CREATE TABLE IF NOT EXISTS chat (
                game TEXT NOT NULL, number INTEGER NOT NULL, line BLOB NOT NULL, PRIMARY KEY (game, number))""",
            "CREATE INDEX IF NOT EXISTS by_status ON games (status, created)",
        ),
    ),
    Migration(
        "an index for listed tables, positions on the way, facts about the store, entries taken out of a game",
        (
            "CREATE INDEX listed_tables ON games (status, created DESC, id) WHERE listed = 1",
            """CREATE TABLE snapshots (
                game TEXT NOT NULL, number INTEGER NOT NULL, snapshot BLOB NOT NULL, PRIMARY KEY (game, number))
                WITHOUT ROWID""",
            "CREATE TABLE facts (name TEXT PRIMARY KEY NOT NULL, value TEXT NOT NULL) WITHOUT ROWID",
            "CREATE TABLE cut_entries (game TEXT NOT NULL, number INTEGER NOT NULL, cut INTEGER NOT NULL, entry BLOB)",
            "CREATE INDEX cut_of_game ON cut_entries (game)",
        ),
    ),
)
VERSION = len(MIGRATIONS)


def version_of(connection: sqlite3.Connection) -> int:
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def migrate(connection: sqlite3.Connection) -> None:
    """Migrate a database to this release's schema, one transaction per version. `NewerDatabase` if it is ahead."""
    found = version_of(connection)
    if found > VERSION:
        raise NewerDatabase(found)
    for version in range(found + 1, VERSION + 1):
        connection.execute("BEGIN IMMEDIATE")
        try:
            for statement in MIGRATIONS[version - 1].sqlite:
                connection.execute(statement)
            connection.execute(f"PRAGMA user_version = {version}")
            connection.execute("COMMIT")
        except BaseException:
            connection.execute("ROLLBACK")
            raise
