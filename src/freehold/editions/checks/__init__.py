"""Everything that can be wrong with an edition file, found in one reading.

`shape` asks for each value alone; `board`, `cards` and `tables` ask whether the parts fit together. Those work on what
`shape` left: plain dicts and lists in which a faulty value is None. A question whose answer needs a faulty value is not
asked, so that each mistake is reported once, where it was made.
"""

from __future__ import annotations

from typing import Any

from freehold.editions.checks import board, cards, settings, shape
from freehold.editions.faults import Fault


def faults(raw: dict[str, Any]) -> list[Fault]:
    """All faults of a file, in the order of the questions; an empty list is a playable edition."""
    found: list[Fault] = []
    readable = shape.read(raw, found)
    for questions in (settings, board, cards):
        found.extend(questions.faults(readable))
    return found
