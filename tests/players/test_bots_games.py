"""Whole games of the kernel's bots: never an illegal action, never stuck, the same at both speeds, and each rank above
the one below it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from freehold.arena import bot_games
from freehold.arena.tables import BotFault, BotTable, Setting
from freehold.editions import load
from freehold.engine import batch, records
from freehold.engine import compile as kernel
from freehold.engine.kernel import loops
from freehold.players.ladder import KERNEL
from freehold.rules import codes

VARIANTS = batch.variants()
TURNS = 1200


def compiled_rows(table: BotTable, numbers: range, players: int, *, audited: bool) -> tuple[Any, Any]:
    games = np.zeros(len(numbers), records.GAME)
    rows = np.zeros(len(numbers) * loops.RESULT_WIDTH, np.int64)
    run = records.run_of(players, TURNS, 200_000, audited=audited, kept=True, **batch.numbered(numbers, 3))
    kernel.compiled().play_games(games, table.working(run), rows)
    return games, rows.reshape(-1, loops.RESULT_WIDTH)


def table_of(edition: str, variant: str) -> BotTable:
    return BotTable(Setting(edition, variant, batch.options_of(variant)))


def mixture(k: int, players: int) -> list[str]:
    """All mixtures come round: the k-th as a number in base four."""
    return [KERNEL[(k // 4**seat + seat) % 4] for seat in range(players)]


@pytest.mark.parametrize(("edition", "variant"), VARIANTS)
def test_no_mixture_of_bots_is_ever_refused_or_stuck(edition: str, variant: str) -> None:
    table = table_of(edition, variant)
    most = load(edition).players.max
    for k in range(24):
        players = 2 + k % (most - 1)
        table.seat(mixture(k * 7, players))
        _, rows = compiled_rows(table, range(k * 20, k * 20 + 20), players, audited=True)
        assert (rows[:, loops.RESULT_ACTIONS] > 0).all(), f"{mixture(k * 7, players)}: {rows[:, 0].min()}"


@pytest.mark.parametrize(("edition", "variant"), VARIANTS)
def test_rents_on_demand_are_claimed(edition: str, variant: str) -> None:
    options = batch.options_of(variant) | {"rent_claims": "claimed"}
    table = BotTable(Setting(edition, variant, options))
    table.seat(["baron", "trader", "novice"])
    games, rows = compiled_rows(table, range(30), 3, audited=True)
    assert (rows[:, loops.RESULT_ACTIONS] > 0).all()
    if variant == "classic":
        assert (games["out"].max(axis=1) > 0).mean() > 0.5  # rents that nobody asks for ruin nobody


@pytest.mark.parametrize(("edition", "variant"), VARIANTS)
def test_bots_decide_alike_interpreted_and_compiled(edition: str, variant: str) -> None:
    table = table_of(edition, variant)
    t, v = records.Tables(), records.Values()
    t.copy_from(table.t[0])
    v.copy_from(table.v[0])
    for k in range(3):
        bots = mixture(27 * k + 6, 4)
        table.seat(bots)
        fast, told = compiled_rows(table, range(k, k + 1), 4, audited=False)
        g: Any = records.Game()
        rows = [0] * loops.RESULT_WIDTH
        run = records.run_of(4, TURNS, 200_000, **batch.numbered(range(k, k + 1), 3))
        loops.play_games([g], table.plain_work(run), rows)
        assert rows == told[0].tolist(), bots
        assert records.pack_game(g) == fast[0].tobytes(), bots


@pytest.mark.parametrize(("better", "worse", "games"), [("novice", "random", 40), ("trader", "novice", 400)])
def test_each_rank_beats_the_one_below(better: str, worse: str, games: int) -> None:
    assert won_by_one(better, worse, games) >= 0.4


def test_a_baron_beats_traders() -> None:
    assert won_by_one("baron", "trader", 4000) >= 0.4


def won_by_one(better: str, worse: str, games: int) -> float:
    """The part of the games that one wins against three, from every seat; the same dice each time."""
    wins = 0
    for seat in range(4):
        bots = [worse] * 4
        bots[seat] = better
        outcomes = bot_games.play(Setting(), bots, range(games // 4), seed=5)
        wins += int((outcomes.winner == seat).sum())
    return wins / games


def test_four_barons_come_to_an_end() -> None:
    outcomes = bot_games.play(Setting(), ["baron"] * 4, range(1000), seed=2)
    assert outcomes.finished.mean() >= 0.99
    assert 30 <= np.median(outcomes.turns) / 4 <= 100


def test_trading_shortens_games() -> None:
    novices = bot_games.play(Setting(), ["novice"] * 4, range(200), seed=2)
    traders = bot_games.play(Setting(), ["trader"] * 4, range(200), seed=2)
    assert novices.trades.sum() == 0
    assert traders.trades.mean() > 2
    assert np.median(traders.turns) < np.median(novices.turns) / 2


def test_a_mogul_plays_whole_games_and_the_same_ones_again() -> None:
    bots = ["mogul", "baron", "baron"]
    once = bot_games.play(Setting("spider-man", "short"), bots, range(2), seed=4)
    again = bot_games.play(Setting("spider-man", "short"), bots, range(1, 2), seed=4)
    assert once.finished.all()
    assert (once.turns[1], once.winner[1], once.actions[1]) == (again.turns[0], again.winner[0], again.actions[0])


def test_a_bot_of_ones_own_has_the_dice_of_the_compiled_game(tmp_path: Any) -> None:
    (tmp_path / "meek.py").write_text(
        "class Meek:\n    def decide(self, view, legal):\n"
        "        return next((a for a in legal if a['type'] in ('buy', 'roll', 'end_turn', 'pass', 'pay')), legal[0])\n"
    )
    own = bot_games.play(Setting(), [f"{tmp_path / 'meek.py'}:Meek", "novice"], range(2), seed=1, turns=40)
    plain = bot_games.play(Setting(), ["novice", "novice"], range(2), seed=1, turns=40)
    assert own.starter.tolist() == plain.starter.tolist()
    assert (own.turns >= 40).all() or own.finished.any()


def test_an_unknown_bot_is_named_with_its_nearest() -> None:
    with pytest.raises(ValueError, match="baron"):
        bot_games.play(Setting(), ["barron"] * 2, range(1), seed=1)


def test_a_fault_is_told_with_its_game(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*hands: Any) -> None:
        hands[-1][loops.RESULT_ACTIONS] = -(loops.FAULT_REFUSED + codes.REFUSED_NOT_YOUR_TURN)

    class Backend:
        play_games = staticmethod(broken)

    monkeypatch.setattr(kernel, "compiled", Backend)
    with pytest.raises(BotFault, match="Game 7 of seed 1"):
        bot_games.play(Setting(), ["novice"] * 2, range(7, 8), seed=1)
