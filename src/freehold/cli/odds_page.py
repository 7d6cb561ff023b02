"""The odds as rows, and as one page for a browser: the heat map and the table, with nothing to fetch from elsewhere."""

from __future__ import annotations

from dataclasses import dataclass

from freehold.analysis import Odds
from freehold.cli.words import word
from freehold.editions import Edition
from freehold.editions.schema import Square
from freehold.picture.heat import heat, heat_map, jail_names, span
from freehold.picture.reading import JAIL
from freehold.picture.svg import FONT, el, words

DIGITS = 4

STYLE = f"""
:root {{ color-scheme: light dark; --paper: #fffdf8; --ink: #1b1b1b; --line: #ddd6c8; }}
@media (prefers-color-scheme: dark) {{ :root {{ --paper: #191a1d; --ink: #ececec; --line: #3a3b40; }} }}
body {{ margin: 0 auto; padding: 1.5rem; max-width: 68rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.5 {FONT}; }}
h1 {{ font-size: 1.6rem; margin: 0 0 0.5rem; }}
p {{ margin: 0 0 0.3rem; }}
svg {{ display: block; width: 100%; height: auto; margin: 1.2rem 0; }}
table {{ width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; }}
th, td {{ padding: 0.25rem 0.5rem; border-bottom: 1px solid var(--line); text-align: left; }}
.number {{ text-align: right; white-space: nowrap; }}
.bar {{ width: 30%; }}
.bar div {{ height: 0.9rem; border-radius: 3px; }}
.mark {{ display: inline-block; width: 0.8rem; height: 0.8rem; margin-right: 0.5rem; border-radius: 2px; }}
"""


@dataclass(frozen=True)
class Row:
    """A place of the board; the cell has no number, and what is in no group no colour."""

    number: str
    name: str
    group: str
    colour: str
    share: float
    rank: int

    def figure(self, lang: str) -> str:
        """The share in per cent, as the column's head says."""
        figure = f"{100 * self.share:.{DIGITS}f}"
        return figure.replace(".", ",") if lang == "fr" else figure


def rows_of(edition: Edition, odds: Odds, lang: str) -> list[Row]:
    """Every square in board order, the cell after its visitors."""
    inside, outside = jail_names(edition, lang)
    shares = (*odds.squares, odds.in_jail)
    rows = []
    for square in edition.squares:
        name = outside if square.index == JAIL else square.name[lang]
        share = odds.squares[square.index]
        group, colour = _group(edition, square, lang)
        rows.append(Row(str(square.index), name, group, colour, share, _rank(share, shares)))
    rows.insert(JAIL + 1, Row("", inside, "", "", odds.in_jail, _rank(odds.in_jail, shares)))
    return rows


def _rank(share: float, shares: tuple[float, ...]) -> int:
    return 1 + sum(other > share for other in shares)


def _group(edition: Edition, square: Square, lang: str) -> tuple[str, str]:
    for group in edition.groups:
        if group.id == square.group:
            return group.printed_colour[lang], group.hex
    kinds = {"station": "stations", "utility": "utilities"}
    return (word(kinds[square.kind], lang) if square.kind in kinds else ""), ""


def page(edition: Edition, odds: Odds, title: str, notes: list[str], lang: str) -> str:
    """A whole HTML document."""
    picture = heat_map(edition, odds.squares, odds.in_jail, lang, " ".join(notes[1:]))
    head = (
        '<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        el("title", words(title)),
        el("style", STYLE),
    )
    body = (el("h1", words(title)), *(el("p", words(note)) for note in notes), picture, _table(edition, odds, lang))
    parts = (
        "<!DOCTYPE html>",
        f'<html lang="{lang}">',
        "<head>",
        *head,
        "</head>",
        "<body>",
        *body,
        "</body>",
        "</html>",
    )
    return "\n".join(parts) + "\n"


def _table(edition: Edition, odds: Odds, lang: str) -> str:
    rows = rows_of(edition, odds, lang)
    low, high = span(odds.squares)
    most = max(row.share for row in rows)
    head = el(
        "tr",
        el("th", ""),
        *(el("th", words(word(key, lang))) for key in ("square", "group")),
        *(el("th", words(word(key, lang)), class_="number") for key in ("of-throws", "rank")),
        el("th", ""),
    )
    lines = []
    for row in rows:
        mark = el("span", "", class_="mark", style=f"background:{row.colour}") if row.colour else ""
        style = f"width:{100 * row.share / most:.1f}%;background:{heat(row.share, low, high)}"
        cells = (
            el("td", row.number, class_="number"),
            el("td", words(row.name)),
            el("td", mark + words(row.group)),
            el("td", row.figure(lang), class_="number"),
            el("td", str(row.rank), class_="number"),
            el("td", el("div", "", style=style), class_="bar"),
        )
        lines.append(el("tr", *cells))
    return el("table", el("thead", head), el("tbody", *lines))
