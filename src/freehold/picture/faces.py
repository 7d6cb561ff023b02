"""The faces of pictures and reports, which are those of the browser client: Archivo, and Archivo Narrow for the small
print of the board. They are embedded, so that a picture looks the same everywhere; fonts/OFL.txt is their licence, and
tools/fonts.py makes the files.
"""

from __future__ import annotations

import re
from base64 import b64encode
from functools import cache
from importlib.resources import files

FONT = "Archivo, Arial, 'Liberation Sans', sans-serif"
PRINT = "'Archivo Narrow', Arial, 'Liberation Sans', sans-serif"

_FILES = files("freehold.picture") / "fonts"
_FACES = (("Archivo", "archivo-400", "400"), ("Archivo", "archivo-700", "700"))
_PRINT = ("Archivo Narrow", "archivo-narrow-600", "400 700")  # one weight for all
# The letters that are in files of their own, because English and French do without them.
_RARE = (
    *((0x100, 0x151), (0x154, 0x177), (0x179, 0x17F), (0x218, 0x21B)),
    *((0x1E80, 0x1E85), (0x1E9E, 0x1E9E), (0x1EF2, 0x1EF3)),
)
_RARE_RANGE = ", ".join(f"U+{first:X}-{last:X}" for first, last in _RARE)
_RARE_LETTERS = re.compile("[" + "".join(f"{chr(first)}-{chr(last)}" for first, last in _RARE) + "]")


def font_faces(markup: str) -> str:
    """A style sheet with the faces and letters that some markup needs, embedded."""
    faces = [*_FACES, _PRINT] if "Archivo Narrow" in markup else _FACES
    rules = [_rule(*face, "latin", "") for face in faces]
    if _RARE_LETTERS.search(markup):
        rules += [_rule(*face, "latin-ext", f";unicode-range:{_RARE_RANGE}") for face in faces]
    return "\n".join(rules)


@cache
def _rule(family: str, file: str, weight: str, letters: str, only: str) -> str:
    content = b64encode((_FILES / f"{file}-{letters}.woff2").read_bytes()).decode()
    source = f"url(data:font/woff2;base64,{content}) format('woff2')"
    return f"@font-face{{font-family:'{family}';font-weight:{weight};src:{source}{only}}}"
