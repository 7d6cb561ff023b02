"""Heavy work in the queue in PostgreSQL: done once for whoever waits, taken over from the dead, bounded, in turns."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import msgspec
import psycopg
import pytest

from freehold.coach.compiled_forecast import ENTRY_POINTS
from freehold.engine import compile as kernel
from freehold.players.built_in import entry_points
from freehold.server.condition import Condition
from freehold.server.storage.game_log import Log
from freehold.server.storage.postgres.connection import checked_address
from freehold.server.storage.postgres.job_queue import JobQueue, Taken
from freehold.server.storage.postgres.postgres_store import PostgresStore
from freehold.server.storage.writes import Writes
from freehold.server.workers import remote_jobs
from freehold.server.workers.kinds import KINDS, LOOKS, Kind
from freehold.server.workers.process import JobRefused, Outcome
from freehold.server.workers.process_pool import Pool
from freehold.server.workers.remote_jobs import NoWorkers, RemoteJobs, RemoteRunner
from freehold.server.workers.worker_service import WorkerService
from tests.cli.terminal import Terminal
from tests.waiting import WAIT, eventually, eventually_async

from .network import Client, House, house
from .postgresql import PostgresServer
from .served import SECRET, ended, record_of, unfinished

JOBS = "tests.server.jobs"
LONG = 3600.0
DONE = msgspec.msgpack.encode(Outcome(b"done"))


@pytest.fixture
def address(database: str) -> str:
    """A database with the schema of this release."""
    PostgresStore(database).close()
    return database


@pytest.fixture
def ends(address: str) -> Iterator[list[JobQueue]]:
    """The ends of the queue: a server that asks, and two workers that say they are there."""
    dsn = checked_address(address)
    queues = [JobQueue(dsn, name, remote_jobs.release()) for name in ("asker", "first", "second")]
    for queue in queues[1:]:
        queue.beat(KINDS, [], LONG)
    yield queues
    for queue in queues:
        queue.close()


def put(asker: JobQueue, who: str = "a", seconds: float = LONG, most: int = 9, kind: str = "looks") -> int:
    return asker.submit(kind, "echo", who.encode(), who, most, seconds)[0]


def take(worker: JobQueue, lease: float = LONG) -> Taken | None:
    found = worker.take(list(KINDS), 1, lease)
    return found[0] if found else None


def test_a_job_of_a_worker_that_died_or_froze_is_done_by_another(ends: list[JobQueue]) -> None:
    asker, first, second = ends
    job = put(asker)
    frozen = take(first, lease=0)  # its lease is over at once
    again = take(second)
    assert frozen is not None
    assert again is not None
    assert (frozen.id, again.id, again.tries) == (job, job, 2)
    assert take(first) is None  # nobody else has it meanwhile
    assert not first.finish(frozen, DONE)  # it wakes up too late
    assert asker.collect() == []
    assert second.finish(again, DONE)
    assert not second.finish(again, DONE)
    assert [(found.id, found.outcome) for found in asker.collect()] == [(job, DONE)]
    assert asker.collect() == []


def test_a_job_that_workers_die_of_is_not_taken_for_ever(ends: list[JobQueue]) -> None:
    asker, first, _ = ends
    put(asker)
    assert [take(first, lease=0) is not None for _ in range(4)] == [True, True, True, False]


def test_what_nobody_waits_for_is_dropped(ends: list[JobQueue], rows: psycopg.Connection) -> None:
    asker, first, second = ends
    gone, late = put(asker), put(asker, seconds=0)
    taken = take(first)
    assert taken is not None
    assert taken.id == gone
    asker.withdraw([gone])
    assert not first.finish(taken, DONE)
    assert take(second) is None  # the other one is past its deadline
    second.beat(KINDS, [], LONG)
    assert rows.execute("SELECT count(*) FROM jobs WHERE id = %s", (late,)).fetchone() == (0,)


def test_keys_take_turns_and_have_their_share(ends: list[JobQueue]) -> None:
    asker, first, _ = ends
    for _ in range(3):
        put(asker, "greedy", most=3)
    assert asker.submit("looks", "echo", b"", "greedy", 3, LONG) == (0, True)  # too many, though workers are there
    for who in ("b", "c"):
        put(asker, who)
    order = [found.argument.decode() for _ in range(5) if (found := take(first)) is not None]
    assert order == ["greedy", "b", "c", "greedy", "greedy"]


def test_a_worker_that_stops_gives_back_what_it_has_not_done(ends: list[JobQueue]) -> None:
    asker, first, second = ends
    job = put(asker)
    assert take(first) is not None
    assert asker.look() == ([" ".join(KINDS)] * 2, {job})
    first.leave()
    found = take(second)
    assert found is not None
    assert found.tries == 1  # no worker has died of it
    second.leave()
    assert asker.submit("looks", "echo", b"", "a", 9, LONG) == (0, False)  # there is no worker at all


def test_a_worker_of_another_release_takes_nothing(ends: list[JobQueue], address: str) -> None:
    other = JobQueue(checked_address(address), "other", "another release")
    other.beat(KINDS, [], LONG)
    put(ends[0])
    assert take(other) is None
    own = put(other)
    found = take(other)
    assert found is not None
    assert found.id == own
    other.close()


class Side:
    """The server's side of the queue, with a pool of its own for when there are no workers."""

    def __init__(self, address: str) -> None:
        self.condition = Condition()
        self.waited: list[tuple[str, float]] = []
        self.jobs = RemoteJobs(
            address, "secret", self.condition, lambda kind, waited: self.waited.append((kind, waited))
        )
        self.own = Pool(JOBS, "own")

    def runner(self, kind: Kind = LOOKS) -> RemoteRunner:
        return RemoteRunner(self.jobs, kind, self.own)

    async def until(self, workers: int) -> None:
        await eventually_async(f"workers there: {workers}", lambda: self.jobs.workers == workers)


