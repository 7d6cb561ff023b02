"""The seats' contributions to the draws of one table: which links are requested, and which have arrived. See
`hash_chains.py`.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import UNSET, UnsetType

from freehold.server.fairness.hash_chains import Chains
from freehold.server.protocol.messages import Refused, ShareRequest
from freehold.server.storage.game_log import Entry, Header, Shares, link
from freehold.server.storage.record import Record


class Drawing:
    """The chains of a table, and the links for its next draw, number `draw` (0 is the set-up)."""

    __slots__ = ("_chains", "_given", "_record", "draw", "opening")

    def __init__(self, record: Record) -> None:
        self._record = record
        self.opening: tuple[Header, list[int]] | None = None  # while the set-up waits for links: of these seats
        self._chains: Chains | None = None  # once the game has begun
        self._given: dict[int, str] = {}
        self.draw = 0

    @property
    def chains(self) -> Chains:
        """In the lobby, the chains that the seats have published so far."""
        return self._chains or Chains([chair.chain for chair in self._record.seats])

    def begin(self, header: Header) -> None:
        """The game is set up; its header has the shares of draw 0."""
        self._chains = Chains(header.ends)
        self.drawn({} if header.shares is UNSET else header.shares)

    def state(self) -> dict[str, Any]:
        """For a snapshot."""
        return {"draw": self.draw, **self.chains.state()}

    def resume(self, state: Mapping[str, Any]) -> None:
        """Go on from a snapshot."""
        self._chains, self.draw = Chains.of_state(state), state["draw"]

    def follow(self, entry: Entry) -> bool:
        """Go on after an entry; False if its shares cannot be."""
        if entry.fresh is not UNSET and not self.chains.silent:
            return False
        if entry.shares is not UNSET:
            if self.chains.fault(self.draw, entry.shares) is not None:
                return False
            self.drawn(entry.shares)
        if entry.chains is not UNSET:
            self.chains.publish(entry.chains)
        return True

    def drawn(self, shares: Mapping[str, str | None]) -> None:
        self.chains.take(self.draw, shares)
        self.draw += 1
        self._given = {}

    def asked(self, present: Mapping[int, int]) -> list[int]:
        """The seats whose links go into the next draw: of people who are here and whose chain the log knows."""
        chains = self.chains
        return [
            seat
            for seat, chair in enumerate(self._record.seats)
            if chair.kind == "person"
            and present.get(seat)
            and chair.chain
            and chair.chain == chains.published[seat]
            and chains.may_give(seat, self.draw)
        ]

    def expected(self, seat: int) -> str:
        """What the seat's next link must hash to; empty if it has no chain, or has lost it."""
        chain, chains = self._record.seats[seat].chain, self.chains
        return chain if chain != chains.published[seat] else chains.expected(seat)

    def asking(self, before: str) -> ShareRequest | None:
        """The request to the seats, if the set-up or an action waits for its draw. `before`: the log's last digest."""
        if self.opening is not None:
            draft, asked = self.opening
            return ShareRequest(0, 0, link("", draft), None, {"type": "start"}, asked)
        pending = self._record.pending
        if pending is None:
            return None
        return ShareRequest(pending.draw, pending.number, before, pending.seat, pending.action, pending.asked)

    @property
    def answered(self) -> bool:
        """Have all seats that were asked given their links?"""
        if self.opening is not None:
            return not self.missing(self.opening[1])
        return self._record.pending is None or not self.missing(self._record.pending.asked)

    def missing(self, asked: Iterable[int]) -> bool:
        """Whether one of these seats has not sent its link yet."""
        return any(seat not in self._given for seat in asked)

    def give(self, seat: int, draw: int, share: str) -> None:
        """A seat's link for the next draw."""
        if draw != self.draw:
            raise Refused("stale-share")
        if not self.chains.fits(seat, share):
            raise Refused("bad-share")
        self._given[seat] = share

    def shares(self, asked: Iterable[int]) -> Shares:
        """The log's record of the next draw: the links that have arrived, and None for missing ones."""
        return {str(seat): self._given.get(seat) for seat in asked}

    def fresh(self) -> str | UnsetType:
        """A new random number for the next draw of a table without people."""
        people = any(chair.kind == "person" for chair in self._record.seats)
        return UNSET if people or not self.chains.silent else secrets.token_hex(32)

    def unpublished(self) -> dict[str, str] | UnsetType:
        """New ends of chains, which the next entry records."""
        header = self._record.header
        if header is None or header.format == 1:
            return UNSET
        fresh = {
            str(seat): chair.chain
            for seat, chair in enumerate(self._record.seats)
            if chair.chain and chair.chain != self.chains.published[seat]
        }
        return fresh or UNSET
