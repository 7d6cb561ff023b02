"""Readings: the points on which the rulebooks are silent, unclear or at odds, how Freehold decides them, and why.

A reading has a question, an answer and a reason in every language. It names the clauses it concerns, the editions in
which the question arises, and the rule switches that decide it where there are any. The kernel's comments cite readings
by their id. The data is in `data/readings/`, one file for each group of topics.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from difflib import get_close_matches
from functools import cache
from importlib.resources import files

import msgspec

from freehold.editions.switches import BY_NAME
from freehold.i18n import text
from freehold.rulebook.book import Text, book, books, numbers

CHAPTERS = (
    "setup",
    "moving",
    "buying",
    "rent",
    "cards",
    "jail",
    "buildings",
    "trading",
    "debts",
    "endings",
    "force",
    "doubles",
)


class Reading(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How one unclear point is decided. `open`: another reading can be defended. No `editions`: all are concerned."""

    id: str
    clauses: tuple[str, ...]
    question: Text
    answer: Text
    why: Text
    editions: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    under: tuple[str, ...] = ()
    open: bool = False

    def concerns(self, edition: str) -> bool:
        """Whether the question arises in an edition."""
        return not self.editions or edition in self.editions


class ReadingNote(msgspec.Struct, frozen=True):
    """A reading in one language. `options` names its switches, `choices` says in sentences what a table may change."""

    id: str
    question: str
    answer: str
    why: str
    open: bool
    options: tuple[str, ...]
    under: tuple[str, ...]
    choices: tuple[str, ...]
    clauses: tuple[str, ...]
    editions: tuple[str, ...]

    def lines(self, lang: str) -> list[str]:
        """The reading for a reader: question, answer, reason, and what may be chosen instead."""
        found = [self.question, self.answer, self.why, *self.choices]
        if self.open and not self.choices:
            found.append(text("explanation", "defensible", lang))
        return found


class UnknownReading(KeyError):
    """No reading has this id; the message names the nearest ones."""

    def __str__(self) -> str:
        near = get_close_matches(str(self.args[0]), _readings(), n=3)
        hint = f": did you mean {' or '.join(near)}?" if near else "."
        return f"The rulebook has no reading {self.args[0]!r}{hint}"


@cache
def _all() -> tuple[Reading, ...]:
    folder = files(__package__) / "data" / "readings"
    chapters = (tomllib.loads((folder / f"{name}.toml").read_text(encoding="utf-8")) for name in CHAPTERS)
    return tuple(found for chapter in chapters for found in msgspec.convert(chapter["reading"], list[Reading]))


@cache
def _readings() -> dict[str, Reading]:
    return {found.id: found for found in _all()}


def readings(clause: str | None = None, edition: str | None = None) -> list[Reading]:
    """The readings that concern a clause, an edition, or both; without either, all of them."""
    if edition is not None:
        book(edition)
    return [
        found
        for found in _readings().values()
        if (clause is None or clause in found.clauses) and (edition is None or found.concerns(edition))
    ]


def reading(id: str) -> Reading:
    """A reading by its id."""
    if id not in _readings():
        raise UnknownReading(id)
    return _readings()[id]


def note(found: Reading, lang: str) -> ReadingNote:
    """A reading in one language."""
    choices = [_choice("choice", name, lang) for name in found.options if BY_NAME[name].open]
    choices += [_choice("under", name, lang) for name in found.under]
    return ReadingNote(
        id=found.id,
        question=found.question.of(lang),
        answer=found.answer.of(lang),
        why=found.why.of(lang),
        open=found.open,
        options=found.options,
        under=found.under,
        choices=tuple(choices),
        clauses=found.clauses,
        editions=found.editions or tuple(known.id for known in books()),
    )


def _choice(kind: str, switch: str, lang: str) -> str:
    sentence = BY_NAME[switch].sentence(lang)
    return text("explanation", kind, lang).format(option=sentence[0].lower() + sentence[1:])


def reading_faults() -> list[str]:
    """Everything that is wrong with the readings' data, one sentence each: duplicate ids and unknown names."""
    times = Counter(found.id for found in _all())
    faults = [f"{id} is the id of {count} readings." for id, count in times.items() if count > 1]
    editions = {known.id for known in books()}
    for found in _all():
        if not found.clauses:
            faults.append(f"{found.id} concerns no clause.")
        for kind, named, known in (
            ("clause", found.clauses, numbers().keys()),
            ("edition", found.editions, editions),
            ("switch", found.options + found.under, BY_NAME.keys()),
        ):
            faults += [
                f"{found.id} names the {kind} {name!r}, which does not exist." for name in named if name not in known
            ]
            faults += [f"{found.id} names the {kind} {name!r} twice." for name, n in Counter(named).items() if n > 1]
    return faults