@asynccontextmanager
async def asking(address: str) -> AsyncIterator[Side]:
    side = Side(address)
    try:
        yield side
    finally:
        await side.jobs.close()
        await side.own.close()


@asynccontextmanager
async def working(address: str, **settings: float) -> AsyncIterator[None]:
    """A worker service in this process."""
    stop = asyncio.Event()
    service = WorkerService(address, Pool(JOBS, "elsewhere", 2), 2, **settings)  # type: ignore[arg-type]
    task = asyncio.create_task(service.run(stop))
    try:
        yield
    finally:
        stop.set()
        await task


async def code_of(runner: RemoteRunner, name: str, argument: bytes = b"") -> tuple[str, str]:
    with pytest.raises(JobRefused) as refused:
        await runner.run(name, argument, "a")
    return refused.value.code, refused.value.detail


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remote_jobs, "TICK", 0.02)


@pytest.mark.usefixtures("quick")
def test_work_is_done_elsewhere_and_here_if_nobody_is_there(address: str) -> None:
    async def play() -> None:
        async with asking(address) as side:
            runner = side.runner()
            assert await runner.run("echo", b"x", "a") == b"own:x"
            assert side.condition.state().why == ["no-workers"]
            async with working(address):
                await side.until(workers=1)
                assert side.condition.state().why == []
                assert await asyncio.gather(*(runner.run("echo", b"y", key) for key in "aabc")) == [b"elsewhere:y"] * 4
                assert [kind for kind, waited in side.waited if waited >= 0] == ["looks"] * 4
                assert await code_of(runner, "fail") == ("trouble", "")
                assert await code_of(runner, "die") == ("trouble", "")  # a process of the worker, which goes on
                assert await code_of(runner, "refuse") == ("not-begun", "a detail")
                assert (runner.waiting, runner.running) == (0, 0)
            assert await runner.run("echo", b"z", "a") == b"own:z"

    asyncio.run(play())


@pytest.mark.usefixtures("quick")
def test_a_job_whose_workers_have_all_gone_is_done_here(address: str, ends: list[JobQueue]) -> None:
    async def play() -> None:
        async with asking(address) as side:
            job = asyncio.create_task(side.runner().run("echo", b"x", "a"))
            await eventually_async("the job waits", lambda: side.runner().waiting)
            for worker in ends[1:]:
                await asyncio.to_thread(worker.leave)
            assert await job == b"own:x"

    asyncio.run(play())


