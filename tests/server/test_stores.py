"""Every kind of store keeps the same promises: what it says is written is there, once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from freehold.server.storage.game_log import Log
from freehold.server.storage.record import Line
from freehold.server.storage.store import Store
from freehold.server.storage.writes import Conflict, Snapshot, Unreadable, Unwritable, Writes

from .served import SECRET, played, record_of, unfinished


@pytest.fixture(scope="module")
def log() -> Log:
    return played(actions=30)


def fill(store: Store, log: Log) -> None:
    store.commit([Writes(record=record_of(log), secret=SECRET)])
    for entry in log.entries:
        store.commit([Writes(game="abc", entries=[(entry, f"{entry.seat}:id {entry.number}")])])


def test_a_game_comes_back_as_it_was_written(opened: Callable[[], Store], log: Log) -> None:
    fill(opened(), log)
    store = opened()
    record = store.read.record("abc")
    assert record == record_of(log)
    assert store.read.log(record_of(log)) == log
    assert store.read.entries("abc", 28) == log.entries[28:]
    assert store.read.record("nobody") is None


def test_a_move_is_written_once(store: Store, log: Log) -> None:
    fill(store, log)
    again = Writes(game="abc", entries=[(log.entries[3], None)])
    fresh = msgspec.structs.replace(log.entries[3], number=31)
    same_client = Writes(game="abc", entries=[(fresh, "0:id 1"), (fresh, "1:id 1")])
    good = Writes(game="abc", line=Line(1, 0, "Ann", "hello", 5))
    answers = store.commit([again, same_client, good])
    assert [type(answer) for answer in answers] == [Conflict, Conflict, type(None)]
    assert store.read.entries("abc") == log.entries  # the steps that failed left nothing behind
    assert [line.text for line in store.read.chat("abc", 10)] == ["hello"]
    assert store.read.number_of("abc", f"{log.entries[0].seat}:id 1") == 1
    assert store.read.number_of("abc", "0:never") is None


def test_only_listed_tables_are_listed(store: Store, log: Log) -> None:
    for id, listed in (("a", True), ("b", False)):
        store.commit([Writes(record=record_of(log, id=id, listed=listed), secret=SECRET)])
    assert [record.id for record in store.read.records("over", True, 10)] == ["a"]
    assert {record.id for record in store.read.records("over", False, 10)} == {"a", "b"}
    assert store.read.records("lobby", False, 10) == []


def test_the_secret_stays_in_the_store_until_the_end(store: Store, log: Log) -> None:
    record = record_of(log, ending=None, status="playing")
    store.commit([Writes(record=record, secret=SECRET)])
    assert SECRET.hex().encode() not in msgspec.json.encode([record, store.read.log(record)])


def test_hostile_names_are_only_names(store: Store, log: Log) -> None:
    name = "x'; DROP TABLE games; --"
    store.commit([Writes(record=record_of(log, id=name), secret=SECRET)])
    found = store.read.record(name)
    assert found is not None
    assert found.id == name
    assert store.read.record("' OR 1=1 --") is None


@pytest.mark.parametrize("bad", [2**63, -(2**63) - 1, 10**30])
def test_a_step_that_cannot_be_written_fails_alone(store: Store, bad: int) -> None:
    log = unfinished()
    good = [Writes(record=record_of(log, id=f"good{k}"), secret=SECRET) for k in range(3)]
    doubled = Writes(record=record_of(log, id="good0"), secret=SECRET)
    poison = Writes(record=record_of(log, id="bad", created=bad), secret=SECRET)
    surrogate = Writes(record=record_of(log, id="\ud800"), secret=SECRET)
    answers = store.commit([good[0], poison, good[1], doubled, surrogate, good[2]])
    assert [type(answer) for answer in answers] == [
        type(None),
        Unwritable,
        type(None),
        Conflict,
        Unwritable,
        type(None),
    ]
    assert [store.read.record(f"good{k}") is not None for k in range(3)] == [True] * 3
    assert store.read.record("bad") is None


def test_what_is_cut_from_a_log_is_kept_apart(store: Store, log: Log) -> None:
    fill(store, log)
    snapshots = [Snapshot(number, "hash", "rules", {}, [], {}, {}) for number in (10, 20, 20)]
    for snapshot in snapshots:
        assert store.commit([Writes(game="abc", snapshot=snapshot)]) == [None]
    assert store.read.snapshot("abc") == snapshots[1]
    assert store.read.snapshot("abc", 19) == snapshots[0]
    fresh = msgspec.structs.replace(log.entries[15], at=7)
    assert store.commit([Writes(record=record_of(log), game="abc", cut=15)]) == [None]
    assert store.commit([Writes(game="abc", entries=[(fresh, "0:again")])]) == [None]
    assert store.read.entries("abc") == [*log.entries[:15], fresh]
    assert (store.read.last("abc"), store.read.lasts(["abc", "nobody"])) == (16, {"abc": 16})
    assert store.read.snapshot("abc") == snapshots[0]
    assert "0:again" in store.read.clients("abc")
    assert store.read.rows("abc")[-1] == (fresh, "0:again")
    store.check()


def test_a_row_of_another_release_is_told(opened: Callable[[], Store], log: Log, monkeypatch: Any) -> None:
    store = opened()
    store.commit([Writes(record=record_of(log, id=id), secret=SECRET) for id in ("bad", "good")])
    with monkeypatch.context() as patch:
        patch.setattr("freehold.server.storage.writes._row", lambda record: (record.status, 1, b"{}", record.id))
        store.commit([Writes(record=record_of(log, id="bad"))])
    with pytest.raises(Unreadable):
        store.read.record("bad")
    assert [record.id for record in store.read.records("over", False, 10)] == ["good"]
    assert set(store.read.unreadable) == {"bad"}


def test_a_deleted_game_is_gone_and_others_are_not(store: Store, log: Log) -> None:
    for id in ("abc", "abd"):
        entries: list[Any] = [(entry, None) for entry in log.entries]
        store.commit([Writes(record=record_of(log, id=id), secret=SECRET, game=id, entries=entries)])
        store.commit([Writes(game=id, line=Line(1, 0, "Ann", "hello", 5))])
    assert store.commit([Writes(game="abc", delete=True)]) == [None]
    assert (store.read.record("abc"), store.read.last("abc"), store.read.chat("abc", 9)) == (None, 0, [])
    assert (store.read.last("abd"), len(store.read.chat("abd", 9))) == (len(log.entries), 1)
    assert store.read.older(log.header.at + 1, "", 9) == ["abd"]
    assert store.read.older(log.header.at, "", 9) == []
    assert store.read.older(log.header.at + 1, "abd", 9) == []


def test_lines_of_chat_are_deleted(store: Store, log: Log) -> None:
    store.commit([Writes(record=record_of(log), secret=SECRET)])
    store.commit([Writes(game="abc", line=Line(k, k % 2, "Ann", f"line {k}", 5)) for k in range(1, 6)])
    store.commit([Writes(game="abc", unsaid=[1, 3, 5])])
    assert [line.number for line in store.read.chat("abc", 9)] == [2, 4]
