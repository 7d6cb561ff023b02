"""Writes the fonts of pictures and reports (src/freehold/picture/fonts) from those of the browser client.

Each file is one weight with the Latin letters of one range, so that a picture embeds only what it uses. The narrow
space of French numbers is in none of the packages; the client gets it in a file of its own
(web/src/fonts/thin-space.woff2).

Run: python tools/client.py                          installs the client's packages
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
FONTS = ROOT / "src" / "freehold" / "picture" / "fonts"
WEIGHTS = {"archivo": (400, 700), "archivo-narrow": (600,)}
THIN_SPACE = 0x202F  # drawn as wide as a space, which is narrow in these families; browsers halve it otherwise
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
    options = subset.Options(layout_features=["ccmp", "kern", "mark", "tnum"], hinting=False, notdef_outline=True)
    pruned = subset.Subsetter(options)
    pruned.populate(unicodes=letters)
    pruned.subset(font)
    font = instancer.instantiateVariableFont(font, {"wght": weight})
    font.flavor = "woff2"
    font.save(path)
    print(f"{path.name}: {path.stat().st_size} bytes")


def main() -> int:
    for family, weights in WEIGHTS.items():
        for weight in weights:
            for source, letters in LETTERS.items():
                write(FONTS / f"{family}-{weight}-{source}.woff2", family, source, weight, letters)
    write(ROOT / "web" / "src" / "fonts" / "thin-space.woff2", "archivo", "latin", 400, [THIN_SPACE])
    return 0


if __name__ == "__main__":
    sys.exit(main())
