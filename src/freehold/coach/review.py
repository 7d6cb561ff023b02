"""`freehold.review`: a game from its log: the chances after every action, losses, turning points, luck and skill.

The change of everybody's chance over an action is luck if the action drew chance (dice, a card), and otherwise the
doing of whoever acted. The changes add up: from the start to the end of the game nothing is left over.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import cast

from freehold.coach.answers import Review
from freehold.coach.compiled_forecast import forecast_of, record_of
from freehold.coach.decisions import Step, judged
from freehold.coach.turning_points import turning_points
from freehold.editions import EditionLike
from freehold.game import Game, saved
from freehold.game.types import Event
from freehold.json_types import Json

GOOD = 0.005  # a loss below this counts as the best choice


class Reviewer:
    """Watches a game from its start, action by action, and tells what it saw at the end."""

    def __init__(self, game: Game) -> None:
        self._forecast = forecast_of(game)
        self._game = game.copy()
        self.start = self._forecast.chances(record_of(game))
        self.steps: list[Step] = []
        self._offer: int | None = None  # the step that made the open offer

    def played(
        self, seat: int | None, action: Json, events: list[Event], game: Game, undone: Sequence[int] = ()
    ) -> None:
        """The next action, its events, and the game after it. `undone`: numbers of actions that it takes back."""
        for number in undone:
            step = self.steps[number - 1]
            self.steps[number - 1] = Step(
                step.game, None, step.action, step.events, step.chances, [0.0] * len(self.start), False
            )
        if action["type"] == "take_back":
            then = self._forecast.chances(record_of(game))
            self.steps.append(Step(self._game, None, action, events, then, [0.0] * len(then), False))
            self._game, self._offer = game.copy(), None
            return
        before, now = self._game, self.steps[-1].chances if self.steps else self.start
        # an open offer changes nothing until it is answered
        then = now if game.phase == "answer" else self._forecast.chances(record_of(game))
        drawn = game.draws != before.draws
        changes = [after - old for old, after in zip(now, then, strict=True)]
        step = Step(before, seat, action, events, then, changes, drawn)
        if seat is not None:
            judged(self._forecast, step)
        self._deal(step)
        self.steps.append(step)
        self._game = game.copy()

    def corrected(self, action: Json, game: Game) -> None:
        """A step around a real box that was taken back, or set something right: nobody's doing, and no luck."""
        chances = self._forecast.chances(record_of(game))
        self.steps.append(Step(self._game, None, action, [], chances, [0.0] * len(chances), False))
        self._game = game.copy()

    def _deal(self, step: Step) -> None:
        """An accepted offer is the doing of its maker too: what it costs the maker is a loss of the offer."""
        kind = step.action["type"]
        if kind in ("offer", "settle"):
            self._offer = len(self.steps)
        elif kind in ("accept", "reject", "withdraw"):
            if kind == "accept" and self._offer is not None:
                made = self.steps[self._offer]
                if made.seat is not None:
                    made.gave, step.partner = step.changes[made.seat], made.seat
                    made.loss = max(0.0, -made.gave)
            self._offer = None

    def told(self) -> Json:
        """The review so far."""
        seats = range(len(self.start))
        return {
            "start": _rounded(self.start),
            "chances": [_rounded(step.chances) for step in self.steps],
            "losses": _rounded([step.loss for step in self.steps]),
            "drawn": [step.drawn for step in self.steps],
            "turning_points": turning_points(self.steps),
            "accuracy": [self._accuracy(seat) for seat in seats],
            "decisions": [len(self._decisions(seat)) for seat in seats],
            "best": [sum(step.loss < GOOD for step in self._decisions(seat)) for seat in seats],
            "luck": _rounded([self._sum(seat, "luck") for seat in seats]),
            "skill": _rounded([self._sum(seat, "skill") for seat in seats]),
            "others": _rounded([self._sum(seat, "others") for seat in seats]),
        }

    def _sum(self, seat: int, of: str) -> float:
        return sum(step.changes[seat] for step in self.steps if step.source(seat) == of)

    def _decisions(self, seat: int) -> list[Step]:
        return [step for step in self.steps if step.seat == seat and step.chosen]

    def _accuracy(self, seat: int) -> float | None:
        """The share of its chance that a seat's decisions kept on average, against the best ones. None without any."""
        kept = [1 - step.loss / max(step.best_chance, step.loss, 1e-9) for step in self._decisions(seat)]
        return round(sum(kept) / len(kept), 4) if kept else None


def _rounded(chances: list[float]) -> list[float]:
    return [round(chance, 4) for chance in chances]


def review(log: Mapping[str, object] | Game | str | os.PathLike[str], *, edition: EditionLike | None = None) -> Review:
    """A game again, as the coach saw it. `log` is a `Game`, a file that `Game.save` wrote, or what is in it:
    `{"start": game.start, "log": game.log}`.

    `chances` are everybody's after every action, and `start` those before the first. `losses` say what each action cost
    the seat that chose it, against its best choice. `turning_points` are the largest changes, with what was played and
    what would have been better. For each seat, `accuracy` is the share of its chance that its decisions kept on
    average, `best` of `decisions` were the best choice or as good, `luck` is what dice and cards gave to its chance,
    `skill` what its own decisions gave, and `others` what those of the others did.
    """
    if isinstance(log, Game):
        edition = edition or log.edition
        log = {"start": log.start, "log": log.log}
    elif isinstance(log, str | os.PathLike):
        log = saved.read(log)
    if not isinstance(log, Mapping) or "start" not in log:
        raise ValueError('A log to review is a Game, a file that Game.save wrote, or {"start": …, "log": …}.')
    start, entries = saved.parts(log)
    game = Game.load(start, edition)
    reviewer = Reviewer(game)
    for entry in entries:
        events = game.again(entry)
        reviewer.played(entry["seat"], cast(Json, entry["action"]), events, game)
    return cast(Review, reviewer.told())
