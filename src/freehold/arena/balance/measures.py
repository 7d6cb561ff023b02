"""What is measured in games of bots: length, seats, early bankruptcies, luck, and what groups earn for their cost.

Sums over many games have intervals from `BATCHES` batches of games with seeds of their own; shares have Wilson's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any

import numpy as np

from freehold.arena.accumulators import Counts
from freehold.arena.balance.findings import EARLY_ROUNDS
from freehold.arena.result import Result
from freehold.arena.statistics import Z95, wilson
from freehold.arena.tables import Array, table_of
from freehold.editions import Edition
from freehold.rules import state

Row = dict[str, Any]
Spread = Callable[[Callable[[int, int], Result], Iterable[int], Iterable[int]], Iterable[Result]]
ROUNDS = 250  # a game that is longer counts as one without end
BATCHES, T95 = 10, 2.262  # and the 97.5 % quantile of Student's t with 9 degrees of freedom
# Minutes at the table: an estimate, not measured. Seconds of a throw with all that follows from it, of a trade that is
# agreed on, of an offer that is refused, and of an auction
THROW, TRADE, REFUSAL, AUCTION = 25, 60, 10, 30


@dataclass(frozen=True)
class Played:
    """Games of one line-up in batches."""

    whole: Counts
    batches: tuple[Counts, ...]
    digests: tuple[str, ...]

    @classmethod
    def of(cls, play: Callable[[int, int], Result], games: int, seed: int, spread: Spread = map) -> Played:
        """`play` takes the number of games and a seed; `spread` may play several batches at once."""
        sizes, seeds = [max(1, games // BATCHES)] * BATCHES, [1000 * seed + k for k in range(BATCHES)]
        results = list(spread(play, sizes, seeds))
        whole = Counts()
        whole.before(results[0].plan)
        for result in results:
            whole.merge(result.counts)
        return cls(whole, tuple(result.counts for result in results), tuple(result.digest for result in results))

    def estimate(self, figure: Callable[[Counts], float]) -> Row:
        """A figure of all games, with the interval that its values in the batches give."""
        values = np.array([figure(batch) for batch in self.batches])
        value = figure(self.whole)
        half = T95 * float(values.std(ddof=1)) / sqrt(len(values))
        return {"value": value, "low": value - half, "high": value + half}


def length(played: Played) -> Row:
    counts, players = played.whole, played.whole.plan.players
    low, high = wilson(counts.unfinished, counts.games)
    return {
        "rounds": mean_of(counts.turns, 1 / players),
        "median": float(np.searchsorted(np.cumsum(counts.turns), counts.games / 2)) / players,
        "minutes": played.estimate(minutes),
        "unfinished": {"value": counts.unfinished / counts.games, "low": low, "high": high, "after": ROUNDS},
    }


def minutes(counts: Counts) -> float:
    """Minutes at the table of a game, estimated."""
    tally = counts.tally[0]
    refused = max(0, int(tally["offers"]) - int(tally["trades"]))
    seconds = THROW * tally["throws"] + TRADE * tally["trades"] + REFUSAL * refused + AUCTION * tally["auctions"]
    return float(seconds) / 60 / counts.games


def seats(counts: Counts) -> list[Row]:
    """The share of the games with a winner that each place in the order of play wins."""
    rows = []
    for place in range(counts.plan.players):
        low, high = wilson(counts.order[place], counts.won)
        rows.append({"place": place + 1, "value": counts.order[place] / max(1, counts.won), "low": low, "high": high})
    return rows


def early(played: Played) -> Row:
    """The share of the players who are bankrupt within the first rounds."""
    bins = EARLY_ROUNDS // state.ROUNDS_A_BIN

    def figure(counts: Counts) -> float:
        return float(counts.tally["bankrupt_in"][0, :bins].sum()) / counts.games / counts.plan.players

    return {**played.estimate(figure), "rounds": EARLY_ROUNDS}


def luck(counts: Counts) -> Row:
    """How often the best bot of a mixed table wins, and which share of the variance of the result luck explains.

    The result of a seat is 1 or 0. Its variance between the bots, each with its own chance to win, is what decisions
    explain; the rest is luck. A table of equal players has nothing but luck, whatever the rules.
    """
    bots, games = counts.plan.bots, counts.games
    best = counts.bots[bots[0]]
    low, high = wilson(best, games)
    chances = np.array([counts.bots[name] / games / bots.count(name) for name in bots])
    even = 1 / len(bots)
    off = chances - even
    variance = even * (1 - even)
    skill = float((off**2).mean()) / variance
    slope = 2 * off / len(bots) / variance
    error = sqrt(max(0.0, float((slope**2 * chances).sum() - (slope * chances).sum() ** 2)) / games)
    return {
        "bots": list(bots),
        "games": games,
        "best": {"bot": bots[0], "value": best / games, "low": low, "high": high, "even": even},
        "luck": {"value": 1 - skill, "low": 1 - skill - Z95 * error, "high": 1 - skill + Z95 * error},
    }


def earnings(played: Played, edition: Edition) -> list[Row]:
    """Each group, the stations and the utilities: what they cost and earn in a game, and the one for the other."""
    t = table_of(played.whole.plan.setting).plain_t
    groups = [(group.id, group.squares) for group in edition.groups]
    groups += [(kind, edition.members(kind)) for kind in ("station", "utility")]
    rows = []
    for name, squares in groups:
        if not squares:
            continue

        def rate(counts: Counts, squares: Sequence[int] = squares) -> float:
            return earned(counts, squares) / max(1.0, cost(counts, t, squares))

        games = played.whole.games
        rows.append(
            {
                "group": name,
                "price": sum(edition.squares[square].price for square in squares),
                "cost": cost(played.whole, t, squares) / games,
                "earned": earned(played.whole, squares) / games,
                "return": played.estimate(rate),
            }
        )
    return rows


def cost(counts: Counts, t: Any, squares: Sequence[int]) -> float:
    """What players paid the bank for these deeds and for what they built there."""
    tally = counts.tally[0]
    prices = sum(int(tally["bought"][k]) * t.price[k] + int(tally["sold_for"][k]) for k in squares)
    return float(prices + sum(int(tally["built_for"][k]) for k in squares))


def earned(counts: Counts, squares: Sequence[int]) -> float:
    rent: Array = counts.tally[0]["rent"]
    return float(sum(int(rent[k * state.LEVELS : (k + 1) * state.LEVELS].sum()) for k in squares))


def mean_of(histogram: Array, unit: float) -> Row:
    """The mean of a histogram with its interval."""
    values, games = np.arange(len(histogram)) * unit, int(histogram.sum())
    mean = float((values * histogram).sum()) / games
    spread = float((histogram * (values - mean) ** 2).sum()) / max(1, games - 1)
    half = Z95 * sqrt(spread / games)
    return {"value": mean, "low": mean - half, "high": mean + half}
