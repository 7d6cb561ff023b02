"""A position as an SVG picture: the board, and what a player would want to know.

`draw` combines the parts: `square_drawing.py` has the squares, `centre.py` and `panels.py` the middle, `marks.py` the
symbols, `themes.py` the colours and `scenery.py` the scenery of the editions, `faces.py` the fonts, which are embedded.
The SVG is self-contained: no script or link.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from freehold.editions import Edition
from freehold.i18n import LANGUAGES
from freehold.picture.centre import centre, summary
from freehold.picture.faces import FONT, font_faces
from freehold.picture.panels import ROOM
from freehold.picture.scene import read
from freehold.picture.square_drawing import DEPTH, MARGIN, SIZE, squares
from freehold.picture.svg import el, words
from freehold.picture.themes import theme_of

__all__ = ["draw"]


def draw(edition: Edition, position: Mapping[str, Any], lang: str = "en") -> str:
    """The position as a self-contained SVG document; omitted fields take their starting values."""
    if lang not in LANGUAGES:
        raise ValueError(f"There is no picture in the language {lang!r}: choose one of {', '.join(LANGUAGES)}.")
    scene = read(edition, position, lang)
    theme = theme_of(edition)
    hatch = el(
        "pattern",
        el("path", d="M0 0V8", stroke=theme.ink, stroke_width=2.4, stroke_opacity=0.26),
        id=theme.hatch,
        width=8,
        height=8,
        patternUnits="userSpaceOnUse",
        patternTransform="rotate(45)",
    )
    dusk = el(
        "linearGradient",
        el("stop", offset=0, stop_color=theme.sky[0]),
        el("stop", offset=1, stop_color=theme.sky[1]),
        id=theme.dusk,
        x2=0,
        y2=0.6,
    )
    drawn = (
        el("title", words(edition.name[lang])),
        el("desc", words(summary(edition, scene, lang))),
        el("defs", hatch, dusk),
        el("rect", width=SIZE, height=SIZE, rx=14, fill=theme.rim),
        el(
            "svg",
            centre(edition, scene, theme, lang),
            x=MARGIN + DEPTH,
            y=MARGIN + DEPTH,
            width=ROOM,
            height=ROOM,
            viewBox=f"0 0 {ROOM} {ROOM}",
        ),
        squares(edition, scene, theme, lang),
    )
    return el(
        "svg",
        el("style", font_faces("".join(drawn))),
        *drawn,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {SIZE} {SIZE}",
        width=SIZE,
        height=SIZE,
        role="img",
        lang=lang,
        font_family=FONT,
        fill=theme.ink,
    )
