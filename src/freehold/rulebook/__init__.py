"""The rulebook: the rules as numbered clauses, in English and French.

The clauses are in `data/`, one file per topic; `book.py` looks them up, `explanation.py` explains them to a reader.
`interpretation.py` has Freehold's decisions on points that the rulebooks leave unclear.
"""

from freehold.i18n import LANGUAGES
from freehold.rulebook.book import (
    Book,
    Clause,
    Text,
    Topic,
    UnknownClause,
    books,
    clause,
    clauses,
    numbers,
    topics,
)
from freehold.rulebook.explanation import Explanation, explain
from freehold.rulebook.finding import search
from freehold.rulebook.interpretation import (
    Reading,
    ReadingNote,
    UnknownReading,
    note,
    reading,
    reading_faults,
    readings,
)

__all__ = [
    "LANGUAGES",
    "Book",
    "Clause",
    "Explanation",
    "Reading",
    "ReadingNote",
    "Text",
    "Topic",
    "UnknownClause",
    "UnknownReading",
    "books",
    "clause",
    "clauses",
    "explain",
    "note",
    "numbers",
    "reading",
    "reading_faults",
    "readings",
    "search",
    "topics",
]
