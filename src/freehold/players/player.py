"""The protocol of a player: a person, a built-in bot or a user's bot."""

from __future__ import annotations

from typing import Protocol, cast

from freehold.game import Game
from freehold.game.types import Action

NOTHING = cast(Action, {})  # the answer of a seat that does nothing out of turn


class Player(Protocol):
    """A player in a seat."""

    name: str

    def decide(self, game: Game, seat: int) -> Action:
        """A legal action of this seat. The game must not be changed.

        Called when the seat has to decide, and when it may act out of turn, for example to claim a rent. Only out of
        turn may the answer be empty, `{}`: nothing is done.
        """
        ...

    def close(self) -> None:
        """Release resources such as a process or a file."""
        ...
