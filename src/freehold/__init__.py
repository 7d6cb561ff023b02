"""Freehold: a property-trading board game in six editions, faithful to each rulebook."""

from typing import TYPE_CHECKING, Any

from freehold.editions import Edition, EditionError, SetupError
from freehold.editions import ids as _ids
from freehold.game import Game, IllegalAction, PositionError, format_action, parse_action
from freehold.rulebook import explain

if TYPE_CHECKING:
    from freehold.arena.simulation import simulate

__version__ = "0.1.0"

__all__ = [
    "Edition",
    "EditionError",
    "Game",
    "IllegalAction",
    "PositionError",
    "SetupError",
    "editions",
    "explain",
    "format_action",
    "parse_action",
    "simulate",
]


def editions() -> list[str]:
    """The ids of the built-in editions. A file of your own is named by its path."""
    return _ids()


def __getattr__(name: str) -> Any:
    """Import the arena, which needs a compiler, only on first use."""
    if name == "simulate":
        from freehold.arena.simulation import simulate

        return simulate
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
