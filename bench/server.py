"""The server under load: many live four-seat games on the loopback, one action per second each, over real WebSockets.

Measures the latency from sending an action to its arrival at all four seats. The clients run on the same machine, in
one or more processes, so the figures include both. Run: python bench/server.py --games 1000 --seconds 20
One process on PostgreSQL: --postgres (a temporary server) or --database ADDRESS. Several: --processes 4 --clients 4.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import gc
import multiprocessing
import os
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import httpx
import msgspec

from freehold.server.fairness.hash_chains import chain

SEATS = 4
SERVER = """
import sys
from pathlib import Path
import uvicorn
from freehold.server.app import Settings, create
from freehold.server.http.connection_limits import raise_file_limit
from freehold.server.http.rate_limits import Limits
from freehold.server.http.uvicorn_config import configuration, listen, tune_garbage_collector
names = ("requests", "handshakes", "messages", "address_messages", "loadings")
names = ("connections", "all_connections", "tables", *names, *(f"{name}_burst" for name in names))
limits = Limits(**{name: 10**9 for name in names if name in Limits.__struct_fields__})  # older sources have fewer
listener = listen("127.0.0.1", 0)
reached_at = f"127.0.0.1:{listener.getsockname()[1]}"
shared = {"database": sys.argv[2], "reached_at": reached_at} if sys.argv[2] else {}  # older sources have neither
app, _ = create(Settings(Path(sys.argv[1]), limits=limits, **shared))
tune_garbage_collector()
print(listener.getsockname()[1], flush=True)
raise_file_limit()
uvicorn.Server(configuration(app, limits)).run(sockets=[listener])
"""


class Past(msgspec.Struct):
    number: int


class Heard(msgspec.Struct):
    """The parts of a message that this benchmark needs."""

    type: str
    past: Past | None = None
    number: int | None = None
    decider: int | None = None
    legal: list[dict[str, object]] = []
    code: str = ""
    draw: int = 0


HEARD = msgspec.json.Decoder(Heard)
LINKS = 200  # of a seat's hash chain; more draws than a game has here
OPENING = 120  # seconds for the tables of one batch
ASIDE = ("offer", "settle", "mortgage", "sell", "sell_group", "build", "redeem", "bankrupt")


class Game:
    """One table: its four connections, and the action in flight."""

    def __init__(self, id: str, keys: list[str], host: str) -> None:
        self.id, self.keys, self.host = id, keys, host
        self.path = f"/api/play/{id}"
        self.seats: list[Seat] = []
        self.decider: int | None = None
        self.legal: list[dict[str, object]] = []
        self.number = 0
        self.sent = 0.0
        self.arrived = 0
        self.asked = False  # the action in flight draws chance, and the seats give their links
        self.begun = asyncio.Event()


class Load:
    def __init__(self) -> None:
        self.latencies: list[float] = []
        self.throws: list[float] = []  # of these, the actions that drew chance
        self.refused = 0
        self.late = 0  # actions skipped because the previous one was still in flight


class Seat(asyncio.Protocol):
    """One connection with a minimal WebSocket implementation: the server's frames are plain, ours are masked with
    zeros.
    """

    def __init__(self, game: Game, load: Load, seat: int, gives: bool, address: str = "") -> None:
        self.game, self.load, self.seat = game, load, seat
        self.forwarded = f"X-Forwarded-For: {address}\r\n".encode() if address else b""
        self.links = chain(os.urandom(32), LINKS) if gives else []
        self.buffer = bytearray()
        self.open = False
        self.welcomed = asyncio.Event()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = transport
        self.transport.write(  # type: ignore[attr-defined]
            b"GET "
            + self.game.path.encode()
            + b" HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            + self.forwarded
            + b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
        )

    def say(self, message: dict[str, object]) -> None:
        text = msgspec.json.encode(message)
        size = bytes([0x80 | len(text)]) if len(text) < 126 else b"\xfe" + len(text).to_bytes(2, "big")
        self.transport.write(b"\x81" + size + bytes(4) + text)  # type: ignore[attr-defined]

    def data_received(self, data: bytes) -> None:
        self.buffer += data
        if not self.open:
            end = self.buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            assert self.buffer.startswith(b"HTTP/1.1 101"), bytes(self.buffer[:200])
            del self.buffer[: end + 4]
            self.open = True
            keys = [self.game.keys[self.game.seats.index(self)]]
            if self is self.game.seats[0]:
                keys.append(self.game.host)
            self.say({"type": "hello", "table": self.game.id, "keys": keys})
        self.frames()

    def frames(self) -> None:
        at, buffer = 0, self.buffer
        while len(buffer) - at >= 2:
            size, start = buffer[at + 1] & 0x7F, at + 2
            if size >= 126:
                wide = 2 if size == 126 else 8
                if len(buffer) < start + wide:
                    break
                size, start = int.from_bytes(buffer[start : start + wide], "big"), start + wide
            if len(buffer) < start + size:
                break
            payload = bytes(buffer[start : start + size])
            kind = buffer[at] & 0x0F
            at = start + size
            if kind == 1:
                self.hear(HEARD.decode(payload))
            elif kind == 9:
                self.transport.write(b"\x8a" + bytes([0x80 | len(payload)]) + bytes(4) + payload)  # type: ignore[attr-defined]
        del buffer[:at]

    def hear(self, heard: Heard) -> None:
        game = self.game
        if heard.type == "told" and heard.past is not None:
            if heard.past.number > game.number:
                game.number, game.decider, game.legal, game.arrived = heard.past.number, heard.decider, heard.legal, 0
            game.arrived += 1
            if game.arrived == SEATS and game.sent:
                self.load.latencies.append(time.perf_counter() - game.sent)
                if game.asked:
                    self.load.throws.append(self.load.latencies[-1])
                game.sent, game.asked = 0.0, False
        elif heard.type == "asking":
            game.asked = True
            if heard.draw + 1 < len(self.links):
                links = {str(self.seat): self.links[heard.draw + 1]}
                self.say({"type": "share", "draw": heard.draw, "links": links})
        elif heard.type == "welcome":
            if self.links:
                self.say({"type": "chain", "seat": self.seat, "end": self.links[0]})
            self.welcomed.set()
        elif heard.type == "begun":
            game.decider, game.legal = heard.decider, heard.legal
            game.begun.set()
        elif heard.type == "refused":
            self.load.refused += 1
            game.sent = 0.0


def act(game: Game, load: Load) -> None:
    if game.decider is None:
        return
    if game.sent:
        load.late += 1
        return
    usual = [action for action in game.legal if action["type"] not in ASIDE] or game.legal
    action = usual[0]
    game.sent = time.perf_counter()
    message = {
        "type": "act",
        "seat": game.decider,
        "number": game.number + 1,
        "id": f"b{game.number}",
        "action": action,
    }
    game.seats[game.decider].say(message)


async def play(game: Game, load: Load, rate: float, until: float, chance: random.Random) -> None:
    await asyncio.sleep(chance.random() / rate)
    due = time.perf_counter()
    while due < until:
        act(game, load)
        due += 1 / rate
        await asyncio.sleep(max(0.0, due - time.perf_counter()))


async def opened(
    client: httpx.AsyncClient,
    port: int,
    load: Load,
    gives: bool,
    address: str = "",
    ports: Sequence[int] = (),
    path: str = "",
) -> Game:
    """A game that has begun. `ports`: the seats connect to these processes in turn instead of all to the same."""
    people = [{"name": f"P{k}"} for k in range(SEATS)]
    wish = {"edition": "classic", "seats": SEATS, "people": people}
    headers = {"X-Forwarded-For": address} if address else {}
    made = (await client.post("/api/tables", json=wish, headers=headers)).json()
    game = Game(made["table"]["id"], made["keys"], made["host"])
    game.path = path or game.path
    loop = asyncio.get_running_loop()
    for k in range(SEATS):
        seat = Seat(game, load, k, gives, address)
        game.seats.append(seat)
        to = ports[k % len(ports)] if ports else port
        await loop.create_connection(lambda seat=seat: seat, "127.0.0.1", to)  # type: ignore[misc]
    for seat in game.seats:
        await seat.welcomed.wait()
    await asyncio.sleep(0.05)  # the ends of the chains come over four connections, the start over one
    game.seats[0].say({"type": "start"})
    await game.begun.wait()
    return game


def memory(pid: int) -> int:
    """Resident bytes of a process."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def processor(pid: int) -> float:
    """CPU seconds used by a process."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Plan(msgspec.Struct):
    """What a process of clients does: its games, on which servers, how fast and how long."""

    ports: list[int]
    games: int
    rates: list[float]
    seconds: float
    gives: bool
    spread: bool
    seed: int
    path: str = ""  # of the WebSocket, if it is not that of the table


async def clients(plan: Plan, together: Any, results: Any) -> None:
    """Open the games, then play at each rate at the same time as the other client processes."""
    gc.disable()  # a pause of the clients would look like a pause of the server
    load, chance = Load(), random.Random(plan.seed)
    tables: list[Game] = []
    async with contextlib.AsyncExitStack() as stack:
        connected = {}
        for port in plan.ports:
            client = httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=60)
            connected[port] = await stack.enter_async_context(client)
        while len(tables) < plan.games:
            batch = range(len(tables), min(len(tables) + 20, plan.games))
            to = [plan.ports[k % len(plan.ports)] for k in batch]
            ports = plan.ports if plan.spread else ()
            opening = [opened(connected[port], port, load, plan.gives, ports=ports, path=plan.path) for port in to]
            async with asyncio.timeout(OPENING):  # a table that does not open is an error, no reason to wait for ever
                tables += await asyncio.gather(*opening)
    for rate in plan.rates:
        load.latencies, load.throws, load.refused, load.late = [], [], 0, 0
        await asyncio.to_thread(together.wait)
        own, until = time.process_time(), time.perf_counter() + plan.seconds
        await asyncio.gather(*(play(game, load, rate, until, chance) for game in tables))
        await asyncio.sleep(1)
        results.put((load.latencies, load.throws, load.refused, load.late, time.process_time() - own))
    await asyncio.to_thread(together.wait)


def client_process(plan: Plan, together: Any, results: Any) -> None:
    asyncio.run(clients(plan, together, results))


def measure(pids: list[int], plans: list[Plan]) -> list[float]:
    """Let the client processes play, and report on all of them together: the servers' CPU seconds an action by rate."""
    context = multiprocessing.get_context("spawn")
    together, results = context.Barrier(len(plans) + 1), context.Queue()
    games, rates = sum(plan.games for plan in plans), plans[0].rates
    before, costs = sum(map(memory, pids)), []
    running = [context.Process(target=client_process, args=(plan, together, results), daemon=True) for plan in plans]
    for process in running:
        process.start()
    for rate in rates:
        together.wait()
        if rate == rates[0]:
            used = (sum(map(memory, pids)) - before) / games / 1024
            print(f"{games} games of {SEATS} seats are open: {used:.0f} KiB a game with its connections", flush=True)
        load, started, used, own = Load(), time.perf_counter(), sum(map(processor, pids)), 0.0
        for _ in plans:
            latencies, throws, refused, late, spent = results.get()
            load.latencies += latencies
            load.throws += throws
            load.refused, load.late, own = load.refused + refused, load.late + late, own + spent
        wall = time.perf_counter() - started
        used = sum(map(processor, pids)) - used
        report(load, rate * games, wall, used, own)
        costs.append(used / max(1, len(load.latencies)))
    print(f"memory at the end: {(sum(map(memory, pids)) - before) / games / 1024:.0f} KiB a game with its connections")
    together.wait()
    for process in running:
        process.join()
    return costs


