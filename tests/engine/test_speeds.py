"""One source at two speeds: interpreted and compiled play agree, byte for byte, after every action."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from tools.random_audit import random_house

from freehold.editions import load
from freehold.engine import batch, records
from freehold.rules import codes
from tests.batches import Batch, InterpretedBatch
from tests.sizes import each_variant, sizes


class Sample(NamedTuple):
    games: int  # of all variants together
    to_the_end: int  # one game in so many
    short_look: int  # actions of the others


LONG_LOOK = 40_000
VARIANTS = batch.variants()


@sizes("sample", test=Sample(1_000, 30, 500), thorough=Sample(2_000, 4, 1_000))
@each_variant()
def test_interpreted_and_compiled_agree_after_every_action(edition: str, variant: str, sample: Sample) -> None:
    games = Batch(edition, variant)
    most = load(edition).players.max
    for number in range(-(-sample.games // len(VARIANTS))):
        players = 2 + number % (most - 1)
        limit = LONG_LOOK if number % sample.to_the_end == 0 else sample.short_look
        fast, kept = games.recorded_game(players, limit, 11, number)
        assert kept > 0, f"game {number}: fault {-kept}"
        slow = InterpretedBatch(games.plain_tables, players, 11, number)
        for k in range(kept):
            if k:
                assert slow.step() == codes.DONE
            assert records.pack_game(slow.g) == fast[k].tobytes(), f"game {number} differs after action {k}"


@each_variant()
def test_they_agree_by_random_sets_of_house_rules(edition: str, variant: str) -> None:
    for number in range(3):
        house = random_house(Random(f"{edition} {variant} {number}"), 0.3)
        games = Batch(edition, variant, house)
        fast, kept = games.recorded_game(2 + number, 400, 12, number)
        assert kept > 0, f"{house}: fault {-kept}"
        slow = InterpretedBatch(games.plain_tables, 2 + number, 12, number)
        for k in range(kept):
            if k:
                assert slow.step() == codes.DONE
            assert records.pack_game(slow.g) == fast[k].tobytes(), f"{house}: game {number} differs after action {k}"


def test_a_game_record_is_small() -> None:
    """It had 512 bytes before it remembered what was paid for each building."""
    assert records.GAME.itemsize <= 920


def test_chance_is_keyed_by_seed_and_game_number_alone() -> None:
    games = Batch("classic", "classic")
    together, _ = games.random_games(3, 6, 300, 5)
    apart, _ = games.random_games(3, 3, 300, 5, first=3)
    assert together[3:].tobytes() == apart.tobytes()
    other, _ = games.random_games(3, 6, 300, 6)
    assert other.tobytes() != together.tobytes()
