"""A worker service in a process of its own, to be killed. Run as a program: DATABASE LEASE. It does the tests' jobs."""

from __future__ import annotations

import asyncio
import sys

from freehold.server.workers.process_pool import Pool
from freehold.server.workers.worker_service import WorkerService


def main() -> None:
    service = WorkerService(sys.argv[1], Pool("tests.server.jobs", "killed"), 1, lease=float(sys.argv[2]))
    asyncio.run(service.run(asyncio.Event()))


if __name__ == "__main__":
    main()
