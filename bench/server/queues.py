"""A job's way through PostgreSQL: this project's queue, procrastinate and pgqueuer.

Jobs are asked for one after another and do nothing. Ours counts until the answer is back at the asker; the libraries
keep no results, so theirs count until the job runs. Worker and asker are in this process. Run, with
`pip install procrastinate pgqueuer`:

    python bench/server/queues.py --jobs 300
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import psycopg

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.server.postgresql import PostgresServer

from freehold.server.storage.postgres.connection import checked_address
from freehold.server.storage.postgres.job_queue import NEW_JOBS, JobQueue
from freehold.server.storage.postgres.listening import Listening
from freehold.server.storage.postgres.postgres_store import PostgresStore

Ask = Callable[[], Awaitable[None]]


async def timed(name: str, jobs: int, ask: Ask) -> None:
    for _ in range(20):
        await ask()
    times, spent = [], time.process_time()
    for _ in range(jobs):
        start = time.perf_counter()
        await ask()
        times.append(1000 * (time.perf_counter() - start))
    spent = 1000 * (time.process_time() - spent) / jobs
    p95 = sorted(times)[int(0.95 * jobs)]
    print(f"{name}: p50 {statistics.median(times):.2f} ms, p95 {p95:.2f} ms, {spent:.2f} ms of CPU time", flush=True)


async def ours(address: str, jobs: int) -> None:
    PostgresStore(address).close()
    dsn = checked_address(address)
    asker, worker = JobQueue(dsn, "asker", "1"), JobQueue(dsn, "worker", "1")
    worker.beat(["looks"], [], 600)
    back = asyncio.Event()
    loop = asyncio.get_running_loop()

    def work() -> None:
        for job in worker.take(["looks"], 1, 10):
            worker.finish(job, b"done")

    hearing = [
        Listening(dsn, NEW_JOBS, work),
        Listening(dsn, "asker", lambda: loop.call_soon_threadsafe(back.set)),
    ]

    async def ask() -> None:
        back.clear()
        await asyncio.to_thread(asker.submit, "looks", "nothing", b"", "me", 10, 60.0)
        while not await asyncio.to_thread(asker.collect):
            await back.wait()
            back.clear()

    await timed("ours, there and back", jobs, ask)
    for each in (*hearing, asker, worker):
        each.close()


async def with_procrastinate(address: str, jobs: int) -> None:
    from procrastinate import App, PsycopgConnector

    app = App(connector=PsycopgConnector(conninfo=address))
    ran = asyncio.Event()

    @app.task(name="nothing")
    async def nothing() -> None:
        ran.set()

    async def ask() -> None:
        ran.clear()
        await nothing.defer_async()
        await ran.wait()

    async with app.open_async():
        await app.schema_manager.apply_schema_async()
        worker = asyncio.create_task(app.run_worker_async(install_signal_handlers=False, delete_jobs="always"))
        await timed("procrastinate, one way", jobs, ask)
        worker.cancel()
        await asyncio.gather(worker, return_exceptions=True)


async def with_pgqueuer(address: str, jobs: int) -> None:
    from pgqueuer import PgQueuer, PsycopgDriver, Queries

    ran = asyncio.Event()
    mine = await psycopg.AsyncConnection.connect(address, autocommit=True)
    theirs = await psycopg.AsyncConnection.connect(address, autocommit=True)
    queries = Queries(PsycopgDriver(mine))
    await queries.install()
    queuer: Any = PgQueuer(PsycopgDriver(theirs))

    @queuer.entrypoint("nothing")
    async def nothing(_: Any) -> None:
        ran.set()

    async def ask() -> None:
        ran.clear()
        await queries.enqueue(["nothing"], [None], [0])
        await ran.wait()

    worker = asyncio.create_task(queuer.run())
    await timed("pgqueuer, one way", jobs, ask)
    queuer.shutdown.set()
    await asyncio.wait([worker], timeout=10)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--jobs", type=int, default=300)
    options = parser.parse_args()
    postgres = PostgresServer(durable=True)
    try:
        for measure in (ours, with_procrastinate, with_pgqueuer):
            asyncio.run(measure(postgres.address(), options.jobs))
    finally:
        postgres.close()


if __name__ == "__main__":
    main()
