"""A training run: scripted games, a first network, then rounds of its own games; measured, and written with a card."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from freehold.arena.statistics import wilson
from freehold.arena.tables import BotFault, Setting, table_of
from freehold.bots import ranks
from freehold.engine import compile as kernel
from freehold.engine.kernel import loops
from freehold.engine.uses import TRAINING
from freehold.forecast import weights
from freehold.layouts import network_shape as shape
from freehold.learn import matches, model, positions
from freehold.learn.lineups import Lineup, held_out, scripted, trained_on, with_moguls
from freehold.players import ladder
from freehold.players.mogul import study_of
from freehold.rules.state import PLAYERS

Array = np.ndarray[Any, Any]

HELD_OUT = 20  # one game in so many is never trained on
OWN_WEIGHT = 2  # how often the learned players' own positions count
NOISY, OWN_NOISY = 0.6, 0.5  # shares of the games with noise
POWER = 3  # the formula that the forecast is compared with: the third power of a seat's strength
DECILES = 10
SEATS = 4
KINDS_OF_TABLES = {"bots of the kernel": scripted, "with moguls": with_moguls}
ENTRY_POINTS = TRAINING


Sample = tuple[positions.Job, positions.Positions, Array]


@dataclass(frozen=True)
class Plan:
    """What a run does. The defaults take some minutes on two cores."""

    games: int = 20_000
    rounds: int = 1
    own_games: int = 400
    epochs: int = 4
    seed: int = 1
    test_games: int = 200
    threads: int = field(default_factory=lambda: os.cpu_count() or 1)
    without: tuple[str, ...] = ()  # editions that are left out
    start: Path | None = None  # weights to train further


def run(plan: Plan, folder: Path, say: model.Say) -> dict[str, Any]:
    """Train and write `weights.npz` and `card.json` into a folder. The card's content."""
    folder.mkdir(parents=True, exist_ok=True)
    kernel.compiled().prepare(*ENTRY_POINTS)
    began = time.perf_counter()
    known = weights.read(plan.start) if plan.start else weights.blank()
    network = model.dequantise(known) if plan.start else None
    rate = model.RATE / 2 if plan.start else model.RATE
    kernel_bots, own_lineup = trained_on(scripted), trained_on(with_moguls)
    work = positions.jobs(plan.games, plan.seed, kernel_bots, NOISY, without=plan.without)
    data = positions.join(part for _, part, _ in positions.sample(work, known, plan.threads))
    work = positions.jobs(max(1, plan.games // HELD_OUT), plan.seed + 1_000, kernel_bots, NOISY)
    test = positions.sample(work, known, plan.threads)
    tested = positions.join(part for _, part, _ in test)
    say("positions", positions=len(data), games=plan.games, seconds=time.perf_counter() - began)
    network = model.fit(data, tested, plan.epochs, say, start=network, rate=rate)
    for number in range(plan.rounds):
        known, seed = model.quantise(network), plan.seed + 2_000 + number
        work = positions.jobs(plan.own_games, seed, own_lineup, OWN_NOISY, positions.PER_OWN_GAME, plan.without)
        own = positions.join(part for _, part, _ in positions.sample(work, known, plan.threads))
        say("round", number=number + 1, positions=len(own), games=plan.own_games)
        data = positions.join([data, *[own] * OWN_WEIGHT])
        network = model.fit(data, tested, max(1, plan.epochs // 2), say, start=network, rate=model.RATE / 2)
    known = model.quantise(network)
    weights.save(known, folder / "weights.npz")
    card = {
        "plan": asdict(plan) | {"threads": None, "start": str(plan.start) if plan.start else None},
        "positions": len(data),
        "seconds": round(time.perf_counter() - began),
        "forecast": judged(test, known),
        "lineups_never_seen": {name: unseen(make, known, plan) for name, make in KINDS_OF_TABLES.items()},
        "against": {name: against(name, known, plan) for name in ("novice", "trader", "baron")},
    }
    (folder / "card.json").write_text(json.dumps(card, indent=2) + "\n", encoding="utf-8")
    return card


def unseen(make: Lineup, known: Array, plan: Plan) -> dict[str, Any]:
    """The forecast on games, without noise, of line-ups that are held out of the training."""
    work = positions.jobs(plan.test_games, plan.seed + 3_000, held_out(make), per_game=positions.PER_OWN_GAME)
    return judged(positions.sample(work, known, plan.threads), known)


def judged(test: Sequence[Sample], known: Array) -> dict[str, Any]:
    """Log-loss of the forecast and of the formula on held-out games, and what happened by tenths of the forecast."""
    backend = kernel.compiled()
    loss = formula = 0.0
    count, tenths = 0, np.zeros((DECILES, 3))
    for job, part, store in test:
        table, told = table_of(job.setting), np.zeros(len(store) * PLAYERS, np.int64)
        backend.forecast_positions(study_of(table.t, table.v)[0], known[0], store, part.lineups.reshape(-1), told)
        chance = told.reshape(-1, PLAYERS) / shape.CERTAIN
        rows = np.arange(len(store))
        strength = 2.0 ** (part.seats[:, :, model.STRENGTH_INPUT] / shape.ONE) - 1
        power = np.where(part.alive, strength**POWER, 0)
        share = power / np.maximum(power.sum(1, keepdims=True), 1e-9)
        loss -= float(np.log(np.maximum(chance[rows, part.winner], 1e-6)).sum())
        formula -= float(np.log(np.maximum(share[rows, part.winner], 1e-6)).sum())
        count += len(store)
        won = np.arange(PLAYERS) == part.winner[:, None]
        place = np.minimum((chance * DECILES).astype(int), DECILES - 1)
        for tenth in range(DECILES):
            here = (place == tenth) & part.alive
            tenths[tenth] += (here.sum(), chance[here].sum(), (won & here).sum())
    seats = np.maximum(tenths[:, 0], 1)
    return {
        "positions": count,
        "log_loss": round(loss / count, 4),
        "log_loss_of_formula": round(formula / count, 4),
        "calibration": [
            {"seats": int(row[0]), "forecast": round(row[1] / n, 3), "won": round(row[2] / n, 3)}
            for row, n in zip(tenths, seats, strict=True)
        ],
    }


def against(name: str, known: Array, plan: Plan) -> dict[str, Any]:
    """One learned player against three of a scripted bot, on the classic board, from every seat in turn."""
    tables = np.full((plan.test_games, PLAYERS), ladder.RANKS[name], np.int8)
    mine = np.arange(plan.test_games) % SEATS
    tables[np.arange(plan.test_games), mine] = ranks.BOT_MOGUL
    parts = [np.arange(part, plan.test_games, plan.threads) for part in range(min(plan.threads, plan.test_games))]
    with ThreadPoolExecutor(plan.threads) as pool:
        winners = list(pool.map(lambda part: _winners(tables[part], part, known, plan.seed), parts))
    won = sum(int((found == mine[part]).sum()) for part, found in zip(parts, winners, strict=True))
    low, high = wilson(won, plan.test_games)
    return {"games": plan.test_games, "rate": won / plan.test_games, "low": round(low, 4), "high": round(high, 4)}


def _winners(tables: Array, numbers: Array, known: Array, seed: int) -> Array:
    """The winning seats of numbered games on the classic board."""
    rows = matches.play(tables, numbers, seed, Setting(), SEATS, known)
    if (rows[:, loops.RESULT_ACTIONS] < 0).any():
        raise BotFault("A learned player proposed what the rules refuse.")
    return rows[:, loops.RESULT_WINNER]
