"""`VecEnv` against policies: some opponents are bots of the kernel, others are callables, such as earlier selves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Unpack

import numpy as np

from freehold.arrays import Flags, Floats, Integers, Numbers
from freehold.envs.at_table import Mask, Observation
from freehold.envs.kernel import layout
from freehold.envs.settings import LEARNER, EnvironmentSettings
from freehold.envs.vector import Start, Step, VecEnv

ManyActions = Integers
BatchPolicy = Callable[[Observation, Mask], ManyActions]


class AgainstPolicies:
    """Environments in which one learner decides. `opponents` are those to its left: names as in `VecEnv`, or callables
    of many observations and masks, a row each, that return as many actions. The settings are those of `VecEnv`.

    `reset` and `step` return what those of `VecEnv` do: only decisions of the learner are shown.
    """

    def __init__(self, opponents: Sequence[str | BatchPolicy], **settings: Unpack[EnvironmentSettings]) -> None:
        names = [one if isinstance(one, str) else LEARNER for one in opponents]
        if LEARNER in [one for one in opponents if isinstance(one, str)] or settings.get("learner") == "all":
            raise ValueError("One seat learns here: use VecEnv for several.")
        self.policies = {slot: one for slot, one in enumerate(opponents, 1) if not isinstance(one, str)}
        self.env = VecEnv(players=len(names) + 1, opponents=names, **settings)
        if self.env.backend == "cuda":
            raise ValueError("Against policies, environments run on the backends python and cpu.")

    def reset(self, seed: int | None = None) -> Start:
        start = self.env.reset(seed)
        self._answer(np.zeros(self.env.num_envs, np.float32), np.zeros(self.env.num_envs, bool))
        return start

    def step(self, actions: Numbers) -> Step:
        """The learner's actions, then whatever the others do until it has to decide again."""
        env = self.env
        observations, masks, rewards, ends = env.step(actions)
        earned, ended = rewards.copy(), ends.copy()
        self._answer(earned, ended)
        return Step(observations, masks, earned, ended)

    def _answer(self, earned: Floats, ended: Flags) -> None:
        """Let the policies decide until all environments ask the learner. Its rewards are added up."""
        env = self.env
        while True:
            slots = (env.seats - env.learners()) % env.players
            slots[env.seats < 0] = 0  # over, and no other episode begins by itself
            if not slots.any():
                return
            for slot, policy in self.policies.items():
                which = np.flatnonzero(slots == slot)
                if len(which):
                    chosen = policy(env.observations[which], env.masks[which])
                    env.step_some(which, chosen)
                    learner = env.report[which, layout.REPORT_LEARNER]
                    earned[which] += env.seat_rewards[which, learner]
                    ended[which] |= env.ends[which]
