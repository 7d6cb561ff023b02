"""Public names for the kernel's numbers: `DO_PAY_FINE` is the action `pay_fine`, and so on. Nothing is listed twice."""

from __future__ import annotations

from freehold import rulebook
from freehold.rules import words


def _named(prefix: str, between: str) -> dict[int, str]:
    return {
        number: name.removeprefix(prefix).lower().replace("_", between)
        for name, number in vars(words).items()
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
DEBT_NUMBERS = _numbered(DEBTS)
STAGE_NUMBERS = _numbered(STAGES)

DECKS = ("chest", "chance")
FACES = {words.LIGHT: "light", words.DARK: "dark", words.SHIFT: "shift"}
FACE_NUMBERS = _numbered(FACES)
LOTS = {words.LOT_HOUSE: "house", words.LOT_HOTEL: "hotel"}
LOT_NUMBERS = _numbered(LOTS)
TAX_CHOICES = {words.TAX_FLAT: "flat", words.TAX_PERCENT: "percent"}
CARD_CHOICES = {words.CHOOSE_PAY: "pay", words.CHOOSE_DRAW: "draw"}

CLAUSES = list(rulebook.numbers())
CLAUSE_NUMBERS = rulebook.numbers()
