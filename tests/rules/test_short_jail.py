"""Jail in the short game: unchanged in Star Wars II, may be left at once in Spider-Man, must be in the others."""

from __future__ import annotations

from typing import Any

import pytest

from freehold import Game
from tests.table import ALL, JAIL, ST, A, B, cash, clauses, deeds, do, kinds, refused, square, table, throw

MUST = ("disney-parks", "star-wars-1", "game-of-thrones", "classic")
MAY = "spider-man"
CHANGED = (*MUST, MAY)
OWN = 16  # six squares on, and A's: nothing happens there


def jailed(edition: str, *, variant: str = "short", **position: Any) -> Game:
    """A is in jail and about to throw."""
    given: dict[str, Any] = {"deeds": deeds(A, OWN), "jailed": {A: 0}} | position
    return table(edition, variant=variant, **given)


def in_jail(game: Game, seat: int = A) -> bool:
    return bool(game.position()["players"][seat]["in_jail"])


def ways(game: Game) -> set[str]:
    return kinds(game) & {"roll", "pay_fine", "use_jail_card", "end_turn"}


@pytest.mark.clause("short.jail.must-leave-next-turn")
@pytest.mark.parametrize("edition", MUST)
def test_a_failed_throw_costs_the_fine_and_moves_the_token(edition: str) -> None:
    game = jailed(edition)
    events = throw(game, 2, 4)
    assert not in_jail(game)
    assert (square(game, A), cash(game, A), game.phase) == (OWN, 1450, "end")
    assert clauses(events, "fine") == clauses(events, "freed") == ["short.jail.must-leave-next-turn"]


@pytest.mark.clause("short.jail.must-leave-next-turn")
@pytest.mark.parametrize("edition", MUST)
def test_a_fine_that_must_be_paid_may_become_a_debt(edition: str) -> None:
    game = jailed(edition, cash={A: 49})
    throw(game, 2, 4)
    (debt,) = game.position()["debts"]
    assert (game.phase, game.decider) == ("debt", A)
    assert (debt["creditor"], debt["amount"], debt["why"]) == ("bank", 50, "fine")
    do(game, "mortgage", square=OWN)  # 90
    do(game, "pay")
    assert (square(game, A), cash(game, A)) == (OWN, 49 + 90 - 50)


@pytest.mark.clause("short.jail.must-leave-next-turn", "short.jail.three-ways")
@pytest.mark.parametrize("edition", MUST)
@pytest.mark.parametrize("way", ["pay_fine", "use_jail_card"])
def test_who_holds_a_card_chooses_between_card_and_fine(edition: str, way: str) -> None:
    game = jailed(edition, cards={A: ["chest"]})
    throw(game, 2, 4)
    assert ways(game) == {"pay_fine", "use_jail_card"}
    assert refused(game, "end_turn") == "wrong-phase"
    events = do(game, way)
    assert not in_jail(game)
    assert (square(game, A), game.phase) == (OWN, "end")
    assert cash(game, A) == (1450 if way == "pay_fine" else 1500)
    assert game.position()["players"][A]["jail_cards"] == ([] if way == "use_jail_card" else ["chest"])
    assert clauses(events, "freed") == ["short.jail.must-leave-next-turn"]


@pytest.mark.clause("short.jail.must-leave-next-turn")
@pytest.mark.parametrize("edition", MUST)
def test_a_fine_beside_a_card_is_a_choice_and_makes_no_debt(edition: str) -> None:
    game = jailed(edition, cards={A: ["chest"]}, cash={A: 49})
    throw(game, 2, 4)
    assert ways(game) == {"use_jail_card"}
    assert refused(game, "pay_fine") == "not-enough-cash"
    do(game, "offer", to=B, give={"jail_cards": ["chest"]}, ask={"cash": 0})
    do(game, "accept", B)
    do(game, "pay_fine")  # now nothing else is left
    assert (game.phase, game.decider) == ("debt", A)


@pytest.mark.clause("short.jail.three-ways", "short.jail.single-throw")
@pytest.mark.parametrize("edition", MUST)
@pytest.mark.parametrize("held", [0, 1500])
def test_after_a_failed_throw_a_card_may_still_be_bought(edition: str, held: int) -> None:
    game = jailed(edition, cash={A: held}, cards={B: ["chance"]})
    throw(game, 2, 4)
    assert (in_jail(game), cash(game, A), game.phase, ways(game)) == (True, held, "roll", {"pay_fine"})
    assert refused(game, "roll") == "already-thrown"
    do(game, "offer", to=B, give={"squares": [OWN]}, ask={"jail_cards": ["chance"]})
    do(game, "accept", B)
    do(game, "use_jail_card")
    assert (in_jail(game), square(game, A), game.position()["decks"]["chance"][-1]) == (False, OWN, "jail-free")


