"""What players do while it is not their turn: six operations, in jail too, and never the dice."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from freehold import Game
from tests.table import (
    ALL,
    JAIL,
    ST,
    STATIONS,
    X1,
    X2,
    A,
    B,
    C,
    X,
    cash,
    deeds,
    do,
    kinds,
    owner,
    refused,
    table,
    throw,
)

every_edition = pytest.mark.parametrize("edition", ALL)
jailed_or_not = pytest.mark.parametrize("jailed", [{}, {A: 0}], ids=["free", "in jail"])
OWNED = deeds(A, *X, buildings=1) | deeds(A, ST) | deeds(B, 39)
CLAIM = {"square": ST, "visitor": B, "owner": A, "amount": 25, "throws_left": 2}


def waiting(edition: str, phase: str, jailed: Mapping[int, int] | None = None, **position: Any) -> Game:
    """B is on turn; A has a rent to claim, a built group and a station."""
    options = {"rent_claims": "claimed"}
    return table(edition, deeds=OWNED, claims=[CLAIM], options=options, turn=B, phase=phase, jailed=jailed, **position)


@pytest.mark.clause("off-turn.six-operations")
@every_edition
@jailed_or_not
@pytest.mark.parametrize("phase", ["roll", "end"])
def test_a_player_off_turn_collects_builds_sells_mortgages_and_deals(
    edition: str, jailed: dict[int, int], phase: str
) -> None:
    game = waiting(edition, phase, jailed)
    operations = {"claim", "build", "sell", "sell_group", "mortgage", "offer"}
    if edition == "star-wars-2" and phase == "end":
        operations.discard("build")  # only between turns
    assert kinds(game, A) == operations


@pytest.mark.clause("off-turn.six-operations")
@every_edition
@jailed_or_not
def test_each_of_them_can_be_done(edition: str, jailed: dict[int, int]) -> None:
    game = waiting(edition, "roll", jailed)
    do(game, "claim", A, square=ST)
    assert cash(game) == [1525, 1475, 1500]
    do(game, "build", A, square=X1)
    assert cash(game, A) == 1475
    do(game, "sell", A, square=X1)
    assert cash(game, A) == 1500
    do(game, "mortgage", A, square=ST)
    assert cash(game, A) == 1600
    do(game, "offer", A, to=B, give={"cash": 500}, ask={"squares": [39]})
    do(game, "accept", B)
    assert (owner(game, 39), cash(game)) == (A, [1100, 1975, 1500])
    assert (game.turn, game.phase, game.decider) == (B, "roll", B)


@pytest.mark.clause("off-turn.six-operations")
@every_edition
@jailed_or_not
def test_a_player_off_turn_bids(edition: str, jailed: dict[int, int]) -> None:
    game = table(edition, at={B: 5}, deeds=deeds(A, *X, buildings=1) | deeds(A, ST), jailed=jailed, turn=B)
    throw(game, 3, 4)
    do(game, "decline")
    assert kinds(game, A) == {"bid", "pass", "sell", "sell_group", "mortgage"}
    do(game, "pass", C)
    do(game, "bid", A, amount=30)
    do(game, "pass", B)
    assert (owner(game, 12), cash(game, A)) == (A, 1470)


@pytest.mark.clause("off-turn.six-operations")
@every_edition
@jailed_or_not
@pytest.mark.parametrize("phase", ["roll", "end"])
def test_the_dice_and_the_turn_are_not_theirs(edition: str, jailed: dict[int, int], phase: str) -> None:
    game = waiting(edition, phase, jailed, cards={A: ["chest"]})
    for kind in ("roll", "end_turn", "buy", "decline", "pay", "bankrupt", "pay_fine", "use_jail_card"):
        assert refused(game, kind, A) == "not-your-turn"


@pytest.mark.clause("off-turn.six-operations")
@every_edition
def test_the_operations_are_open_while_others_decide(edition: str) -> None:
    stations = deeds(C, *STATIONS)
    game = table(edition, cash={B: 10}, deeds=deeds(A, X1, X2) | stations | deeds(B, 39), turn=B, at={A: JAIL})
    throw(game, 2, 3)  # 200 to C
    assert (game.phase, game.decider) == ("debt", B)
    assert kinds(game, A) == {"mortgage", "offer"}
    do(game, "offer", A, to=B, give={"cash": 300}, ask={"squares": [39]})
    do(game, "accept", B)
    do(game, "pay")
    assert cash(game) == [1200, 110, 1700]


@pytest.mark.clause("off-turn.six-operations")
def test_a_bankrupt_does_nothing_any_more() -> None:
    game = table(out=[C], deeds=deeds(A, X1), turn=B)
    assert game.legal(C) == []
    assert refused(game, "mortgage", C, square=X1) == "bankrupt"
