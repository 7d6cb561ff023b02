"""What one hostile address can do to everybody else: floods of replays, proofs, rematches, downloads and lists.

Other players act once a second at tables of four, from other addresses (by X-Forwarded-For); a visitor enters tables
that are not in memory; the attacker is a process of its own. For each attack: the players' p50 and p99, and how long
the visitor waits. Then the speed of novices' tables without and with ten tables of moguls.
Run on a quiet machine, for about five minutes: PYTHONPATH=src:. python bench/server/attacks.py
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import httpx
import msgspec
from tests.server.served import SECRET, ended, record_of, unfinished
from websockets.asyncio.client import connect

from freehold.engine.compile import compiled
from freehold.players.built_in import entry_points
from freehold.server.storage.sqlite import FILE, SqliteStore
from freehold.server.storage.writes import Writes
from server_clients import Load, opened, play  # bench/server/server_clients.py

ENEMY = {"X-Forwarded-For": "10.6.6.6"}
SERVER = """
import sys
from pathlib import Path
import uvicorn
from freehold.server.app import Settings, create
from freehold.server.transport.connection_limits import raise_file_limit
from freehold.server.transport.uvicorn_config import configuration, listen, tune_garbage_collector
app, server = create(Settings(Path(sys.argv[1]), proxies=("127.0.0.1/32",)))
listener = listen("127.0.0.1", 0)
tune_garbage_collector()
print(listener.getsockname()[1], flush=True)
raise_file_limit()
uvicorn.Server(configuration(app, server.limits, ("127.0.0.1/32",))).run(sockets=[listener])
"""
Attack = Callable[[int, bytes], Awaitable[None]]


def prepare(folder: Path, actions: int) -> bytes:
    """A long stored game, and tables to visit. Returns the long game's log."""
    log = ended(unfinished(until=lambda _, count: count == actions), "consent", SECRET)
    short = unfinished(until=lambda _, count: count == 60)
    store = SqliteStore(folder / FILE)
    entries = [(entry, None) for entry in log.entries]
    store.commit([Writes(record=record_of(log, id="long"), secret=SECRET, game="long", entries=entries)])
    for k in range(2_000):
        id = f"cold{k}"
        few = [(entry, None) for entry in short.entries]
        store.commit([Writes(record=record_of(short, id=id, asleep=True), secret=SECRET, game=id, entries=few)])
    store.close()
    return msgspec.json.encode(log)


async def forever(work: Callable[[], Awaitable[Any]]) -> None:
    while True:
        with contextlib.suppress(Exception):
            await work()
        await asyncio.sleep(0)


async def replays(port: int, _: bytes) -> None:
    """Hellos that ask for the whole past, and are gone before the answer."""

    async def one() -> None:
        async with connect(f"ws://127.0.0.1:{port}/api/play", additional_headers=ENEMY, compression=None) as socket:
            await socket.send(json.dumps({"type": "hello", "table": "long", "seen": 0}))

    await asyncio.gather(*(forever(one) for _ in range(8)))


async def proofs(port: int, log: bytes) -> None:
    limits = httpx.Limits(max_connections=40)
    headers = ENEMY | {"Content-Type": "application/json"}
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", headers=headers, limits=limits) as client:
        await asyncio.gather(*(forever(lambda: client.post("/api/verify", content=log)) for _ in range(40)))


async def fetches(port: int, paths: list[str], connections: int) -> None:
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", headers=ENEMY, timeout=60) as client:
        await asyncio.gather(*(forever(lambda: client.get(random.choice(paths))) for _ in range(connections)))


async def metrics(port: int, _: bytes) -> None:
    await fetches(port, ["/metrics", "/health"], 16)


async def downloads(port: int, _: bytes) -> None:
    await fetches(port, ["/api/tables/long/log", "/api/tables/long/past"], 4)


async def lists(port: int, _: bytes) -> None:
    await fetches(port, ["/api/tables"], 4)


