"""Hash chains: each seat's contribution to the draws, committed in advance and revealed one link at a time.

A browser creates a chain of hashes, publishes its end, and reveals for each draw the link before the last one it
showed. `Chains` follows a log and determines whose link may come next; the server, `verify.py` and the browser use the
same rules:

- A link is valid if its SHA-256 is the seat's last link, or the end that it published.
- A seat that was asked and did not answer loses its chain, and sits out as many draws as the table has seats.
- A seat may publish a new end at any time; it counts for draws after the entry that records it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any

GROWTH = 8  # the factor by which the exclusion grows each time a seat does not answer
LENGTH = 1024  # links per chain; a browser publishes the next end before they are used up


def hash_of(link: str) -> str:
    return hashlib.sha256(bytes.fromhex(link)).hexdigest()


def chain(seed: bytes, length: int = LENGTH) -> list[str]:
    """A chain, in the order of use: its end, which is published, then the links to reveal. The last one is the seed."""
    links = [seed.hex()]
    while len(links) <= length:
        links.append(hash_of(links[-1]))
    return links[::-1]


class Chains:
    """The state of the seats' chains after a part of a log. `ends`: as published at the start, empty for seats without
    one.
    """

    __slots__ = ("_barred", "_lapses", "_next", "published")

    def __init__(self, ends: Sequence[str]) -> None:
        self.published = list(ends)
        self._next = list(ends)  # what the next link must hash to; empty: no chain
        self._barred = [-1] * len(ends)  # the last draw that the seat sits out
        self._lapses = [0] * len(ends)  # how often it did not answer

    def state(self) -> dict[str, Any]:
        """For a snapshot."""
        return {
            "published": [*self.published],
            "next": [*self._next],
            "barred": [*self._barred],
            "lapses": [*self._lapses],
        }

    @classmethod
    def of_state(cls, state: Mapping[str, Any]) -> Chains:
        chains = cls(state["published"])
        chains._next, chains._barred = list(state["next"]), list(state["barred"])
        chains._lapses = list(state["lapses"])
        return chains

    @property
    def silent(self) -> bool:
        """Whether no seat has published a chain: nobody but the server has a part in the draws."""
        return not any(self.published)

    def may_give(self, seat: int, draw: int) -> bool:
        """Can this seat be asked for a link in this draw?"""
        return bool(self._next[seat]) and draw > self._barred[seat]

    def expected(self, seat: int) -> str:
        """What the next link must hash to; empty: no chain."""
        return self._next[seat]

    def fits(self, seat: int, link: str) -> bool:
        return hash_of(link) == self._next[seat]

    def fault(self, draw: int, shares: Mapping[str, str | None]) -> tuple[str, int] | None:
        """Why shares are invalid for a draw: a code and the seat; None if they are valid."""
        for key, link in shares.items():
            seat = int(key)
            if seat >= len(self._next) or not self.may_give(seat, draw):
                return "verify-share-barred", seat
            if link is not None and not self.fits(seat, link):
                return "verify-share", seat
        return None

    def take(self, draw: int, shares: Mapping[str, str | None]) -> None:
        """Go on after a draw."""
        for key, link in shares.items():
            seat = int(key)
            self._next[seat] = link or ""
            if link is None:
                self._barred[seat] = draw + len(self._next) * GROWTH ** self._lapses[seat]
                self._lapses[seat] += 1

    def publish(self, ends: Mapping[str, str]) -> None:
        """New commitments of an entry."""
        for key, end in ends.items():
            self.published[int(key)] = self._next[int(key)] = end
