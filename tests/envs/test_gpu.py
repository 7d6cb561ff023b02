"""Environments on a GPU take the same steps, shown on Numba's simulator; `bench/envs.py --gpu` needs a real one."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

import pytest

from freehold.engine.gpu import cuda
from freehold.envs import VecEnv
from tests.envs.simulated_steps import digest

PLANS: list[dict[str, Any]] = [
    {"settings": {"opponents": ["trader", "random", "baron"], "num_envs": 3, "shaping": 0.5, "turns": 24}, "steps": 5},
    {"settings": {"edition": "star-wars-2", "players": 2, "learner": "all", "num_envs": 1}, "steps": 4},
    {"settings": {"opponents": "trader", "num_envs": 2, "skip": "nothing", "trades": "builder"}, "steps": 6},
]


def test_the_steps_of_the_gpu_are_those_of_the_cpu() -> None:
    away = [{**plan, "settings": {**plan["settings"], "backend": "cuda"}} for plan in PLANS]
    paths = os.pathsep.join(path for path in sys.path if path)
    done = subprocess.run(
        [sys.executable, "-m", "tests.envs.simulated_steps", json.dumps(away)],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": paths, "NUMBA_ENABLE_CUDASIM": "1"},
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout) == [digest(**plan) for plan in PLANS]


def test_without_a_gpu_one_sentence_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cuda, "missing", lambda: "There is no CUDA GPU here, or its driver does not answer.")
    with pytest.raises(RuntimeError, match="There is no CUDA GPU here"):
        VecEnv(backend="cuda")
