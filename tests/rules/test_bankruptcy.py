"""Bankruptcy: when it comes, and what becomes of the player, the turn, claims and debts."""

from __future__ import annotations

from typing import Any

import pytest

from freehold import Game
from tests.table import ALL, D1, JAIL, ST, X1, X2, X3, A, B, C, D, X, cash, deeds, do, kinds, refused, table, throw

every_edition = pytest.mark.parametrize("edition", ALL)


def owes_500(edition: str = "classic", players: int = 3, **position: Any) -> Game:
    """A has stopped on B's D1, which has two houses."""
    position["deeds"] = position.get("deeds", {}) | deeds(B, *D, buildings=2)
    game = table(edition, players, at={A: 30}, **position)
    throw(game, 3, 4)
    assert (game.phase, game.decider) == ("debt", A)
    return game


@pytest.mark.clause("bankruptcy.when-debt-exceeds-all-means")
@every_edition
@pytest.mark.parametrize(("held", "bankrupt"), [(85, True), (264, True), (265, False)])
def test_bankrupt_is_who_owes_more_than_can_be_raised(edition: str, held: int, bankrupt: bool) -> None:
    # 75 for the houses and 160 for the mortgages
    game = owes_500(edition, cash={A: held}, deeds=deeds(A, *X, buildings=1))
    assert ("bankrupt" in kinds(game)) is bankrupt
    if not bankrupt:
        assert refused(game, "bankrupt") == "can-still-pay"
        return
    events = do(game, "bankrupt")
    assert events[0] == {
        "type": "bankrupt",
        "seat": A,
        "other": B,
        "amount": 500,
        "clause": "bankruptcy.when-debt-exceeds-all-means",
    }
    assert game.position()["players"][A]["bankrupt"]


@pytest.mark.clause("bankruptcy.when-debt-exceeds-all-means")
@every_edition
@pytest.mark.parametrize(("held", "bankrupt"), [(99, True), (100, False)])
def test_the_same_holds_for_a_debt_to_the_bank(edition: str, held: int, bankrupt: bool) -> None:
    game = table(edition, cash={A: held}, deeds=deeds(A, ST) | deeds(A, X1, mortgaged=True))
    throw(game, 1, 3)
    if game.phase == "tax":
        do(game, "pay_tax", choice="flat")
    assert game.phase == "debt"
    assert ("bankrupt" in kinds(game)) is bankrupt


@pytest.mark.clause("bankruptcy.when-debt-exceeds-all-means")
@pytest.mark.parametrize(("held", "bankrupt"), [(299, True), (300, False)])
def test_the_last_deed_of_the_board_may_be_what_is_missing(held: int, bankrupt: bool) -> None:
    owed = [{"debtor": A, "creditor": "bank", "amount": 500, "why": "tax", "open": True}]
    game = table(cash={A: held}, deeds=deeds(A, 39), phase="debt", debts=owed)
    assert ("bankrupt" in kinds(game)) is bankrupt


@pytest.mark.clause("bankruptcy.when-debt-exceeds-all-means")
@every_edition
@pytest.mark.parametrize(("counts", "hotels"), [("five", 375), ("four", 300)])
@pytest.mark.parametrize("missing", [0, 1])
def test_hotels_count_as_the_houses_they_sell_for(edition: str, counts: str, hotels: int, missing: int) -> None:
    debt = {"debtor": A, "creditor": B, "amount": hotels + 160 + missing}
    position: dict[str, Any] = {"debts": [debt], "phase": "debt", "options": {"hotel_counts_as": counts}}
    game = table(edition, cash={A: 0}, deeds=deeds(A, *X, buildings=5), **position)
    assert ("bankrupt" in kinds(game)) is (missing == 1)
    if missing == 0:
        do(game, "sell_group", square=X1)
        for lot in X:
            do(game, "mortgage", square=lot)
        do(game, "pay")
        assert cash(game, A, B) == [0, 1500 + hotels + 160]


