"""The texts of `data/` in English and French, and how their placeholders are filled. Nothing here knows the game.

A text may contain `{field}`, which falls back to a common word ("a player"), and `[ for {amount}|otherwise]`, which is
omitted or replaced if a field in it is unknown. French no-break spaces are inserted here, so that no text forgets one.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

LANGUAGES = ("en", "fr")
NO_BREAK = "\u00a0"

Values = Mapping[str, str]

_FIELD = re.compile(r"\{(\w+)\}")
_OPTIONAL = re.compile(r"\[([^\[\]|]*)(?:\|([^\[\]|]*))?\]")
_SPACE_BEFORE = re.compile(r" (?=[;:!?»%])")


def write(book: str, key: str, values: Values, lang: str) -> str:
    """A text of `data/<book>.toml` with its placeholders filled."""
    return _fill(text(book, key, lang), values, lang)


def has(book: str, key: str) -> bool:
    return key in _read(book)


def text(book: str, key: str, lang: str) -> str:
    """A text with its placeholders, typeset. An unknown language is a programming error."""
    if lang not in LANGUAGES:
        raise ValueError(f"Sentences are written in {' and '.join(LANGUAGES)}, not in {lang!r}.")
    return _read(book)[key][lang]


def keys(book: str) -> tuple[str, ...]:
    """The keys of a book: a name, or a name and a variant, as in `move.jump`."""
    return tuple(_read(book))


def capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def _fill(template: str, values: Values, lang: str) -> str:
    def chosen(part: re.Match[str]) -> str:
        known = all(field in values for field in _FIELD.findall(part[1]))
        return part[1] if known else part[2] or ""

    def filled(gap: re.Match[str]) -> str:
        return values[gap[1]] if gap[1] in values else _common_word(gap[1], lang)

    # all values are inserted in one pass at the end: a player may be called "{who}"
    return _FIELD.sub(filled, _OPTIONAL.sub(chosen, template))


def _common_word(field: str, lang: str) -> str:
    key = f"missing.{field.lower()}"
    word = text("words", key, lang) if has("words", key) else "…"
    return capital(word) if field[0].isupper() else word


@cache
def _read(book: str) -> dict[str, dict[str, str]]:
    raw = tomllib.loads((files(__package__) / "data" / f"{book}.toml").read_text(encoding="utf-8"))
    return _flat(raw, "")


def _flat(table: dict[str, Any], prefix: str) -> dict[str, dict[str, str]]:
    """Nested tables as flat keys: `[move]` and `[move.jump]`."""
    found: dict[str, dict[str, str]] = {}
    for name, below in table.items():
        if isinstance(below, dict):
            key = f"{prefix}{name}"
            if "en" in below:
                found[key] = {"en": below["en"], "fr": _typeset(below["fr"])}
            found |= _flat(below, f"{key}.")
    return found


def _typeset(french: str) -> str:
    return _SPACE_BEFORE.sub(NO_BREAK, french).replace("« ", f"«{NO_BREAK}")
