"""Backups while a server runs, putting one back, and games that stand still until their people settle them."""

from __future__ import annotations

import shutil
import sqlite3
import stat
from pathlib import Path
from typing import Any

import pytest
from msgspec import UNSET

from freehold.server.fairness import fair_dice
from freehold.server.fairness.verify import read, verify
from freehold.server.storage import recovery
from freehold.server.storage.backup import back_up, back_up_into
from freehold.server.storage.code_digest import written
from freehold.server.storage.game_log import Log
from freehold.server.storage.recovery import open_store
from freehold.server.storage.sqlite import FILE
from freehold.server.transport.host_names import HostNames
from tests.cli.terminal import Terminal
from tests.waiting import eventually

from .network import Client, House, house, seated, still_plays


def test_a_backup_of_a_running_server_is_put_back_and_its_games_are_settled(freehold: Terminal, tmp_path: Path) -> None:
    data, copy = tmp_path / "data", tmp_path / "copy.sqlite3"
    with house(data) as place:
        made, ann = seated(place)
        id = made["table"]["id"]
        still_plays(ann)
        run = freehold("backup", str(copy), "--data", str(data))
        assert run.code == 0
        assert stat.S_IMODE(copy.stat().st_mode) == 0o600
        ann.hear("told")
        assert ann.act(ann.decider or 0, ann.legal[0], "later")["type"] == "done"  # what the backup will not have
        ann.close()
        run = freehold("restore", str(copy), "--data", str(data))
        assert run.code == 2
        assert "stop that server first" in run.err
        assert freehold("backup", str(copy), "--data", str(data)).code == 2  # nothing is overwritten
    run = freehold("restore", str(copy), "--data", str(data))
    assert run.code == 0
    assert (data / (FILE + ".replaced-1")).exists()
    with house(data) as place:
        back = Client(place.port)
        welcome = back.hello(id, made["host"], *made["keys"])
        assert (welcome["number"], welcome["table"]["why_frozen"]) == (1, "moves-lost")
        assert back.act(back.decider or 0, {"type": "roll"}, "x")["code"] == "moves-lost"
        back.say(type="settle", seat=0, how="go_on")
        assert back.hear("table")["table"]["frozen"]
        back.say(type="settle", seat=1, how="end")  # they do not agree yet
        assert back.hear("table")["table"]["frozen"]
        back.say(type="settle", seat=1, how="go_on")
        told = back.hear("table")["table"]
        assert (told["frozen"], [seat["chain"] for seat in told["seats"]]) == (False, ["", ""])
        assert place.get("/health")["status"] in ("ok", "degraded")
        assert back.act(back.decider or 0, back.legal[0], "y")["type"] == "done"
        back.close()


def bots_alone(place: House) -> tuple[Any, Client]:
    """A table of two bots that somebody watches."""
    made = place.table(people=[], bots=["novice", "novice"])
    host = Client(place.port)
    host.hello(made["table"]["id"], made["host"])
    host.say(type="start")
    return made, host


def test_a_table_of_bots_never_repeats_its_throws(tmp_path: Path) -> None:
    """Not even where a copy of the whole folder is put back by hand, which nobody can notice."""
    with house(tmp_path / "data") as place:
        made, host = bots_alone(place)
        host.hear("begun")
        host.say(type="pause", paused=True)
        host.hear("table", that=lambda message: message["table"]["paused"])
        host.close()
    shutil.copytree(tmp_path / "data", tmp_path / "copy")
    numbers = []
    for folder in ("data", "copy"):
        with house(tmp_path / folder) as place:
            host = Client(place.port)
            welcome = host.hello(made["table"]["id"], made["host"])
            host.say(type="pause", paused=False)
            for _ in range(20):
                host.hear("told")
            host.say(type="consent")
            host.hear("ended")
            host.close()
            log = read(place.http.get(f"/api/tables/{made['table']['id']}/log").content)
            assert verify(log).finding is None
            drawn = [entry for entry in log.entries if entry.shares is not UNSET]
            numbers.append([entry.fresh for entry in drawn if entry.number > welcome["number"]])
    assert all(numbers)
    assert not set(numbers[0]) & set(numbers[1])  # every throw comes from another number


