"""A policy as a bot: whatever takes an observation and a mask and returns an action's number plays at any table."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypedDict, Unpack

from freehold.envs.at_table import Mask, Observation, SeatMemory, decode, encode
from freehold.game import Game
from freehold.game.types import Action, View

Policy = Callable[[Observation, Mask], int]


class SeatSettings(TypedDict, total=False):
    """The settings of `SeatMemory`."""

    trades: str
    bids: str
    skip: str
    offers: int
    opponents: str | Sequence[str]


class PolicyBot:
    """A bot that asks a policy. `settings` are those of `SeatMemory`: the ones that the policy was trained with.

        bot = PolicyBot(lambda observation, mask: int(mask.argmax()))

    In a file `my_policy.py` it plays as `my_policy.py:bot` wherever a bot is named.
    """

    def __init__(self, policy: Policy, **settings: Unpack[SeatSettings]) -> None:
        SeatMemory(**settings)  # refuses unknown ones at once
        self.policy = policy
        self.settings = settings
        self._seats: dict[int, _Seat] = {}

    def decide(self, view: View, legal: Sequence[Action]) -> Action | None:
        """The policy's action; None out of turn, except for a rent that can be claimed."""
        game = Game.load({key: value for key, value in view.items() if key not in ("decks", "you")})
        at: int = view["you"]  # type: ignore[typeddict-item]  # a bot's view says where it sits
        seat = self._seats.get(at)
        if seat is None or seat.is_over(game):
            seat = self._seats[at] = _Seat(SeatMemory(**self.settings))
        seat.look(game, at)
        action = seat.memory.automatic(game, at)
        while action is None and game.decider == at:
            observation, mask = encode(game, at, seat.memory)
            action = decode(game, at, self.policy(observation, mask), seat.memory)
            action = seat.memory.automatic(game, at) if action is None else action
        seat.last = action
        return action


class _Seat:
    """The memory of a seat, and what became of its last offer."""

    def __init__(self, memory: SeatMemory) -> None:
        self.memory = memory
        self.last: Action | None = None
        self._turns = 0
        self._owners: Mapping[str, int] = {}

    def is_over(self, game: Game) -> bool:
        """Whether another game has begun."""
        return game.turns < self._turns

    def look(self, game: Game, seat: int) -> None:
        """If no deed has changed hands since the seat's offer, it was refused."""
        owners = _owners(game)
        if self.last is not None and self.last["type"] in ("offer", "settle") and owners == self._owners:
            self.memory.refused(game, seat, self.last)
        self._turns, self._owners, self.last = game.turns, owners, None


def _owners(game: Game) -> Mapping[str, int]:
    return {square: deed["owner"] for square, deed in game.view()["deeds"].items()}