@pytest.mark.usefixtures("quick")
def test_a_worker_that_is_killed_is_followed_by_another(address: str, tmp_path: Path) -> None:
    async def play() -> None:
        async with asking(address) as side:
            command = (sys.executable, "-m", "tests.server.working", address, "1.5")
            killed = await asyncio.create_subprocess_exec(*command)
            await side.until(workers=1)
            gate = tmp_path / "gate"
            job = asyncio.create_task(side.runner().run("wait_for", os.fsencode(gate), "a"))
            await eventually_async("the job is under way", lambda: side.runner().running)
            async with working(address):  # before the other one dies: the job never comes back to the server
                await side.until(workers=2)
                killed.kill()
                await asyncio.wait_for(killed.wait(), WAIT)
                gate.touch()
                assert await job == b"done"
            assert side.own._idle == []

    asyncio.run(play())


def test_an_answer_that_takes_too_long_is_refused_and_the_queue_is_bounded(
    address: str, ends: list[JobQueue], rows: psycopg.Connection
) -> None:
    async def play() -> None:
        async with asking(address) as side:
            slow = Kind("looks", 1, 9, 60, 0.05)
            assert await code_of(side.runner(slow), "echo") == ("busy", "")
            patient = side.runner(Kind("looks", 1, 9, 60, LONG))
            waits = asyncio.create_task(patient.run("echo", b"", "a"))
            await eventually_async("the job waits", lambda: patient.waiting)
            assert await code_of(patient, "echo") == ("busy", "")
            waits.cancel()  # its client is gone
            await asyncio.gather(waits, return_exceptions=True)

    asyncio.run(play())
    assert rows.execute("SELECT count(*) FROM jobs").fetchone() == (0,)


@pytest.mark.usefixtures("quick")
def test_the_queue_works_again_after_the_database_was_gone(address: str, postgres: PostgresServer) -> None:
    async def play() -> None:
        async with asking(address) as side, working(address, lease=2.0):
            await side.until(workers=1)
            await asyncio.to_thread(postgres.stop)
            try:
                with pytest.raises(NoWorkers):
                    await side.jobs.ask(LOOKS, "echo", b"x", "a")
                await side.until(workers=0)
            finally:
                await asyncio.to_thread(postgres.start)
            await side.until(workers=1)
            assert await side.runner().run("echo", b"y", "a") == b"elsewhere:y"

    asyncio.run(play())


def healthy(place: House, why: list[str]) -> None:
    """Wait until the server says so."""
    eventually(f"the server says {why}", lambda: place.call(place.server.resources.condition.state).why == why)
    assert place.get("/health")["why"] == why


@contextmanager
def a_worker(address: str) -> Iterator[None]:
    """`freehold worker` in a process of its own."""
    command = [sys.executable, "-m", "freehold", "worker", "--processes", "1"]
    with subprocess.Popen(command, env={**os.environ, "FREEHOLD_DATABASE": address}) as worker:
        try:
            yield
        finally:
            worker.send_signal(signal.SIGTERM)
            assert worker.wait(WAIT) == 0


def done_elsewhere(place: House, kind: str) -> int:
    """How many jobs of a kind a worker has taken; the server's own processes have done none."""
    runner = place.server.resources.workers._runners[kind]
    assert isinstance(runner, RemoteRunner)
    pools = getattr(runner._own, "_pools", [runner._own])
    assert [pool._idle for pool in pools] == [[]] * len(pools)
    found = re.search(rf'freehold_job_waited_seconds_count{{kind="{kind}"}} (\d+)', place.http.get("/metrics").text)
    return int(found[1]) if found else 0


def keep(address: str, *logs: Log) -> None:
    """Store games. Bob's seat is a mogul's."""
    store = PostgresStore(address)
    for log in logs:
        ann, bob = record_of(log).seats
        seats = [ann, msgspec.structs.replace(bob, kind="bot", level="mogul")]
        entries: list[Any] = [(entry, None) for entry in log.entries]
        store.commit([Writes(record=record_of(log, seats=seats), secret=SECRET, game=log.header.game, entries=entries)])
    store.close()


