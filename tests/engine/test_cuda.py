"""The third speed where there is no GPU: it says so in one sentence, and plays the games of the CPU on a simulator.

What it does on a GPU is shown by `bench/gpu.py` and `bench/simulation.py`.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from types import SimpleNamespace
from typing import Any

import pytest

import freehold
from freehold.engine.gpu import cuda

MIXED = ["baron", "trader", "novice", "random"]


def test_without_a_gpu_one_sentence_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cuda, "library", lambda: SimpleNamespace(is_available=lambda: False))
    assert cuda.missing() == "There is no CUDA GPU here, or its driver does not answer."


def test_without_numba_cuda_one_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numba.cuda", None)
    monkeypatch.delattr("numba.cuda", raising=False)
    assert cuda.missing() == "The GPU backend needs numba-cuda: install freehold[gpu]."


def test_with_a_gpu_nothing_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cuda, "library", lambda: SimpleNamespace(is_available=lambda: True))
    assert cuda.missing() is None


def simulated(*plans: dict[str, Any]) -> list[Any]:
    """What Numba's simulator of a GPU makes of some plans, in a process of its own."""
    paths = os.pathsep.join(path for path in sys.path if path)
    done = subprocess.run(
        [sys.executable, "-m", "tests.engine.simulated_gpu", json.dumps(plans)],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": paths, "NUMBA_ENABLE_CUDASIM": "1"},
    )
    assert (done.returncode, done.stderr) == (0, "")
    told: list[Any] = json.loads(done.stdout)
    return told


def test_the_games_of_the_gpu_are_those_of_the_cpu() -> None:
    """A handful on the simulator: counted with all that is told of them, and alone."""
    plans = [
        {"edition": "classic", "bots": MIXED, "games": 5, "turns": 40, "seed": 3, "rotate": True},
        {"edition": "star-wars-2", "bots": "baron", "games": 2, "turns": 40, "seed": 1, "players": 3},
        {"edition": "spider-man", "bots": ["trader", "baron"], "games": 2, "turns": 40, "seed": 2, "variant": "short"},
        {"edition": "game-of-thrones", "bots": ["novice", "random"], "games": 70, "turns": 2, "seed": 4},
        {"edition": "disney-parks", "bots": "novice", "games": 40, "turns": 4, "seed": 5},
    ]
    homes = [freehold.simulate(**plan).summary() for plan in plans]
    away = simulated(*({**plan, "counted": counted} for plan in plans for counted in (True, False)))
    assert away[0::2] == homes
    for home, alone in zip(homes, away[1::2], strict=True):
        assert {key: alone[key] for key in ("digest", "seats", "length")} == {
            key: home[key] for key in ("digest", "seats", "length")
        }
        assert alone["per_game"]["throws"] == 0
