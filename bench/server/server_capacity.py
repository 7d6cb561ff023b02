"""How many actions a second can the server do? One process on SQLite, and one or more on PostgreSQL.

Each process gets as many games as any other. The rate goes up by a step for as long as an action arrives at all four
seats within 100 ms in 99 of 100 cases, and hardly any is refused, or skipped because the one before is still under
way; the last such rate counts. Servers, clients and PostgreSQL are on this machine. Run, on a machine with 16 cores:

    python bench/server/server_capacity.py --processes 0,1,2,4,8

0 stands for one process on SQLite.
"""

from __future__ import annotations

import argparse
import contextlib
import sys
from pathlib import Path

from server import Crowd, Measured, allow_files, served  # bench/server/server.py
from server_clients import Plan  # bench/server/server_clients.py

LATENCY = 0.1  # seconds
LATE = 0.01  # part of the actions


def kept_up(found: Measured) -> bool:
    count = len(found.latencies)
    return bool(count) and found.part(0.99) < LATENCY and found.late + found.refused < LATE * count


def capacity(crowd: Crowd, start: float, step: float, most: int) -> Measured | None:
    """The measurement at the highest rate that was kept up: first up or down, until it changes."""
    crowd.play(start / 2)  # the first actions of new games, and new processes, are slower: not counted
    best, rate, failed = None, start, False
    for _ in range(most):
        found = crowd.play(rate)
        if kept_up(found):
            best = found
            if failed:
                break
            rate *= step
        elif best is not None:
            break
        else:
            failed = True
            rate /= step
    return best


def measured(processes: int, options: argparse.Namespace) -> Measured | None:
    count = max(1, processes)
    games = count * options.each
    crowds = min(options.clients or count + 1, games)
    allow_files(games)
    with contextlib.ExitStack() as stack:
        database = ""
        if processes:
            sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
            from tests.server.postgresql import PostgresServer

            postgres = PostgresServer("-c", "max_connections=300", durable=True)
            stack.callback(postgres.close)
            database = postgres.address()
        servers = [stack.enter_context(served(database)) for _ in range(count)]
        share, rest = divmod(games, crowds)
        ports = [port for _, port in servers]
        plans = [Plan(ports, share + (k < rest), [], options.seconds, True, False, k + 1) for k in range(crowds)]
        crowd = Crowd([pid for pid, _ in servers], plans)
        found = capacity(crowd, options.start / options.each, options.step, options.levels)
        crowd.close()
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--processes", default="0,1,2", help="numbers of processes, one measurement each; 0: on SQLite")
    parser.add_argument("--each", type=int, default=400, help="games of each process")
    parser.add_argument("--clients", type=int, default=0, help="processes of clients; else one more than servers")
    parser.add_argument("--start", type=float, default=900, help="actions a second of each process to begin with")
    parser.add_argument("--step", type=float, default=1.1)
    parser.add_argument("--levels", type=int, default=7, help="rates to try at most")
    parser.add_argument("--seconds", type=float, default=4, help="of each rate")
    options = parser.parse_args()
    rows, one = [], 0.0
    for processes in map(int, options.processes.split(",")):
        name = f"PostgreSQL, {processes}" if processes else "SQLite, 1"
        print(f"-- {name}", flush=True)
        found = measured(processes, options)
        if found is None:
            rows.append(f"{name}: not even the lowest rate that was tried")
            continue
        one = found.done if processes == 1 else one
        times = f", {found.done / one:.2f} times" if one and processes else ""
        rows.append(
            f"{name}: {found.done:.0f} actions a second{times}; p50 {1000 * found.part(0.5):.1f} ms,"
            f" p99 {1000 * found.part(0.99):.1f} ms, {1000 * found.servers / len(found.latencies):.2f} ms of CPU time"
        )
        print(rows[-1], flush=True)
    print("-- highest rate with p99 under 100 ms", *rows, sep="\n", flush=True)


if __name__ == "__main__":
    main()
