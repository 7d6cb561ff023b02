"""Databases of every release with running games: they go on under the rules of today, and nothing of them is lost.

`tools/stored_tables.py` has made the databases. Where a rule has changed in the middle of a game, its people settle how
it goes on, and what is taken out of it is kept.
"""

from __future__ import annotations

import lzma
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from freehold.server.archive.export import MOVED, export_table, import_table
from freehold.server.condition import Condition
from freehold.server.fairness.verify import verify
from freehold.server.registry.table_loader import Loader
from freehold.server.storage import view_shapes
from freehold.server.storage.game_log import bind, digest
from freehold.server.storage.record import Record
from freehold.server.storage.recovery import open_store
from freehold.server.storage.sqlite import FILE, SqliteStore
from freehold.server.storage.store import ALL
from freehold.server.storage.writes import Snapshot
from freehold.server.table import agreements, bots, played_log
from freehold.server.table.table import Table
from freehold.server.table.table_step import Step
from tests.sizes import sizes

from .network import Client, house
from .served import SECRET
from .table_steps import NOON, begun, go_on, log_of

STORED = Path(__file__).parents[1] / "stored"
RELEASES = sorted(path.name.removesuffix(".sqlite3.xz") for path in STORED.glob("*.sqlite3.xz"))
GAMES = 100  # in each database
SETTLED = {"0.1.0": 1}  # games in which a rule has changed since: Game of Thrones, deeds bought with a mortgage


def unpacked(release: str, folder: Path) -> Path:
    path = folder / FILE
    path.write_bytes(lzma.decompress((STORED / f"{release}.sqlite3.xz").read_bytes()))
    return path


@contextmanager
def stored(release: str, folder: Path) -> Iterator[tuple[SqliteStore, Loader]]:
    """The database of a release, and what loads its tables."""
    unpacked(release, folder)
    store, trouble = open_store(folder)
    assert trouble is None
    resources: Any = SimpleNamespace(store=store, signer=None, clock=lambda: NOON, condition=Condition())
    try:
        yield store, Loader(resources, 0)
    finally:
        store.close()


def loaded(loader: Loader, game: str) -> Table:
    found = loader.read(game)
    assert found is not None
    return found[0]


def settle(store: SqliteStore, table: Table) -> None:
    """Everybody agrees to go on from where the game stands."""
    people: list[int | None] = [k for k, chair in enumerate(table.record.seats) if chair.kind == "person"]
    for seat in people or [None]:
        write(store, agreements.settle(table, NOON, seat, "go_on"))
    assert not table.frozen


def write(store: SqliteStore, step: Step) -> None:
    assert not step.writes or store.commit([step.writes]) == [None]


def played_on(store: SqliteStore, table: Table) -> None:
    """To the end, by barons: most games have some hundred actions, one in a few hundred has thousands."""
    minds, record = bots.TableBots(), table.record
    others = dict.fromkeys(range(len(record.seats)), "baron")
    steps = [table.draw(NOON, at_once=True)]  # if it stood in the middle of one
    while record.status == "playing":
        game, record.paused = table.game, False
        assert game is not None
        seat = game.decider
        assert seat is not None
        action = minds.choose(game.copy(), seat, "baron", others)
        steps.append(table.act(NOON, seat, table.number + 1, action, "bot"))
        assert table.number < 40_000, "the game has no end"
    assert not any(store.commit([step.writes for step in steps if step.writes]))


@pytest.mark.parametrize("release", RELEASES)
def test_every_running_game_of_a_release_goes_on(release: str, tmp_path: Path) -> None:
    with stored(release, tmp_path) as (store, loader):
        records = store.read.records("playing", False, ALL)
        tables = [loaded(loader, record.id) for record in records]
        stopped = [table for table in tables if table.frozen]
        assert (len(tables), len(stopped)) == (GAMES, SETTLED.get(release, 0))
        assert len({table.record.edition for table in tables}) == 6
        for table in tables:
            assert table.number + table.log.beyond == store.read.last(table.record.id)
        for table in stopped:
            assert (table.log.stopped, table.number > 0) == ("rules-changed", True)


@sizes("share", test=16, thorough=1)
@pytest.mark.parametrize("release", RELEASES)
def test_running_games_of_a_release_are_played_to_their_end(release: str, share: int, tmp_path: Path) -> None:
    """The log of the whole game is proved, its part of the old release included."""
    with stored(release, tmp_path) as (store, loader):
        records = store.read.records("playing", False, ALL)[::share]
        for record in records:
            table = loaded(loader, record.id)
            was, beyond = store.read.entries(record.id), table.log.beyond
            if table.frozen:
                settle(store, table)
            played_on(store, table)
            kept = [entry for _, entry in store.read.cut_entries(record.id)]
            assert [*store.read.entries(record.id)[: len(was) - beyond], *kept] == was
            ended = store.read.record(record.id)
            assert ended is not None
            assert (ended.status, ended.cut) == ("over", beyond)
            assert verify(store.read.log(ended)).finding is None


