"""Who is at a table: the open connections of each seat, the spectators, and since when a seat has none."""

from __future__ import annotations

from collections.abc import Collection


class Presence:
    """`windows`: open connections by seat. `left`: when each seat's last one was closed."""

    __slots__ = ("left", "watchers", "windows")

    def __init__(self) -> None:
        self.windows: dict[int, int] = {}
        self.left: dict[int, int] = {}
        self.watchers = 0

    def arrive(self, seats: Collection[int]) -> None:
        """Somebody connects with these seats; without any, as a spectator."""
        for seat in seats:
            self.windows[seat] = self.windows.get(seat, 0) + 1
        self.watchers += not seats

    def depart(self, now: int, seats: Collection[int]) -> None:
        """Somebody who arrived with these seats has gone."""
        for seat in seats:
            self.windows[seat] = max(0, self.windows.get(seat, 0) - 1)
            self.left[seat] = now
        if not seats:
            self.watchers = max(0, self.watchers - 1)
