"""Killed at random moments, frozen, with a full disk or a replaced database: nothing acknowledged is lost or doubled.

Every round ends with a SIGKILL, from within or from outside.
"""

from __future__ import annotations

import contextlib
import os
import random
import resource
import shutil
import signal
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidMessage

from freehold.server.storage.folder_lock import FILE
from freehold.server.storage.recovery import open_store
from freehold.server.storage.sqlite import FILE as DATABASE
from freehold.server.table.table import Table
from tests.sizes import sizes

from .contributing import Hand
from .network import WAIT, Client

FAULTS = 0.2  # the chance of one after a turn
ASIDE = ("offer", "settle", "mortgage", "sell", "sell_group", "build", "redeem", "bankrupt")
GONE = (ConnectionClosed, ConnectionError, InvalidMessage, EOFError, httpx.TransportError, TimeoutError)


class Player:
    """Two people at one browser who play on whatever happens, and remember every acknowledgement."""

    def __init__(self, port: int, table: str, keys: list[str], host: str) -> None:
        self.port, self.table, self.keys, self.host = port, table, keys, host
        self.client: Client | None = None
        self.acknowledged: dict[str, int] = {}
        self.told: dict[int, str] = {}
        self.pending: tuple[str, int, int, Any] | None = None
        self.sent = 0
        self.seen = 0
        self.hand = Hand(1000)

    def connect(self) -> None:
        self.client = Client(self.port, self.hand)
        welcome = self.client.hello(self.table, self.host, *self.keys, seen=self.seen)
        assert welcome["type"] == "welcome", welcome
        if welcome["table"]["status"] == "lobby":
            self.hand.given.clear()
            self.client.publish(0, 1)
            self.client.say(type="start")
            self.client.hear("begun")
        for past in welcome["missed"]:
            self.hear_of(past)

    def hear_of(self, past: Any) -> None:
        number = past["number"]
        assert number == self.seen + 1, "nothing is missed, and nothing comes twice"
        self.told[number] = past["hash"]
        self.seen = number

    def play(self) -> None:
        """One action, sent again under the same id if its answer was lost."""
        self.send()
        self.hear_answer()

    def send(self) -> None:
        client = self.client
        assert client is not None
        if self.pending is None:
            seat = client.decider
            assert seat is not None
            usual = [action for action in client.legal if action["type"] not in ASIDE]
            self.pending = (f"id {self.sent}", seat, self.seen + 1, (usual or client.legal)[0])
            self.sent += 1
        id, seat, number, action = self.pending
        client.say(type="act", seat=seat, number=number, id=id, action=action)

    def hear_answer(self) -> None:
        client = self.client
        assert client is not None
        assert self.pending is not None
        id = self.pending[0]
        while True:
            message = client.hear("done", "refused", "told")
            if message["type"] == "told":
                self.hear_of(message["past"])
                continue
            if message.get("code") == "stale-share":  # a link that was on its way when the draw was made without it
                continue
            if message.get("code") == "drawing":  # fixed before the server died: it is drawn when the links have come
                self.hear_of(client.hear("told")["past"])
                self.send()
                continue
            if message.get("code") == "storage-trouble":
                raise ConnectionError  # not acknowledged: it is sent again on another connection
            assert message["type"] == "done", message
            assert message["id"] == id
            self.acknowledged[id] = message["number"]
            self.pending = None
            break
        while self.seen < self.acknowledged[id]:
            self.hear_of(client.hear("told")["past"])

    def drop(self) -> None:
        if self.client is not None:
            with contextlib.suppress(*GONE):
                self.client.close()
        self.client = None


