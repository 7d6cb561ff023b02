"""PPO in about a hundred lines of torch: one learner against three bots, with the offers and bids of `freehold.envs`.

Run: python examples/ppo.py [--opponents trader] [--envs 256] [--minutes 10] [--backend cpu|cuda] [--out policy.pt]

Each line is one iteration: learner steps so far, episodes, and how many of them the learner won. One in four is even.
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import torch
from torch import nn

from freehold.envs import VecEnv, layout

GAMMA, LAMBDA, CLIP, ENTROPY = 0.997, 0.95, 0.2, 0.01
RARELY = (  # selling, mortgaging and building offers: taken blindly, they ruin any player
    (layout.ID_SELL, layout.ID_REDEEM),
    (layout.ID_SELL_GROUP, layout.ID_CANDIDATE),
    (layout.ID_ASK, layout.ID_GIVE),
)


class Policy(nn.Module):
    """Logits of the actions and the value of a position."""

    def __init__(self, inputs: int, actions: int, width: int = 256) -> None:
        super().__init__()
        self.body = nn.Sequential(nn.Linear(inputs, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU())
        self.logits, self.value = nn.Linear(width, actions), nn.Linear(width, 1)
        nn.init.zeros_(self.logits.weight)  # at first the observation does not matter, and these are rare:
        with torch.no_grad():
            for first, after in RARELY:
                self.logits.bias[first:after] = -4.0

    def forward(self, observations: Any, masks: Any) -> tuple[torch.distributions.Categorical, torch.Tensor]:
        hidden = self.body(observations)
        logits = self.logits(hidden).masked_fill(~masks, -1e9)
        return torch.distributions.Categorical(logits=logits, validate_args=False), self.value(hidden).squeeze(-1)


def collect(env: VecEnv, policy: Policy, horizon: int, device: str) -> dict[str, torch.Tensor]:
    """Play `horizon` steps everywhere. The environment overwrites its arrays, so what is kept is copied."""

    def kept(array: Any, kind: torch.dtype) -> torch.Tensor:
        return torch.as_tensor(array, device=device).to(kind, copy=True)

    rows: dict[str, list[torch.Tensor]] = {name: [] for name in ("obs", "mask", "act", "logp", "value", "rew", "end")}
    for _ in range(horizon):
        observations, masks = kept(env.observations, torch.float32), kept(env.masks, torch.bool)
        with torch.no_grad():
            chosen, value = policy(observations, masks)
            action = chosen.sample()
        env.step(action if env.backend == "cuda" else action.numpy())
        row = (observations, masks, action, chosen.log_prob(action), value)
        for name, tensor in zip(("obs", "mask", "act", "logp", "value"), row, strict=True):
            rows[name].append(tensor)
        rows["rew"].append(kept(env.rewards, torch.float32))
        rows["end"].append(kept(env.ends, torch.float32))
    with torch.no_grad():
        _, last = policy(kept(env.observations, torch.float32), kept(env.masks, torch.bool))
    found = {name: torch.stack(tensors) for name, tensors in rows.items()}
    gain, after = torch.zeros_like(last), last
    advantages = torch.zeros_like(found["rew"])
    for k in range(horizon - 1, -1, -1):  # generalised advantage estimation
        goes_on = 1 - found["end"][k]
        delta = found["rew"][k] + GAMMA * after * goes_on - found["value"][k]
        gain = delta + GAMMA * LAMBDA * goes_on * gain
        advantages[k], after = gain, found["value"][k]
    found["adv"], found["ret"] = advantages, advantages + found["value"]
    return found


def improve(policy: Policy, optimiser: Any, data: dict[str, torch.Tensor], epochs: int, batch: int) -> None:
    flat = {name: tensor.flatten(0, 1) for name, tensor in data.items()}
    flat["adv"] = (flat["adv"] - flat["adv"].mean()) / (flat["adv"].std() + 1e-8)
    for _ in range(epochs):
        order = torch.randperm(len(flat["act"]), device=flat["act"].device)
        for some in order.split(batch):
            chosen, value = policy(flat["obs"][some], flat["mask"][some])
            ratio = (chosen.log_prob(flat["act"][some]) - flat["logp"][some]).exp()
            adv = flat["adv"][some]
            surrogate = torch.min(ratio * adv, ratio.clamp(1 - CLIP, 1 + CLIP) * adv).mean()
            loss = -surrogate + 0.5 * (value - flat["ret"][some]).pow(2).mean() - ENTROPY * chosen.entropy().mean()
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(policy.parameters(), 0.5)
            optimiser.step()


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--opponents", default="trader")
    options.add_argument("--envs", type=int, default=256)
    options.add_argument("--horizon", type=int, default=64)
    options.add_argument("--minutes", type=float, default=10)
    options.add_argument("--batch", type=int, default=2048)
    options.add_argument("--shaping", type=float, default=0.5, help="of the reward by the change of evaluation")
    options.add_argument("--backend", default="cpu")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--out")
    given = options.parse_args()
    torch.manual_seed(given.seed)
    device = "cuda" if given.backend == "cuda" else "cpu"
    env = VecEnv("classic", 4, given.opponents, given.envs, given.seed, given.backend, shaping=given.shaping, turns=600)
    env.reset()
    policy = Policy(env.observation_size, env.num_actions).to(device)
    optimiser = torch.optim.Adam(policy.parameters(), lr=3e-4, eps=1e-5)
    began, steps = time.perf_counter(), 0
    while time.perf_counter() - began < given.minutes * 60:
        data = collect(env, policy, given.horizon, device)
        improve(policy, optimiser, data, 3, given.batch)
        steps += data["act"].numel()
        ended = int(data["end"].sum())
        won = int((data["end"] * (data["rew"] > 0.5)).sum())
        seconds = time.perf_counter() - began
        print(f"{seconds:6.0f} s  {steps:11,} steps  {ended:6} episodes  {won / max(ended, 1):6.1%} won", flush=True)
    if given.out:
        torch.save(policy.state_dict(), given.out)


if __name__ == "__main__":
    main()
