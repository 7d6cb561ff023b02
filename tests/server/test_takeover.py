"""Two server processes and a database that are killed, frozen, restarted and cut off from each other under load, with
clocks that differ and a disk that is full or slow: nothing acknowledged is lost, and every table has a single order.

`pytest -s` shows what the faults were. After a game that ends, another one is played.
"""

from __future__ import annotations

import contextlib
import os
import random
import select
import signal
import socket
import subprocess
import sys
import time
from collections import Counter
from typing import Any, NamedTuple

import httpx
import pytest
from websockets.exceptions import InvalidHandshake

from freehold.server.storage.postgres.postgres_store import PostgresStore
from freehold.server.table.table import Table
from tests.sizes import sizes
from tests.waiting import WAIT, eventually

from . import network, test_crash
from .contributing import Hand
from .network import Client
from .postgresql import Disk, PostgresServer
from .proxied import Proxy

LEASE = 0.3  # seconds
PATIENCE = 0.6  # seconds until a player tries another process, at first
SLOW = 0.05  # seconds by which packets between a process and the database are late
SKEWS = (2400.0, -700.0)  # seconds by which the processes' clocks are wrong
OFTEN = {"kill": 12, "freeze": 3, "database": 3, "cut off": 3, "slow": 2, "full disk": 2, "slow disk": 2}
KINDS = [kind for kind, times in OFTEN.items() for _ in range(times)]
GONE = (*test_crash.GONE, InvalidHandshake)


class Process:
    """One server process that comes back whenever it dies."""

    def __init__(self, database: str, postgres: PostgresServer, seed: int, skew: float) -> None:
        self.proxy = Proxy(postgres.port)
        database = database.replace(f":{postgres.port}/", f":{self.proxy.port}/")
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        options = [database, str(self.port), str(seed), str(LEASE), str(skew)]
        command = [sys.executable, "-m", "tests.server.clustered", *options]
        paths = os.pathsep.join(["src", ".", os.environ.get("PYTHONPATH", "")])
        environment = os.environ | {"PYTHONPATH": paths}
        self._parent = subprocess.Popen(command, stdout=subprocess.PIPE, env=environment)
        self._pid = 0

    @property
    def pid(self) -> int:
        """Of the latest child that was ready."""
        output = self._parent.stdout
        assert output is not None
        while select.select([output], [], [], 0 if self._pid else WAIT)[0] or not self._pid:
            assert select.select([output], [], [], 0)[0], f"Waited {WAIT} s in vain for a server to start."
            text = os.read(output.fileno(), 4096)
            assert text, "the process is gone for good"
            self._pid = int((text.split() or [str(self._pid).encode()])[-1])  # the end of a line may come by itself
        return self._pid

    def signal(self, number: int) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.pid, number)

    def close(self) -> None:
        self._parent.kill()  # first, or it would start another server
        self._parent.wait()
        self.signal(signal.SIGKILL)
        self.proxy.close()
        assert self._parent.stdout is not None
        self._parent.stdout.close()


class Acknowledged(NamedTuple):
    """An action in the history of a table: when it was first sent and when it was acknowledged, and its number."""

    sent: float
    acknowledged: float
    number: int


class Player(test_crash.Player):
    """Connects to either process, by the table's address, and tries until it is there. `history`: what it did when."""

    def __init__(self, ports: list[int], chance: random.Random, draws: int, *rest: Any) -> None:
        super().__init__(ports[0], *rest)
        self._ports, self._chance = ports, chance
        self.hand = Hand(draws)
        self.history: list[Acknowledged] = []
        self._sent_at: dict[str, float] = {}
        self.over = self.ended = False  # by a welcome; as nobody was to decide any more

    def connect(self) -> None:
        self.port = self._chance.choice(self._ports)
        self.client = Client(self.port, self.hand, table=self.table, close_timeout=0.1)
        welcome = self.client.hello(self.table, self.host, *self.keys, seen=self.seen)
        if welcome["type"] != "welcome":
            raise ConnectionError(welcome["code"])
        self.over = welcome["table"]["status"] == "over"
        assert self.over or not self.ended, "nobody was to decide, but the game was not over"
        if welcome["table"]["status"] == "lobby":
            self.hand.given.clear()
            self.client.publish(0, 1)
            self.client.say(type="start")
            self.client.hear("begun")
        for past in welcome["missed"]:
            self.hear_of(past)

    def send(self) -> None:
        super().send()
        assert self.pending is not None
        self._sent_at.setdefault(self.pending[0], time.monotonic())

    def hear_answer(self) -> None:
        assert self.pending is not None
        id = self.pending[0]
        super().hear_answer()
        self.history.append(Acknowledged(self._sent_at[id], time.monotonic(), self.acknowledged[id]))

    def play_on(self, actions: int) -> None:
        """Play so many actions, or until the game is over, however often the connection is lost."""
        target, until = self.seen + actions, time.monotonic() + WAIT
        network.WAIT = PATIENCE
        while self.seen < target and not self.over:
            assert time.monotonic() < until, "the game does not go on"
            try:
                if self.client is None:
                    self.connect()
                elif self.client.decider is None and self.pending is None:
                    self.ended = True
                    self.drop()  # the next welcome says that the game is over
                else:
                    self.play()
            except GONE as error:
                self.drop()
                if isinstance(error, TimeoutError):
                    network.WAIT *= 2  # the process may be frozen, or the machine busy
            except AssertionError as error:
                if "storage-trouble" not in str(error):  # not written, and said so: it is sent again
                    raise
                self.drop()

    def try_in_vain(self) -> None:
        """An action that cannot be written."""
        before = dict(self.acknowledged), self.pending
        try:
            if self.client is None:
                self.connect()
            if self.pending is not None or (self.client is not None and self.client.decider is not None):
                self.play()
        except GONE:
            pass
        except AssertionError as error:
            if "storage-trouble" not in str(error):
                raise
        assert before[1] is not None or self.acknowledged == before[0], "an action counts that was not written"
        self.drop()


