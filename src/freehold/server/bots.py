"""The one seam between a table and its bots: a game, a seat and a level in, a legal action out.

A bot is handed a copy and reads what its seat may see; its own chance is never the game's. It thinks in a thread.
"""

from __future__ import annotations

import copy
import random
from typing import Any

from freehold.game import Game, IllegalAction
from freehold.server import simple
from freehold.server.record import Level

Json = dict[str, Any]

PATIENCE = 50  # refusals before a bot takes the first thing that is allowed
_CHANCE = random.SystemRandom()


def snapshot(game: Game) -> Game:
    """The game as it stands, to be read in another thread: `apply` puts new records in place of the old ones."""
    twin = copy.copy(game)
    twin.log = []
    return twin


def claims(game: Game, seat: int) -> list[Json]:
    """The rents that this seat may ask for now, where rent has to be asked for."""
    return simple.claims(game, seat) if game.options.get("rent_claims") == "claimed" else []


def choose(game: Game, seat: int, level: Level) -> Json:
    """What a bot of this level does in this seat. The action has been tried on a copy: the rules allow it."""
    open_claims = claims(game, seat)
    if open_claims:
        return open_claims[0]
    refused: list[Json] = []
    while len(refused) < PATIENCE:
        try:
            action = simple.choose(game, seat, _CHANCE, refused)
            snapshot(game).apply(action, seat)
            return action
        except IllegalAction:
            refused.append(action)
        except (IndexError, StopIteration):
            break  # everything it thought of was refused
    return next(action for action in game.legal(seat, offers=False) if action["type"] != "settle")
