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
from freehold.extras import install_command

MIXED = ["baron", "trader", "novice", "random"]


def test_without_a_gpu_one_sentence_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cuda, "library", lambda: SimpleNamespace(is_available=lambda: False))
    assert cuda.missing() == "There is no CUDA GPU here, or its driver does not answer."


def test_without_numba_cuda_one_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numba.cuda", None)
    monkeypatch.delattr("numba.cuda", raising=False)
    says = "The GPU backend needs numba-cuda, which is not installed. Install it with: "
    assert cuda.missing() == says + install_command("gpu")


def test_with_a_gpu_nothing_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cuda, "library", lambda: SimpleNamespace(is_available=lambda: True))
    assert cuda.missing() is None


def ran(module: str, *arguments: str, quiet: bool = True, **variables: str) -> str:
    """What a module prints in a process of its own, with no word on the standard error."""
    paths = os.pathsep.join(path for path in sys.path if path)
    done = subprocess.run(
        [sys.executable, "-m", module, *arguments],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": paths, **variables},
    )
    assert (done.returncode, done.stderr if quiet else "") == (0, ""), done.stderr
    return done.stdout


def simulated(*plans: dict[str, Any]) -> list[Any]:
    """What Numba's simulator of a GPU makes of some plans."""
    told: list[Any] = json.loads(ran("tests.engine.simulated_gpu", json.dumps(plans), NUMBA_ENABLE_CUDASIM="1"))
    return told


def test_without_the_cuda_toolkit_one_sentence_says_so() -> None:
    """Twice in one process: the second import of numba-cuda, of which parts are loaded, ends in the same way."""
    said = ran("tests.engine.no_toolkit", "tests.engine.no_toolkit").splitlines()
    assert (
        said == ["The GPU backend needs the CUDA toolkit: install numba-cuda[cu13], or [cu12] for an older driver."] * 2
    )


def test_without_the_cuda_toolkit_the_other_backends_are_measured() -> None:
    bench = ("freehold", "bench", "--seconds", "0.01", "--json")
    rows = json.loads(ran("tests.engine.no_toolkit", *bench, quiet=False))  # it may say that it compiles
    assert {row["backend"] for row in rows} == {"python", "cpu"}


def test_without_the_cuda_toolkit_the_simulator_plays() -> None:
    plan: dict[str, Any] = {"edition": "classic", "bots": "novice", "games": 2, "turns": 4, "seed": 3}
    given = json.dumps([{**plan, "counted": True}])
    played = ran("tests.engine.no_toolkit", "tests.engine.simulated_gpu", given, NUMBA_ENABLE_CUDASIM="1")
    assert json.loads(played) == [freehold.simulate(**plan).summary()]


@pytest.mark.thorough
def test_the_games_of_the_gpu_are_those_of_the_cpu() -> None:
    """A handful on the simulator: counted with all that is told of them, and alone."""
    plans: list[dict[str, Any]] = [
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
