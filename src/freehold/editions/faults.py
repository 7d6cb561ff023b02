"""Faults of an edition file, and of a requested game that cannot be set up.

A fault is a stable code and its parts. The sentences are in `i18n/en/faults.toml` and `setup.toml`.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from typing import NamedTuple

import msgspec

from freehold.i18n import has, language
from freehold.i18n.fault_texts import Parts, fault_text

BOOK = "faults"


class FaultText(NamedTuple):
    """A fault in words: its place, what is wrong, and what to write instead."""

    place: str
    problem: str
    mend: str


class Fault(msgspec.Struct, frozen=True):
    """One fault: its place in the file, a stable code, and the parts of its sentences."""

    place: str
    code: str
    parts: dict[str, str | int] = {}

    def told(self, lang: str = "en") -> FaultText:
        in_words = f"{self.code}.place"  # only faults without a key in the file have a place in words
        place = fault_text(BOOK, in_words, self.parts, lang) if has(BOOK, in_words) else self.place
        return FaultText(
            place, *(fault_text(BOOK, f"{self.code}.{half}", self.parts, lang) for half in ("problem", "mend"))
        )

    def sentence(self, lang: str = "en") -> str:
        """What is wrong, in English or French."""
        place, problem, mend = self.told(lang)
        return f"{place}{language(lang).colon}{problem} {mend}"

    @property
    def problem(self) -> str:
        return self.told().problem

    @property
    def mend(self) -> str:
        return self.told().mend

    def __str__(self) -> str:
        return self.sentence()


class SetupError(ValueError):
    """The requested game cannot be played. `code` is stable; `sentence` explains it in English or French."""

    def __init__(self, code: str, parts: Parts | None = None) -> None:
        self.code = code
        self.parts = dict(parts or {})
        super().__init__(code, self.parts)

    def sentence(self, lang: str = "en") -> str:
        """What is wrong, in English or French."""
        return fault_text("setup", self.code, self.parts, lang)

    def __str__(self) -> str:
        return self.sentence()


class EditionError(SetupError):
    """An edition that cannot be played; `faults` lists all reasons."""

    def __init__(self, code: str, parts: Parts | None = None, faults: Iterable[Fault] = ()) -> None:
        super().__init__(code, parts)
        self.faults = tuple(faults)

    def sentence(self, lang: str = "en") -> str:
        """What is wrong, in English or French."""
        return "\n  ".join([super().sentence(lang), *(fault.sentence(lang) for fault in self.faults)])


def quoted(words: Iterable[object]) -> str:
    """Words as written in a TOML file: "a", "b"."""
    return ", ".join(f'"{word}"' for word in words)


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The known word that was probably meant."""
    return next(iter(difflib.get_close_matches(word, list(known), n=1)), None)


def suggest(word: str, known: Iterable[str]) -> dict[str, str | int]:
    """The parts that suggest the nearest known word, or list all of them."""
    choices = list(known)
    near = nearest(word, choices)
    return {"known": quoted(choices), **({"near": near} if near else {})}
