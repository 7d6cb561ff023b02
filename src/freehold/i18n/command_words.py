"""The texts of the `freehold` command, and the user's language.

Sentences about the game (events, actions, reasons, phases) come from `freehold.sentences`, clauses from the rulebook.
"""

from __future__ import annotations

import os
from collections.abc import Mapping

from freehold.i18n import LANGUAGES, REFERENCE, has, text
from freehold.i18n.languages import closest

BOOKS = ("cli/commands", "cli/analysis", "cli/simulation", "cli/tournament")


def word(key: str, lang: str, **parts: object) -> str:
    """A text of the command line in one language, with its placeholders filled."""
    book = next(book for book in BOOKS if has(book, key))
    words = text(book, key, lang)
    return words.format(**parts) if parts else words


def listed(things: list[str], lang: str) -> str:
    """A list in a sentence: a, b and c."""
    if len(things) < 2:
        return "".join(things)
    return ", ".join(things[:-1]) + word("and", lang) + things[-1]


def language_of(environment: Mapping[str, str] = os.environ) -> str:
    """The language of the user's system, if it is supported."""
    return system_language(environment) or REFERENCE


def system_language(environment: Mapping[str, str] = os.environ) -> str | None:
    """The language that the user's system names; None if it names none, or one that is not supported."""
    named = next((environment[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if environment.get(name)), "")
    return closest(named) if named.lower().startswith(tuple(LANGUAGES)) else None
