"""What a table asks of whoever sits at it: a person, a bot that comes with Freehold, a bot of the user's own."""

from __future__ import annotations

from typing import Any, Protocol

from freehold.game import Game

Json = dict[str, Any]


class Player(Protocol):
    """Somebody in a chair."""

    name: str

    def decide(self, game: Game, seat: int) -> Json:
        """A legal action of this seat now. The game itself is not touched.

        Asked when the seat owes the decision, and when it may do something out of turn, such as claim a rent. Only out
        of turn the answer may be empty, `{}`: nothing is done.
        """
        ...

    def close(self) -> None:
        """Leave the table: whatever the player holds (a process, a file) is given back."""
        ...