def report(load: Load, wanted: float, wall: float, server: float, clients: float) -> None:
    times = sorted(load.latencies)
    if not times:
        print("no action arrived")
        return
    p50, p99 = (1000 * times[min(len(times) - 1, int(len(times) * part))] for part in (0.5, 0.99))
    print(
        f"{wanted:.0f} actions a second wanted, {len(times) / wall:.0f} done: p50 {p50:.1f} ms, p99 {p99:.1f} ms,"
        f" worst {1000 * times[-1]:.0f} ms, mean {1000 * statistics.fmean(times):.1f} ms;"
        f" processor: server {1000 * server / len(times):.2f} ms an action ({server / wall:.0%} of a core),"
        f" clients {clients / wall:.0%};"
        f" refused {load.refused}, late {load.late}",
        flush=True,
    )
    throws = sorted(load.throws)
    if throws:
        p50, p99 = (1000 * throws[min(len(throws) - 1, int(len(throws) * part))] for part in (0.5, 0.99))
        print(
            f"of these, {len(throws)} throws with the links of four players: p50 {p50:.1f} ms, p99 {p99:.1f} ms",
            flush=True,
        )


@contextlib.contextmanager
def served(database: str, sources: Path | None = None) -> Iterator[tuple[int, int]]:
    """A running server: its process id and its port. `sources`: another folder than this one's `src`."""
    found = [str(sources or ""), os.environ.get("PYTHONPATH", "")]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, found))}
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-c", SERVER, folder, database]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as server:
            assert server.stdout is not None
            try:
                yield server.pid, int(server.stdout.readline())
            finally:
                server.terminate()


