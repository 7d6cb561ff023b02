"""Public names of the kernel's numbers, derived from the constants: `DO_PAY_FINE` is the action `pay_fine`, and
so on.
"""

from __future__ import annotations

from freehold import rulebook
from freehold.rules import codes


def _named(prefix: str, between: str) -> dict[int, str]:
    return {
        number: name.removeprefix(prefix).lower().replace("_", between)
        for name, number in vars(codes).items()
        if name.startswith(prefix)
    }


def _numbered(names: dict[int, str]) -> dict[str, int]:
    return {name: number for number, name in names.items()}


PHASES = _named("PHASE_", "_")
ACTIONS = _named("DO_", "_")
REASONS = _named("REFUSED_", "-")
EVENTS = _named("EVENT_", "_")
DEBTS = _named("WHY_", "_")
STAGES = _named("STAGE_", "_")

PHASE_NUMBERS = _numbered(PHASES)
ACTION_NUMBERS = _numbered(ACTIONS)
EVENT_NUMBERS = _numbered(EVENTS)
DEBT_NUMBERS = _numbered(DEBTS)
STAGE_NUMBERS = _numbered(STAGES)

DECKS = ("chest", "chance")
FACES = {codes.LIGHT: "light", codes.DARK: "dark", codes.SHIFT: "shift"}
FACE_NUMBERS = _numbered(FACES)
LOTS = {codes.LOT_HOUSE: "house", codes.LOT_HOTEL: "hotel"}
LOT_NUMBERS = _numbered(LOTS)

CLAUSES = list(rulebook.numbers())
CLAUSE_NUMBERS = rulebook.numbers()
