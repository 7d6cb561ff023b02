"""What a simulated browser does for the dice. It is the only part that knows how seats contribute to draws."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from tests.server.contributing import Hand

LENGTH = 100  # links of a chain; a schedule has fewer draws
QUESTION = ("draw", "number", "before", "seat", "action", "asked")  # what is the same each time it is asked


class Dice:
    """The chains of one browser. `given`: by draw and seat, the link and what it was given to."""

    def __init__(self, chance: random.Random) -> None:
        self._hand = Hand(LENGTH, chance)
        self._published: dict[int, Any] = {}  # by seat: the message

    @property
    def given(self) -> Mapping[tuple[int, int], tuple[str, Any]]:
        return self._hand.given

    def enter(self, ends: Mapping[int, str], draws: int, since: Mapping[str, int], lobby: bool) -> list[Any]:
        """After a welcome: chains for seats of which the log has none, or not ours. `ends`: the server's, by seat."""
        if lobby and self._hand.given:  # to a set-up that was not stored: these links are known
            self._hand.given.clear()
            self._published.clear()
        ours = {seat for seat, end in ends.items() if str(seat) in since and end == self._end(seat)["end"]}
        self._hand.hear({"type": "welcome", "draws": draws, "since": {str(seat): since[str(seat)] for seat in ours}})
        for seat in ends.keys() - ours:
            if self._hand.has_given(seat):  # to somebody who had another chain: these links are known
                del self._published[seat]
        return [self._end(seat) for seat in ends if seat not in ours]

    def _end(self, seat: int) -> Any:
        """The end of the seat's chain; the message may have been lost when it was sent before."""
        if seat not in self._published:
            self._published[seat] = self._hand.publish(seat)
        return self._published[seat]

    def begin(self) -> None:
        self._hand.hear({"type": "begun"})

    def follow(self, shares: Mapping[str, str | None] | None, chains: Mapping[str, str]) -> None:
        """After an action."""
        self._hand.follow(shares, chains)

    def answer(self, asking: Any) -> Any:
        return self._hand.answer(asking)


def question(asking: Any) -> Any:
    return {key: asking[key] for key in QUESTION}
