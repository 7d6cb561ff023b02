"""The time of a table: which seats must decide, their deadline, and the pause before a bot plays. The current time is
always a parameter.

A question is addressed to the seat that must decide, or to all bidders of an auction. Actions that do not answer it
leave its countdown running. An offer in between gets its own time; afterwards the remaining time continues. Whoever is
not connected while others wait gets a grace, after which a bot plays for them; a table of days has none.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from freehold.game import FREE
from freehold.server.storage.record import Pace, Record

Json = Mapping[str, Any]

# Percentage of the server's pause before a bot plays, from the slowest pace to the fastest.
PACES: dict[Pace, int] = {"slow": 250, "normal": 100, "fast": 7, "instant": 1}
GRACE_SECONDS = 75
STAND_IN_SECONDS = 10  # of the grace, after which the others may let a bot play at once
CORRESPONDENCE = 3600  # a limit of so many seconds or more: nobody is expected to stay
AUCTION_SECONDS = 15  # after the last bid, or the table's own limit if that is shorter
AUCTION_OF_DAYS = 8 * 3600  # the same where nobody is expected to stay


class Countdown:
    """The countdown of one table. `awaited`: seats; `deadline`: milliseconds since 1970, or None without a
    countdown.
    """

    __slots__ = ("_grace", "_left", "_limit", "_present", "_question", "_record", "_turn", "asked_at", "awaited")

    def __init__(self, record: Record, present: Mapping[int, int]) -> None:
        self._record = record
        self._present = present  # seat -> open connections
        self.awaited: list[int] = []
        self.asked_at = 0
        self._limit: int | None = None  # the end of the table's own limit
        self._grace: int | None = None  # the end of the grace of absent players
        self._question: tuple[Any, ...] = ()
        self._turn = -1
        self._left: dict[tuple[Any, ...], int] = {}  # remaining time of questions that an offer interrupted

    @property
    def people(self) -> list[int]:
        """The awaited seats that people play."""
        return [seat for seat in self.awaited if not self._record.seats[seat].bot_plays]

    @property
    def absent(self) -> list[int]:
        """The awaited people who are not connected."""
        return [seat for seat in self.people if not self._present.get(seat)]

    @property
    def deadline(self) -> int | None:
        return min((at for at in (self._limit, self._grace) if at is not None), default=None)

    @property
    def stand_in_from(self) -> int | None:
        """When the others may let a bot play for the absent; None if nobody's grace runs."""
        return None if self._grace is None else self._grace - (GRACE_SECONDS - STAND_IN_SECONDS) * 1000

    def grace_is_over(self, now: int) -> bool:
        return self._grace is not None and now >= self._grace

    def attend(self, now: int) -> None:
        """Somebody came or went, or a question was asked: the grace of absent players runs while somebody waits."""
        absent, record = self.absent, self._record
        days = record.seconds is not None and record.seconds >= CORRESPONDENCE
        others = [seat for seat, windows in self._present.items() if windows and record.seats[seat].kind == "person"]
        if not absent or not others or days or record.paused or record.box:
            self._grace = None
        elif self._grace is None:
            self._grace = now + GRACE_SECONDS * 1000

    @property
    def phase(self) -> str:
        """What is asked."""
        return str(self._question[0]) if self._question else ""

    @property
    def question(self) -> str:
        """What is asked, and of whom: the same after the table was loaded again, and throughout an auction."""
        parts = ("auction", self._turn, *self._question[2:]) if self.in_auction else self._question
        return " ".join(map(str, parts))

    @property
    def in_auction(self) -> bool:
        return self._question[:1] == ("auction",)

    def ask(self, now: int, view: Json, action: Json | None = None, seat: int | None = None) -> None:
        """Update who must decide after an action of a seat."""
        auction, before, turns = view.get("auction"), self._question, view["flow"]["turns"]
        asked = before[1] if before and not self.in_auction else None
        if auction is not None:
            self.awaited = [bidder for bidder in auction["bidders"] if bidder != auction["leader"]]
            question: tuple[Any, ...] = ("auction", auction["bid"], auction.get("square"), auction.get("lot"))
        else:
            self.awaited = [] if view["decider"] is None else [view["decider"]]
            question = (view["phase"], view["decider"], turns)
        answered = action is not None and seat == asked and (before[0] == "debt" or action["type"] not in FREE)
        if question == before and not answered:
            if not self.people:  # those who still bid are bots
                self.begin(now)
            return
        if turns != self._turn:
            self._turn, self._left = turns, {}
        if asked is not None and not answered and self._limit is not None:
            self._left[before] = max(0, self._limit - now)
        left = self._left.pop(question, None)
        self._question = question
        self.asked_at = now
        self.begin(now)
        if left is not None and self._limit is not None:
            self._limit = now + left

    def begin(self, now: int) -> None:
        """Restart the countdown. It runs for people only; bots need none."""
        seconds = self._record.seconds
        if seconds is None or self._record.paused or not self.people:
            self._limit = None
        elif self.in_auction:
            most = AUCTION_SECONDS if seconds < CORRESPONDENCE else AUCTION_OF_DAYS
            self._limit = now + min(seconds, most) * 1000
        else:
            self._limit = now + seconds * 1000
        self._grace = None
        self.attend(now)

    def stop(self) -> None:
        """The game has ended: nobody must decide."""
        self.awaited, self._limit, self._grace = [], None, None


class BotPace:
    """How fast the bots of a table play: as the slowest wish among the people who are there.

    A person who skips ahead wishes to be at their next decision at once, and has the usual wish again from then on.
    """

    __slots__ = ("_record", "_skipping", "_wishes")

    def __init__(self, record: Record) -> None:
        self._record = record
        self._wishes: dict[int, Pace] = {}
        self._skipping: set[int] = set()

    def wish(self, seats: Iterable[int], pace: Pace) -> None:
        self._wishes |= dict.fromkeys(seats, pace)

    def skip(self, seats: Iterable[int]) -> None:
        self._skipping.update(seats)

    def asked(self, awaited: Iterable[int]) -> None:
        """These seats must decide: they have arrived where they skipped to."""
        self._skipping.difference_update(awaited)

    def of(self, present: Mapping[int, int]) -> Pace:
        chairs = self._record.seats
        people = [seat for seat, windows in present.items() if windows and chairs[seat].kind == "person"]
        wishes = [self._wish_of(seat) for seat in people]
        if not wishes:  # nobody waits for an instant game
            return "fast" if self._record.pace == "instant" else self._record.pace
        return max(wishes, key=PACES.__getitem__)

    def _wish_of(self, seat: int) -> Pace:
        return "instant" if seat in self._skipping else self._wishes.get(seat, self._record.pace)
