"""What a player's browser gives to the dice, for clients of tests: chains, links, and a memory of what was given."""

from __future__ import annotations

import random
from typing import Any

from freehold.server.fairness.hash_chains import chain


class Cheated(AssertionError):
    """The server asked for a link that this client has given to another draw, or to another action."""


class Hand:
    """The chains of the seats of one browser. It outlives connections, as a browser's storage does."""

    def __init__(self, length: int = 200, chance: random.Random | None = None) -> None:
        self._length = length
        self._chance = chance or random.SystemRandom()
        self._links: dict[int, list[str]] = {}
        self._used: dict[int, int] = {}
        self.given: dict[tuple[int, int], tuple[str, Any]] = {}  # by draw and seat: the link, and what it was given to
        self.silent = False  # does not answer, as a browser that is frozen

    def publish(self, seat: int) -> Any:
        """A new chain for a seat: the message that publishes its end."""
        self._links[seat] = chain(self._chance.randbytes(32), self._length)
        self._used[seat] = 0
        return {"type": "chain", "seat": seat, "end": self._links[seat][0]}

    def next_link(self, seat: int) -> str:
        return self._links[seat][self._used[seat] + 1]

    def answer(self, asking: Any) -> Any:
        """The message that gives what the server asks for; None if it asks nothing of these seats."""
        seats = [seat for seat in asking["asked"] if seat in self._links]
        if not seats or self.silent:
            return None
        return {
            "type": "share",
            "draw": asking["draw"],
            "links": {str(seat): self._link(asking, seat) for seat in seats},
        }

    def _link(self, asking: Any, seat: int) -> str:
        draw, asking = asking["draw"], {**asking, "at": 0}  # the same question may be asked again later
        if any(other > draw for other, of in self.given if of == seat):
            raise Cheated(f"draw {draw} is asked for after a later one")
        if (draw, seat) in self.given:
            link, before = self.given[draw, seat]
            if before != asking:
                raise Cheated(f"draw {draw} is asked for again, for another action")
            return link
        self._used[seat] += 1
        link = self._links[seat][self._used[seat]]
        self.given[draw, seat] = (link, asking)
        return link
