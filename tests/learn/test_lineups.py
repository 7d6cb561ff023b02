"""Who plays in the games to learn from: nobody learns from a table that the forecast is measured on."""

from __future__ import annotations

from itertools import combinations_with_replacement, permutations

import numpy as np
import pytest

from freehold.arena.tables import Setting, table_of
from freehold.bots.ranks import BOT_BARON, BOT_MOGUL, BOT_NOVICE, BOT_TRADER
from freehold.engine import records
from freehold.game import internals
from freehold.layouts import network_shape as shape
from freehold.learn import lineups, positions
from freehold.learn.lineups import held_out, is_held_out, scripted, trained_on, with_moguls
from tests.table import A, deeds, table

KINDS = {BOT_NOVICE: 30, BOT_TRADER: 31, BOT_MOGUL: 32}  # where a seat's inputs mark who plays


def shares(kinds: list[int], players: int) -> float:
    """The share of all line-ups of these kinds that is held out."""
    found = [np.array(lineup) for lineup in combinations_with_replacement(kinds, players)]
    return sum(is_held_out(lineup) for lineup in found) / len(found)


@pytest.mark.parametrize("players", [2, 3, 4, 6, 8])
def test_some_line_ups_are_held_out_for_every_number_of_players(players: int) -> None:
    assert 0.1 < shares([BOT_NOVICE, BOT_TRADER, BOT_BARON, BOT_MOGUL], players) < 0.4
    assert 0.1 < shares([BOT_NOVICE, BOT_TRADER, BOT_BARON], players) < 0.4


def test_the_order_of_the_seats_makes_no_difference() -> None:
    for lineup in combinations_with_replacement([BOT_NOVICE, BOT_TRADER, BOT_BARON, BOT_MOGUL], 4):
        assert len({is_held_out(np.array(seats)) for seats in permutations(lineup)}) == 1


def test_tables_of_one_kind_are_not_held_out() -> None:
    for kind in (BOT_NOVICE, BOT_TRADER, BOT_BARON, BOT_MOGUL):
        assert not any(is_held_out(lineups.table_of(kind)[:players]) for players in range(2, 9))


@pytest.mark.parametrize("make", [scripted, with_moguls])
@pytest.mark.parametrize("players", [2, 3, 5])
def test_what_is_measured_is_held_out(make: lineups.Lineup, players: int) -> None:
    rng, made = np.random.default_rng(1), held_out(make)
    assert all(is_held_out(made(rng, players)[:players]) for _ in range(50))


@pytest.mark.parametrize("make", [scripted, with_moguls])
def test_nothing_held_out_is_trained_on_and_all_kinds_are(make: lineups.Lineup) -> None:
    rng, made = np.random.default_rng(2), trained_on(make)
    found = [made(rng, 4)[:4] for _ in range(300)]
    assert not any(is_held_out(lineup) for lineup in found)
    assert any(is_held_out(make(rng, 4)[:4]) for _ in range(300))  # it does occur if nobody takes care
    kinds = {BOT_NOVICE, BOT_TRADER, BOT_BARON}
    assert {int(kind) for lineup in found for kind in lineup} == (kinds if make is scripted else kinds | {BOT_MOGUL})


@pytest.mark.thorough
def test_the_network_sees_who_plays() -> None:
    game = table("classic", deeds=deeds(A, 16, 18, 19))
    store = records.to_record(internals.record(game), records.GAME)
    playing = np.array([[BOT_MOGUL, BOT_NOVICE, BOT_TRADER, *[BOT_BARON] * 5]], np.int8)
    found = positions.encode(store, table_of(Setting()), np.zeros(1), playing)
    assert (found.lineups == playing).all()
    for kind, place in KINDS.items():
        assert (found.seats[:, :, place] == np.where((playing == kind) & found.alive, shape.ONE, 0)).all()
