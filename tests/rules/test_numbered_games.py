"""The generator of a numbered game: the same from a record that was used before, and by itself as among many."""

from __future__ import annotations

import pytest

from freehold.engine import batch
from freehold.engine.records import Chance
from freehold.rules import chance, state

SCALARS = [name for name, _, length in state.CHANCE if length == 0]


@pytest.mark.parametrize("number", [0, 7, 2**32 - 1, 2**32, 2**33 + 5])
def test_a_used_record_is_keyed_as_a_clean_one_among_many(number: int) -> None:
    used = Chance()
    for name in SCALARS:
        setattr(used, name, 3)
    chance.key_chance(used, number, batch.stream_of(2**40 + 11, batch.DICE))
    clean = batch.keyed_chances([number], 2**40 + 11, batch.DICE)[0]
    assert {name: getattr(used, name) for name in SCALARS} == {name: int(clean[name]) for name in SCALARS}