def test_what_is_cut_off_can_be_looked_at(tmp_path: Path) -> None:
    """The table says how much it is before it is settled. Afterwards the actions are there for who may see the table,
    also after it has moved to another server.
    """
    with stored("0.1.0", tmp_path) as (store, loader):
        tables = [loaded(loader, record.id) for record in store.read.records("playing", False, ALL)]
        table = next(table for table in tables if table.frozen)
        was, info = store.read.entries(table.record.id), table.info()
        assert (info.number + info.beyond, info.cut) == (len(was), 0)
        settle(store, table)
        assert (table.info().beyond, table.info().cut) == (0, info.beyond)
        table.record.paused = table.record.listed = True
        write(store, table.tell(NOON))
    store = open_store(tmp_path)[0]
    moved = msgspec.json.encode(export_table(store, table.record.id))
    store.close()
    store = open_store(tmp_path / "elsewhere")[0]
    import_table(store, MOVED.decode(moved))
    store.close()
    with house(tmp_path / "elsewhere") as place:
        told = place.http.get(f"/api/tables/{table.record.id}/cut").json()
    assert [row["entry"]["number"] for row in told] == list(range(info.number + 1, len(was) + 1))
    assert [row["entry"]["hash"] for row in told] == [entry.hash for entry in was[info.number :]]


# ---------------------------------------------------------------------- what is compared


def other_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(played_log, "rules_digest", lambda edition: "0" * 64)


def again(table: Table) -> Table:
    return Table(msgspec.json.decode(msgspec.json.encode(table.record), type=Record), SECRET)


def test_a_field_that_is_new_in_the_view_stops_no_game(monkeypatch: pytest.MonkeyPatch) -> None:
    table = begun(people=[], bots=["trader", "trader"])
    entries = log_of(table, go_on(table, NOON, 30)).entries
    other_rules(monkeypatch)
    monkeypatch.setattr(view_shapes, "SHAPES", (lambda view: {**view, "new": 0},))
    twin = again(table)
    twin.restore(entries, NOON)
    assert (twin.frozen, twin.number) == (False, 30)


def test_other_money_at_a_snapshot_stops_a_game_of_an_unknown_shape(monkeypatch: pytest.MonkeyPatch) -> None:
    """It goes back to the snapshot before, or to the beginning."""
    table = begun(seats=3, people=[], bots=["trader", "trader", "trader"])
    steps = go_on(table, NOON, 230)
    entries, made = log_of(table, steps).entries, [step.writes.snapshot for step in steps if step.writes.snapshot]
    other_rules(monkeypatch)
    monkeypatch.setattr(view_shapes, "SHAPES", (lambda view: {**view, "new": 0},))

    def richer(snapshot: Snapshot) -> Snapshot:
        position: Any = msgspec.json.decode(msgspec.json.encode(snapshot.position))
        position["players"][1]["cash"] += 1
        return msgspec.structs.replace(snapshot, position=position)

    first, second = made
    for earlier, number in (([first, second], 230), ([first, richer(second)], 100), ([richer(first), second], 0)):
        twin = again(table)
        twin.restore(entries, NOON, None, earlier)
        assert (twin.number, twin.log.beyond) == (number, 230 - number)
        assert twin.log.stopped == ("" if number == 230 else "rules-changed")
        assert twin.log.hash == ([twin.record.header, *entries][number]).hash  # type: ignore[union-attr]
    twin = again(table)
    twin.restore(entries, NOON, None, [first, richer(second)])
    agreements.settle(twin, NOON, None, "go_on")
    assert len(go_on(twin, NOON, 50)) == 50


def test_other_money_in_a_view_of_a_known_shape_stops_a_game_there(monkeypatch: pytest.MonkeyPatch) -> None:
    table = begun(people=[], bots=["trader", "trader"])
    entries = log_of(table, go_on(table, NOON, 20)).entries
    other_rules(monkeypatch)
    game = again(table)
    game.restore(entries[:11], NOON)
    assert game.game is not None
    view: Any = game.game.view()
    view["players"][0]["cash"] += 1
    other = bind(entries[9].hash, msgspec.structs.replace(entries[10], view=digest(view)))
    twin = again(table)
    twin.restore([*entries[:10], other], NOON)
    assert (twin.number, twin.log.stopped, twin.log.beyond) == (10, "rules-changed", 1)


def test_a_server_opens_the_database_of_a_release(tmp_path: Path) -> None:
    """Over the network: a listed game of the oldest release is loaded and shown."""
    unpacked(RELEASES[0], tmp_path)
    with house(tmp_path) as place:
        listed = place.http.get("/api/tables").json()["tables"]
        game = next(table["id"] for table in listed if table["status"] == "playing")
        client = Client(place.port)
        assert client.hello(game)["table"]["frozen"] is False
        client.close()
