"""A progress bar for programs: a line on the terminal, or an element in a notebook."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

Tell = Callable[[int], None]
WIDTH, EVERY = 30, 0.1  # characters; seconds between two changes


@contextmanager
def bar(games: int, progress: Tell | bool | None) -> Iterator[Tell | None]:
    """What is told the number of finished games: a function of the caller's, a bar for True, or nothing."""
    if progress is not True:
        yield progress or None
        return
    show = _notebook() or _terminal
    began, shown = time.monotonic(), 0.0

    def tell(done: int) -> None:
        nonlocal shown
        if time.monotonic() - shown >= EVERY or done == games:
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
