"""A picture for link previews: the board with its owners, who has what, and everybody's worth over time.

It is a PNG because messengers show no SVG. A position without a past has no graph.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from freehold.editions import Edition
from freehold.picture import letters
from freehold.picture.marks import seat_colour

WIDTH, HEIGHT = 1200, 630
BACK, BOARD, EDGE, LINE, INK = "#eef2e6", "#fbfaf3", "#1f4a36", "#c9d2c4", "#1b241f"
MARGIN = 25
LEFT = HEIGHT + 30  # of the words and the graph
SIDE = HEIGHT - 2 * MARGIN
DEPTH = 0.134 * SIDE
BREADTH = (SIDE - 2 * DEPTH) / 9
BAND = 0.3  # of a square's depth, for the colour of its group
Pixels = np.ndarray[Any, np.dtype[np.uint8]]


def card(
    edition: Edition,
    view: Mapping[str, Any],
    title: str,
    worth: Sequence[Sequence[int | None]] = (),
    lang: str = "en",
) -> bytes:
    """The picture as a PNG file of 1200 by 630 pixels."""
    pixels = np.zeros((HEIGHT, WIDTH, 3), np.uint8)
    _box(pixels, 0, 0, WIDTH, HEIGHT, BACK)
    _board(pixels, edition, view, lang)
    below = _words(pixels, edition, view, title, worth, lang)
    if worth:
        _graph(pixels, worth, below)
    return _png(pixels)


def _words(
    pixels: Pixels,
    edition: Edition,
    view: Mapping[str, Any],
    title: str,
    worth: Sequence[Sequence[int | None]],
    lang: str,
) -> float:
    """The title, and everybody with what they have, the richest first. Returns where they end."""
    ink, right = _rgb(INK), WIDTH - 45
    letters.write(pixels, LEFT, 68, letters.shortened(title, 38, right - LEFT), 38, ink)
    rows = []
    for seat, player in enumerate(view["players"]):
        last = worth[seat][-1] if seat < len(worth) and worth[seat] else player["cash"]
        rows.append((0 if player["bankrupt"] else int(last or 0), seat, player))
    y = 88.0
    for amount, seat, player in sorted(rows, key=lambda row: (-row[0], row[1])):
        y += 33
        _disc(pixels, LEFT + 11, y - 8, 11, seat_colour(seat))
        money = edition.money(amount, lang)
        wide = letters.width(money, 25)
        letters.write(pixels, right - wide, y, money, 25, ink)
        name = letters.shortened(str(player["name"]), 25, right - wide - LEFT - 45)
        letters.write(pixels, LEFT + 32, y, name, 25, ink)
    letters.write(pixels, LEFT, HEIGHT - 28, "Freehold", 22, _rgb(EDGE))
    return y


def _board(pixels: Pixels, edition: Edition, view: Mapping[str, Any], lang: str) -> None:
    _box(pixels, MARGIN - 6, MARGIN - 6, SIDE + 12, SIDE + 12, EDGE)
    _box(pixels, MARGIN, MARGIN, SIDE, SIDE, BOARD)
    inner = SIDE - 2 * DEPTH
    _box(pixels, MARGIN + DEPTH, MARGIN + DEPTH, inner, inner, "#bfe0d2")
    name = letters.shortened(edition.name[lang], 40, inner - 20)
    middle = MARGIN + SIDE / 2
    letters.write(pixels, middle - letters.width(name, 40) / 2, middle + 14, name, 40, _rgb(EDGE))
    colours = {group.id: group.hex for group in edition.groups}
    for square in edition.squares:
        x, y, width, height, side = _place(square.index)
        _box(pixels, x, y, width, height, EDGE)
        _box(pixels, x + 1, y + 1, width - 2, height - 2, BOARD)
        deed = view["deeds"].get(str(square.index))
        if square.group in colours:
            _strip(pixels, (x, y, width, height), side, colours[square.group], inside=True)
        if deed is not None:
            _strip(pixels, (x, y, width, height), side, seat_colour(deed["owner"]), inside=False)
    for seat, player in enumerate(view["players"]):
        if not player["bankrupt"]:
            x, y, width, height, _ = _place(player["square"])
            shift = 7 * (seat % 3 - 1)
            _disc(pixels, x + width / 2 + shift, y + height / 2 + shift, 11, "#ffffff")
            _disc(pixels, x + width / 2 + shift, y + height / 2 + shift, 9, seat_colour(seat))


def _place(index: int) -> tuple[float, float, float, float, int]:
    """The box of a square and its side: 0 the bottom, 1 the left, 2 the top, 3 the right."""
    side, step = divmod(index, 10)
    far = MARGIN + SIDE - DEPTH
    back, along = far - step * BREADTH, MARGIN + DEPTH + (step - 1) * BREADTH
    if step == 0:
        return (far, MARGIN, MARGIN, far)[side], (far, far, MARGIN, MARGIN)[side], DEPTH, DEPTH, side
    if side % 2 == 0:
        return (back if side == 0 else along), (far if side == 0 else MARGIN), BREADTH, DEPTH, side
    return (MARGIN if side == 1 else far), (back if side == 1 else along), DEPTH, BREADTH, side


def _strip(pixels: Pixels, box: tuple[float, float, float, float], side: int, colour: str, inside: bool) -> None:
    """The band of a square towards the middle of the board, or the narrower one along its rim."""
    x, y, width, height = (box[0] + 1, box[1] + 1, box[2] - 2, box[3] - 2)
    size = (BAND if inside else 0.16) * DEPTH
    low = (side in (1, 2)) == inside  # at the end of the box that is further right or down
    if side % 2 == 0:
        _box(pixels, x, y + (height - size if low else 0), width, size, colour)
    else:
        _box(pixels, x + (width - size if low else 0), y, size, height, colour)


def _graph(pixels: Pixels, worth: Sequence[Sequence[int | None]], below: float) -> None:
    left, top, width = LEFT, below + 30, WIDTH - HEIGHT - 80
    height = HEIGHT - 75 - top
    most = max((value for row in worth for value in row if value is not None), default=1) or 1
    turns = max((len(row) for row in worth), default=1)
    for share in (0, 0.25, 0.5, 0.75, 1):
        _box(pixels, left, top + share * height, width, 2, LINE)
    for seat, row in enumerate(worth):
        values = list(row)
        while values and values[-1] is None:
            values.pop()
        known = [value or 0 for value in values] + ([0] if len(values) < len(row) else [])
        points = [(left + width * k / max(1, turns - 1), top + height * (1 - v / most)) for k, v in enumerate(known)]
        for one, other in pairwise(points):
            _stroke(pixels, one, other, seat_colour(seat))
        if points:
            _disc(pixels, *points[-1], 9, seat_colour(seat))


def _rgb(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def _box(pixels: Pixels, x: float, y: float, width: float, height: float, colour: str) -> None:
    pixels[round(y) : round(y + height), round(x) : round(x + width)] = _rgb(colour)


def _disc(pixels: Pixels, x: float, y: float, radius: float, colour: str) -> None:
    _stroke(pixels, (x, y), (x, y), colour, radius)


def _stroke(
    pixels: Pixels, one: tuple[float, float], other: tuple[float, float], colour: str, radius: float = 2.5
) -> None:
    """A line with round ends and smooth edges: each pixel takes colour by its distance from the line."""
    (x, y), (dx, dy) = one, (other[0] - one[0], other[1] - one[1])
    left, right = int(min(x, other[0]) - radius - 1), int(max(x, other[0]) + radius + 2)
    top, bottom = int(min(y, other[1]) - radius - 1), int(max(y, other[1]) + radius + 2)
    left, top = max(0, left), max(0, top)
    part = pixels[top:bottom, left:right]
    rows, columns = np.mgrid[top : top + part.shape[0], left : left + part.shape[1]]
    along = np.clip(((columns - x) * dx + (rows - y) * dy) / max(1e-9, dx * dx + dy * dy), 0, 1)
    distance = np.hypot(columns - x - along * dx, rows - y - along * dy)
    share = np.clip(radius + 0.5 - distance, 0, 1)[..., None]
    part[:] = (part * (1 - share) + np.array(_rgb(colour)) * share).astype(np.uint8)


def _png(pixels: Pixels) -> bytes:
    rows = np.concatenate([np.zeros((HEIGHT, 1), np.uint8), pixels.reshape(HEIGHT, -1)], axis=1)  # filter 0 of each row
    head = struct.pack(">IIBBBBB", WIDTH, HEIGHT, 8, 2, 0, 0, 0)
    parts = [(b"IHDR", head), (b"IDAT", zlib.compress(rows.tobytes(), 6)), (b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(kind + data) for kind, data in parts)


def _chunk(content: bytes) -> bytes:
    """A part of a PNG file: its length without the four letters of its kind, the content, its checksum."""
    return struct.pack(">I", len(content) - 4) + content + struct.pack(">I", zlib.crc32(content))
