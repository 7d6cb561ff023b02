"""The bots that decide between calls of the compiled kernel, and the kernel functions that each of them calls."""

from __future__ import annotations

from collections.abc import Iterable

ENTRY_POINTS = {"mogul": ("weigh", "first_choice")}


def entry_points(names: Iterable[str]) -> tuple[str, ...]:
    """The kernel functions to compile for these bots."""
    return tuple(entry for name in names for entry in ENTRY_POINTS.get(name, ()))
