"""A mortgaged deed changes hands: its new owner lifts the mortgage at once, or keeps it and pays interest."""

from __future__ import annotations

from typing import Any

import pytest

from freehold import Game, rulebook
from tests.table import ALL, ST, UTILITIES, X1, X2, A, B, C, cash, clauses, deeds, do, kinds, owner, refused, table

every_edition = pytest.mark.parametrize("edition", ALL)


def bought(edition: str = "classic", price: int = 30, squares: tuple[int, ...] = (X1,), **position: Any) -> Game:
    """B has bought A's mortgaged deeds and has still to choose."""
    game = table(edition, deeds=deeds(A, *squares, mortgaged=True), **position)
    do(game, "offer", A, to=B, give={"squares": list(squares)}, ask={"cash": price})
    do(game, "accept", B)
    return game


def mortgaged(game: Game, at: int) -> bool:
    return game.position()["deeds"][str(at)]["mortgaged"]


@pytest.mark.clause("mortgage.transfer-lift-now.value-plus-ten-percent", "mortgage.transfer-keep-pays-ten-percent")
@every_edition
def test_the_buyer_of_a_mortgaged_deed_has_to_choose(edition: str) -> None:
    game = bought(edition)
    assert (game.phase, game.decider) == ("transfer", B)
    assert owner(game, X1) == B
    assert game.position()["transfer"] == {"squares": [X1], "interest_paid": []}
    assert kinds(game, B) >= {"redeem", "keep_mortgage"}
    assert refused(game, "roll", A) == "not-your-turn"
    assert refused(game, "keep_mortgage", A, square=X1) == "not-your-turn"


@pytest.mark.clause("mortgage.transfer-lift-now.value-plus-ten-percent")
@every_edition
def test_lifting_at_once_costs_value_and_ten_per_cent(edition: str) -> None:
    game = bought(edition, options={"transfer_lift": "plus-interest"} if edition == "game-of-thrones" else {})
    events = do(game, "redeem", B, square=X1)
    assert cash(game) == [1530, 1500 - 30 - 55, 1500]
    assert not mortgaged(game, X1)
    assert clauses(events) == ["mortgage.transfer-lift-now.value-plus-ten-percent"]
    assert (game.phase, game.decider) == ("roll", A)
    assert "transfer" not in game.position()


@pytest.mark.clause("mortgage.transfer-lift-now.value")
@every_edition
def test_by_the_letter_of_game_of_thrones_the_value_alone_is_paid(edition: str) -> None:
    game = bought(edition, options={} if edition == "game-of-thrones" else {"transfer_lift": "value-only"})
    events = do(game, "redeem", B, square=X1)
    assert cash(game) == [1530, 1500 - 30 - 50, 1500]
    assert clauses(events) == ["mortgage.transfer-lift-now.value"]


@pytest.mark.clause("mortgage.transfer-lift-now.value")
def test_the_value_alone_is_for_the_buyer_who_lifts_at_once() -> None:
    game = bought("game-of-thrones")
    do(game, "keep_mortgage", B, square=X1)
    assert cash(game, B) == 1465
    do(game, "redeem", B, square=X1)
    assert cash(game, B) == 1465 - 55
    game = table("game-of-thrones", deeds=deeds(A, X1, mortgaged=True))
    do(game, "redeem", A, square=X1)
    assert cash(game, A) == 1445


@pytest.mark.clause("mortgage.transfer-lift-now.value", "bankruptcy.to-player.keep-or-lift")
def test_after_a_bankruptcy_game_of_thrones_takes_ten_per_cent_and_then_the_value() -> None:
    owed = [{"debtor": A, "creditor": B, "amount": 900, "why": "rent", "open": True}]
    game = table("game-of-thrones", cash={A: 0}, deeds=deeds(A, X1, mortgaged=True), phase="debt", debts=owed)
    do(game, "bankrupt", A)
    assert (game.phase, cash(game, B)) == ("transfer", 1495)
    do(game, "redeem", B, square=X1)
    assert cash(game, B) == 1445


@pytest.mark.clause("off-turn.six-operations", "mortgage.lift-costs-value-plus-ten-percent")
@every_edition
def test_no_mortgage_is_lifted_while_an_auction_is_open(edition: str) -> None:
    game = table(edition, at={A: 1}, deeds=deeds(B, X1, mortgaged=True), phase="buy")
    do(game, "decline", A)
    assert (game.phase, "redeem" in kinds(game, B)) == ("auction", False)
    assert refused(game, "redeem", B, square=X1) == "auction-open"
    for seat in (B, C, A):
        do(game, "pass", seat)
    do(game, "redeem", B, square=X1)
    found = rulebook.reading("lifting-during-an-auction")
    assert (found.editions, found.open) == (("game-of-thrones",), True)


@pytest.mark.clause("mortgage.transfer-keep-pays-ten-percent")
@every_edition
def test_keeping_the_mortgage_costs_ten_per_cent_at_once(edition: str) -> None:
    game = bought(edition)
    events = do(game, "keep_mortgage", B, square=X1)
    assert cash(game) == [1530, 1500 - 30 - 5, 1500]
    assert mortgaged(game, X1)
    paid = {"type": "interest", "seat": B, "other": "bank", "amount": 5}
    assert paid.items() <= events[0].items()
    assert clauses(events) == ["mortgage.transfer-keep-pays-ten-percent"]
    assert (game.phase, game.decider) == ("roll", A)


