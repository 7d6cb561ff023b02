"""The bench of the best response: its games are a mogul's where it has nothing of its own, and training goes on."""

from __future__ import annotations

import pickle
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from freehold.arena import bot_games
from freehold.arena.tables import Setting, table_of
from freehold.engine import records
from freehold.forecast import weights
from freehold.game import internals
from freehold.rules import codes
from tests.table import A, B, deeds, table

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "bench"))
import best_response as bench

pytestmark = pytest.mark.thorough

SEED = 77


def task(**changes: Any) -> bench.Task:
    return bench.Task(range(0), SEED, weights.shipped(), knows=False, learning=False)._replace(**changes)


@pytest.fixture(scope="module")
def learned() -> bench.Played:
    return bench.play(task(numbers=range(2), knows=True, learning=True))


def test_with_the_shipped_weights_it_plays_as_a_mogul() -> None:
    found = table_of(Setting()).twin()
    found.seat(["mogul"] * bench.SEATS)
    g, kept = bench.play_game(found, task(), 1)
    as_moguls = bot_games.play(Setting(), ["mogul"] * bench.SEATS, range(1, 2), SEED)
    assert (g["winner"][0], g["turns"][0]) == (as_moguls.winner[0], as_moguls.turns[0])
    assert not kept


def test_it_makes_no_offer_that_a_mogul_refuses() -> None:
    game = table("classic", turn=A, phase="end", cash={A: 1300, B: 700}, deeds=deeds(B, 6, 39, 11) | deeds(A, 13, 26))
    found = table_of(Setting()).twin()
    found.seat(["mogul"] * 2)
    responder = bench.Responder(found, SEED, weights.shipped(), knows=True)
    g, x = records.to_record(internals.record(game), records.GAME), np.zeros(1, records.ACTION)
    x["kind"], x["a"], x["b"], x["ask"] = codes.DO_OFFER, B, -1, 1 << 39
    for cash, accepted in ((20, False), (900, True)):
        x["give_cash"] = cash
        assert responder.is_accepted(g, found.n, A, x) == accepted
    cheaper = responder.haggled(g, found.n, A, x)
    assert 20 < cheaper["give_cash"][0] < 900
    assert responder.is_accepted(g, found.n, A, cheaper)
    assert g["phase"][0] == codes.PHASE_END  # nothing has happened yet


def test_positions_are_kept_with_the_winner_of_their_game(learned: bench.Played) -> None:
    assert learned.unfinished == 0
    assert 2 <= len(learned.store) <= 2 * bench.KEPT
    assert set(learned.store["phase"]) == {codes.PHASE_ROLL}
    for number in range(2):
        assert len(set(learned.winner[learned.number == number])) == 1


def test_training_goes_on_from_given_weights(learned: bench.Played, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("torch", exc_type=ImportError)
    from freehold.learn import model

    found, shipped = table_of(Setting()), weights.shipped()
    network = model.dequantise(shipped)
    assert (model.quantise(network) == shipped).all()
    loss = bench.log_loss(found, learned, shipped)
    data = bench.encoded(found, learned)
    assert model.loss_on(network, model.tensors(data)) == pytest.approx(loss, abs=0.02)  # activations are rounded
    parts = learned._replace(number=np.arange(len(learned.number)))
    from_another_process = pickle.loads(pickle.dumps(parts))
    assert (bench.fitted(found, [parts, from_another_process], "cpu") != shipped).any()
    assert "log-loss of held-out games" in capsys.readouterr().out


def test_what_is_known_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    with ThreadPoolExecutor(1) as pool:
        bench.run(pool, "the shipped mogul", 1, task())
    assert capsys.readouterr().out.startswith("| the shipped mogul | 1 | ")
