"""A in jail, for the tests of how to get out."""

from __future__ import annotations

from typing import Any

from freehold import Game
from tests.table import A, do, table, throw


def player(game: Game, seat: int = A) -> dict[str, Any]:
    return dict(game.position()["players"][seat])


def state(game: Game) -> tuple[int, bool, int]:
    """Where A is, whether jailed, and how many throws have failed."""
    return player(game)["square"], player(game)["in_jail"], player(game)["jail_turns"]


def next_round(game: Game) -> None:
    """A's turn ends, and the others take theirs without leaving a trace: from GO to a visit, from there to a rest."""
    do(game, "end_turn")
    for _ in range(2):
        throw(game, 4, 6)
        do(game, "end_turn")


def waiting(edition: str, failed: int = 0, **position: Any) -> Game:
    """A is in jail, with as many failed throws; B and C are on GO."""
    return table(edition, jailed={A: failed}, **position)
