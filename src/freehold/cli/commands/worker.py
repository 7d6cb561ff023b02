"""`freehold worker`: does heavy work for the servers on a PostgreSQL database, on this machine or another."""

from __future__ import annotations

import asyncio
import os
import signal
from typing import TYPE_CHECKING, Annotated

import typer

from freehold.cli.commands.serve import checked_database
from freehold.cli.terminal import WrongUsage, console, language
from freehold.extras import need
from freehold.i18n import write
from freehold.server.storage.migrations import NewerDatabase
from freehold.server.storage.store import shown_address
from freehold.server.storage.writes import BadDatabase
from freehold.server.workers.kinds import KINDS

if TYPE_CHECKING:
    from freehold.server.workers.worker_service import WorkerService


def worker(
    database: Annotated[
        str,
        typer.Option(
            envvar="FREEHOLD_DATABASE", metavar="ADDRESS", help="The servers' database: postgresql://USER@HOST/NAME."
        ),
    ] = "",
    processes: Annotated[
        int, typer.Option(metavar="0–256", min=0, max=256, help="How many jobs at once; 0: one for each core.")
    ] = 0,
    only: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            help="A kind of work to do: looks, proofs, reviews, coaching, thinking; repeatable. Without it, all of it.",
        ),
    ] = None,
    lang: Annotated[str | None, typer.Option(help="en or fr.")] = None,
) -> None:
    """Heavy work for servers that run with --workers remote: replays, proofs, the coach, bots that think.

    Example: freehold worker --database postgresql://freehold@10.0.0.10/freehold
    """
    need("postgres")
    from freehold.server.logging_setup import to_standard_error

    tongue = language(lang)
    database = checked_database(database, tongue)
    for kind in only or ():
        if kind not in KINDS:
            raise WrongUsage(write("server", "worker-bad-kind", {"given": kind, "known": ", ".join(KINDS)}, tongue))
    size = processes or max(2, os.cpu_count() or 1)
    service = _service(database, size, only or list(KINDS), tongue)
    facts = {"address": shown_address(database), "processes": str(size)}
    console().print(write("server", "worker-working", facts, tongue), soft_wrap=True)
    to_standard_error()
    asyncio.run(_run(service))


def _service(database: str, size: int, kinds: list[str], lang: str) -> WorkerService:
    """The service, on a database that has this release's schema."""
    from freehold.server.storage.postgres.postgres_store import PostgresStore
    from freehold.server.workers.worker_pools import job_pool
    from freehold.server.workers.worker_service import WorkerService

    try:
        PostgresStore(database).close()
        return WorkerService(database, job_pool(database, size), size, kinds)
    except BadDatabase as error:
        facts = {"address": shown_address(database), "why": error.why}
        raise WrongUsage(write("server", error.code, facts, lang)) from None
    except NewerDatabase:
        raise WrongUsage(write("server", "serve-newer-database", {"folder": shown_address(database)}, lang)) from None


async def _run(service: WorkerService) -> None:
    """Until the process is told to stop."""
    stop, loop = asyncio.Event(), asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: loop.call_soon_threadsafe(stop.set))
    await service.run(stop)
