"""Compares a simulation with the exact odds: the expected landings are computed from where throws started.

This holds whatever the players decide, because rules and chance alone determine what a throw does.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from freehold.analysis.throws import Habits, Matrix, chain, places
from freehold.arena.tables import Array
from freehold.rules import codes, state


@dataclass(frozen=True)
class Comparison:
    """For each of the 41 places: observed landings, expected landings, and their standard error."""

    landed: Array
    expected: Matrix
    error: Matrix

    @property
    def deviations(self) -> Matrix:
        """Deviations in standard errors; 0 where nothing can land."""
        return np.divide(self.landed - self.expected, self.error, out=np.zeros(state.PLACES), where=self.error > 0)


def compare(t: Any, tally: Array, habits: Habits | None = None) -> Comparison:
    """Compare the landings of a tally with the odds of its throws.

    A jail card in a player's hand is not in its deck, so the odds are those of a smaller deck. A deck keeps the order
    of its first shuffle for the whole game; over many games every card is equally likely. The players must decide card
    choices and options of doubles as `habits` say.
    """
    thrown = tally["thrown"][0].reshape(state.DECKS_OUT, state.ORIGINS)
    expected, variance = np.zeros(state.PLACES), np.zeros(state.PLACES)
    for out in range(state.DECKS_OUT):
        odds = places(chain(without_jail_cards(t, out), "stay", habits or Habits())[: state.ORIGINS])
        expected += thrown[out] @ odds
        variance += thrown[out] @ (odds * (1 - odds))
    return Comparison(tally["landed"][0], expected, np.sqrt(variance))


def without_jail_cards(t: Any, out: int) -> Any:
    """The edition's tables without the jail cards of these decks (a bitmask)."""
    twin = t.copy()
    for deck in range(2):
        if not (out >> deck) & 1:
            continue
        start, count = deck * state.DECK_ROOM, t.deck_cards[deck]
        left = [card for card in range(start, start + count) if t.card_kind[card] != codes.CARD_JAIL_FREE]
        for name in ("card_kind", "card_a", "card_b"):
            getattr(twin, name)[start : start + len(left)] = [getattr(t, name)[card] for card in left]
        twin.deck_cards[deck] = len(left)
    return twin
