"""The encoded list of public tables, cached until a table changes or some time has passed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from freehold.server.protocol.messages import encode

MOST_SECONDS = 0.5  # connections change without a write, so the cache also expires


class Listing:
    """The cache of one server. The current time in seconds is a parameter."""

    def __init__(self) -> None:
        self._body = b""
        self._changes = -1
        self._until = 0.0

    def body(self, now: float, changes: int, make: Callable[[], Any]) -> bytes:
        """`changes` is a count that grows with every table that is written."""
        if changes != self._changes or now >= self._until:
            self._body = encode(make())
            self._changes, self._until = changes, now + MOST_SECONDS
        return self._body
