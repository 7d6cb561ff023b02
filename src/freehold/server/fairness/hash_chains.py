"""Hash chains: each seat's contribution to the draws, committed in advance and revealed one link at a time.

A browser creates a chain of hashes, publishes its end, and reveals for each draw the link that belongs to it. `Chains`
follows a log and determines whose link may come next; the server, `verify.py` and the browser use the same rules:

- Only seats of people publish chains and give links. A seat may publish a new end at any time; it counts for draws
  after the entry that records it.
- The link for a draw is fixed: hashed once for each draw since the last link, or since the end was published, it is
  that one. Whoever missed draws skips their links.
- A seat that was asked and did not answer has lapsed. Whoever has lapsed more often reveals before the others.

In logs of format 2 the next link was used for the next draw that the seat took part in; a seat that lapsed lost its
chain, and sat out some draws.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

GROWTH = 8  # format 2: the factor by which the exclusion grows each time a seat does not answer
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
    one. `people`: the seats that people play; None in format 2, which does not say it.
    """

    __slots__ = ("_barred", "_base", "_next", "lapses", "people", "published", "silent", "since")

    def __init__(self, ends: Sequence[str], people: Iterable[int] | None = None) -> None:
        self.published = list(ends)
        self.people = None if people is None else set(people)
        self.silent = not any(ends)  # no seat has ever published a chain: only the server has a part in the draws
        self.lapses = [0] * len(ends)  # how often a seat did not answer
        self.since = [0] * len(ends)  # the first draw that a seat's chain counts for
        self._next = list(ends)  # the last link that is known, or the end; empty: no chain
        self._base = [-1] * len(ends)  # the draw that it was for
        self._barred = [-1] * len(ends)  # format 2: the last draw that the seat sits out

    def state(self) -> dict[str, Any]:
        """For a snapshot."""
        return {
            "published": [*self.published],
            "people": None if self.people is None else sorted(self.people),
            "next": [*self._next],
            "base": [*self._base],
            "barred": [*self._barred],
            "lapses": [*self.lapses],
            "silent": self.silent,
            "since": [*self.since],
        }

    @classmethod
    def of_state(cls, state: Mapping[str, Any]) -> Chains:
        chains = cls(state["published"], state.get("people"))
        chains._next, chains._barred = list(state["next"]), list(state["barred"])
        chains._base = list(state.get("base", chains._base))
        chains.lapses = list(state["lapses"])
        chains.silent = state.get("silent", chains.silent)
        chains.since = list(state.get("since", chains.since))
        return chains

    def may_give(self, seat: int, draw: int) -> bool:
        """Can this seat be asked for a link in this draw?"""
        if not self._next[seat]:
            return False
        if self.people is None:
            return draw > self._barred[seat]
        return seat in self.people and 0 < draw - self._base[seat] <= LENGTH

    def fits(self, seat: int, link: str, draw: int) -> bool:
        for _ in range(1 if self.people is None else min(draw - self._base[seat], LENGTH)):
            link = hash_of(link)
        return link == self._next[seat]

    def first(self, seats: Iterable[int]) -> list[int]:
        """Of these seats, those that reveal before the others: who lapsed most often."""
        seats = list(seats)
        if self.people is None:
            return seats
        most = max((self.lapses[seat] for seat in seats), default=0)
        return [seat for seat in seats if self.lapses[seat] == most]

    def fault(self, draw: int, shares: Mapping[str, str | None]) -> tuple[str, int] | None:
        """Why shares are invalid for a draw: a code and the seat; None if they are valid."""
        for key, link in shares.items():
            seat = int(key)
            if self._is_bot(seat):
                return "verify-share-bot", seat
            if seat >= len(self._next) or not self.may_give(seat, draw):
                return "verify-share-barred", seat
            if link is not None and not self.fits(seat, link, draw):
                return "verify-share", seat
        return None

    def take(self, draw: int, shares: Mapping[str, str | None]) -> None:
        """Go on after a draw."""
        for key, link in shares.items():
            seat = int(key)
            if link is not None:
                self._next[seat], self._base[seat] = link, draw
                continue
            if self.people is None:
                self._next[seat] = ""
                self._barred[seat] = draw + len(self._next) * GROWTH ** self.lapses[seat]
            self.lapses[seat] += 1

    def wrong_change(self, ends: Mapping[str, str], kinds: Mapping[str, str]) -> tuple[str, int] | None:
        """Why an entry cannot publish these ends, or change the kinds of these seats: a code and the seat."""
        for key in (*ends, *kinds):
            if int(key) >= len(self._next) or (self.people is None and key in kinds):
                return "verify-share-barred", int(key)
        for key in ends:
            if kinds.get(key) == "bot" or (key not in kinds and self._is_bot(int(key))):
                return "verify-share-bot", int(key)
        return None

    def change(self, draw: int, ends: Mapping[str, str], kinds: Mapping[str, str]) -> None:
        """New commitments of an entry, for draws from this one on, and who plays a seat from now on."""
        for key, kind in kinds.items():
            assert self.people is not None
            if kind == "person":
                self.people.add(int(key))
            else:
                self.people.discard(int(key))
                self.published[int(key)] = self._next[int(key)] = ""
        self.silent = self.silent and not ends
        for key, end in ends.items():
            self.published[int(key)] = self._next[int(key)] = end
            self._base[int(key)], self.since[int(key)] = draw - 1, draw

    def _is_bot(self, seat: int) -> bool:
        return self.people is not None and seat < len(self._next) and seat not in self.people