async def rematches(port: int, _: bytes) -> None:
    """A host of bots who starts, ends and asks for a rematch, again and again."""
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", headers=ENEMY) as client:
        wish = {"edition": "classic", "seats": 2, "bots": ["novice", "novice"]}
        made = (await client.post("/api/tables", json=wish)).json()
    if "table" not in made:
        return
    at = {"table": made["table"]["id"]}

    async def one() -> None:
        async with connect(f"ws://127.0.0.1:{port}/api/play", additional_headers=ENEMY, compression=None) as socket:
            await socket.send(json.dumps({"type": "hello", "table": at["table"], "keys": [made["host"]]}))
            for kind in ("start", "consent", "rematch"):
                await socket.send(json.dumps({"type": kind}))
            async for text in socket:
                told = json.loads(text)
                if told["type"] == "rematch":
                    at["table"] = told["table"]
                    return
                if told["type"] == "refused":
                    return

    await forever(one)


async def unread(port: int, _: bytes) -> None:
    """Clients that ask for everything and read nothing."""

    async def one() -> None:
        _, writer = await asyncio.open_connection("127.0.0.1", port, limit=1024)
        writer.write(
            b"GET /api/play HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            b"X-Forwarded-For: 10.6.6.6\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
            b"Sec-WebSocket-Version: 13\r\n\r\n"
        )
        said = json.dumps({"type": "hello", "table": "long", "seen": 0}).encode()
        writer.write(b"\x81" + bytes([0x80 | len(said)]) + bytes(4) + said)
        await asyncio.sleep(5)
        writer.close()

    await asyncio.gather(*(forever(one) for _ in range(40)))


ATTACKS: dict[str, Attack | None] = {
    "nothing": None,
    "replays (H2)": replays,
    "proofs (H3)": proofs,
    "rematches (H6)": rematches,
    "metrics (M3)": metrics,
    "downloads (M3)": downloads,
    "lists (M3)": lists,
    "unread output (M3)": unread,
}


async def visits(port: int, waits: list[float], first: int) -> None:
    """Somebody enters a table that is not in memory, twice a second."""
    number = first
    while True:
        headers = {"X-Forwarded-For": f"10.7.{number // 250}.{number % 250}"}
        started = time.perf_counter()
        try:
            async with connect(f"ws://127.0.0.1:{port}/api/play", additional_headers=headers, compression=None) as ws:
                await ws.send(json.dumps({"type": "hello", "table": f"cold{number}"}))
                while json.loads(await ws.recv())["type"] != "welcome":
                    pass
            waits.append(time.perf_counter() - started)
        except Exception:
            waits.append(float("inf"))
        number += 1
        await asyncio.sleep(0.5)


def quantile(times: list[float], part: float) -> float:
    found = sorted(times)
    return 1000 * found[min(len(found) - 1, int(len(found) * part))] if found else float("nan")


async def attacked(port: int, log: Path, games: int, seconds: float) -> None:
    load, chance = Load(), random.Random(1)
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=60) as client:
        tables = [await opened(client, port, load, False, f"10.1.{k // 250}.{k % 250}") for k in range(games)]
    for at, (name, attack) in enumerate(ATTACKS.items()):
        waits: list[float] = []
        command = [sys.executable, __file__, "--attack", name, "--port", str(port), "--log", str(log)]
        enemy = subprocess.Popen(command, stderr=subprocess.DEVNULL) if attack is not None else None
        await asyncio.sleep(1)
        load.latencies, until = [], time.perf_counter() + seconds
        visitor = asyncio.create_task(visits(port, waits, 200 * at))
        await asyncio.gather(*(play(game, load, 1, until, chance) for game in tables))
        visitor.cancel()
        await asyncio.gather(visitor, return_exceptions=True)
        if enemy is not None:
            enemy.kill()
            enemy.wait()
        print(
            f"{name:20} acts {len(load.latencies):5}: p50 {quantile(load.latencies, 0.5):6.1f} ms,"
            f" p99 {quantile(load.latencies, 0.99):6.1f} ms; visitor: p50 {quantile(waits, 0.5):6.1f} ms,"
            f" worst {quantile(waits, 1):6.1f} ms",
            flush=True,
        )
        await asyncio.sleep(2)


