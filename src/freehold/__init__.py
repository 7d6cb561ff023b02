"""Freehold: a property-trading board game in six editions, by each rulebook's own letter."""

from freehold.editions import Edition, EditionError
from freehold.editions import ids as _ids
from freehold.game import Game, IllegalAction, PositionError, format_action, parse_action
from freehold.rulebook import explain

__version__ = "0.1.0"

__all__ = [
    "Edition",
    "EditionError",
    "Game",
    "IllegalAction",
    "PositionError",
    "editions",
    "explain",
    "format_action",
    "parse_action",
]


def editions() -> list[str]:
    """The ids of the editions that come with Freehold. A file of your own is named by its path."""
    return _ids()
