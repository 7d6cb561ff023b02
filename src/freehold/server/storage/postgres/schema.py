"""The schema of a PostgreSQL database: the migrations of `migrations.py`, with the version in the table `facts`."""

from __future__ import annotations

from freehold.server.storage.migrations import pending
from freehold.server.storage.postgres.connection import Connection

LOCK = 0x66726565  # an arbitrary key: processes that start at the same time migrate one after the other
FACTS = 'CREATE TABLE IF NOT EXISTS facts (name TEXT COLLATE "C" PRIMARY KEY, value TEXT NOT NULL)'
PUT = "INSERT INTO facts VALUES (%s, %s) ON CONFLICT (name) DO UPDATE SET value = excluded.value"


def migrate(connection: Connection) -> None:
    """Migrate a database to this release's schema, in one transaction. `NewerDatabase` if it is ahead."""
    with connection.transaction():
        connection.execute("SET LOCAL statement_timeout = 0")  # a large table may take its time
        connection.execute("SET LOCAL lock_timeout = 0")
        connection.execute("SELECT pg_advisory_xact_lock(%s)", (LOCK,))
        connection.execute(FACTS)
        for version, migration in pending(version_of(connection)):
            for statement in migration.postgres:
                connection.execute(statement)
            connection.execute(PUT, ("schema", str(version)))


def version_of(connection: Connection) -> int:
    row = connection.execute("SELECT value FROM facts WHERE name = 'schema'").fetchone()
    return 0 if row is None else int(row[0])
