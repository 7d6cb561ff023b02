"""Training by a recipe: stages that are declared in `recipes.toml`, with checkpoints, so that a run can be resumed.

The folder of a run keeps the positions of each part and the weights of each stage. Whoever starts the same recipe with
the same folder again goes on after the last part. At the end there are `weights.npz` and `card.json` beside them.
"""

from __future__ import annotations

import hashlib
import json
import time
import tomllib
from collections.abc import Iterator
from dataclasses import asdict, dataclass, fields
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np

from freehold.forecast import weights
from freehold.learn import positions
from freehold.learn.lineups import scripted, trained_on, with_moguls
from freehold.learn.positions import Positions

Array = np.ndarray[Any, Any]

LINEUPS = {"scripted": scripted, "with_moguls": with_moguls}
TEST_SEED = 900  # added to the seed of a recipe, for the positions that every stage is measured on
TEST_GAMES = 20  # of the first stage's games, one in so many are measured
LIMITS = (
    "It knows how bots play on, not how people do.",
    "All moguls of a game have the same weights: older selves play in games of their own.",
    "The model of acceptance is trained apart (learn/answers.py).",
)


class OtherRecipe(ValueError):
    """A folder has the parts of another recipe, or of another version of it."""


@dataclass(frozen=True)
class Stage:
    """One stage: see `recipes.toml`."""

    lineup: str
    games: int
    part: int
    per_game: int
    noise: float
    epochs: int
    rate: float
    times: int
    selves: tuple[float, ...]


@dataclass(frozen=True)
class Recipe:
    name: str
    about: str
    seed: int
    test_games: int
    stages: tuple[Stage, ...]

    def digest(self) -> str:
        return hashlib.sha256(json.dumps(asdict(self), sort_keys=True).encode()).hexdigest()


def recipes() -> dict[str, Recipe]:
    """The recipes of the package, by name."""
    found = tomllib.loads((files("freehold.learn") / "recipes.toml").read_text(encoding="utf-8"))
    return {name: _recipe(name, told) for name, told in found.items()}


def _recipe(name: str, told: dict[str, Any]) -> Recipe:
    stages = tuple(Stage(**stage | {"selves": tuple(stage["selves"])}) for stage in told["stages"])
    return Recipe(name, told["about"], told["seed"], told["test_games"], stages)


def parts_of(recipe: Recipe, at: int) -> Iterator[tuple[int, int, int]]:
    """The parts of a stage: their seed, their games, and which older self plays in them (0: the last one)."""
    stage = recipe.stages[at]
    shares = np.cumsum(stage.selves) if stage.selves else np.ones(1)
    for number, start in enumerate(range(0, stage.games, stage.part)):
        ago = int(np.searchsorted(shares, (start + 0.5) / stage.games))
        yield recipe.seed + 100 * at + number, min(stage.part, stage.games - start), min(ago, max(0, at - 1))


def run(recipe: Recipe, folder: Path, say: Any, threads: int) -> dict[str, Any]:
    """Follow a recipe, from where the folder has got to. What the card says."""
    folder.mkdir(parents=True, exist_ok=True)
    _claim(recipe, folder)
    began = time.perf_counter()
    stages = [_stage(recipe, at, folder, say, threads) for at in range(len(recipe.stages))]
    known = weights.read(_weights(folder, len(recipe.stages) - 1))
    weights.save(known, folder / "weights.npz")
    card = {
        "recipe": asdict(recipe),
        "recipe_digest": recipe.digest(),
        "weights_digest": digest_of(known),
        "stages": stages,
        "figures": _figures(recipe, known, threads),
        "limits": LIMITS,
        "seconds_of_the_last_start": round(time.perf_counter() - began),
    }
    (folder / "card.json").write_text(json.dumps(card, indent=2) + "\n", encoding="utf-8")
    return card


def digest_of(known: Array) -> str:
    """A hash over the integers of the forecast; the file itself has a date in it."""
    found = hashlib.sha256()
    for name in weights.NAMES:
        found.update(known[name].tobytes())
    return found.hexdigest()


