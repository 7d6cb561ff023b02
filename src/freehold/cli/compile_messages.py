"""Replaces the kernel's log message about compilation with the command's own text."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from freehold.engine import compile as kernel

Tell = Callable[[str, float], None]


class _News(logging.Handler):
    def __init__(self, tell: Tell) -> None:
        super().__init__()
        self.tell = tell

    def emit(self, record: logging.LogRecord) -> None:
        if "told" in record.__dict__:
            self.tell(record.__dict__["told"], record.__dict__.get("seconds", 0.0))


@contextmanager
def heard(tell: Tell) -> Iterator[None]:
    """`tell` hears "compiling", and "compiled" with the seconds it took; nothing is logged elsewhere meanwhile."""
    log, news = kernel.log, _News(tell)
    before = log.level, log.propagate
    log.addHandler(news)
    log.setLevel(logging.INFO)
    log.propagate = False
    try:
        yield
    finally:
        log.removeHandler(news)
        log.setLevel(before[0])
        log.propagate = before[1]
