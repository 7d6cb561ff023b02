"""The names of built-in bots: those that need more than the kernel's functions, and those of earlier releases."""

from __future__ import annotations

from collections.abc import Iterable

BUILT_IN = ("random", "novice", "trader", "baron", "mogul")  # from the weakest to the strongest
# Before the name of a bot that the operator of a server brought: a table stores `own:MyBot`, never a file.
BROUGHT = "own:"
# Bots that decide between calls of the compiled kernel, and the kernel functions that each of them calls.
ENTRY_POINTS = {"mogul": ("weigh", "first_choice")}
# Bots that are no longer built in. Where an old name is still written, another bot plays in its place.
RETIRED = {"tycoon": "mogul"}


def entry_points(names: Iterable[str]) -> tuple[str, ...]:
    """The kernel functions to compile for these bots."""
    return tuple(entry for name in names for entry in ENTRY_POINTS.get(name, ()))


def current(name: str) -> str:
    """The name of the bot that plays under a name today."""
    return RETIRED.get(name, name)
