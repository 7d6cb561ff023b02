"""The sentences of fault codes: of edition files, positions and requested games; and the fault of a missing folder of
languages.

The code that finds a fault gives it a stable code and parts; the sentences are in `data/`, in both languages.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from freehold.i18n import has, write
from freehold.i18n.languages import more_languages


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


class LanguagesError(ValueError):
    """FREEHOLD_LANGUAGES names no folder. `sentence` says so, and what to do."""

    code = "no-languages-folder"

    def __init__(self, folder: str) -> None:
        super().__init__(folder)
        self.folder = folder

    def sentence(self, lang: str = "en") -> str:
        return write("cli/commands", "no-languages-folder", {"folder": self.folder}, lang)

    def __str__(self) -> str:
        return self.sentence()


def check_languages() -> None:
    """Check that the folder of languages is there, if one is named. Raises `LanguagesError`."""
    extra = more_languages()
    if extra is not None and not extra.is_dir():
        raise LanguagesError(str(extra))
