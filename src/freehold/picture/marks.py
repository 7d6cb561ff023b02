"""The symbols: tokens, buildings, deeds, owners, Force symbols, dice, and signs of squares without a colour.

Each can be recognised by its shape or number, not only by its colour.
"""

from __future__ import annotations

import math

from freehold.picture.scene import Seat
from freehold.picture.svg import el, ink_on, text, words

SEATS = ("#c4202f", "#1f5fbf", "#1e7b34", "#f4c20d", "#7b3fa0", "#19b5c9", "#f07f13", "#5d4037")
PAPER = "#fffdf6"
EDGE = "#1a1a1a"

_PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
_DICE = {"white": "#fbfbf8", "black": "#1c1c1f", "red": "#c4202f", "blue": "#1f4fa8"}


def seat_colour(seat: int) -> str:
    return SEATS[seat % len(SEATS)]


def disc(seat: int, x: float, y: float, radius: float, title: str = "", **more: str | int) -> str:
    """A disc with the seat's colour and number, centred at x, y."""
    colour = seat_colour(seat)
    return el(
        "g",
        el("title", words(title)) if title else "",
        el("circle", r=radius, fill="#ffffff", stroke=EDGE, stroke_width=1),
        el("circle", r=radius - 1.8, fill=colour),
        text(0, radius * 0.42, str(seat + 1), round(radius * 1.2, 1), bold=True, fill=ink_on(colour)),
        transform=f"translate({x:.1f} {y:.1f})",
        **more,
    )


def token(seat: Seat, x: float, y: float, radius: float, where: str) -> str:
    """A player's disc on the board, with name and place in its title."""
    title = " · ".join(part for part in (seat.number, seat.name, seat.token, where) if part)
    return disc(seat.seat, x, y, radius, title, class_="token", data_seat=seat.seat)


def places(
    count: int, x: float, y: float, room: float, height: float, largest: float
) -> tuple[float, list[tuple[float, float]]]:
    """Centres for a number of discs in a box, and the radius with which they fit side by side."""
    if not count:
        return 0, []
    best, rows = 0.0, 1
    for tried in range(1, count + 1):
        radius = min(room / math.ceil(count / tried), height / tried) / 2 - 0.5
        if radius > best + 0.01:
            best, rows = radius, tried
    radius = min(best, largest)
    columns = math.ceil(count / rows)
    pitch, step = min(room / columns, 2 * radius + 3), min(height / rows, 2 * radius + 2)
    middles = []
    for place in range(count):
        row, column = divmod(place, columns)
        in_row = min(columns, count - row * columns)
        across, down = column - (in_row - 1) / 2, row - (rows - 1) / 2
        middles.append((x + room / 2 + across * pitch, y + height / 2 + down * step))
    return radius, middles


def force_symbol(symbol: str, x: float, y: float, radius: float, title: str) -> str:
    """The light symbol is a star of many rays, the dark one a black diamond with a crescent."""
    if symbol == "light":
        points = []
        for ray in range(16):
            reach = radius if ray % 2 == 0 else radius * 0.55
            points.append(f"{reach * math.sin(ray * math.pi / 8):.1f},{-reach * math.cos(ray * math.pi / 8):.1f}")
        drawn = (
            el("polygon", points=" ".join(points), fill="#ffffff", stroke="#1f5fbf", stroke_width=1.6),
            el("circle", r=radius * 0.24, fill="#1f5fbf"),
        )
    else:
        r = radius
        crescent = f"M{r * 0.18:.1f} {-r * 0.42:.1f}A{r * 0.44:.1f} {r * 0.44:.1f} 0 1 0 {r * 0.18:.1f} {r * 0.42:.1f}"
        crescent += f"A{r * 0.36:.1f} {r * 0.42:.1f} 0 0 1 {r * 0.18:.1f} {-r * 0.42:.1f}Z"
        drawn = (
            el("polygon", points=f"0,{-r} {r},0 0,{r} {-r},0", fill="#111111", stroke="#e0313f", stroke_width=1.8),
            el("path", d=crescent, fill="#ff5a5f"),
        )
    return el(
        "g",
        el("title", words(title)),
        *drawn,
        class_="force",
        data_symbol=symbol,
        transform=f"translate({x:.1f} {y:.1f})",
    )


def small_building(x: float, y: float, side: float = 18) -> str:
    """A small house, centred at x, y."""
    half = side / 2
    house = f"M{-half} {half}V{-half * 0.1:.1f}L0 {-half}L{half} {-half * 0.1:.1f}V{half}Z"
    door = f"M{-half * 0.25:.1f} {half}V{half * 0.3:.1f}H{half * 0.25:.1f}V{half}Z"
    return el(
        "g",
        el("path", d=house, fill=PAPER, stroke=EDGE, stroke_width=1.4, stroke_linejoin="round"),
        el("path", d=door, fill=EDGE),
        class_="small",
        transform=f"translate({x:.1f} {y:.1f})",
    )


