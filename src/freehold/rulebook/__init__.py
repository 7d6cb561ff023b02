"""The rulebook: why the game goes as it does, in numbered clauses, in English and in French.

The clauses live in `data/`, one file a topic; `book.py` looks them up, `explanation.py` words them for a reader.
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

__all__ = [
    "LANGUAGES",
    "Book",
    "Clause",
    "Explanation",
    "Text",
    "Topic",
    "UnknownClause",
    "books",
    "clause",
    "clauses",
    "explain",
    "numbers",
    "topics",
]