class Watched:
    """Tables of four bots that somebody watches; a task for each reads all the time."""

    def __init__(self) -> None:
        self.told: list[int] = []  # actions, by table
        self._sockets: list[Any] = []
        self._readers: list[asyncio.Task[None]] = []

    async def open(self, port: int, level: str, count: int, network: str) -> None:
        async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=60) as client:
            for k in range(count):
                headers = {"X-Forwarded-For": f"{network}.{k}"}
                wish = {"edition": "classic", "seats": 4, "bots": [level] * 4, "pace": "fast"}
                made = (await client.post("/api/tables", json=wish, headers=headers)).json()
                url = f"ws://127.0.0.1:{port}/api/play"
                ws = await connect(url, additional_headers=headers, compression=None, max_queue=None)
                await ws.send(json.dumps({"type": "hello", "table": made["table"]["id"], "keys": [made["host"]]}))
                await ws.send(json.dumps({"type": "start"}))
                self.told.append(0)
                self._sockets.append(ws)
                self._readers.append(asyncio.create_task(self._read(k, ws)))

    async def _read(self, k: int, ws: Any) -> None:
        async for text in ws:
            self.told[k] += '"type":"told"' in text[:20]

    async def all_play(self) -> None:
        while not all(self.told):
            await asyncio.sleep(0.1)

    async def speed(self, seconds: float) -> float:
        """Actions a second of one table."""
        before = sum(self.told)
        await asyncio.sleep(seconds)
        return (sum(self.told) - before) / seconds / len(self.told)

    def close(self) -> None:
        for reader, ws in zip(self._readers, self._sockets, strict=True):
            reader.cancel()
            ws.transport.abort()


async def moguls(port: int, seconds: float, tables: int) -> None:
    """The speed of novices' tables alone, and beside a third as many tables of moguls."""
    novices, rich = Watched(), Watched()
    try:
        async with asyncio.timeout(60 + seconds):
            await novices.open(port, "novice", tables, "10.8.0")
            await novices.all_play()
            alone = await novices.speed(seconds)
        async with asyncio.timeout(120 + seconds):
            await rich.open(port, "mogul", max(1, tables // 3), "10.9.0")
            await rich.all_play()  # the workers have loaded the kernel by then
            beside, thought = await asyncio.gather(novices.speed(seconds), rich.speed(seconds))
        print(
            f"{tables} tables of novices: {alone:.2f} actions a second each; beside {len(rich.told)} tables of moguls"
            f" {beside:.2f} ({beside / alone - 1:+.1%}); a table of moguls {thought:.2f}",
            flush=True,
        )
    except TimeoutError:
        print(f"the tables did not all play in time: novices {novices.told}, moguls {rich.told}", flush=True)
    finally:
        novices.close()
        rich.close()


def compile_first() -> None:
    """The mogul's kernel, into the cache: otherwise its bots play as barons while it is compiled."""
    started = time.perf_counter()
    compiled().prepare(*entry_points(["mogul"]))
    print(f"the mogul's kernel is ready after {time.perf_counter() - started:.0f} s", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=15)
    parser.add_argument("--actions", type=int, default=3_000, help="of the long game")
    parser.add_argument("--only", choices=["attacks", "moguls"], help="one of the two parts")
    parser.add_argument("--tables", type=int, default=30, help="of novices, beside a third as many of moguls")
    parser.add_argument("--attack", help="be the attacker, and nothing else")
    parser.add_argument("--port", type=int)
    parser.add_argument("--log", type=Path)
    options = parser.parse_args()
    if options.attack:
        attack = ATTACKS[options.attack]
        assert attack is not None
        asyncio.run(attack(options.port, options.log.read_bytes()))  # type: ignore[arg-type]
        return
    if options.only != "attacks":
        compile_first()
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "log.json"
        log.write_bytes(prepare(Path(folder), options.actions))
        command = [sys.executable, "-c", SERVER, folder]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
            assert server.stdout is not None
            port = int(server.stdout.readline())
            try:
                if options.only != "moguls":
                    asyncio.run(attacked(port, log, options.games, options.seconds))
                if options.only != "attacks":
                    asyncio.run(moguls(port, options.seconds, options.tables))
            finally:
                server.kill()  # its folder is temporary


if __name__ == "__main__":
    main()
