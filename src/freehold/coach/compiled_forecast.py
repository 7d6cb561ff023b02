"""The forecast of one game, compiled: chances as the game stands, after an action, and of every candidate.

Scratch records are kept per edition and options. The order of the decks and the game's chance are never used.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple, cast

import numpy as np

from freehold.analysis import values
from freehold.bots import memory, ranks
from freehold.engine import compile as kernel
from freehold.engine import records
from freehold.forecast import weights
from freehold.game import Game, actions, internals, position
from freehold.json_types import Json
from freehold.layouts import network_shape as shape
from freehold.players.mogul import study_of
from freehold.rules import codes

Array = np.ndarray[Any, Any]

ENTRY_POINTS = ("weigh", "first_choice", "chances_after", "odds_of_offer")
KEPT = 32  # editions and options that are kept ready


class Candidate(NamedTuple):
    """Something a seat may do, and its chance to win if it does; None if it is the only choice.

    For an offer, the chance counts that the partner may refuse.
    """

    action: Array
    chance: float | None


class Forecast:
    """The compiled forecast for games of one edition, variant and options."""

    def __init__(self, t: Any) -> None:
        self.backend = kernel.compiled()
        self.backend.prepare(*ENTRY_POINTS)
        self._w = weights.shipped()
        self._study = study_of(records.to_record(t, records.TABLES), records.to_record(values.build(t), records.VALUES))
        self._nothing = np.zeros(1, records.ACTION)
        self._refusal = np.zeros(1, records.ACTION)
        self._refusal["kind"] = codes.DO_REJECT

    def chances(self, g: Array, n: Array | None = None) -> list[float]:
        """Each seat's chance as the game stands: barons settle what is open, and the forecast judges.

        Whoever is on turn ends it without building; an open offer is refused.
        """
        asked = g["phase"][0] == codes.PHASE_ANSWER
        action, seat = (self._refusal, g["decider"][0]) if asked else (self._nothing, g["turn"][0])
        found = self.after(g, barons() if n is None else n, action, int(seat))
        assert found is not None
        return found

    def after(self, g: Array, n: Array, action: Array, seat: int) -> list[float] | None:
        """Each seat's chance if a seat does this; an offer is taken as accepted. None if the rules refuse it."""
        study = self._place(g, n)
        study["notes"]["counted"] = 0
        if not self.backend.chances_after(study[0], self._w[0], action[0], seat):
            return None
        return [int(study["thought"]["now"][0, k]) / shape.CERTAIN for k in range(int(g["players"][0]))]

    def odds(self, g: Array, n: Array, offer: Array, seat: int) -> float | None:
        """How likely a seat's offer is accepted, by what the partner has answered so far; None if the rules refuse it.

        Partners are all alike to the model: nobody is asked.
        """
        study = self._place(g, n)
        study["notes"]["counted"] = 0
        found = int(self.backend.odds_of_offer(study[0], self._w[0], offer[0], seat))
        return None if found < 0 else found / shape.CERTAIN

    def _place(self, g: Array, n: Array) -> Array:
        """The study, with this game and these notes to be judged."""
        self._study["games"][0, 0], self._study["notes"][0, 0] = g[0], n[0]
        return self._study

    def weigh(self, g: Array, n: Array, seat: int) -> tuple[list[Candidate], int]:
        """What a seat may do, and which of it the mogul does. The notes are kept up to date."""
        study = self._place(g, n)
        count = self.backend.weigh(study[0], self._w[0], seat)
        n[0] = study["notes"][0, 0]
        found = []
        for k in range(count):
            value = int(study["thought"]["value"][0, k])
            found.append(Candidate(study["acts"][0, k : k + 1].copy(), value / shape.CERTAIN if value >= 0 else None))
        return found, int(self.backend.first_choice(study["thought"][0], count)) if count else 0


@lru_cache(KEPT)
def _compiled(tables: bytes) -> Forecast:
    t: Any = records.Tables()
    t.copy_from(np.frombuffer(tables, records.TABLES)[0])
    return Forecast(t)


def forecast_of(game: Game) -> Forecast:
    return _compiled(records.to_record(internals.tables(game), records.TABLES).tobytes())


def record_of(game: Game) -> Array:
    return records.to_record(internals.record(game), records.GAME)


def barons() -> Array:
    """The notes of a table of barons, whose games the network knows."""
    n: Any = records.Notes()
    memory.clear_notes(n)
    for seat in range(len(n.bot)):
        n.bot[seat] = ranks.BOT_BARON
    return records.to_record(n, records.NOTES)


def action_record(game: Game, action: Json, seat: int) -> Array:
    """An action as the kernel reads it. `IllegalAction` if it is malformed."""
    return records.to_record(actions.read(action, position.kept_cards(internals.record(game)), seat), records.ACTION)


def written(game: Game, action: Array, seat: int) -> Json:
    """A kernel's action as JSON."""
    x: Any = records.Action()
    x.copy_from(action[0])
    return cast(Json, actions.write(x, position.kept_cards(internals.record(game)), seat))
