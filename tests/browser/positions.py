"""Questions that games of random players seldom come to, as positions for an arranged server to begin with."""

from __future__ import annotations

from typing import Any, cast

from freehold.game import Game
from freehold.game.types import Action

from .arranged import deeds
from .sitting import ANN, BOB

Json = dict[str, Any]

# Ann and Bob have a bare group each; what else was built left the bank two houses.
SCARCE: Json = {
    "turn": BOB,
    "phase": "roll",
    "players": [{"cash": 1500}, {"cash": 1600}],
    "deeds": deeds(ANN, 6, 8, 9)
    | deeds(BOB, 37, 39)
    | deeds(ANN, 11, 13, 14, buildings=4)
    | deeds(ANN, 16, 18, 19, buildings=4)
    | deeds(BOB, 21, 23, 24, buildings=2),
}
MORTGAGED: Json = {
    "turn": BOB,
    "phase": "roll",
    "deeds": deeds(ANN, 6, 8) | {"15": {"owner": BOB, "buildings": 0, "mortgaged": True}},
}
# How each question comes up: a position, and who does what there.
WAYS: dict[str, tuple[Json, list[tuple[int, Json]]]] = {
    "contest": (SCARCE, [(BOB, {"type": "build", "square": 37})]),
    "transfer": (
        MORTGAGED,
        [
            (BOB, {"type": "offer", "to": ANN, "give": {"squares": [15]}, "ask": {"cash": 60}}),
            (ANN, {"type": "accept"}),
        ],
    ),
}


def position_of(edition: str, asked: str, people: int) -> Json:
    """A position with so many players where this is asked of Ann."""
    where, actions = WAYS[asked]
    begun: Json = {**Game.new(edition, people, seed=1).position()}
    for name in ("bank", "decider", "flow"):  # these follow from the rest
        del begun[name]
    rows = where.get("players", [])
    players = [row | (rows[seat] if seat < len(rows) else {}) for seat, row in enumerate(begun["players"])]
    game = Game.load(begun | where | {"players": players})
    for seat, action in actions:
        game.apply(cast(Action, action), seat)
    assert (game.phase, game.decider) == (asked, ANN)
    then = game.position()
    cash = [{"cash": row["cash"]} for row in then["players"]]  # the server gives names and tokens
    return {name: part for name, part in then.items() if name not in ("chance", "options")} | {"players": cash}
