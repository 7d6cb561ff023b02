"""A server on PostgreSQL: what it says of a database that it cannot use, and how it goes on after one that was gone."""

from __future__ import annotations

from pathlib import Path

import psycopg
import psycopg.conninfo
import pytest
from websockets.exceptions import ConnectionClosed

from freehold.cli.commands import serve
from freehold.server.storage import writer
from freehold.server.storage.migrations import MIGRATIONS, VERSION, NewerDatabase
from freehold.server.storage.postgres import connection
from freehold.server.storage.postgres.postgres_store import PostgresStore
from freehold.server.storage.store import shown_address
from tests.cli.terminal import Terminal
from tests.waiting import eventually

from .network import Client, House, house, seated
from .postgresql import PostgresServer


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("mysql://somebody:hidden@here/games", "is not the address of a PostgreSQL database"),
        ("postgresql://somebody:hidden@here/games?no-such=1", "is not the address of a PostgreSQL database"),
        ("postgresql://somebody:hidden@127.0.0.1:1/games", "postgresql://127.0.0.1:1/games cannot be used"),
    ],
)
def test_a_bad_address_gets_a_sentence(freehold: Terminal, address: str, words: str) -> None:
    run = freehold("serve", "--port", "0", "--reached-at", "127.0.0.1", "--database", address)
    assert run.code == 2
    assert words in " ".join(run.err.split())
    assert "hidden" not in run.err


def test_a_database_that_is_not_there_or_only_for_reading_gets_a_sentence(
    freehold: Terminal, postgres: PostgresServer, database: str
) -> None:
    run = freehold("serve", "--port", "0", "--reached-at", "127.0.0.1", "--database", postgres.address("nowhere"))
    assert run.code == 2
    assert 'database "nowhere" does not exist' in " ".join(run.err.split())
    run = freehold(
        "serve",
        "--port",
        "0",
        "--reached-at",
        "127.0.0.1",
        "--database",
        f"{database}%20-cdefault_transaction_read_only%3Don",
    )
    assert run.code == 2
    assert "read-only transaction" in " ".join(run.err.split())


@pytest.mark.parametrize("command", [("serve", "--port", "0", "--reached-at", "127.0.0.1"), ("worker",)])
def test_a_postgresql_that_is_too_old_gets_a_sentence(
    freehold: Terminal, database: str, command: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "OLDEST", 990000)
    run = freehold(*command, "--database", database, "--lang", "fr")
    assert run.code == 2
    assert "il faut la version 13" in run.err.replace("\n", " ")


def test_a_password_comes_from_a_file(freehold: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "password"
    monkeypatch.setenv(serve.PASSWORD_FILE, str(file))
    run = freehold("worker", "--database", "postgresql://127.0.0.1:1/games")
    assert (run.code, "FREEHOLD_PASSWORD_FILE" in run.err) == (2, True)
    file.write_text("a@b/c#d e\n", encoding="utf-8")
    address = serve.checked_database("postgresql://ann@here/games", "en")
    assert psycopg.conninfo.conninfo_to_dict(address)["password"] == "a@b/c#d e"
    assert shown_address(address) == "postgresql://here/games"
    more = serve.checked_database("postgresql://ann@here/games?application_name=x", "en")
    assert psycopg.conninfo.conninfo_to_dict(more)["password"] == "a@b/c#d e"


def test_backups_are_for_folders(freehold: Terminal) -> None:
    run = freehold("serve", "--database", "postgresql://127.0.0.1:1/games", "--backup-every", "24")
    assert run.code == 2
    assert "pg_dump" in run.err


def test_a_database_of_a_newer_release_is_left_alone(
    freehold: Terminal, database: str, rows: psycopg.Connection
) -> None:
    PostgresStore(database).close()
    rows.execute("UPDATE facts SET value = %s WHERE name = 'schema'", (str(VERSION + 1),))
    with pytest.raises(NewerDatabase):
        PostgresStore(database)
    run = freehold("serve", "--port", "0", "--reached-at", "127.0.0.1", "--database", database, "--lang", "fr")
    assert run.code == 2
    assert "version plus récente" in run.err


def test_both_databases_have_every_version(database: str, rows: psycopg.Connection) -> None:
    PostgresStore(database).close()
    assert rows.execute("SELECT value FROM facts WHERE name = 'schema'").fetchone() == (str(VERSION),)
    assert all(migration.postgres for migration in MIGRATIONS if migration.sqlite)


def health(place: House, status: str) -> None:
    """Wait until the server says so."""
    state = place.server.resources.condition.state
    eventually(f"the server is {status}", lambda: place.call(state).status == status)
    found = place.get("/health")
    assert (found["status"], found["why"]) == (status, [] if status == "ok" else ["storage-trouble"])


def test_a_database_that_was_gone_is_used_again(
    tmp_path: Path, postgres: PostgresServer, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer, "CHECK_SECONDS", 0.02)
    with house(tmp_path, database=database) as place:
        made, ann = seated(place)
        id, seat = made["table"]["id"], ann.decider or 0
        postgres.stop()
        try:
            with pytest.raises(ConnectionClosed):
                ann.act(seat, {"type": "roll"}, "first")
            ann.close()
            assert place.get(f"/api/tables/{id}", status=503)["code"] == "storage-trouble"
            assert (
                place.post("/api/tables", {"edition": "classic", "seats": 2}, status=503)["code"] == "storage-trouble"
            )
            health(place, "degraded")
        finally:
            postgres.start()
        health(place, "ok")
        again = Client(place.port)
        assert again.hello(id, made["host"], *made["keys"])["number"] == 0
        assert again.act(seat, {"type": "roll"}, "first")["type"] == "done"
        assert place.get(f"/api/tables/{id}")["number"] == again.number or again.hear("told")
        assert len(place.get(f"/api/tables/{id}/log")["entries"]) == 1  # read by a worker process
        again.close()
