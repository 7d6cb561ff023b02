"""The editions as data without logic: squares, deeds, decks, tokens, money and names."""

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