def started(place: House, **wish: Any) -> Client:
    """The host of a new table, who may play at it; the game has begun."""
    made = place.table(**wish)
    client = Client(place.port)
    client.hello(made["table"]["id"], made["host"], *made["keys"])
    client.say(type="start")
    client.hear("begun")
    return client


@pytest.mark.usefixtures("quick")
def test_a_server_uses_a_worker_of_its_own_kind(address: str, tmp_path: Path) -> None:
    """For replays, the moves and the prices of moguls, the coach, and reviews."""
    kernel.compiled().prepare(*ENTRY_POINTS, *entry_points(["mogul"]))
    log = unfinished(until=lambda game, actions: actions >= 40 and game.decider == 1)
    over = ended(unfinished(id="over"), "consent", SECRET)
    keep(address, log, over)
    with house(tmp_path, database=address, remote_workers=True) as place:
        healthy(place, ["no-workers"])
        with a_worker(address):
            healthy(place, [])
            assert "freehold_workers 1.0" in place.http.get("/metrics").text
            assert place.get("/api/tables/over/log")["entries"]
            assert done_elsewhere(place, "looks") == 1
            assert len(place.get("/api/tables/over/review")["chances"]) == len(over.entries)
            assert done_elsewhere(place, "reviews") == 1

            client = Client(place.port)
            client.hello("abc", "key of Ann")
            told = client.hear("told")  # the mogul's move
            assert (told["past"]["seat"], told["past"]["by"]) == (1, "bot")
            thought = done_elsewhere(place, "thinking")
            assert thought > 0
            if told["view"]["phase"] == "answer":  # it was an offer, and there is no price while one is open
                assert client.act(0, {"type": "reject"}, "no")["type"] == "done"
            square = next(int(square) for square, deed in told["view"]["deeds"].items() if deed["owner"] == 1)
            offer = {"type": "offer", "to": 1, "give": {}, "ask": {"squares": [square]}}
            client.say(type="coach", seat=0, id=1, what="price", offer=offer)
            assert set(client.hear("coached")["answer"]) & {"price", "swap", "no"}
            client.close()
            client = started(place, people=[], bots=["mogul", "mogul"])
            client.hear("told")
            client.close()
            assert done_elsewhere(place, "thinking") > thought
            client = started(place, people=[{"name": "Ann"}], bots=["novice"])
            client.say(type="coach", seat=0, id=2, what="chances")
            assert sum(client.hear("coached")["answer"]["chances"]) == pytest.approx(1, abs=0.01)
            client.close()
            assert done_elsewhere(place, "coaching") == 2
        healthy(place, ["no-workers"])


@pytest.mark.usefixtures("quick")
def test_bots_play_on_if_no_worker_answers(
    address: str, ends: list[JobQueue], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(KINDS, "thinking", Kind("thinking", 9, 9, 60, 0.01))
    with house(tmp_path, database=address, remote_workers=True) as place:
        made = place.table(people=[], bots=["mogul", "mogul"])
        client = Client(place.port)
        client.hello(made["table"]["id"], made["host"])
        client.say(type="start")
        for number in range(1, 4):
            assert client.hear("told")["past"]["number"] == number
        client.close()


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("serve --workers remote", "remote ne peut pas servir : écrivez local, ou remote avec --database"),
        ("serve --workers some", "--workers some ne peut pas servir"),
        ("worker", "n'est pas l'adresse d'une base PostgreSQL"),
        ("worker --database postgresql://somebody:hidden@127.0.0.1:1/games", "127.0.0.1:1/games ne peut pas servir"),
        ("worker --database postgresql://127.0.0.1:1/games --only sleeping", "Aucun travail ne s'appelle sleeping"),
    ],
)
def test_wrong_usage_gets_a_sentence(freehold: Terminal, command: str, words: str) -> None:
    run = freehold(*command.split(), "--lang", "fr")
    assert run.code == 2
    assert words in " ".join(run.err.replace("\u00a0", " ").split())
    assert "hidden" not in run.err


def test_a_worker_leaves_a_database_of_a_newer_release_alone(freehold: Terminal, address: str) -> None:
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute("UPDATE facts SET value = '99' WHERE name = 'schema'")
    run = freehold("worker", "--database", address)
    assert run.code == 2
    assert "newer release" in run.err
