"""The fallback player: a fixed order of preference that is valid in every phase of every edition.

It keeps a game going for a player who cannot decide; it never builds, bids or trades.
"""

from __future__ import annotations

from freehold.game import Game
from freehold.game.types import Action
from freehold.players.player import NOTHING

# The first legal one is played, and suggested to a person at the terminal. Every phase except a debt has a decision
# among those before `mortgage`. In a debt it raises money; where the rules allow `bankrupt`, the seat could not raise
# enough.
PREFERENCES = (
    "claim",
    "pay",
    "buy",
    "decline",
    "roll",
    "throw_again",
    "end_turn",
    "pass",
    "reject",
    "pay_tax",
    "choose",
    "leave_force",
    "keep_mortgage",
    "use_jail_card",
    "pay_fine",
    "mortgage",
    "sell",
    "sell_group",
    "bankrupt",
)


def plain(game: Game, seat: int) -> Action:
    """The first sensible legal action of a seat. Out of turn it claims its rents and otherwise does nothing: `{}`."""
    legal = [action for action in game.legal(seat) if action["type"] in PREFERENCES]
    if seat != game.decider:
        legal = [action for action in legal if action["type"] == "claim"]
    return min(legal, key=lambda action: PREFERENCES.index(action["type"]), default=NOTHING)