def sat(ports: list[int], chance: random.Random, faults: int) -> Player:
    """Two people at a new table, who are to play on through so many faults."""
    wish = {"edition": "classic", "seats": 2, "people": [{"name": "Ann"}, {"name": "Bob"}]}

    def made() -> Any:
        with contextlib.suppress(*GONE):
            answer = httpx.post(f"http://127.0.0.1:{chance.choice(ports)}/api/tables", json=wish, timeout=WAIT / 4)
            return answer.json() if answer.status_code == 201 else None

    table = eventually("a table is made", made)
    draws = 200 + 5 * faults  # a game has fewer than that
    return Player(ports, chance, draws, table["table"]["id"], table["keys"], table["host"])


@sizes("faults", thorough=50, nightly=1000)
@pytest.mark.skipif(not hasattr(os, "fork"), reason="the parents fork")
def test_killed_frozen_and_restarted(
    postgres: PostgresServer, database: str, monkeypatch: pytest.MonkeyPatch, faults: int
) -> None:
    chance = random.Random(11)
    monkeypatch.setattr(network, "WAIT", PATIENCE)
    PostgresStore(database).close()
    disk = Disk(database)
    processes = [Process(database, postgres, seed, skew) for seed, skew in zip((1, 2), SKEWS, strict=True)]
    done: Counter[str] = Counter()
    finished: list[Player] = []
    try:
        ports = [process.port for process in processes]
        assert all(process.pid for process in processes)
        players = [sat(ports, chance, faults) for _ in range(2)]
        for _ in range(faults):
            for k, player in enumerate(players):
                player.play_on(chance.randrange(1, 6))
                if player.over:
                    finished.append(player)
                    players[k] = sat(ports, chance, faults)
            done[fault(chance, processes, postgres, disk, players)] += 1
        for player in players:
            player.play_on(5)
            player.drop()
    finally:
        for process in processes:
            process.close()
    players += finished
    check(database, players)
    acknowledged = sum(len(player.acknowledged) for player in players)
    assert acknowledged > 2 * faults
    told = ", ".join(f"{kind} {count}" for kind, count in sorted(done.items()))
    print(f"{told}; games {len(players)}, ended {len(finished)}; acknowledged {acknowledged}, none lost or doubled")


def fault(
    chance: random.Random, processes: list[Process], postgres: PostgresServer, disk: Disk, players: list[Player]
) -> str:
    """Returns its kind."""
    kind, process = chance.choice(KINDS), chance.choice(processes)
    if kind == "kill":
        process.signal(signal.SIGKILL)
    elif kind == "database":
        postgres.stop(chance.choice([signal.SIGQUIT, signal.SIGINT]))
        postgres.start()
    elif kind == "slow":
        process.proxy.seconds = SLOW
        for player in players:
            player.play_on(1)
        process.proxy.heal()
    elif kind == "full disk":
        disk.become("full")
        for player in players:
            player.try_in_vain()
        disk.become("well")
    elif kind == "slow disk":
        disk.become("slow")
        for player in players:
            player.play_on(1)
        disk.become("well")
    elif kind == "cut off":
        process.proxy.cut()
        try:
            for player in players:
                player.play_on(1)
        finally:
            process.proxy.heal()  # what it sent before arrives now
    else:
        process.signal(signal.SIGSTOP)
        try:
            for player in players:  # the other process takes the tables over
                player.play_on(1)
        finally:
            process.signal(signal.SIGCONT)  # and now this one wants to go on
    return kind


def single_order(player: Player) -> None:
    """An action that was acknowledged before another one was sent has the lower number."""
    highest, waiting = 0, sorted(player.history, key=lambda one: one.acknowledged)
    for later in sorted(player.history, key=lambda one: one.sent):
        while waiting and waiting[0].acknowledged < later.sent:
            highest = max(highest, waiting.pop(0).number)
        assert later.number > highest, f"action {later.number} was sent after {highest} had been acknowledged"


def check(database: str, players: list[Player]) -> None:
    store, moved = PostgresStore(database), 0
    for player in players:
        record = store.read.record(player.table)
        assert record is not None
        log = store.read.log(record)
        assert [entry.number for entry in log.entries] == list(range(1, len(log.entries) + 1))
        for id, number in player.acknowledged.items():
            found = [k for seat in (0, 1) if (k := store.read.number_of(player.table, f"{seat}:{id}")) is not None]
            assert found == [number], "every acknowledged action is there, once"
        for number, hash in player.told.items():
            assert log.entries[number - 1].hash == hash, "what was told is what was written"
        single_order(player)
        query = "SELECT fence FROM entries WHERE game = ? ORDER BY number"
        fences = [row[0] for row in store.read._rows(query, player.table)]
        assert fences == sorted(fences), "no owner wrote after the next one"
        moved += len(set(fences)) - 1
        table = Table(record, store.read.secret(player.table))
        table.restore(log.entries, 0)
        assert table.number == len(log.entries)
        assert not table.frozen, "the game goes on"
        assert record.status == "over" or not player.over
    assert moved > len(players), "tables have moved"
    store.close()