def allow_files(games: int) -> None:
    """Raise the limit of open files for the connections of so many games."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(max(soft, games * SEATS + 200), hard), hard))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--rates", default="1", help="actions a second of each game, one measurement each: 0.5,1,2")
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--no-links", action="store_true", help="players who give nothing to the dice, to compare")
    parser.add_argument("--processes", type=int, default=1, help="servers on one PostgreSQL database")
    parser.add_argument("--clients", type=int, default=1, help="processes of clients")
    parser.add_argument("--postgres", action="store_true", help="with a temporary PostgreSQL server (fsync on)")
    parser.add_argument("--database", default="", help="with this PostgreSQL database, which should be empty")
    parser.add_argument("--spread", action="store_true", help="the seats of a game connect to different processes")
    options = parser.parse_args()
    if not 1 <= options.games <= 20_000 or not 0 < options.seconds <= 120 or not 1 <= options.clients <= options.games:
        parser.error("1 to 20,000 games, at most 120 seconds, not more clients than games")
    if options.processes > 1 and not (options.postgres or options.database):
        parser.error("several processes need --postgres or --database")
    allow_files(options.games)
    with contextlib.ExitStack() as stack:
        database = options.database
        if options.postgres:
            sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
            from tests.server.postgresql import PostgresServer

            postgres = PostgresServer("-c", "max_connections=300", durable=True)
            stack.callback(postgres.close)
            database = postgres.address()
        servers = [stack.enter_context(served(database)) for _ in range(options.processes)]
        ports = [port for _, port in servers]
        rates = [float(rate) for rate in options.rates.split(",")]
        share, rest = divmod(options.games, options.clients)
        plans = [
            Plan(ports, share + (k < rest), rates, options.seconds, not options.no_links, options.spread, k + 1)
            for k in range(options.clients)
        ]
        measure([pid for pid, _ in servers], plans)


if __name__ == "__main__":
    main()
