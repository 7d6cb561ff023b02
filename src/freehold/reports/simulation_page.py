"""A simulation as an HTML page: heat map, wins with intervals, lengths, returns, and tables."""

from __future__ import annotations

from collections.abc import Sequence

from freehold.arena.pictures import FEW_RENTS
from freehold.picture.charts import STYLE as CHART_STYLE
from freehold.picture.charts import heading, paragraphs
from freehold.picture.heat import heat, jail_names, span
from freehold.picture.scene import JAIL
from freehold.picture.svg import el, ink_on, words
from freehold.reports.html_page import document
from freehold.reports.simulation_report import (
    Report,
    command,
    endings,
    events,
    facts,
    figures,
    notes,
    paid,
    wins_by,
)

STYLE = """
.narrow { width: auto; }
.legend span { margin-right: 1.2rem; white-space: nowrap; }
.legend .mark { margin-right: 0.4rem; }
.dim { opacity: 0.75; }
.digest { overflow-wrap: anywhere; font-size: 0.85rem; }
"""


def page(report: Report) -> str:
    """A whole HTML document."""
    found, even = report.found, report.found.even()
    body = paragraphs(notes(report))
    pictures = report.pictures
    for by in wins_by(report):
        body += pictures.wins(by).on_page("h2")
    body += [_dim(report.word("s-even", even=report.percent(even))), *paragraphs(facts(report))]
    body += pictures.lengths().on_page("h2")
    body += [heading("h2", report.word("s-endings")), _pairs(endings(report))]
    body += [heading("h2", report.word("s-per-game")), _pairs(events(report))]
    if found.bankruptcies():
        body += pictures.bankruptcies().on_page("h2")
    body += [heading("h2", report.word("s-board")), pictures.board()]
    body += [heading("h2", report.word("s-squares")), _squares(report), _dim(report.word("s-deeds-note"))]
    body += _returns(report)
    body += [heading("h2", report.word("s-again")), el("pre", el("code", words(command(report))))]
    body.append(el("p", words(report.word("s-digest", digest=report.result.digest)), class_="digest"))
    return document(report.title, report.lang, CHART_STYLE + STYLE, *body)


def _dim(sentence: str) -> str:
    return el("p", words(sentence), class_="dim")


def _pairs(rows: Sequence[tuple[str, str]]) -> str:
    lines = (el("tr", el("td", words(name)), el("td", words(figure), class_="number")) for name, figure in rows)
    return el("table", el("tbody", *lines), class_="narrow")


def _squares(report: Report) -> str:
    keys = ("s-landed", "s-bought", "s-hammer", "s-rent", "s-ruined")
    head = el(
        "tr",
        el("th", ""),
        el("th", words(report.word("square")), class_="tagged"),
        *(el("th", words(report.word(key)), class_="number") for key in keys),
    )
    inside, outside = jail_names(report.edition, report.lang)
    rows, cell = report.found.squares(), report.found.in_jail()
    low, high = span([row["share"] for row in rows])
    lines = []
    for row in rows:
        at = row["square"]
        name = outside if at == JAIL else row["name"]
        lines.append(_line(report, str(at), _mark(report, at), name, row["share"], low, high, figures(report, at)))
        if at == JAIL:
            lines.append(_line(report, "", "", inside, cell["share"], low, high, [""] * 4))
    return el("div", el("table", el("thead", head), el("tbody", *lines)), class_="scroll")


def _mark(report: Report, square: int) -> str:
    group = next((one for one in report.edition.groups if square in one.squares), None)
    return el("span", "", class_="mark", style=f"background:{group.hex}") if group else ""


def _line(
    report: Report, number: str, mark: str, name: str, share: float, low: float, high: float, more: list[str]
) -> str:
    colour = heat(share, low, high)
    return el(
        "tr",
        el("td", number, class_="number"),
        el("td", mark + words(name), class_="tagged"),
        el("td", report.percent(share, 2), class_="number", style=f"background:{colour};color:{ink_on(colour)}"),
        *(el("td", words(figure), class_="number") for figure in more),
    )


def _returns(report: Report) -> list[str]:
    drawing = report.pictures.returns()
    if not drawing.legend:
        return []
    note = report.word("s-returns-note", paid=report.percent(paid(report)), few=FEW_RENTS)
    head = el(
        "tr",
        el("th", words(report.word("group")), class_="tagged"),
        *(el("th", words(name), class_="number") for name in report.pictures.levels()),
    )
    lines = []
    for curve in drawing.legend:
        mark = el("span", "", class_="mark", style=f"background:{curve.colour}")
        cells = ("–" if value is None else report.percent(value, 1) for value in curve.values)
        lines.append(
            el(
                "tr",
                el("td", mark + words(curve.name), class_="tagged"),
                *(el("td", words(cell), class_="number") for cell in cells),
            )
        )
    table = el("div", el("table", el("thead", head), el("tbody", *lines)), class_="scroll")
    return [*drawing.on_page("h2"), _dim(note), table]
