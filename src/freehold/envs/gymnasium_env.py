"""Gymnasium's `Env` and `VectorEnv` around `VecEnv`. To import this module registers the id `Freehold-v0`.

An observation is `VecEnv`'s; the mask of the allowed actions is in `info["action_mask"]`.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import SupportsIndex, TypeAlias, Unpack, cast

import numpy as np

from freehold.arrays import Bytes, Doubles, Flags, Floats, Integers, Numbers
from freehold.envs.kernel import layout
from freehold.envs.settings import AllSettings, SeatedSettings, one_of
from freehold.envs.spaces import action_space, observation_space
from freehold.envs.vector import VecEnv

# isort: split
import gymnasium  # after `spaces`, which says what to install
from gymnasium.vector import AutoresetMode

ID = "Freehold-v0"

Info: TypeAlias = dict[str, object]


def replaced(games: VecEnv, actions: Numbers, illegal: str) -> tuple[Integers, Flags]:
    """The actions, and which of them are not allowed: unless they are an error, the first allowed one replaces each."""
    given: Integers = np.asarray(actions)
    if illegal == "error":
        return given, np.zeros(games.num_envs, bool)
    wrong = ~games.masks[np.arange(games.num_envs), given]
    return np.where(wrong, games.masks.argmax(axis=1), given), wrong


class Episodes:
    """The return, the length and the time of the episodes that are played, under the names that Gymnasium has."""

    def __init__(self, count: int) -> None:
        self._returns, self._lengths = np.zeros(count), np.zeros(count, np.int64)
        self._began = np.full(count, time.perf_counter())

    def add(self, rewards: Floats, ends: Flags) -> dict[str, Doubles | Integers]:
        """Count a step. The figures so far; those of ended episodes begin anew."""
        self._returns += rewards
        self._lengths += 1
        now = time.perf_counter()
        told: dict[str, Doubles | Integers] = {
            "r": self._returns.copy(),
            "l": self._lengths.copy(),
            "t": now - self._began,
        }
        self._returns[ends], self._lengths[ends], self._began[ends] = 0, 0, now
        return told


class FreeholdEnv(gymnasium.Env[Floats, SupportsIndex]):
    """One game with one learner; the settings are those of `VecEnv`.

    An action that is not allowed raises `NotAllowed`. Some tools take actions without looking at a mask: with
    `illegal="replace"` the first allowed action is taken instead, and `info["illegal"]` says so. The step that ends an
    episode has its return `r`, length `l` and seconds `t` in `info["episode"]`.
    """

    metadata: dict[str, object] = {"render_modes": ["ansi"], "render_fps": 4}  # noqa: RUF012  # as Gymnasium declares it

    def __init__(
        self, *, render_mode: str | None = None, illegal: str = "error", **settings: Unpack[SeatedSettings]
    ) -> None:
        self.illegal = one_of("illegal", illegal, ("replace", "error"))
        every: AllSettings = {**settings, "num_envs": 1, "autoreset": False}
        self.games = VecEnv(**every)
        if "learner" in self.games.opponents:
            raise ValueError("An Env has one learner: use VecEnv or freehold.envs.pettingzoo_env for several.")
        self.observation_space = cast("gymnasium.Space[Floats]", observation_space(self.games.players))
        self.action_space = action_space()
        self._episodes = Episodes(1)
        self.render_mode = render_mode

    def reset(self, *, seed: int | None = None, options: Mapping[str, object] | None = None) -> tuple[Floats, Info]:
        """Begin a game. With `options={"position": …}` it goes on from a position."""
        super().reset(seed=seed)
        self.games.reset(seed)
        self._episodes = Episodes(1)
        if options is not None and "position" in options:
            self.games.load(0, cast(Mapping[str, object], options["position"]))
        return self.games.observations[0].copy(), self._info()

    def step(self, action: SupportsIndex) -> tuple[Floats, float, bool, bool, Info]:
        actions, wrong = replaced(self.games, np.array([action]), self.illegal)
        observations, _, rewards, ends = self.games.step(actions)
        truncated = bool(self.games.truncated[0])
        ended = bool(ends[0]) and not truncated
        info: Info = self._info() | {"illegal": bool(wrong[0])}
        told = self._episodes.add(rewards, ends)
        if ends[0]:
            info["episode"] = {name: values[0].item() for name, values in told.items()}
        return observations[0].copy(), float(rewards[0]), ended, truncated, info

    def action_masks(self) -> Flags:
        """The allowed actions, under the name that sb3-contrib's MaskablePPO asks for."""
        masks: Flags = self.games.masks[0].copy()
        return masks

    def _info(self) -> Info:
        report = self.games.report[0]
        mask: Bytes = self.games.masks[0].astype(np.int8)
        return {
            "action_mask": mask,
            "seat": int(report[layout.REPORT_SEAT]),
            "winner": int(self.games.winners[0]),
        }

    def render(self) -> str:
        """The position in a few lines."""
        position = self.games.save(0)
        rows = [f"{player['name']}: {player['cash']} at {player['square']}" for player in position["players"]]
        return "\n".join([f"{position['edition']}, {position['phase']}", *rows])

    def close(self) -> None:
        self.games.close()


