"""The board as a heat map: a share for each square and for jail, in colour and figures.

`square_drawing.py` places the squares. The SVG is a part of a page, which brings the fonts.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from freehold.editions import Edition
from freehold.editions.schema import Square
from freehold.i18n import languages
from freehold.picture import marks
from freehold.picture.faces import FONT, PRINT
from freehold.picture.panels import ROOM
from freehold.picture.scene import JAIL
from freehold.picture.square_drawing import BAND, DEPTH, INNER, MARGIN, SIGN, SIZE, Box, cell_box, place
from freehold.picture.svg import block, el, fit, fit_line, ink_on, text, words
from freehold.picture.themes import Theme, theme_of

COLD_TO_HOT = ("#fff8dc", "#fdc35a", "#ee6c2b", "#9c1020")
FIGURE = 24  # the height of a figure
SHOWN, ROW, BARS = 10, 50, 380  # the list of top places: number, row height, start of the bars
SCALE, SCALE_STEPS = 480, 48


def percent(share: float, lang: str, digits: int = 2) -> str:
    """A share in the language's format: 3.19%, 3,19 %."""
    return languages.percent(100 * share, lang, digits)


def span(squares: Sequence[float]) -> tuple[float, float]:
    """The lowest and highest share of the colour scale; squares that nobody reaches are ignored."""
    return min((share for share in squares if share > 0), default=0.0), max(squares)


def heat(share: float, low: float, high: float) -> str:
    """The colour of a share, #rrggbb; values outside the scale are clamped."""
    steps = len(COLD_TO_HOT) - 1
    at = min(max((share - low) / (high - low), 0), 1) * steps if high > low else 0
    step = min(int(at), steps - 1)
    cold, hot = (_channels(colour) for colour in list(pairwise(COLD_TO_HOT))[step])
    return "#" + "".join(f"{round(a + (b - a) * (at - step)):02x}" for a, b in zip(cold, hot, strict=True))


def _channels(colour: str) -> list[int]:
    return [int(colour[k : k + 2], 16) for k in (1, 3, 5)]


def jail_names(edition: Edition, lang: str) -> tuple[str, str]:
    """The names of the cell and of the visitors' area; the whole name if there is only one."""
    inside, _, outside = edition.squares[JAIL].name[lang].partition(" / ")
    return inside, outside or inside


def heat_map(edition: Edition, squares: Sequence[float], in_jail: float, lang: str, subtitle: str) -> str:
    """Forty shares and that of jail as an SVG element; the colour scale covers the squares."""
    theme = theme_of(edition)
    low, high = span(squares)
    inside, outside = jail_names(edition, lang)
    places = [(outside if k == JAIL else edition.squares[k].name[lang], share) for k, share in enumerate(squares)]
    drawn = []
    for square, (name, share) in zip(edition.squares, places, strict=True):
        parts = _square(edition, theme, square, name, percent(share, lang), heat(share, low, high))
        drawn.append(el("g", _title(name, share, lang), *parts, class_="square", data_square=square.index))
    cell, colour = cell_box(), heat(in_jail, low, high)
    label = _label(cell, inside, percent(in_jail, lang), ink_on(colour))
    drawn.append(el("g", _title(inside, in_jail, lang), cell.drawn(colour, theme.line, 2), label, class_="cell"))
    hottest = sorted([*places, (inside, in_jail)], key=lambda row: -row[1])[:SHOWN]
    middle = (
        el("rect", width=ROOM, height=ROOM, fill=theme.panel),
        _heading(edition, subtitle, lang),
        _hottest(hottest, low, high, lang),
        _scale(low, high, lang),
    )
    return el(
        "svg",
        el("title", words(edition.name[lang])),
        el("desc", words(subtitle)),
        el("rect", width=SIZE, height=SIZE, rx=14, fill=theme.rim),
        el("g", *middle, transform=f"translate({MARGIN + DEPTH} {MARGIN + DEPTH})"),
        el("g", *drawn, class_="board", font_family=PRINT),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {SIZE} {SIZE}",
        width=SIZE,
        height=SIZE,
        role="img",
        lang=lang,
        font_family=FONT,
        fill=theme.ink,
    )


def _title(name: str, share: float, lang: str) -> str:
    return el("title", words(f"{name} · {percent(share, lang, 4)}"))


def _square(edition: Edition, theme: Theme, square: Square, name: str, figure: str, colour: str) -> list[str]:
    box, ink = place(square.index), ink_on(colour)
    ground, frame = box.drawn(colour), box.drawn("none", theme.line, 1.5)
    if square.index == JAIL:
        return [ground, _label(box.take("bottom", DEPTH - cell_box().h)[0], name, figure, ink), frame]
    if square.index % 10 == 0:
        return [ground, _label(box, name, figure, ink), frame]
    head, body = box.take(INNER[square.index // 10], BAND if square.ownable else SIGN)
    label = _label(body, name, figure, ink)
    if not square.ownable:
        return [ground, marks.sign(square.kind, head.cx, head.cy, ink), label, frame]
    group = next((group.hex for group in edition.groups if group.id == square.group), theme.ink)
    sign = "" if square.kind == "street" else marks.sign(square.kind, head.cx, head.cy, ink_on(group))
    return [ground, head.drawn(group, theme.line), sign, label, frame]


def _label(box: Box, name: str, figure: str, ink: str) -> str:
    """The name, and below it the figure."""
    inner = box.shrunk(4)
    foot, upper = inner.take("bottom", FIGURE)
    size, lines = fit(name, upper.w, upper.h, largest=14.5, narrow=True)
    label = block(upper.cx, upper.y, upper.h, lines, size, class_="name", fill=ink)
    return label + text(foot.cx, foot.y + 18, figure, 19, bold=True, class_="figure", fill=ink)


def _heading(edition: Edition, subtitle: str, lang: str) -> str:
    size, name = fit_line(edition.name[lang], ROOM - 80, largest=46, smallest=16, bold=True)
    small, lines = fit(subtitle, ROOM - 120, 90, largest=22)
    title = text(ROOM / 2, 90, name, size, bold=True, class_="edition")
    return title + block(ROOM / 2, 110, 100, lines, small, class_="subtitle")


def _hottest(rows: list[tuple[str, float]], low: float, high: float, lang: str) -> str:
    """The places with the largest shares, each with a bar in its colour on the board."""
    most = max(share for _, share in rows) or 1
    parts = []
    for k, (name, share) in enumerate(rows):
        y = 250 + k * ROW
        size, line = fit_line(name, BARS - 110, largest=20)
        length = (ROOM - BARS - 150) * share / most
        bar = el("rect", x=BARS, y=y - 14, width=length, height=28, rx=4, fill=heat(share, low, high))
        parts += [
            text(78, y + 7, f"{k + 1}.", 20, anchor="end"),
            text(90, y + 7, line, size, anchor="start"),
            bar,
            text(BARS + length + 12, y + 7, percent(share, lang), 20, anchor="start", bold=True),
        ]
    return el("g", *parts, class_="hottest")


def _scale(low: float, high: float, lang: str) -> str:
    left, y, step = (ROOM - SCALE) / 2, ROOM - 110, SCALE / SCALE_STEPS
    parts = [
        el("rect", x=left + k * step, y=y, width=step + 0.5, height=24, fill=heat(k, 0, SCALE_STEPS - 1))
        for k in range(SCALE_STEPS)
    ]
    for x, share in ((left, low), (left + SCALE, high)):
        parts.append(text(x, y + 50, percent(share, lang), 20, bold=True))
    return el("g", *parts, class_="scale")
