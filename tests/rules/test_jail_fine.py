"""Leaving jail by the fine: how much, when, and that the third turn leaves no choice."""

from __future__ import annotations

import pytest

from tests.rules.jailhouse import next_round, player, state, waiting
from tests.table import ALL, FIVE, JAIL, X1, A, B, cash, clauses, deeds, do, kinds, refused, square, table, throw

BY_THAT_THROW = ["star-wars-1", "star-wars-2", "disney-parks", "game-of-thrones", "classic"]
FIRST_TWO_TURNS = ["star-wars-1", "disney-parks", "game-of-thrones", "classic"]
ANY_TURN = ["star-wars-2", "spider-man"]


# ------------------------------------------------------------------ by the fine


@pytest.mark.clause("jail.fine-50")
@pytest.mark.parametrize("edition", ALL)
def test_the_fine_is_50(edition: str) -> None:
    game = waiting(edition, cash={A: 50})
    events = do(game, "pay_fine")
    assert (cash(game), state(game)) == ([0, 1500, 1500], (JAIL, False, 0))
    assert [(e["seat"], e["other"], e["amount"]) for e in events if e["type"] == "fine"] == [(A, "bank", 50)]
    game = waiting(edition, cash={A: 49})
    assert "pay_fine" not in kinds(game, A)
    assert refused(game, "pay_fine") == "not-enough-cash"


@pytest.mark.clause("jail.fine-timing.before-roll-on-first-two-turns", "jail.fine-timing.pay-and-play-next-turn")
@pytest.mark.parametrize("edition", ALL)
@pytest.mark.parametrize("failed", [0, 1])
def test_the_fine_before_the_throw_and_on_in_the_same_turn(edition: str, failed: int) -> None:
    game = waiting(edition, failed, decks={"chest": ["tax-refund"]})
    assert "pay_fine" in kinds(game, A)
    events = do(game, "pay_fine")
    timing = "pay-and-play-next-turn" if edition in ANY_TURN else "before-roll-on-first-two-turns"
    assert clauses(events) == [f"jail.fine-timing.{timing}"] * 2
    assert (game.phase, game.decider) == ("roll", A)
    throw(game, 3, 4)
    assert (square(game, A), cash(game, A)) == (17, 1470)


@pytest.mark.clause("jail.fine-timing.before-roll-on-first-two-turns")
@pytest.mark.parametrize("edition", FIRST_TWO_TURNS)
def test_no_fine_before_the_third_throw(edition: str) -> None:
    game = waiting(edition, 2)
    assert kinds(game, A) == {"roll"}
    assert refused(game, "pay_fine") == "fine-not-now"


@pytest.mark.clause("jail.fine-timing.pay-and-play-next-turn")
@pytest.mark.parametrize("edition", ANY_TURN)
def test_the_fine_before_the_third_throw_where_nobody_forbids_it(edition: str) -> None:
    game = waiting(edition, 2)
    do(game, "pay_fine")
    assert (state(game), game.phase, cash(game, A)) == ((JAIL, False, 0), "roll", 1450)


@pytest.mark.clause("jail.fine-timing.pay-and-play-next-turn")
@pytest.mark.parametrize("edition", ANY_TURN)
def test_who_was_jailed_this_round_pays_and_plays_in_the_next_turn(edition: str) -> None:
    game = table(edition, 2, at={A: 24, B: 10})
    throw(game, 2, 4)
    assert refused(game, "pay_fine", seat=A) == "not-your-turn"
    throw(game, 4, 6)
    do(game, "end_turn")
    do(game, "pay_fine")
    throw(game, 4, 6)
    assert (square(game, A), cash(game, A)) == (20, 1450)


@pytest.mark.clause("jail.fine-timing.pay-and-play-next-turn")
def test_a_table_may_sit_out_the_turn_of_the_fine() -> None:
    game = waiting("spider-man", options={"jail_fine_play": "next-turn"})
    do(game, "pay_fine")
    assert (state(game), game.phase, kinds(game, A)) == ((JAIL, False, 0), "end", {"end_turn"})
    next_round(game)
    throw(game, 4, 6)
    assert (square(game, A), cash(game, A)) == (20, 1450)


@pytest.mark.clause("jail.no-fine-after-failed-throw")
@pytest.mark.parametrize("edition", ALL)
@pytest.mark.parametrize("failed", [0, 1])
def test_no_fine_after_a_failed_throw_in_the_same_turn(edition: str, failed: int) -> None:
    game = waiting(edition, failed)
    throw(game, 2, 5)
    assert (state(game), game.phase, kinds(game, A)) == ((JAIL, True, failed + 1), "end", {"end_turn"})
    assert refused(game, "pay_fine") == "fine-not-now"
    assert cash(game, A) == 1500


