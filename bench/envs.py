"""Learner steps a second of the environments, on one core: CPU seconds of `VecEnv.step`, and with a random policy.

Run: python bench/envs.py [--envs 512] [--steps 400] [--opponents trader,baron] [--skip routine] [--gpu] [--pettingzoo]

The policy takes any allowed action with equal odds; the episodes of a learner that plays well are longer. With --gpu
environments and policy (torch) are on a GPU, and the time is that of a wall clock.
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import numpy as np

from freehold.envs import VecEnv


def any_allowed(masks: Any, rng: np.random.Generator) -> Any:
    """One allowed action in each environment."""
    where, actions = np.nonzero(masks)
    starts = np.searchsorted(where, np.arange(len(masks)))
    counts = np.diff(starts, append=len(where))
    return actions[starts + (rng.random(len(masks)) * counts).astype(np.int64)]


def on_cpu(opponent: str, given: Any) -> None:
    env = VecEnv("classic", 4, opponent, given.envs, seed=1, skip=given.skip, trades=given.trades)
    rng = np.random.default_rng(1)
    _, masks = env.reset()
    for _ in range(20):
        _, masks, _, _ = env.step(any_allowed(masks, rng))
    alone = ends = wins = allowed = 0.0
    began = time.process_time()
    for _ in range(given.steps):
        actions = any_allowed(masks, rng)
        at = time.process_time()
        _, masks, rewards, ended = env.step(actions)
        alone += time.process_time() - at
        ends += ended.sum()
        wins += rewards.sum()
        allowed += masks.mean() * env.num_actions
    both = time.process_time() - began
    steps = given.envs * given.steps
    print(
        f"{opponent}, skip={given.skip}, trades={given.trades}: {steps / alone:,.0f} steps/s, "
        f"{steps / both:,.0f} with the policy; {steps / max(ends, 1):.0f} steps an episode, "
        f"{allowed / given.steps:.1f} actions allowed, {wins:.0f} wins of {ends:.0f}"
    )


def pettingzoo(steps: int, skip: str = "routine", trades: str = "both") -> tuple[float, int]:
    """Steps per CPU second of one game after another in which every seat learns, and how many games ended."""
    from freehold.envs import pettingzoo_env

    env = pettingzoo_env.env(skip=skip, trades=trades)
    env.reset(seed=1)
    games = 0
    began = time.process_time()
    for _ in range(steps):
        observation, _, terminated, truncated, _ = env.last()
        env.step(None if terminated or truncated else int(observation["action_mask"].argmax()))
        if not env.agents:
            games += 1
            env.reset()
    return steps / (time.process_time() - began), games


def on_gpu(opponent: str, given: Any) -> None:
    import torch

    env = VecEnv("classic", 4, opponent, given.envs, seed=1, skip=given.skip, trades=given.trades, backend="cuda")
    masks = torch.as_tensor(env.reset().masks, device="cuda")

    def step() -> None:
        scores = torch.rand(masks.shape, device="cuda").masked_fill_(masks == 0, -1.0)
        env.step(scores.argmax(1))

    for _ in range(20):
        step()
    torch.cuda.synchronize()
    began = time.perf_counter()
    for _ in range(given.steps):
        step()
    torch.cuda.synchronize()
    seconds = time.perf_counter() - began
    print(f"{opponent}, skip={given.skip}, trades={given.trades}: {given.envs * given.steps / seconds:,.0f} steps/s")


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--envs", type=int, default=512)
    options.add_argument("--steps", type=int, default=400)
    options.add_argument("--opponents", default="trader,baron")
    options.add_argument("--skip", default="nothing,routine")
    options.add_argument("--trades", default="candidates,both")
    options.add_argument("--gpu", action="store_true")
    options.add_argument("--pettingzoo", action="store_true")
    given = options.parse_args()
    skips, trades = given.skip.split(","), given.trades.split(",")
    if given.pettingzoo:
        rate, games = pettingzoo(given.steps * 50, skips[-1], trades[-1])
        return print(f"PettingZoo, the first allowed action: {rate:,.0f} steps/s, {games} games")
    for opponent in given.opponents.split(","):
        for given.skip in skips:
            for given.trades in trades:
                (on_gpu if given.gpu else on_cpu)(opponent, given)


if __name__ == "__main__":
    main()
