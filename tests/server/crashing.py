"""A server that is started again each time it dies: a parent that forks, so that a start costs no imports.

Run as a program: FOLDER PORT SEED. Each child is a whole server process. Some kill themselves between writing an action
and acknowledging it; the others wait to be killed from outside. Each child names itself on standard output.
"""

from __future__ import annotations

import os
import random
import signal
import socket
import sys
import tempfile
from pathlib import Path

import uvicorn

from freehold.server.app import Settings, create
from freehold.server.storage.game_log import rules_digest
from freehold.server.transport.uvicorn_config import configuration, listen
from tests.server.network import ROOMY


class Announcing(uvicorn.Server):
    """Says on standard output that it is ready."""

    word = ""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        print(self.word, flush=True)


def child(folder: Path, port: int, dies_at: int | None) -> None:
    """One server, which may die by its own hand after so many writings."""
    written = 0

    def after_write() -> None:
        nonlocal written
        written += 1
        if written == dies_at:
            os.kill(os.getpid(), signal.SIGKILL)

    app, _ = create(Settings(folder, limits=ROOMY, bot_pause=0, after_write=after_write))
    listener = listen("127.0.0.1", port)
    server = Announcing(configuration(app, ROOMY))
    server.word = f"{os.getpid()} {'itself' if dies_at is not None else 'outside'}"
    server.run(sockets=[listener])


def warm_up() -> None:
    """What every child would otherwise do for itself: imports, the edition, the routes."""
    rules_digest("classic")
    with tempfile.TemporaryDirectory() as empty:
        app, server = create(Settings(Path(empty)))
        configuration(app, ROOMY).load()
        server.store.close()


def main() -> None:
    folder, port, chance = Path(sys.argv[1]), int(sys.argv[2]), random.Random(int(sys.argv[3]))
    warm_up()
    while True:
        dies_at = chance.randrange(2, 14) if chance.random() < 0.5 else None
        pid = os.fork()
        if pid == 0:
            child(folder, port, dies_at)
            os._exit(0)
        os.waitpid(pid, 0)


if __name__ == "__main__":
    main()
