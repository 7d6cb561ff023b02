"""Reports on odds, simulations and tournaments: terminal tables, and HTML pages with charts.

The three functions here return a whole HTML document as text, in English or French; it loads nothing from elsewhere.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from freehold.analysis import Habits, odds_of
from freehold.editions import EditionLike, load
from freehold.editions.house import expanded
from freehold.engine import edition_tables
from freehold.json_types import Options
from freehold.reports import odds_page

if TYPE_CHECKING:
    from freehold.arena.result import Result
    from freehold.arena.tournament import Played

USUAL = Habits()

__all__ = ["odds_html", "simulation_html", "tournament_html"]


def odds_html(
    edition: EditionLike = "classic",
    variant: str = "classic",
    options: Options | None = None,
    *,
    jail: str = "leave",
    habits: Habits = USUAL,
    lang: str = "en",
) -> str:
    """The exact landing odds of an edition, with a heat map of the board."""
    loaded = load(edition)
    t: Any = edition_tables.build(loaded, variant, expanded(options or {}))
    notes = odds_page.notes(loaded, t, jail, habits, lang)
    return odds_page.page(loaded, odds_of(t, jail, habits), odds_page.title(loaded, variant, lang), notes, lang)


def simulation_html(result: Result, lang: str = "en") -> str:
    """The result of `freehold.simulate`."""
    from freehold.reports import simulation_page, simulation_report

    return simulation_page.page(simulation_report.Report(result, lang))


def tournament_html(played: Played, lang: str = "en") -> str:
    """The games of `freehold.arena.tournament.run`."""
    from freehold.reports import tournament_page, tournament_report

    return tournament_page.page(tournament_report.report(played, lang))
