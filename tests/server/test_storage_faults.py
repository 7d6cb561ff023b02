"""What happens to the folder while the server runs: a second server, a full disk, a deleted or replaced database."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from freehold.server.storage import migrations
from freehold.server.storage.folder_lock import FolderInUse
from freehold.server.storage.migrations import VERSION, NewerDatabase, version_of
from freehold.server.storage.recovery import open_store
from freehold.server.storage.same_file import FilesChanged
from freehold.server.storage.sqlite import FILE, SqliteStore
from freehold.server.storage.writes import Writes
from tests.cli.terminal import Terminal
from tests.waiting import eventually

from .network import Client, house, seated, still_plays, until_cut
from .served import SECRET, played, record_of


def delete(folder: Path) -> None:
    (folder / FILE).unlink()


def delete_journal(folder: Path) -> None:
    (folder / (FILE + "-wal")).unlink()


def replace(folder: Path) -> None:
    shutil.copy(folder / FILE, folder / "copy")
    (folder / "copy").rename(folder / FILE)


def delete_all(folder: Path) -> None:
    shutil.rmtree(folder)


@pytest.mark.parametrize("harm", [delete, delete_journal, replace, delete_all])
def test_nothing_is_acknowledged_when_the_database_is_gone_or_another(
    tmp_path: Path, harm: Callable[[Path], None]
) -> None:
    folder = tmp_path / "data"
    with house(folder) as place:
        _, ann = seated(place)
        still_plays(ann)
        ann.hear("told")
        harm(folder)
        ann.say(type="act", seat=ann.decider, number=2, id="b", action=ann.legal[0])
        assert not {"done", "told"} & until_cut(ann)
        assert place.http.post("/api/tables", json={"edition": "classic", "seats": 2}).status_code == 503
        health = place.get("/health")
        assert (health["status"], health["why"]) == ("degraded", ["storage-trouble"])


def test_a_store_notices_before_it_answers(tmp_path: Path) -> None:
    store, _ = open_store(tmp_path)
    replace(tmp_path)
    with pytest.raises(FilesChanged):
        store.commit([Writes(record=record_of(played()), secret=SECRET)])
    with pytest.raises(FilesChanged):
        store.check()
    store.close()


def test_a_full_disk_is_told_and_over_when_it_is_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("freehold.server.storage.writer.CHECK_SECONDS", 0.01)
    with house(tmp_path) as place:
        made, ann = seated(place)
        ann.close()
        store: Any = place.server.store
        pages = int(store._write.execute("PRAGMA page_count").fetchone()[0])
        place.call(lambda: store._write.execute(f"PRAGMA max_page_count = {pages}"))  # SQLite's own "disk is full"
        wish = {"edition": "classic", "seats": 8}
        eventually("the disk is full", lambda: place.http.post("/api/tables", json=wish).status_code != 201)
        assert place.get("/health")["why"] == ["storage-trouble"]
        place.call(lambda: store._write.execute("PRAGMA max_page_count = 1073741823"))
        state = place.server.resources.condition.state
        eventually("the server finds out by itself", lambda: place.call(state).status == "ok")
        assert place.get("/health")["status"] == "ok"
        back = Client(place.port)
        back.hello(made["table"]["id"], *made["keys"])
        still_plays(back)
        back.close()


def test_a_folder_belongs_to_one_process(freehold: Terminal, tmp_path: Path) -> None:
    store, _ = open_store(tmp_path)
    with pytest.raises(FolderInUse):
        open_store(tmp_path)
    for lang, word in (("en", "stop that server first"), ("fr", "arrêtez d'abord ce serveur")):
        run = freehold("serve", "--port", "0", "--data", str(tmp_path), "--lang", lang)
        assert run.code == 2
        assert word in run.err
    store.close()
    again, _ = open_store(tmp_path)
    again.close()


# ---------------------------------------------------------------------- schema versions


def old_database(path: Path) -> None:
    """As a release without schema versions left it."""
    connection = sqlite3.connect(path)
    for statement in migrations.MIGRATIONS[0].sqlite:
        connection.execute(statement)
    connection.commit()
    connection.close()


def test_a_database_of_an_older_release_is_brought_up_to_date(tmp_path: Path) -> None:
    old_database(tmp_path / FILE)
    store = SqliteStore(tmp_path / FILE)
    assert version_of(store._write) == VERSION
    store.commit([Writes(record=record_of(played()), secret=SECRET)])
    store.close()
    again = SqliteStore(tmp_path / FILE)
    assert again.read.record("abc") is not None
    again.close()


def test_a_database_of_a_newer_release_is_left_alone(freehold: Terminal, tmp_path: Path) -> None:
    SqliteStore(tmp_path / FILE).close()
    connection = sqlite3.connect(tmp_path / FILE)
    connection.execute(f"PRAGMA user_version = {VERSION + 1}")
    connection.close()
    before = (tmp_path / FILE).read_bytes()
    with pytest.raises(NewerDatabase):
        open_store(tmp_path)
    run = freehold("serve", "--port", "0", "--data", str(tmp_path))
    assert run.code == 2
    assert "newer release" in run.err
    assert (tmp_path / FILE).read_bytes() == before


def test_a_migration_that_fails_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    SqliteStore(tmp_path / FILE).close()
    broken = migrations.Migration("broken", ("CREATE TABLE half (x)", "CREATE TABLE games (x)"), ())
    monkeypatch.setattr(migrations, "MIGRATIONS", (*migrations.MIGRATIONS, broken))
    monkeypatch.setattr(migrations, "VERSION", VERSION + 1)
    with pytest.raises(sqlite3.OperationalError):
        SqliteStore(tmp_path / FILE)
    connection = sqlite3.connect(tmp_path / FILE)
    assert version_of(connection) == VERSION
    assert not connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'half'").fetchall()
    connection.close()


def test_listed_tables_are_found_by_an_index(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / FILE)
    query = "SELECT id, record FROM games WHERE status = ? AND listed = 1 ORDER BY created DESC, id LIMIT ?"
    plan = " ".join(str(row[3]) for row in store.read._rows(f"EXPLAIN QUERY PLAN {query}", "lobby", 100))
    assert "listed_tables" in plan
    assert "TEMP B-TREE" not in plan
    store.close()
