"""Charts for a page, drawn as SVG: figures with their intervals, columns, and curves.

Lines and letters take the colour of the page's text, so that they can be read on light and on dark.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from freehold.picture.svg import el, fit_line, text, width, words

# A chart: where the names end and the figures begin, the height of a row, of a bar, and of the ends of an interval
WIDE, LEFT, RIGHT, ROW, BAR, END = 832, 230, 640, 34, 18, 10
# A picture with axes: its height, and the room for what is written around it
TALL, SIDE, FOOT, HEAD = 300, 64, 46, 14
BLUE = "#3b74b8"
TICKS = 5


@dataclass(frozen=True)
class Line:
    """A row of a chart: a figure within its interval."""

    name: str
    value: float
    low: float
    high: float
    figure: str


@dataclass(frozen=True)
class Column:
    """A column and what it says when pointed at."""

    label: str
    value: float
    figure: str


@dataclass(frozen=True)
class Curve:
    """A value at each step, or None where there is none."""

    name: str
    colour: str
    values: tuple[float | None, ...]


def heading(tag: str, title: str) -> str:
    return el(tag, words(title))


def paragraphs(sentences: Sequence[str]) -> list[str]:
    return [el("p", words(sentence)) for sentence in sentences]


def chart(
    tag: str, title: str, lines: Sequence[Line], low: float, high: float, mark: float, bars: bool = False
) -> list[str]:
    """A heading, and a row for each line: a bar or a dot, its interval across it; dashed, where it would be even."""
    low, high = min(low, mark), max(high, mark)
    span = (high - low) or 1

    def at(value: float) -> float:
        return LEFT + (RIGHT - LEFT) * (value - low) / span

    tall = ROW * len(lines)
    drawn = [el("line", x1=at(mark), x2=at(mark), y1=0, y2=tall, stroke="currentColor", stroke_dasharray="3 4")]
    for k, line in enumerate(lines):
        y = ROW * k + ROW / 2
        size, name = fit_line(line.name, LEFT - 20, largest=16)
        body = (
            el("rect", x=LEFT, y=y - BAR / 2, width=at(line.value) - LEFT, height=BAR, rx=3, fill=BLUE)
            if bars
            else el("circle", cx=at(line.value), cy=y, r=6, fill=BLUE)
        )
        ends = (f"M{at(end):.1f} {y - END / 2:.1f}v{END}" for end in (line.low, line.high))
        whisker = f"M{at(line.low):.1f} {y:.1f}H{at(line.high):.1f}" + "".join(ends)
        drawn += [
            text(LEFT - 12, y + 5, name, size, anchor="end"),
            body,
            el("path", d=whisker, stroke="currentColor", stroke_width=2, fill="none"),
            text(RIGHT + 12, y + 5, line.figure, 16, anchor="start"),
        ]
    return [heading(tag, title), _picture(title, tall, drawn)]


def _picture(title: str, tall: float, drawn: Sequence[str]) -> str:
    frame = f"0 0 {WIDE} {tall:g}"
    return el("svg", *drawn, viewBox=frame, class_="chart", role="img", aria_label=title, fill="currentColor")


def columns(tag: str, title: str, given: Sequence[Column], below: str) -> list[str]:
    """Columns side by side; as many of their labels as there is room for, and below them what they count."""
    most = max((column.value for column in given), default=0) or 1
    step = (WIDE - SIDE) / max(1, len(given))
    widest = max((width(column.label, 13) for column in given), default=0) + 8
    every = max(1, -(-int(widest) // max(1, int(step))))
    floor = TALL - FOOT
    drawn = [_axis(floor)]
    for k, column in enumerate(given):
        height = (floor - HEAD) * column.value / most
        x = SIDE + k * step
        bar = el("rect", x=x + step * 0.08, y=floor - height, width=step * 0.84, height=height, fill=BLUE)
        drawn.append(el("g", el("title", words(f"{column.label}: {column.figure}")), bar))
        if k % every == 0:
            drawn.append(text(x + step / 2, floor + 18, column.label, 13))
    drawn.append(text(SIDE + (WIDE - SIDE) / 2, TALL - 6, below, 14))
    return [heading(tag, title), _picture(title, TALL, drawn)]


def _axis(floor: float) -> str:
    return el("line", x1=SIDE, x2=WIDE, y1=floor, y2=floor, stroke="currentColor")


def curves(tag: str, title: str, steps: Sequence[str], given: Sequence[Curve], below: str, lang: str) -> list[str]:
    """A curve for each row over the same steps, in its own colour with a rim; their names stand below."""
    values = [value for curve in given for value in curve.values if value is not None]
    most = max(values, default=0) or 1
    floor, apart = TALL - FOOT, (WIDE - SIDE) / max(1, len(steps))
    drawn = []
    for k in range(TICKS + 1):
        y, value = floor - (floor - HEAD) * k / TICKS, most * k / TICKS
        figure = f"{100 * value:.0f}\u00a0%" if lang == "fr" else f"{100 * value:.0f}%"
        drawn += [
            el("line", x1=SIDE, x2=WIDE, y1=y, y2=y, stroke="currentColor", opacity=0.2 if k else 1),
            text(SIDE - 8, y + 4, figure, 13, anchor="end"),
        ]
    drawn += [text(SIDE + (k + 0.5) * apart, floor + 18, step, 13) for k, step in enumerate(steps)]
    for curve in given:
        points = [
            (SIDE + (k + 0.5) * apart, floor - (floor - HEAD) * value / most)
            for k, value in enumerate(curve.values)
            if value is not None
        ]
        path = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
        line = {"d": path, "fill": "none", "stroke_linejoin": "round"}
        drawn.append(
            el(
                "g",
                el("title", words(curve.name)),
                el("path", **line, stroke="currentColor", stroke_width=5, opacity=0.45),
                el("path", **line, stroke=curve.colour, stroke_width=3),
                *(el("circle", cx=x, cy=y, r=4, fill=curve.colour, stroke="currentColor") for x, y in points),
            )
        )
    drawn.append(text(SIDE + (WIDE - SIDE) / 2, TALL - 6, below, 14))
    names = (
        el("span", el("span", "", class_="mark", style=f"background:{curve.colour}"), words(curve.name))
        for curve in given
    )
    return [heading(tag, title), _picture(title, TALL, drawn), el("p", *names, class_="legend")]