@pytest.mark.clause("jail.no-fine-after-failed-throw")
@pytest.mark.parametrize("edition", FIVE)
def test_the_fine_may_be_paid_in_the_turn_after_a_failed_throw(edition: str) -> None:
    game = waiting(edition)
    throw(game, 2, 5)
    next_round(game)
    do(game, "pay_fine")
    throw(game, 4, 6)
    assert (square(game, A), cash(game, A)) == (20, 1450)


# ------------------------------------------------------------------ the third turn


@pytest.mark.clause("jail.third-turn.pay-and-move-by-that-throw")
@pytest.mark.parametrize("edition", BY_THAT_THROW)
def test_after_the_third_failure_the_fine_is_paid_and_that_throw_moves(edition: str) -> None:
    game = waiting(edition, 2, decks={"chest": ["tax-refund"]})
    events = throw(game, 2, 5)
    assert clauses(events, "fine") == ["jail.third-turn-fine-is-compulsory"]
    assert clauses(events, "freed") == ["jail.third-turn.pay-and-move-by-that-throw"]
    assert (state(game), cash(game, A), game.phase) == ((17, False, 0), 1500 - 50 + 20, "end")


@pytest.mark.clause("jail.third-turn.pay-and-throw-again")
def test_after_the_third_failure_spider_man_pays_and_throws_anew() -> None:
    game = waiting("spider-man", 2, deeds=deeds(A, 19))
    events = throw(game, 2, 5)
    assert clauses(events, "freed") == ["jail.third-turn.pay-and-throw-again"]
    assert (state(game), cash(game, A), game.phase, game.decider) == ((JAIL, False, 0), 1450, "roll", A)
    assert refused(game, "pay_fine") == "not-in-jail"
    throw(game, 6, 3)
    assert (square(game, A), game.phase) == (19, "end")


@pytest.mark.clause("jail.third-turn.pay-and-throw-again")
def test_the_new_throw_is_an_ordinary_one() -> None:
    game = waiting("spider-man", 2, deeds=deeds(A, 18))
    throw(game, 2, 5)
    throw(game, 4, 4)
    assert (square(game, A), game.phase, game.position()["doubles"]) == (18, "double", 1)


@pytest.mark.clause("jail.third-turn-fine-is-compulsory")
@pytest.mark.parametrize("edition", ALL)
def test_the_third_fine_must_be_raised(edition: str) -> None:
    game = waiting(edition, 2, cash={A: 49}, deeds=deeds(A, X1), decks={"chest": ["tax-refund"]})
    events = throw(game, 2, 5)
    assert (game.phase, game.decider, state(game)) == ("debt", A, (JAIL, True, 3))
    assert [event["amount"] for event in events if event["type"] == "debt"] == [50]
    assert game.position()["debts"][0]["creditor"] == "bank"
    assert kinds(game, A) == {"mortgage", "offer"}
    assert refused(game, "end_turn") == "wrong-phase"
    assert refused(game, "bankrupt") == "can-still-pay"
    do(game, "mortgage", square=X1)
    do(game, "pay")
    moved = (JAIL, 49) if edition == "spider-man" else (17, 49 + 20)
    assert (square(game, A), cash(game, A), player(game)["in_jail"]) == (*moved, False)


@pytest.mark.clause("jail.third-turn-fine-is-compulsory")
@pytest.mark.parametrize("edition", ALL)
def test_who_cannot_raise_the_third_fine_is_bankrupt_to_the_bank(edition: str) -> None:
    game = waiting(edition, 2, cash={A: 20})
    throw(game, 2, 5)
    assert kinds(game, A) == {"bankrupt"}
    do(game, "bankrupt")
    assert (player(game)["bankrupt"], cash(game), game.turn, game.phase) == (True, [0, 1500, 1500], B, "roll")


@pytest.mark.clause("jail.third-turn-fine-is-compulsory")
@pytest.mark.parametrize("edition", ALL)
def test_there_is_no_fourth_turn_in_jail(edition: str) -> None:
    game = waiting(edition, deeds=deeds(A, 16))
    for attempt in (1, 2):
        throw(game, 1, 5)
        assert state(game) == (JAIL, True, attempt)
        next_round(game)
    throw(game, 1, 5)
    assert (player(game)["in_jail"], cash(game, A)) == (False, 1450)
