"""Tasks spread over processes or threads. What they answer does not depend on how many; what a task is, others know."""

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

AHEAD = 4  # tasks that wait for each worker, so that none is idle and no more answers pile up than can be taken


def cores() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def spread(work: Callable[[Task], Answer], tasks: Sequence[Task], workers: int) -> Iterator[tuple[int, Answer]]:
    """The number of each task and its answer, as they are done; one worker is this process itself.

    Whoever stops listening stops the workers too. `work` and the tasks must be such as can be sent to a process.
    """
    if workers <= 1 or len(tasks) <= 1:
        for number, task in enumerate(tasks):
            yield number, work(task)
        return
    with _processes(min(workers, len(tasks))) as pool:
        with _no_interrupts():
            waiting: dict[Future[Answer], int] = {pool.submit(work, task): k for k, task in enumerate(tasks)}
        for done in as_completed(list(waiting)):
            yield waiting.pop(done), done.result()


def in_order(
    work: Callable[[Task], Answer], tasks: Iterable[Task], workers: int, *, threads: bool = False
) -> Generator[Answer, None, None]:
    """The answers in the order of the tasks, of which any number may come: only a few at a time are looked at.

    Threads are for work that lets go of the interpreter; they need nothing that can be sent. Else as `spread`.
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
    """Processes that end with the block: in good order, or at once if it is left early."""
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
    """Ctrl-C reaches every process of a terminal; what to do about it is for the first one to say."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextmanager
def _no_interrupts() -> Iterator[None]:
    """A process that starts now inherits that it is not to be interrupted, before it can say so itself."""
    if current_thread() is not main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def after_the_task() -> Iterator[Callable[[], bool]]:
    """Ctrl-C waits until a task is done and added up; what comes back says whether it was pressed. A second one is
    not made to wait."""
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
