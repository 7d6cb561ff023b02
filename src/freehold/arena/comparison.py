"""Two simulations side by side: the difference of each figure with its 95 % interval.

Games are taken as independent. With the same seed two simulations share their dice, which makes the true intervals a
little narrower than these.
"""

from __future__ import annotations

from math import sqrt
from typing import TypedDict

import numpy as np

from freehold.arena.accumulators import Counts
from freehold.arena.games_table import GamesTable
from freehold.arena.statistics import Z95, wilson
from freehold.arena.tables import Array

PER_GAME = ("actions", "offers", "trades", "auctions", "shortages", "bankruptcies")


class Difference(TypedDict):
    """A figure of two simulations. `differs`: 0 is not in the interval of the difference."""

    figure: str
    first: float
    second: float
    difference: float
    low: float
    high: float
    differs: bool


def compared(
    first: Counts, second: Counts, first_games: GamesTable | None = None, second_games: GamesTable | None = None
) -> list[Difference]:
    """The second simulation less the first. Counts per game need the tables of both."""
    rows = [_shares("finished", first.finished, first.games, second.finished, second.games)]
    rows.append(_means("turns", _of_histogram(first.turns), _of_histogram(second.turns)))
    rows.append(_means("throws", _of_histogram(first.throws), _of_histogram(second.throws)))
    for seat in range(min(first.plan.players, second.plan.players)):
        wins = (first.seats[seat], first.games, second.seats[seat], second.games)
        rows.append(_shares(f"wins of seat {seat}", *wins))
    rows.append(_shares("wins of the first to throw", first.order[0], first.won, second.order[0], second.won))
    if first_games is not None and second_games is not None:
        for name in PER_GAME:
            rows.append(_means(name, _of_values(first_games.column(name)), _of_values(second_games.column(name))))
    return rows


def _shares(figure: str, wins: int, games: int, others: int, of: int) -> Difference:
    """Newcombe's interval, from Wilson's of both shares."""
    one, two = wins / max(1, games), others / max(1, of)
    (low, high), (least, most) = wilson(wins, games), wilson(others, of)
    down = sqrt((two - least) ** 2 + (high - one) ** 2)
    up = sqrt((most - two) ** 2 + (one - low) ** 2)
    return _row(figure, one, two, down, up)


Mean = tuple[float, float]  # and the square of its standard error


def _means(figure: str, one: Mean, two: Mean) -> Difference:
    half = Z95 * sqrt(one[1] + two[1])
    return _row(figure, one[0], two[0], half, half)


def _row(figure: str, one: float, two: float, down: float, up: float) -> Difference:
    low, high = two - one - down, two - one + up
    return {
        "figure": figure,
        "first": one,
        "second": two,
        "difference": two - one,
        "low": low,
        "high": high,
        "differs": not low <= 0 <= high,
    }


def _of_histogram(counts: Array) -> Mean:
    games = max(1, int(counts.sum()))
    at = np.arange(len(counts))
    mean = float((counts * at).sum() / games)
    return mean, float((counts * (at - mean) ** 2).sum() / games / games)


def _of_values(values: Array) -> Mean:
    return (float(values.mean()), float(values.var() / len(values))) if len(values) else (0.0, 0.0)
