"""The review of a game as an HTML page: the graph of the chances, the players, each turning point with its board."""

from __future__ import annotations

from collections.abc import Sequence

from freehold.coach.review import Reviewer
from freehold.game import Game
from freehold.i18n.command_words import word
from freehold.i18n.languages import number, percent
from freehold.json_types import Json
from freehold.picture.charts import STYLE as CHART_STYLE
from freehold.picture.charts import heading, paragraphs
from freehold.picture.marks import seat_colour
from freehold.picture.svg import el, text, words
from freehold.reports.html_page import document

WIDE, TALL, SIDE, FOOT = 832, 300, 52, 30
STYLE = """
.point { border-top: 1px solid var(--line); padding-top: 0.6rem; margin-top: 1.2rem; }
.point svg { max-width: 34rem; }
.legend span { margin-right: 1.2rem; }
"""


def signed(change: float, lang: str) -> str:
    """A change in points of a hundred: +4 %, −12 %."""
    sign = "+" if change >= 0.0005 else "−" if change <= -0.0005 else "±"
    return sign + percent(abs(100 * change), lang, 1)


def page(reviewer: Reviewer, game: Game, lang: str) -> str:
    """A whole HTML document; `game` is the game at its end."""
    found, names = reviewer.told(), game.names
    title = word("c-title", lang, edition=game.edition.name[lang])
    body = [*paragraphs([word("c-what", lang)]), heading("h2", word("c-graph", lang))]
    body += [graph([found["start"], *found["chances"]], [p["number"] for p in found["turning_points"]], names, lang)]
    body += [players(found, names, lang), heading("h2", word("c-points", lang))]
    if not found["turning_points"]:
        body += paragraphs([word("c-no-points", lang)])
    for point in found["turning_points"]:
        body.append(
            el("section", *_point(point, reviewer.steps[point["number"] - 1].game, names, lang), class_="point")
        )
    return document(title, lang, CHART_STYLE + STYLE, *body)


def graph(rows: Sequence[Sequence[float]], points: Sequence[int], names: Sequence[str], lang: str) -> str:
    """One line for each seat over the actions; a dashed line marks each turning point."""
    step = (WIDE - SIDE - 8) / max(1, len(rows) - 1)

    def at(k: int, chance: float) -> str:
        return f"{SIDE + k * step:.1f} {10 + (TALL - FOOT - 10) * (1 - chance):.1f}"

    parts = []
    for tenth in (0, 0.25, 0.5, 0.75, 1):
        y = 10 + (TALL - FOOT - 10) * (1 - tenth)
        parts.append(el("path", d=f"M{SIDE} {y:.1f}H{WIDE - 8}", stroke="currentColor", opacity=0.2))
        parts.append(text(SIDE - 8, y + 4, percent(100 * tenth, lang), 13, anchor="end"))
    for k, at_number in enumerate(points, start=1):
        x = SIDE + at_number * step
        parts.append(el("path", d=f"M{x:.1f} 10V{TALL - FOOT}", stroke="currentColor", stroke_dasharray="2 4"))
        parts.append(text(x, TALL - FOOT + 16, str(k), 12))
    for seat, name in enumerate(names):
        line = "M" + "L".join(at(k, row[seat]) for k, row in enumerate(rows))
        drawn = el("path", d=line, fill="none", stroke=seat_colour(seat), stroke_width=2.5)
        parts.append(el("g", el("title", words(name)), drawn))
    parts.append(text((SIDE + WIDE) / 2, TALL - 2, word("c-axis", lang, count=number(len(rows) - 1, lang)), 13))
    label = word("c-graph", lang)
    picture = el("svg", *parts, viewBox=f"0 0 {WIDE} {TALL}", role="img", aria_label=label, fill="currentColor")
    legend = (
        el("span", el("span", "", class_="mark", style=f"background:{seat_colour(seat)}"), words(name))
        for seat, name in enumerate(names)
    )
    return picture + el("p", *legend, class_="legend")


def player_rows(found: Json, names: Sequence[str], lang: str) -> list[list[str]]:
    """A row for each player: accuracy, best choices, luck, skill, others."""
    rows = []
    for seat, name in enumerate(names):
        accuracy = found["accuracy"][seat]
        rows.append(
            [
                name,
                "–" if accuracy is None else percent(100 * accuracy, lang),
                word("c-of", lang, best=found["best"][seat], all=found["decisions"][seat]),
                *(signed(found[key][seat], lang) for key in ("luck", "skill", "others")),
            ]
        )
    return rows


def columns(lang: str) -> list[str]:
    keys = ("player", "c-accuracy", "c-best", "c-luck", "c-skill", "c-others")
    return [word(key, lang) for key in keys]


def players(found: Json, names: Sequence[str], lang: str) -> str:
    head = el("tr", *(el("th", words(name), class_="number" if k else "") for k, name in enumerate(columns(lang))))
    rows = [
        el("tr", *(el("td", words(cell), class_="number" if k else "") for k, cell in enumerate(row)))
        for row in player_rows(found, names, lang)
    ]
    return el("div", el("table", head, *rows), class_="scroll")


def point_lines(point: Json, names: Sequence[str], lang: str) -> list[str]:
    """What happened at a turning point, what it changed, and what was better."""
    changed = [
        f"{names[seat]} {signed(change, lang)}" for seat, change in enumerate(point["changes"]) if abs(change) >= 0.005
    ]
    lines = [point["told"][lang]]
    if changed:
        lines.append(
            word("c-luck-was" if point["kind"] == "luck" else "c-choice-was", lang, changes=", ".join(changed))
        )
    if point["better"] is not None:
        better = point["better"]
        parts = {"action": better["label"][lang], "gain": signed(point["loss"], lang), "why": better["why"][lang]}
        lines.append(word("c-better", lang, **parts))
    return lines


def _point(point: Json, game: Game, names: Sequence[str], lang: str) -> list[str]:
    lines = point_lines(point, names, lang)
    return [heading("h3", word("c-point", lang, number=point["number"])), *paragraphs(lines), game.svg(lang)]
