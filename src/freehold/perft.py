"""Perft: counts the lines of play of a position, as chess programs do to test their move generators.

A line is a sequence of actions, each by the seat that has to decide. Offers are left out, because they are described by
bounds; a bid and a settlement count once each. Random numbers come from the position, so that the same position always
gives the same count.
"""

from __future__ import annotations

from freehold.game import Game, format_action
from freehold.game.types import Action


def perft(game: Game, depth: int) -> int:
    """How many lines of `depth` actions there are from here; one that ends the game sooner counts too.

    The game itself stays as it is.

    >>> perft(Game.new("classic", ["Ann", "Bob"], seed=1), 1)  # throwing is the only legal action
    1
    """
    if depth < 0:
        raise ValueError(f"A depth is 0 or more, not {depth}.")
    if depth == 0 or game.over:
        return 1
    return sum(perft(_after(game, action), depth - 1) for action in _listed(game))


def divide(game: Game, depth: int) -> dict[str, int]:
    """`perft` by first action in one-line form. If a count is wrong, this shows in which branch."""
    if depth < 1:
        raise ValueError(f"To divide takes a depth of 1 or more, not {depth}.")
    if game.over:
        return {}
    return {format_action(action): perft(_after(game, action), depth - 1) for action in _listed(game)}


def _listed(game: Game) -> list[Action]:
    return [action for action in game.legal() if action["type"] != "offer"]


def _after(game: Game, action: Action) -> Game:
    branch = game.copy()
    branch.apply(action)
    return branch
