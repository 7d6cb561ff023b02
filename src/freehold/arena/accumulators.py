"""Accumulators: statistics that are updated chunk by chunk, the built-in ones and the protocol for your own.

Their size does not depend on the number of games.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from typing import Any, Protocol, runtime_checkable

import numpy as np

from freehold.arena.chunks import Chunk, Plan, add_tally
from freehold.arena.tables import Array
from freehold.engine import records
from freehold.engine.kernel import loops

BLOCK = 1024  # games per hash


class Accumulator(Protocol):
    """A statistic of your own. It lives in this process and receives all chunks in the order of the game numbers. On a
    cluster the chunks are sent here, unless it is `Mergeable` too.

    It gets the same games in the same order for every backend and number of workers; only the chunk borders differ:

        class Richest:
            def before(self, plan):
                self.most = 0

            def add(self, chunk):
                self.most = max(self.most, int(chunk.records["cash"].max()))

            def result(self):
                return self.most

        found = freehold.simulate("classic", "baron", games=1000, accumulators=[Richest()])
        found.extra[0]
    """

    def before(self, plan: Plan) -> None:
        """Called with the plan before the first game."""

    def add(self, chunk: Chunk) -> None:
        """Called with each chunk of played games."""

    def result(self) -> Any:
        """The statistic; called once, after the last chunk."""


@runtime_checkable
class Mergeable(Accumulator, Protocol):
    """An accumulator that can be split: on a cluster each part counts where its games are played, then the
    parts merge.
    """

    def part(self) -> Any:
        """An empty accumulator for a range of games that begins at a multiple of `BLOCK`."""

    def merge(self, part: Any) -> None:
        """Add the counts of a part; parts arrive in the order of their games."""


class Blocks:
    """The hashes of blocks of games: a serialisable part of the digest."""

    def before(self, plan: Plan) -> None:
        self.closed: list[bytes] = []
        self.open = b""  # the records of the last, unfinished block

    def add(self, chunk: Chunk) -> None:
        size = BLOCK * chunk.records.itemsize
        left: Any = np.ascontiguousarray(chunk.records).view(np.uint8).data
        if self.open:
            left = self.open + left
        whole = len(left) // size * size
        self.closed += [hashlib.sha256(left[at : at + size]).digest() for at in range(0, whole, size)]
        self.open = bytes(left[whole:])

    def result(self) -> list[bytes]:
        return self.closed + ([hashlib.sha256(self.open).digest()] if self.open else [])


class Digest:
    """A hash over every final record in game order: of blocks of games, then of their hashes.

    Blocks can be hashed on any machine, so the digest does not depend on how the games were distributed.
    """

    def before(self, plan: Plan) -> None:
        self._whole = hashlib.sha256()
        self._last = Blocks()
        self._last.before(plan)

    def add(self, chunk: Chunk) -> None:
        self._last.add(chunk)
        self._take()

    def part(self) -> Blocks:
        return Blocks()

    def merge(self, part: Blocks) -> None:
        assert not self._last.open, "a part begins with a block of its own"
        self._last = part
        self._take()

    def _take(self) -> None:
        self._whole.update(b"".join(self._last.closed))
        self._last.closed.clear()

    def result(self) -> str:
        self._whole.update(b"".join(self._last.result()))
        return self._whole.hexdigest()


class Counts:
    """Winners, lengths, and the kernel's tally."""

    def before(self, plan: Plan) -> None:
        self.plan = plan
        self.games = self.finished = self.shared = self.decisions = 0
        self.seats: Counter[int] = Counter()  # wins
        self.order: Counter[int] = Counter()  # wins by who threw first, second …
        self.bots: Counter[str] = Counter()
        self.turns: Array = np.zeros(0, np.int64)  # histogram of the number of turns
        self.ended: Array = np.zeros(0, np.int64)  # the same, finished games only
        self.throws: Array = np.zeros(0, np.int64)
        self.tally: Array = np.zeros(1, records.TALLY)

    def add(self, chunk: Chunk) -> None:
        plan, players = self.plan, self.plan.players
        finished = chunk.column(loops.RESULT_FINISHED) != 0
        winner = chunk.column(loops.RESULT_WINNER)
        won = finished & (winner >= 0)
        self.games += len(chunk)
        self.finished += int(finished.sum())
        self.shared += int((finished & ~won).sum())
        self.decisions += int(chunk.column(loops.RESULT_ACTIONS).sum())
        winners, starters = winner[won], chunk.column(loops.RESULT_STARTER)[won]
        self.seats.update(winners.tolist())
        self.order.update(((winners - starters) % players).tolist())
        for seated, which in plan.seatings(chunk.numbers):
            here = winner[which][won[which]]
            self.bots.update(seated[seat] for seat in here.tolist())
        turns = chunk.column(loops.RESULT_TURNS)
        self.turns, self.ended = _grown(self.turns, turns), _grown(self.ended, turns[finished])
        self.throws = _grown(self.throws, chunk.column(loops.RESULT_THROWS))
        add_tally(self.tally, chunk.tally)

    def part(self) -> Counts:
        return Counts()

    def merge(self, part: Counts) -> None:
        for name in ("games", "finished", "shared", "decisions", "seats", "order", "bots"):
            setattr(self, name, getattr(self, name) + getattr(part, name))
        for name in ("turns", "ended", "throws"):
            setattr(self, name, _sum(getattr(self, name), getattr(part, name)))
        add_tally(self.tally, part.tally)

    @property
    def unfinished(self) -> int:
        """Games that were stopped at the turn limit, without a winner."""
        return self.games - self.finished

    @property
    def won(self) -> int:
        """Finished games with a single winner."""
        return self.finished - self.shared

    def result(self) -> Counts:
        return self


def _grown(histogram: Array, values: Array) -> Array:
    return _sum(histogram, np.bincount(values, minlength=len(histogram)))


def _sum(one: Array, other: Array) -> Array:
    """The sum of two histograms of different lengths."""
    short, long = sorted((one, other), key=len)
    total: Array = long.copy()
    total[: len(short)] += short
    return total
