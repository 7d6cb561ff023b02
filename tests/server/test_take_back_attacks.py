"""A player who takes back whatever can be taken back after each outcome that is not liked gains no throw.

Alone with bots, everything can be taken back, and the throws that were seen are burnt: every number of a draw is used
once, whatever was taken back, and all throws together are as by chance. Among people, what is free never contains a
throw. `attacks/attacks.py` has the same with whoever runs the server, against the client's real code.
"""

from __future__ import annotations

import hashlib
from typing import Any

import pytest
from msgspec import UNSET

from freehold.server.fairness.take_backs import KIND
from freehold.server.fairness.verify import verify
from freehold.server.protocol.messages import Refused, TakeBack
from freehold.server.storage.game_log import Entry
from freehold.server.table import taking_back

from .attacks.game import dice_of
from .test_dice_attacks import bounds, usual
from .test_drawing import NOON
from .test_take_back import Sitting

FEW, MANY = 60, 10_000
ACTIONS = 24  # of one game
EACH = 1 / 6  # the chance of a seven


def is_seven(entry: Entry) -> bool:
    first, second = entry.chance[:2]
    return int(first) + int(second) == 7


class Fishing(Sitting):
    """Seat 0 wishes for sevens, and takes back whatever it can when it threw something else."""

    def __init__(self, number: int, people: int, bots: int) -> None:
        super().__init__(people, bots, secret=hashlib.sha256(f"fishing {number}".encode()).digest(), seed=number)

    def fish(self) -> None:
        while self.table.number < ACTIONS and self.table.game is not None and not self.table.game.over:
            seat, action = self.decider, usual(self.table)
            entry = self.act(action).writes.entries[0][0]
            bad = action["type"] == "roll" and not is_seven(entry)
            if seat == 0 and (bad or action["type"] in ("buy", "decline")):
                self.back()

    def back(self) -> None:
        past = self.table.log.past
        assert past is not None
        for played in past.line[-2:-5:-1]:
            try:
                step = taking_back.wish(self.table, NOON, TakeBack(0, self.table.number, played.number))
            except Refused:
                continue
            self.done(step)
            if self.table.wishes.now is None:
                return
            self.keep(taking_back.lapse(self.table, NOON))  # the others do not agree


def fished(games: int, people: int, bots: int) -> tuple[list[bool], list[bool], int]:
    """Of all throws, and of those of seat 0 that stand, which were sevens; and how much was taken back."""
    every: list[bool] = []
    standing: list[bool] = []
    back = 0
    for number in range(games):
        game = Fishing(number, people, bots)
        game.fish()
        drawn = game.drawn()
        for draw, entry in enumerate(drawn, 1):  # each number of a draw is used once, and in order
            if entry.action["type"] == "roll" and len(entry.chance) > 1:
                assert entry.shares is not UNSET
                assert entry.chance[:2] == dice_of(game.secret, entry.shares, draw)
                every.append(is_seven(entry))
        assert game.table.log.past is not None
        live: Any = {played.number for played in game.table.log.past.line}
        rolls = [entry for entry in drawn if entry.seat == 0 and entry.number in live and len(entry.chance) > 1]
        standing += [is_seven(entry) for entry in rolls if entry.action["type"] == "roll"]
        back += sum(entry.action["type"] == KIND for entry in game.entries)
        if number % 20 == 0 and not game.table.game.over:  # type: ignore[union-attr]
            report = verify(game.ended())
            assert report.proved, report.finding
    return every, standing, back


def check(games: int) -> None:
    every, _, back = fished(games, 1, 1)
    low, high = bounds(EACH, len(every))
    assert back > games
    assert low < sum(every) / len(every) < high, f"{sum(every)} of {len(every)}"
    every, standing, back = fished(games, 2, 0)
    assert back > games / 2
    for throws in (every, standing):  # among people, no throw is taken back
        low, high = bounds(EACH, len(throws))
        assert low < sum(throws) / len(throws) < high, f"{sum(throws)} of {len(throws)}"


def test_whoever_takes_back_gains_no_throw() -> None:
    check(FEW)


@pytest.mark.nightly
def test_whoever_takes_back_gains_no_throw_in_ten_thousand_games() -> None:
    check(MANY)