@pytest.mark.clause("short.jail.three-ways")
@pytest.mark.parametrize("edition", MUST)
def test_but_who_buys_none_pays_the_fine(edition: str) -> None:
    game = jailed(edition, cash={A: 49}, cards={B: ["chance"]})
    throw(game, 2, 4)
    do(game, "pay_fine")
    assert (game.phase, game.decider) == ("debt", A)
    do(game, "mortgage", square=OWN)  # 90
    do(game, "pay")
    assert (in_jail(game), square(game, A), cash(game, A)) == (False, OWN, 49 + 90 - 50)


@pytest.mark.clause("short.jail.may-leave-next-turn", "short.jail.try-then-pay-same-turn")
def test_in_spider_man_the_fine_is_offered_after_a_failed_throw() -> None:
    game = jailed(MAY)
    throw(game, 2, 4)
    assert in_jail(game)
    assert (game.phase, cash(game, A)) == ("end", 1500)
    assert ways(game) == {"end_turn", "pay_fine"}
    events = do(game, "pay_fine")
    assert clauses(events, "fine") == clauses(events, "freed") == ["short.jail.try-then-pay-same-turn"]
    assert not in_jail(game)
    assert (square(game, A), cash(game, A)) == (JAIL, 1450)
    assert (game.phase, game.decider, ways(game)) == ("roll", A, {"roll"})
    throw(game, 3, 3)  # a new throw like any other
    assert (square(game, A), game.phase) == (OWN, "double")


@pytest.mark.clause("short.jail.may-leave-next-turn")
def test_in_spider_man_a_card_is_good_after_a_failed_throw_too() -> None:
    game = jailed(MAY, cards={A: ["chance"]})
    throw(game, 2, 4)
    assert ways(game) == {"end_turn", "pay_fine", "use_jail_card"}
    do(game, "use_jail_card")
    assert not in_jail(game)
    assert (game.phase, cash(game, A)) == ("roll", 1500)
    throw(game, 2, 4)
    assert (square(game, A), game.phase) == (OWN, "end")


@pytest.mark.clause("short.jail.may-leave-next-turn")
@pytest.mark.parametrize(("held", "may"), [(49, False), (50, True)])
def test_in_spider_man_nobody_pays_a_fine_without_the_cash(held: int, may: bool) -> None:
    game = jailed(MAY, cash={A: held})
    throw(game, 2, 4)
    assert ("pay_fine" in ways(game)) is may
    if not may:
        assert refused(game, "pay_fine") == "not-enough-cash"
        do(game, "end_turn")
        assert (in_jail(game), cash(game, A)) == (True, held)


@pytest.mark.clause("short.jail.may-leave-next-turn")
def test_in_spider_man_the_player_may_stay_and_the_normal_rules_run_on() -> None:
    game = jailed(MAY)
    throw(game, 2, 4)
    do(game, "end_turn")
    assert (in_jail(game), game.turn) == (True, B)
    assert game.position()["players"][A]["jail_turns"] == 1
    last = jailed(MAY, jailed={A: 2})
    events = throw(last, 2, 4)
    assert (in_jail(last), cash(last, A), last.phase) == (False, 1450, "roll")
    assert clauses(events, "freed") == ["jail.third-turn.pay-and-throw-again"]


@pytest.mark.clause("short.jail.may-leave-next-turn", "short.jail.three-ways")
@pytest.mark.parametrize("edition", CHANGED)
def test_the_three_ways_are_offered_at_the_start_of_the_turn(edition: str) -> None:
    assert ways(jailed(edition, cash={A: 49})) == {"roll"}
    game = jailed(edition, cash={A: 50}, cards={B: ["chest"]})
    assert ways(game) == {"roll", "pay_fine"}
    (offer,) = [action for action in game.legal() if action["type"] == "offer" and action["to"] == B]
    assert offer["ask"]["jail_cards"] == ["chest"]
    assert ways(jailed(edition, cards={A: ["chest"]})) == {"roll", "pay_fine", "use_jail_card"}


