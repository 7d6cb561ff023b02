"""Search in the clauses and readings: every word must occur, whatever its accents and capitals."""

from __future__ import annotations

import unicodedata

from freehold.rulebook.book import Clause, Text, clauses
from freehold.rulebook.interpretation import Reading, readings


def search(words: str, lang: str = "en", edition: str | None = None) -> tuple[list[Clause], list[Reading]]:
    """The clauses and the readings in which every word occurs; with an edition, only those that it states or meets."""
    wanted = _plain(words).split()

    def found(*texts: str) -> bool:
        plain = _plain(" ".join(texts))
        return bool(wanted) and all(word in plain for word in wanted)

    return (
        [c for c in clauses(edition=edition) if found(c.id, *(t.of(lang) for t in _texts(c)))],
        [r for r in readings(edition=edition) if found(r.id, r.question.of(lang), r.answer.of(lang), r.why.of(lang))],
    )


def _texts(found: Clause) -> list[Text]:
    notes = (found.differs, found.reading, found.cardboard)
    return [found, *(note for note in notes if note is not None)]


def _plain(text: str) -> str:
    apart = unicodedata.normalize("NFKD", text.casefold().replace("œ", "oe").replace("’", "'"))
    return "".join(letter for letter in apart if not unicodedata.combining(letter))
