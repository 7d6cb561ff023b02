"""Winning: the last player who is not bankrupt."""

from __future__ import annotations

from typing import Any

import pytest

from freehold import Game
from tests.table import ALL, D1, ST, X1, A, B, C, D, cash, clauses, deeds, do, refused, table, throw

every_edition = pytest.mark.parametrize("edition", ALL)


def owes_rent(edition: str, players: int = 3, **position: Any) -> Game:
    """A has stopped on B's D1 with a hotel and has next to nothing."""
    position["deeds"] = position.get("deeds", {}) | deeds(B, *D, buildings=5)
    game = table(edition, players, at={A: 30}, cash={A: 20}, **position)
    throw(game, 3, 4)
    assert (game.phase, game.decider) == ("debt", A)
    return game


@pytest.mark.clause("win.last-player-left", "win.objective.only-solvent-player")
@every_edition
def test_the_last_player_left_has_won_at_once(edition: str) -> None:
    game = owes_rent(edition, out=[C], deeds=deeds(A, X1, mortgaged=True))
    events = do(game, "bankrupt")
    assert (game.winner, game.over, game.phase, game.decider) == (B, True, "over", None)
    assert events[-1] == {"type": "over", "winner": B, "clause": "win.last-player-left"}
    assert game.legal(B) == game.legal(A) == []
    for seat, reason in ((A, "game-over"), (B, "game-over"), (C, "game-over")):
        assert refused(game, "roll", seat) == reason
    assert [row["seat"] for row in game.standings()] == [B, A, C]


@pytest.mark.clause("win.last-player-left")
@every_edition
def test_a_bankruptcy_to_the_bank_may_end_the_game_too(edition: str) -> None:
    game = table(edition, players=2, cash={A: 20}, deeds=deeds(A, ST, mortgaged=True))
    throw(game, 1, 3)
    if game.phase == "tax":
        do(game, "pay_tax", choice="flat")
    events = do(game, "bankrupt")
    assert (game.winner, game.over) == (B, True)
    assert clauses(events, "auction") == []  # there is nobody left to bid against


@pytest.mark.clause("win.last-player-left", "win.objective.only-solvent-player")
@every_edition
def test_one_bankruptcy_of_three_does_not_end_the_normal_game(edition: str) -> None:
    game = owes_rent(edition)
    do(game, "bankrupt")
    assert (game.over, game.winner) == (False, None)
    assert (game.turn, game.phase) == (B, "roll")
    game = table(edition, players=4, at={A: 30}, cash={A: 20}, deeds=deeds(B, *D, buildings=5), out=[C])
    throw(game, 3, 4)
    do(game, "bankrupt")
    assert not game.over


@pytest.mark.clause("win.objective.only-solvent-player")
@every_edition
def test_wealth_alone_ends_no_game(edition: str) -> None:
    game = table(edition, players=2, at={A: 10, B: 10}, cash={A: 15000, B: 1500})
    throw(game, 4, 6)
    do(game, "end_turn")
    assert (game.over, game.winner, game.decider) == (False, None, B)
    game = table(edition, players=2, at={A: 10, B: 10}, cash={A: 15000, B: 0})
    throw(game, 4, 6)
    do(game, "end_turn")
    assert (game.over, game.decider) == (False, B)  # without money, but not bankrupt


@pytest.mark.clause("win.objective.only-solvent-player")
@every_edition
def test_however_long_it_lasts_a_normal_game_goes_on(edition: str) -> None:
    game = table(edition, players=2, at={A: 10}, cash={A: 15000}, flow={"turns": 100_000})
    throw(game, 4, 6)
    do(game, "end_turn")
    assert (game.over, game.decider, game.turns) == (False, B, 100_001)


@pytest.mark.clause("win.objective.wealthiest")
@every_edition
def test_the_last_player_left_is_the_wealthiest_by_then(edition: str) -> None:
    game = owes_rent(edition, players=2, deeds=deeds(A, ST))
    do(game, "bankrupt")
    first, second = game.standings()
    assert (first["seat"], first["place"], first["bankrupt"]) == (game.winner, 1, False)
    assert first["worth"] == cash(game, B) + 350 + 400 + 10 * 200 + (100 if edition == "game-of-thrones" else 200)
    assert (second["seat"], second["worth"], second["bankrupt"]) == (A, None, True)
    assert D1 == 37


@pytest.mark.clause("win.objective.wealthiest")
@every_edition
def test_but_wealth_alone_does_not_win_while_another_is_left(edition: str) -> None:
    game = owes_rent(edition, players=3)
    do(game, "bankrupt")
    assert game.standings()[0]["seat"] == B
    assert (game.over, game.winner) == (False, None)
