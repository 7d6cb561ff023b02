"""Training of the forecast: fifty games and one epoch on the processor. Needs torch, which `make thorough` installs."""

from __future__ import annotations

import json
import math
import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from freehold.arena.tables import Setting, table_of
from freehold.bots import ranks
from freehold.engine import compile as kernel
from freehold.engine.kernel import loops
from freehold.forecast import weights
from freehold.layouts import network_shape as shape
from freehold.learn import matches, positions
from freehold.learn.lineups import scripted, trained_on
from freehold.learn.positions import Positions
from freehold.players.mogul import study_of
from freehold.rules.state import PLAYERS

pytestmark = pytest.mark.thorough

GAMES = 50
SMALL_BATCH = 16  # so that one epoch of so few positions has some twenty steps


@pytest.fixture(scope="module")
def model() -> Any:
    """`freehold.learn.model`, where torch is installed; in CI it must be."""
    if not os.environ.get("CI"):
        pytest.importorskip("torch", reason="Training needs torch: `make thorough` installs it.")
    from freehold.learn import model

    return model


@pytest.fixture(scope="module")
def data() -> Positions:
    """The positions of fifty games."""
    work = positions.jobs(GAMES, 1, trained_on(scripted))
    return positions.join(part for _, part, _ in positions.sample(work, weights.blank(), 1))


def quiet(what: str, **told: float) -> None:
    pass


def test_the_games_give_positions_with_a_winner_who_is_still_in_the_game(data: Positions) -> None:
    assert GAMES < len(data) <= GAMES * positions.PER_GAME
    assert data.alive[np.arange(len(data)), data.winner].all()


def test_one_epoch_lowers_the_loss_on_its_own_positions(model: Any, data: Positions) -> None:
    told: list[tuple[str, dict[str, float]]] = []
    seats = data.alive.sum(1)
    even = float(np.log(seats).mean())  # the loss of somebody who gives every seat the same chance
    network = model.fit(data, data, 1, lambda what, **figures: told.append((what, figures)), batch=SMALL_BATCH)
    assert [(what, figures["number"]) for what, figures in told] == [("epoch", 1)]
    loss = model.loss_on(network, model.tensors(data))
    assert told[0][1]["loss"] == pytest.approx(loss)
    assert loss < 0.9 * even
    again = model.fit(data, data, 1, quiet, start=network, batch=SMALL_BATCH)
    assert model.loss_on(again, model.tensors(data)) < loss


def test_the_integers_of_the_kernel_forecast_what_the_network_does(model: Any, data: Positions) -> None:
    """Rounded to integers, and back to a network, the forecast stays the same but for the rounding."""
    import torch

    network = model.fit(data, data, 1, quiet, batch=SMALL_BATCH)
    known = model.quantise(network)
    inputs = model.tensors(data)
    with torch.no_grad():
        exact = torch.softmax(network(*inputs[:-1]), 1).numpy()
        rounded = torch.softmax(model.dequantise(known)(*inputs[:-1]), 1).numpy()
    assert np.abs(exact - rounded).max() < 0.01
    work = positions.jobs(GAMES, 1, trained_on(scripted))
    (job, part, store), *_ = positions.sample(work, weights.blank(), 1)
    table = table_of(job.setting)
    told = np.zeros(part.alive.size, np.int64)
    lineups = part.lineups.reshape(-1)
    kernel.compiled().forecast_positions(study_of(table.t, table.v)[0], known[0], store, lineups, told)
    chances = told.reshape(part.alive.shape) / shape.CERTAIN
    assert np.abs(chances - exact[: len(part)]).max() < 0.03


@pytest.mark.usefixtures("model")
def test_a_run_writes_weights_that_play_and_a_card_that_says_what_was_done(tmp_path: Path) -> None:
    from freehold.learn import training

    told: list[tuple[str, dict[str, Any]]] = []
    plan = training.Plan(GAMES, rounds=1, own_games=4, epochs=1, seed=3, test_games=4, threads=1)
    card = training.run(plan, tmp_path, lambda what, **figures: told.append((what, figures)))
    assert [what for what, _ in told] == ["positions", "epoch", "round", "epoch"]
    assert (told[0][1]["games"], told[2][1]["games"]) == (GAMES, 4)

    assert json.loads((tmp_path / "card.json").read_text(encoding="utf-8")) == json.loads(json.dumps(card))
    done = card["plan"]
    assert (done["games"], done["rounds"], done["own_games"], done["epochs"], done["seed"]) == (GAMES, 1, 4, 1, 3)
    own = told[2][1]["positions"]
    assert card["positions"] == told[0][1]["positions"] + training.OWN_WEIGHT * own
    assert 0 < own <= 4 * positions.PER_OWN_GAME
    for figures in (card["forecast"], *card["lineups_never_seen"].values()):
        assert figures["positions"] > 0
        assert 0 < figures["log_loss"] < 2 * math.log(PLAYERS)
    assert {name: found["games"] for name, found in card["against"].items()} == {"novice": 4, "trader": 4, "baron": 4}

    found = weights.read(tmp_path / "weights.npz")
    assert all((found[name] != weights.blank()[name]).any() for name in weights.NAMES)
    tables = np.full((4, PLAYERS), ranks.BOT_BARON, np.int8)
    tables[np.arange(4), np.arange(4)] = ranks.BOT_MOGUL
    rows = matches.play(tables, np.arange(4), 1, Setting(), 4, found)
    assert (rows[:, loops.RESULT_ACTIONS] > 100).all()  # fewer than none is a fault
    shipped = matches.play(tables, np.arange(4), 1, Setting(), 4, weights.shipped())
    assert (rows != shipped).any()  # it is these weights that play