@pytest.mark.clause("short.jail.three-ways")
@pytest.mark.parametrize("edition", CHANGED)
def test_each_of_the_three_ways_leads_out(edition: str) -> None:
    bought = jailed(edition, cash={A: 50}, cards={B: ["chest"]})
    do(bought, "offer", to=B, give={"cash": 30}, ask={"jail_cards": ["chest"]})
    do(bought, "accept", B)
    do(bought, "use_jail_card")
    assert (in_jail(bought), cash(bought, A, B), bought.phase) == (False, [20, 1530], "roll")
    double = jailed(edition)
    throw(double, 3, 3)
    assert (in_jail(double), square(double, A), cash(double, A), double.phase) == (False, OWN, 1500, "end")
    paid = jailed(edition, cash={A: 50})
    do(paid, "pay_fine")
    assert (in_jail(paid), cash(paid, A), paid.phase) == (False, 0, "roll")


@pytest.mark.clause("short.jail.try-then-pay-same-turn")
@pytest.mark.parametrize("edition", ["spider-man", "disney-parks", "star-wars-1", "classic"])
def test_the_fine_follows_a_failed_throw_in_the_same_turn(edition: str) -> None:
    game = jailed(edition)
    throw(game, 2, 4)
    if edition == MAY:
        do(game, "pay_fine")
    assert (in_jail(game), cash(game, A), game.turn) == (False, 1450, A)


@pytest.mark.clause("short.jail.try-then-pay-same-turn", "short.jail.unchanged")
@pytest.mark.parametrize(("edition", "variant"), [*((edition, "classic") for edition in ALL), ("star-wars-2", "short")])
def test_but_not_in_a_normal_game_nor_in_star_wars_2(edition: str, variant: str) -> None:
    game = jailed(edition, variant=variant, cards={A: ["chest"]})
    throw(game, 2, 4)
    assert in_jail(game)
    assert (square(game, A), cash(game, A)) == (JAIL, 1500)
    assert (game.phase, ways(game)) == ("end", {"end_turn"})
    assert refused(game, "pay_fine") == "fine-not-now"
    assert refused(game, "use_jail_card") == "wrong-phase"
    do(game, "end_turn")
    assert (game.turn, game.position()["players"][A]["jail_turns"]) == (B, 1)


@pytest.mark.clause("short.jail.unchanged")
def test_the_third_failure_in_star_wars_2_is_that_of_the_normal_game() -> None:
    told = []
    for variant in ("classic", "short"):
        game = jailed("star-wars-2", variant=variant, jailed={A: 2})
        told.append((throw(game, 2, 4), cash(game), square(game, A)))
        assert cash(game, A) == 1450
    assert told[0] == told[1]
    assert clauses(told[0][0], "freed") == ["jail.third-turn.pay-and-move-by-that-throw"]


@pytest.mark.clause("short.jail.single-throw")
@pytest.mark.parametrize("edition", MUST)
def test_there_is_one_throw_only(edition: str) -> None:
    game = jailed(edition, cards={A: ["chest"]})
    throw(game, 2, 4)
    assert refused(game, "roll") == "already-thrown"
    without = jailed(edition)
    throw(without, 2, 4)
    assert without.log[-1]["chance"] == [2, 4]
    assert (without.phase, in_jail(without)) == ("end", False)


@pytest.mark.clause("short.jail.single-throw")
@pytest.mark.parametrize("edition", MUST)
def test_a_jailed_player_who_throws_the_double_stays_no_turn(edition: str) -> None:
    game = jailed(edition, deeds=deeds(A, 14, ST))
    throw(game, 2, 2)
    assert (in_jail(game), square(game, A), ways(game)) == (False, 14, {"end_turn"})


@pytest.mark.clause("short.jail.may-leave-next-turn")
def test_with_a_force_die_a_shift_moves_the_symbols_while_the_fine_is_still_open() -> None:
    game = jailed("star-wars-2", options={"short_jail": "may-leave"}, force={"light": 23, "dark": 5})
    throw(game, 2, 4, force="shift")
    assert game.position()["force"] == {"light": 25, "dark": 9}
    assert ways(game) == {"end_turn", "pay_fine"}
    do(game, "pay_fine")
    assert (square(game, A), game.position()["force"]) == (OWN, {"light": 25, "dark": 9})
