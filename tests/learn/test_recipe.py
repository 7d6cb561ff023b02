"""Training by a recipe: declared in one file, resumable, with a card that says what was done."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from freehold.cli.commands.arena.train import recipe_called
from freehold.cli.terminal import WrongUsage
from freehold.forecast import weights
from freehold.learn import positions, recipe
from freehold.learn.recipe import Recipe, parts_of, recipes


def test_the_recipes_begin_from_nothing_and_every_older_self_exists() -> None:
    assert set(recipes()) == {"short", "shipped"}
    for found in recipes().values():
        assert found.stages[0].lineup == "scripted"
        for at, stage in enumerate(found.stages):
            assert len(stage.selves) <= at
            assert sum(stage.selves) == pytest.approx(1 if stage.selves else 0)
            parts = list(parts_of(found, at))
            assert sum(games for _, games, _ in parts) == stage.games
            assert {ago for _, _, ago in parts} == set(range(max(1, len(stage.selves))))


def test_no_two_parts_have_the_same_dice() -> None:
    for found in recipes().values():
        seeds = [seed for at in range(len(found.stages)) for seed, _, _ in parts_of(found, at)]
        assert len(set(seeds)) == len(seeds)
        assert not set(seeds) & {found.seed + recipe.TEST_SEED, found.seed + recipe.TEST_SEED + 1}


def test_an_older_self_plays_its_share_of_the_games() -> None:
    found = recipes()["shipped"]
    last = len(found.stages) - 1
    games = [0, 0, 0]
    for _, count, ago in parts_of(found, last):
        games[ago] += count
    shares = [count / found.stages[last].games for count in games]
    assert shares == pytest.approx(found.stages[last].selves, abs=0.05)


def test_a_recipe_that_does_not_exist_is_refused_with_those_that_do() -> None:
    with pytest.raises(WrongUsage, match="short, shipped"):
        recipe_called("long", "en")


def test_the_folder_of_another_recipe_is_left_alone(tmp_path: Path) -> None:
    recipe._claim(recipes()["short"], tmp_path)
    recipe._claim(recipes()["short"], tmp_path)
    with pytest.raises(recipe.OtherRecipe):
        recipe._claim(recipes()["shipped"], tmp_path)


def small() -> Recipe:
    """The short recipe with fewer games."""
    short = recipes()["short"]
    first, own = short.stages
    return replace(short, test_games=4, stages=(replace(first, games=100, part=50), replace(own, games=8, part=4)))


def quiet(what: str, **told: Any) -> None:
    pass


@pytest.mark.nightly  # a training run; not yet seen to its end
def test_a_run_that_was_stopped_goes_on_and_ends_with_the_same_weights(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not os.environ.get("CI"):
        pytest.importorskip("torch", reason="Training needs torch: `make thorough` installs it.")
    whole = recipe.run(small(), tmp_path / "whole", quiet, 1)
    assert json.loads((tmp_path / "whole" / "card.json").read_text(encoding="utf-8")) == json.loads(json.dumps(whole))
    assert whole["weights_digest"] == recipe.digest_of(weights.read(tmp_path / "whole" / "weights.npz"))
    assert whole["stages"][0]["log_loss"] < whole["stages"][0]["log_loss_before"]

    sample, played = positions.sample, []

    def stopped(work: Any, known: Any, threads: int) -> Any:
        played.append(len(work))
        if len(played) == 2:
            raise KeyboardInterrupt
        return sample(work, known, threads)

    monkeypatch.setattr(positions, "sample", stopped)
    with pytest.raises(KeyboardInterrupt):
        recipe.run(small(), tmp_path / "parts", quiet, 1)
    assert [path.name for path in tmp_path.glob("parts/part-*.npz")] == ["part-0-0000.npz"]
    assert recipe.run(small(), tmp_path / "parts", quiet, 1)["weights_digest"] == whole["weights_digest"]


def test_the_package_has_a_card_for_its_weights() -> None:
    card = json.loads((files("freehold.forecast") / "data" / "card.json").read_text(encoding="utf-8"))
    assert card["weights_digest"] == recipe.digest_of(weights.shipped())
    assert card["made_by"]
    assert card["limits"]
