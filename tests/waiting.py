"""Waiting for an event, with a deadline: a test that waits in vain fails, and says what it waited for."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")
WAIT: float = 120  # seconds until a test gives up; nothing is measured by it
LOOK = 0.005  # seconds from one look to the next


def eventually(event: str, condition: Callable[[], T], seconds: float = WAIT) -> T:
    """Ask until the answer is true, and return it."""
    until = time.monotonic() + seconds
    while not (found := condition()):
        _check(event, seconds, until)
        time.sleep(LOOK)
    return found


async def eventually_async(event: str, condition: Callable[[], T], seconds: float = WAIT) -> T:
    """The same in an event loop, which goes on meanwhile."""
    until = time.monotonic() + seconds
    while not (found := condition()):
        _check(event, seconds, until)
        await asyncio.sleep(LOOK)
    return found


def _check(event: str, seconds: float, until: float) -> None:
    assert time.monotonic() < until, f"Waited {seconds:g} s for this in vain: {event}."
