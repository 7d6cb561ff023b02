"""A pool of processes or threads for tasks of any kind. Results are deterministic for any number of workers."""

from __future__ import annotations

import os
import signal
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor, as_completed
from contextlib import contextmanager, nullcontext
from multiprocessing import active_children, get_context
from threading import current_thread, main_thread
from typing import TypeVar

Task = TypeVar("Task")
Answer = TypeVar("Answer")

AHEAD = 4  # queued tasks per worker: keeps workers busy and limits unread results (back-pressure)


def cores() -> int:
    """The number of processors available to this process."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def run_unordered(
    work: Callable[[Task], Answer], tasks: Sequence[Task], workers: int, *, threads: bool = False
) -> Iterator[tuple[int, Answer]]:
    """Yield the number and the result of each task as it completes; with one worker, in this process.

    Closing the generator stops the workers. `work` and the tasks must be picklable, unless the workers are threads,
    which are for work that releases the GIL.
    """
    if workers <= 1 or len(tasks) <= 1:
        for number, task in enumerate(tasks):
            yield number, work(task)
        return
    hands = min(workers, len(tasks))
    with _threads(hands) if threads else _processes(hands) as pool:
        with nullcontext() if threads else _no_interrupts():
            waiting: dict[Future[Answer], int] = {pool.submit(work, task): k for k, task in enumerate(tasks)}
        for done in as_completed(list(waiting)):
            yield waiting.pop(done), done.result()


def in_order(
    work: Callable[[Task], Answer], tasks: Iterable[Task], workers: int, *, threads: bool = False
) -> Generator[Answer, None, None]:
    """Yield the results in the order of the tasks; the tasks may be an infinite iterator, consumed lazily.

    Otherwise as `run_unordered`.
    """
    if workers <= 1:
        yield from map(work, tasks)
        return
    coming = iter(tasks)
    waiting: deque[Future[Answer]] = deque()
    with _threads(workers) if threads else _processes(workers) as pool:
        while True:
            with nullcontext() if threads else _no_interrupts():
                while len(waiting) < AHEAD * workers and (task := next(coming, None)) is not None:
                    waiting.append(pool.submit(work, task))
            if not waiting:
                return
            yield waiting.popleft().result()


@contextmanager
def _threads(workers: int) -> Iterator[Executor]:
    pool = ThreadPoolExecutor(workers)
    try:
        yield pool
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


@contextmanager
def _processes(workers: int) -> Iterator[Executor]:
    """Worker processes for the length of the block: shut down cleanly, or terminated if the block is left early."""
    others = set(active_children())
    pool = ProcessPoolExecutor(workers, get_context("spawn"), initializer=_leave_interrupts)
    try:
        yield pool
        pool.shutdown()
    except BaseException:
        pool.shutdown(wait=False, cancel_futures=True)
        for process in set(active_children()) - others:
            process.terminate()
        raise


def _leave_interrupts() -> None:
    """Ignore Ctrl-C in workers: it reaches every process of a terminal, and the main process decides."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextmanager
def _no_interrupts() -> Iterator[None]:
    """Block interrupts while processes start, so that they inherit the blocked signal."""
    if current_thread() is not main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def delayed_interrupt() -> Iterator[Callable[[], bool]]:
    """Delay Ctrl-C until the present task is added; the result says whether it was pressed. A second Ctrl-C is
    immediate.
    """
    pressed = False

    def remember(number: int, frame: object) -> None:
        nonlocal pressed
        pressed = True
        signal.signal(signal.SIGINT, before)

    if current_thread() is not main_thread():
        yield lambda: False
        return
    before = signal.signal(signal.SIGINT, remember)
    try:
        yield lambda: pressed
    finally:
        signal.signal(signal.SIGINT, before)