def _claim(recipe: Recipe, folder: Path) -> None:
    """Note whose folder it is; `OtherRecipe` if it is another's."""
    note = folder / "recipe.json"
    if not note.exists():
        note.write_text(json.dumps({"recipe": recipe.name, "digest": recipe.digest()}) + "\n", encoding="utf-8")
    if json.loads(note.read_text(encoding="utf-8"))["digest"] != recipe.digest():
        raise OtherRecipe(str(folder))


def _weights(folder: Path, at: int) -> Path:
    return folder / f"stage-{at}.npz"


def _stage(recipe: Recipe, at: int, folder: Path, say: Any, threads: int) -> dict[str, Any]:
    """Play and train one stage, unless that is done. What the card says of it."""
    from freehold.learn import model

    note, stage = folder / f"stage-{at}.json", recipe.stages[at]
    if note.exists():
        found: dict[str, Any] = json.loads(note.read_text(encoding="utf-8"))
        return found
    began = time.perf_counter()
    own = [_part(recipe, at, number, folder, threads) for number in range(len(list(parts_of(recipe, at))))]
    older = [_saved(path) for k in range(at) for path in sorted(folder.glob(f"part-{k}-*.npz"))]
    data = positions.join([*older, *own * stage.times])
    say("positions", positions=len(data), games=stage.games, seconds=time.perf_counter() - began)
    tested = _tested(recipe, threads)
    start = model.dequantise(weights.read(_weights(folder, at - 1))) if at else None
    before = model.loss_on(start or model.Network(), model.tensors(tested))
    network = model.fit(data, tested, stage.epochs, say, start=start, rate=stage.rate * model.RATE)
    known = model.quantise(network)
    weights.save(known, _weights(folder, at))
    told = {
        "positions": len(data),
        "steps": stage.epochs * (len(data) // min(model.BATCH, len(data))),
        "seeds": [seed for seed, _, _ in parts_of(recipe, at)],
        "log_loss_before": round(before, 4),
        "log_loss": round(model.loss_on(network, model.tensors(tested)), 4),
        "weights_digest": digest_of(known),
        "seconds": round(time.perf_counter() - began),
    }
    note.write_text(json.dumps(told) + "\n", encoding="utf-8")
    return told


def _part(recipe: Recipe, at: int, number: int, folder: Path, threads: int) -> Positions:
    """The positions of one part, from its file or from games that are played now."""
    path, stage = folder / f"part-{at}-{number:04}.npz", recipe.stages[at]
    if path.exists():
        return _saved(path)
    seed, games, ago = list(parts_of(recipe, at))[number]
    known = weights.read(_weights(folder, at - 1 - ago)) if at else weights.blank()
    work = positions.jobs(games, seed, trained_on(LINEUPS[stage.lineup]), stage.noise, stage.per_game)
    found = positions.join(part for _, part, _ in positions.sample(work, known, threads))
    fresh = path.with_suffix(".new.npz")
    np.savez_compressed(fresh, **{field.name: getattr(found, field.name) for field in fields(Positions)})
    fresh.rename(path)  # a part is whole, or it is not there
    return found


def _saved(path: Path) -> Positions:
    with np.load(path) as file:
        return Positions(*(file[field.name] for field in fields(Positions)))


def _tested(recipe: Recipe, threads: int) -> Positions:
    """Positions of games that no stage has learned from."""
    games = max(1, recipe.stages[0].games // TEST_GAMES)
    work = positions.jobs(games, recipe.seed + TEST_SEED, trained_on(scripted), recipe.stages[0].noise)
    return positions.join(part for _, part, _ in positions.sample(work, weights.blank(), threads))


def _figures(recipe: Recipe, known: Array, threads: int) -> dict[str, Any]:
    """The forecast on line-ups that no stage has seen, and matches against scripted bots."""
    from freehold.learn import training

    plan = training.Plan(seed=recipe.seed + TEST_SEED + 1, test_games=recipe.test_games, threads=threads)
    return {
        "lineups_never_seen": {
            name: training.unseen(make, known, plan) for name, make in training.KINDS_OF_TABLES.items()
        },
        "against": {name: training.against(name, known, plan) for name in ("novice", "trader", "baron")},
    }
