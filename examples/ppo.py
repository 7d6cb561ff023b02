"""PPO in about a hundred lines of torch: one learner against three bots, with the offers and bids of `freehold.envs`.

Run: python examples/ppo.py [--opponents trader] [--envs 256] [--minutes 10] [--backend cpu|cuda] [--out policy.npz]

Each line is one iteration: learner steps so far, episodes, and how many of them the learner won. One in four is even.
The weights are written at the end, after Ctrl-C too; `trained_policy.py` plays with them by NumPy alone.
"""

from __future__ import annotations

import argparse
import csv
import time
from pathlib import Path
from typing import Any

import numpy as np
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


def train(env: VecEnv, policy: Policy, given: argparse.Namespace, rows: list[tuple[float, int, int, int]]) -> None:
    """Collect and improve until the time is over. Each iteration adds a row: seconds, steps, episodes, won."""
    env.reset()
    device = "cuda" if env.backend == "cuda" else "cpu"
    optimiser = torch.optim.Adam(policy.parameters(), lr=3e-4, eps=1e-5)
    began, steps, seconds = time.perf_counter(), 0, 0.0
    while seconds < given.minutes * 60:
        data = collect(env, policy, given.horizon, device)
        improve(policy, optimiser, data, 3, given.batch)
        steps += data["act"].numel()
        ended = int(data["end"].sum())
        won = int((data["end"] * (data["rew"] > 0.5)).sum())
        seconds = time.perf_counter() - began
        rows.append((round(seconds, 1), steps, ended, won))
        print(f"{seconds:6.0f} s  {steps:11,} steps  {ended:6} episodes  {won / max(ended, 1):6.1%} won", flush=True)


def save(policy: Policy, out: Path, rows: list[tuple[float, int, int, int]]) -> None:
    """The weights, and the curve beside them."""
    np.savez(out, **{name: tensor.cpu().numpy().astype(np.float16) for name, tensor in policy.state_dict().items()})
    with out.with_suffix(".csv").open("w", newline="", encoding="utf-8") as file:
        csv.writer(file, lineterminator="\n").writerows([("seconds", "steps", "episodes", "won"), *rows])


def main() -> None:
    options = argparse.ArgumentParser(
        description=__doc__.splitlines()[0], formatter_class=argparse.ArgumentDefaultsHelpFormatter
    )
    options.add_argument("--opponents", default="trader", help="the bot in the three other seats")
    options.add_argument("--careful", action="store_true", help="they deal as at a table, for what shall sit there")
    options.add_argument("--envs", type=int, default=256, help="games at a time")
    options.add_argument("--horizon", type=int, default=64, help="steps of each game between two updates")
    options.add_argument("--minutes", type=float, default=10, help="of training, to the end of an iteration")
    options.add_argument("--batch", type=int, default=2048, help="steps of one update of the weights")
    options.add_argument("--width", type=int, default=256, help="of the two hidden layers")
    options.add_argument("--shaping", type=float, default=0.5, help="of the reward by the change of evaluation")
    options.add_argument("--backend", default="cpu", choices=("cpu", "cuda"))
    options.add_argument("--seed", type=int, default=1, help="of the games and the weights")
    options.add_argument("--out", type=Path, help="a file for the weights, .npz; the curve is written beside it, .csv")
    given = options.parse_args()
    if given.out and not given.out.absolute().parent.is_dir():
        options.error(f"--out: there is no folder {given.out.absolute().parent}")
    torch.manual_seed(given.seed)
    more = {"shaping": given.shaping, "turns": 600, "careful": given.careful}
    env = VecEnv("classic", 4, given.opponents, given.envs, given.seed, given.backend, **more)
    policy = Policy(env.observation_size, env.num_actions, given.width)
    policy.to("cuda" if given.backend == "cuda" else "cpu")
    rows: list[tuple[float, int, int, int]] = []
    try:
        train(env, policy, given, rows)
    except KeyboardInterrupt:
        print("Stopped.")
    if given.out:
        save(policy, given.out, rows)


if __name__ == "__main__":
    main()
