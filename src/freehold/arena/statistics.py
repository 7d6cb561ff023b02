"""Confidence: Wilson intervals for shares of wins, and Elo ratings from the winners of each table.

Pure functions of counts. Games are assumed to be independent. Games that share their dice are not quite independent,
but their seats rotate, which removes more noise than it adds.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log, sqrt
from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]

Z95 = 1.959963984540054  # 95 % of a normal distribution lies within this many standard errors
MEAN_ELO = 1500.0
ELO = 400 / log(10)  # ten times the strength is 400 points
STEPS, CLOSE = 100, 1e-9


def wilson(wins: int, games: int, z: float = Z95) -> tuple[float, float]:
    """Wilson's 95 % interval for a share of wins; it stays within 0 and 1 and is sound for 0 wins of 10."""
    if games == 0:
        return 0.0, 1.0
    share, extra = wins / games, z * z / games
    middle = (share + extra / 2) / (1 + extra)
    half = z * sqrt(share * (1 - share) / games + extra / (4 * games)) / (1 + extra)
    # exact ends: rounding must not exclude the observed share
    return (0.0 if wins == 0 else middle - half), (1.0 if wins == games else middle + half)


@dataclass(frozen=True)
class Won:
    """Games of one line-up: seats and wins of each bot."""

    seats: Mapping[str, int]
    wins: Mapping[str, int]


@dataclass(frozen=True)
class Rating:
    elo: float
    low: float
    high: float


def ratings(played: Sequence[Won], z: float = Z95) -> dict[str, Rating]:
    """Maximum-likelihood Elo ratings with mean 1500, each with its interval.

    The model is Luce's choice axiom: a seat wins with a probability proportional to the strength of its bot,
    10^(Elo/400). For two players this is the usual Elo model. With more, only the winner counts: one game is one
    observation. Counting a win as a victory over each opponent would count a game several times and make the intervals
    too narrow. Games without a winner are left out.

    A weak prior adds one drawn game against an average opponent for each bot, so that a bot without a win has a rating,
    with a wide interval. The intervals come from the Fisher information.
    """
    bots = list(dict.fromkeys(bot for table in played for bot in table.seats))
    if not bots:
        return {}
    seats = np.array([[table.seats.get(bot, 0) for bot in bots] for table in played], float)
    wins = np.array([[table.wins.get(bot, 0) for bot in bots] for table in played], float)
    strength, information = _fit(seats, wins)
    centred = np.eye(len(bots)) - 1 / len(bots)
    variance = np.diag(centred @ np.linalg.inv(information) @ centred)
    elo = MEAN_ELO + ELO * (strength - strength.mean())
    half = z * ELO * np.sqrt(np.maximum(variance, 0))
    return {bot: Rating(float(e), float(e - h), float(e + h)) for bot, e, h in zip(bots, elo, half, strict=True)}


def _fit(seats: Array, wins: Array) -> tuple[Array, Array]:
    """The logarithms of the strengths and their information matrix, by Newton's method with step halving. The
    likelihood is concave.
    """
    strength = np.zeros(seats.shape[1])
    height = _likelihood(strength, seats, wins)
    for _ in range(STEPS):
        gradient, information = _slope(strength, seats, wins)
        step = np.linalg.solve(information, gradient)
        # near the maximum the gain is lost in rounding: accept the full step
        floor = height - CLOSE * (1 + abs(height))
        while (reached := _likelihood(strength + step, seats, wins)) < floor:
            step /= 2
        strength, height = strength + step, reached
        if np.abs(step).max() <= CLOSE:
            break
    return strength, _slope(strength, seats, wins)[1]


def _likelihood(strength: Array, seats: Array, wins: Array) -> float:
    table = np.log(seats @ np.exp(strength))
    drawn = -np.log1p(np.exp(-np.abs(strength))) - np.abs(strength) / 2  # half a win and half a loss
    return float((wins @ strength - wins.sum(1) * table).sum() + drawn.sum())


def _slope(strength: Array, seats: Array, wins: Array) -> tuple[Array, Array]:
    """The gradient of the log-likelihood, and its negative Hessian, which is the information."""
    weight = seats * np.exp(strength)
    expected = weight / weight.sum(1, keepdims=True)
    games = wins.sum(1)
    against_average = 1 / (1 + np.exp(-strength))
    gradient = (wins - games[:, None] * expected).sum(0) + 0.5 - against_average
    information = np.diag(games @ expected + against_average * (1 - against_average))
    return gradient, information - (expected * games[:, None]).T @ expected
