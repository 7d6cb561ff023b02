"""`freehold bench`: a figure for every backend, and nothing that takes long."""

from __future__ import annotations

import json

import pytest

from freehold.arena.playing import backends
from freehold.arena.pool import cores
from freehold.cli.bench import FIGURES, LINE_UPS, measure, tables

from .terminal import Terminal


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


def test_a_figure_is_games_over_time() -> None:
    plan, workers = next((plan, workers) for plan, workers in tables() if plan.backend == "cpu")
    row = measure(plan, workers, 0.02)
    assert row["decisions_per_second"] / row["games_per_second"] > 100  # decisions a game


def test_wrong_usage(freehold: Terminal) -> None:
    for args in (("--seconds", "0"), ("--seconds", "long"), ("--lang", "de")):
        run = freehold("bench", *args)
        assert (run.code, run.out) == (2, "")
        assert len(run.err.strip().splitlines()) == 1
    assert "Example: freehold bench" in freehold("bench", "--help").out
