"""The server under load: many live four-seat games on the loopback, one action per second each, over real WebSockets.

Measures the latency from sending an action to its arrival at all four seats. The clients run on the same machine, in
one or more processes, so the figures include both. Run: python bench/server/server.py --games 1000 --seconds 20
One process on PostgreSQL: --postgres (a temporary server) or --database ADDRESS. Several: --processes 4 --clients 4.
"""

from __future__ import annotations

import argparse
import contextlib
import multiprocessing
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import msgspec

from server_clients import SEATS, Plan, client_process  # bench/server/server_clients.py

SERVER = """
import sys
from pathlib import Path
import uvicorn
from freehold.server.app import Settings, create
from freehold.server.transport.connection_limits import raise_file_limit
from freehold.server.rate_limits import Limits
from freehold.server.transport.uvicorn_config import configuration, listen, tune_garbage_collector
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


def memory(pid: int) -> int:
    """Resident bytes of a process."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def processor(pid: int) -> float:
    """CPU seconds used by a process."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Measured(msgspec.Struct):
    """What came of one rate: latencies in order, and totals over all clients."""

    latencies: list[float]
    throws: list[float]
    wanted: float  # actions a second
    done: float = 0  # actions a second, without the staggered start and the end
    refused: int = 0
    late: int = 0
    clients: float = 0  # CPU seconds
    servers: float = 0  # CPU seconds
    wall: float = 0

    def part(self, part: float) -> float:
        """The latency that this part of the actions did not exceed."""
        return self.latencies[min(len(self.latencies) - 1, int(len(self.latencies) * part))]


class Crowd:
    """The client processes, and the servers whose CPU time they use. `play` returns after one measurement."""

    def __init__(self, pids: list[int], plans: list[Plan]) -> None:
        context = multiprocessing.get_context("spawn")
        self._together, self._results = context.Barrier(len(plans) + 1), context.Queue()
        self._pace = context.Value("d", 0.0)
        self._pids, self._before, self._started = pids, sum(map(memory, pids)), False
        self.games = sum(plan.games for plan in plans)
        args = (self._together, self._pace, self._results)
        self._running = [context.Process(target=client_process, args=(plan, *args), daemon=True) for plan in plans]
        for process in self._running:
            process.start()

    def memory(self) -> float:
        """KiB of the servers for a game."""
        return (sum(map(memory, self._pids)) - self._before) / self.games / 1024

    def play(self, rate: float) -> Measured:
        self._pace.value = rate
        self._together.wait()
        if not self._started:
            kind = f"{self.games} games of {SEATS} seats"
            print(f"{kind} are open: {self.memory():.0f} KiB a game with its connections", flush=True)
            self._started = True
        found = Measured([], [], rate * self.games)
        started, used = time.perf_counter(), sum(map(processor, self._pids))
        for _ in self._running:
            latencies, throws, refused, late, done, spent = self._results.get()
            found.latencies += latencies
            found.throws += throws
            found.refused, found.late, found.done = found.refused + refused, found.late + late, found.done + done
            found.clients += spent
        found.wall = time.perf_counter() - started
        found.servers = sum(map(processor, self._pids)) - used
        found.latencies.sort()
        found.throws.sort()
        report(found)
        return found

    def close(self) -> None:
        self._pace.value = 0.0
        self._together.wait()
        for process in self._running:
            process.join()


def measure(pids: list[int], plans: list[Plan]) -> list[float]:
    """Let the client processes play, and report on all of them together: the servers' CPU seconds an action by rate."""
    crowd = Crowd(pids, plans)
    found = [crowd.play(rate) for rate in plans[0].rates]
    print(f"memory at the end: {crowd.memory():.0f} KiB a game with its connections")
    crowd.close()
    return [one.servers / max(1, len(one.latencies)) for one in found]


def report(found: Measured) -> None:
    times = found.latencies
    if not times:
        print("no action arrived")
        return
    print(
        f"{found.wanted:.0f} actions a second wanted, {found.done:.0f} done: p50 {1000 * found.part(0.5):.1f} ms,"
        f" p99 {1000 * found.part(0.99):.1f} ms, worst {1000 * times[-1]:.0f} ms,"
        f" mean {1000 * statistics.fmean(times):.1f} ms;"
        f" processor: server {1000 * found.servers / len(times):.2f} ms an action"
        f" ({found.servers / found.wall:.0%} of a core), clients {found.clients / found.wall:.0%};"
        f" refused {found.refused}, late {found.late}",
        flush=True,
    )
    throws = found.throws
    if throws:
        p50, p99 = (1000 * throws[min(len(throws) - 1, int(len(throws) * part))] for part in (0.5, 0.99))
        print(
            f"of these, {len(throws)} throws with the links of four players: p50 {p50:.1f} ms, p99 {p99:.1f} ms",
            flush=True,
        )


def program(sources: Path | None) -> str:
    """What a server process runs: another version's own program, if its modules are in other places."""
    bench = sources and sources.parent / "bench" / "server" / "server.py"
    return bench.read_text().split('SERVER = """')[1].split('"""')[0] if bench and bench.is_file() else SERVER


@contextlib.contextmanager
def served(database: str, sources: Path | None = None) -> Iterator[tuple[int, int]]:
    """A running server: its process id and its port. `sources`: another folder than this one's `src`."""
    found = [str(sources or ""), os.environ.get("PYTHONPATH", "")]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, found))}
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-c", program(sources), folder, database]
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
            sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
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
