"""Who is at a table: the open connections of each seat, the spectators, and since when a seat has none.

Around a real box, also whose phones are connected.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection


class Presence:
    """`windows`: open connections by seat. `left`: when each seat's last one was closed. `phones`: phones by seat."""

    __slots__ = ("left", "phones", "watchers", "windows")

    def __init__(self) -> None:
        self.windows: dict[int, int] = {}
        self.left: dict[int, int] = {}
        self.phones: Counter[int] = Counter()
        self.watchers = 0

    @property
    def with_phone(self) -> list[int]:
        return sorted(seat for seat, count in self.phones.items() if count > 0)

    def arrive(self, seats: Collection[int], phone: int | None = None) -> None:
        """Somebody connects with these seats, or with the phone of one; without any, as a spectator."""
        for seat in seats:
            self.windows[seat] = self.windows.get(seat, 0) + 1
        if phone is not None:
            self.phones[phone] += 1
        elif not seats:
            self.watchers += 1

    def depart(self, now: int, seats: Collection[int], phone: int | None = None) -> None:
        """Somebody who arrived with these seats has gone."""
        for seat in seats:
            self.windows[seat] = max(0, self.windows.get(seat, 0) - 1)
            self.left[seat] = now
        if phone is not None:
            self.phones[phone] -= 1
        elif not seats:
            self.watchers = max(0, self.watchers - 1)
