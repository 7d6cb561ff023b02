"""The plain player: one fixed order of preference that is valid in every phase of every edition.

It keeps a game going for a player who cannot; it builds nothing, bids nothing and deals with nobody.
"""

from __future__ import annotations

from typing import Any

from freehold.game import Game

Json = dict[str, Any]

# The first of these that is legal is done. Every phase but a debt has a decision among those before `mortgage`; in a
# debt, money is raised, and where the rules allow `bankrupt` no money that could be raised would be enough.
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


def plain(game: Game, seat: int) -> Json:
    """The first sensible legal action of a seat. Out of turn it asks for its rents, and else does nothing: `{}`."""
    legal = [action for action in game.legal(seat) if action["type"] in PREFERENCES]
    if seat != game.decider:
        legal = [action for action in legal if action["type"] == "claim"]
    return min(legal, key=lambda action: PREFERENCES.index(action["type"]), default={})
