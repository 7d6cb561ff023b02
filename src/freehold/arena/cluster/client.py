"""The same simulation on a Ray cluster (the extra `cluster`): dispatch of tasks, and recovery when a machine is lost.

Tasks are ranges of game numbers. Results are consumed in that order and each only once; Ray retries the tasks of a lost
machine. `tasks.py` has the code that runs on the machines.
"""

from __future__ import annotations

import os
import pickle
import re
import signal
import socket
import subprocess
import sys
from collections import deque
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from itertools import repeat
from threading import current_thread, main_thread
from typing import Any

from freehold.arena.accumulators import Accumulator, Mergeable
from freehold.arena.chunks import Chunk, Plan
from freehold.arena.cluster.tasks import identity, task_of, task_ranges
from freehold.arena.pool import AHEAD
from freehold.extras import install_command
from freehold.i18n import write

AUTO, LOCAL = "auto", "local"
ADDRESS = re.compile(r"(?P<host>[\w.-]+|\[[\da-fA-F:]+\]):(?P<port>\d{1,5})")
KNOCK, PATIENCE = 5, 30  # timeouts in seconds: to connect, and for Ray to join
LOSSES = 10  # retries of a task whose machine was lost
QUIET = {"log_to_driver": False, "logging_level": "ERROR"}

Answer = Chunk | Sequence[Accumulator]  # games, or accumulators that counted them


class ClusterError(ValueError):
    """The cluster is missing or unsuitable. `code` is stable; `sentence` explains it in English or French."""

    def __init__(self, code: str, parts: Mapping[str, str] | None = None) -> None:
        self.code, self.parts = code, dict(parts or {})
        super().__init__(code, self.parts)

    def sentence(self, lang: str = "en") -> str:
        return write("cluster", self.code, {"command": install_command("cluster")} | self.parts, lang)

    def __str__(self) -> str:
        return self.sentence()


@contextmanager
def cluster_results(
    address: str, plan: Plan, workers: int | None, accumulators: Sequence[Accumulator]
) -> Iterator[Iterator[Answer]]:
    """Yield the results of a cluster in game order, once a machine is ready to play.

    If every accumulator is `Mergeable`, each result is a list of their parts, otherwise the games themselves.
    """
    with _connected(address) as ray, closing(_Workers(ray, plan, workers).answers(accumulators)) as answers:
        yield answers


class _Workers:
    """The free workers of the cluster."""

    def __init__(self, ray: Any, plan: Plan, workers: int | None) -> None:
        self.ray, self.plan, self.workers = ray, plan, workers
        self.resource = "GPU" if plan.backend == "cuda" else "CPU"
        if self.hands() == 0:
            raise ClusterError(f"no-{self.resource.lower()}")
        needs = {"num_gpus": 1} if plan.backend == "cuda" else {"num_cpus": 1}
        self.send = ray.remote(max_retries=LOSSES, scheduling_strategy="SPREAD", **needs)(_run_task()).remote
        self.task = ray.put(pickle.dumps(task_of(plan)))
        self.identity = identity()
        missing = self.take(self.ask("ready"))
        if missing:
            raise ClusterError(missing)

    def hands(self) -> int:
        """The present number of workers; a cluster may grow, or lose all of them and get others."""
        return int(self.ray.cluster_resources().get(self.resource, 0))

    def ask(self, what: str, *about: Any) -> Any:
        return self.send(self.identity, self.task, what, self.ray.cloudpickle.dumps(about))

    def take(self, asked: Any) -> Any:
        try:
            trouble, answer = self.ray.get(asked)
        except self.ray.exceptions.RayTaskError as error:
            raise error.cause from None  # a bot's error, as on a single machine
        except self.ray.exceptions.RayError as error:
            raise ClusterError("lost", {"why": _last_line(error)}) from None
        if trouble:
            raise ClusterError(trouble)
        return answer

    def answers(self, accumulators: Sequence[Accumulator]) -> Generator[Answer, None, None]:
        coming: Iterator[tuple[Any, ...]]
        pieces = task_ranges(self.plan)
        if pieces is not None and all(isinstance(one, Mergeable) for one in accumulators):
            parts = [one.part() for one in accumulators if isinstance(one, Mergeable)]
            coming = zip(repeat("count"), pieces, repeat(parts))
        else:
            coming = zip(repeat("play"), self.plan.chunks())
        waiting: deque[Any] = deque()
        taken, room = 0, 1
        try:
            while True:
                if taken % room == 0:
                    room = self.workers or AHEAD * max(self.hands(), 1)
                while len(waiting) < room and (task := next(coming, None)) is not None:
                    waiting.append(self.ask(*task))
                if not waiting:
                    return
                yield self.take(waiting.popleft())
                taken += 1
        finally:
            for asked in waiting:
                with suppress(self.ray.exceptions.RayError):
                    self.ray.cancel(asked)


