"""What a simulated browser does for the dice. It is the only part that knows how seats contribute to draws."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from typing import Any

from tests.server.contributing import Hand

LENGTH = 100  # links of a chain; a schedule has fewer draws


class Dice:
    """The chains of one browser. `given`: by draw and seat, the link and what it was given to."""

    def __init__(self, chance: random.Random) -> None:
        self._hand = Hand(LENGTH, chance)

    @property
    def given(self) -> Mapping[tuple[int, int], tuple[str, Any]]:
        return self._hand.given

    def publish(self, seats: Iterable[int], expected: Mapping[str, str], lobby: bool) -> list[Any]:
        """After a welcome: new chains for seats that have none, or have lost theirs."""
        if lobby:
            self._hand.given.clear()
        return [self._hand.publish(seat) for seat in seats if lobby or not expected.get(str(seat))]

    def drawn(self, seats: Iterable[int], shares: Mapping[str, str | None]) -> list[Any]:
        """After a draw: a new chain for a seat whose link was not there in time."""
        return [self._hand.publish(seat) for seat in seats if shares.get(str(seat), "") is None]

    def answer(self, asking: Any) -> Any:
        return self._hand.answer(asking)
