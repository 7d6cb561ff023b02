"""A player who takes back whatever can be taken back after each outcome that is not liked gains no throw.

Alone with bots, everything can be taken back, and the throws that were seen are burnt: every number of a draw is used
once, whatever was taken back, and all throws together are as by chance. Among people, what is free never contains a
throw. Whoever runs the server may help: it knows the secret, and says what the next throw would be by its best guess of
the honest player's number. `attacks/attacks.py` has the same against the client's real code.
"""

from __future__ import annotations

import hashlib
import random
from collections import Counter
from typing import Any, NamedTuple

import pytest
from msgspec import UNSET

from freehold.server.fairness.take_backs import KIND
from freehold.server.fairness.verify import verify
from freehold.server.protocol.messages import Refused, TakeBack
from freehold.server.storage.game_log import Entry
from freehold.server.table import taking_back
from freehold.server.table.table_step import Step

from ..sizes import sizes
from .attacks.game import dice_of
from .test_dice_attacks import bounds, seven, usual
from .test_drawing import NOON
from .test_take_back import Sitting

ACTIONS = 40  # of one game
WHO = ("alone with a bot", "against one person", "with the operator, against one person")
EACH = 1 / 6  # the chance of a seven
MOST = 80  # of chi-square with 35 degrees of freedom: one fair run in 40,000 is above


def thrown(entry: Entry) -> tuple[int, int]:
    first, second = entry.chance[:2]
    return int(first), int(second)


def is_seven(entry: Entry) -> bool:
    return sum(thrown(entry)) == 7


class Fishing(Sitting):
    """Seat 0 wishes for sevens, and takes back whatever it can when it threw something else."""

    def __init__(self, number: int, people: int, bots: int) -> None:
        super().__init__(people, bots, secret=hashlib.sha256(f"fishing {number}".encode()).digest(), seed=number)
        self.chance = random.Random(number)

    def fish(self) -> None:
        while self.table.number < ACTIONS and self.table.game is not None and not self.table.game.over:
            seat, action = self.decider, usual(self.table)
            entry = self.act(action).writes.entries[0][0]
            bad = action["type"] == "roll" and not is_seven(entry)
            tries = action["type"] in ("buy", "decline") and self.chance.random() < 0.5
            if seat == 0 and (bad or tries):
                self.back()

    def back(self) -> None:
        """Take back the last action, or as much of what came before as nobody has to agree to: nobody agrees."""
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


class Colluding(Fishing):
    """The operator tells seat 0 what it would throw now, by the last number that the honest player gave. If that is no
    seven, seat 0 makes an offer, takes it back, and asks again.
    """

    def act(self, action: Any, *silent: int, seat: int | None = None) -> Step:
        if seat is None and self.decider == 0 and action["type"] == "roll":
            for _ in range(3):
                if self.promising() or not self.shift():
                    break
        return super().act(action, *silent, seat=seat)

    def promising(self) -> bool:
        draw = self.table.drawing.draw
        known = {"0": self.hands[0].link(0, draw), "1": self.hands[1].given[draw - 1, 1][0]}
        return seven(self.table, draw, known, self.secret)

    def shift(self) -> bool:
        assert self.table.game is not None
        assert self.table.log.past is not None
        before = self.table.log.past.line[-1].number
        offer = next((action for action in self.table.game.legal(0) if action["type"] == "offer"), None)
        if offer is None or not offer["give"]["squares"]:
            return False
        none: Any = {"cash": 0, "squares": [], "jail_cards": []}
        give = none | {"squares": offer["give"]["squares"][:1]}
        self.act({"type": "offer", "to": 1, "give": give, "ask": none | {"cash": 1}}, seat=0)
        self.take_back(0, before)
        assert self.table.wishes.now is None
        return True


class Haul(NamedTuple):
    """What came of many games: all throws, and those of seat 0 that stand; how often something was taken back, and how
    many logs were proved.
    """

    every: list[tuple[int, int]]
    standing: list[tuple[int, int]]
    back: int
    proved: int

    def __str__(self) -> str:
        throws = f"{sevens(self.every)} sevens in {len(self.every)} throws (fair: {len(self.every) * EACH:.0f})"
        stand = f"{sevens(self.standing)} in {len(self.standing)} that stand for the one who fishes"
        spread = f"chi-square of the 36 throws {chi_square(self.every):.1f} of all, {chi_square(self.standing):.1f}"
        return f"{throws}, {stand}; {spread}; taken back {self.back} times; {self.proved} logs proved"


def sevens(throws: list[tuple[int, int]]) -> int:
    return sum(sum(pair) == 7 for pair in throws)


def chi_square(throws: list[tuple[int, int]]) -> float:
    """How far the counts of the 36 throws are from equal ones: 35 on average, for fair dice."""
    counted, fair = Counter(throws), len(throws) / 36
    pairs = [(one, other) for one in range(1, 7) for other in range(1, 7)]
    return sum((counted[pair] - fair) ** 2 / fair for pair in pairs)


def fished(games: int, kind: type[Fishing], people: int, bots: int) -> Haul:
    every: list[tuple[int, int]] = []
    standing: list[tuple[int, int]] = []
    back = proved = 0
    for number in range(games):
        game = kind(number, people, bots)
        game.fish()
        drawn = game.drawn()
        for draw, entry in enumerate(drawn, 1):  # each number of a draw is used once, and in order
            if entry.action["type"] == "roll" and len(entry.chance) > 1:
                assert entry.shares is not UNSET
                assert entry.chance[:2] == dice_of(game.secret, entry.shares, draw)
                every.append(thrown(entry))
        assert game.table.log.past is not None
        live: Any = {played.number for played in game.table.log.past.line}
        rolls = [entry for entry in drawn if entry.seat == 0 and entry.number in live and len(entry.chance) > 1]
        standing += [thrown(entry) for entry in rolls if entry.action["type"] == "roll"]
        back += sum(entry.action["type"] == KIND for entry in game.entries)
        if not game.table.game.over:  # type: ignore[union-attr]
            report = verify(game.ended())
            assert report.proved, report.finding
            proved += 1
    return Haul(every, standing, back, proved)


def check(throws: list[tuple[int, int]]) -> None:
    low, high = bounds(EACH, len(throws))
    assert low < sevens(throws) / len(throws) < high, f"{sevens(throws)} of {len(throws)}"
    assert chi_square(throws) < MOST, chi_square(throws)


@sizes("games", test=60, nightly=10_000)
@pytest.mark.parametrize(("kind", "people"), [(Fishing, 1), (Fishing, 2), (Colluding, 2)], ids=WHO)
def test_whoever_takes_back_gains_no_throw(games: int, kind: type[Fishing], people: int) -> None:
    haul = fished(games, kind, people, bots=2 - people)
    print(f"{WHO[(kind is Colluding) + people - 1]}, {games} games: {haul}")
    check(haul.every)
    assert haul.proved > 0.99 * games  # the others were over before they were stopped
    if people == 1:
        assert haul.back > games
    else:
        check(haul.standing)  # among people, no throw is taken back
        assert haul.back > games / 2
