"""The decisions of a game that was played: what each one cost, against the best choice that there was.

Offers that nobody made are not counted: nobody knows whether they would have been accepted.
"""

from __future__ import annotations

from dataclasses import dataclass

from freehold.coach.compiled_forecast import Forecast, action_record, barons, record_of, written
from freehold.game import Game, internals
from freehold.game.types import Event
from freehold.json_types import Json
from freehold.rules import codes

NOT_CHOSEN = ("roll", "throw_again", "time_up", "claim", "withdraw", "offer", "settle")
SAME = 0.002  # what the mogul does not tell apart


@dataclass
class Step:
    """One action of a game: the game before it, its events, the chances after it, and what a better one had gained."""

    game: Game
    seat: int | None
    action: Json
    events: list[Event]
    chances: list[float]
    changes: list[float]
    drawn: bool
    chosen: bool = False  # there was something to choose
    loss: float = 0.0
    best: Json | None = None
    best_chance: float = 0.0
    partner: int | None = None  # the maker of the offer that this action accepts
    gave: float = 0.0  # what an offer that was accepted gave its maker

    def source(self, seat: int) -> str:
        """Where the change of a seat's chance comes from: luck, its own skill, or others."""
        if self.drawn or self.seat is None:
            return "luck"
        return "skill" if seat in (self.seat, self.partner) else "others"


def judged(forecast: Forecast, step: Step) -> None:
    """Find what a step cost whoever acted."""
    seat, kind = step.seat, step.action["type"]
    assert seat is not None
    jailed = kind == "roll" and internals.record(step.game).in_jail[seat]
    if kind in NOT_CHOSEN and not jailed:
        return
    game = step.game.as_bidder(seat)
    g, n = record_of(game), barons()
    n["looked_at"] = int(g["turns"][0])
    found, _ = forecast.weigh(g, n, seat) if game.decider == seat else ([], 0)
    made = [candidate for candidate in found if candidate.action["kind"][0] != codes.DO_OFFER]
    valued = [candidate for candidate in made if candidate.chance is not None]
    if len(valued) < 2 and game.decider == seat:
        return
    then = forecast.after(g, n, action_record(game, step.action, seat), seat)
    if then is None:
        return
    step.chosen = True
    now = forecast.chances(g, n)[seat]
    best = max(valued, key=lambda candidate: candidate.chance or 0.0) if valued else None
    most = best.chance if best is not None and best.chance is not None else now
    if most - then[seat] > SAME:
        step.loss = most - then[seat]
        step.best = written(game, best.action, seat) if best is not None else None
        step.best_chance = most
