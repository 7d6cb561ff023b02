"""`freehold.evaluate`: each seat's chance to win, and how far to trust it."""

from __future__ import annotations

from collections.abc import Mapping
from math import sqrt

from freehold.coach.answers import Evaluation
from freehold.coach.compiled_forecast import forecast_of, record_of
from freehold.editions import EditionLike
from freehold.game import Game
from freehold.game.position import from_view

# Fitted to rollouts by barons in 70 positions of five line-ups (see `bench/coach.py`): nine differences in ten
# are below this share of the deviation of the chance itself, plus a constant.
SHARE, LEAST = 0.26, 0.005


def margin(chance: float) -> float:
    """How far the forecast may be from what bots that play on would find, nine times in ten."""
    return 0.0 if chance in (0.0, 1.0) else LEAST + SHARE * sqrt(chance * (1 - chance))


def evaluate(position: Mapping[str, object] | Game, *, edition: EditionLike | None = None) -> Evaluation:
    """Each seat's chance to win: `{"chances": [0.41, 0.22, …], "margins": [0.05, …], "over": False}`.

    `position` is a position, a view or a `Game`, in any phase: what is open is settled as good bots would. It is a
    learned forecast of how good bots play on; `margins` say how far it may be off, nine times in ten. Bankrupt seats
    have 0. For an answer by playing on, see `win_probability`.
    """
    game = position if isinstance(position, Game) else Game.load(from_view(position), edition)
    chances = [round(chance, 4) for chance in forecast_of(game).chances(record_of(game))]
    return {"chances": chances, "margins": [round(margin(chance), 4) for chance in chances], "over": game.over}
