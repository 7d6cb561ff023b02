"""What house rules do to a game, from the table in the package: rows for a page, and a picture as SVG."""

from __future__ import annotations

from typing import Any

from freehold.arena.balance.price_tag import stored
from freehold.i18n import text
from freehold.i18n.languages import number, percent
from freehold.picture.charts import Line, chart

Cell = dict[str, Any]


def cells_of(edition: str, players: int) -> list[Cell]:
    """The single rules that were measured there, those that make games longest first."""
    found = [
        cell
        for cell in stored()["cells"]
        if cell["edition"] == edition and cell["players"] == players and len(cell["house"]) == 1
    ]
    return sorted(found, key=lambda cell: (-cell["rounds"]["value"], cell["house"]))


def table(edition: str, players: int, lang: str) -> list[str]:
    """A Markdown table: what changes in the length (%), in the share of luck, in the first seat's wins and in early
    bankruptcies (points), each with its interval; and the median length (rounds) without and with the rule.
    """
    lines = [text("balance", "effects-head", lang), "|---|---|---|---|---|---|"]
    for cell in cells_of(edition, players):
        longer = {key: value - 1 for key, value in cell["rounds"].items()}
        figures = [longer, cell["luck"], cell["first_seat"], cell["early_bankruptcies"]]
        length, *others = (_points(row, lang) for row in figures)
        lengths = cell.get("median", {})  # older cells have none
        median = " → ".join(number(lengths[name], lang, 1) for name in ("without", "rounds") if lengths)
        lines.append(f"| `{cell['house'][0]}` | " + " | ".join([length, median, *others]) + " |")
    return lines


def _points(row: dict[str, float], lang: str) -> str:
    value, low, high = (_signed(100 * row[name], lang) for name in ("value", "low", "high"))
    return f"{value} ({low} … {high})"


def _signed(value: float, lang: str) -> str:
    rounded = round(value, 1)
    sign = "+" if rounded > 0 else "−" if rounded < 0 else ""
    return sign + number(abs(rounded), lang, 1)


def picture(edition: str, players: int, lang: str) -> str:
    """How long games last with each rule, relative to games without: an SVG file."""
    lines = []
    for cell in cells_of(edition, players):
        row = cell["rounds"]
        lines.append(Line(cell["house"][0], row["value"], row["low"], row["high"], percent(100 * row["value"], lang)))
    title = text("balance", "effects-picture", lang)
    low, high = min(line.low for line in lines), max(line.high for line in lines)
    _, screen, _ = chart(title, lines, min(low, 0.9), high, 1.0).on_page("h2")
    return screen.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1) + "\n"
