"""The settings of environments: their values, and the checks that refuse others in one sentence."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

import numpy as np

from freehold.bots import ranks
from freehold.editions import SetupError
from freehold.engine import records
from freehold.envs.kernel import layout
from freehold.players import ladder
from freehold.rules import state

LEARNER = "learner"
BACKENDS = ("python", "cpu", "cuda")
TRADES = {"none": 0, "candidates": layout.TRADES_CANDIDATES, "builder": layout.TRADES_BUILDER, "both": 3}
BIDS = {"steps": layout.BIDS_STEPS, "limit": layout.BIDS_LIMIT}
SKIPS = {"nothing": layout.SKIP_NOTHING, "forced": layout.SKIP_FORCED, "routine": layout.SKIP_ROUTINE}
TURNS = 2000


def terms_of(trades: str, bids: str, skip: str, offers: int) -> Any:
    """The kernel's record of the settings that decide which actions a learner is offered."""
    u: Any = records.Terms()
    u.trades = TRADES[one_of("trades", trades, TRADES)]
    u.bids = BIDS[one_of("bids", bids, BIDS)]
    u.skip = SKIPS[one_of("skip", skip, SKIPS)]
    u.offers = between("offers", offers, 0, 100)
    return u


def opponents_of(given: str | Sequence[str], players: int, learner: str | int) -> list[str]:
    """The names of the players to the learner's left, in turn."""
    if learner == "all":
        given = LEARNER
    names = [given] * (players - 1) if isinstance(given, str) else list(given)
    if len(names) != players - 1:
        raise SetupError("environment-opponents", {"players": players, "count": players - 1, "given": len(names)})
    for name in names:
        one_of("opponents", name, (*ladder.KERNEL, LEARNER))
    return names


def bots_of(opponents: Sequence[str]) -> list[int]:
    """The kernel's codes of a learner and its opponents."""
    return [ranks.BOT_PERSON, *(ladder.RANKS.get(name, ranks.BOT_PERSON) for name in opponents)]


def seat_of(given: str | int, players: int) -> int:
    """The seat of the first learner, or NOBODY if it rotates."""
    if given == "rotate":
        return state.NOBODY
    return 0 if given == "all" else between("learner", given, 0, players - 1)


def one_of(name: str, given: Any, known: Collection[str]) -> str:
    """Check a setting. Raises `SetupError`."""
    if given not in known:
        raise SetupError("environment-choice", {"name": name, "known": ", ".join(known), "given": repr(given)})
    return str(given)


def between(name: str, given: Any, low: int, high: int) -> int:
    if isinstance(given, bool) or not isinstance(given, int | np.integer) or not low <= given <= high:
        raise SetupError("environment-number", {"name": name, "low": low, "high": high, "given": repr(given)})
    return int(given)
