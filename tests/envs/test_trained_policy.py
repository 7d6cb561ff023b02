"""The trained checkpoint of the documentation: it plays at a table, and the pages show the curve that it has."""

from __future__ import annotations

import csv
import re
import runpy
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import freehold

ROOT = Path(__file__).resolve().parents[2]
EXAMPLE = ROOT / "examples" / "trained_policy.py"


def test_it_plays_at_a_table() -> None:
    bot = runpy.run_path(str(EXAMPLE))["bot"]
    decided: list[str] = []

    def watch(seat: int, action: Any, events: Any) -> None:
        if seat == 0:
            decided.append(action["type"])

    game = freehold.Game.new("classic", 3, seed=4)
    freehold.play_out(game, [bot, "novice", "novice"], turns=12, watch=watch)
    assert {"roll", "buy"} <= {*decided}


def test_its_wins_are_counted_over_the_first_games_of_a_seed() -> None:
    names = runpy.run_path(str(EXAMPLE))
    names["wins"].__globals__["VecEnv"] = partial(freehold.envs.VecEnv, backend="python", turns=6)
    assert names["wins"]("novice", 3) == 0  # all are cut off


ROW = re.compile(r"^\| ([\d,\u202f]+) \| \d+ \| ([\d,\u202f]+) \| (\d+[.,]\d) % \|$", re.MULTILINE)


@pytest.mark.parametrize("page", ["environments.md", "environnements.md"])
def test_the_curve_of_the_page_is_that_of_the_file(page: str) -> None:
    told = ROW.findall((ROOT / "docs" / page).read_text(encoding="utf-8"))
    with EXAMPLE.with_suffix(".csv").open(encoding="utf-8") as file:
        rows = [{name: float(value) for name, value in row.items()} for row in csv.DictReader(file)]
    before = 0
    for cells in told:
        steps, episodes = (int(re.sub(r"\D", "", cell)) for cell in cells[:2])
        part = [row for row in rows if before < row["steps"] <= steps]
        assert sum(row["episodes"] for row in part) == episodes
        won = 100 * sum(row["won"] for row in part) / episodes
        assert f"{won:.1f}" == cells[2].replace(",", ".")
        before = steps
    assert before == rows[-1]["steps"]
