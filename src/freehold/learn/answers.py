"""The model of acceptance: offers and answers of many kinds of partners, a small network in NumPy, its way to integers.

The partners are the kernel's bots, careful ones and others, moguls, and people that are made up: each judges a deal by
one of several measures, wants more or less, and is not quite consistent. What the made-up ones have answered before is
made up too, by their own measure; so the model learns what a partner's answers say about the next.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from freehold.arena.tables import table_of
from freehold.bots.memory import FULL_SHARE
from freehold.bots.ranks import BOT_MOGUL
from freehold.engine import compile as kernel
from freehold.engine import records
from freehold.engine.batch import DICE, PLAYER, keyed_chances
from freehold.forecast import weights
from freehold.forecast.kernel.acceptance import FIRST_ANSWERS
from freehold.layouts import network_shape as shape
from freehold.learn import positions
from freehold.learn.kernel.answers import ANSWER_WIDTH
from freehold.learn.lineups import KERNEL, SPREAD, Lineup
from freehold.players.mogul import study_of
from freehold.rules.state import PLAYERS

Array = np.ndarray[Any, Any]

ROOM = 400  # rows of a game, at most
CHUNK = 8  # games of one setting
FORMULA_ALONE = 4  # one setting in so many has bots that do not ask the forecast
ANOTHER_MOGUL = 0.25  # the share of tables with two of them
MADE_UP = 0.3  # the share of answers that are those of made-up people
OWN = 4  # how often the offers count that a mogul would make
HELD_OUT = 5  # one game in so many is measured and not learned from
RATE, BATCH, EPOCHS, DECAY = 4e-3, 256, 40, 3e-3
LARGEST = 15.0  # of a weight
RAISE = 30  # what is added at least to an offer that was refused
LEAST_ODDS = 0.7  # nobody is asked for what they will hardly give
UNIT = 1 << shape.WEIGHT_BITS
# the inputs of `forecast/kernel/acceptance.py`
# Made-up people judge by prices, groups, rents, their chance or printed prices: how far they differ from each other,
# and each from itself
MEASURES = (1, 3, 5, 6, 18)
WANTED, WAVERS = np.array((1.2, 1.2, 1.2, 1.2, 0.5)), np.array((0.4, 0.4, 0.4, 0.4, 0.1))
ANSWERED = (14, 15, 16, 17)
FACE, ABOVE_TAKEN, ABOVE_DECLINED = (
    18,
    19,
    20,
)  # what a partner gains by printed prices, beside what it took and refused
# units of the first model: an input, its sign, and what the unit adds
BELIEFS = ((3, -1, -1.5), (5, -1, -1.5), (6, -1, -3.0), (6, 1, 0.5), (14, 1, 1.5), (15, 1, -2.0))
FIRST_BELIEF = 1.5


class Answers(NamedTuple):
    """Offers as the model sees them, and what became of them."""

    deals: Array  # offer, input
    accepted: Array
    partner: Array  # who was asked
    own: Array  # whether it is one that a mogul would make
    game: Array


class Model(NamedTuple):
    first: Array  # input, unit
    bias: Array
    last: Array
    even: Array


def lineup_with_a_mogul(rng: np.random.Generator, players: int) -> Array:
    """Bots of the kernel in any mixture, and a mogul or two."""
    found = rng.choice(KERNEL, PLAYERS, p=rng.dirichlet(SPREAD))
    seats = rng.permutation(players)
    found[seats[: 2 if rng.random() < ANOTHER_MOGUL else 1]] = BOT_MOGUL
    return found


def collect(games: int, seed: int, lineup: Lineup, known: Array, threads: int) -> Answers:
    """Games of many settings with moguls in them, in which partners are asked about deals."""
    kernel.compiled().prepare("collect_answers")
    work = [job for k in range(-(-games // CHUNK)) for job in positions.jobs(CHUNK, seed * 10_000 + k, lineup)]
    with ThreadPoolExecutor(threads) as pool:
        parts = list(pool.map(lambda at: _collect(work[at], known, at), range(len(work))))
    return joined(parts)


def joined(parts: list[Answers]) -> Answers:
    return Answers(*(np.concatenate(field) for field in zip(*parts, strict=True)))


def _collect(job: positions.Job, known: Array, at: int) -> Answers:
    table = table_of(job.setting)
    study = study_of(table.t, table.v)
    study["notes"]["careful"] = at % FORMULA_ALONE != 0
    games = len(job.lineups)
    rows = np.zeros(games * ROOM * shape.DEAL_INPUTS, np.int16)
    told = np.zeros(games * ROOM * ANSWER_WIDTH, np.int16)
    plan = np.array([(job.players, positions.TURNS, 0, 0)], records.SAMPLING)
    c, r = (keyed_chances(range(games), job.seed, kind) for kind in (DICE, PLAYER))
    kept = kernel.compiled().collect_answers(study[0], known[0], plan[0], c, r, job.lineups.reshape(-1), rows, told)
    deals = rows[: kept * shape.DEAL_INPUTS].reshape(kept, -1)
    accepted, partner, own, game = told[: kept * ANSWER_WIDTH].reshape(kept, -1).T
    return Answers(deals, accepted, partner, own, game.astype(np.int64) + CHUNK * at)


def make_up(rng: np.random.Generator, found: Answers, count: int) -> tuple[Array, Array]:
    """Deals with the answers of people that are made up, each with some answers before."""
    before = 9
    rows = rng.integers(len(found.deals), size=(count, before))
    deals = found.deals[rows].astype(np.float32)
    kind = rng.integers(len(MEASURES), size=count)
    measure = np.array(MEASURES)[kind]
    worth = np.take_along_axis(deals, np.broadcast_to(measure[:, None, None], (count, before, 1)), 2)[..., 0]
    wanted = rng.normal(0, 1, (count, 1)) * WANTED[kind, None] * shape.ONE
    says = worth + rng.normal(0, 1, worth.shape) * WAVERS[kind, None] * shape.ONE > wanted
    heard = np.arange(before - 1) < rng.integers(before, size=(count, 1))
    agreed = (says[:, 1:] & heard).sum(1)
    declined = (~says[:, 1:] & heard).sum(1)
    made = deals[:, 0]
    answers = agreed + declined + FIRST_ANSWERS
    for place, part in zip(
        ANSWERED,
        (
            agreed * shape.ONE // answers,
            declined * shape.ONE // answers,
            np.minimum(agreed, 8) * shape.ONE // 8,
            np.minimum(declined, 8) * shape.ONE // 8,
        ),
        strict=True,
    ):
        made[:, place] = part
    face = deals[:, 1:, FACE]
    made[:, ABOVE_TAKEN] = made[:, FACE] - np.where(says[:, 1:] & heard, face, FULL_SHARE).min(1)
    made[:, ABOVE_DECLINED] = made[:, FACE] - np.where(~says[:, 1:] & heard, face, -FULL_SHARE).max(1)
    return made, says[:, 0]


def prior(rng: np.random.Generator) -> Model:
    """What is believed before any answer: a partner wants a fair deal that does not lower its chance, and goes on as it
    has answered so far. The other units begin at random.
    """
    first = rng.normal(0, 0.2, (shape.DEAL_INPUTS, shape.DEAL_WIDTH)).astype(np.float32)
    last = rng.normal(0, 0.1, shape.DEAL_WIDTH).astype(np.float32)
    for unit, (place, sign, weight) in enumerate(BELIEFS):
        first[:, unit] = 0
        first[place, unit], last[unit] = sign, weight
    return Model(first, np.zeros(shape.DEAL_WIDTH, np.float32), last, np.full(1, FIRST_BELIEF, np.float32))


def fit(found: Answers, seed: int, epochs: int = EPOCHS) -> Model:
    """Train on the games that are not held out."""
    rng = np.random.default_rng(seed)
    known = Answers(*(part[found.game % HELD_OUT != 0] for part in found))
    deals, said = make_up(rng, known, int(MADE_UP * len(known.deals)))
    x = np.concatenate([known.deals, deals]).astype(np.float32) / shape.ONE
    y = np.concatenate([known.accepted, said]).astype(np.float32)
    weight = np.concatenate([np.where(known.own, OWN, 1), np.ones(len(said))]).astype(np.float32)
    model = prior(rng)
    mean, square = ([np.zeros_like(part) for part in model] for _ in range(2))
    steps = epochs * max(1, len(x) // BATCH)
    for step, some in enumerate(_batches(rng, len(x), epochs), start=1):
        rate = RATE * (1 - step / (steps + 1))
        for k, (part, slope) in enumerate(zip(model, _slopes(model, x[some], y[some], weight[some]), strict=True)):
            mean[k] += 0.1 * (slope - mean[k])
            square[k] += 0.01 * (slope**2 - square[k])
            move = mean[k] / (1 - 0.9**step) / (np.sqrt(square[k] / (1 - 0.99**step)) + 1e-8)
            part -= rate * (move + DECAY * part)
            np.clip(part, -LARGEST, LARGEST, out=part)
    return model


def _batches(rng: np.random.Generator, count: int, epochs: int) -> Iterator[Array]:
    size = min(BATCH, count)
    for _ in range(epochs):
        order = rng.permutation(count)
        for start in range(0, count - size + 1, size):
            yield order[start : start + size]


def _slopes(model: Model, x: Array, y: Array, weight: Array) -> tuple[Array, ...]:
    """The gradient of the log-loss."""
    hidden = np.maximum(x @ model.first + model.bias, 0)
    wrong = (1 / (1 + np.exp(-(hidden @ model.last + model.even))) - y) * weight / weight.sum()
    back = np.outer(wrong, model.last) * (hidden > 0)
    return x.T @ back, back.sum(0), hidden.T @ wrong, wrong.sum(keepdims=True)


def quantise(model: Model) -> dict[str, Array]:
    """The fields of the kernel's record."""
    return {
        "deal": np.round(model.first * UNIT).astype(np.int16).reshape(-1),
        "deal_bias": np.round(model.bias * UNIT * shape.ONE).astype(np.int32),
        "deal_last": np.round(model.last * UNIT).astype(np.int16),
        "deal_even": np.round(model.even[0] * UNIT * shape.ONE).astype(np.int32),
        "deal_least": np.array(LEAST_ODDS * shape.CERTAIN).astype(np.int32),
        "deal_raise": np.array(RAISE).astype(np.int32),
    }


