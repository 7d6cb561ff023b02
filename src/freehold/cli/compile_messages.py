"""Replaces the kernel's log message about compilation with the command's own text."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from freehold.engine import compile as kernel
from freehold.i18n.command_words import listed, word
from freehold.i18n.languages import number

Tell = Callable[[str, float, list[str]], None]


class _News(logging.Handler):
    def __init__(self, tell: Tell) -> None:
        super().__init__()
        self.tell = tell

    def emit(self, record: logging.LogRecord) -> None:
        if "told" in record.__dict__:
            more = record.__dict__
            self.tell(more["told"], more.get("seconds", 0.0), more.get("uses", []))


@contextmanager
def heard(tell: Tell) -> Iterator[None]:
    """`tell` hears "compiling" with the seconds it is likely to take, and "compiled" with those it took, and each time
    the uses of `engine/uses.py`; nothing is logged elsewhere meanwhile.
    """
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


def about_compiling(told: str, seconds: float, uses: Sequence[str], lang: str) -> str:
    """The text of such news."""
    purpose = listed([word(f"compile-{use}", lang) for use in uses], lang)
    key = f"arena-{told}" if uses or told == "compiled" else "arena-compiling-gpu"
    return word(key, lang, seconds=number(seconds, lang), purpose=purpose)
