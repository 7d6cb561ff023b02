"""The seats' contributions to the draws of one table: which links are requested, and which have arrived. See
`hash_chains.py`.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection, Iterable, Mapping
from typing import Any

from msgspec import UNSET, UnsetType

from freehold.server.fairness.hash_chains import Chains
from freehold.server.protocol.messages import Refused, ShareRequest
from freehold.server.storage.game_log import Ends, Entry, Header, Kinds, Shares, link
from freehold.server.storage.record import Record


class Drawing:
    """The chains of a table, and the links for its next draw, number `draw` (0 is the set-up).

    `asked_now`: the seats that were asked last. `silent`: those that did not answer when they were waited for; they are
    not asked until their browser is heard, or commits anew.
    """

    __slots__ = ("_chains", "_given", "_record", "asked_now", "draw", "opening", "silent")

    def __init__(self, record: Record) -> None:
        self._record = record
        self.opening: tuple[Header, list[int]] | None = None  # while the set-up waits for links: of these seats
        self._chains: Chains | None = None  # once the game has begun
        self._given: dict[int, str | None] = {}  # None: declared absent
        self.asked_now: list[int] = []
        self.silent: dict[int, str] = {}  # by seat: the end of its chain
        self.draw = 0

    @property
    def chains(self) -> Chains:
        """In the lobby, the chains that the seats have published so far."""
        people = (seat for seat, chair in enumerate(self._record.seats) if chair.kind == "person")
        return self._chains or Chains([chair.chain for chair in self._record.seats], people)

    def begin(self, header: Header) -> None:
        """The game is set up; its header has the shares of draw 0."""
        self._chains = Chains(header.ends, header.people)
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
        return self.record(entry.chains, entry.kinds)

    def record(self, chains: Ends | UnsetType, kinds: Kinds | UnsetType) -> bool:
        """New commitments and kinds of seats of an entry; False if they cannot be."""
        changes = {} if chains is UNSET else chains, {} if kinds is UNSET else kinds
        if self.chains.wrong_change(*changes) is not None:
            return False
        self.chains.change(self.draw, *changes)
        return True

    def drawn(self, shares: Mapping[str, str | None]) -> None:
        self.chains.take(self.draw, shares)
        self.draw += 1
        self._given, self.asked_now = {}, []

    # ------------------------------------------------------------------ asking

    def asked(self, here: Collection[int]) -> list[int]:
        """The seats whose links go into the next draw: of people who are here and whose chain the log knows."""
        chairs = self._record.seats
        return [
            seat
            for seat in range(len(chairs))
            if seat in here and self._can_give(seat) and self.silent.get(seat) != chairs[seat].chain
        ]

    def _can_give(self, seat: int) -> bool:
        """Does a person play the seat, with a chain that the log knows?"""
        chair, chains = self._record.seats[seat], self.chains
        return bool(
            chair.kind == "person"
            and chair.chain
            and chair.chain == chains.published[seat]
            and chains.may_give(seat, self.draw)
        )

    def since(self, seats: Iterable[int]) -> dict[str, int]:
        """The first draw that the chains of these seats count for, if the log has them; only from format 3 on."""
        chains, chairs = self.chains, self._record.seats
        if self._chains is None or chains.people is None:
            return {}
        known = (seat for seat in seats if chairs[seat].chain and chairs[seat].chain == chains.published[seat])
        return {str(seat): chains.since[seat] for seat in known}

    def asking(self, before: str) -> ShareRequest | None:
        """The request to the seats, if the set-up or an action waits for its draw. `before`: the log's last digest."""
        if self.opening is not None:
            draft, asked = self.opening
            return ShareRequest(0, 0, link("", draft), None, {"type": "start"}, asked, asked, {})
        pending = self._record.pending
        if pending is None:
            return None
        turn = self.turn
        what = (before, pending.seat, pending.action, pending.asked, turn, self._shown(pending.asked, turn))
        return ShareRequest(pending.draw, pending.number, *what)

    def _shown(self, asked: list[int], turn: list[int]) -> Shares:
        """What those have given who reveal before the seats whose turn it is."""
        lapses = self.chains.lapses
        if self.chains.people is None or not turn:
            return {}
        return {str(seat): self._given.get(seat) for seat in asked if lapses[seat] > lapses[turn[0]]}

    def ask(self) -> None:
        """The seats whose turn it is are asked now. Whoever of the others has not given until now cannot any more."""
        self.asked_now = self.turn
        pending = self._record.pending
        for seat in () if pending is None else pending.asked:
            if not self._can_give(seat):
                self._given.setdefault(seat, None)

    @property
    def turn(self) -> list[int]:
        """The seats whose links are awaited now: of those that have not answered, who lapsed most often."""
        pending = self._record.pending
        asked = self.opening[1] if self.opening is not None else pending.asked if pending is not None else []
        return self.chains.first(seat for seat in asked if self._awaited(seat))

    @property
    def waiting(self) -> list[int]:
        """The seats that were asked and have not answered."""
        return [seat for seat in self.turn if seat in self.asked_now]

    def _awaited(self, seat: int) -> bool:
        """Whether a seat that was asked can still answer, and has not. Whoever committed anew or left cannot."""
        return seat not in self._given and self._can_give(seat)

    def give(self, seat: int, draw: int, share: str) -> None:
        """A seat's link for the next draw."""
        self.heard([seat])
        if draw != self.draw or (self.chains.people is not None and seat not in self.asked_now):
            raise Refused("stale-share")
        if not self.chains.fits(seat, share, draw):
            raise Refused("bad-share")
        self._given.setdefault(seat, share)

    def heard(self, seats: Iterable[int]) -> None:
        """Browsers of these seats have said something: they are asked again."""
        for seat in seats:
            self.silent.pop(seat, None)

    def miss(self, seats: Iterable[int]) -> None:
        """These seats did not answer in time: the draw is made without them."""
        for seat in seats:
            self._given[seat] = None
            self.silent[seat] = self._record.seats[seat].chain

    def shares(self, asked: Iterable[int]) -> Shares:
        """The log's record of the next draw: the links that have arrived, and None for missing ones."""
        return {str(seat): self._given.get(seat) for seat in asked}

    def fresh(self) -> str | UnsetType:
        """A new random number for the next draw of a table without people."""
        people = any(chair.kind == "person" for chair in self._record.seats)
        return UNSET if people or not self.chains.silent else secrets.token_hex(32)

    # ------------------------------------------------------------------ what the next entry records

    def unpublished(self) -> tuple[Ends | UnsetType, Kinds | UnsetType]:
        """New ends of chains, and who plays a seat from now on where that has changed."""
        header, chains = self._record.header, self.chains
        if header is None or header.format == 1 or header.box is not UNSET:
            return UNSET, UNSET
        ends: Ends = {}
        kinds: Kinds = {}
        for seat, chair in enumerate(self._record.seats):
            if chair.chain and chair.chain != chains.published[seat]:
                ends[str(seat)] = chair.chain
            if chains.people is not None and (chair.kind == "person") != (seat in chains.people):
                kinds[str(seat)] = "person" if chair.kind == "person" else "bot"
        return ends or UNSET, kinds or UNSET
