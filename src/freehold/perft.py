"""Perft: how many lines of play a position holds, as chess programs count them to prove their lists of moves.

A line is a sequence of actions, each by the seat that owes the decision. Offers are left out, for they are described by
bounds and not listed; a bid and a settlement stand for themselves, once each. Chance comes from the position, so that
the same position always gives the same count.
"""

from __future__ import annotations

import copy
from typing import Any

from freehold.actions import format_action
from freehold.game import Game


def perft(game: Game, depth: int) -> int:
    """The number of lines of `depth` actions from here. A line that ends the game sooner counts once; `game` stays as it is."""
    if depth <= 0 or game.over:
        return 1
    return sum(perft(_after(game, action), depth - 1) for action in _listed(game))


def divide(game: Game, depth: int) -> dict[str, int]:
    """`perft`, first action by first action, each in its one-line form: where a count differs, this says in which branch."""
    if depth <= 0 or game.over:
        return {}
    return {format_action(action): perft(_after(game, action), depth - 1) for action in _listed(game)}


def _listed(game: Game) -> list[dict[str, Any]]:
    return [action for action in game.legal() if action["type"] != "offer"]


def _after(game: Game, action: dict[str, Any]) -> Game:
    # `apply` puts new records in place of the old ones and never writes into them, so a branch may share them: a whole
    # `Game.copy` would cost ten times as much as the action.
    branch = copy.copy(game)
    branch.log = []
    branch.apply(action)
    return branch
