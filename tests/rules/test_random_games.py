"""Random play by the ten thousand: whatever is legal keeps money, deeds, buildings and cards accounted for."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np
import pytest
from tools import random_audit

from freehold.editions import load
from freehold.engine import batch
from freehold.engine.kernel import audit
from freehold.rules import codes
from tests.batches import Batch, InterpretedBatch
from tests.sizes import sizes

LIMIT = 800
TO_THE_END = 25  # one game in so many is played on to its end
LONG_LIMIT = 60_000


@sizes("amount", test=2_500, thorough=20_000)  # `tools/random_audit.py` plays many more
@pytest.mark.parametrize(("edition", "variant"), batch.variants())
def test_random_games_stay_sound(edition: str, variant: str, amount: int) -> None:
    """After every action the auditor looks: cash, ledger, owners, stock, even building, cards, a decider."""
    games = Batch(edition, variant)
    numbers = range(2, load(edition).players.max + 1)
    ended = 0
    for players in numbers:
        count = -(-amount // len(numbers))
        long = count // TO_THE_END
        final, results = games.random_games(players, count - long, LIMIT, 21)
        last, long_results = games.random_games(players, long, LONG_LIMIT, 22)
        assert results.min() > 0, f"fault {-results.min()} in game {results.argmin()} of {players} players"
        assert long_results.min() > 0, f"fault {-long_results.min()} in long game {long_results.argmin()}"
        over = np.concatenate([final["phase"], last["phase"]]) == codes.PHASE_OVER
        ended += int(over.sum())
        assert (last["phase"] == codes.PHASE_OVER).mean() > 0.9
    assert ended > 0


@pytest.mark.parametrize(("edition", "variant"), batch.variants())
@pytest.mark.parametrize("claims", random_audit.CLAIMS)
def test_rents_automatic_or_claimed_stay_sound(edition: str, variant: str, claims: str) -> None:
    """A small part of what `tools/random_audit.py` plays, with events switched on: nothing finds no room."""
    table = random_audit.OnTheCpu()
    for players in (2, load(edition).players.max):
        assert table.play(edition, variant, claims, players, 23) > random_audit.GAMES


@sizes("actions", test=60_000, thorough=1_000_000)
def test_random_sets_of_house_rules_stay_sound(actions: int) -> None:
    """A small part of what `tools/random_audit.py --house` plays."""
    table, settings, done, seed = random_audit.OnTheCpu(), list(random_audit.settings()), 0, 0
    while done < actions:
        edition, variant, claims, players = settings[7 * seed % len(settings)]
        house = random_audit.random_house(Random(seed), 0.3)
        done += table.play(edition, variant, claims, players, seed, house)
        seed += 1


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (lambda g: g.cash.__setitem__(0, -1), audit.BELOW_ZERO),
        (lambda g: g.cash.__setitem__(0, g.cash[0] + 1), audit.LEDGER),
        (lambda g: setattr(g, "pot", 5), audit.LEDGER),
        (lambda g: g.owner.__setitem__(0, 1), audit.OWNER),
        (lambda g: setattr(g, "houses", 31), audit.STOCK),
        (lambda g: g.mortgaged.__setitem__(1, 1), audit.STRAY_MORTGAGE),
        (lambda g: g.deck.__setitem__(0, g.deck[1]), audit.CARD_LOST),
        (lambda g: setattr(g, "decider", 7), audit.NO_DECIDER),
        (lambda g: [g.buildings.__setitem__(1, 2), g.__setattr__("houses", 30)], audit.UNEVEN),
        (lambda g: [g.buildings.__setitem__(1, 1), g.__setattr__("houses", 31)], audit.STRAY_BUILDING),
    ],
)
def test_the_auditor_finds_what_is_wrong(change: Callable[[Any], object], fault: int) -> None:
    slow = InterpretedBatch(Batch("classic", "classic").plain_tables, 3, 1, 1)
    assert audit.audit(slow.g, slow.t) == audit.SOUND
    change(slow.g)
    assert audit.audit(slow.g, slow.t) == fault
