"""What can be wrong with an edition file, said so that its author can mend it."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

import msgspec


class Fault(msgspec.Struct, frozen=True):
    """One thing to mend: where it stands, what is wrong, and what to write instead."""

    place: str
    problem: str
    mend: str

    def __str__(self) -> str:
        return f"{self.place}: {self.problem} {self.mend}"


class EditionError(ValueError):
    """An edition that cannot be played; `faults` holds every reason, so that one reading is enough."""

    def __init__(self, message: str, faults: Iterable[Fault] = ()) -> None:
        super().__init__(message)
        self.faults = tuple(faults)


def quoted(words: Iterable[object]) -> str:
    """The words as they are typed in a TOML file: "a", "b"."""
    return ", ".join(f'"{word}"' for word in words)


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The known word that was probably meant."""
    return next(iter(difflib.get_close_matches(word, list(known), n=1)), None)


def suggest(word: str, known: Iterable[str]) -> str:
    """A sentence that leads from a word nobody knows to the nearest known one, or to all of them."""
    choices = list(known)
    near = nearest(word, choices)
    return f'Did you mean "{near}"?' if near else f"Use one of {quoted(choices)}."
