"""Whose word a table awaits, and until when. Time is told, never read.

A question is put to whoever must decide, or to all bidders of an auction. What does not answer it leaves its countdown
running; an offer that comes between has a time of its own, and afterwards what was left goes on.
"""

from __future__ import annotations

from typing import Any

from freehold.server.storage.record import Record

Json = dict[str, Any]

AUCTION_SECONDS = 15  # after the last bid; less where the table's own limit is shorter
# What does not answer the question that was put, and so does not stop the countdown.
ASIDE = ("build", "sell", "sell_group", "mortgage", "redeem", "offer", "withdraw", "claim")


class Countdown:
    """Of one table. `awaited`: seats; `deadline`: milliseconds since 1970, or None where nothing runs."""

    __slots__ = ("_left", "_question", "_record", "_turn", "awaited", "deadline")

    def __init__(self, record: Record) -> None:
        self._record = record
        self.awaited: list[int] = []
        self.deadline: int | None = None
        self._question: tuple[Any, ...] = ()
        self._turn = -1
        self._left: dict[tuple[Any, ...], int] = {}  # questions of this turn that an offer came between, and their time

    @property
    def people(self) -> list[int]:
        """The seats that are awaited and played by people."""
        return [seat for seat in self.awaited if not self._record.seats[seat].bot_plays]

    @property
    def in_auction(self) -> bool:
        return self._question[:1] == ("auction",)

    def ask(self, now: int, view: Json, action: Json | None = None, seat: int | None = None) -> None:
        """The table stands like this after an action of a seat: what is asked now, and of whom?"""
        auction, before, turns = view.get("auction"), self._question, view["flow"]["turns"]
        asked = before[1] if before and not self.in_auction else None
        if auction is not None:
            self.awaited = [bidder for bidder in auction["bidders"] if bidder != auction["leader"]]
            question: tuple[Any, ...] = ("auction", auction["bid"], auction.get("square"), auction.get("lot"))
        else:
            self.awaited = [] if view["decider"] is None else [view["decider"]]
            question = (view["phase"], view["decider"], turns)
        answered = action is not None and seat == asked and (before[0] == "debt" or action["type"] not in ASIDE)
        if question == before and not answered:
            return
        if turns != self._turn:
            self._turn, self._left = turns, {}
        if asked is not None and not answered and self.deadline is not None:
            self._left[before] = max(0, self.deadline - now)
        left = self._left.pop(question, None)
        self._question = question
        self.begin(now)
        if left is not None and self.deadline is not None:
            self.deadline = now + left

    def begin(self, now: int) -> None:
        """The countdown begins again. It runs for people; bots have no need of it."""
        seconds = self._record.seconds
        if seconds is None or self._record.paused or not self.people:
            self.deadline = None
        elif self.in_auction:
            self.deadline = now + min(seconds, AUCTION_SECONDS) * 1000
        else:
            self.deadline = now + seconds * 1000

    def stop(self) -> None:
        """The game has ended: nobody is awaited."""
        self.awaited, self.deadline = [], None
