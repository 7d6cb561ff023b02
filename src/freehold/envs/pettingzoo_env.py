"""PettingZoo's AEC interface around `VecEnv`: one agent for each seat that learns."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypedDict, Unpack, cast

import numpy as np

from freehold.arrays import Bytes, Floats
from freehold.envs.kernel import layout
from freehold.envs.settings import AllSettings, SeatedSettings
from freehold.envs.spaces import action_space, observation_space
from freehold.envs.vector import VecEnv

# isort: split
from gymnasium import spaces  # after `spaces`, which says what to install
from pettingzoo import AECEnv


class Observed(TypedDict):
    """What an agent is shown."""

    observation: Floats
    action_mask: Bytes


def env(**settings: Unpack[SeatedSettings]) -> FreeholdAEC:
    """An environment with the settings of `VecEnv`; without any, every seat learns."""
    return FreeholdAEC(**settings)


class FreeholdAEC(AECEnv[str, Observed, int]):  # type: ignore[misc]  # PettingZoo has no types
    """One game. An agent is called `seat_0` and so on; scripted opponents are none. A bankrupt agent is terminated.

    An observation has `observation` and `action_mask`, which allows nothing while another agent has to act.
    """

    metadata: dict[str, object] = {"render_modes": [], "name": "freehold_v0", "is_parallelizable": False}  # noqa: RUF012

    def __init__(self, **settings: Unpack[SeatedSettings]) -> None:
        super().__init__()
        learner = settings.get("learner", "all")
        if learner == "rotate":
            raise ValueError("Agents are seats here: learner is a seat or 'all'.")
        every: AllSettings = {**settings, "learner": learner, "num_envs": 1, "autoreset": False}
        self.games = VecEnv(**every)
        self.render_mode = None
        players = self.games.players
        first = 0 if learner == "all" else int(learner)
        names = ["learner", *self.games.opponents]
        learners = sorted((first + slot) % players for slot in range(players) if names[slot] == "learner")
        self.possible_agents = [f"seat_{seat}" for seat in learners]
        self._seats = {f"seat_{seat}": seat for seat in learners}
        space = spaces.Dict(
            {
                "observation": observation_space(players),
                "action_mask": spaces.Box(0, 1, (layout.SPACE,), np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = {agent: action_space() for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, object] | None = None) -> None:
        """Begin a game. With `options={"position": …}` it goes on from a position."""
        self.games.reset(seed)
        if options is not None and "position" in options:
            self.games.load(0, cast(Mapping[str, object], options["position"]))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, object]] = {agent: {} for agent in self.agents}
        self._select()

    def _select(self) -> None:
        seat = int(self.games.seats[0])
        self.agent_selection = f"seat_{seat}" if seat >= 0 else self.agents[0]
        self._asked = seat

    def observe(self, agent: str) -> Observed:
        """The agent that has to act is shown what the environment has encoded; for others it is encoded here."""
        seat = self._seats[agent]
        if seat == self._asked:
            mask = self.games.masks[0].astype(np.int8)
            return {"observation": self.games.observations[0].copy(), "action_mask": mask}
        return {"observation": self.games.observed(0, seat), "action_mask": np.zeros(layout.SPACE, np.int8)}

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        games, earned, sums = self.games, self.rewards, self._cumulative_rewards
        games.step(np.array([action]))
        over = bool(games.ends[0])
        truncated = over and bool(games.truncated[0])
        out, rewards = games.bankrupt(0).tolist(), games.seat_rewards[0].tolist()
        self._select()
        dead = False
        for one in self.agents:
            seat = self._seats[one]
            earned[one] = rewards[seat]
            sums[one] += rewards[seat]
            self.terminations[one] = ended = out[seat] or (over and not truncated)
            self.truncations[one] = truncated
            dead |= ended or truncated
        if dead:
            self._deads_step_first()

    def render(self) -> None:
        return None

    def close(self) -> None:
        self.games.close()