@pytest.mark.clause("bankruptcy.when-debt-exceeds-all-means")
def test_nobody_goes_bankrupt_without_a_debt_or_for_another() -> None:
    game = table(cash={A: 0})
    assert refused(game, "bankrupt") == "wrong-phase"
    assert refused(owes_500(cash={A: 0}), "bankrupt", B) == "not-your-turn"


@pytest.mark.clause("bankruptcy.eliminates")
@every_edition
def test_a_bankrupt_takes_no_further_part(edition: str) -> None:
    game = owes_500(edition, cash={A: 0}, deeds=deeds(C, ST))
    do(game, "bankrupt")
    assert (game.turn, game.decider, game.phase) == (B, B, "roll")
    assert game.legal(A) == []
    assert refused(game, "roll", A) == "bankrupt"
    assert refused(game, "mortgage", A, square=X1) == "bankrupt"
    assert refused(game, "offer", C, to=A, give={"squares": [ST]}) == "bad-partner"
    assert game.position()["players"][A]["bankrupt_order"] == 1


@pytest.mark.clause("bankruptcy.eliminates")
@every_edition
def test_the_turn_skips_a_bankrupt(edition: str) -> None:
    game = table(edition, at={A: JAIL, C: JAIL}, out=[B])
    throw(game, 4, 6)
    do(game, "end_turn")
    assert (game.turn, game.decider) == (C, C)
    throw(game, 4, 6)
    do(game, "end_turn")
    assert (game.turn, game.decider) == (A, A)


@pytest.mark.clause("bankruptcy.eliminates")
@every_edition
def test_an_extra_throw_is_lost_with_the_game(edition: str) -> None:
    game = table(edition, at={A: 31}, cash={A: 0}, deeds=deeds(B, *D, buildings=2))
    throw(game, 3, 3)
    do(game, "bankrupt")
    assert (game.turn, game.phase, game.position()["doubles"]) == (B, "roll", 0)


@pytest.mark.clause("bankruptcy.eliminates")
def test_open_claims_of_and_against_a_bankrupt_end() -> None:
    rented = deeds(A, X2) | deeds(C, X1, X3) | deeds(B, *D, buildings=2)
    claims = [
        {"square": X2, "visitor": C, "owner": A, "amount": 6, "throws_left": 2},
        {"square": X1, "visitor": A, "owner": C, "amount": 6, "throws_left": 2},
        {"square": X3, "visitor": B, "owner": C, "amount": 8, "throws_left": 2},
    ]
    game = table(at={A: 30}, cash={A: 0}, deeds=rented, claims=claims, options={"rent_claims": "claimed"})
    throw(game, 3, 4)
    do(game, "claim", B, square=D1)
    do(game, "bankrupt")
    assert [(claim["square"], claim["visitor"]) for claim in game.position()["claims"]] == [(X3, B)]
    assert refused(game, "claim", B, square=X2) == "no-claim"


@pytest.mark.clause("bankruptcy.eliminates")
def test_a_bankrupt_who_is_not_on_turn_leaves_the_turn_as_it_is() -> None:
    game = table(at={A: 12}, cash={C: 20}, decks={"chest": ["opera"]})
    throw(game, 2, 3)  # each player pays A 50
    assert (game.phase, game.decider, cash(game)) == ("debt", C, [1550, 1450, 20])
    do(game, "bankrupt")
    assert (game.turn, game.decider, game.phase) == (A, A, "end")
    assert cash(game) == [1570, 1450, 0]
    do(game, "end_turn")
    assert game.turn == B


@pytest.mark.clause("bankruptcy.eliminates")
def test_the_debts_to_others_die_with_a_bankruptcy() -> None:
    game = table(players=4, at={A: 29}, cash={A: 60}, decks={"chance": ["chairman"]})
    throw(game, 3, 4)  # 50 to each player: B is paid, C is not
    do(game, "bankrupt")
    assert cash(game) == [0, 1550, 1510, 1500]
    assert "debts" not in game.position()
    assert (game.turn, game.phase) == (B, "roll")
