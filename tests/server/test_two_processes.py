"""Two servers on one PostgreSQL database: a table has one owner, and its people play together wherever they connect."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, suppress
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import psycopg
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from freehold.server.storage.postgres.lease_types import Renewal
from freehold.server.storage.postgres.leases import Leases
from freehold.server.storage.postgres.postgres_store import HELD, PostgresStore
from freehold.server.storage.writes import Fenced, Writes
from tests.waiting import eventually

from .contributing import Hand
from .network import ROOMY, Client, House, house, until_cut
from .served import SECRET, played, record_of

LEASE = 3.0  # seconds: short, and not so short that a busy machine cannot renew it in time
ASIDE = ("offer", "settle", "mortgage", "sell", "sell_group", "build", "redeem", "bankrupt")


@pytest.fixture
def places(tmp_path: Path, database: str) -> Iterator[list[House]]:
    """Two servers, each with an event loop of its own."""
    with ExitStack() as stack:
        yield [stack.enter_context(house(tmp_path, database=database, lease=9.0)) for _ in range(2)]


def sat(place: House, made: Any, *keys: str, address: bool = True, hand: Hand | None = None) -> Client:
    """A client of one of the servers, at a table."""
    id = made["table"]["id"]
    client = Client(place.port, hand, table=id if address else "")
    assert client.hello(id, *keys)["type"] == "welcome"
    return client


@pytest.mark.parametrize("address", [True, False], ids=["id in the address", "id in hello"])
def test_players_at_different_processes_play_together(places: list[House], address: bool) -> None:
    made = places[0].table()
    ann = sat(places[0], made, made["host"], made["keys"][0], hand=Hand())
    bob = sat(places[1], made, made["keys"][1], address=address, hand=Hand())
    watcher = sat(places[1], made, address=address)
    assert [len(place.server.registry.lives) for place in places] == [1, 0]
    ann.publish(0)
    bob.publish(1)
    ann.say(type="say", seat=0, text="hello")
    assert bob.hear("said")["line"]["text"] == "hello"
    ann.say(type="start")
    ann.hear("asking")
    bob.hear("begun")
    ann.hear("begun")
    for number in range(1, 9):
        seat = ann.decider
        assert seat is not None
        action = next(action for action in ann.legal if action["type"] not in ASIDE)
        actor, other = (ann, bob) if seat == 0 else (bob, ann)
        actor.say(type="act", seat=seat, number=number, id=f"id {number}", action=action)
        other.hear("told", "asking")  # both give to the dice, if they are thrown
        for client in (actor, other):
            if client.number < number:
                client.hear("told", that=lambda _: client.number >= number)  # noqa: B023  # it is called before the loop goes on
        assert watcher.hear("told")["past"]["number"] == number
    for place in places:
        assert place.get(f"/api/tables/{made['table']['id']}")["number"] == 8
    for client in (ann, bob, watcher):
        client.close()


def test_a_seat_is_taken_wherever_one_asks(places: list[House]) -> None:
    made = places[0].post("/api/tables", {"edition": "classic", "seats": 3, "listed": True})
    id = made["table"]["id"]
    host = sat(places[0], made, made["host"])
    ann = places[1].post(f"/api/tables/{id}/join", {"name": "Ann"})
    assert host.hear("table")["table"]["seats"][0]["name"] == "Ann"
    taken = places[1].post(f"/api/tables/{id}/join", {"name": "Ann"}, status=409)
    assert taken["code"] == "name-taken"
    player = sat(places[1], made, ann["key"])
    for place in places:  # presence, in the list of tables as well
        assert place.get(f"/api/tables/{id}")["seats"][0]["present"]
        listed = partial(place.get, "/api/tables")
        eventually("the list shows it", lambda: listed()["tables"][0]["seats"][0]["present"])  # noqa: B023  # it is called before the loop goes on
    player.close()
    host.close()


def test_new_tables_are_counted_at_all_processes(tmp_path: Path, database: str) -> None:
    limits = msgspec.structs.replace(ROOMY, tables=3)
    with ExitStack() as stack:
        places = [stack.enter_context(house(tmp_path, database=database, limits=limits)) for _ in range(2)]
        for k in range(3):
            places[k % 2].table()
        for place in places:
            wish = {"edition": "classic", "seats": 2}
            assert place.post("/api/tables", wish, status=429)["code"] == "too-many-tables"


def test_costly_requests_are_counted_at_all_processes(tmp_path: Path, database: str) -> None:
    limits = msgspec.structs.replace(ROOMY, readings=0.001, readings_burst=3)
    with ExitStack() as stack:
        places = [stack.enter_context(house(tmp_path, database=database, limits=limits)) for _ in range(2)]
        codes = [places[k % 2].http.get("/api/tables/nothing/log").status_code for k in range(4)]
        assert codes == [404, 404, 404, 429]


def test_of_two_processes_with_one_address_one_stops(tmp_path: Path, database: str) -> None:
    """They cannot both listen there on one machine, but on two: each has its own 127.0.0.1."""
    same = {"database": database, "reached_at": "127.0.0.1:8000", "lease": 0.5}
    with house(tmp_path, **same) as one, house(tmp_path, **same) as other:
        stopped = eventually("one of them stops", lambda: [p for p in (one, other) if p.server.fatal])
        assert [place.server.fatal for place in stopped] == ["serve-same-address"]
        assert stopped[0].get("/health")["why"] == ["leases-lost"]
        stays = other if stopped[0] is one else one
        eventually("the other is calm", lambda: stays.server.resources.condition.state().status == "ok")
        assert stays.table()["table"]["status"] == "lobby"
        assert not stays.server.fatal


def test_a_stopping_process_hands_its_tables_over(tmp_path: Path, database: str) -> None:
    with house(tmp_path, database=database) as stays:
        with house(tmp_path, database=database) as goes:
            made = goes.table()
            ann = sat(goes, made, made["host"], *made["keys"])
            bob = sat(stays, made, made["keys"][1])
            ann.say(type="start")
            ann.hear("begun")
            assert ann.act(ann.decider or 0, {"type": "roll"}, "first")["type"] == "done"
            number = ann.hear("told")["past"]["number"]
            assert not stays.server.registry.lives
        until_cut(ann)
        until_cut(bob)
        again = sat(stays, made, *made["keys"])  # at once: nobody waits for a lease to expire
        assert again.number == number
        assert again.act(again.decider or 0, again.legal[0], "second")["type"] == "done"
        again.close()


def test_bots_go_on_at_another_process_without_a_visitor(
    tmp_path: Path, database: str, rows: psycopg.Connection
) -> None:
    with house(tmp_path, database=database, lease=LEASE) as stays:
        with house(tmp_path, database=database) as goes:
            made = goes.post("/api/tables", {"edition": "classic", "seats": 2, "bots": ["novice", "novice"]})
            host = sat(goes, made, made["host"])
            host.say(type="start")
            host.hear("told")
            host.close()
        written = "SELECT FROM entries WHERE game = %s AND fence = 2"
        eventually(
            "a bot has moved there", lambda: rows.execute(written, (made["table"]["id"],)).fetchone() is not None
        )
        assert list(stays.server.registry.lives) == [made["table"]["id"]]


def test_a_process_that_lost_its_lease_writes_nothing(database: str) -> None:
    stores = [PostgresStore(database) for _ in range(3)]
    leases = [Leases(store, f"127.0.0.1:{k % 2}", 60) for k, store in enumerate(stores)]
    leases[0].register()
    leases[1].register()
    log = played(actions=30)
    stores[0].commit([Writes(record=record_of(log), secret=SECRET)])
    first = leases[0].claim("abc")
    assert (first.fence, first.address) == (1, "")
    assert leases[0].claim("abc") == first
    assert leases[1].claim("abc").address == "127.0.0.1:0"

    def append(who: int, number: int, fence: int) -> Any:
        return stores[who].commit([Writes(game="abc", entries=[(log.entries[number - 1], None)], fence=fence)])[0]

    assert append(0, 1, 1) is None
    assert isinstance(append(1, 2, 1), Fenced)  # not the owner
    assert isinstance(append(0, 2, 2), Fenced)  # the owner, by another number
    leases[2].register()  # the process was started again at its address: the one before is dead
    second = leases[1].claim("abc")
    assert (second.fence, second.address) == (2, "")
    assert isinstance(append(0, 2, 1), Fenced)
    good = Writes(game="abc", entries=[(log.entries[1], None)], fence=2)
    stale = Writes(record=record_of(log, paused=True), fence=1)
    answers = stores[1].commit([good, stale])
    assert answers[0] is None
    assert isinstance(answers[1], Fenced)
    assert leases[0].turn(10) == Renewal(False, rival=True)  # not only late: the one that was started has its address
    assert stores[1].read.last("abc") == 2
    leases[1].release(["abc"])
    assert isinstance(append(1, 3, 2), Fenced)
    assert leases[1].claim("nobody").fence == 0
    opened: list[Any] = [*leases, *stores]
    for some in opened:
        some.close()


def test_tables_of_a_dead_process_are_taken_over(tmp_path: Path, database: str, rows: psycopg.Connection) -> None:
    with house(tmp_path, database=database, lease=LEASE) as place:
        wish = {"edition": "classic", "seats": 2, "bots": ["novice", "novice"], "listed": True}
        made = place.post("/api/tables", wish)
        id = made["table"]["id"]
        host = sat(place, made, made["host"])
        host.say(type="start")
        host.hear("told")
        # as if another process had taken the table over and died
        dead = "INSERT INTO processes (address, alive, expires) VALUES ('127.0.0.1:1', true, now()) RETURNING id"
        number = rows.execute(dead).fetchone()
        assert number is not None
        rows.execute("UPDATE leases SET process = %s, fence = fence + 1 WHERE game = %s", (number[0], id))
        until_cut(host)  # the next move of a bot could not be written

        def tried() -> Client | None:
            with suppress(ConnectionClosed, InvalidStatus):  # while the dead process still has its lease
                return sat(place, made, made["host"])
            return None

        again = eventually("the table is taken over", tried)
        assert again is not None
        before = again.number
        assert again.hear("told")["past"]["number"] == before + 1
        again.close()
        found = rows.execute("SELECT fence FROM entries WHERE game = %s ORDER BY number", (id,)).fetchall()
        fences = [row[0] for row in found]
        assert fences == sorted(fences)
        assert set(fences) == {1, 3}


def test_a_takeover_waits_for_a_commit_under_way(database: str, rows: psycopg.Connection) -> None:
    stores = [PostgresStore(database) for _ in range(2)]
    frozen, other = (Leases(store, "", 0) for store in stores)  # leases that expire at once
    frozen.register()
    other.register()
    log = played(actions=30)
    stores[0].commit([Writes(record=record_of(log), secret=SECRET)])
    fence = frozen.claim("abc").fence

    def alive() -> Any:
        found = rows.execute("SELECT alive FROM processes WHERE id = %s", (stores[0].process,)).fetchone()
        return found and found[0]

    with psycopg.connect(database) as committing:
        assert committing.execute(HELD, (stores[0].process, ["abc"])).fetchall() == [("abc", fence)]
        other.turn(10)
        assert alive()  # not before the commit is done or given up
        committing.rollback()
    assert other.turn(10).orphans == []  # its game does not run: it moves when somebody visits
    assert not alive()
    assert isinstance(stores[0].commit([Writes(game="abc", entries=[(log.entries[0], None)], fence=fence)])[0], Fenced)
    assert other.claim("abc").fence == fence + 1
    opened: list[Any] = [frozen, other, *stores]
    for some in opened:
        some.close()
