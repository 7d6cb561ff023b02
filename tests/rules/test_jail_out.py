"""Leaving jail by a double in three turns, or by a card. The fine is in `test_jail_fine.py`."""

from __future__ import annotations

import pytest

from tests.rules.jailhouse import next_round, player, state, waiting
from tests.table import ALL, JAIL, A, B, cash, clauses, deeds, do, kinds, refused, square, throw

BY_THAT_THROW = ["star-wars-1", "star-wars-2", "disney-parks", "game-of-thrones", "classic"]


# ------------------------------------------------------------------ by a double


@pytest.mark.clause("jail.out-by-double-in-three-turns", "jail.double-is-the-move")
@pytest.mark.parametrize("edition", ALL)
@pytest.mark.parametrize("failed", [0, 1, 2])
@pytest.mark.parametrize("face", [1, 4, 6])
def test_a_double_on_any_of_three_turns_is_the_way_out_and_the_move(edition: str, failed: int, face: int) -> None:
    game = waiting(edition, failed, deeds=deeds(A, 12, 18), decks={"chance": ["dividend"]})
    events = throw(game, face, face)
    assert state(game) == (JAIL + 2 * face, False, 0)
    assert clauses(events, "freed") == ["jail.double-is-the-move"]
    assert [event for event in events if event["type"] == "fine"] == []


@pytest.mark.clause("jail.out-by-double-in-three-turns", "jail.one-attempt-per-turn")
@pytest.mark.parametrize("edition", ALL)
def test_the_second_attempt_succeeds(edition: str) -> None:
    game = waiting(edition)
    events = throw(game, 2, 5)
    assert [(e["attempt"], e["clause"]) for e in events if e["type"] == "stayed"] == [(1, "jail.one-attempt-per-turn")]
    assert (state(game), game.phase, game.decider) == ((JAIL, True, 1), "end", A)
    assert refused(game, "roll") == "wrong-phase"
    assert "roll" not in kinds(game, A)
    next_round(game)
    throw(game, 4, 4)
    assert (state(game), cash(game, A), game.phase) == ((18, False, 0), 1500, "buy")


@pytest.mark.clause("jail.one-attempt-per-turn")
def test_the_force_shifts_though_the_token_stays() -> None:
    game = waiting("star-wars-2")
    throw(game, 2, 5, force="shift")
    assert (state(game), game.phase) == ((JAIL, True, 1), "end")
    assert game.position()["force"] == {"light": 21 + 2, "dark": 1 + 5}


@pytest.mark.clause("jail.double-is-the-move")
@pytest.mark.parametrize("edition", ALL)
def test_the_square_the_double_leads_to_is_played(edition: str) -> None:
    game = waiting(edition, deeds=deeds(B, 18))
    throw(game, 4, 4)
    assert (square(game, A), cash(game, A, B)) == (18, [1486, 1514])
    game = waiting(edition)
    throw(game, 4, 4)
    do(game, "buy")
    assert cash(game, A) == 1320


@pytest.mark.clause("jail.double-gives-no-extra-roll")
@pytest.mark.parametrize("edition", ALL)
def test_the_double_that_frees_gives_no_second_throw(edition: str) -> None:
    game = waiting(edition)
    throw(game, 4, 4)
    do(game, "buy")
    assert (game.phase, kinds(game, A) - {"mortgage", "offer"}) == ("end", {"end_turn"})
    assert game.position()["doubles"] == 0
    do(game, "end_turn")
    assert game.turn == B


# ------------------------------------------------------------------ by a card


@pytest.mark.clause("jail.out-by-own-card")
@pytest.mark.parametrize("edition", ALL)
@pytest.mark.parametrize("failed", [0, 1, 2])
def test_the_own_card_frees_before_the_throw(edition: str, failed: int) -> None:
    game = waiting(edition, failed, cards={A: ["chance"]}, decks={"chest": ["tax-refund"]})
    assert "use_jail_card" in kinds(game, A)
    events = do(game, "use_jail_card")
    assert clauses(events, "freed") == ["jail.out-by-own-card"]
    assert (state(game), game.phase, game.decider, cash(game, A)) == ((JAIL, False, 0), "roll", A, 1500)
    assert refused(game, "pay_fine") == "not-in-jail"
    throw(game, 3, 4)
    assert (square(game, A), cash(game, A), player(game)["jail_cards"]) == (17, 1520, [])


@pytest.mark.clause("jail.out-by-own-card")
@pytest.mark.parametrize("edition", BY_THAT_THROW)
def test_after_the_card_the_throw_is_an_ordinary_one(edition: str) -> None:
    game = waiting(edition, cards={A: ["chest"]}, deeds=deeds(A, 18))
    do(game, "use_jail_card")
    throw(game, 4, 4)
    assert (square(game, A), game.phase, game.position()["doubles"]) == (18, "roll", 1)


@pytest.mark.clause("jail.out-by-own-card")
@pytest.mark.parametrize("edition", ALL)
def test_the_card_does_not_help_after_the_throw_or_out_of_turn(edition: str) -> None:
    game = waiting(edition, cards={A: ["chest"], B: ["chance"]})
    throw(game, 2, 5)
    assert "use_jail_card" not in kinds(game, A)
    assert refused(game, "use_jail_card") == "wrong-phase"
    do(game, "end_turn")
    assert refused(game, "use_jail_card", seat=A) == "not-your-turn"


@pytest.mark.clause("jail.out-by-bought-card")
@pytest.mark.parametrize("edition", ALL)
def test_a_bought_card_frees_as_well(edition: str) -> None:
    game = waiting(edition, cards={B: ["chest"]})
    assert "use_jail_card" not in kinds(game, A)
    do(game, "offer", seat=A, to=B, give={"cash": 40}, ask={"jail_cards": ["chest"]})
    do(game, "accept", seat=B)
    assert (cash(game, A, B), "use_jail_card" in kinds(game, A)) == ([1460, 1540], True)
    do(game, "use_jail_card")
    assert (state(game), game.phase) == ((JAIL, False, 0), "roll")
    assert game.position()["decks"]["chest"][-1] == "jail-free"
