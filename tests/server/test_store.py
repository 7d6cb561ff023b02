"""The store: what it says is written is there after any end of the process; damage is told, the rest is kept."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from freehold import server
from freehold.server.fairness.verify import verify
from freehold.server.storage.game_log import Log
from freehold.server.storage.record import digest_of, key_matches, new_id, new_key
from freehold.server.storage.recovery import open_store
from freehold.server.storage.sqlite import FILE, SqliteStore
from freehold.server.storage.writes import Writes
from tests.cli.terminal import Terminal

from .served import SECRET, played, record_of


@pytest.fixture(scope="module")
def log() -> Log:
    return played(actions=30)


def filled(path: Path, log: Log, games: int = 1) -> None:
    """A store with so many games played side by side; their ids are abc, abc1, abc2 …"""
    store = SqliteStore(path)
    ids = ["abc" + (str(k) if k else "") for k in range(games)]
    store.commit([Writes(record=record_of(log, id=id), secret=SECRET) for id in ids])
    for entry in log.entries:
        store.commit([Writes(game=id, entries=[(entry, f"{entry.seat}:id {entry.number}")]) for id in ids])
    store.close()


def test_a_killed_process_loses_nothing_that_was_committed(tmp_path: Path, log: Log) -> None:
    """The process dies by SIGKILL right after its commit, without closing anything."""
    code = (
        "import os, signal, sys; from pathlib import Path\n"
        "from tests.server.served import *; from freehold.server.storage.sqlite import *\n"
        "log = played(actions=30); store = SqliteStore(Path(sys.argv[1]))\n"
        "store.commit([Writes(record=record_of(log), secret=SECRET)])\n"
        "store.commit([Writes(game='abc', entries=[(entry, None) for entry in log.entries])])\n"
        "os.kill(os.getpid(), signal.SIGKILL)"
    )
    done = subprocess.run([sys.executable, "-c", code, str(tmp_path / FILE)], env=dict(os.environ), check=False)
    assert done.returncode == -9
    store, recovery = open_store(tmp_path)
    assert recovery is None
    assert store.read.entries("abc") == log.entries
    store.close()


# ---------------------------------------------------------------------- damage


def at_rest(folder: Path) -> Path:
    """The database with everything in one file, as after a clean stop."""
    path = folder / FILE
    assert not path.with_name(FILE + "-wal").exists()
    return path


def cut(path: Path, part: float) -> int:
    """Leave so much of what the games take, after the tables as they are when they are empty; the size that is left."""
    empty = path.with_name("empty.sqlite3")
    SqliteStore(empty).close()
    before = empty.stat().st_size
    left = before + int((path.stat().st_size - before) * part)
    os.truncate(path, left)
    return left


@pytest.mark.parametrize(("part", "least"), [(11 / 12, 24), (2 / 3, 15), (1 / 2, 8)])
def test_a_file_cut_short_opens_with_all_that_was_whole(tmp_path: Path, log: Log, part: float, least: int) -> None:
    filled(tmp_path / FILE, log, games=6)
    left = cut(at_rest(tmp_path), part)
    store, recovery = open_store(tmp_path)
    assert recovery is not None
    assert recovery.trouble
    assert Path(recovery.kept_aside).stat().st_size == left
    assert recovery.games == 6
    assert 0 < recovery.entries < 180
    for k in range(6):
        game = "abc" + (str(k) if k else "")
        kept = store.read.entries(game)
        assert kept == log.entries[: len(kept)]  # an unbroken row from the first one on
        assert len(kept) >= least
    store.close()
    store, again = open_store(tmp_path)
    store.close()
    assert again is None  # mended once and for all


def test_a_game_that_lost_its_last_move_is_open_again(tmp_path: Path, log: Log) -> None:
    filled(tmp_path / FILE, log, games=6)
    path = at_rest(tmp_path)
    os.truncate(path, int(path.stat().st_size * 0.8))
    store, recovery = open_store(tmp_path)
    assert recovery is not None
    assert recovery.cut
    record = store.read.record(recovery.cut[0])
    assert record is not None
    assert record.status == "playing"
    assert record.ending is None
    store.close()


def test_rubbish_at_the_tail_is_found(tmp_path: Path, log: Log) -> None:
    filled(tmp_path / FILE, log, games=6)
    path = at_rest(tmp_path)
    size = path.stat().st_size
    with path.open("r+b") as file:
        file.seek(size - 6000)
        file.write(b"\xa5" * 6000)
    store, recovery = open_store(tmp_path)
    assert recovery is not None
    assert recovery.games == 6
    assert store.read.entries("abc") == log.entries[: len(store.read.entries("abc"))]
    assert len(store.read.entries("abc")) >= 25
    store.close()


def test_a_file_that_is_no_database_is_put_aside(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(b"this was never a database, but it may be dear to somebody" * 100)
    store, recovery = open_store(tmp_path)
    assert recovery is not None
    assert recovery.games == 0
    assert Path(recovery.kept_aside).read_bytes().startswith(b"this was never")
    assert store.read.count() == (0, 0)
    store.close()


def test_a_journal_cut_short_is_told(tmp_path: Path, log: Log) -> None:
    """The last commit is torn off while it was still in the journal: all before it is there."""
    live = tmp_path / "live"
    live.mkdir()
    store = SqliteStore(live / FILE)
    store.commit([Writes(record=record_of(log), secret=SECRET)])
    for entry in log.entries:
        store.commit([Writes(game="abc", entries=[(entry, None)])])
    copy = tmp_path / "copy"
    copy.mkdir()
    for end in ("", "-wal"):
        (copy / (FILE + end)).write_bytes((live / (FILE + end)).read_bytes())
    store.close()
    os.truncate(copy / (FILE + "-wal"), (copy / (FILE + "-wal")).stat().st_size - 100)
    mended, recovery = open_store(copy)
    assert recovery is not None
    assert "journal" in recovery.trouble
    assert mended.read.entries("abc") == log.entries[:29]
    mended.close()


@pytest.mark.parametrize("frames", [1, 2, 7])
def test_a_journal_cut_between_two_commits_is_told(tmp_path: Path, log: Log, frames: int) -> None:
    """What is left is a whole database, for SQLite; but more was written here once."""
    store = SqliteStore(tmp_path / FILE)
    store.commit([Writes(record=record_of(log), secret=SECRET)])
    sizes = []
    for entry in log.entries:
        store.commit([Writes(game="abc", entries=[(entry, None)])])
        sizes.append((tmp_path / (FILE + "-wal")).stat().st_size)
    copy = tmp_path / "copy"
    copy.mkdir()
    for end in ("", "-wal", "-count"):
        (copy / (FILE + end)).write_bytes((tmp_path / (FILE + end)).read_bytes())
    store.close()
    os.truncate(copy / (FILE + "-wal"), sizes[-1 - frames])
    found, recovery = open_store(copy)
    assert recovery is not None
    assert recovery.trouble.endswith(f"gone: {frames}")
    assert recovery.entries == 30 - frames
    assert Path(recovery.kept_aside).exists()
    assert found.read.entries("abc") == log.entries[: 30 - frames]
    found.close()
    again, recovery = open_store(copy)
    assert recovery is None  # told once
    again.close()


def test_a_count_that_is_missing_or_senseless_says_nothing(tmp_path: Path, log: Log) -> None:
    filled(tmp_path / FILE, log)
    for text in (None, b"", b"nonsense", b"29"):
        beside = tmp_path / (FILE + "-count")
        beside.unlink() if text is None else beside.write_bytes(text)
        store, recovery = open_store(tmp_path)
        assert recovery is None
        assert beside.read_bytes().split() == [b"30", b"30"]  # entries, and their highest row
        store.close()


def test_the_folder_of_the_games_is_the_owners_alone(tmp_path: Path) -> None:
    store, _ = open_store(tmp_path / "new" / "games")
    store.close()
    assert stat.S_IMODE((tmp_path / "new" / "games").stat().st_mode) == 0o700


# ---------------------------------------------------------------------- keys and the command


def test_a_key_is_kept_as_its_digest_only() -> None:
    key = new_key()
    assert len(key) >= 43
    assert key_matches(key, digest_of(key))
    assert not key_matches(key + "x", digest_of(key))
    assert not key_matches("", "")
    assert not key_matches("\ud800", digest_of(key))
    assert len({new_id() for _ in range(100)}) == 100


def test_the_command_proves_a_stored_game(freehold: Terminal, tmp_path: Path, log: Log) -> None:
    filled(tmp_path / FILE, log)
    assert verify(log).proved
    assert freehold("verify", "abc", "--data", str(tmp_path)).code == 0
    assert freehold("verify", "abd", "--data", str(tmp_path)).code == 2
    assert freehold("verify", "abc", "--data", str(tmp_path / "nowhere")).code == 2


def test_no_thread_is_the_first_to_ask_for_a_type() -> None:
    """msgspec crashes the process where two threads are: decoders are made at import. Recovery comes before threads."""
    folder = Path(str(server.__file__)).parent
    late = [path.name for path in folder.rglob("*.py") if "json.decode(" in path.read_text(encoding="utf-8")]
    assert late == ["recovery.py"]


def test_the_database_is_for_its_owner_alone_also_where_the_folder_is_not(tmp_path: Path, log: Log) -> None:
    filled(tmp_path / FILE, log)
    (tmp_path / FILE).chmod(0o644)
    tmp_path.chmod(0o755)
    store, _ = open_store(tmp_path)
    assert stat.S_IMODE((tmp_path / FILE).stat().st_mode) == 0o600
    store.close()
