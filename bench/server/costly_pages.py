"""Ten addresses ask for the costliest pages of long games, while others play and a player comes back to a table.

Pictures, statistics and pages of the past of finished games with 6,000 actions, four connections for each address; the
attackers are a process of their own. Measured without and with them: how long a player waits who comes back and has
missed 100 actions, and the latency of actions at tables of four. `--before CHECKOUT` measures older sources in the same
run. Run: PYTHONPATH=src:. python bench/server/costly_pages.py --before ../older
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
from websockets.asyncio.client import connect

from attacks import SERVER, forever, quantile  # bench/server/attacks.py
from server_clients import Load, opened, play  # bench/server/server_clients.py

HERE = Path(__file__).resolve().parents[2]
GAMES, CONNECTIONS = 20, 4
PAGES = ("picture", "picture", "statistics", "past?after=5000&most=200")
PREPARE = """
import sys
from pathlib import Path
from freehold.server.storage.sqlite import FILE, SqliteStore
from freehold.server.storage.writes import Writes
from tests.server.served import SECRET, ended, record_of, unfinished
folder, actions, games = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
long = ended(unfinished(until=lambda _, count: count == actions), "consent", SECRET)
store = SqliteStore(folder / FILE)
rows = [(entry, None) for entry in long.entries]
for k in range(games):
    store.commit([Writes(record=record_of(long, id=f"long{k}"), secret=SECRET, game=f"long{k}", entries=rows)])
short = unfinished(until=lambda _, count: count == 300)
rows = [(entry, None) for entry in short.entries]
store.commit([Writes(record=record_of(short, id="back"), secret=SECRET, game="back", entries=rows)])
store.close()
"""


async def ask(port: int, addresses: int) -> None:
    """The attackers."""

    async def one(address: int) -> None:
        headers = {"X-Forwarded-For": f"10.6.{address}.6"}
        async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", headers=headers, timeout=60) as client:

            async def page() -> None:
                path = f"/api/tables/long{random.randrange(GAMES)}/{random.choice(PAGES)}"
                answer = await client.get(path)
                if answer.status_code != 200:
                    await asyncio.sleep(0.2)

            await asyncio.gather(*(forever(page) for _ in range(CONNECTIONS)))

    await asyncio.gather(*(one(k) for k in range(addresses)))


async def comes_back(port: int, waits: list[float]) -> None:
    """A player comes back, every two seconds."""
    number = 0
    while True:
        number += 1
        started = time.perf_counter()
        with contextlib.suppress(TimeoutError, OSError, json.JSONDecodeError):
            async with asyncio.timeout(30):
                headers = {"X-Forwarded-For": f"10.7.{number}.7"}
                url = f"ws://127.0.0.1:{port}/api/play"
                async with connect(url, additional_headers=headers, compression=None, max_size=None) as ws:
                    await ws.send(json.dumps({"type": "hello", "table": "back", "seen": 200}))
                    told = json.loads(await ws.recv())
                    while told["type"] != "welcome" and told["type"] != "refused":
                        told = json.loads(await ws.recv())
                    assert len(told["missed"]) == 100, told
        waits.append(time.perf_counter() - started)
        await asyncio.sleep(2)


@contextlib.contextmanager
def serving(sources: Path, folder: Path, actions: int) -> Iterator[int]:
    environment = {**os.environ, "PYTHONPATH": f"{sources / 'src'}:{sources}"}
    prepare = [sys.executable, "-c", PREPARE, str(folder), str(actions), str(GAMES)]
    subprocess.run(prepare, check=True, env=environment, cwd=sources)
    command = [sys.executable, "-c", SERVER, str(folder)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=environment, cwd=sources, text=True) as server:
        assert server.stdout is not None
        yield int(server.stdout.readline())
        server.kill()


async def measured(name: str, port: int, seconds: float, tables: int, most: int) -> None:
    load, chance = Load(), random.Random(1)
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=60) as client:
        games = [await opened(client, port, load, False, f"10.1.0.{k}") for k in range(tables)]
    for addresses in (0, most):
        command = [sys.executable, __file__, "--attack", str(port), "--addresses", str(addresses)]
        enemy = subprocess.Popen(command, stderr=subprocess.DEVNULL) if addresses else None
        await asyncio.sleep(2)
        waits: list[float] = []
        load.latencies, until = [], time.perf_counter() + seconds
        visitor = asyncio.create_task(comes_back(port, waits))
        await asyncio.gather(*(play(game, load, 1, until, chance) for game in games))
        began = time.perf_counter()
        while len(waits) < 2 and time.perf_counter() < began + 35:
            await asyncio.sleep(0.1)
        visitor.cancel()
        if enemy is not None:
            enemy.kill()
            enemy.wait()
        print(
            f"{name:7} {addresses:3} addresses: back after p50 {quantile(waits, 0.5) / 1000:6.2f} s,"
            f" worst {quantile(waits, 1) / 1000:6.2f} s ({len(waits)}); acts {len(load.latencies):5}:"
            f" p50 {quantile(load.latencies, 0.5):6.1f} ms, p99 {quantile(load.latencies, 0.99):6.1f} ms",
            flush=True,
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--before", type=Path, help="a checkout to measure as well")
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--actions", type=int, default=6_000, help="of the long games")
    parser.add_argument("--addresses", type=int, default=10)
    parser.add_argument("--attack", type=int, metavar="PORT", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.attack:
        asyncio.run(ask(given.attack, given.addresses))
        return
    for name, sources in (("before", given.before), ("now", HERE)):
        if sources is not None:
            with (
                tempfile.TemporaryDirectory() as folder,
                serving(sources.resolve(), Path(folder), given.actions) as port,
            ):
                asyncio.run(measured(name, port, given.seconds, given.tables, given.addresses))


if __name__ == "__main__":
    main()