def large_building(x: float, y: float, room: float, height: float) -> str:
    """A large block with battlements and windows, wide or tall, centred at x, y."""
    left, top = -room / 2, -height / 2
    teeth = max(3, round(room / 7) // 2 * 2 + 1)
    tooth = room / teeth
    outline = f"M{left:.1f} {-top:.1f}V{top:.1f}"
    for place in range(teeth):
        outline += f"h{tooth:.2f}" + ("" if place == teeth - 1 else f"v{4 if place % 2 == 0 else -4}")
    outline += f"V{-top:.1f}Z"
    columns, rows = max(2, int(room // 9)), max(1, int((height - 8) // 9))
    windows = "".join(
        f"M{left + room * (column + 0.5) / columns - 1.7:.1f} {top + 7.5 + row * 9:.1f}h3.4v4.6h-3.4z"
        for row in range(rows)
        for column in range(columns)
    )
    return el(
        "g",
        el("path", d=outline, fill=PAPER, stroke=EDGE, stroke_width=1.6, stroke_linejoin="round"),
        el("path", d=windows, fill=EDGE),
        class_="large",
        transform=f"translate({x:.1f} {y:.1f})",
    )


def deed_card(x: float, y: float, colour: str, room: float = 14, height: float = 17, **more: str) -> str:
    """A deed: a card with a stripe in the colour of its group and two lines of writing, its corner at x, y."""
    lines = (
        f"M{room * 0.2:.1f} {height * 0.56:.1f}H{room * 0.8:.1f}M{room * 0.2:.1f} {height * 0.76:.1f}H{room * 0.8:.1f}"
    )
    return el(
        "g",
        el("rect", width=room, height=height, rx=1.5, fill=PAPER, stroke=EDGE, stroke_width=1),
        el("rect", x=0.5, y=0.5, width=room - 1, height=height * 0.34, fill=colour),
        el("path", d=lines, stroke=EDGE, stroke_width=1, fill="none"),
        transform=f"translate({x:.1f} {y:.1f})",
        **more,
    )


def mortgage_mark(letter: str, x: float, y: float, side: float = 18) -> str:
    """A black square with the word's first letter, centred at x, y."""
    box = el("rect", x=x - side / 2, y=y - side / 2, width=side, height=side, rx=2, fill=EDGE, stroke="#ffffff")
    return box + text(x, y + side * 0.33, letter, side * 0.85, bold=True, fill="#ffffff")


def die(face: int | str, colour: str, x: float, y: float, side: float, title: str) -> str:
    """A die that shows a number or, as a Force die, a white square, a black one, or both."""
    half = side / 2
    body = _DICE.get(colour, _DICE["white"]) if isinstance(face, int) else "#9aa3b5"
    shown: list[str] = []
    if isinstance(face, int):
        gap = side * 0.27
        shown = [
            el("circle", cx=column * gap, cy=row * gap, r=side * 0.085, fill=ink_on(body))
            for column, row in _PIPS.get(face, ())
        ]
    else:
        inner = side * 0.3
        light = "#ffffff" if face in ("light", "shift") else "#111111"
        shown = [el("rect", x=-inner, y=-inner, width=2 * inner, height=2 * inner, fill=light, stroke=EDGE)]
        if face == "shift":
            shown.append(el("path", d=f"M{-inner} {inner}L{inner} {-inner}V{inner}Z", fill="#111111"))
    return el(
        "g",
        el("title", words(title)),
        el("rect", x=-half, y=-half, width=side, height=side, rx=side * 0.18, fill=body, stroke=EDGE, stroke_width=1.5),
        *shown,
        class_="die",
        transform=f"translate({x:.1f} {y:.1f})",
    )


def sign(kind: str, x: float, y: float, colour: str) -> str:
    """The sign of a square without a colour group, about 30 wide, centred at x, y."""
    shapes = {
        "chest": "M-13 -2V11H13V-2ZM-13 -4C-13 -14 13 -14 13 -4ZM-3 -5H3V3H-3Z",
        "tax": "M0 -14L14 0L0 14L-14 0ZM-5 -6A2.4 2.4 0 1 0 -4.9 -6ZM5 5A2.4 2.4 0 1 0 5.1 5ZM-6 6L5 -7L7 -5L-4 8Z",
        "station": "M-10 -8H10V-5H-10ZM-10 5H10V8H-10ZM-7.5 -8H-4.5V8H-7.5ZM-1.5 -8H1.5V8H-1.5ZM4.5 -8H7.5V8H4.5Z",
        "utility": "M2 -11L-7 2H-1L-3 11L7 -3H1L5 -11Z",
    }
    if kind == "chance":
        mark = el("circle", r=15, fill=colour) + text(0, 9, "?", 25, bold=True, fill="#ffffff")
    else:
        rule = "nonzero" if kind == "station" else "evenodd"
        mark = el("path", d=shapes[kind], fill=colour, fill_rule=rule)
    return el("g", mark, class_="sign", transform=f"translate({x:.1f} {y:.1f})")
