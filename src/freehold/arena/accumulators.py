"""Accumulators: statistics that are updated chunk by chunk, the built-in ones and the protocol for your own.

Their size does not depend on the number of games.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, Protocol, runtime_checkable

import numpy as np

from freehold.arena.chunks import Chunk, Plan, add_tally, count_on_gpu, play_chunk
from freehold.arena.tables import Array
from freehold.arrays import Integers, Records
from freehold.engine import records
from freehold.engine.gpu import cuda
from freehold.engine.kernel import loops, outcome
from freehold.engine.kernel.fingerprint import MASK, in_place
from freehold.players.lost_moves import LostMoves


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

    def result(self) -> object:
        """The statistic; called once, after the last chunk."""


@runtime_checkable
class Mergeable(Accumulator, Protocol):
    """An accumulator that can be split: on a cluster each part counts where its games are played, then the
    parts merge.
    """

    def part(self) -> Any:
        """An empty accumulator for a range of games."""

    def merge(self, part: Any) -> None:
        """Add the counts of a part; parts arrive in the order of their games."""


class Digest:
    """A hash over every final record in game order: the sum of a term for each game, made of the hash of its record and
    of its number. So it does not depend on how the games were distributed.
    """

    def before(self, plan: Plan) -> None:
        self.sums = [0, 0]

    def add(self, chunk: Chunk) -> None:
        terms: Any = in_place  # it takes arrays as well
        numbers = np.array(chunk.numbers, np.int64)
        self.add_sums(int(terms(chunk.column(loops.RESULT_HASH + k), numbers).sum()) for k in (0, 1))

    def add_sums(self, more: Iterable[int]) -> None:
        self.sums = [(one + other) & MASK for one, other in zip(self.sums, more, strict=True)]

    def part(self) -> Digest:
        return Digest()

    def merge(self, part: Digest) -> None:
        self.add_sums(part.sums)

    def result(self) -> str:
        return "".join(f"{one:016x}" for one in self.sums)


class Counts:
    """Winners, lengths, and the kernel's tally."""

    def before(self, plan: Plan) -> None:
        self.plan = plan
        self.games = self.finished = self.shared = self.decisions = 0
        self.seats: Counter[int] = Counter()  # wins
        self.order: Counter[int] = Counter()  # wins by who threw first, second …
        self.bots: Counter[str] = Counter()
        self.turns: Integers = np.zeros(0, np.int64)  # histogram of the number of turns
        self.ended: Integers = np.zeros(0, np.int64)  # the same, finished games only
        self.throws: Integers = np.zeros(0, np.int64)
        self.tally: Records = np.zeros(1, records.TALLY)
        self.lost = LostMoves()

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
        self.lost.add(chunk.lost)

    def add_outcome(self, seated: Sequence[str], total: Integers, tally: Records) -> None:
        """Games of one seating that were added up on a GPU."""
        lengths = self.plan.lengths
        turns, ended, throws = np.split(total[outcome.OUTCOME_LENGTHS :], [lengths, 2 * lengths])
        assert turns[-1] == throws[-1] == 0, "a game was longer than its histogram"
        self.games += int(turns.sum())
        self.finished += int(total[outcome.OUTCOME_FINISHED])
        self.shared += int(total[outcome.OUTCOME_SHARED])
        self.decisions += int(total[outcome.OUTCOME_ACTIONS])
        for seat, name in enumerate(seated):
            self.seats[seat] += int(total[outcome.OUTCOME_WINS + seat])
            self.bots[name] += int(total[outcome.OUTCOME_WINS + seat])
            self.order[seat] += int(total[outcome.OUTCOME_ORDER + seat])
        self.turns, self.ended = _sum(self.turns, _used(turns)), _sum(self.ended, _used(ended))
        self.throws = _sum(self.throws, _used(throws))
        add_tally(self.tally, tally)

    def part(self) -> Counts:
        return Counts()

    def merge(self, part: Counts) -> None:
        for name in ("games", "finished", "shared", "decisions", "seats", "order", "bots"):
            setattr(self, name, getattr(self, name) + getattr(part, name))
        for name in ("turns", "ended", "throws"):
            setattr(self, name, _sum(getattr(self, name), getattr(part, name)))
        add_tally(self.tally, part.tally)
        self.lost.add(part.lost)

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


def _used(histogram: Array) -> Array:
    """Without the zeros at the end."""
    return np.trim_zeros(histogram, "b")


def _sum(one: Array, other: Array) -> Array:
    """The sum of two histograms of different lengths."""
    short, long = sorted((one, other), key=len)
    total: Array = long.copy()
    total[: len(short)] += short
    return total


def played(plan: Plan, numbers: range) -> Chunk | list[Accumulator]:
    """Games, or what they came to, if a GPU plays them and nobody wants more: `Counts` and `Digest`."""
    if plan.backend != "cuda" or plan.kept:
        return play_chunk(plan, numbers)
    return list(counted_on_gpu(plan, numbers))


def counted_on_gpu(plan: Plan, numbers: range, gpu: cuda.Launcher | None = None) -> tuple[Counts, Digest]:
    """Games that a GPU plays and adds up, perhaps with a launcher of one's own."""
    counts, digest = Counts(), Digest()
    counts.before(plan)
    digest.before(plan)
    for seated, total, tally in count_on_gpu(plan, numbers, gpu):
        counts.add_outcome(seated, total, tally)
        digest.add_sums(total[outcome.OUTCOME_DIGEST :][:2].tolist())
    return counts, digest
