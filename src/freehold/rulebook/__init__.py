"""The rulebook: why the game goes as it does, in numbered clauses, in English and in French.

The clauses live in `data/`, one file a topic; `book.py` looks them up, `explanation.py` words them for a reader.
`interpretation.py` has how Freehold decides what the rulebooks leave unclear.
"""

from freehold.rulebook.book import (
    LANGUAGES,
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
