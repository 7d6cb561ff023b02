"""Scope: where an edition says nothing of its own, it plays by the rule the others share."""

from __future__ import annotations

import pytest

from tests.table import (
    ALL,
    FIVE,
    JAIL,
    STATIONS,
    UTILITIES,
    A,
    B,
    C,
    cash,
    deeds,
    do,
    finish_turn,
    owner,
    square,
    table,
    throw,
)

SILENT = pytest.mark.clause("scope.classic-rules-hold")


@SILENT
@pytest.mark.parametrize("edition", ALL)
def test_the_same_turns_end_in_the_same_place_at_every_table(edition: str) -> None:
    game = table(edition, at={A: 0, B: 0, C: 38}, decks={"chest": ["bank-error"]})
    throw(game, 1, 2)
    do(game, "buy")
    do(game, "end_turn")
    throw(game, 1, 2)
    do(game, "end_turn")
    throw(game, 1, 3)
    do(game, "end_turn")
    assert cash(game) == [1500 - 60 + 4, 1500 - 4, 1500 + 200 + 200]
    assert [square(game, seat) for seat in (A, B, C)] == [3, 3, 2]
    assert (owner(game, 3), game.turn, game.phase) == (A, A, "roll")


@SILENT
@pytest.mark.parametrize("edition", ["star-wars-1", "spider-man", "disney-parks"])
@pytest.mark.parametrize(("held", "rent"), [((12,), 4 * 7), (UTILITIES, 10 * 7)])
def test_utility_rates_that_a_rulebook_leaves_to_the_deed(edition: str, held: tuple[int, ...], rent: int) -> None:
    game = table(edition, at={A: 5}, deeds=deeds(B, *held))
    throw(game, 3, 4)
    assert cash(game, A, B) == [1500 - rent, 1500 + rent]


@SILENT
@pytest.mark.parametrize("edition", ["star-wars-1", "star-wars-2", "spider-man", "disney-parks"])
@pytest.mark.parametrize(("count", "rent"), [(1, 25), (2, 50), (3, 100), (4, 200)])
def test_station_rents_that_a_rulebook_leaves_to_the_deed(edition: str, count: int, rent: int) -> None:
    game = table(edition, at={A: 2}, deeds=deeds(B, *STATIONS[:count]))
    throw(game, 1, 2)
    assert cash(game, A, B) == [1500 - rent, 1500 + rent]


@SILENT
@pytest.mark.parametrize("edition", ["star-wars-2", "game-of-thrones"])
def test_a_double_out_of_jail_gives_no_second_throw_where_nobody_says_so(edition: str) -> None:
    game = table(edition, jailed={A: 0}, deeds=deeds(A, 18))
    throw(game, 4, 4)
    assert (square(game, A), game.phase, game.turn) == (18, "end", A)


@SILENT
def test_game_of_thrones_has_the_ways_out_of_jail_of_the_others() -> None:
    game = table("game-of-thrones", jailed={A: 0}, cards={A: ["chance"]})
    assert {action["type"] for action in game.legal(A)} >= {"roll", "pay_fine", "use_jail_card"}
    throw(game, 2, 5)
    assert (square(game, A), game.position()["players"][A]["jail_turns"], game.phase) == (JAIL, 1, "end")


@SILENT
@pytest.mark.parametrize("edition", ["star-wars-2", "game-of-thrones"])
def test_a_used_jail_card_goes_under_its_deck_where_nobody_says_so(edition: str) -> None:
    game = table(edition, jailed={A: 0}, cards={A: ["chance"]})
    do(game, "use_jail_card")
    assert game.position()["decks"]["chance"][-1] == "jail-free"


@SILENT
@pytest.mark.parametrize("edition", FIVE)
def test_a_deed_that_nobody_bids_for_stays_with_the_bank(edition: str) -> None:
    game = table(edition)
    throw(game, 1, 2)
    finish_turn(game)
    assert (owner(game, 3), cash(game)) == (None, [1500, 1500, 1500])


@SILENT
@pytest.mark.parametrize("edition", ["star-wars-2", "spider-man"])
def test_a_card_that_moves_back_pays_no_salary(edition: str) -> None:
    game = table(edition, at={A: 14}, decks={"chest": ["back-brown-1"]})
    throw(game, 1, 2)
    assert (square(game, A), cash(game, A), game.phase) == (1, 1500, "buy")
