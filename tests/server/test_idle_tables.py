"""Tables that nobody visits stop, and go on where they stood; long games are loaded from a snapshot."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from freehold.server.storage.sqlite import FILE, SqliteStore
from freehold.server.storage.writes import Writes
from freehold.server.table.played_log import REMEMBERED, SNAPSHOT_EVERY
from freehold.server.table.table import Table
from tests.waiting import eventually

from .network import Client, House, house
from .served import SECRET, record_of, unfinished


def begun(place: House, **wish: Any) -> tuple[str, Client]:
    made = place.table(people=[], bots=["novice", "novice"], **wish)
    host = Client(place.port)
    host.hello(made["table"]["id"], made["host"])
    host.say(type="start")
    host.hear("begun")
    return made["table"]["id"], host


def record(place: House, id: str) -> Any:
    return place.server.store.read.record(id)


def test_bots_stop_when_nobody_is_there_and_go_on_for_a_visitor(tmp_path: Path) -> None:
    with house(tmp_path, idle=0) as place:
        id, host = begun(place)
        host.hear("told")
        host.close()
        eventually("the table is asleep", lambda: record(place, id).asleep)
        eventually("it is no longer live", lambda: place.call(lambda: id not in place.server.registry.lives))
        stood = place.server.store.read.last(id)
    with house(tmp_path, idle=0) as place:
        assert place.server.store.read.last(id) == stood  # nor does a restart wake it
        watcher = Client(place.port)
        assert watcher.hello(id)["number"] == stood
        assert watcher.hear("told")["past"]["number"] == stood + 1
        assert not record(place, id).asleep
        watcher.close()


def test_a_table_that_somebody_watches_goes_on(tmp_path: Path) -> None:
    with house(tmp_path, idle=0) as place:
        _, host = begun(place)
        for number in range(1, 30):
            assert host.hear("told")["past"]["number"] == number
        host.close()


def test_a_table_of_bots_pauses_after_so_many_rounds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("freehold.server.table.table.ROUNDS_WITHOUT_PEOPLE", 3)
    with house(tmp_path) as place:
        id, host = begun(place)
        host.hear("table", that=lambda message: message["table"]["paused"])
        assert record(place, id).paused
        host.say(type="pause", paused=False)  # its host may let it go on
        assert host.hear("told")
        host.close()


# ---------------------------------------------------------------------- snapshots


def stored(folder: Path, actions: int) -> SqliteStore:
    log = unfinished(until=lambda _, count: count == actions)
    store = SqliteStore(folder / FILE)
    entries: list[Any] = [(entry, None) for entry in log.entries]
    store.commit([Writes(record=record_of(log), secret=SECRET, game="abc", entries=entries)])
    return store


def loaded(store: SqliteStore, snapshot: Any = None) -> Table:
    found = store.read.record("abc")
    assert found is not None
    table = Table(found, SECRET)
    table.restore(store.read.entries("abc", snapshot.number if snapshot else 0), 0, snapshot)
    return table


def test_a_game_goes_on_from_a_snapshot_as_from_its_first_action(tmp_path: Path) -> None:
    store = stored(tmp_path, 2 * SNAPSHOT_EVERY + 30)
    whole = loaded(store)
    assert whole.log.kept is not None
    assert whole.log.kept.number == 2 * SNAPSHOT_EVERY
    again = msgspec.json.decode(msgspec.json.encode(whole.log.kept), type=type(whole.log.kept))
    short = loaded(store, again)
    assert short.game is not None
    assert whole.game is not None
    assert (short.number, short.log.hash, short.log.stopped) == (whole.number, whole.log.hash, "")
    assert short.game.position() == whole.game.position()
    assert short.game.setup == whole.game.setup
    assert short.log.snapshot() == whole.log.snapshot()
    assert list(short.log.recent)[-REMEMBERED:] == list(whole.log.recent)
    store.close()


def test_a_snapshot_is_kept_from_before_the_actions_that_are_remembered(tmp_path: Path) -> None:
    store = stored(tmp_path, 2 * SNAPSHOT_EVERY + 1)
    kept = loaded(store).log.kept
    assert kept is not None
    assert kept.number == SNAPSHOT_EVERY
    store.close()


def test_a_long_game_is_loaded_from_its_snapshot_the_second_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stored(tmp_path, SNAPSHOT_EVERY + 30).close()
    with house(tmp_path) as place:
        watcher = Client(place.port)
        assert watcher.hello("abc")["number"] == SNAPSHOT_EVERY + 30
        watcher.close()
        eventually("a snapshot is stored", lambda: place.server.store.read.snapshot("abc"))
    with house(tmp_path) as place:
        replayed: list[int] = []
        restore = Table.restore

        def counted(self: Table, entries: Any, *rest: Any) -> None:
            replayed.append(len(entries))
            restore(self, entries, *rest)

        monkeypatch.setattr(Table, "restore", counted)
        watcher = Client(place.port)
        welcome = watcher.hello("abc", seen=SNAPSHOT_EVERY + 20)
        assert (welcome["number"], len(welcome["missed"])) == (SNAPSHOT_EVERY + 30, 10)
        watcher.close()
        assert set(replayed) <= {30}


@pytest.mark.parametrize("field", ["hash", "rules"])
def test_a_snapshot_of_another_log_or_of_other_rules_is_not_used(tmp_path: Path, field: str) -> None:
    store = stored(tmp_path, SNAPSHOT_EVERY + 30)
    kept = loaded(store).log.kept
    assert kept is not None
    wrong = msgspec.structs.replace(kept, **{field: "0" * 64, "position": {}})
    store.commit([Writes(game="abc", snapshot=wrong)])
    store.close()
    with house(tmp_path) as place:
        watcher = Client(place.port)
        welcome = watcher.hello("abc")
        assert (welcome["number"], welcome["table"]["frozen"]) == (SNAPSHOT_EVERY + 30, False)
        watcher.close()
