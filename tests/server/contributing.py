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
        self._since: dict[int, int] = {}  # the first draw that a seat's chain counts for
        self._draws = 0  # so far
        self.given: dict[tuple[int, int], tuple[str, Any]] = {}  # by draw and seat: the link, and what it was given to
        self.silent = False  # does not answer, as a browser that is frozen

    def publish(self, seat: int) -> Any:
        """A new chain for a seat: the message that publishes its end."""
        self._links[seat] = chain(self._chance.randbytes(32), self._length)
        self._since.pop(seat, None)
        return {"type": "chain", "seat": seat, "end": self._links[seat][0]}

    def hear(self, message: Any) -> None:
        """Note when chains got into the log."""
        if message["type"] == "welcome":
            self._draws = message["draws"]
            self._since.update({int(seat): since for seat, since in message["since"].items()})
        elif message["type"] == "begun":
            self._draws = 1
            self._since.update(dict.fromkeys(self._links, 0))
        elif message["type"] == "told":
            self.follow(message["past"].get("shares"), message["past"].get("chains", {}))

    def follow(self, shares: Any, chains: Any) -> None:
        """An entry of the log."""
        self._draws += shares is not None
        for seat, end in chains.items():
            if int(seat) in self._links and self._links[int(seat)][0] == end:
                self._since[int(seat)] = self._draws

    def link(self, seat: int, draw: int) -> str:
        """The link of a seat for a draw. It is in no log before that."""
        return self._links[seat][draw - self._since.get(seat, 0) + 1]

    def has_given(self, seat: int) -> bool:
        """Whether any link of the seat's chain is known to others."""
        return any(of == seat and link in self._links[seat] for (_, of), (link, _) in self.given.items())

    def answer(self, asking: Any) -> Any:
        """The message that gives what the server asks for; None if it asks nothing of these seats."""
        seats = [seat for seat in asking["turn"] if seat in self._links and self._is_same(asking, seat)]
        if not seats or self.silent:
            return None
        return {
            "type": "share",
            "draw": asking["draw"],
            "links": {str(seat): self._link(asking, seat) for seat in seats},
        }

    def _is_same(self, asking: Any, seat: int) -> bool:
        """Whether others have revealed the same before us as when we gave to this draw, if we did."""
        _, before = self.given.get((asking["draw"], seat), (None, asking))
        return bool(before.get("shares") == asking.get("shares"))

    def _link(self, asking: Any, seat: int) -> str:
        draw, asking = asking["draw"], {**asking, "at": 0}  # the same question may be asked again later
        if any(other > draw for other, of in self.given if of == seat):
            raise Cheated(f"draw {draw} is asked for after a later one")
        if (draw, seat) in self.given:
            link, before = self.given[draw, seat]
            if {**before, "turn": [], "shares": {}} != {**asking, "turn": [], "shares": {}}:
                raise Cheated(f"draw {draw} is asked for again, for another action")
            return link
        link = self.link(seat, draw)
        self.given[draw, seat] = (link, asking)
        return link
