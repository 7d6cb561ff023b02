"""The chat of a table: its last lines, and how fast a seat may write."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable

from freehold.server.protocol.messages import Refused
from freehold.server.storage.record import Line
from freehold.server.table import seating

SHOWN = 50  # lines that a client gets when it connects
LINES, SECONDS = 5, 10  # lines per seconds


class Chat:
    """The lines that are kept in memory. Numbers of lines that were deleted are not used again."""

    __slots__ = ("_last", "_said", "lines")

    def __init__(self) -> None:
        self.lines: deque[Line] = deque(maxlen=SHOWN)
        self._said: dict[int | None, deque[int]] = {}  # by seat: when it wrote
        self._last = 0  # at least the number of the last line

    def restore(self, lines: Iterable[Line]) -> None:
        for line in lines:
            self._add(line)

    def say(self, now: int, seat: int | None, name: str, text: str) -> Line:
        """A new line of a seat, or of the host."""
        said = self._said.setdefault(seat, deque(maxlen=LINES))
        if len(said) == LINES and now - said[0] < SECONDS * 1000:
            raise Refused("chat-too-fast")
        text = seating.clean_text(text)
        said.append(now)
        return self._add(Line(self._last + 1, seat, name, text, now))

    def remove(self, numbers: Collection[int]) -> None:
        for line in [line for line in self.lines if line.number in numbers]:
            self.lines.remove(line)

    def _add(self, line: Line) -> Line:
        self.lines.append(line)
        self._last = max(self._last, line.number)
        return line
