"""The network in torch, and its way to integers: the same shape as `forecast/kernel/network.py`, in floating point."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numpy as np
import torch
from torch import nn

from freehold.engine import records
from freehold.forecast import weights
from freehold.layouts import network_shape as shape
from freehold.learn.positions import Positions

BATCH = 8192
RATE = 2e-3
DECAY = 1e-5
LARGEST = 7.9  # of a weight, so that 32 bits hold every sum of products
STRENGTH_INPUT = 5  # the place of a seat's strength among its inputs
OUT = -1e9  # the score of a seat that is not in the game
LAYERS = ("group", "own", "others", "position", "second", "last")
BIASES = (("group_bias", "group"), ("first_bias", "own"), ("second_bias", "second"))
UNIT = 1 << shape.WEIGHT_BITS

Tensors = tuple[torch.Tensor, ...]
Say = Callable[..., None]  # takes what is told, "positions", "round" or "epoch", and its figures by name


class Network(nn.Module):  # type: ignore[misc]  # torch is an extra, and has no types where it is not installed
    """Groups are summed into their seat, all seats share one network, and each gets a score."""

    def __init__(self) -> None:
        super().__init__()
        self.group = nn.Linear(shape.GROUP_INPUTS, shape.GROUP_WIDTH)
        self.own = nn.Linear(shape.SEAT_WIDTH, shape.FIRST)
        self.others = nn.Linear(shape.SEAT_WIDTH, shape.FIRST, bias=False)
        self.position = nn.Linear(shape.GLOBAL_INPUTS, shape.FIRST, bias=False)
        self.second = nn.Linear(shape.FIRST, shape.SECOND)
        self.last = nn.Linear(shape.SECOND, 1, bias=False)
        self.strength = nn.Parameter(torch.tensor(1.0))
        with torch.no_grad():
            for layer, scale in ((self.group, 0.5), (self.own, 0.5), (self.others, 0.3), (self.last, 0.3)):
                layer.weight.mul_(scale)

    def forward(self, groups: torch.Tensor, seats: torch.Tensor, facts: torch.Tensor, alive: torch.Tensor) -> Any:
        group = groups.float() / shape.ONE
        held = group[..., :1] > 0  # the first input is 1 wherever the seat holds something
        summed = (torch.relu(self.group(group)) * held).sum(2).clamp(max=shape.HIGHEST / shape.ONE)
        seat = seats.float() / shape.ONE
        rows = torch.cat([summed, seat], 2) * alive[..., None]
        shared = self.others(rows.sum(1, keepdim=True)) + self.position(facts.float() / shape.ONE)[:, None]
        hidden = torch.relu(self.second(torch.relu(self.own(rows) + shared)))
        score = self.last(hidden)[..., 0] + self.strength * seat[..., STRENGTH_INPUT]
        return score.masked_fill(~alive, OUT)


def fit(
    data: Positions,
    held_out: Positions,
    epochs: int,
    say: Say,
    *,
    start: Network | None = None,
    rate: float = RATE,
    batch: int = BATCH,
    device: str = "",
) -> Network:
    """Train on positions, on a GPU if there is one; after each epoch the loss on positions that were held out."""
    device = device or ("cuda" if torch.cuda.is_available() else "cpu")
    torch.manual_seed(0)
    network: Network = (start or Network()).to(device)
    inputs, tests = tensors(data, device), tensors(held_out, device)
    optimiser = torch.optim.AdamW(network.parameters(), lr=rate, weight_decay=DECAY, betas=(0.9, 0.99))
    batch = min(batch, len(data))
    steps = len(data) // batch
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, rate, total_steps=epochs * steps + 1, pct_start=0.1)
    began = time.perf_counter()
    for epoch in range(epochs):
        order = torch.randperm(len(data), device=device)
        for step in range(steps):
            some = order[step * batch : (step + 1) * batch]
            loss = _loss(network, tuple(part[some] for part in inputs))
            optimiser.zero_grad(set_to_none=True)
            loss.backward()
            optimiser.step()
            schedule.step()
            with torch.no_grad():
                for parameter in network.parameters():
                    parameter.clamp_(-LARGEST, LARGEST)
        say("epoch", number=epoch + 1, loss=loss_on(network, tests), seconds=time.perf_counter() - began)
    network.cpu()
    return network


def loss_on(network: Network, data: Tensors) -> float:
    total = 0.0
    with torch.no_grad():
        for start in range(0, len(data[-1]), 8 * BATCH):
            some = tuple(part[start : start + 8 * BATCH] for part in data)
            total += float(_loss(network, some, "sum"))
    return total / max(1, len(data[-1]))


def _loss(network: Network, some: Tensors, reduction: str = "mean") -> torch.Tensor:
    return nn.functional.cross_entropy(network(*some[:-1]), some[-1].long(), reduction=reduction)


def tensors(data: Positions, device: str = "cpu") -> Tensors:
    parts = (data.groups, data.seats, data.facts, data.alive, data.winner)
    return tuple(torch.from_numpy(np.ascontiguousarray(part)).to(device) for part in parts)


def quantise(network: Network) -> np.ndarray[Any, Any]:
    """The weights as integers, in the record of the kernel."""
    found = {name: value.detach().numpy() for name, value in network.state_dict().items()}
    made = weights.blank()
    for name in LAYERS:
        made[name][0] = np.round(found[f"{name}.weight"].T * UNIT).astype(np.int64).reshape(-1)
    for name, layer in BIASES:
        made[name][0] = np.round(found[f"{layer}.bias"] * UNIT * shape.ONE).astype(np.int64)
    made["strength"] = int(np.round(found["strength"] * UNIT))
    assert made.dtype == records.WEIGHTS
    return made


def dequantise(known: np.ndarray[Any, Any]) -> Network:
    """The network of such weights, so that training can go on from them."""
    network = Network()
    found = {"strength": known["strength"][0] / UNIT}
    for name in LAYERS:
        layer = getattr(network, name)
        found[f"{name}.weight"] = known[name][0].reshape(layer.in_features, layer.out_features).T / UNIT
    for name, layer in BIASES:
        found[f"{layer}.bias"] = known[name][0] / (UNIT * shape.ONE)
    network.load_state_dict({name: torch.tensor(value, dtype=torch.float32) for name, value in found.items()})
    return network
