"""Schema migrations: the versions of the database's schema in order, and the statements between them.

A released migration is never changed; a new one is appended, with its statements for each kind of database, so that all
have the same versions. SQLite has its version in `PRAGMA user_version`, PostgreSQL in the table `facts`: see
`postgres/schema.py`.
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
    postgres: tuple[str, ...]


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
        (
            """CREATE TABLE games (
                id TEXT COLLATE "C" PRIMARY KEY, status TEXT NOT NULL, listed SMALLINT NOT NULL,
                created BIGINT NOT NULL, secret BYTEA NOT NULL, record BYTEA NOT NULL)""",
            """CREATE TABLE entries (
                game TEXT COLLATE "C" NOT NULL, number BIGINT NOT NULL, client TEXT COLLATE "C", entry BYTEA NOT NULL,
                fence BIGINT NOT NULL, PRIMARY KEY (game, number))""",
            "CREATE UNIQUE INDEX one_effect ON entries (game, client) WHERE client IS NOT NULL",
            """CREATE TABLE chat (
                game TEXT COLLATE "C" NOT NULL, number BIGINT NOT NULL, line BYTEA NOT NULL,
                PRIMARY KEY (game, number))""",
            "CREATE INDEX by_status ON games (status, created)",
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
        (  # the table of facts is there already: it has the version; the rest: see `postgres/leases.py`
            "CREATE INDEX listed_tables ON games (status, created DESC, id) WHERE listed = 1",
            """CREATE TABLE snapshots (
                game TEXT COLLATE "C" NOT NULL, number BIGINT NOT NULL, snapshot BYTEA NOT NULL,
                PRIMARY KEY (game, number))""",
            """CREATE TABLE cut_entries (
                game TEXT COLLATE "C" NOT NULL, number BIGINT NOT NULL, cut BIGINT NOT NULL, entry BYTEA)""",
            "CREATE INDEX cut_of_game ON cut_entries (game)",
            """CREATE TABLE processes (
                id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, address TEXT NOT NULL, alive BOOLEAN NOT NULL,
                expires TIMESTAMPTZ NOT NULL)""",
            """CREATE TABLE leases (
                game TEXT COLLATE "C" PRIMARY KEY, process BIGINT, fence BIGINT NOT NULL, seen BYTEA)""",
            "CREATE INDEX leases_of_process ON leases (process)",
            """CREATE TABLE allowances (
                who TEXT COLLATE "C" PRIMARY KEY, tokens DOUBLE PRECISION NOT NULL, at TIMESTAMPTZ NOT NULL)""",
        ),
    ),
    Migration(
        "a queue of heavy work for workers on other machines",
        (),
        (  # see `postgres/job_queue.py`
            """CREATE UNLOGGED TABLE jobs (
                id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, kind TEXT NOT NULL, name TEXT NOT NULL,
                argument BYTEA NOT NULL, who TEXT NOT NULL, turn BIGINT NOT NULL, release TEXT NOT NULL,
                asker TEXT NOT NULL, asked TIMESTAMPTZ NOT NULL DEFAULT now(), deadline TIMESTAMPTZ NOT NULL,
                worker TEXT, taken TIMESTAMPTZ, lease TIMESTAMPTZ, tries SMALLINT NOT NULL DEFAULT 0, outcome BYTEA)""",
            "CREATE INDEX jobs_to_do ON jobs (turn, id) WHERE outcome IS NULL",
            "CREATE INDEX jobs_of_key ON jobs (who)",
            """CREATE UNLOGGED TABLE workers (
                id TEXT PRIMARY KEY, release TEXT NOT NULL, kinds TEXT[] NOT NULL, expires TIMESTAMPTZ NOT NULL)""",
        ),
    ),
    Migration(
        "what was made of finished games: pictures, statistics, reviews",
        ("CREATE TABLE made (game TEXT NOT NULL, name TEXT NOT NULL, body BLOB NOT NULL, PRIMARY KEY (game, name))",),
        (
            """CREATE TABLE made (
                game TEXT COLLATE "C" NOT NULL, name TEXT NOT NULL, body BYTEA NOT NULL, PRIMARY KEY (game, name))""",
        ),
    ),
    Migration(
        "what addresses hold at a process, for limits at all processes together",
        (),
        ("ALTER TABLE processes ADD COLUMN held BYTEA",),
    ),
)
VERSION = len(MIGRATIONS)


def version_of(connection: sqlite3.Connection) -> int:
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def pending(found: int) -> list[tuple[int, Migration]]:
    """The migrations after a version, each with its own. `NewerDatabase` if the version is ahead of this release."""
    if found > VERSION:
        raise NewerDatabase(found)
    return list(enumerate(MIGRATIONS[found:], found + 1))


def migrate(connection: sqlite3.Connection) -> None:
    """Migrate a SQLite database to this release's schema, one transaction per version."""
    for version, migration in pending(version_of(connection)):
        connection.execute("BEGIN IMMEDIATE")
        try:
            for statement in migration.sqlite:
                connection.execute(statement)
            connection.execute(f"PRAGMA user_version = {version}")
            connection.execute("COMMIT")
        except BaseException:
            connection.execute("ROLLBACK")
            raise
