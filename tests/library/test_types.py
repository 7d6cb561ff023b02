"""The types of everything public, as mypy and pyright see them from outside: none of them contains `Any`.

`make lint` reads `consumer.py`, whose types it asserts, and the mistakes of `planted_type_errors.py`.
"""

from __future__ import annotations

import inspect
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any, get_type_hints

import pytest

import freehold
from freehold import envs, players, reports, sentences
from freehold.arena.accumulators import Accumulator, Counts
from freehold.arena.balance.answers import PriceTag
from freehold.arena.chunks import Chunk
from freehold.arena.competition import TournamentResult
from freehold.arena.findings import Findings
from freehold.arena.result import Result
from freehold.arena.summaries import BotRow, DeedRow, PlaceRow, SeatRow, SimulationSummary, Spread
from freehold.arena.tournament import Played
from freehold.arena.winning import WinChances
from freehold.envs import gymnasium_env, pettingzoo_env

HERE = Path(__file__).parent
CLASSES: tuple[type, ...] = (
    freehold.Bot, freehold.Edition, freehold.Game, envs.AgainstPolicies, envs.PolicyBot, envs.SeatMemory, envs.VecEnv,
    Accumulator, Chunk, Counts, Findings, Played, Result, TournamentResult, WinChances,
    gymnasium_env.FreeholdEnv, gymnasium_env.FreeholdVectorEnv, pettingzoo_env.FreeholdAEC,
    players.Incident, players.OwnBot, players.Player,
)  # fmt: skip
# Gymnasium's own types: Any without it, and `Space[Any]` with it
SPACES = {
    "VecEnv.single_observation_space", "VecEnv.single_action_space", "FreeholdVectorEnv.single_observation_space",
    "FreeholdVectorEnv.single_action_space", "FreeholdVectorEnv.observation_space", "FreeholdVectorEnv.action_space",
    "FreeholdAEC.observation_space", "FreeholdAEC.observation_spaces",
}  # fmt: skip
# The packages that are public, and functions that the documentation names by their path
PACKAGES: tuple[ModuleType, ...] = (freehold, envs, sentences, reports, players)
FUNCTIONS = ("freehold.envs.pettingzoo_env.env",)


def mypy(folder: Path, *files: Path) -> str:
    """What mypy says of some files in a project of their own, which has the library installed."""
    settings = folder / "mypy.ini"
    missing = "numba.*,gymnasium.*,pettingzoo.*,ray.*,cuda.*,torch.*,IPython.*"
    settings.write_text(f"[mypy]\nstrict = true\n[mypy-{missing}]\nignore_missing_imports = true\n", encoding="utf-8")
    command = [sys.executable, "-m", "mypy", "--no-error-summary", "--config-file", str(settings)]
    found = subprocess.run([*command, *map(str, files)], cwd=folder, capture_output=True, text=True, check=False)
    assert found.stderr == ""
    return found.stdout


def members(kind: type) -> list[str]:
    """The public attributes, properties and methods of a class."""
    ours = [one for one in kind.__mro__ if one.__module__.startswith("freehold")]
    found = {name for one in ours for name in [*vars(one), *getattr(one, "__annotations__", {})]}
    for one in ours if kind is not Accumulator else []:  # a protocol; its docstring has an example
        found |= set(re.findall(r"self\.(\w+)(?:: [^=\n]+)? = ", inspect.getsource(one)))
    return sorted(name for name in found if not name.startswith("_"))


@pytest.mark.thorough
def test_nothing_public_is_any(tmp_path: Path) -> None:
    """The type of every public name, and of every member of the classes that programs meet."""
    asked: dict[int, str] = {}
    lines = [f"import {package.__name__}" for package in PACKAGES]
    lines += [f"from {kind.__module__} import {kind.__name__}" for kind in CLASSES]
    lines += [f"import {name.rpartition('.')[0]}" for name in FUNCTIONS]
    for name in [*(f"{package.__name__}.{name}" for package in PACKAGES for name in package.__all__), *FUNCTIONS]:
        lines.append(f"reveal_type({name})")
        asked[len(lines)] = name
    for kind in CLASSES:
        for name in members(kind):
            full = f"{kind.__name__}.{name}"
            if full not in SPACES:
                lines.append(f"def of_{kind.__name__}_{name}(x: {kind.__name__}) -> None: reveal_type(x.{name})")
                asked[len(lines)] = full
    file = tmp_path / "every_name.py"
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    said = {int(line): what for line, what in re.findall(r"every_name\.py:(\d+): (.*)", mypy(tmp_path, file))}
    assert [asked[line] for line in asked if "Revealed type is" not in said.get(line, "")] == []
    assert {asked[line]: what for line, what in said.items() if re.search(r"\bAny\b", what)} == {}
    assert len(asked) > 180


@pytest.mark.thorough
def test_pyright_agrees(tmp_path: Path) -> None:
    source = (HERE.parents[1] / "src").as_posix()
    settings = {"typeCheckingMode": "strict", "enableTypeIgnoreComments": False, "extraPaths": [source]}
    (tmp_path / "pyrightconfig.json").write_text(json.dumps(settings), encoding="utf-8")
    for name in ("consumer.py", "planted_type_errors.py"):
        (tmp_path / name).write_text((HERE / name).read_text(encoding="utf-8"), encoding="utf-8")
    command = [sys.executable, "-m", "basedpyright", "--pythonpath", sys.executable, "--outputjson"]
    found = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False, env=dict(os.environ))
    wrong = re.findall(r'"file": "[^"]*/(\w+)\.py",\s+"severity": "error",.*?"line": (\d+)', found.stdout, re.DOTALL)
    lines = (HERE / "planted_type_errors.py").read_text(encoding="utf-8").split("\n")
    planted = {number for number, line in enumerate(lines) if "# type: ignore[" in line}
    assert {name for name, _ in wrong} == {"planted_type_errors"}, found.stdout[-2000:]
    assert {int(line) for _, line in wrong} == planted


def fields(kind: Any) -> set[str]:
    return set(get_type_hints(kind))


def test_the_consumer_uses_every_public_name() -> None:
    used = set(re.findall(r"\b\w+", (HERE / "consumer.py").read_text(encoding="utf-8")))
    assert {*freehold.__all__, *envs.__all__, *sentences.__all__} - used == set()
    for name in ("env", "FreeholdEnv", "FreeholdVectorEnv"):
        assert name in used


def test_answers_have_the_fields_of_their_types() -> None:
    found = freehold.simulate("classic", "novice", games=2, players=2, turns=40, backend="python").summary()
    assert found.keys() == fields(SimulationSummary)
    for name, kind in (("seats", SeatRow), ("order", PlaceRow), ("bots", BotRow), ("deeds", DeedRow)):
        assert all(row.keys() == fields(kind) for row in found[name])  # type: ignore[literal-required]
    assert found["length"]["turns"].keys() == fields(Spread)
    tag = freehold.price_tag("free-parking-pot")
    assert tag is not None
    assert tag.keys() == fields(PriceTag)
