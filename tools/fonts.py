"""Writes the fonts of pictures and reports (src/freehold/picture/fonts) from those of the browser client.

Each file is one weight with the Latin letters of one range, so that a picture embeds only what it uses. The narrow
space of French numbers is in none of the packages; the client gets it in a file of its own
(web/src/fonts/thin-space.woff2), and so it does the signs that stand in its texts (symbols.woff2, from Noto Sans Math).

Run: python tools/client.py                          installs the client's packages
     npm install --no-save @fontsource/noto-sans-math    (in web/)
     python -m pip install fonttools brotli
     python tools/fonts.py
"""

from __future__ import annotations

import sys
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ROOT / "web" / "node_modules" / "@fontsource-variable"
MATH = (
    ROOT / "web" / "node_modules" / "@fontsource" / "noto-sans-math" / "files" / "noto-sans-math-latin-400-normal.woff2"
)
FONTS = ROOT / "src" / "freehold" / "picture" / "fonts"
WEIGHTS = {"archivo": (400, 700), "archivo-narrow": (600,)}
THIN_SPACE = 0x202F  # drawn as wide as a space, which is narrow in these families; browsers halve it otherwise
SYMBOLS = "→≈≠∴▲▶▸▾◂●★✓"
CROSSES = "✕✗"  # not in Noto Sans Math: drawn as its sign of multiplication
# English, French and their punctuation; the other Latin alphabets of Europe
LETTERS = {
    "latin": [*range(0x20, 0x7F), *range(0xA0, 0x100), *map(ord, "ŒœŸ–—‘’‚“”„•…‹›€™−"), THIN_SPACE],
    "latin-ext": [*range(0x100, 0x180), *range(0x218, 0x21C), *range(0x1E80, 0x1E86), 0x1E9E, 0x1EF2, 0x1EF3],
}


def write(path: Path, family: str, source: str, weight: int, letters: list[int]) -> None:
    font = TTFont(PACKAGES / family / "files" / f"{family}-{source}-wght-normal.woff2", recalcTimestamp=False)
    if source == "latin":
        for table in font["cmap"].tables:
            table.cmap[THIN_SPACE] = table.cmap[ord(" ")]
    prune(font, letters)
    save(instancer.instantiateVariableFont(font, {"wght": weight}), path)


def write_symbols(path: Path) -> None:
    font = TTFont(MATH, recalcTimestamp=False)
    cross = font.getBestCmap()[ord("×")]
    for table in font["cmap"].tables:
        if table.isUnicode():
            table.cmap.update({ord(sign): cross for sign in CROSSES})
    prune(font, [ord(symbol) for symbol in SYMBOLS + CROSSES])
    save(font, path)


def prune(font: TTFont, letters: list[int]) -> None:
    options = subset.Options(layout_features=["ccmp", "kern", "mark", "tnum"], hinting=False, notdef_outline=True)
    pruned = subset.Subsetter(options)
    pruned.populate(unicodes=letters)
    pruned.subset(font)


def save(font: TTFont, path: Path) -> None:
    font.flavor = "woff2"
    font.save(path)
    print(f"{path.name}: {path.stat().st_size} bytes")


def main() -> int:
    for family, weights in WEIGHTS.items():
        for weight in weights:
            for source, letters in LETTERS.items():
                write(FONTS / f"{family}-{weight}-{source}.woff2", family, source, weight, letters)
    write(ROOT / "web" / "src" / "fonts" / "thin-space.woff2", "archivo", "latin", 400, [THIN_SPACE])
    write_symbols(ROOT / "web" / "src" / "fonts" / "symbols.woff2")
    return 0


if __name__ == "__main__":
    sys.exit(main())
