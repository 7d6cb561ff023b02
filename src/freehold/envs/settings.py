"""The settings of environments: their values, and the checks that refuse others in one sentence."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any, TypedDict

import numpy as np

from freehold.bots import ranks
from freehold.editions import EditionLike, SetupError
from freehold.engine import records
from freehold.envs.kernel import layout
from freehold.json_types import Options
from freehold.players import ladder
from freehold.rules import state

LEARNER = "learner"
BACKENDS = ("python", "cpu", "cuda")
TRADES = {"none": 0, "candidates": layout.TRADES_CANDIDATES, "builder": layout.TRADES_BUILDER, "both": 3}
BIDS = {"steps": layout.BIDS_STEPS, "limit": layout.BIDS_LIMIT}
SKIPS = {"nothing": layout.SKIP_NOTHING, "forced": layout.SKIP_FORCED, "routine": layout.SKIP_ROUTINE}
TURNS = 2000


class GameSettings(TypedDict, total=False):
    """The settings of `VecEnv` that every wrapper takes."""

    edition: EditionLike
    seed: int
    backend: str
    trades: str
    bids: str
    learner: str | int
    variant: str
    options: Options | None
    skip: str
    offers: int
    turns: int
    shaping: float
    threads: int
    careful: bool | None


class EnvironmentSettings(GameSettings, total=False):
    """The settings of `VecEnv` without its players."""

    num_envs: int
    autoreset: bool


class SeatedSettings(GameSettings, total=False):
    """The settings of `VecEnv` without the number of games and what comes after an episode."""

    players: int
    opponents: str | Sequence[str]


class AllSettings(EnvironmentSettings, SeatedSettings, total=False):
    """The settings of `VecEnv`."""


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
    names = [given] * (players - 1) if isinstance(given, str) or not isinstance(given, Iterable) else list(given)
    if len(names) != players - 1:
        raise SetupError("environment-opponents", {"players": players, "count": players - 1, "given": len(names)})
    for name in names:
        if not isinstance(name, str):
            raise SetupError("environment-own-bot", {"given": repr(name)})
        one_of("opponents", name, (*ladder.RANKS, LEARNER))
    return names


def careful_of(given: bool | None, opponents: Collection[str]) -> bool:
    """Whether opponents ask the forecast about deals: if that is said, or a mogul plays, as everywhere else."""
    if given not in (None, True, False):
        raise SetupError("environment-choice", {"name": "careful", "known": "True, False", "given": repr(given)})
    return any(name not in (*ladder.KERNEL, LEARNER) for name in opponents) if given is None else given


def check_thinkers(backend: str, opponents: Collection[str], careful: bool) -> None:
    """On a GPU there are neither moguls nor the forecast."""
    thinkers = [name for name in opponents if name not in (*ladder.KERNEL, LEARNER)]
    if backend == "cuda" and (thinkers or careful):
        asked = f"opponents={thinkers[0]!r}" if thinkers else "careful=True"
        raise SetupError("environment-no-forecast", {"asked": asked})


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
