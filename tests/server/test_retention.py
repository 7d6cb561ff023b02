"""Deletion: by players, who withdraw their names and chat, and by age, which the operator chooses."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from freehold.server.fairness.verify import read, verify
from freehold.server.registry.expiry import DAY, expire, stale
from freehold.server.storage import entry_count
from freehold.server.storage.recovery import open_store
from freehold.server.storage.sqlite import FILE, SqliteStore
from freehold.server.storage.writes import Snapshot, Writes
from tests.waiting import eventually

from .network import WAIT, Client, House, house
from .served import SECRET, played, record_of, unfinished

NOON = 10**12
TABLES = ("games", "entries", "chat", "snapshots", "cut_entries", "made")


def rows(folder: Path, game: str) -> dict[str, int]:
    """How many rows of each kind a game has."""
    connection = sqlite3.connect(folder / FILE)
    try:
        return {
            table: connection.execute(
                f"SELECT count(*) FROM {table} WHERE {'id' if table == 'games' else 'game'} = ?", (game,)
            ).fetchone()[0]
            for table in TABLES
        }
    finally:
        connection.close()


def withdraw(place: House, id: str, *keys: str, status: int = 200) -> Any:
    return place.post(f"/api/tables/{id}/withdraw", {"keys": list(keys)}, status)


def two_people(place: House, **wish: Any) -> tuple[str, Any, Client, Client]:
    """A game of Ann, who is the host, and Bob, who sit at browsers of their own and have said something."""
    made = place.table(**wish)
    id = made["table"]["id"]
    ann, bob = Client(place.port), Client(place.port)
    ann.hello(id, made["host"], made["keys"][0])
    bob.hello(id, made["keys"][1])
    ann.say(type="start")
    bob.hear("begun")
    ann.say(type="say", seat=0, text="hello from Ann")
    bob.hear("said")
    bob.say(type="say", seat=1, text="hello from Bob")
    ann.hear("said")
    assert ann.hear("said")["line"]["seat"] == 1
    return id, made, ann, bob


def end(ann: Client, bob: Client) -> None:
    assert ann.act(ann.decider or 0, ann.legal[0], "a")["type"] in ("done", "refused")
    ann.say(type="consent", seat=0)
    bob.say(type="consent", seat=1)
    ann.hear("ended")
    bob.hear("ended")


def test_a_finished_game_goes_with_its_last_person(tmp_path: Path) -> None:
    with house(tmp_path) as place:
        id, made, ann, bob = two_people(place)
        end(ann, bob)
        assert withdraw(place, id, made["keys"][1]) == {"deleted": False}
        assert ann.hear("unsaid")["seats"] == [1]
        again = Client(place.port)
        welcome = again.hello(id, made["keys"][0], seen=0)
        assert [line["text"] for line in welcome["chat"]] == ["hello from Ann"]
        assert [seat["name"] for seat in welcome["table"]["seats"]] == ["Ann", "Player 2"]
        assert [player["name"] for player in welcome["view"]["players"]] == ["Ann", "Player 2"]
        text = place.http.get(f"/api/tables/{id}/log").content
        assert b"Bob" not in text
        log = read(text)
        assert log.withdrawn == [1]
        report = verify(log, known_key=place.get("/api/key")["key"])  # it is signed anew, and every digest is checked
        assert (report.finding, report.signature) == (None, "valid")
        assert all(chair.is_named != (seat == 1) for seat, chair in enumerate(log.header.seats))
        assert place.get(f"/api/tables/{id}/verify")["withdrawn"] == [1]
        assert b"Bob" not in place.http.get(f"/api/tables/{id}/past").content
        assert withdraw(place, id, made["keys"][1], status=403)["code"] == "not-your-seat"  # the key is void
        assert withdraw(place, id, made["keys"][0], made["host"]) == {"deleted": True}
        assert again.hear("deleted")
        assert place.get(f"/api/tables/{id}", 404)["code"] == "no-such-table"
        assert place.get("/health")["status"] == "ok"
        for client in (ann, bob, again):
            client.close()
    assert set(rows(tmp_path, id).values()) == {0}
    assert b"hello from" not in (tmp_path / FILE).read_bytes()


def test_whoever_withdraws_from_a_game_leaves_it_to_the_others(tmp_path: Path) -> None:
    with house(tmp_path) as place:
        id, made, ann, bob = two_people(place)
        assert withdraw(place, id, made["keys"][1]) == {"deleted": False}
        told = ann.hear("table", that=lambda message: message["table"]["seats"][1]["kind"] == "bot")
        assert told["table"]["seats"][1]["name"] == "Player 2"
        again = Client(place.port)
        assert [line["text"] for line in again.hello(id, made["keys"][0])["chat"]] == ["hello from Ann"]
        again.close()
        ann.say(type="consent", seat=0)
        ann.hear("ended")
        record = place.server.store.read.record(id)
        assert record is not None
        assert record.header is not None
        assert [chair.name for chair in record.header.seats] == ["Ann", "Player 2"]
        report = verify(read(place.http.get(f"/api/tables/{id}/log").content))
        assert (report.finding, report.signature) == (None, "valid")
        for client in (ann, bob):
            client.close()


def test_a_game_against_bots_goes_with_its_only_person(tmp_path: Path) -> None:
    with house(tmp_path) as place:
        made = place.table(people=[{"name": "Ann"}], bots=["novice"])
        id, ann = made["table"]["id"], Client(place.port)
        ann.hello(id, made["host"], *made["keys"])
        ann.say(type="start")
        ann.hear("begun")
        assert withdraw(place, id, *made["keys"]) == {"deleted": True}
        ann.hear("deleted")
        ann.close()
        assert place.call(lambda: id not in place.server.registry.lives)


def test_a_lobby_is_its_hosts(tmp_path: Path) -> None:
    with house(tmp_path) as place:
        made = place.table(people=[{"name": "Ann"}], seats=3)
        id = made["table"]["id"]
        bob = place.post(f"/api/tables/{id}/join", {"name": "Bob"})
        assert withdraw(place, id, bob["key"]) == {"deleted": False}
        assert [seat["name"] for seat in place.get(f"/api/tables/{id}")["seats"]] == ["Ann", "", ""]
        assert withdraw(place, id, "somebody else's", status=403)["code"] == "not-your-seat"
        assert withdraw(place, id, made["host"]) == {"deleted": True}


def test_a_host_who_does_not_play_cannot_delete_the_others_game(tmp_path: Path) -> None:
    with house(tmp_path) as place:
        id, made, ann, bob = two_people(place)
        end(ann, bob)
        assert withdraw(place, id, made["host"]) == {"deleted": False}
        assert place.get(f"/api/tables/{id}")["status"] == "over"
        for client in (ann, bob):
            client.close()


def test_the_counter_of_entries_knows_what_was_deleted(tmp_path: Path) -> None:
    """Otherwise the next start would report lost entries."""
    log, other = played(actions=30), unfinished(id="other")
    store, _ = open_store(tmp_path)
    for each in (log, other):
        entries: list[Any] = [(entry, None) for entry in each.entries]
        store.commit([Writes(record=record_of(each), secret=SECRET, game=each.header.game, entries=entries)])
    snapshot = Snapshot(20, log.entries[19].hash, "", {"name": "Ann"}, [], {}, {})
    store.commit([Writes(game="abc", snapshot=snapshot)])
    assert entry_count.read(store.path) == len(log.entries) + len(other.entries)
    store.commit([Writes(game="abc", delete=True)])
    assert entry_count.read(store.path) == len(other.entries)
    store.close()
    assert set(rows(tmp_path, "abc").values()) == {0}
    assert rows(tmp_path, "other")["entries"] == len(other.entries)
    store, recovery = open_store(tmp_path)
    assert recovery is None
    store.close()


def aged(folder: Path) -> SqliteStore:
    """Tables of all kinds, whose names say how old they are and whether they are to go at noon."""
    store, _ = open_store(folder)
    over, going = played(actions=5), unfinished(until=lambda _, count: count == 5)  # at about 1,000 and 9,000
    for name, log, fields in (
        ("goes1", over, {}),
        ("goes2", going, {}),
        ("goes3", going, {"status": "lobby", "header": None}),
        ("keep1", over, {"created": NOON + 1}),
        ("keep2", going, {"created": NOON + 1}),
        ("keep3", going, {"status": "lobby", "header": None, "created": NOON}),
    ):
        entries: list[Any] = [(entry, None) for entry in going.entries] if fields.get("status") != "lobby" else []
        store.commit([Writes(record=record_of(log, id=name, **fields), secret=SECRET, game=name, entries=entries)])
    store.commit([Writes(record=record_of(going, id="keep4"), secret=SECRET)])
    store._write.execute("UPDATE games SET record = '{}' WHERE id = 'keep4'")  # unreadable: nobody knows what it is
    return store


def test_finished_and_abandoned_tables_are_deleted_by_age(tmp_path: Path) -> None:
    store = aged(tmp_path)
    assert {game: stale(store.read, game, NOON) for game in store.read.older(NOON, "", 100)} == {
        "goes1": "finished",
        "goes2": "abandoned",
        "goes3": "abandoned",
        "keep4": "",
    }
    assert stale(store.read, "goes1", 8_999) == ""  # it ended at 9,000
    assert stale(store.read, "goes2", 1_002) == ""  # its last action was later
    assert stale(store.read, "keep1", NOON) == ""
    assert store.read.older(NOON, "goes2", 1) == ["goes3"]
    store.close()
    with house(tmp_path) as place:
        watcher = Client(place.port)
        watcher.hello("goes2")
        done = asyncio.run_coroutine_threadsafe(expire(place.server.registry, NOON), place.loop).result(WAIT)
        assert done == 2  # somebody is at the third
        watcher.close()
        assert [game for game in ("goes1", "goes3") if place.server.store.read.last(game)] == []
        assert place.get("/api/tables/goes1", 404)["code"] == "no-such-table"
        assert place.get("/api/tables/goes2")["status"] == "playing"
        assert place.get("/api/tables/keep1")["status"] == "over"


def test_the_server_deletes_by_itself_and_says_so(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    aged(tmp_path).close()
    caplog.set_level("INFO", "freehold.server")
    with house(tmp_path, keep_days=NOON / DAY) as place:  # far more days than the tables are old, but for the old ones
        for id in ("goes1", "goes3"):
            eventually(f"{id} is deleted", lambda: set(rows(tmp_path, id).values()) == {0})  # noqa: B023  # it is called before the loop goes on
        assert rows(tmp_path, "keep4")["games"] == 1
        assert place.get("/health")["unreadable_tables"] == 1
    said = [vars(record)["facts"] for record in caplog.records if record.message == "table-expired"]
    assert {"table": "goes1", "why": "finished"} in said
    assert {"table": "goes3", "why": "abandoned"} in said
