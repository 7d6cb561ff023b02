"""Whatever a mask allows, the rules accept: random episodes in every edition and variant, for 2 to 8 players."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from freehold.editions import load
from freehold.engine.batch import options_of, variants
from freehold.envs import VecEnv
from freehold.envs.kernel import layout

ENVIRONMENTS = 24
STEPS = 80
BOTS = ("random", "novice", "trader", "baron", "learner")
WAYS: list[dict[str, Any]] = [
    {"skip": "routine", "bids": "limit", "trades": "both"},
    {"skip": "nothing", "bids": "steps", "trades": "both", "learner": "all", "offers": 2},
    {"skip": "forced", "bids": "limit", "trades": "builder", "shaping": 0.5},
]


def any_allowed(masks: Any, rng: np.random.Generator) -> Any:
    where, actions = np.nonzero(masks)
    starts = np.searchsorted(where, np.arange(len(masks)))
    counts = np.diff(starts, append=len(where))
    return actions[starts + (rng.random(len(masks)) * counts).astype(np.int64)]


@pytest.mark.parametrize(("edition", "variant"), variants())
def test_the_rules_accept_what_a_mask_allows(edition: str, variant: str) -> None:
    """`VecEnv` raises an error if they do not, and if a learner has to decide and nothing is allowed."""
    rng = np.random.default_rng(1)
    most = load(edition).players.max
    for number, way in enumerate(WAYS):
        players = 2 + (number * 3 + len(variant)) % (most - 1)
        claims = {"rent_claims": "claimed"} if number else {}
        env = VecEnv(
            edition,
            players,
            [str(name) for name in rng.choice(BOTS, players - 1)],
            ENVIRONMENTS,
            variant=variant,
            options=options_of(variant) | claims,
            turns=300,
            **way,
        )
        env.reset()
        for _ in range(STEPS):
            observations, masks, _, _ = env.step(any_allowed(env.masks, rng))
            assert masks.any(axis=1).all()
        assert np.isfinite(observations).all()
        assert np.abs(observations).max() < 64


def test_every_kind_of_action_comes_up() -> None:
    """In long random games of the editions that have something of their own."""
    seen = np.zeros(layout.SPACE, bool)
    rng = np.random.default_rng(2)
    for edition in ("classic", "star-wars-2", "spider-man", "disney-parks"):
        env = VecEnv(edition, 4, "learner", 64, learner="all", offers=1, options={}, turns=400)
        env.reset()
        for _ in range(400):
            env.step(any_allowed(env.masks, rng))
            seen |= env.masks.any(axis=0)
    assert seen[: layout.ID_CANCEL + 1].all()
    families = (
        layout.ID_BID,
        layout.ID_BUILD,
        layout.ID_SELL,
        layout.ID_MORTGAGE,
        layout.ID_REDEEM,
        layout.ID_ATTACK,
        layout.ID_GO_TO,
        layout.ID_PLACE_FORCE,
        layout.ID_SELL_GROUP,
        layout.ID_CANDIDATE,
        layout.ID_ASK,
        layout.ID_GIVE,
        layout.ID_PRICE,
        layout.SPACE,
    )
    for first, after in pairwise(families):
        assert seen[first:after].any(), first
