"""Validation of an edition file: all faults are found in one pass.

`shape` checks each value alone; `board`, `cards` and `settings` check whether the parts fit together. They work on the
output of `shape`: plain dicts and lists in which a faulty value is None. A check that needs a faulty value is skipped,
so each mistake is reported once, where it was made.
"""

from __future__ import annotations

from typing import Any

from freehold.editions.checks import board, cards, settings, shape
from freehold.editions.faults import Fault


def faults(raw: dict[str, Any]) -> list[Fault]:
    """All faults of a file, in the order of the checks; an empty list means a playable edition."""
    found: list[Fault] = []
    readable = shape.read(raw, found)
    for questions in (settings, board, cards):
        found.extend(questions.faults(readable))
    return found