class FreeholdVectorEnv(gymnasium.vector.VectorEnv[Floats, Numbers, Floats | Flags]):
    """Many games with one learner each. The step that ends an episode begins the next one; `infos` then has
    `final_obs`, and the returns `r`, lengths `l` and seconds `t` of those that ended in `episode`.
    """

    metadata: dict[str, object] = {"autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012

    def __init__(
        self,
        num_envs: int = 1,
        illegal: str = "error",
        *,
        render_mode: str | None = None,
        **settings: Unpack[SeatedSettings],
    ) -> None:
        self.illegal = one_of("illegal", illegal, ("replace", "error"))
        self.render_mode = render_mode
        every: AllSettings = {**settings, "num_envs": num_envs, "autoreset": True}
        self.games = VecEnv(**every)
        self.num_envs = num_envs
        self.single_observation_space = observation_space(self.games.players)
        self.single_action_space = action_space()
        self._episodes = Episodes(num_envs)
        self.observation_space = gymnasium.vector.utils.batch_space(self.single_observation_space, num_envs)
        self.action_space = gymnasium.vector.utils.batch_space(self.single_action_space, num_envs)

    def reset(self, *, seed: int | None = None, options: Mapping[str, object] | None = None) -> tuple[Floats, Info]:
        """Begin a game everywhere. One seed is enough: each environment plays games of its own."""
        super().reset(seed=seed)
        observations, masks = self.games.reset(seed)
        self._episodes = Episodes(self.num_envs)
        return observations.copy(), {"action_mask": masks.copy(), "seat": self.games.seats.copy()}

    def action_masks(self) -> Flags:
        """The allowed actions, a row for each environment."""
        masks: Flags = self.games.masks.copy()
        return masks

    def step(self, actions: Numbers) -> tuple[Floats, Floats, Flags, Flags, Info]:
        taken, wrong = replaced(self.games, actions, self.illegal)
        observations, masks, rewards, ends = self.games.step(taken)
        truncated = self.games.truncated
        infos: Info = {"action_mask": masks.copy(), "seat": self.games.seats.copy(), "illegal": wrong}
        told = self._episodes.add(rewards, ends)
        if ends.any():
            infos |= {
                "episode": told,
                "_episode": ends.copy(),
                "final_obs": self.games.final_observations.copy(),
                "_final_obs": ends.copy(),
                "winner": self.games.winners,
                "_winner": ends.copy(),
            }
        return observations.copy(), rewards.copy(), ends & ~truncated, truncated, infos

    def close_extras(self, **kwargs: object) -> None:
        self.games.close()


if ID not in gymnasium.registry:
    gymnasium.register(
        ID,
        entry_point=f"{__name__}:FreeholdEnv",
        vector_entry_point=f"{__name__}:FreeholdVectorEnv",
    )
