"""The wish of somebody at a table to take something back, and how often one may have such wishes."""

from __future__ import annotations

from freehold.server.protocol.messages import Refused, TakeBackWish

FREE_IN_A_TURN = 20  # what one seat may take back in one turn while others wait: each time it has a new time to decide


class Wishes:
    """`now`: the wish that the others are asked about."""

    __slots__ = ("_asked", "_free", "_turn", "now")

    def __init__(self) -> None:
        self.now: TakeBackWish | None = None
        self._asked: dict[int, int] = {}  # by seat: the number of the last action when it wished something
        self._turn, self._free = -1, 0

    def ask(self, seat: int, number: int) -> None:
        """A seat asks the others: once after each action."""
        if self._asked.get(seat) == number:
            raise Refused("take-back-refused")
        self._asked[seat] = number

    def take(self, turn: int) -> None:
        """Something is taken back freely while others wait."""
        self._turn, self._free = turn, self._free + 1 if turn == self._turn else 1
        if self._free > FREE_IN_A_TURN:
            raise Refused("take-back-often")
