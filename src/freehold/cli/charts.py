"""Charts for a page, drawn as SVG: figures with their intervals, columns, and curves.

Lines and letters take the colour of the page's text, so that they can be read on light and on dark.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil, floor, log10

from freehold.cli.arena_setup import number
from freehold.picture.heat import percent
from freehold.picture.svg import el, fit_line, text, width, words

# A chart: where the names end and the figures begin, the height of a row, of a bar, and of the ends of an interval
WIDE, LEFT, RIGHT, ROW, BAR, END = 832, 230, 640, 34, 18, 10
# A picture with axes: its height, and the room for what is written around it
TALL, SIDE, FOOT, HEAD = 300, 64, 46, 14
EDGE, FLOOR = WIDE - 30, TALL - FOOT
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


def columns(tag: str, title: str, given: Sequence[Column], below: str, lang: str) -> list[str]:
    """Columns side by side; as many of their labels as there is room for, and below them what they count."""
    frame = Frame(max((column.value for column in given), default=0), len(given))
    widest = max((width(column.label, 13) for column in given), default=0) + 8
    every = max(1, -(-int(widest) // max(1, int(frame.step))))
    drawn = frame.grid(lambda value: number(value, lang))
    for k, column in enumerate(given):
        x, y = frame.at(k, column.value)
        bar = el("rect", x=x - frame.step * 0.42, y=y, width=frame.step * 0.84, height=FLOOR - y, fill=BLUE)
        drawn.append(el("g", el("title", words(f"{column.label}: {column.figure}")), bar))
        if k % every == 0:
            drawn.append(text(x, FLOOR + 18, column.label, 13))
    drawn.append(text((SIDE + EDGE) / 2, TALL - 6, below, 14))
    return [heading(tag, title), _picture(title, TALL, drawn)]


def curves(tag: str, title: str, steps: Sequence[str], given: Sequence[Curve], below: str, lang: str) -> list[str]:
    """A curve for each row over the same steps, in its own colour with a rim; their names stand below."""
    values = [value for curve in given for value in curve.values if value is not None]
    frame = Frame(max(values, default=0), len(steps))
    drawn = frame.grid(lambda value: percent(value, lang, 0))
    drawn += [text(frame.at(k, 0)[0], FLOOR + 18, step, 13) for k, step in enumerate(steps)]
    for curve in given:
        points = [frame.at(k, value) for k, value in enumerate(curve.values) if value is not None]
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
    drawn.append(text((SIDE + EDGE) / 2, TALL - 6, below, 14))
    names = (
        el("span", el("span", "", class_="mark", style=f"background:{curve.colour}"), words(curve.name))
        for curve in given
    )
    return [heading(tag, title), _picture(title, TALL, drawn), el("p", *names, class_="legend")]


class Frame:
    """Axes: values from 0 up to a round one above the most, and so many places side by side."""

    def __init__(self, most: float, places: int) -> None:
        self.tick = round_step(most)
        self.ticks = max(1, ceil(most / self.tick))
        self.step = (EDGE - SIDE) / max(1, places)

    def at(self, place: int, value: float) -> tuple[float, float]:
        return SIDE + (place + 0.5) * self.step, FLOOR - (FLOOR - HEAD) * value / (self.tick * self.ticks)

    def grid(self, written: Callable[[float], str]) -> list[str]:
        drawn = []
        for k in range(self.ticks + 1):
            _, y = self.at(0, k * self.tick)
            rule = el("line", x1=SIDE, x2=EDGE, y1=y, y2=y, stroke="currentColor", opacity=0.2 if k else 1)
            drawn += [rule, text(SIDE - 8, y + 4, written(k * self.tick), 13, anchor="end")]
        return drawn


def round_step(most: float) -> float:
    """A step of 1, 2 or 5 and zeros, of which a few make up the most."""
    if most <= 0:
        return 1.0
    ten = 10.0 ** floor(log10(most / TICKS))
    return next(step * ten for step in (1, 2, 5, 10) if step * ten * TICKS >= most * (1 - 1e-9))