def odds(parts: dict[str, Array], deals: Array) -> Array:
    """The chances that the kernel computes for these deals."""
    total = parts["deal_bias"] + deals.astype(np.int64) @ parts["deal"].reshape(shape.DEAL_INPUTS, -1).astype(np.int64)
    score = parts["deal_even"] + (np.maximum(total, 0) >> shape.WEIGHT_BITS) @ parts["deal_last"].astype(np.int64)
    return np.asarray(1 / (1 + np.exp(-score / (UNIT * shape.ONE))))


def measured(parts: dict[str, Array], found: Answers) -> dict[str, Any]:
    """Log-loss and calibration on the games that were held out: all questions, and the offers a mogul would make."""
    held = found.game % HELD_OUT == 0
    return {name: _measured(parts, found, held & of) for name, of in (("all", held), ("own", found.own == 1))}


def _measured(parts: dict[str, Array], found: Answers, here: Array) -> dict[str, Any]:
    chance, said = np.clip(odds(parts, found.deals[here]), 1e-4, 1 - 1e-4), found.accepted[here]
    base = np.clip(said.mean(), 1e-4, 1 - 1e-4)
    tenth = np.minimum((chance * 10).astype(int), 9)
    return {
        "answers": int(here.sum()),
        "accepted": round(float(said.mean()), 4),
        "log_loss": round(float(-np.where(said, np.log(chance), np.log(1 - chance)).mean()), 4),
        "log_loss_of_their_mean": round(float(-(base * np.log(base) + (1 - base) * np.log(1 - base))), 4),
        "calibration": [
            {
                "answers": int(at.sum()),
                "said": round(float(chance[at].mean()), 3),
                "yes": round(float(said[at].mean()), 3),
            }
            for at in (tenth == k for k in range(10))
            if at.any()
        ],
    }


def save(parts: dict[str, Array], path: Path) -> None:
    np.savez_compressed(path, **{name: parts[name] for name in weights.ACCEPTANCE})  # type: ignore[arg-type]
