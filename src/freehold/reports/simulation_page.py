"""A simulation as an HTML page: heat map, wins with intervals, lengths, returns, and tables."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from freehold.arena.tables import Array
from freehold.picture.heat import heat, heat_map, jail_names, span
from freehold.picture.scene import JAIL
from freehold.picture.svg import el, ink_on, words
from freehold.reports.charts import STYLE as CHART_STYLE
from freehold.reports.charts import Column, Curve, Line, chart, columns, curves, heading, paragraphs
from freehold.reports.html_page import document
from freehold.reports.simulation_report import (
    FEW_RENTS,
    Report,
    command,
    endings,
    events,
    facts,
    figures,
    levels,
    notes,
    paid,
    returns,
    wins,
)
from freehold.rules import state

STYLE = """
.narrow { width: auto; }
.legend span { margin-right: 1.2rem; white-space: nowrap; }
.legend .mark { margin-right: 0.4rem; }
.dim { opacity: 0.75; }
.digest { overflow-wrap: anywhere; font-size: 0.85rem; }
"""
BINS = 40  # columns of the histogram of lengths
WIDTHS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 1000)
MOST_OF_ALL = 0.995  # the share of games with their own columns; the rest share the last one


def page(report: Report) -> str:
    """A whole HTML document."""
    found, even = report.found, report.found.even()
    body = paragraphs(notes(report))
    for title, rows in wins(report):
        lines = [
            Line(name, row["rate"], row["low"], row["high"], f"{report.percent(row['rate'])} ({report.interval(row)})")
            for name, row in rows
        ]
        body += chart("h2", title, lines, 0, max(line.high for line in lines), even, bars=True)
    body += [_dim(report.word("s-even", even=report.percent(even))), *paragraphs(facts(report))]
    body += columns("h2", report.word("s-length-title"), _lengths(report), report.word("s-turns"), report.lang)
    body += [heading("h2", report.word("s-endings")), _pairs(endings(report))]
    body += [heading("h2", report.word("s-per-game")), _pairs(events(report))]
    if found.bankruptcies():
        body += columns(
            "h2", report.word("s-bankruptcies"), _bankruptcies(report), report.word("s-rounds"), report.lang
        )
    shares = [row["share"] for row in found.squares()]
    note = report.word("s-board-note", throws=report.number(int(found.of("throws"))))
    picture = heat_map(report.edition, shares, found.in_jail()["share"], report.lang, note)
    body += [heading("h2", report.word("s-board")), picture]
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


def _lengths(report: Report) -> list[Column]:
    """Histogram of turns, with round column widths; unfinished games have their own column."""
    counts = report.result.counts
    made = []
    if counts.finished:
        games, reached = counts.ended, _nearly_all(counts.ended)
        width = next((one for one in WIDTHS if one * BINS >= reached), -(-reached // BINS))
        made = _columns(report, np.add.reduceat(games, range(0, len(games), width)), width)
    if counts.unfinished:
        given_up = report.word("s-given-up-column")
        made.append(Column(given_up, counts.unfinished, report.number(counts.unfinished), apart=True))
    return made


def _bankruptcies(report: Report) -> list[Column]:
    counts = np.array([row["bankruptcies"] for row in report.found.bankruptcies()])
    return _columns(report, counts, state.ROUNDS_A_BIN)


def _nearly_all(counts: Array) -> int:
    """How many bins from the first on contain nearly all counts."""
    return int(np.searchsorted(np.cumsum(counts), MOST_OF_ALL * counts.sum())) + 1


def _columns(report: Report, counts: Array, width: int) -> list[Column]:
    """One column per count, labelled with its start; the last one collects the remaining counts."""
    last = _nearly_all(counts) - 1
    made = [Column(report.number(k * width), int(counts[k]), report.number(int(counts[k]))) for k in range(last)]
    rest = int(counts[last:].sum())
    label = report.number(last * width)
    return [*made, Column(f"≥\u00a0{label}" if len(counts) > last + 1 else label, rest, report.number(rest))]


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
    found, names = returns(report), levels(report)
    given = [Curve(group.printed_colour[report.lang], group.hex, values) for group, values in found]
    given = [curve for curve in given if any(value is not None for value in curve.values)]
    note = report.word("s-returns-note", paid=report.percent(paid(report)), few=FEW_RENTS)
    head = el(
        "tr",
        el("th", words(report.word("group")), class_="tagged"),
        *(el("th", words(name), class_="number") for name in names),
    )
    lines = []
    for curve in given:
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
    if not given:
        return []
    return [
        *curves("h2", report.word("s-returns"), names, given, report.word("s-standing"), report.lang),
        _dim(note),
        table,
    ]