@pytest.mark.clause("mortgage.transfer-keep-pays-ten-percent")
@every_edition
@pytest.mark.parametrize(("held", "phase"), [(34, "debt"), (35, "roll")])
def test_interest_above_the_cash_in_hand_is_a_debt_to_the_bank(edition: str, held: int, phase: str) -> None:
    game = bought(edition, cash={B: held})
    do(game, "keep_mortgage", B, square=X1)
    assert game.phase == phase
    if phase == "debt":
        assert game.decider == B
        debt = game.position()["debts"][0]
        assert (debt["debtor"], debt["creditor"], debt["amount"], debt["why"]) == (B, "bank", 5, "interest")
    else:
        assert cash(game, B) == 0


@pytest.mark.clause("mortgage.transfer-second-interest")
@every_edition
def test_lifting_later_costs_the_interest_again(edition: str) -> None:
    game = bought(edition)
    do(game, "keep_mortgage", B, square=X1)
    events = do(game, "redeem", B, square=X1)
    assert cash(game) == [1530, 1500 - 30 - 5 - 55, 1500]
    assert clauses(events) == ["mortgage.lift-costs-value-plus-ten-percent"]


@pytest.mark.clause("mortgage.transfer-lift-now.value-plus-ten-percent", "mortgage.transfer-keep-pays-ten-percent")
@every_edition
def test_each_of_several_deeds_has_its_own_choice(edition: str) -> None:
    game = bought(edition, squares=(X1, UTILITIES[0], ST))
    lifted = 50 if edition == "game-of-thrones" else 55
    assert game.position()["transfer"]["squares"] == [ST, X1, UTILITIES[0]]
    assert refused(game, "keep_mortgage", B, square=X2) == "not-your-deed"
    do(game, "keep_mortgage", B, square=UTILITIES[0])
    assert cash(game, B) == 1470 - 8
    assert refused(game, "keep_mortgage", B, square=UTILITIES[0]) == "not-mortgaged"
    do(game, "redeem", B, square=X1)
    assert cash(game, B) == 1470 - 8 - lifted
    assert (game.phase, game.position()["transfer"]["squares"]) == ("transfer", [ST])
    assert {action["square"] for action in game.legal(B) if action["type"] == "keep_mortgage"} == {ST}
    do(game, "keep_mortgage", B, square=ST)
    assert cash(game, B) == 1470 - 8 - lifted - 10
    assert game.phase == "roll"


@pytest.mark.clause("mortgage.transfer-keep-pays-ten-percent")
@every_edition
def test_a_deed_is_not_sold_on_before_the_choice(edition: str) -> None:
    game = bought(edition)
    offer: dict[str, Any] = {"to": C, "give": {"squares": [X1]}, "ask": {"cash": 10}}
    assert refused(game, "offer", B, **offer) == "transfer-pending"
    do(game, "keep_mortgage", B, square=X1)
    do(game, "offer", B, **offer)
    do(game, "accept", C)
    assert (game.phase, game.decider, owner(game, X1)) == ("transfer", C, C)


@pytest.mark.clause("mortgage.transfer-keep-pays-ten-percent")
def test_in_a_swap_both_new_owners_choose() -> None:
    game = table(deeds=deeds(A, X1, mortgaged=True) | deeds(B, ST, mortgaged=True))
    do(game, "offer", A, to=B, give={"squares": [X1]}, ask={"squares": [ST]})
    do(game, "accept", B)
    assert (game.phase, game.decider) == ("transfer", A)
    assert refused(game, "keep_mortgage", A, square=X1) == "not-your-deed"
    do(game, "keep_mortgage", A, square=ST)
    assert (game.phase, game.decider) == ("transfer", B)
    do(game, "keep_mortgage", B, square=X1)
    assert cash(game) == [1490, 1495, 1500]


@pytest.mark.clause("mortgage.transfer-keep-pays-ten-percent")
def test_an_unmortgaged_deed_leaves_no_choice() -> None:
    game = table(deeds=deeds(A, X1))
    do(game, "offer", A, to=B, give={"squares": [X1]}, ask={"cash": 30})
    do(game, "accept", B)
    assert (game.phase, cash(game)) == ("roll", [1530, 1470, 1500])
    assert refused(game, "keep_mortgage", B, square=X1) == "not-your-turn"
    assert refused(game, "keep_mortgage", A, square=X1) == "wrong-phase"


@pytest.mark.clause("mortgage.transfer-lift-now.value-plus-ten-percent")
@pytest.mark.parametrize(("held", "enough"), [(84, False), (85, True)])
def test_a_buyer_without_the_price_keeps_the_mortgage(held: int, enough: bool) -> None:
    game = bought(cash={B: held})
    assert ("redeem" in kinds(game, B)) is enough
    assert "keep_mortgage" in kinds(game, B)
