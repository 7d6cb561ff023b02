"""`freehold bench`: a figure for every backend, and nothing that takes long."""

from __future__ import annotations

import importlib
import json
from typing import Any

import pytest

from freehold.arena.chunks import Plan, backends
from freehold.arena.pool import cores
from freehold.cli.commands.arena.bench import FIGURES, LINE_UPS, measure, tables
from freehold.engine.gpu import cuda

from .terminal import Terminal

bench = importlib.import_module("freehold.cli.commands.arena.bench")  # not the command, which has its name


def test_json_is_what_programs_rely_on(freehold: Terminal) -> None:
    run = freehold("bench", "--seconds", "0.01", "--json")
    assert (run.code, run.err) == (0, "")
    rows = json.loads(run.out)
    assert {row["backend"] for row in rows} == set(backends())
    for row in rows:
        assert set(row) == {"backend", "workers", "bots", *FIGURES}
        assert row["decisions_per_second"] > row["games_per_second"] > 0
        assert row["counted_games_per_second"] > 0
        assert len(row["bots"]) == 4
    assert {row["bots"][0] for row in rows} == set(LINE_UPS)
    assert {row["workers"] for row in rows} == {1, cores()}


@pytest.mark.parametrize(("lang", "says"), [("en", "decisions/s"), ("fr", "décisions/s")])
def test_the_table_in_both_languages(freehold: Terminal, lang: str, says: str) -> None:
    run = freehold("bench", "--seconds", "0.01", "--lang", lang)
    assert (run.code, run.err) == (0, "")
    assert says in run.out
    assert "4 × baron" in run.out


def test_each_line_is_shown_as_soon_as_it_is_measured(freehold: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C in the fourth line: the three before it are there, for a person and for a program."""
    made: list[dict[str, Any]] = []

    def measured(plan: Plan, workers: int, seconds: float, tell: Any) -> dict[str, Any]:
        if len(made) % 4 == 3:
            made.clear()
            raise KeyboardInterrupt
        tell("b-measuring")
        made.append(
            {"backend": plan.backend, "workers": workers, "bots": list(plan.bots), **dict.fromkeys(FIGURES, 7.0)}
        )
        return made[-1]

    monkeypatch.setattr(bench, "measure", measured)
    run = freehold("bench", "--backend", "cpu")
    assert (run.code, run.err) == (130, "")
    assert len([line for line in run.out.splitlines() if line.startswith("cpu ")]) == 3
    run = freehold("bench", "--backend", "cpu", "--json")
    assert (run.code, len(json.loads(run.out))) == (130, 3)


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_line_fits_60_columns(freehold: Terminal, lang: str, monkeypatch: pytest.MonkeyPatch) -> None:
    fast = {
        "backend": "python",
        "workers": 128,
        "bots": ["trader"] * 4,
        **dict(zip(FIGURES, (2.6e9, 8e5, 2e5), strict=True)),
    }
    monkeypatch.setattr(bench, "measure", lambda *given: fast)
    monkeypatch.setenv("COLUMNS", "60")
    lines = freehold("bench", "--backend", "python", "--lang", lang).out.splitlines()
    assert all(len(line) <= 60 for line in lines)
    assert sum("4 × trader" in line for line in lines) == len(LINE_UPS)


def test_only_the_backends_that_were_asked_for(freehold: Terminal) -> None:
    run = freehold("bench", "--backend", "python", "--seconds", "0.01", "--json")
    assert {row["backend"] for row in json.loads(run.out)} == {"python"}


def test_a_figure_is_games_over_time() -> None:
    plan, workers = next((plan, workers) for plan, workers in tables() if plan.backend == "cpu")
    row = measure(plan, workers, 0.02)
    assert row["decisions_per_second"] / row["games_per_second"] > 100  # decisions a game


def test_wrong_usage(freehold: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cuda, "missing", lambda: "There is none.")
    for args in (
        ("--seconds", "0"),
        ("--seconds", "long"),
        ("--lang", "de"),
        ("--backend", "gpu"),
        ("--backend", "cpu,cuda"),
    ):
        run = freehold("bench", *args)
        assert (run.code, run.out) == (2, "")
        assert len(run.err.strip().splitlines()) == 1
    assert "Example: freehold bench" in freehold("bench", "--help").out
