"""Draws the icons of the installed client, web/public/icon-*.png: the house of icon.svg, on a ground without corners.

Run: python tools/icons.py
"""

from __future__ import annotations

import struct
import zlib
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

PUBLIC = Path(__file__).resolve().parent.parent / "web" / "public"
SIZES = (192, 512)
FINE = 4  # samples of a pixel in each direction
GROUND, WALL, ROOF = (0x1F, 0x4A, 0x38), (0xF6, 0xEF, 0xDC), (0xF2, 0xB8, 0x1F)
EAVES = ((8.0, 36.0), (32.0, 13.0), (56.0, 36.0))
ROOF_WIDTH = 5.0
SHRUNK = 0.8  # what a round mask leaves of it

Array = np.ndarray[Any, Any]


def drawn(size: int) -> Array:
    """The icon as rows of red, green and blue."""
    at = (np.arange(size * FINE) + 0.5) / (size * FINE) * 64
    x, y = np.meshgrid((at - 32) / SHRUNK + 32, (at - 32) / SHRUNK + 32)
    fine = np.full((*x.shape, 3), GROUND, float)
    fine[(y <= 51) & (y >= 34 - (20 - np.abs(x - 32)) * 19 / 20) & (np.abs(x - 32) <= 20)] = WALL
    for one, other in pairwise(EAVES):
        fine[distance(x, y, one, other) <= ROOF_WIDTH / 2] = ROOF
    fine[(np.abs(x - 32) <= 5) & (y >= 40) & (y <= 51)] = GROUND
    mean: Array = fine.reshape(size, FINE, size, FINE, 3).mean(axis=(1, 3))
    return mean.round().astype(np.uint8)


def distance(x: Array, y: Array, one: tuple[float, float], other: tuple[float, float]) -> Array:
    """How far each point is from a segment."""
    (ax, ay), (bx, by) = one, other
    along = ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / ((bx - ax) ** 2 + (by - ay) ** 2)
    part = np.clip(along, 0, 1)
    far: Array = np.hypot(x - ax - part * (bx - ax), y - ay - part * (by - ay))
    return far


def png(pixels: Array) -> bytes:
    height, width, _ = pixels.shape
    rows = np.concatenate([np.zeros((height, 1), np.uint8), pixels.reshape(height, -1)], axis=1)
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    parts = ((b"IHDR", head), (b"IDAT", zlib.compress(rows.tobytes(), 9)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data)) for kind, data in parts
    )


if __name__ == "__main__":
    for size in SIZES:
        (PUBLIC / f"icon-{size}.png").write_bytes(png(drawn(size)))
