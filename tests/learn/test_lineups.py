"""Who plays in the games to learn from: nobody learns from a table that the forecast is measured on."""

from __future__ import annotations

import numpy as np
import pytest

from freehold.arena.bot_games import Setting, table_of
from freehold.bots import network_shape as shape
from freehold.bots.ranks import BOT_BARON, BOT_MOGUL, BOT_NOVICE, BOT_TRADER
from freehold.engine import records
from freehold.learn import lineups, positions
from freehold.learn.lineups import HELD_OUT, is_held_out, scripted, trained_on, with_moguls
from tests.table import A, deeds, table

KINDS = {BOT_NOVICE: 30, BOT_TRADER: 31, BOT_MOGUL: 32}  # where a seat's inputs mark who plays


@pytest.mark.parametrize("name", HELD_OUT)
@pytest.mark.parametrize("players", [2, 4, 5, 8])
def test_held_out_line_ups_are_recognised(name: str, players: int) -> None:
    rng = np.random.default_rng(1)
    for _ in range(20):
        assert is_held_out(HELD_OUT[name](rng, players)[:players])


def test_tables_of_one_kernel_bot_are_not_held_out() -> None:
    for kind in (BOT_NOVICE, BOT_TRADER, BOT_BARON):
        assert not is_held_out(lineups.table_of(kind)[:4])
    assert not is_held_out(np.array([BOT_MOGUL, BOT_BARON, BOT_BARON]))


@pytest.mark.parametrize("make", [scripted, with_moguls])
def test_nothing_held_out_is_trained_on_and_all_kinds_are(make: lineups.Lineup) -> None:
    rng, made = np.random.default_rng(2), trained_on(make)
    found = [made(rng, 4)[:4] for _ in range(300)]
    assert not any(is_held_out(lineup) for lineup in found)
    assert any(is_held_out(make(rng, 4)[:4]) for _ in range(300))  # it does occur if nobody takes care
    kinds = {BOT_NOVICE, BOT_TRADER, BOT_BARON}
    assert {int(kind) for lineup in found for kind in lineup} == (kinds if make is scripted else kinds | {BOT_MOGUL})


def test_the_network_sees_who_plays() -> None:
    game = table("classic", deeds=deeds(A, 16, 18, 19))
    store = records.to_record(game.record(), records.GAME)
    playing = np.array([[BOT_MOGUL, BOT_NOVICE, BOT_TRADER, *[BOT_BARON] * 5]], np.int8)
    found = positions.encode(store, table_of(Setting()), np.zeros(1), playing)
    assert (found.lineups == playing).all()
    for kind, place in KINDS.items():
        assert (found.seats[:, :, place] == np.where((playing == kind) & found.alive, shape.ONE, 0)).all()
