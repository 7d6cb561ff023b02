"""Killed by SIGKILL at random moments, fifty times: nothing acknowledged is lost, and nothing happens twice."""

from __future__ import annotations

import contextlib
import os
import random
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
from freehold.server.storage.store import log_of
from freehold.server.table.table import Table

from .contributing import Hand
from .network import WAIT, Client

FREEZES = 0.1  # of the rounds
KILLS = int(os.environ.get("FREEHOLD_KILLS", "50"))
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
        client = self.client
        assert client is not None
        if self.pending is None:
            seat = client.decider
            assert seat is not None
            kinds = ("offer", "settle", "mortgage", "sell", "sell_group", "build", "redeem", "bankrupt")
            usual = [action for action in client.legal if action["type"] not in kinds]
            action = (usual or client.legal)[0]
            self.pending = (f"id {self.sent}", seat, self.seen + 1, action)
            self.sent += 1
        id, seat, number, action = self.pending
        client.say(type="act", seat=seat, number=number, id=id, action=action)
        while True:
            message = client.hear("done", "refused", "told")
            if message["type"] == "told":
                self.hear_of(message["past"])
                continue
            if message.get("code") == "drawing":  # fixed before the server died: it is drawn when the links have come
                self.hear_of(client.hear("told")["past"])
                client.say(type="act", seat=seat, number=number, id=id, action=action)
                continue
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


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the parent forks")
def test_killed_at_random_moments(tmp_path: Path) -> None:
    chance = random.Random(7)
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(["src", ".", os.environ.get("PYTHONPATH", "")])}
    with socket.socket() as held:  # never listens: it only keeps the port from others while a server is dead
        held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        held.bind(("127.0.0.1", 0))
        port = held.getsockname()[1]
        command = [sys.executable, "-m", "tests.server.crashing", str(tmp_path), str(port), "7"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as parent:
            try:
                players = _until_killed_often_enough(parent, port, chance)
            finally:
                parent.kill()
    _check(tmp_path, players)


def _until_killed_often_enough(parent: Any, port: int, chance: random.Random) -> list[Player]:
    players: list[Player] = []
    for _ in range(KILLS):
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
                if chance.random() < FREEZES:
                    _freeze(int(pid), players[0])
                if left == 0 and how == "outside":
                    _kill_in_the_middle(int(pid), players)
        except GONE:
            pass
        for player in players:
            player.drop()
    pid = int(parent.stdout.readline().split()[0])
    parent.kill()  # first, or it would start another server, which would keep the folder
    parent.wait()
    os.kill(pid, signal.SIGKILL)
    return players


def _freeze(pid: int, player: Player) -> None:
    """The process stands still while an action arrives, and goes on: as on a machine that was suspended."""
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, signal.SIGSTOP)
        try:
            assert player.client is not None
            player.client.socket.ping()
        finally:
            os.kill(pid, signal.SIGCONT)
        player.play()


def _kill_in_the_middle(pid: int, players: list[Player]) -> None:
    """While an action is under way: it was sent, and nobody waits for its answer."""
    player = players[0]
    assert player.client is not None
    kinds = ("offer", "settle", "mortgage", "sell", "sell_group", "build", "redeem", "bankrupt")
    usual = [action for action in player.client.legal if action["type"] not in kinds]
    seat = player.client.decider
    assert seat is not None
    player.pending = (f"id {player.sent}", seat, player.seen + 1, (usual or player.client.legal)[0])
    player.sent += 1
    id, seat, number, action = player.pending
    player.client.say(type="act", seat=seat, number=number, id=id, action=action)
    os.kill(pid, signal.SIGKILL)
    raise ConnectionError


def _new_player(port: int) -> Player:
    wish = {"edition": "classic", "seats": 2, "people": [{"name": "Ann"}, {"name": "Bob"}]}
    made = httpx.post(f"http://127.0.0.1:{port}/api/tables", json=wish, timeout=WAIT).json()
    return Player(port, made["table"]["id"], made["keys"], made["host"])


def _check(folder: Path, players: list[Player]) -> None:
    import fcntl  # not everywhere, as forking

    with (folder / FILE).open("r+b") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # until the last server is really gone
    store, recovery = open_store(folder)
    assert recovery is None
    for player in players:
        record = store.record(player.table)
        assert record is not None
        log = log_of(store, record)
        assert [entry.number for entry in log.entries] == list(range(1, len(log.entries) + 1))
        assert len(player.acknowledged) > KILLS
        for id, number in player.acknowledged.items():
            found = [k for seat in (0, 1) if (k := store.number_of(player.table, f"{seat}:{id}")) is not None]
            assert found == [number], "every acknowledged action is there, once"
        for number, hash in player.told.items():
            assert log.entries[number - 1].hash == hash, "what was told is what was written"
        table = Table(record, store.secret(player.table))
        table.restore(log.entries, 0)
        assert table.number == len(log.entries)
        assert not table.frozen, "the game goes on"
    store.close()
