"""The balance laboratory: what it finds in tables and in games, what it measures, and the command with its page."""

from __future__ import annotations

import json
import tomllib
from html.parser import HTMLParser
from importlib.resources import files
from pathlib import Path
from typing import Any, cast

import msgspec
import numpy as np
import pytest

import freehold as library
from freehold.arena.balance import comparison, laboratory, measures, restricted
from freehold.arena.balance.game_checks import game_findings
from freehold.arena.balance.table_checks import table_findings
from freehold.arena.simulation import plan_of
from freehold.editions import checks, load
from freehold.reports.balance_page import BalanceReport, page

from ..cli.terminal import Terminal
from .planted_faults import PLANTED, Planted

IN_TABLES = [one for one in PLANTED if one.codes != ("endless", "long")]


@pytest.mark.parametrize("name", library.editions())
def test_the_tables_of_the_shipped_editions_are_in_line(name: str) -> None:
    assert table_findings(load(name)) == []


def test_buildings_that_cost_a_fifth_everywhere_are_a_finding() -> None:
    board = load("classic")
    lots = [
        msgspec.structs.replace(lot, house_cost=lot.house_cost // 5) if lot.kind == "street" else lot
        for lot in board.squares
    ]
    assert [finding.code for finding in table_findings(msgspec.structs.replace(board, squares=tuple(lots)))] == [
        "buildings-low"
    ]


def test_the_scale_of_the_money_is_no_finding() -> None:
    edition = load("classic")
    squares = tuple(
        msgspec.structs.replace(
            square, price=square.price * 4, rents=tuple(rent * 4 for rent in square.rents),
            mortgage=square.mortgage * 4, house_cost=square.house_cost * 4,
            dice_multipliers=tuple(factor * 4 for factor in square.dice_multipliers),
        )
        for square in edition.squares
    )  # fmt: skip
    found = {finding.code for finding in table_findings(msgspec.structs.replace(edition, squares=squares))}
    assert found == {"salary-low", "cash-low", "fine-low"}


@pytest.mark.parametrize("planted", PLANTED, ids=lambda one: one.name)
def test_a_planted_fault_passes_the_checks_of_an_edition(planted: Planted) -> None:
    file = files("freehold.editions") / "data" / f"{planted.base}.toml"
    raw = tomllib.loads(file.read_text(encoding="utf-8"))
    changed = msgspec.json.decode(msgspec.json.encode(planted.edition()))
    assert checks.faults(overlaid(raw, changed)) == []
    assert overlaid(raw, changed) != raw


def overlaid(raw: Any, changed: Any) -> Any:
    """A file's table with the values of another, without the keys that the file leaves out."""
    if isinstance(raw, dict):
        return {key: overlaid(value, changed[key]) for key, value in raw.items()}
    if isinstance(raw, list) and len(raw) == len(changed):
        return [overlaid(one, other) for one, other in zip(raw, changed, strict=True)]
    return changed


@pytest.mark.parametrize("planted", IN_TABLES, ids=lambda one: one.name)
def test_a_fault_in_the_tables_is_found_and_nothing_else(planted: Planted) -> None:
    found = [finding.as_json() for finding in table_findings(planted.edition())]
    assert planted.found(found)
    for one in found:  # no finding elsewhere
        assert one["code"] in (*planted.codes, "mortgage"), one["text"]["en"]
        assert all(one["text"].values())


def measured(**more: Any) -> dict[str, Any]:
    """Figures as of a usual edition."""
    even = [{"place": place, "value": 0.25, "low": 0.24, "high": 0.26} for place in (1, 2, 3, 4)]
    return {
        "length": {
            "rounds": {"value": 37.0, "low": 36.0, "high": 38.0},
            "minutes": {"value": 80.0, "low": 79.0, "high": 81.0},
            "unfinished": {"value": 0.0, "low": 0.0, "high": 0.01, "after": 250},
        },
        "seats": even,
        "early_bankruptcies": {"value": 0.1, "low": 0.09, "high": 0.11, "rounds": 20},
        "luck": None,
        "groups": [],
        "restricted": [],
        **more,
    }


def beyond(value: float, **more: Any) -> dict[str, Any]:
    return {"value": value, "low": value - 0.01, "high": value + 0.01, **more}


def earning(group: str, value: float) -> dict[str, Any]:
    return {"group": group, "return": beyond(value)}


@pytest.mark.parametrize(
    ("given", "codes"),
    [
        ({}, []),
        ({"seats": [beyond(0.4, place=1), beyond(0.1, place=2)] * 2}, ["seat-behind"] * 2),
        ({"early_bankruptcies": beyond(0.3, rounds=20)}, ["early"]),
        ({"luck": {"best": beyond(0.3, bot="baron", even=0.25)}}, ["luck"]),
        ({"restricted": [beyond(0.4, restriction="trades", even=0.25)]}, ["restricted-trades"]),
        ({"groups": [earning("brown", 4), *[earning("red", 1)] * 3]}, ["earns-much"]),
        ({"groups": [earning("brown", 0.3), *[earning("red", 1)] * 3]}, ["earns-little"]),
    ],
)  # fmt: skip
def test_a_figure_beyond_its_threshold_is_a_finding(given: dict[str, Any], codes: list[str]) -> None:
    found = game_findings(load("classic"), measured(**given))
    assert [one.code for one in found if one.code != "seat-ahead"] == codes
    assert all(sentence for one in found for sentence in one.as_json()["text"].values())


def test_an_interval_across_the_threshold_is_no_finding() -> None:
    wide = {"value": 0.3, "low": 0.2, "high": 0.4, "rounds": 20}
    assert game_findings(load("classic"), measured(early_bankruptcies=wide)) == []


def test_a_comparison_in_one_sentence() -> None:
    one, other = measured(luck={"luck": beyond(0.8)}), measured(luck={"luck": beyond(0.7)})
    one["length"]["rounds"] = {"value": 51.8, "low": 51.0, "high": 52.6}
    made = comparison.compared(one, other)
    assert made["rounds"]["value"] == pytest.approx(1.4)
    assert made["rounds"]["low"] < 1.4 < made["rounds"]["high"]
    assert made["text"]["en"].startswith("Games last 40% longer (")
    assert made["text"]["en"].endswith("; luck counts more.")
    assert made["text"]["fr"].endswith("la chance compte davantage.")


def test_luck_of_equal_and_of_unequal_chances() -> None:
    counts = library.simulate("classic", ["baron", "random", "random", "random"], games=40, rotate=True).counts
    counts.bots.update({"baron": 40 - counts.bots["baron"], "random": -counts.bots["random"]})  # the baron wins all
    assert measures.luck(counts)["luck"]["value"] == pytest.approx(1 - (0.75**2 + 3 * 0.25**2) / 4 / (0.25 * 0.75))
    counts.bots.update({"baron": -30, "random": 30})
    assert measures.luck(counts)["luck"]["value"] == pytest.approx(1)


def test_the_mean_of_a_histogram_with_its_interval() -> None:
    row = measures.mean_of(np.array([0, 0, 50, 0, 50]), 0.5)
    assert row["value"] == pytest.approx(1.5)
    assert row["high"] - row["value"] == pytest.approx(1.96 * 0.5025 / 10, rel=1e-3)


@pytest.mark.parametrize("restriction", restricted.RESTRICTIONS)
def test_a_restricted_player_plays_whole_games(restriction: str) -> None:
    plan = plan_of("classic", "baron", 8, 1, turns=1000)
    assert 0 <= restricted.wins(plan, restriction) <= 8


@pytest.fixture(scope="module")
def made() -> dict[str, Any]:
    found: Any = library.balance("classic", compare="star-wars-2", games=10, parts=("luck",))
    return cast(dict[str, Any], found)


def test_the_same_seed_gives_the_same_result(made: dict[str, Any]) -> None:
    assert made == library.balance("classic", compare="star-wars-2", games=10, parts=("luck",))
    assert json.loads(json.dumps(made)) == made
    compared: Any = made["compared"]
    assert compared["text"]["en"]


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_page_has_all_parts(made: dict[str, Any], lang: str) -> None:
    more = {
        "restricted": [beyond(0.3, restriction=name, even=0.25) for name in restricted.RESTRICTIONS],
        "skill": [beyond(0.5, bot=one, against=other) for one in ("baron", "mogul") for other in ("baron", "trader")],
    }
    written = page(BalanceReport(made | more, load("classic"), lang))
    HTMLParser().feed(written)
    assert written.count("<svg") == 6  # three charts, each for a screen and a phone
    assert 'class="cross"' in written
    assert "http" not in written.partition("<body>")[2]


def test_the_command_prints_what_the_library_gives(freehold: Terminal, tmp_path: Path) -> None:
    run = freehold("balance", "classic", "--games", "10", "--quick", "--json")
    assert (run.code, run.err) == (0, "")
    assert json.loads(run.out) == library.balance("classic", games=10, parts=("games",))
    written = tmp_path / "balance.html"
    assert freehold("balance", "classic", "--games", "10", "--quick", "--html", str(written)).code == 0
    assert "<h1>Classic: is it in balance?</h1>" in written.read_text(encoding="utf-8")
    told = freehold("balance", "classic", "--games", "10", "--quick", "--lang", "fr").out
    assert "Classique" in told
    assert "tours de table" in told


@pytest.mark.parametrize(
    "args", [("--games", "0"), ("--players", "9"), ("--compare", "nowhere"), ("--house", "no-such-rule"), ("nowhere",)]
)
def test_wrong_usage_is_one_sentence(freehold: Terminal, args: tuple[str, ...]) -> None:
    run = freehold("balance", *args)
    assert run.code == 2
    assert len(run.err.strip().splitlines()) == 1


@pytest.mark.parametrize(
    ("given", "said"), [({"games": 0}, "games"), ({"players": 1}, "players"), ({"parts": ("all",)}, "part")]
)
def test_the_library_refuses_with_a_sentence(given: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        library.balance("classic", **given)


@pytest.mark.thorough
def test_eighteen_of_twenty_planted_faults_are_found_and_nothing_in_the_shipped_editions() -> None:
    missed = [
        one.name
        for one in PLANTED
        if not one.found(library.balance(one.edition(), games=250, parts=("games",))["findings"])
    ]
    assert len(missed) <= 2, missed
    for name in library.editions():
        assert library.balance(name, games=500, parts=("luck",))["findings"] == [], name


@pytest.mark.thorough
def test_everything_together() -> None:
    made = library.balance("classic", games=100, parts=laboratory.PARTS)
    skill = {(row["bot"], row["against"]): row["value"] for row in made["skill"]}
    assert skill["mogul", "trader"] > skill["novice", "trader"]
    assert len(made["restricted"]) == 3
    trades, hotels, _ = library.balance("classic", games=1000, parts=("restricted",))["restricted"]
    assert trades["value"] < hotels["value"]  # 3 and 22 of 100 games, where it was first seen
