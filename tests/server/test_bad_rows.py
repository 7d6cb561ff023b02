"""A row that cannot be read or written never affects another table: rows with every kind of damage."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from freehold.server.storage.game_log import Log
from freehold.server.storage.sqlite import FILE, SqliteStore
from freehold.server.storage.writes import Writes
from tests.waiting import eventually

from .network import Client, House, house, seated, still_plays, until_cut
from .served import SECRET, played, record_of, unfinished

Json = dict[str, Any]


def changed(**fields: Any) -> Callable[[Json], bytes]:
    """The record with some of its fields replaced, or taken out where the value is `...`."""

    def change(record: Json) -> bytes:
        kept = {key: value for key, value in {**record, **fields}.items() if value is not ...}
        return json.dumps(kept).encode()

    return change


def seat_changed(**fields: Any) -> Callable[[Json], bytes]:
    def change(record: Json) -> bytes:
        record["seats"][0].update(fields)
        return json.dumps(record).encode()

    return change


def header_changed(**fields: Any) -> Callable[[Json], bytes]:
    def change(record: Json) -> bytes:
        record["header"].update(fields)
        return json.dumps(record).encode()

    return change


DAMAGE: dict[str, Callable[[Json], bytes]] = {
    "not JSON": lambda _: b"\x00\xff not JSON",
    "nothing": lambda _: b"",
    "cut short": lambda record: json.dumps(record).encode()[:200],
    "a list": lambda _: b"[]",
    "nested without end": lambda _: b"[" * 100_000,
    "another table's": changed(id="other"),
    "a field of another type": changed(created="yesterday"),
    "a field is missing": changed(seats=...),
    "an unknown level": seat_changed(level="emperor"),
    "an unknown kind of seat": seat_changed(kind="ghost"),
    "an unknown status": changed(status="dreaming"),
    "a removed edition": header_changed(edition="gone"),
    "a removed option": header_changed(options={"no-such-option": 1}),
    "an unknown variant": header_changed(variant="no-such"),
    "another format": header_changed(format=99),
    "another number of seats": header_changed(seats=[]),
    "no header": changed(header=None),
}


def stored(folder: Path, log: Log) -> None:
    """One damaged table of each kind, and good ones before, between and after them."""
    store = SqliteStore(folder / FILE)
    names = [f"bad{k}" for k in range(len(DAMAGE))]
    for k, id in enumerate(["good0", *names[:5], "good1", *names[5:], "good2"]):
        header = msgspec.structs.replace(log.header)
        record = record_of(Log(header, log.entries), id=id, created=1_000 + k)
        for chair in record.seats:
            chair.kind = "bot"
        store.commit([Writes(record=record, secret=SECRET, game=id, entries=[(entry, None) for entry in log.entries])])
    store.close()
    connection = sqlite3.connect(folder / FILE)
    for id, damage in zip(names, DAMAGE.values(), strict=True):
        record = json.loads(connection.execute("SELECT record FROM games WHERE id = ?", (id,)).fetchone()[0])
        connection.execute("UPDATE games SET record = ? WHERE id = ?", (damage(record), id))
    connection.execute("UPDATE entries SET entry = x'00' WHERE game = 'good1' AND number = 5")
    connection.execute("DELETE FROM entries WHERE game = 'good2' AND number = 3")
    connection.commit()
    connection.close()


def test_every_kind_of_damage_concerns_its_own_table_alone(tmp_path: Path) -> None:
    log = unfinished()
    stored(tmp_path, log)
    with house(tmp_path) as place:
        watcher = Client(place.port)
        before = watcher.hello("good0")["number"]
        assert before >= len(log.entries)
        assert watcher.hear("told")["past"]["number"] > before  # its bots play on
        watcher.close()
        listed = {table["id"] for table in place.get("/api/tables")["tables"]}
        assert "good0" in listed
        assert place.get("/api/tables/bad0", status=409)["code"] == "table-unreadable"
        codes = [codes_of(place, f"bad{k}") for k in range(len(DAMAGE))]
        assert set(codes) <= {"table-unreadable", "frozen", "waits"}
        assert codes.count("table-unreadable") >= 14
        assert codes_of(place, "good1") == "table-unreadable"  # an entry of it
        assert codes_of(place, "good2") == "frozen"
        health = place.get("/health")
        assert health["status"] == "degraded"
        assert set(health["why"]) == {"tables-unreadable", "tables-frozen"}
        assert health["unreadable_tables"] >= 14
        _, ann = seated(place)
        still_plays(ann)
        ann.close()


def codes_of(place: House, table: str) -> str:
    """What a visitor of a table is told."""
    client = Client(place.port)
    told = client.hello(table)
    client.close()
    if told["type"] == "refused":
        return str(told["code"])
    return "frozen" if told["table"]["frozen"] else "waits"


def test_numbers_beyond_every_bound_are_refused_and_no_table_falls(tmp_path: Path) -> None:
    with house(tmp_path) as place:
        tables = [seated(place) for _ in range(3)]
        log = json.loads(msgspec.json.encode(played()))
        for at in (2**63, -1, 2**53 + 1, 10**40):
            wrong = json.loads(json.dumps(log))
            wrong["header"]["at"] = at
            assert place.http.post("/api/import", json=wrong).status_code == 400
            wrong = json.loads(json.dumps(log))
            wrong["entries"][0]["at"] = wrong["entries"][0]["number"] = at
            assert place.http.post("/api/import", json=wrong).status_code == 400
        for id in ("abc\n", "a\nb"):
            wrong = json.loads(json.dumps(log))
            wrong["header"]["game"] = id
            assert place.http.post("/api/import", json=wrong).status_code == 400
        wrong = json.loads(json.dumps(log))
        wrong["secret"] += "\n"
        assert place.http.post("/api/import", json=wrong).status_code == 400
        for _, ann in tables:
            still_plays(ann)
            ann.close()
        assert place.get("/health")["status"] == "ok"


def test_a_table_whose_step_failed_goes_on_by_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its bots play on though nobody visits it."""
    with house(tmp_path) as place:
        made = place.post(
            "/api/tables", {"edition": "classic", "seats": 2, "bots": ["novice", "novice"], "listed": True}
        )
        id, registry = made["table"]["id"], place.server.registry
        monkeypatch.setattr("freehold.server.registry.driver.FIRST_RETRY", 0.01)
        host = Client(place.port)
        host.hello(id, made["host"])
        host.say(type="start")
        host.hear("begun")
        failed = registry.lives[id]
        place.call(lambda: registry.driver.fail(failed, "table-failed", "a test"))
        before = place.server.store.read.last(id)
        eventually("the bots have acted five times more", lambda: place.server.store.read.last(id) >= before + 5)
        until_cut(host)
        assert registry.lives[id] is not failed
        entries = place.get(f"/api/tables/{id}/log")["entries"]
        assert [entry["number"] for entry in entries] == list(range(1, len(entries) + 1))
        assert {entry["by"] for entry in entries} == {"bot"}
        host.close()
