"""The simulation against the exact odds: where throws should have ended, from where they started.

That holds whatever the players did in jail or elsewhere: what a throw does to a token is a matter of rules and chance.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from freehold.analysis.throws import Habits, Matrix, chain, places
from freehold.arena.bot_games import Array
from freehold.rules import codes, state


@dataclass(frozen=True)
class Comparison:
    """For each of the 41 places: how many throws ended there, how many should have, and the standard error of that."""

    landed: Array
    expected: Matrix
    error: Matrix

    @property
    def deviations(self) -> Matrix:
        """In standard errors; 0 where nothing can land."""
        return np.divide(self.landed - self.expected, self.error, out=np.zeros(state.PLACES), where=self.error > 0)


def compare(t: Any, tally: Array, habits: Habits | None = None) -> Comparison:
    """The landings of a tally against the odds of its throws, one by one.

    A jail card that a player holds is out of its deck, and the odds of the others are those of a smaller deck. The
    order of a deck is that of its first shuffle all game long; over many games every card is as likely as another.
    The players must answer a card's choice, and a double that has an option, as `habits` say.
    """
    thrown = tally["thrown"][0].reshape(state.DECKS_OUT, state.ORIGINS)
    expected, variance = np.zeros(state.PLACES), np.zeros(state.PLACES)
    for out in range(state.DECKS_OUT):
        odds = places(chain(without_jail_cards(t, out), "stay", habits or Habits())[: state.ORIGINS])
        expected += thrown[out] @ odds
        variance += thrown[out] @ (odds * (1 - odds))
    return Comparison(tally["landed"][0], expected, np.sqrt(variance))


def without_jail_cards(t: Any, out: int) -> Any:
    """The tables as if the jail cards of these decks, one bit each, were not there."""
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
