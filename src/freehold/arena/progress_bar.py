"""A progress bar for programs: a line on the terminal, an element in a notebook, or lines now and then in a file."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

Tell = Callable[[int], None]
WIDTH, EVERY = 30, 0.1  # characters; seconds between two changes
EVERY_LINE = 30.0  # seconds between two lines where nothing can be overwritten


@contextmanager
def bar(games: int, progress: Tell | bool | None) -> Iterator[Tell | None]:
    """What is told the number of finished games: a function of the caller's, a bar for True, or nothing."""
    if progress is not True:
        if progress and not callable(progress):
            raise ValueError(f"progress is True or a function of the number of finished games, not {progress!r}.")
        yield progress or None
        return
    show = _notebook() or (_terminal if sys.stderr.isatty() else _line)
    every = EVERY_LINE if show is _line else EVERY
    began = time.monotonic()
    shown = began if show is _line else began - EVERY

    def tell(done: int) -> None:
        nonlocal shown
        if time.monotonic() - shown >= every or done == games:
            shown = time.monotonic()
            show(done, games, shown - began)

    try:
        yield tell
    finally:
        if show is _terminal:
            print(file=sys.stderr)


def _terminal(done: int, games: int, seconds: float) -> None:
    full = WIDTH * done // games
    print(f"\r{'█' * full}{'·' * (WIDTH - full)} {done:,}/{games:,}, {seconds:.0f} s", end="", file=sys.stderr)


def _line(done: int, games: int, seconds: float) -> None:
    print(f"{done:,}/{games:,}, {seconds:.0f} s", file=sys.stderr)


def _notebook() -> Callable[[int, int, float], None] | None:
    """A function that changes one element of a notebook's output; None outside of notebooks."""
    if "ipykernel" not in sys.modules:
        return None
    with suppress(ImportError):
        from IPython.display import HTML, display

        handle: Any = display(HTML(""), display_id=True)

        def show(done: int, games: int, seconds: float) -> None:
            handle.update(
                HTML(f'<progress value="{done}" max="{games}"></progress> {done:,}/{games:,}, {seconds:.0f} s')
            )

        return show if handle is not None else None
    return None
