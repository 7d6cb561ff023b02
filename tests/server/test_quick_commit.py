"""The commit in one statement: it writes what the longer way would write, and nothing for a table that is not owned."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import psycopg
import pytest

from freehold.server.storage.game_log import Entry
from freehold.server.storage.postgres import quick_commit
from freehold.server.storage.postgres.leases import Leases
from freehold.server.storage.postgres.postgres_store import PostgresStore
from freehold.server.storage.record import Line
from freehold.server.storage.writes import Conflict, Fenced, Snapshot, StoreTrouble, Unwritable, Writes

from .served import SECRET, played, record_of

GAMES = ("a", "b", "c", "d")
LOG = played(actions=30)
SNAPSHOT = Snapshot(3, "hash", "rules", {}, [], {}, {})


class Owner:
    """A process that owns four tables, each by the number 1."""

    def __init__(self, database: str, seconds: float = 60) -> None:
        self.store = PostgresStore(database)
        self.leases = Leases(self.store, "", seconds)
        self.leases.register()
        self.store.commit([Writes(record=record_of(LOG, id=game), secret=SECRET) for game in GAMES])
        assert [self.leases.claim(game).fence for game in GAMES] == [1] * len(GAMES)

    def close(self) -> None:
        self.leases.close()
        self.store.close()


@pytest.fixture
def owner(database: str) -> Iterator[Owner]:
    owner = Owner(database)
    yield owner
    owner.close()


def step(game: str, number: int = 1, client: str | None = None, fence: int = 1, **parts: object) -> Writes:
    """A step with the entry of this number."""
    entry = msgspec.structs.replace(LOG.entries[0], number=number)
    return Writes(game=game, entries=[(entry, client)], fence=fence, **parts)  # type: ignore[arg-type]


def kinds(owner: Owner, *batch: Writes) -> list[type]:
    assert quick_commit.is_usual(batch)
    return [type(answer) for answer in owner.store.commit(batch)]


def test_a_batch_is_written_as_it_is(owner: Owner, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(PostgresStore, "_commit_each")  # the longer way
    several: list[tuple[Entry, str | None]] = [(entry, f"{entry.seat}:é{entry.number}") for entry in LOG.entries[:3]]
    paused = record_of(LOG, id="b", paused=True, status="lobby", listed=True)
    batch = [
        Writes(game="a", entries=several, snapshot=SNAPSHOT, fence=1),
        Writes(record=paused, fence=1),
        Writes(record=record_of(LOG, id="c", paused=True), game="c", entries=[(LOG.entries[0], None)], fence=1),
        Writes(game="d", snapshot=SNAPSHOT, fence=1),
    ]
    assert kinds(owner, *batch) == [type(None)] * 4
    store = owner.store
    assert [store.read.rows(game) for game in GAMES] == [several, [], [(LOG.entries[0], None)], []]
    assert [store.read.snapshot(game) for game in GAMES] == [SNAPSHOT, None, None, SNAPSHOT]
    assert store.read.records("lobby", True, 10) == [paused]
    assert [store.read.record(game) == record_of(LOG, id=game) for game in GAMES] == [True, False, False, True]
    again = msgspec.structs.replace(SNAPSHOT, hash="another")
    assert kinds(owner, Writes(game="a", snapshot=again, fence=1)) == [type(None)]
    assert store.read.snapshot("a") == again


@pytest.mark.parametrize("fence", [2, 7])
def test_only_the_steps_of_tables_that_are_not_owned_are_left_out(owner: Owner, database: str, fence: int) -> None:
    owner.leases.release(["b"])
    other = PostgresStore(database)
    leases = Leases(other, "", 60)
    leases.register()
    assert leases.claim("b").fence == 2
    lost = step("b", fence=1, record=record_of(LOG, id="b", paused=True), snapshot=SNAPSHOT)
    assert kinds(owner, step("a"), lost, step("c", fence=fence), step("d")) == [type(None), Fenced, Fenced, type(None)]
    assert kinds(owner, step("b", fence=2)) == [Fenced]  # the right number of the wrong process
    assert [owner.store.read.last(game) for game in GAMES] == [1, 0, 0, 1]
    assert owner.store.read.record("b") == record_of(LOG, id="b")
    assert owner.store.read.snapshot("b") is None
    leases.close()
    other.close()


def test_a_step_that_cannot_be_written_fails_alone(owner: Owner) -> None:
    assert kinds(owner, step("a"), step("b", client="0:x"), step("c")) == [type(None)] * 3
    twice, same_client = step("a"), step("b", 2, "0:x")
    assert kinds(owner, twice, same_client, step("c", 2)) == [Conflict, Conflict, type(None)]
    for number, bad in enumerate([step("a", 2, "0:\0"), step("a", 2, "0:\ud800"), step("a", 2**63)], 1):
        assert kinds(owner, bad, step("d", number)) == [Unwritable, type(None)]
    assert [owner.store.read.last(game) for game in GAMES] == [1, 1, 2, 3]


@pytest.mark.parametrize(
    "part",
    [
        {"secret": SECRET, "record": record_of(LOG)},
        {"line": Line(1, 0, "Ann", "hello", 5)},
        {"opened": (record_of(LOG), SECRET)},
        {"cut": 0},
        {"unsaid": []},
        {"delete": True},
        {"fence": 0},
    ],
    ids=lambda part: next(iter(part)),
)
def test_other_steps_go_the_longer_way(part: dict[str, object]) -> None:
    writes = Writes(**{"game": "abc", "fence": 1, **part})  # type: ignore[arg-type]
    assert not quick_commit.is_usual([step("a"), writes])
    assert not quick_commit.is_usual([step("a"), step("a", 2)])


def test_a_takeover_waits_for_the_statement(database: str, rows: psycopg.Connection) -> None:
    owner = Owner(database, seconds=0)  # its lease expires at once
    store = PostgresStore(database)
    other = Leases(store, "", 0)
    other.register()
    with psycopg.connect(database) as committing:
        committing.pgconn.prepare(quick_commit.NAME, quick_commit.COMMIT, quick_commit.TYPES)
        committing.execute("SELECT 1")  # a transaction, so that the statement is not committed at once
        assert quick_commit.commit(committing, owner.store.process, [step("a")])
        other.turn(10)
        assert rows.execute("SELECT alive FROM processes ORDER BY id").fetchall() == [(True,), (True,)]
        committing.commit()
    other.turn(10)
    assert kinds(owner, step("a", 2)) == [Fenced]
    assert other.claim("a").fence == 2
    assert owner.store.read.last("a") == 1
    for some in (other, store, owner):
        some.close()


def test_a_connection_that_is_lost_writes_nothing_and_is_opened_again(owner: Owner, rows: psycopg.Connection) -> None:
    assert kinds(owner, step("a")) == [type(None)]
    rows.execute(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
        " WHERE application_name = 'freehold' AND query LIKE '%UPDATE games SET%' AND pid <> pg_backend_pid()"
    )
    with pytest.raises(StoreTrouble):
        owner.store.commit([step("a", 2)])
    assert owner.store.read.last("a") == 1
    assert kinds(owner, step("a", 2)) == [type(None)]
