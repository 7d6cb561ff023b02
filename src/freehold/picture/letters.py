"""Words in a picture of pixels: letters that `tools/letters.py` has drawn, scaled and laid side by side."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any

import numpy as np

SIZE, BASE, EDGE = 48, 48, 4  # of the drawn letters: their size, their baseline from the top, the room on their left
LEVELS = 15
UNKNOWN = "?"
SPACE = 0.26  # of the size
Grey = np.ndarray[Any, np.dtype[np.float64]]


@cache
def _drawn() -> dict[str, tuple[float, Grey]]:
    with (files("freehold.picture") / "fonts" / "letters.npz").open("rb") as file:
        kept = np.load(file)
        grey, starts, widths = kept["grey"] / LEVELS, kept["starts"], kept["widths"]
        letters = [chr(code) for code in kept["letters"]]
    return {letter: (float(widths[k]), grey[:, starts[k] : starts[k + 1]]) for k, letter in enumerate(letters)}


def width(words: str, size: float) -> float:
    """How wide these words are, in pixels."""
    drawn = _drawn()
    return sum(SPACE * size if letter.isspace() else _of(drawn, letter)[0] * size / SIZE for letter in words)


def shortened(words: str, size: float, room: float) -> str:
    """The words, cut with an ellipsis if they do not fit."""
    if width(words, size) <= room:
        return words
    while words and width(words + "…", size) > room:
        words = words[:-1]
    return words.rstrip() + "…"


def write(pixels: Any, x: float, y: float, words: str, size: float, colour: tuple[int, int, int]) -> float:
    """Write words with their baseline at `y`; returns where they end."""
    drawn = _drawn()
    for letter in words:
        if letter.isspace():
            x += SPACE * size
            continue
        advance, grey = _of(drawn, letter)
        _lay(pixels, x - EDGE * size / SIZE, y - BASE * size / SIZE, _scaled(grey, size / SIZE), colour)
        x += advance * size / SIZE
    return x


def _of(drawn: dict[str, tuple[float, Grey]], letter: str) -> tuple[float, Grey]:
    return drawn.get(letter) or drawn[UNKNOWN]


def _scaled(grey: Grey, by: float) -> Grey:
    """The letter in another size: sums over rows and columns, read between the pixels."""
    for axis in (0, 1):
        before = grey.shape[axis]
        sums = np.insert(np.cumsum(grey, axis=axis), 0, 0, axis=axis)
        edges = np.linspace(0, before, max(1, round(before * by)) + 1)
        low = np.minimum(edges.astype(int), before - 1)
        share = np.expand_dims(edges - low, 1 - axis)
        at = np.take(sums, low, axis=axis) * (1 - share) + np.take(sums, low + 1, axis=axis) * share
        grey = np.diff(at, axis=axis) * by
    return np.clip(grey, 0, 1)


def _lay(pixels: Any, x: float, y: float, grey: Grey, colour: tuple[int, int, int]) -> None:
    left, top = max(0, round(x)), max(0, round(y))
    part = pixels[top : top + grey.shape[0], left : left + grey.shape[1]]
    share = grey[: part.shape[0], : part.shape[1], None]
    part[:] = (part * (1 - share) + np.array(colour) * share).astype(np.uint8)
