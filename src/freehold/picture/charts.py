"""SVG charts for a page or a file: figures with confidence intervals, columns and curves.

On a page, lines and letters use its text colour, so that they work on light and dark. Each chart is drawn twice there,
for a screen and for a phone, whose letters would otherwise be too small; CSS shows one of them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil, floor, log10

from freehold.i18n.languages import number
from freehold.picture.faces import FONT
from freehold.picture.heat import percent
from freehold.picture.svg import block, el, fit, fit_line, text, width, words

BAR, END = 18, 10  # the height of a bar, and of the ends of an interval
HEAD, FLOOR = 14, 254  # the y positions of the highest value and of 0
BLUE, GREY = "#3b74b8", "#8a8f98"
PAPER, INK = "#fffdf8", "#1b1b1b"  # of a chart by itself
EDGE, TITLE, NAMES = 16, 44, 26  # around it; the heights of its title, and of a row of its legend
TICKS = 5
STYLE = """
.chart { max-width: 52rem; margin: 0.4rem 0; }
.on-phone { display: none; }
@media (max-width: 40rem) { .on-screen { display: none; } .on-phone { display: block; } }
"""


@dataclass(frozen=True)
class Layout:
    """The dimensions for one width: the horizontal range of bars, the heights of rows and bars, the range of
    the axes.
    """

    name: str
    wide: float
    left: float
    right: float
    row: float
    bars: float
    side: float
    edge: float


SCREEN = Layout("on-screen", 832, left=230, right=640, row=34, bars=34, side=64, edge=802)
PHONE = Layout("on-phone", 380, left=1, right=379, row=48, bars=26, side=48, edge=376)  # names above the bars


@dataclass(frozen=True)
class Line:
    """A row of a chart: a figure with its interval."""

    name: str
    value: float
    low: float
    high: float
    figure: str


@dataclass(frozen=True)
class Column:
    """A column and its tooltip."""

    label: str
    value: float
    figure: str
    apart: bool = False  # of a different kind from the others


@dataclass(frozen=True)
class Curve:
    """A value at each step, or None."""

    name: str
    colour: str
    values: tuple[float | None, ...]


@dataclass(frozen=True)
class Drawing:
    """A chart: `drawn` returns its height and its parts for one width. Curves have a legend."""

    title: str
    drawn: Callable[[Layout], tuple[float, list[str]]]
    legend: Sequence[Curve] = ()

    def on_page(self, tag: str) -> list[str]:
        """A heading, and the chart for a screen and for a phone."""
        made = [heading(tag, self.title)]
        for layout in (SCREEN, PHONE):
            tall, parts = self.drawn(layout)
            frame, kind = f"0 0 {layout.wide:g} {tall:g}", f"chart {layout.name}"
            shown = {"viewBox": frame, "class_": kind, "role": "img", "aria_label": self.title}
            made.append(el("svg", *parts, **shown, fill="currentColor"))
        if self.legend:
            made.append(el("p", *(el("span", _mark(one), words(one.name)) for one in self.legend), class_="legend"))
        return made

    def alone(self, lang: str) -> str:
        """The chart of a screen as a file of its own, with its title and colours."""
        tall, parts = self.drawn(SCREEN)
        rows = self._names(tall)
        wide, high = SCREEN.wide + 2 * EDGE, TITLE + tall + NAMES * len(rows) + 2 * EDGE
        return el(
            "svg",
            el("rect", x=-EDGE, y=-TITLE - EDGE, width=wide, height=high, fill=PAPER),
            text(0, -TITLE / 2, self.title, 20, anchor="start", bold=True),
            el("g", *parts, class_="drawing"),
            *(part for row in rows for part in row),
            xmlns="http://www.w3.org/2000/svg",
            viewBox=f"{-EDGE} {-TITLE - EDGE} {wide:g} {high:g}",
            width=wide,
            height=high,
            role="img",
            aria_label=self.title,
            lang=lang,
            font_family=FONT,
            color=INK,
            fill="currentColor",
        )

    def _names(self, top: float) -> list[list[str]]:
        """The legend of a file: marks and names, in as many rows as they need."""
        rows: list[list[str]] = []
        x = SCREEN.wide
        for one in self.legend:
            room = width(one.name, 15) + 44
            if x + room > SCREEN.wide:
                rows.append([])
                x = 0
            y = top + NAMES * len(rows) - 6
            box = el("rect", x=x, y=y - 12, width=13, height=13, rx=2, fill=one.colour)
            rows[-1] += [box, text(x + 20, y, one.name, 15, anchor="start")]
            x += room
        return rows


def _mark(curve: Curve) -> str:
    return el("span", "", class_="mark", style=f"background:{curve.colour}")


def heading(tag: str, title: str) -> str:
    return el(tag, words(title))


def paragraphs(sentences: Sequence[str]) -> list[str]:
    return [el("p", words(sentence)) for sentence in sentences]


def chart(title: str, lines: Sequence[Line], low: float, high: float, mark: float, bars: bool = False) -> Drawing:
    """One row per line: a bar or dot with its interval; a dashed line marks the even share."""
    low, high = min(low, mark), max(high, mark)

    def drawn(layout: Layout) -> tuple[float, list[str]]:
        def at(value: float) -> float:
            return layout.left + (layout.right - layout.left) * (value - low) / ((high - low) or 1)

        tall = layout.row * len(lines)
        parts = []
        for k, line in enumerate(lines):
            top, foot = layout.row * k, layout.row * (k + 1)
            dash = el("path", d=f"M{at(mark):.1f} {foot:g}v-{layout.bars:g}", stroke_dasharray="3 4")
            parts += [el("g", dash, stroke="currentColor"), *_row(layout, line, at, top, bars)]
        return tall, parts

    return Drawing(title, drawn)


def _row(layout: Layout, line: Line, at: Callable[[float], float], top: float, bars: bool) -> list[str]:
    """A figure with its interval, and its name beside or, without room, above it."""
    if layout is PHONE:
        y = top + layout.row - layout.bars / 2
        figure_room = width(line.figure, 15) + 10
        size, name = fit_line(line.name, layout.right - layout.left - figure_room, largest=15)
        called = text(layout.left, top + 17, name, size, anchor="start")
        called += text(layout.right, top + 17, line.figure, 15, anchor="end")
    else:
        y = top + layout.row / 2
        size, name = fit_line(line.name, layout.left - 20, largest=16)
        called = text(layout.left - 12, y + 5, name, size, anchor="end")
        called += text(layout.right + 12, y + 5, line.figure, 16, anchor="start")
    body = (
        el("rect", x=layout.left, y=y - BAR / 2, width=at(line.value) - layout.left, height=BAR, rx=3, fill=BLUE)
        if bars
        else el("circle", cx=at(line.value), cy=y, r=6, fill=BLUE)
    )
    ends = (f"M{at(end):.1f} {y - END / 2:.1f}v{END}" for end in (line.low, line.high))
    whisker = f"M{at(line.low):.1f} {y:.1f}H{at(line.high):.1f}" + "".join(ends)
    return [called, body, el("path", d=whisker, stroke="currentColor", stroke_width=2, fill="none")]


def columns(title: str, given: Sequence[Column], below: str, lang: str) -> Drawing:
    """Columns side by side, with as many labels as there is room for, and a caption below."""

    def drawn(layout: Layout) -> tuple[float, list[str]]:
        frame = Frame(layout, max((column.value for column in given), default=0), len(given))
        shown = _shown([width(column.label, 13) + 8 for column in given], frame.step)
        parts = frame.grid(lambda value: number(value, lang))
        for k, column in enumerate(given):
            x, y = frame.at(k, column.value)
            fill = GREY if column.apart else BLUE
            bar = el("rect", x=x - frame.step * 0.42, y=y, width=frame.step * 0.84, height=FLOOR - y, fill=fill)
            parts.append(el("g", el("title", words(f"{column.label}: {column.figure}")), bar))
            if k in shown:
                end = k == len(given) - 1 and width(column.label, 13) > frame.step
                place = {"x": layout.edge, "anchor": "end"} if end else {"x": x}
                parts.append(text(y=FLOOR + 18, line=column.label, size=13, **place))
        parts.append(frame.below(below, FLOOR + 40))
        return FLOOR + 46, parts

    return Drawing(title, drawn)


def _shown(widths: Sequence[float], step: float) -> set[int]:
    """Which labels are shown: the last one, which may cover a wider range, and every n-th of the others."""
    if not widths:
        return set()
    every = max(1, ceil(max(widths[:-1], default=0) / step))
    last = len(widths) - 1
    room = (widths[-1] + max(widths[:-1], default=0)) / 2 if widths[-1] <= step else widths[-1]
    return {k for k in range(0, last, every) if (last - k) * step >= room} | {last}


def curves(title: str, steps: Sequence[str], given: Sequence[Curve], below: str, lang: str) -> Drawing:
    """One curve per row over the same steps, each in its own outlined colour, with a legend below."""
    values = [value for curve in given for value in curve.values if value is not None]

    def drawn(layout: Layout) -> tuple[float, list[str]]:
        frame = Frame(layout, max(values, default=0), len(steps))
        parts = frame.grid(lambda value: percent(value, lang, 0))
        for k, step in enumerate(steps):
            size, lines = fit(step, frame.step - 4, 34, largest=13)
            parts.append(block(frame.at(k, 0)[0], FLOOR + 4, size * 1.4 * len(lines), lines, size))
        for curve in given:
            points = [frame.at(k, value) for k, value in enumerate(curve.values) if value is not None]
            parts.append(_curve(curve, points))
        parts.append(frame.below(below, FLOOR + 54))
        return FLOOR + 60, parts

    return Drawing(title, drawn, given)


def _curve(curve: Curve, points: Sequence[tuple[float, float]]) -> str:
    path = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
    line = {"d": path, "fill": "none", "stroke_linejoin": "round"}
    return el(
        "g",
        el("title", words(curve.name)),
        el("path", **line, stroke="currentColor", stroke_width=5, opacity=0.45),
        el("path", **line, stroke=curve.colour, stroke_width=3),
        *(el("circle", cx=x, cy=y, r=4, fill=curve.colour, stroke="currentColor") for x, y in points),
    )


class Frame:
    """Axes: values from 0 to a round number above the maximum, and places side by side."""

    def __init__(self, layout: Layout, most: float, places: int) -> None:
        self.layout = layout
        self.tick = round_step(most)
        self.ticks = max(1, ceil(most / self.tick))
        self.step = (layout.edge - layout.side) / max(1, places)

    def at(self, place: int, value: float) -> tuple[float, float]:
        return self.layout.side + (place + 0.5) * self.step, FLOOR - (FLOOR - HEAD) * value / (self.tick * self.ticks)

    def grid(self, written: Callable[[float], str]) -> list[str]:
        drawn = []
        for k in range(self.ticks + 1):
            _, y = self.at(0, k * self.tick)
            ends = {"x1": self.layout.side, "x2": self.layout.edge}
            rule = el("line", **ends, y1=y, y2=y, stroke="currentColor", opacity=0.2 if k else 1)
            drawn += [rule, text(self.layout.side - 8, y + 4, written(k * self.tick), 13, anchor="end")]
        return drawn

    def below(self, line: str, y: float) -> str:
        """The caption of the horizontal axis."""
        return text((self.layout.side + self.layout.edge) / 2, y, line, 14)


def round_step(most: float) -> float:
    """A tick distance of 1, 2 or 5 times a power of ten, so that a few ticks reach the maximum."""
    if most <= 0:
        return 1.0
    ten = 10.0 ** floor(log10(most / TICKS))
    return next(step * ten for step in (1, 2, 5, 10) if step * ten * TICKS >= most * (1 - 1e-9))
