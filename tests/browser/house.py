"""A real `freehold serve` process: started, asked over HTTP, killed without a word and started again where it was.

Games can be laid into its folder before it starts, so that a test begins where it wants, with dice it knows.
"""

from __future__ import annotations

import multiprocessing
import os
import re
import runpy
import sys
from collections.abc import Sequence
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import httpx

from freehold.server.storage.game_log import Log
from freehold.server.storage.record import Language, Level, Seat
from freehold.server.storage.recovery import open_store
from freehold.server.storage.writes import Writes
from tests.server.served import SECRET, record_of, unfinished
from tests.waiting import WAIT as WAIT

# Servers are forked from a process that has imported what they need; by itself each would take two seconds for that.
STARTING: Any = multiprocessing.get_context("forkserver" if hasattr(os, "fork") else "spawn")
STARTING.set_forkserver_preload([__name__, "tests.browser.warm"])


def _serve(module: str, arguments: list[str], said: Connection, log: Path, environment: dict[str, str]) -> None:
    """In the new process: what `python -m` does with a module, its output where the test reads it."""
    os.environ.clear()
    os.environ.update(environment)
    os.dup2(said.fileno(), 1)
    with log.open("ab") as file:
        os.dup2(file.fileno(), 2)
    sys.argv = [module, *arguments]
    runpy.run_module(module, run_name="__main__", alter_sys=True)


class House:
    """The server, its folder and its address, which stays the same over a restart."""

    def __init__(self, folder: Path, bot_pause: int = 0, module: str = "freehold", bots: str = "") -> None:
        self.folder = folder
        self.bots = bots
        self.module = module
        self.bot_pause = bot_pause
        self.port = 0
        self.url = ""
        self._process: Any = None

    @property
    def running(self) -> bool:
        return self._process is not None

    def start(self) -> None:
        log = self.folder / "server.log"
        command = ["serve", "--port", str(self.port), "--data", str(self.folder), "--bot-pause", str(self.bot_pause)]
        command += ["--bots", self.bots] if self.bots else []
        said, says = STARTING.Pipe(duplex=False)
        self._process = STARTING.Process(target=_serve, args=(self.module, command, says, log, dict(os.environ)))
        self._process.start()
        says.close()
        self._output = open(os.dup(said.fileno()), encoding="utf-8")  # noqa: SIM115  # as long as the server runs
        said.close()
        line = self._output.readline()
        address = re.search(r"http://127\.0\.0\.1:(\d+)", line)
        assert address, f"{line}{log.read_text()}"
        self.url, self.port = address[0], int(address[1])
        assert self.get("/health")["status"] == "ok"

    def kill(self) -> None:
        """As a power cut would: nothing is said and nothing is put away."""
        self._process.kill()
        self._gone()

    def stop(self) -> None:
        if self._process is not None:
            self._process.terminate()
            self._gone()

    def _gone(self) -> None:
        self._process.join(WAIT)
        assert self._process.exitcode is not None, "the server does not end"
        self._output.close()
        self._process = None

    def get(self, path: str, key: str = "") -> Any:
        headers = {"x-freehold-key": key} if key else {}
        answer = httpx.get(self.url + path, headers=headers, timeout=WAIT, verify=False)  # no certificates to load
        assert answer.status_code == 200, answer.text
        return answer.json()

    def table(self, **wish: Any) -> Any:
        """A new table: its id, keys, host key and invitation."""
        answer = httpx.post(f"{self.url}/api/tables", json=wish, timeout=WAIT, verify=False)
        assert answer.status_code == 201, answer.text
        return answer.json()


def lay_with_bots(folder: Path, id: str, edition: str, variant: str, bots: Sequence[Level], lang: Language) -> None:
    """A game that is about to begin, Ann against bots, always with the same dice: it is of the first format."""
    names = ["Ann", *(f"Bot {k}" for k in range(2, 2 + len(bots)))]
    log = unfinished(edition, SECRET, variant, lambda game, actions: True, id, names, format=1)
    seats = record_of(log).seats
    for seat, level in zip(seats[1:], bots, strict=True):
        seat.kind, seat.level, seat.key = "bot", level, ""
    lay(folder, log, seats=seats, language=lang)


def against_bots(log: Log, level: Level = "trader") -> list[Seat]:
    """The seats of a game in which only the first is a person's."""
    seats = record_of(log).seats
    for seat in seats[1:]:
        seat.kind, seat.level, seat.key = "bot", level, ""
    return seats


def lay(folder: Path, log: Log, secret: bytes = SECRET, **fields: Any) -> None:
    """Put a game into the folder of a server that does not run. Its keys are "key of Ann" and so on."""
    store, _ = open_store(folder)
    record = record_of(log, **fields)
    store.commit([Writes(record=record, secret=secret)])
    store.commit([Writes(game=record.id, entries=[(entry, None) for entry in log.entries])])
    store.close()
