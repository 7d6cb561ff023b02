"""SVG helpers: elements, escaping, and text that is measured, wrapped and fitted.

Text is measured by widths that are at least those of our faces and of Arial, so that it also fits in a viewer which
does not draw embedded fonts.
"""

from __future__ import annotations

import re
import unicodedata
from html import escape

LEADING = 1.16  # line height, relative to the font size
BOLD = 1.12  # width relative to regular
NARROW = 0.86  # the same of the board's small print, in any weight
FALLBACK_WIDTH = 0.72

# In hundredths of the font size.
_WIDTHS = {
    28: "ijl'’|",
    32: "I .,:;/\u00a0\u202f",
    40: "ftr()[]-·!",
    54: 'scz"',
    60: "aeokvxyJL?–_",
    65: "bdpqhnugFT0123456789$€",
    70: "ABEKPSVXYZ&",
    80: "CDGHNOQRUØÐ®©",
    85: "w+=<>¼½¾",
    95: "%",
    102: "mMW—…œæÆ™@",
    125: "Œ",
}
_WIDTH_OF = {letter: width / 100 for width, letters in _WIDTHS.items() for letter in letters}
_BREAKS = re.compile("[\t\n\r]+")
_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")

Value = str | float | None


def el(tag: str, *children: str, **attributes: Value) -> str:
    """An element: `stroke_width=2` becomes `stroke-width="2"`; children are markup, see `words`."""
    written = "".join(
        f' {_attribute(name)}="{value if isinstance(value, str) else _number(value)}"'
        for name, value in (
            (name, words(value) if isinstance(value, str) else value) for name, value in attributes.items()
        )
        if value is not None
    )
    return f"<{tag}{written}>{''.join(children)}</{tag}>" if children else f"<{tag}{written}/>"


def _attribute(name: str) -> str:
    return name.rstrip("_").replace("_", "-")


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)


def words(text: str) -> str:
    """Text as markup: escaped, on one line, without characters that XML cannot represent."""
    return escape(_BREAKS.sub(" ", _NOT_XML.sub("\ufffd", text)))


def width(text: str, size: float, bold: bool = False, narrow: bool = False) -> float:
    """The width of a line, rather over- than underestimated."""
    return sum(map(_letter, text)) * size * (NARROW if narrow else BOLD if bold else 1)


def _letter(letter: str) -> float:
    if letter in _WIDTH_OF:
        return _WIDTH_OF[letter]
    if unicodedata.combining(letter):
        return 0
    if unicodedata.east_asian_width(letter) in "WF":
        return 1.1
    base = unicodedata.normalize("NFD", letter)[0]
    return _WIDTH_OF.get(base, FALLBACK_WIDTH)


def cut(text: str, room: float, size: float, bold: bool = False, narrow: bool = False) -> str:
    """The line, shortened with an ellipsis if it does not fit."""
    if width(text, size, bold, narrow) <= room:
        return text
    while text and width(text + "…", size, bold, narrow) > room:
        text = text[:-1]
    return text.rstrip() + "…"


def wrap(text: str, room: float, size: float, bold: bool = False, narrow: bool = False) -> list[str]:
    """The words in lines; a line is too wide only if a single word is."""
    lines: list[str] = []
    for word in text.split(" "):
        if lines and width(f"{lines[-1]} {word}", size, bold, narrow) <= room:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def fit(
    text: str,
    room: float,
    height: float,
    largest: float,
    smallest: float = 8,
    bold: bool = False,
    narrow: bool = False,
) -> tuple[float, list[str]]:
    """The largest font size with which all words fit into a box; at the smallest size, long text is cut."""
    size = largest
    while size > smallest:
        lines = wrap(text, room, size, bold, narrow)
        if len(lines) * size * LEADING <= height and all(width(line, size, bold, narrow) <= room for line in lines):
            return size, lines
        size -= 0.5
    lines = wrap(text, room, smallest, bold, narrow)
    shown = max(1, int(height / (smallest * LEADING)))
    if len(lines) > shown:
        lines[shown - 1 :] = [" ".join(lines[shown - 1 :])]
    return smallest, [cut(line, room, smallest, bold, narrow) for line in lines]


def fit_line(text: str, room: float, largest: float, smallest: float = 10, bold: bool = False) -> tuple[float, str]:
    """The same for a single line."""
    size = largest
    while size > smallest and width(text, size, bold) > room:
        size -= 0.5
    return size, cut(text, room, size, bold)


def text(x: float, y: float, line: str, size: float, anchor: str = "middle", bold: bool = False, **more: Value) -> str:
    """One line of text; y is the baseline."""
    return el(
        "text",
        words(line),
        x=x,
        y=y,
        font_size=size,
        text_anchor=anchor,
        font_weight="bold" if bold else None,
        **more,
    )


def block(x: float, y: float, height: float, lines: list[str], size: float, bold: bool = False, **more: Value) -> str:
    """Lines centred at x, vertically centred in a height that begins at y."""
    first = y + (height - len(lines) * size * LEADING) / 2 + size * 0.9
    rows = (el("tspan", words(line), x=x, y=first + row * size * LEADING) for row, line in enumerate(lines))
    return el("text", *rows, font_size=size, text_anchor="middle", font_weight="bold" if bold else None, **more)


def tag(label: str, x: float, y: float, fill: str, ink: str, size: float = 13, **more: Value) -> str:
    """A word in a rounded box that ends at x; y is the baseline."""
    room = tag_width(label, size)
    box = el("rect", x=x - room, y=y - size * 1.08, width=room, height=size * 1.45, rx=size * 0.4, fill=fill)
    return el("g", box, text(x - room / 2, y, label, size, bold=True, fill=ink), **more)


def tag_width(label: str, size: float = 13) -> float:
    return width(label, size, bold=True) + size


def ink_on(colour: str) -> str:
    """Black or white, whichever has more contrast on a colour #rrggbb."""
    channels = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    light = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    return "#111111" if light > 0.179 else "#ffffff"
