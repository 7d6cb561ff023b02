"""What is made of chunks of games, one after the other: accumulators, the built-in ones and the shape of your own.

They stay as small as they are, however many games go by.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from typing import Any, Protocol

import numpy as np

from freehold.arena.lineup import Array
from freehold.arena.playing import Chunk, Plan, add_tally
from freehold.engine import loops, records

BLOCK = 1024  # games under one hash


class Accumulator(Protocol):
    """A statistic of your own. It lives in this process and sees all chunks, in the order of the game numbers.

    Whatever the backend and the number of workers, it is given the same games in the same order, only cut elsewhere:

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
        """The plan that is about to be played."""

    def add(self, chunk: Chunk) -> None:
        """Games that were played."""

    def result(self) -> Any:
        """What came of it; asked once, after the last chunk."""


class Digest:
    """A hash over every final record in game order: of blocks of games, then of their hashes.

    Blocks can be hashed anywhere, and the whole does not depend on who played which of them.
    """

    def before(self, plan: Plan) -> None:
        self._whole = hashlib.sha256()
        self._block = hashlib.sha256()
        self._in_block = 0

    def add(self, chunk: Chunk) -> None:
        left = np.ascontiguousarray(chunk.records)
        while len(left):
            room = BLOCK - self._in_block
            some, left = left[:room], left[room:]
            self._block.update(some.tobytes())
            self._in_block += len(some)
            if self._in_block == BLOCK:
                self._close()

    def _close(self) -> None:
        self._whole.update(self._block.digest())
        self._block = hashlib.sha256()
        self._in_block = 0

    def result(self) -> str:
        if self._in_block:
            self._close()
        return self._whole.hexdigest()


class Counts:
    """Who won, how long it took, and the kernel's own tally."""

    def before(self, plan: Plan) -> None:
        self.plan = plan
        self.games = self.finished = self.shared = self.decisions = 0
        self.seats: Counter[int] = Counter()  # wins
        self.order: Counter[int] = Counter()  # wins by who threw first, second …
        self.bots: Counter[str] = Counter()
        self.turns: Array = np.zeros(0, np.int64)  # games by their number of turns
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
        self.turns = _grown(self.turns, chunk.column(loops.RESULT_TURNS))
        self.throws = _grown(self.throws, chunk.column(loops.RESULT_THROWS))
        add_tally(self.tally, chunk.tally)

    def result(self) -> Counts:
        return self


def _grown(histogram: Array, values: Array) -> Array:
    more = np.bincount(values, minlength=len(histogram))
    more[: len(histogram)] += histogram
    return more
