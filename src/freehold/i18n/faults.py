"""The sentences of fault codes: of edition files, positions and requested games.

The code that finds a fault gives it a stable code and parts; the sentences are in `data/`, in both languages.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from freehold.i18n import has, write


class Translated(Protocol):
    """A text in several languages, such as the name of an edition."""

    def __getitem__(self, lang: str, /) -> str: ...


Parts = Mapping[str, str | int | Translated]


def fault_text(book: str, key: str, parts: Parts, lang: str) -> str:
    """A text of a book with its parts. A part may name another text of that book: `wanted = "list"` is
    `wanted.list`.
    """
    plain = {name: str(value) if isinstance(value, str | int) else value[lang] for name, value in parts.items()}
    if parts.get("count") == 1:
        plain["one"] = "1"
    words = {name: f"{name}.{value}" for name, value in plain.items() if has(book, f"{name}.{value}")}
    return write(book, key, plain | {name: write(book, word, plain, lang) for name, word in words.items()}, lang)
