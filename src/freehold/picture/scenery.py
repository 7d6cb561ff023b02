"""The scenery in the middle of each edition's board, made of plain shapes: no logos, no characters.

Each is drawn on a sky 900 wide, from the status line down to a horizon; `ground` and `accent` are theme colours.
"""

from __future__ import annotations

import math
from itertools import pairwise

from freehold.picture.svg import el

ROOM = 900
TOP = 190  # the name and the status line are above
NAME = (18, 106)  # no stars here: one could look like a full stop
Points = tuple[tuple[float, float], ...]
PEAK: Points = ((-1, 0), (0, 1), (1, 0))
SNOW: Points = ((0, 1), (-0.3, 0.7), (-0.14, 0.78), (0, 0.66), (0.14, 0.78), (0.3, 0.7))
CROWN: Points = ((-0.8, 0), (-1, 0.8), (-0.45, 0.37), (0, 1), (0.45, 0.37), (1, 0.8), (0.8, 0))
ROCK: Points = ((1, 0.3), (0.2, 0.8), (-0.8, 0.7), (-0.9, -0.3), (-0.1, -1), (0.6, -0.5))
GOLDEN = (math.sqrt(5) - 1) / 2


def _scatter(count: int, height: float) -> list[tuple[float, float, float]]:
    """Pseudo-random but fixed places, each with a number from 0 to 1."""
    return [
        ((number * GOLDEN * ROOM) % ROOM, (number * 0.7548776662 * height) % height, (number * 0.5698402910) % 1)
        for number in range(1, count + 1)
    ]


def _stars(count: int, height: float) -> str:
    return "".join(
        el("circle", cx=x, cy=y, r=0.7 + 1.5 * size, fill="#ffffff", opacity=0.45 + 0.5 * size)
        for x, y, size in _scatter(count, height)
        if not NAME[0] < y < NAME[1]
    )


def _shape(points: Points, x: float, y: float, wide: float, tall: float, fill: str, **more: str | float) -> str:
    """A polygon in units of width and height, upwards from x, y."""
    written = " ".join(f"{x + across * wide:.1f},{y - up * tall:.1f}" for across, up in points)
    return el("polygon", points=written, fill=fill, **more)


def _earth(ground: str, horizon: float) -> str:
    return el("rect", y=horizon, width=ROOM, height=ROOM - horizon, fill=ground)


