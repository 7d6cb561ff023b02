"""One of several servers on a PostgreSQL database, started again each time it dies: as `crashing.py`.

Run as a program: DATABASE PORT SEED LEASE SKEW. The clock is SKEW seconds fast. Some children kill themselves between
writing an action and acknowledging it; the others wait to be killed from outside.
"""

from __future__ import annotations

import os
import random
import signal
import sys
import time
from pathlib import Path

from freehold.server.app import Settings, create
from freehold.server.storage.writes import BadDatabase
from freehold.server.transport.uvicorn_config import configuration, listen
from tests.server.crashing import Announcing, warm_up
from tests.server.network import ROOMY

BOT_PAUSE = 200  # milliseconds


def child(database: str, port: int, lease: float, dies_at: int | None) -> None:
    """One server, which may die by its own hand after so many writings."""
    written = 0

    def after_write() -> None:
        nonlocal written
        written += 1
        if written == dies_at:
            os.kill(os.getpid(), signal.SIGKILL)

    settings = Settings(
        Path(),
        limits=ROOMY,
        bot_pause=BOT_PAUSE,
        after_write=after_write,
        database=database,
        reached_at=f"127.0.0.1:{port}",
        lease=lease,
    )
    app, _ = create(settings)
    listener = listen("127.0.0.1", port)  # not before: players need not wait for it
    server = Announcing(configuration(app, ROOMY))
    server.word = str(os.getpid())
    server.run(sockets=[listener])


def main() -> None:
    database, port, chance, lease = sys.argv[1], int(sys.argv[2]), random.Random(int(sys.argv[3])), float(sys.argv[4])
    skew, right_time = int(float(sys.argv[5]) * 1e9), time.time_ns
    time.time_ns = lambda: right_time() + skew
    warm_up()
    while True:
        dies_at = chance.randrange(5, 60) if chance.random() < 0.5 else None
        pid = os.fork()
        if pid == 0:
            try:
                child(database, port, lease, dies_at)
            except BadDatabase:
                time.sleep(0.05)  # it is being restarted: the parent tries again
            os._exit(0)
        os.waitpid(pid, 0)


if __name__ == "__main__":
    main()
