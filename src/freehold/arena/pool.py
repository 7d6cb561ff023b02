"""Tasks spread over processes. What they answer does not depend on how many there are; what a task is, others know."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from multiprocessing import active_children, get_context
from threading import current_thread, main_thread
from typing import TypeVar

Task = TypeVar("Task")
Answer = TypeVar("Answer")


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
    others = set(active_children())
    pool = ProcessPoolExecutor(min(workers, len(tasks)), get_context("spawn"), initializer=_leave_interrupts)
    try:
        with _no_interrupts():
            waiting: dict[Future[Answer], int] = {pool.submit(work, task): k for k, task in enumerate(tasks)}
        for done in as_completed(list(waiting)):
            yield waiting.pop(done), done.result()
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