def _run_task() -> Callable[[str, bytes, str, bytes], tuple[str, Any]]:
    """A self-contained function (pickled by value), so that it can report a machine without Freehold."""

    def run_task(mine: str, task: bytes, what: str, about: bytes) -> tuple[str, Any]:
        import pickle

        try:
            from freehold.arena.cluster.tasks import identity
        except ImportError:
            return "no-freehold", None
        if identity() != mine:
            return "other-freehold", None
        return "", getattr(pickle.loads(task), what)(*pickle.loads(about))

    return run_task


# ---------------------------------------------------------------------- joining


def check_address(address: str) -> None:
    """Raise `ClusterError` for an invalid address, or if Ray is not installed."""
    if address not in (AUTO, LOCAL) and not _port(address):
        raise ClusterError("bad-address", {"given": address})
    _ray()


def _port(address: str) -> int:
    found = ADDRESS.fullmatch(address)
    port = int(found["port"]) if found else 0
    return port if port < 1 << 16 else 0


def _ray() -> Any:
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # no telemetry
    try:
        import ray
    except ImportError:
        raise ClusterError("no-ray") from None
    return ray


@contextmanager
def _connected(address: str) -> Iterator[Any]:
    """Ray, connected for the length of the block; an existing connection is kept."""
    check_address(address)
    ray = _ray()
    if ray.is_initialized():
        yield ray
        return
    if address not in (AUTO, LOCAL):
        _probe(address)
    with _signals_kept():
        try:
            own = {"include_dashboard": False} if address == LOCAL else {}
            ray.init(address=address, **QUIET, **own)
        except ConnectionError:
            raise ClusterError("no-cluster" if address == AUTO else "unreachable", {"address": address}) from None
        except (RuntimeError, ValueError, OSError) as error:
            raise ClusterError("refused", {"address": address, "why": _last_line(error)}) from None
        try:
            yield ray
        finally:
            ray.shutdown()


def _probe(address: str) -> None:
    """Test the connection in another process: without an answer Ray retries for minutes and prints messages."""
    host, port = address.rsplit(":", 1)
    try:
        socket.create_connection((host.strip("[]"), int(port)), KNOCK).close()
        code = "import ray, sys; ray.init(address=sys.argv[1], log_to_driver=False)"
        tried = subprocess.run([sys.executable, "-c", code, address], capture_output=True, timeout=PATIENCE, text=True)
    except (OSError, subprocess.TimeoutExpired):
        raise ClusterError("unreachable", {"address": address}) from None
    if "InvalidAuthToken" in tried.stderr:
        raise ClusterError("no-token", {"address": address})
    if tried.returncode != 0:
        raise ClusterError("refused", {"address": address, "why": _last_line(tried.stderr)})


def _last_line(error: object) -> str:
    lines = str(error).strip().splitlines()
    return (lines[-1] if lines else type(error).__name__).strip().rstrip(".")


@contextmanager
def _signals_kept() -> Iterator[None]:
    """Restore the signal handlers that Ray replaces."""
    if current_thread() is not main_thread():
        yield
        return
    kept = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT)}
    try:
        yield
    finally:
        for number, handler in kept.items():
            signal.signal(number, handler)
