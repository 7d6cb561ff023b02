"""The odds as rows, and as a self-contained HTML page with heat map and table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from freehold.analysis import Habits, Odds
from freehold.editions import Edition
from freehold.editions.schema import Square
from freehold.i18n.command_words import word
from freehold.i18n.languages import number
from freehold.picture.heat import heat, heat_map, jail_names, span
from freehold.picture.scene import JAIL
from freehold.picture.svg import el, words
from freehold.reports.html_page import document
from freehold.rules.codes import CARD_CHOICE

DIGITS = 4

STYLE = """
.bar { width: 30%; }
.bar div { height: 0.9rem; border-radius: 3px; }
@media (max-width: 40rem) { .bar { display: none; } }
"""


@dataclass(frozen=True)
class Row:
    """A place on the board; jail has no number, and squares without a group no colour."""

    number: str
    name: str
    group: str
    colour: str
    share: float
    rank: int

    def figure(self, lang: str) -> str:
        """The share in per cent."""
        return number(100 * self.share, lang, DIGITS)


def rows_of(edition: Edition, odds: Odds, lang: str) -> list[Row]:
    """Every square in board order, with jail after its visitors."""
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


def title(edition: Edition, variant: str, lang: str) -> str:
    return word("odds-title", lang, edition=edition.name[lang], variant=word(f"variant-{variant}", lang))


def notes(edition: Edition, t: Any, jail: str, habits: Habits, lang: str) -> list[str]:
    """The assumptions: what the player does where this edition leaves a choice, and the cards."""
    notes = [word("odds-exact", lang), word(f"odds-{jail}", lang)]
    if habits.doubles == "option":
        notes.append(word("odds-option", lang, square=edition.squares[habits.swing_to].name[lang]))
    elif t.double_options != 0:
        notes.append(word("odds-again", lang))
    if CARD_CHOICE in t.card_kind:
        notes.append(word(f"odds-{habits.choice}", lang))
    return [*notes, word("odds-cards", lang)]


def page(edition: Edition, odds: Odds, title: str, notes: list[str], lang: str) -> str:
    """A whole HTML document; the second note is also shown in the middle of the board."""
    picture = heat_map(edition, odds.squares, odds.in_jail, lang, notes[1])
    body = (*(el("p", words(note)) for note in notes), picture, _table(edition, odds, lang))
    return document(title, lang, STYLE, *body)


def _table(edition: Edition, odds: Odds, lang: str) -> str:
    rows = rows_of(edition, odds, lang)
    low, high = span(odds.squares)
    most = max(row.share for row in rows)
    head = el(
        "tr",
        el("th", ""),
        el("th", words(word("square", lang))),
        el("th", words(word("group", lang)), class_="tagged"),
        *(el("th", words(word(key, lang)), class_="number") for key in ("of-throws", "rank")),
        el("th", "", class_="bar"),
    )
    lines = []
    for row in rows:
        mark = el("span", "", class_="mark", style=f"background:{row.colour}") if row.colour else ""
        style = f"width:{100 * row.share / most:.1f}%;background:{heat(row.share, low, high)}"
        cells = (
            el("td", row.number, class_="number"),
            el("td", words(row.name)),
            el("td", mark + words(row.group), class_="tagged"),
            el("td", row.figure(lang), class_="number"),
            el("td", str(row.rank), class_="number"),
            el("td", el("div", "", style=style), class_="bar"),
        )
        lines.append(el("tr", *cells))
    return el("div", el("table", el("thead", head), el("tbody", *lines)), class_="scroll")
