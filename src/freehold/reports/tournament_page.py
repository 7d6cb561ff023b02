"""A tournament as an HTML page: charts with intervals, the cross table as a heat map, the settings."""

from __future__ import annotations

from freehold.arena.standings import Cell, Summary
from freehold.arena.statistics import MEAN_ELO
from freehold.picture.charts import STYLE as CHART_STYLE
from freehold.picture.charts import Line, chart, heading, paragraphs
from freehold.picture.heat import heat
from freehold.picture.svg import el, ink_on, words
from freehold.reports.html_page import document
from freehold.reports.tournament_report import Report, command, facts, notes, verdicts

STYLE = """
.cross { width: auto; }
.cross td { min-width: 5.5rem; text-align: center; border: 1px solid var(--line); }
.cross small { display: block; white-space: nowrap; }
"""


def page(report: Report) -> str:
    """A whole HTML document."""
    body = [*paragraphs(notes(report)), *_figures(report, report.all, "h2")]
    if report.all.cross:
        body += chart(report.word("t-alone"), _alone(report), 0, 1, report.all.even, bars=True).on_page("h2")
    body += paragraphs([*verdicts(report, report.all), *facts(report, report.all)])
    if len(report.editions) > 1:
        for name, found in zip(report.edition_names(), report.editions, strict=True):
            body += [heading("h2", name), *_figures(report, found, "h3"), *paragraphs(facts(report, found)[1:])]
    body += [heading("h2", report.word("t-again")), el("pre", el("code", words(command(report))))]
    return document(report.title, report.lang, CHART_STYLE + STYLE, *body)


def _figures(report: Report, found: Summary, tag: str) -> list[str]:
    """The tables and charts of all editions, or of one."""
    rows = found.best_first()
    shares = [
        Line(row.bot, row.rate, row.low, row.high, f"{report.percent(row.rate)} ({report.interval(row.low, row.high)})")
        for row in rows
    ]
    elo = [
        Line(row.bot, row.elo, row.elo_low, row.elo_high, f"{row.elo:.0f} ({row.elo_low:.0f}–{row.elo_high:.0f})")
        for row in rows
    ]
    parts = [
        _standings(report, found),
        *chart(report.word("t-share"), shares, 0, max(line.high for line in shares), found.even, bars=True).on_page(
            tag
        ),
        *chart(
            report.word("t-rating"),
            elo,
            min(row.elo_low for row in rows),
            max(row.elo_high for row in rows),
            MEAN_ELO,
        ).on_page(tag),
    ]
    if found.cross:
        parts += [heading(tag, report.word("t-cross", others=report.others)), _cross(report, found)]
    return parts


def _standings(report: Report, found: Summary) -> str:
    keys = ("t-wins", "t-seats", "t-rate", "t-interval", "t-elo", "t-interval")
    head = el(
        "tr",
        el("th", words(report.word("t-bot"))),
        *(el("th", words(report.word(key)), class_="number") for key in keys),
    )
    lines = []
    for row in found.best_first():
        figures = (
            report.number(row.wins),
            report.number(row.seats),
            report.percent(row.rate),
            report.interval(row.low, row.high),
            f"{row.elo:.0f}",
            f"{row.elo_low:.0f}–{row.elo_high:.0f}",
        )
        cells = (el("td", words(figure), class_="number") for figure in figures)
        lines.append(el("tr", el("th", words(row.bot)), *cells))
    return el("div", el("table", el("thead", head), el("tbody", *lines)), class_="scroll")


def _cross(report: Report, found: Summary) -> str:
    head = el("tr", el("th", ""), *(el("th", words(name)) for name in report.names))
    lines = []
    for name in report.names:
        if any(cell.bot == name for cell in found.cross):
            cells = (_cell(report, found.cell(name, other)) for other in report.names)
            lines.append(el("tr", el("th", words(name)), *cells))
    table = el("table", el("thead", head), el("tbody", *lines), class_="cross")
    return el("div", table, class_="scroll")


def _cell(report: Report, cell: Cell | None) -> str:
    if cell is None:
        return el("td", "")
    colour = heat(cell.rate, 0, 1)
    title = f"{report.number(cell.wins)} / {report.number(cell.games)}"
    small = el("small", words(report.interval(cell.low, cell.high)))
    style = f"background:{colour};color:{ink_on(colour)}"
    return el("td", words(report.percent(cell.rate)), small, style=style, title=title)


def _alone(report: Report) -> list[Line]:
    return [
        Line(
            report.word("t-against", bot=cell.bot, others=report.others, other=cell.against),
            cell.rate,
            cell.low,
            cell.high,
            f"{report.percent(cell.rate)} ({report.interval(cell.low, cell.high)})",
        )
        for cell in report.all.cross
    ]
