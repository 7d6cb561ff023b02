"""How sure a figure is: Wilson's interval for a share of wins, and Elo ratings from who won at which table.

Pure functions of counts; nothing is played here. Games are taken as independent. Those that share their dice are not
quite, but their seats are rotated, which takes away more noise than it adds.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log, sqrt
from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]

Z95 = 1.959963984540054  # 95 % of a normal distribution lies within so many standard errors
MEAN_ELO = 1500.0
ELO = 400 / log(10)  # ten times the strength is 400 points
STEPS, CLOSE = 100, 1e-9


def wilson(wins: int, games: int, z: float = Z95) -> tuple[float, float]:
    """The interval in which the true share of wins lies; it stays within 0 and 1 and is honest for 0 wins of 10."""
    if games == 0:
        return 0.0, 1.0
    share, extra = wins / games, z * z / games
    middle = (share + extra / 2) / (1 + extra)
    half = z * sqrt(share * (1 - share) / games + extra / (4 * games)) / (1 + extra)
    # the ends are exact: rounding must not say that what happened cannot happen
    return (0.0 if wins == 0 else middle - half), (1.0 if wins == games else middle + half)


@dataclass(frozen=True)
class Won:
    """Games of one line-up: how many seats each bot has at the table, and how many games it won."""

    seats: Mapping[str, int]
    wins: Mapping[str, int]


@dataclass(frozen=True)
class Rating:
    elo: float
    low: float
    high: float


def ratings(played: Sequence[Won], z: float = Z95) -> dict[str, Rating]:
    """Elo ratings of greatest likelihood, their mean 1500, each with its interval.

    The model is Luce's choice: a seat wins with a probability in proportion to the strength of its bot, 10^(Elo/400).
    For two players that is the usual Elo. With more, only the winner counts: one game is one observation, where a win
    taken as a victory over each of the others would be counted several times over and the intervals come out too
    narrow. A game without a winner says nothing about who is stronger, and is left out.

    The prior is weak: each bot has drawn one imagined game with an average opponent. So a bot that has never won has
    a rating too, with the wide interval that it deserves. The intervals come from the information of the fit.
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
    """The logarithms of the strengths, and the information there is about them; Newton's method, with shorter steps
    where a whole one goes too far. The likelihood has one summit."""
    strength = np.zeros(seats.shape[1])
    height = _likelihood(strength, seats, wins)
    for _ in range(STEPS):
        gradient, information = _slope(strength, seats, wins)
        step = np.linalg.solve(information, gradient)
        # close to the summit a rise is lost in rounding: that is no reason to go slower
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
    """The gradient of the likelihood, and its curvature, which is the information."""
    weight = seats * np.exp(strength)
    expected = weight / weight.sum(1, keepdims=True)
    games = wins.sum(1)
    against_average = 1 / (1 + np.exp(-strength))
    gradient = (wins - games[:, None] * expected).sum(0) + 0.5 - against_average
    information = np.diag(games @ expected + against_average * (1 - against_average))
    return gradient, information - (expected * games[:, None]).T @ expected