@pytest.mark.parametrize("large", [False, True])
def test_games_stand_still_when_an_old_copy_was_put_back_by_hand(
    tmp_path: Path, large: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if large:
        monkeypatch.setattr(recovery, "LARGE", 0)
    data, copy = tmp_path / "data", tmp_path / "copy.sqlite3"
    with house(data) as place:
        made, ann = seated(place)
        still_plays(ann)
        back_up(data / FILE, copy)
        ann.hear("told")
        assert ann.act(ann.decider or 0, ann.legal[0], "later")["type"] == "done"
        ann.close()
    for end in ("-wal", "-shm"):
        (data / (FILE + end)).unlink(missing_ok=True)
    shutil.copy(copy, data / FILE)
    with house(data) as place:
        back = Client(place.port)
        welcome = back.hello(made["table"]["id"], made["host"], *made["keys"])
        assert (welcome["number"], welcome["table"]["why_frozen"]) == (1, "moves-lost")
        assert place.get("/health")["recovered"] is not None
        back.close()


def test_what_is_no_backup_changes_nothing(freehold: Terminal, tmp_path: Path) -> None:
    store, _ = open_store(tmp_path / "data")
    store.close()
    before = (tmp_path / "data" / FILE).read_bytes()
    bad = tmp_path / "bad"
    bad.write_bytes(b"not a database")
    newer = tmp_path / "newer"
    back_up(tmp_path / "data" / FILE, newer)
    connection = sqlite3.connect(newer)
    connection.execute("PRAGMA user_version = 999")
    connection.close()
    for file in (bad, newer, tmp_path / "none"):
        for lang in ("en", "fr"):
            assert freehold("restore", str(file), "--data", str(tmp_path / "data"), "--lang", lang).code == 2
    assert (tmp_path / "data" / FILE).read_bytes() == before
    assert freehold("backup", str(tmp_path / "x"), "--data", str(tmp_path / "nowhere")).code == 2


def test_old_backups_are_deleted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store, _ = open_store(tmp_path)
    for second in range(5):
        monkeypatch.setattr("time.strftime", lambda *_, second=second: f"20260101-00000{second}")
        back_up_into(store.path, tmp_path / "backups", 2)
    store.close()
    kept = sorted(path.name for path in (tmp_path / "backups").iterdir())
    assert kept == ["freehold-20260101-000003.sqlite3", "freehold-20260101-000004.sqlite3"]


def test_the_server_backs_up_by_itself(tmp_path: Path) -> None:
    with house(tmp_path / "data") as place:
        made = place.table()
    with house(tmp_path / "data", backup_hours=1, backup_folder=tmp_path / "backups"):
        copies = eventually("a backup is written", lambda: list((tmp_path / "backups").glob("*.sqlite3")))
    assert [path.name for path in (tmp_path / "backups").iterdir()] == [copies[0].name]
    (tmp_path / "restored").mkdir()
    shutil.copy(copies[0], tmp_path / "restored" / FILE)
    store, trouble = open_store(tmp_path / "restored")
    record = store.read.record(made["table"]["id"])
    store.close()
    assert trouble is None
    assert record is not None
    assert [seat.name for seat in record.seats] == ["Ann", "Bob"]


def test_a_game_under_changed_rules_is_settled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The log goes back to the last position that both rules agree on, and is proved again at the end."""
    with house(tmp_path) as place:
        made, ann = seated(place)
        for k in range(6):
            assert ann.act(ann.decider or 0, ann.legal[0], str(k))["type"] == "done"
            ann.hear("told")
        ann.close()
    again = fair_dice.play_again

    def other_rules(game: Any, header: Any, entry: Any, secret: bytes) -> Any:
        events, line = again(game, header, entry, secret)
        return events, {**line, "chance": ["other"]} if entry.number == 4 else line

    with house(tmp_path) as place:
        monkeypatch.setattr(fair_dice, "play_again", other_rules)
        id, back = made["table"]["id"], Client(place.port)
        welcome = back.hello(id, made["host"], *made["keys"])
        assert (welcome["number"], welcome["table"]["why_frozen"]) == (3, "rules-changed")
        monkeypatch.setattr(fair_dice, "play_again", again)
        for seat in (0, 1):
            back.say(type="settle", seat=seat, how="end")
        ended = back.hear("ended")
        assert (ended["how"], ended["number"]) == ("consent", 3)
        store = place.server.store
        assert store.read.last(id) == 3
        record = store.read.record(id)
        assert record is not None
        assert record.header is not None
        log = Log(record.header, store.read.entries(id), record.ending, ended["secret"])
        assert verify(log).finding is None
        back.close()


def test_a_game_that_goes_on_has_nothing_to_settle(tmp_path: Path) -> None:
    with house(tmp_path) as place:
        _, ann = seated(place)
        ann.say(type="settle", seat=0, how="end")
        assert ann.hear("refused")["code"] == "not-frozen"
        ann.close()


# ---------------------------------------------------------------------- names and digests


@pytest.mark.parametrize(
    ("host", "allowed"),
    [
        ("127.0.0.1:8000", True),
        ("[::1]:8000", True),
        ("192.168.1.7", True),
        ("localhost:8000", True),
        ("play.example", True),
        ("play.example:8000", True),
        ("other.example:443", True),
        ("evil.example", False),
        ("play.example.evil.example", False),
        ("127.0.0.1@evil.example", False),
        ("", True),
    ],
)
def test_only_the_servers_own_names_are_answered(host: str, allowed: bool) -> None:
    assert HostNames(["Play.example"], ["https://other.example"]).allow(host) == allowed


def test_behind_a_proxy_any_name_is_the_proxys_business() -> None:
    assert HostNames(behind_proxy=True).allow("anything.example")
    assert not HostNames(["play.example"], behind_proxy=True).allow("anything.example")


def test_another_sites_name_is_refused(tmp_path: Path) -> None:
    with house(tmp_path) as place:
        wish = {"edition": "classic", "seats": 2}
        headers = {"Host": "evil.example", "Origin": "http://evil.example"}
        answer = place.http.post("/api/tables", json=wish, headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (403, "bad-host")


def test_the_digest_of_code_is_about_what_it_says() -> None:
    import ast

    def text(source: str) -> str:
        return written(ast.parse(source))

    plain = text("def f(x):\n    return x + 1\n")
    assert text('"""Doc."""\ndef f(x):  # why\n    "Doc."\n\n    return (x+1)\n') == plain
    assert text("def f(x):\n    return x + 2\n") != plain
    assert text("x = 'a'") != text("x = b'a'")
    assert text("x = 1") != text("x = True")
    # a pinned text: it must be the same under every release of Python
    assert text("x: int = f'{a}b'") == (
        "Module(body=[AnnAssign(target=Name(id=str:'x'),annotation=Name(id=str:'int'),"
        "value=JoinedStr(values=[FormattedValue(value=Name(id=str:'a'),conversion=int:-1),Constant(value=str:'b')]),"
        "simple=int:1)])"
    )
