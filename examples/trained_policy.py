"""A trained checkpoint that plays, by NumPy alone: `freehold play --bots examples/trained_policy.py:bot`.

`ppo.py` made its weights, `trained_policy.npz`, and its curve; `docs/environments.md` has the command and the rating.
To seat a checkpoint of your own, copy this file beside the file of `--out` and name that one in `WEIGHTS`.

Run: python examples/trained_policy.py [trader [careful]]    how many of 512 games of `VecEnv` it wins against three of
these, who deal with it as at a table if they are careful
"""

import sys
from pathlib import Path

import numpy as np

from freehold.arena.statistics import wilson
from freehold.envs import PolicyBot, VecEnv

WEIGHTS = Path(__file__).with_name("trained_policy.npz")

with np.load(WEIGHTS) as found:
    weights = {name: found[name].astype(np.float32) for name in found.files}


def layer(name, values):
    return weights[f"{name}.weight"] @ values + weights[f"{name}.bias"]


def policy(observation, mask):
    """The likeliest of the allowed actions."""
    hidden = np.maximum(layer("body.2", np.maximum(layer("body.0", observation), 0)), 0)
    return int(np.where(mask, layer("logits", hidden), -np.inf).argmax())


bot = PolicyBot(policy)


def wins(opponents, games, seed=77, careful=False):
    """How many it wins of the first games of a seed, each seat in turn."""
    env = VecEnv("classic", 4, opponents, games, seed, careful=careful)
    observations, masks = env.reset()
    won = np.full(games, -1)
    while (won < 0).any():
        seats = env.learners().copy()
        observations, masks, _, ends = env.step(np.array(list(map(policy, observations, masks))))
        first = ends & (won < 0)
        won[first] = (env.winners == seats)[first]
    return int(won.sum())


if __name__ == "__main__":
    won = wins(sys.argv[1] if len(sys.argv) > 1 else "trader", 512, careful="careful" in sys.argv)
    low, high = wilson(won, 512)
    print(f"{won} of 512: {won / 512:.1%} ({low:.1%} to {high:.1%})")
