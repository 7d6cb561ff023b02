"""The clauses of the rulebook and their look-up by id, topic and edition; `explanation.py` explains them to a reader.

Their order is fixed: topics in their order, then clauses in the order of their file. The kernel uses the same numbers.
"""

from __future__ import annotations

import tomllib
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from typing import Any, TypeVar

import msgspec

from freehold.i18n.languages import typeset

CLASSIC = "classic"

_T = TypeVar("_T")


class Text(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One sentence or name in every language."""

    en: str
    fr: str

    def of(self, lang: str) -> str:
        """The text in one language, typeset; in English if it was not translated."""
        return typeset(getattr(self, lang, self.en), lang)


class Book(Text, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """An edition that the clauses refer to, with its name."""

    id: str


class Topic(Text, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A chapter of the rulebook. `only` names the edition that it is special to, `part` where a reader looks for it."""

    id: str
    order: int
    part: str
    only: str | None = None


class Clause(Text, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One rule in our own words; `editions` are the rulebooks that state it, or from which it is `inferred`; none
    states a house rule.

    Optional notes: `differs` says how the editions differ, `reading` how Freehold understands it, `cardboard` what is
    different from the physical game.
    """

    id: str
    editions: tuple[str, ...] = ()
    inferred: bool = False
    differs: Text | None = None
    reading: Text | None = None
    cardboard: Text | None = None

    @property
    def topic(self) -> str:
        """The id of the topic: the first part of the clause's id."""
        return self.id.partition(".")[0]

    @property
    def house(self) -> bool:
        """Whether it is a house rule, which no rulebook has."""
        return self.topic == "house"

    @property
    def stem(self) -> str:
        """The id without its last part: versions of one point, such as `setup.players.two-to-six`, share it."""
        return self.id.rpartition(".")[0]

    @property
    def common(self) -> bool:
        """Whether every rulebook states it."""
        return set(self.editions) == _books().keys() - {CLASSIC}


class UnknownClause(KeyError):
    """No clause has this id; the message names the nearest ones."""

    def __str__(self) -> str:
        near = get_close_matches(str(self.args[0]), numbers(), n=3)
        hint = f": did you mean {' or '.join(near)}?" if near else "."
        return f"The rulebook has no clause {self.args[0]!r}{hint}"


def _read(name: str) -> dict[str, Any]:
    return tomllib.loads((files(__package__) / "data" / f"{name}.toml").read_text(encoding="utf-8"))


@cache
def _books() -> dict[str, Book]:
    return {book.id: book for book in msgspec.convert(_read("books")["book"], list[Book])}


@cache
def _topics() -> dict[str, Topic]:
    found = msgspec.convert(_read("topics")["topic"], list[Topic])
    return {topic.id: topic for topic in sorted(found, key=lambda topic: topic.order)}


@cache
def _clauses() -> dict[str, Clause]:
    found = (msgspec.convert(_read(topic)["clause"], list[Clause]) for topic in _topics())
    return {clause.id: clause for chapter in found for clause in chapter}


def _known(what: str, id: str, table: dict[str, _T]) -> _T:
    if id not in table:
        raise ValueError(f"The rulebook has no {what} {id!r}, only {', '.join(table)}.")
    return table[id]


def books() -> list[Book]:
    """The five editions with a rulebook, and the classic game, which follows what they have in common."""
    return list(_books().values())


def book(id: str) -> Book:
    """An edition by its id."""
    return _known("edition", id, _books())


def topics() -> list[Topic]:
    """The chapters, in the order of the rulebook."""
    return list(_topics().values())


def topic(id: str) -> Topic:
    """A chapter by its id."""
    return _known("topic", id, _topics())


def clauses(topic: str | None = None, edition: str | None = None) -> list[Clause]:
    """The clauses of a topic, or those that an edition states (for the classic game: those that all state), in
    order.
    """
    chosen = list(_clauses().values())
    if topic is not None:
        _known("topic", topic, _topics())
        chosen = [c for c in chosen if c.topic == topic]
    if edition is not None:
        book(edition)
        chosen = [c for c in chosen if (c.common if edition == CLASSIC else edition in c.editions)]
    return chosen


def clause(id: str) -> Clause:
    """A clause by its id."""
    if id not in _clauses():
        raise UnknownClause(id)
    return _clauses()[id]


def numbers() -> dict[str, int]:
    """The number of each clause in the kernel's events: its index in the rulebook, from 0."""
    return {id: number for number, id in enumerate(_clauses())}