def _skyline(fill: str, window: str, horizon: float, tallest: float, count: int) -> str:
    """Blocks side by side, with some lit windows."""
    room = ROOM / count
    blocks, windows = f"M0 {horizon}", ""
    for number in range(count):
        height = tallest * (0.4 + 0.6 * ((number * GOLDEN + 0.35) % 1))
        left, top = number * room, horizon - height
        blocks += f"V{top:.1f}h{room:.1f}"
        for row in range(int((height - 14) // 15)):
            for column in range(max(1, int((room - 10) // 15))):
                if (number * 7 + row * 5 + column * 3) % 4:
                    windows += f"M{left + 9 + column * 15:.1f} {top + 10 + row * 15:.1f}h6v8h-6z"
    return el("path", d=f"{blocks}V{horizon}Z", fill=fill) + el("path", d=windows, fill=window)


def town(ground: str, accent: str, horizon: float) -> str:
    """Houses under a low sun, taller blocks behind them."""
    tall = horizon - TOP
    parts = [
        el("circle", cx=690, cy=horizon - tall * 0.5, r=tall * 0.42, fill="#f7c948", opacity=0.85),
        _skyline("#9cc7b4", "#e9f4e4", horizon, tall * 0.8, 15),
    ]
    for number in range(10):
        room, height = 66, 40 + 12 * (number * 3 % 4)
        x = 12 + number * 90
        wall = "#f7efd9" if number % 2 else "#e7d3b0"
        y = horizon - height
        parts += [
            el("rect", x=x, y=y, width=room, height=height, fill=wall),
            el("path", d=f"M{x - 7} {y}L{x + room / 2} {y - 26}L{x + room + 7} {y}Z", fill=accent),
            el(
                "path",
                d=f"M{x + 26} {horizon}v-24h14v24zM{x + 9} {y + 9}h11v11h-11zM{x + 46} {y + 9}h11v11h-11z",
                fill=ground,
            ),
        ]
    return "".join([*parts, _earth(ground, horizon)])


def desert(ground: str, accent: str, horizon: float) -> str:
    """Two suns over dunes and domed huts."""
    tall = horizon - TOP
    dune = (
        f"M0 {horizon}V{horizon - tall * 0.22:.0f}C160 {horizon - tall * 0.55:.0f} 300 {horizon - tall * 0.1:.0f} 470 "
    )
    dune += f"{horizon - tall * 0.25:.0f}S760 {horizon - tall * 0.6:.0f} 900 {horizon - tall * 0.3:.0f}V{horizon}Z"
    parts = [
        _stars(70, horizon - tall * 0.3),
        el("circle", cx=600, cy=horizon - tall * 0.55, r=tall * 0.3, fill="#ffe3a3"),
        el("circle", cx=735, cy=horizon - tall * 0.42, r=tall * 0.2, fill="#ffb066"),
        el("path", d=dune, fill="#c98542"),
    ]
    for x, radius in ((120, 0.3), (215, 0.2), (345, 0.25)):
        r = radius * tall
        parts.append(
            el(
                "path",
                d=f"M{x - r:.1f} {horizon}V{horizon - r * 0.5:.1f}a{r:.1f} {r:.1f} 0 0 1 {2 * r:.1f} 0V{horizon}Z",
                fill="#efd3a0",
            )
        )
        parts.append(
            el("path", d=f"M{x - r * 0.2:.1f} {horizon}v{-r * 0.6:.1f}h{r * 0.4:.1f}v{r * 0.6:.1f}Z", fill=accent)
        )
    return "".join([*parts, _earth(ground, horizon)])


def space(ground: str, accent: str, horizon: float) -> str:
    """Stars, a planet with a ring, a moon, and rocks adrift."""
    tall = horizon - TOP
    x, y, r = 640, horizon - tall * 0.45, tall * 0.36
    half = f"M{x - r * 1.75:.1f} {y:.1f}a{r * 1.75:.1f} {r * 0.42:.1f} 0 0 "
    tilt = f"rotate(-14 {x} {y:.1f})"
    parts = [
        _stars(260, ROOM),
        el(
            "path",
            d=f"{half}1 {r * 3.5:.1f} 0",
            transform=tilt,
            fill="none",
            stroke="#e8c98f",
            stroke_width=tall * 0.05,
        ),
        el("circle", cx=x, cy=y, r=r, fill="#c0683c"),
        el("rect", x=x - r * 0.91, y=y - r * 0.4, width=r * 1.82, height=r * 0.12, fill="#8f4526"),
        el("rect", x=x - r * 0.95, y=y + r * 0.19, width=r * 1.9, height=r * 0.12, fill="#8f4526"),
        el(
            "path",
            d=f"{half}0 {r * 3.5:.1f} 0",
            transform=tilt,
            fill="none",
            stroke="#e8c98f",
            stroke_width=tall * 0.05,
        ),
        el("circle", cx=330, cy=horizon - tall * 0.68, r=tall * 0.1, fill="#d5dbea"),
        el("circle", cx=336, cy=horizon - tall * 0.71, r=tall * 0.022, fill="#a9b2c9"),
        el("circle", cx=324, cy=horizon - tall * 0.65, r=tall * 0.03, fill="#a9b2c9"),
    ]
    for number in range(9):
        height, size = 0.12 + 0.5 * (number * GOLDEN % 1), 7 + number * 5 % 13
        drift = _shape(ROCK, 40 + number * 46, horizon - tall * height, size, size, "#7d86a8", stroke="#4d567d")
        parts.append(drift)
    return "".join(parts)


def webs(ground: str, accent: str, horizon: float) -> str:
    """Webs from the upper corners over a city by night."""
    tall = horizon - TOP
    parts = [
        _skyline("#3a1a4f", "#ffd98a", horizon, tall * 0.95, 12),
        _skyline(ground, "#ffe9b0", horizon, tall * 0.6, 20),
    ]
    for corner, way in ((0, 1), (ROOM, -1)):
        angles = [math.pi / 2 * ray / 6 for ray in range(7)]
        threads = "".join(f"M{corner} 0L{corner + way * 330 * math.cos(a):.1f} {330 * math.sin(a):.1f}" for a in angles)
        for ring in range(1, 7):
            reach = 14 + ring * ring * 8
            threads += f"M{corner + way * reach} 0"
            for before, after in pairwise(angles):
                middle = (before + after) / 2
                bend = reach * 0.86
                threads += f"Q{corner + way * bend * math.cos(middle):.1f} {bend * math.sin(middle):.1f} "
                threads += f"{corner + way * reach * math.cos(after):.1f} {reach * math.sin(after):.1f}"
        parts.append(el("path", d=threads, fill="none", stroke="#ffffff", stroke_width=1.4, opacity=0.4))
    return "".join([*parts, _earth(ground, horizon)])


def castle(ground: str, accent: str, horizon: float) -> str:
    """A castle of towers and pointed roofs under fireworks."""
    tall = horizon - TOP
    wall, roof = "#f6e6f5", accent
    parts = [_stars(90, horizon - tall * 0.3)]
    for x, y, reach, colour in (
        (150, 0.66, 0.3, "#ffe07a"),
        (300, 0.78, 0.18, "#9be7ff"),
        (720, 0.7, 0.28, "#ffb3d9"),
        (830, 0.5, 0.16, "#c8ff9e"),
    ):
        cx, cy = x, horizon - tall * y
        rays = "".join(
            f"M{cx + math.cos(a) * tall * reach * 0.35:.1f} {cy + math.sin(a) * tall * reach * 0.35:.1f}"
            f"L{cx + math.cos(a) * tall * reach:.1f} {cy + math.sin(a) * tall * reach:.1f}"
            for a in (number * math.pi / 7 for number in range(14))
        )
        parts.append(el("path", d=rays, stroke=colour, stroke_width=2.4, stroke_linecap="round"))
    parts += [el("ellipse", cx=x, cy=horizon, rx=300, ry=tall * 0.2, fill="#6a45ad") for x in (180, 760)]
    for x, room, height in ((395, 34, 0.42), (505, 34, 0.42), (422, 30, 0.58), (478, 30, 0.58), (450, 36, 0.72)):
        top = horizon - tall * height
        parts.append(el("rect", x=x - room / 2, y=top, width=room, height=horizon - top, fill=wall, stroke="#b18cc0"))
        parts.append(_shape(PEAK, x, top, room / 2 + 4, tall * 0.25, roof))
        parts.append(el("rect", x=x - 3, y=top + 9, width=6, height=12, rx=3, fill="#5a3a8a"))
    gate = f"M436 {horizon}v-22a14 14 0 0 1 28 0v22z"
    keep = el("rect", x=372, y=horizon - tall * 0.24, width=156, height=tall * 0.24, fill=wall, stroke="#b18cc0")
    return "".join([*parts, keep, el("path", d=gate, fill="#5a3a8a"), _earth(ground, horizon)])


def swords(ground: str, accent: str, horizon: float) -> str:
    """Snowy mountains, two crossed swords and a crown."""
    tall = horizon - TOP
    parts = []
    for number, (x, half, height) in enumerate(((110, 190, 0.72), (330, 160, 0.5), (600, 180, 0.58), (800, 200, 0.8))):
        parts.append(_shape(PEAK, x, horizon, half, tall * height, "#4c5761" if number % 2 else "#5b6670"))
        parts.append(_shape(SNOW, x, horizon, half, tall * height, "#f2f6f9"))
    parts.append(_earth(ground, horizon))
    length = tall * 1.02
    for lean in (-52, 52):
        blade = f"M-5 {-length * 0.62:.1f}L0 {-length * 0.7:.1f}L5 {-length * 0.62:.1f}V{length * 0.12:.1f}H-5Z"
        hilt = f"M-26 {length * 0.12:.1f}h52v7h-52zM-4 {length * 0.12 + 7:.1f}h8v{length * 0.14:.1f}h-8z"
        parts.append(
            el(
                "g",
                el("path", d=blade, fill="#dfe5ea", stroke="#2b3138", stroke_width=1.2),
                el("path", d=f"M0 {-length * 0.6:.1f}V{length * 0.1:.1f}", stroke="#8d98a3", stroke_width=1.4),
                el("path", d=hilt, fill="#6b4a22", stroke="#2b3138", stroke_width=1.2),
                el("circle", cy=length * 0.26 + 12, r=7, fill="#caa24a", stroke="#2b3138"),
                transform=f"translate(450 {horizon - tall * 0.36:.1f}) rotate({lean})",
            )
        )
    base = horizon - tall * 0.62
    parts.append(_shape(CROWN, 450, base, 46, 54, "#d8ab3c", stroke="#3d2c08", stroke_width=1.6))
    parts += [el("circle", cx=x, cy=base - 10, r=4, fill=accent) for x in (428, 450, 472)]
    return "".join(parts)
