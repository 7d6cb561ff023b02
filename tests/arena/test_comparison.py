"""Results compared with intervals, merged, and as pictures."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import freehold
from freehold.arena.accumulators import Counts
from freehold.arena.comparison import compared
from freehold.arena.simulation import plan_of


def simulated(**given: Any) -> Any:
    settings: dict[str, Any] = {"bots": ["novice", "random"], "games": 6, "turns": 40, "backend": "python"}
    return freehold.simulate("classic", **{**settings, **given})


def counted(finished: int, games: int, turns: int) -> Counts:
    counts = Counts()
    counts.before(plan_of("classic", "novice", games, 1, players=2))
    counts.games, counts.finished = games, finished
    counts.turns.resize(turns + 2, refcheck=False)
    counts.turns[turns], counts.turns[turns + 1] = games // 2, games - games // 2
    return counts


def test_a_difference_has_newcombes_interval() -> None:
    """56 of 70 and 48 of 80: the example of Newcombe's paper (1998, method 10)."""
    (row, *_) = compared(counted(48, 80, 10), counted(56, 70, 10))
    assert row["figure"] == "finished"
    assert row["low"] == pytest.approx(0.0524, abs=1e-4)
    assert row["high"] == pytest.approx(0.3339, abs=1e-4)
    assert row["differs"]


def test_a_mean_differs_or_does_not() -> None:
    row = {one["figure"]: one for one in compared(counted(1, 100, 10), counted(1, 100, 30))}["turns"]
    assert (row["first"], row["second"], row["difference"]) == (10.5, 30.5, 20)
    assert 19.8 < row["low"] < 20 < row["high"] < 20.2
    same = {one["figure"]: one for one in compared(counted(1, 100, 10), counted(1, 100, 10))}["turns"]
    assert not same["differs"]


def test_results_compare_their_games_if_they_have_them() -> None:
    first, second = simulated(per_game=True), simulated(seed=2, per_game=True)
    rows = {row["figure"]: row for row in first.compare(second)}
    assert rows["offers"]["first"] == first.table.column("offers").mean()
    assert "offers" not in {row["figure"] for row in first.compare(simulated())}


def test_results_of_two_seeds_are_one() -> None:
    first, second = simulated(), simulated(seed=2)
    both = first.merge(second)
    assert both.games == 12
    assert both.complete
    assert both.counts.decisions == first.counts.decisions + second.counts.decisions
    assert (first.games, second.games) == (6, 6)
    with pytest.raises(ValueError, match="same seed"):
        first.merge(simulated())
    with pytest.raises(ValueError, match="same setting"):
        first.merge(simulated(seed=2, bots=["novice", "novice"]))


@pytest.mark.parametrize("what", ["wins", "board", "lengths"])
def test_a_result_is_a_picture(what: str, tmp_path: Path) -> None:
    picture = simulated().plot(what)
    file = picture.save(tmp_path / "picture.svg")
    assert ElementTree.fromstring(file.read_text(encoding="utf-8")).tag.endswith("svg")
    assert picture._repr_svg_() == picture.svg


def test_an_unknown_picture_is_refused() -> None:
    with pytest.raises(ValueError, match="wins, board, lengths"):
        simulated().plot("pie")
