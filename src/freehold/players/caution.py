"""A second look at deals: before a bot makes a person or a mogul an offer, or accepts theirs, the forecast is asked.

See `forecast/kernel/deals.py`. Compiled for games that are played by records, and for a bot at a table if the process
has loaded the compiled kernel anyway, as the coach's has; interpreted elsewhere, with the same answers.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from freehold.bots import trading
from freehold.engine import compile as kernel
from freehold.engine import records
from freehold.forecast import weights
from freehold.forecast.kernel import deals
from freehold.players.mogul import study_of

Array = np.ndarray[Any, Any]

ENTRY_POINTS = ("deal_with_care",)


class Caution:
    """The second look for games of one edition, compiled."""

    def __init__(self, t: Array, v: Array) -> None:
        self.backend = kernel.compiled()
        self.w = weights.shipped()
        self.study = study_of(t, v)

    def confirm(self, g: Array, n: Array, seat: int, action: Array) -> Array:
        """What one of the kernel's bots does if it has chosen this action, as an array of one record."""
        study = self.study
        study["games"][0, 0], study["notes"][0, 0], study["acts"][0, 0] = g[0], n[0], action[0]
        self.backend.deal_with_care(study[0], self.w[0], seat)
        return study["acts"][0, :1].copy()


@cache
def plain_weights() -> Any:
    made = records.Weights()
    made.copy_from(weights.shipped()[0])
    return made


def confirm(g: Any, t: Any, v: Any, n: Any, seat: int, x: Any) -> None:
    """Change the deal in `x`, which a bot of the kernel has chosen, to something else if the forecast dislikes it."""
    if not trading.asks_the_forecast(g, n, seat, x):
        return
    if kernel.is_loaded(*ENTRY_POINTS):
        asked = Caution(records.to_record(t, records.TABLES), records.to_record(v, records.VALUES))
        game, notes, action = (
            records.to_record(one, kind) for one, kind in ((g, records.GAME), (n, records.NOTES), (x, records.ACTION))
        )
        x.copy_from(asked.confirm(game, notes, seat, action)[0])
        return
    study = records.Study()
    study.tables, study.values = t, v
    study.games[0], study.notes[0], study.acts[0] = g, n, x
    deals.deal_with_care(study, plain_weights(), seat)
    x.copy_from(study.acts[0])
