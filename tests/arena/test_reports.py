"""Reports from Python: a whole page for odds, a simulation and a tournament, in both languages."""

from __future__ import annotations

import pytest

import freehold
from freehold.arena import tournament
from freehold.arena.tables import Setting
from freehold.editions import load
from freehold.reports import odds_html, simulation_html, tournament_html

from . import fake_bot_games


def check(page: str, lang: str, *parts: str) -> None:
    assert page.startswith("<!DOCTYPE html>")
    assert f'<html lang="{lang}">' in page
    assert "http" not in page.replace("http://www.w3.org", "")  # nothing is loaded from elsewhere
    for part in parts:
        assert part in page


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_odds(lang: str) -> None:
    page = odds_html("star-wars-2", lang=lang)
    check(page, lang, "<svg", load("star-wars-2").name[lang].split()[0])
    assert page != odds_html("star-wars-2", jail="stay", lang=lang)


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_simulation(lang: str) -> None:
    result = freehold.simulate("classic", games=4, bots=["novice"], seed=3, backend="python")
    check(simulation_html(result, lang), lang, "novice", result.digest)


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_tournament(lang: str) -> None:
    plan = tournament.TournamentPlan("table", ("novice", "trader"), 2, (Setting(),), games=2, seed=1)
    played = tournament.run(plan, fake_bot_games.play, prepare=int)
    check(tournament_html(played, lang), lang, "novice", "trader")
