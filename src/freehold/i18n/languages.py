"""The list of languages, how each writes numbers and names, and the one typesetter.

A language is a folder with a `language.toml` and the texts of every book. Another folder of languages can be named in
the environment variable `FREEHOLD_LANGUAGES`: a translator tries a language there before it is part of the package.
"""

from __future__ import annotations

import os
import re
import tomllib
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

import msgspec

REFERENCE = "en"  # a text that another language lacks is taken from here
NO_BREAK = "\u00a0"


class Language(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How a language writes numbers, money, names and counted things. `articles` precede a singular that begins with a
    consonant or a vowel; without them the number is written.
    """

    name: str
    thousands: str
    decimal: str
    percent: str
    colon: str
    semicolon: str
    quotes: tuple[str, str]
    articles: tuple[str, ...]
    count_space: str
    zero_is_plural: bool
    symbol_always_after: bool
    symbols_before: str = ""  # signs of money that come first, wherever an edition prints them
    no_break_before: str
    no_break_after: str

    def is_plural(self, count: int) -> bool:
        return abs(count) >= 2 or (count == 0 and self.zero_is_plural)


def more_languages() -> Path | None:
    """The folder that FREEHOLD_LANGUAGES names; it may be missing."""
    extra = os.environ.get("FREEHOLD_LANGUAGES")
    return Path(extra) if extra else None


def _folders() -> dict[str, Traversable]:
    """Every language's folder, the reference first."""
    places: list[Traversable] = [files(__package__)]
    extra = more_languages()
    if extra is not None and extra.is_dir():
        places.append(extra)
    found = {folder.name: folder for place in places for folder in place.iterdir() if _is_language(folder)}
    return {REFERENCE: found.pop(REFERENCE), **dict(sorted(found.items()))}


def _is_language(folder: Traversable) -> bool:
    return folder.is_dir() and (folder / "language.toml").is_file()


FOLDERS = _folders()
LANGUAGES = tuple(FOLDERS)


@cache
def language(lang: str) -> Language:
    """The conventions of a language. An unknown language is a programming error."""
    if lang not in FOLDERS:
        raise ValueError(f"Freehold speaks {' and '.join(LANGUAGES)}, not {lang!r}.")
    return msgspec.convert(tomllib.loads((FOLDERS[lang] / "language.toml").read_text(encoding="utf-8")), Language)


def closest(wanted: str) -> str:
    """The language for a locale or an `Accept-Language` header, such as `fr_CH.UTF-8`; otherwise the reference."""
    return next((lang for lang in LANGUAGES if wanted.lower().startswith(lang)), REFERENCE)


def typeset(words: str, lang: str) -> str:
    """Insert the no-break spaces that the language wants beside its punctuation."""
    before, after = _spaces(lang)
    return after.sub(NO_BREAK, before.sub(NO_BREAK, words))


@cache
def _spaces(lang: str) -> tuple[re.Pattern[str], re.Pattern[str]]:
    told = language(lang)
    before, after = (
        f"[{re.escape(marks)}]" if marks else "(?!)" for marks in (told.no_break_before, told.no_break_after)
    )
    return re.compile(f" (?={before})"), re.compile(f"(?<={after}) " if told.no_break_after else "(?!)")


def number(value: float, lang: str, digits: int = 0) -> str:
    """1,234.5 as the language writes it."""
    told = language(lang)
    return f"{value:,.{digits}f}".translate({ord(","): told.thousands, ord("."): told.decimal})


def percent(value: float, lang: str, digits: int = 0) -> str:
    """A percentage with its sign."""
    return language(lang).percent.format(number(value, lang, digits))
