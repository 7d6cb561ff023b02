"""Results compared with intervals, merged, and as pictures."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import freehold
from freehold.arena.accumulators import Counts
from freehold.arena.comparison import compared
from freehold.arena.pictures import Pictures
from freehold.arena.result import Result
from freehold.arena.simulation import plan_of
from freehold.reports import simulation_html

PICTURES = ["wins", "bots", "order", "lengths", "bankruptcies", "returns", "board"]


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


@pytest.fixture(scope="module")
def bankrupts() -> Result:
    """Games of which every picture has something to show."""
    settings: dict[str, Any] = {"players": 3, "games": 40, "seed": 4, "turns": 200, "backend": "python"}
    found: Result = freehold.simulate("classic", ["baron", "trader", "trader"], **settings)
    assert found.counts.finished
    assert found.counts.unfinished
    return found


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("what", PICTURES)
def test_a_result_is_a_picture(what: str, lang: str, bankrupts: Result, tmp_path: Path) -> None:
    picture = bankrupts.plot(what, lang)
    file = picture.save(tmp_path / "picture.svg")
    root = ElementTree.fromstring(file.read_text(encoding="utf-8"))
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert root.get("lang") == lang
    assert picture._repr_svg_() == picture.svg
    if what != "board":
        assert root.get("color") == "#1b1b1b"  # the letters and lines of a page take its own
        assert bankrupts.plot(what).svg == picture.svg or lang == "fr"


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_pictures_of_a_result_are_those_of_its_report(lang: str, bankrupts: Result) -> None:
    """The same marks: by itself a chart has a title and a legend of its own beside them."""
    page = simulation_html(bankrupts, lang)
    for what in PICTURES[:-1]:
        svg = bankrupts.plot(what, lang).svg
        ((marks, names),) = re.findall('<g class="drawing">(.*)</g>(.*)</svg>', svg)
        assert len(marks) > 300
        assert f'class="chart on-screen" role="img" aria-label="{title(svg)}" fill="currentColor">{marks}' in page
        assert f"<h2>{title(svg)}</h2>" in page
        assert (names != "") == (what == "returns")
    assert bankrupts.plot("board", lang).svg in page
    assert page.count("<svg") == 2 * len(PICTURES) - 1  # each chart for a screen and a phone


def title(svg: str) -> str:
    found: str = re.findall('aria-label="([^"]*)"', svg)[0]
    return found


def test_a_legend_names_every_curve(bankrupts: Result) -> None:
    curves = Pictures(bankrupts.findings("fr")).returns()
    assert len(curves.legend) > 2
    svg = bankrupts.plot("returns", "fr").svg
    for one in curves.legend:
        assert f'fill="{one.colour}"' in svg.rpartition("</g>")[2]
        assert f">{one.name}</text>" in svg
    root = ElementTree.fromstring(svg)
    left, top, wide, high = map(float, root.attrib["viewBox"].split())
    for text in root.findall("{http://www.w3.org/2000/svg}text"):  # the title and the legend
        assert left < float(text.attrib["x"]) < left + wide
        assert top < float(text.attrib["y"]) < top + high


@pytest.mark.parametrize("what", PICTURES)
def test_a_picture_of_a_few_unfinished_games_can_be_drawn(what: str) -> None:
    found = freehold.simulate("classic", "random", games=1, turns=2, players=2, backend="python")
    assert ElementTree.fromstring(found.plot(what).svg).tag.endswith("svg")


def test_an_unknown_picture_is_refused() -> None:
    with pytest.raises(ValueError, match="wins, bots, order, lengths, bankruptcies, returns, board"):
        simulated().plot("pie")
