"""Gymnasium's spaces of observations and actions. They need the extra `rl`."""

from __future__ import annotations

import numpy as np

from freehold.envs.kernel import layout
from freehold.extras import need

need("rl")

from gymnasium import spaces  # noqa: E402  # only after the check, which says what to install

LARGEST = 1024.0  # no number of an observation is larger: money is counted in units of 1024


def observation_space(players: int) -> spaces.Box:
    return spaces.Box(-LARGEST, LARGEST, (layout.observation_size(players),), np.float32)


def action_space() -> spaces.Discrete:
    return spaces.Discrete(layout.SPACE)
