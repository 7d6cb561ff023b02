"""From a `Game` to what an environment shows a learner, and from an action's number back to an action.

Everything is interpreted: a fraction of a millisecond for each decision, without Numba.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

import numpy as np

from freehold.analysis import values
from freehold.arrays import Flags, Floats
from freehold.bots import memory as bot_memory
from freehold.bots.random_player import clear_action
from freehold.engine import records
from freehold.envs.action_names import action_name
from freehold.envs.kernel import actions, layout, observe, play
from freehold.envs.settings import between, bots_of, opponents_of, terms_of
from freehold.game import Game, internals, position
from freehold.game import actions as game_actions
from freehold.game.types import Action
from freehold.rules import codes, state

Observation = Floats
Mask = Flags


class NotAllowed(ValueError):
    """An action that its mask does not allow. Nothing has changed."""

    code = "action-not-allowed"

    def __init__(self, index: int | None, action: int) -> None:
        self.index, self.action = index, action
        where = "The mask" if index is None else f"Environment {index}"
        name = f" ({action_name(action)})" if 0 <= action < layout.SPACE else ""
        super().__init__(f"{where} does not allow the action {action}{name} now: choose one that its mask allows.")


class SeatMemory:
    """What an environment knows of a seat beside the position: the offers it made in this turn, the offer that it is
    putting together, the limit of its bids, and the offers that were refused.

    The settings are those of `VecEnv`. A memory belongs to one seat of one game.
    """

    def __init__(
        self,
        *,
        trades: str = "both",
        bids: str = "limit",
        skip: str = "routine",
        offers: int = 3,
        opponents: str | Sequence[str] = "baron",
    ) -> None:
        self.opponents: str | Sequence[str] | None = opponents
        self._terms = terms_of(trades, bids, skip, offers)
        self._env: Any = records.Environment()
        self._notes: Any = records.Notes()
        self._auction: tuple[int, int, int] | None = None  # the one that the limit holds for

    @classmethod
    def _of(cls, terms: Any, env: Any, notes: Any) -> SeatMemory:
        """From the kernel's records: the settings of environments, and what one of them knows."""
        memory = cls()
        memory.opponents = None  # the notes say who plays
        memory._terms = terms.copy()
        memory._env.copy_from(env)
        memory._notes.copy_from(notes)
        return memory

    def automatic(self, game: Game, seat: int) -> Action | None:
        """The action that an environment takes without asking: to claim a rent, to bid up to the limit, or the only
        one there is. None if the seat has a choice, or nothing to do.
        """
        frame, episode = self._episode(game, seat)
        g, t, x = episode.game, frame.tables, episode.action
        clear_action(x)
        x.b = state.NOBODY
        play.claim_rent(g, t, x, seat)
        if x.a != 0:
            return _written(x, g, seat)
        x.kind = 0
        while seat == g.decider:
            if self._env.limit[seat] != 0:
                actions.raise_bid(g, t, self._env, x, seat)
                return _written(x, g, seat)
            mask = [0] * layout.SPACE
            if actions.mask_actions(frame, episode, frame.moves, cast(Any, mask), 0) != 1 or not self._terms.skip:
                return None
            if actions.take_action(frame, episode, mask.index(1)):
                return _written(x, g, seat)
        return None

    def refused(self, game: Game, seat: int, offer: Action) -> None:
        """An offer or settlement of the seat was turned down: it is not a candidate again for some rounds."""
        x = game_actions.read(offer, position.kept_cards(internals.record(game)), seat)
        to = x.a if x.kind == codes.DO_OFFER else internals.record(game).debt_to[0]
        bot_memory.remember(self._notes, seat, to, x.give, x.ask, x.give_cash - x.ask_cash, game.turns)

    def _episode(self, game: Game, seat: int) -> tuple[Any, Any]:
        """The kernel's records for a decision of a seat. Limits of an earlier auction or turn are forgotten."""
        frame, episode = records.Frame(), records.Episode()
        g = internals.record(game)
        between("seat", seat, 0, g.players - 1)
        frame.tables, frame.values, frame.terms = (
            internals.tables(game),
            values.build(internals.tables(game)),
            self._terms,
        )
        episode.game, episode.notes, episode.env = g, self._notes, self._env
        auction = (g.turns, g.lot, g.bid)
        if self._auction is not None and (self._auction[:2] != auction[:2] or g.bid < self._auction[2]):
            self._env.limit[seat] = 0
        self._auction = auction if g.phase == codes.PHASE_AUCTION else None
        play.forget_limits(g, self._env)
        self._notes.counted = 0
        if self.opponents is not None:
            bots = bots_of(opponents_of(self.opponents, g.players, seat))
            for slot, bot in enumerate(bots):
                self._notes.bot[(seat + slot) % g.players] = bot
        self._env.asked = seat
        return frame, episode


def encode(game: Game, seat: int, memory: SeatMemory | None = None) -> tuple[Observation, Mask]:
    """What `VecEnv` would show this seat, and the mask of its allowed actions: none unless the seat has to decide.

    Without a `memory` the position alone counts, as after `VecEnv.load`, with the default settings of `VecEnv`.
    """
    memory = SeatMemory() if memory is None else memory
    frame, episode = memory._episode(game, seat)
    g, t, v, env = episode.game, frame.tables, frame.values, episode.env
    mask: Any = [0] * layout.SPACE
    if seat == g.decider:
        actions.mask_actions(frame, episode, frame.moves, mask, 0)
    else:
        env = records.Environment()
        env.copy_from(memory._env)
        env.step = env.listed = 0
    row: Any = [0.0] * layout.observation_size(g.players)
    observe.observe(g, t, v, episode.notes, env, seat, row, 0)
    observe.observe_facts(t, v, row, layout.observation_moving(g.players))
    return np.array(row, np.float32), np.array(mask, np.bool_)


def decode(game: Game, seat: int, action: int, memory: SeatMemory | None = None) -> Action | None:
    """The action of this number, as `game.apply` takes it; `NotAllowed` if the rules do not allow it now.

    None if it is only a step towards an offer, which the `memory` keeps: encode again for the next step. Free actions
    that an environment does not offer at this decision (see `skip`) are decoded too.
    """
    memory = SeatMemory() if memory is None else memory
    frame, episode = memory._episode(game, seat)
    g, number = episode.game, int(action)
    mask: Any = [0] * layout.SPACE
    if seat == g.decider:
        terms, frame.terms = frame.terms, frame.terms.copy()
        frame.terms.skip = layout.SKIP_NOTHING
        actions.mask_actions(frame, episode, frame.moves, mask, 0)
        frame.terms = terms
    if number != action or not 0 <= number < layout.SPACE or not mask[number]:
        raise NotAllowed(None, number)
    return _written(episode.action, g, seat) if actions.take_action(frame, episode, number) else None


def _written(x: Any, g: Any, seat: int) -> Action:
    return game_actions.write(x, position.kept_cards(g), seat)
