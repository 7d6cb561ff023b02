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

    def publish(self, seats: Iterable[int], draws: int, since: Mapping[str, int], lobby: bool) -> list[Any]:
        """After a welcome: new chains for seats of which the log has none."""
        if lobby:
            self._hand.given.clear()
        self._hand.hear({"type": "welcome", "draws": draws, "since": since})
        return [self._hand.publish(seat) for seat in seats if lobby or str(seat) not in since]

    def begun(self) -> None:
        self._hand.hear({"type": "begun"})

    def drawn(self, shares: Mapping[str, str | None] | None, chains: Mapping[str, str]) -> None:
        """After an action."""
        self._hand.follow(shares, chains)

    def answer(self, asking: Any) -> Any:
        return self._hand.answer(asking)
