"""The texts of every language, one folder each, and how their placeholders are filled. Nothing here knows the game.

A book is a file of that folder: `events`, or `client/table`. A text may contain `{field}`, which falls back to a common
word ("a player"), and `[ for {amount}|otherwise]`, which is omitted or replaced if a field in it is unknown. Texts are
typeset when they are read (`languages.typeset`). A text that a language lacks is taken from English.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources.abc import Traversable
from typing import Any

from freehold.i18n.languages import FOLDERS, LANGUAGES, NO_BREAK, REFERENCE, language, typeset

__all__ = [
    "LANGUAGES",
    "NO_BREAK",
    "REFERENCE",
    "Values",
    "books",
    "capital",
    "fields",
    "has",
    "keys",
    "language",
    "read",
    "text",
    "typeset",
    "write",
]

Values = Mapping[str, str]

_FIELD = re.compile(r"\{(\w+)\}")
_OPTIONAL = re.compile(r"\[([^\[\]|]*)(?:\|([^\[\]|]*))?\]")


def write(book: str, key: str, values: Values, lang: str) -> str:
    """A text of a book with its placeholders filled."""
    return _fill(text(book, key, lang), values, lang)


def has(book: str, key: str) -> bool:
    return key in read(book, REFERENCE)


def text(book: str, key: str, lang: str) -> str:
    """A text with its placeholders, typeset."""
    language(lang)
    found = read(book, lang)
    return found[key] if key in found else read(book, REFERENCE)[key]


def keys(book: str) -> tuple[str, ...]:
    """The keys of a book: a name, or a name and a variant, as in `move.jump`."""
    return tuple(read(book, REFERENCE))


def fields(book: str, key: str, lang: str = REFERENCE) -> tuple[str, ...]:
    """The names of a text's placeholders, in order and without repetition."""
    return tuple(dict.fromkeys(_FIELD.findall(text(book, key, lang))))


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
def read(book: str, lang: str) -> dict[str, str]:
    """The texts of a book in one language, typeset; a language may lack a whole book."""
    file = FOLDERS[lang] / f"{book}.toml"
    if lang != REFERENCE and not file.is_file():
        return {}
    return {key: typeset(words, lang) for key, words in _flat(tomllib.loads(file.read_text(encoding="utf-8")), "")}


def books(lang: str = REFERENCE) -> tuple[str, ...]:
    """The names of all books of a language: `events`, `client/table`."""
    return tuple(sorted(name.removesuffix(".toml") for name in _files(FOLDERS[lang], "") if name != "language.toml"))


def _files(folder: Traversable, prefix: str) -> Iterator[str]:
    for file in folder.iterdir():
        if file.is_dir():
            yield from _files(file, f"{prefix}{file.name}/")
        elif file.name.endswith(".toml"):
            yield f"{prefix}{file.name}"


def _flat(table: dict[str, Any], prefix: str) -> Iterator[tuple[str, str]]:
    """Nested tables as flat keys: `jump` in the table `[move]` is `move.jump`."""
    for name, below in table.items():
        if isinstance(below, dict):
            yield from _flat(below, f"{prefix}{name}.")
        else:
            yield f"{prefix}{name}", below