@sizes("kills", test=25, thorough=50, nightly=500)
@pytest.mark.skipif(not hasattr(os, "fork"), reason="the parent forks")
def test_killed_at_random_moments(tmp_path: Path, kills: int) -> None:
    chance = random.Random(7)
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(["src", ".", os.environ.get("PYTHONPATH", "")])}
    with socket.socket() as held:  # never listens: it only keeps the port from others while a server is dead
        held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        held.bind(("127.0.0.1", 0))
        port = held.getsockname()[1]
        command = [sys.executable, "-m", "tests.server.crashing", str(tmp_path), str(port), "7"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as parent:
            try:
                faults = Faults(tmp_path, chance, parent.pid)
                players = _until_killed_often_enough(kills, parent, port, chance, faults)
            finally:
                parent.kill()
    _check(tmp_path, players, kills)
    told = ", ".join(f"{name} {count}" for name, count in faults.done.items())
    assert all(faults.done.values()), told
    print(f"kills {kills}, {told}; acknowledged {sum(len(player.acknowledged) for player in players)}, none lost")


class Faults:
    """What happens to the process or its disk besides kills, and how often it did."""

    def __init__(self, folder: Path, chance: random.Random, parent: int) -> None:
        self._folder, self._chance, self._parent = folder, chance, parent
        self._kinds = {"freezes": self._freeze, "full disks": self._full_disk, "replaced databases": self._replaced}
        if not hasattr(resource, "prlimit"):
            del self._kinds["full disks"]
        self.done = dict.fromkeys(self._kinds, 0)

    def maybe(self, pid: int, player: Player) -> None:
        """Something, or nothing. Where it breaks the connection, a `ConnectionError` says so."""
        if self._chance.random() < FAULTS:
            name = min(self.done, key=lambda kind: self.done[kind])  # each as often as the others
            self.done[name] += 1
            self._kinds[name](pid, player)

    def _freeze(self, pid: int, player: Player) -> None:
        """The process stands still while an action arrives, and goes on: as on a machine that was suspended."""
        os.kill(pid, signal.SIGSTOP)
        try:
            player.send()
        finally:
            os.kill(pid, signal.SIGCONT)
        player.hear_answer()

    def _full_disk(self, pid: int, player: Player) -> None:
        """No file can be written to: the action is not acknowledged, and goes through when there is room again."""
        _, hard = resource.prlimit(pid, resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))
        try:
            with pytest.raises(GONE):
                player.play()
        finally:
            resource.prlimit(pid, resource.RLIMIT_FSIZE, (hard, hard))
        player.drop()
        player.connect()
        player.play()

    def _replaced(self, pid: int, player: Player) -> None:
        """Another file takes the database's place: nothing is acknowledged any more. Then the right one is put back."""
        database, aside = self._folder / DATABASE, self._folder / "aside"
        database.rename(aside)
        shutil.copyfile(aside, database)
        with pytest.raises(GONE):
            player.play()
        os.kill(self._parent, signal.SIGSTOP)  # it would start the next server on the wrong file
        try:
            os.kill(pid, signal.SIGKILL)
            _wait_until_free(self._folder)
            aside.replace(database)
        finally:
            os.kill(self._parent, signal.SIGCONT)
        raise ConnectionError


def _wait_until_free(folder: Path) -> None:
    """Until the last server is really gone."""
    import fcntl  # not everywhere, as forking

    with (folder / FILE).open("r+b") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)


def _until_killed_often_enough(
    kills: int, parent: Any, port: int, chance: random.Random, faults: Faults
) -> list[Player]:
    players: list[Player] = []
    for _ in range(kills):
        pid, how = parent.stdout.readline().split()
        left = chance.randrange(1, 12)
        try:
            while len(players) < 2:
                players.append(_new_player(port))
            for player in players:
                player.connect()
            while True:
                for player in players:
                    player.play()
                left -= 1
                if how == "outside":
                    faults.maybe(int(pid), players[0])
                if left <= 0 and how == "outside":
                    players[0].send()  # while an action is under way, and nobody waits for its answer
                    os.kill(int(pid), signal.SIGKILL)
                    raise ConnectionError
        except GONE:
            pass
        for player in players:
            player.drop()
    pid = int(parent.stdout.readline().split()[0])
    parent.kill()  # first, or it would start another server, which would keep the folder
    parent.wait()
    os.kill(pid, signal.SIGKILL)
    return players


def _new_player(port: int) -> Player:
    wish = {"edition": "classic", "seats": 2, "people": [{"name": "Ann"}, {"name": "Bob"}]}
    made = httpx.post(f"http://127.0.0.1:{port}/api/tables", json=wish, timeout=WAIT, verify=False).json()
    return Player(port, made["table"]["id"], made["keys"], made["host"])


def _check(folder: Path, players: list[Player], kills: int) -> None:
    _wait_until_free(folder)
    store, recovery = open_store(folder)
    assert recovery is None
    for player in players:
        record = store.read.record(player.table)
        assert record is not None
        log = store.read.log(record)
        assert [entry.number for entry in log.entries] == list(range(1, len(log.entries) + 1))
        assert len(player.acknowledged) > kills
        for id, number in player.acknowledged.items():
            found = [k for seat in (0, 1) if (k := store.read.number_of(player.table, f"{seat}:{id}")) is not None]
            assert found == [number], "every acknowledged action is there, once"
        for number, hash in player.told.items():
            assert log.entries[number - 1].hash == hash, "what was told is what was written"
        table = Table(record, store.read.secret(player.table))
        table.restore(log.entries, 0)
        assert table.number == len(log.entries)
        assert not table.frozen, "the game goes on"
    store.close()
