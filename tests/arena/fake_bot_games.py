"""A stand-in for `freehold.arena.bot_games.play`: no game is played, the stronger bot just wins more often.

The chance of a game comes from its seed and number alone, as the real one's does. Each call is remembered.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from freehold.arena.bot_games import Outcomes
from freehold.arena.tables import Setting

STRENGTH = {"random": 1, "novice": 2, "trader": 6, "baron": 12, "mogul": 40}
UNFINISHED, SHARED = 17, 23  # one number in so many


class Call(NamedTuple):
    edition: str
    bots: tuple[str, ...]
    numbers: tuple[int, ...]
    seed: int
    turns: int


calls: list[Call] = []


def play(
    setting: Setting,
    bots: Sequence[str],
    numbers: Sequence[int],
    seed: int,
    *,
    turns: int = 2000,
    net_worth: bool = False,
) -> Outcomes:
    calls.append(Call(setting.edition, tuple(bots), tuple(numbers), seed, turns))
    seats = range(len(bots))
    draws = [random.Random(f"{seed} {number}") for number in numbers]
    winner = np.array([draw.choices(seats, [STRENGTH.get(bot, 3) for bot in bots])[0] for draw in draws])
    finished = np.array([number % UNFINISHED != UNFINISHED - 1 for number in numbers])
    winner[[number % SHARED == SHARED - 1 for number in numbers]] = -1
    winner[~finished] = -1
    starter = np.array([number % len(bots) for number in numbers])
    length = np.array([turns if not over else 100 + number for number, over in zip(numbers, finished, strict=True)])
    ones = np.ones(len(numbers), int)
    return Outcomes(
        winner=winner,
        starter=starter,
        turns=length,
        finished=finished,
        actions=length * 3,
        offers=ones * 5,
        trades=ones * 2,
        auctions=ones * 3,
        shortages=ones,
    )
