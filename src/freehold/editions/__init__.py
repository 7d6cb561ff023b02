"""What is played: editions as data (squares, deeds, decks, tokens, money, names), their schema, loader and checks, and
the rule switches. No game logic.
"""

from freehold.editions.faults import EditionError, Fault, SetupError
from freehold.editions.loader import EditionLike, check, ids, load, name_of, new_template
from freehold.editions.schema import Edition

__all__ = [
    "Edition",
    "EditionError",
    "EditionLike",
    "Fault",
    "SetupError",
    "check",
    "ids",
    "load",
    "name_of",
    "new_template",
]
