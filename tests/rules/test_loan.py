"""Loans: only the bank lends, and only on mortgages."""

from __future__ import annotations

from typing import Any

import pytest

from tests.table import ALL, ST, X1, A, B, C, cash, deeds, do, kinds, owner, refused, table

every_edition = pytest.mark.parametrize("edition", ALL)


@pytest.mark.clause("loan.none-between-players")
@every_edition
@pytest.mark.parametrize("promise", ["later", "loan", "due", "interest"])
def test_no_payment_is_promised_for_later(edition: str, promise: str) -> None:
    game = table(edition, deeds=deeds(A, X1))
    assert refused(game, "offer", A, to=B, give={promise: 110}, ask={"cash": 100}) == "bad-field"
    assert refused(game, "offer", A, to=B, give={"squares": [X1]}, ask={"cash": 100, promise: 20}) == "bad-field"
    assert refused(game, "offer", A, to=B, give={"squares": [X1]}, ask={"cash": 100}, **{promise: 20}) == "bad-field"


@pytest.mark.clause("loan.none-between-players")
@every_edition
@pytest.mark.parametrize(
    ("give", "ask"), [({}, {"cash": 100}), ({"cash": 100}, {}), ({"cash": 100}, {"cash": 110}), ({}, {})]
)
def test_money_alone_is_no_deal(edition: str, give: dict[str, Any], ask: dict[str, Any]) -> None:
    game = table(edition, deeds=deeds(A, X1))
    assert refused(game, "offer", A, to=B, give=give, ask=ask) == "empty-offer"


@pytest.mark.clause("loan.none-between-players")
@every_edition
def test_nobody_promises_money_that_is_not_there(edition: str) -> None:
    game = table(edition, cash={B: 99}, deeds=deeds(A, X1) | deeds(C, ST))
    assert refused(game, "offer", A, to=B, give={"squares": [X1]}, ask={"cash": 100}) == "not-enough-cash"
    assert refused(game, "offer", B, to=A, give={"cash": 100}, ask={"squares": [X1]}) == "not-enough-cash"
    do(game, "offer", A, to=B, give={"squares": [X1]}, ask={"cash": 99})
    do(game, "accept", B)
    assert (cash(game), owner(game, X1)) == ([1599, 0, 1500], B)


@pytest.mark.clause("loan.none-between-players")
@every_edition
def test_no_action_lends_or_borrows(edition: str) -> None:
    game = table(edition, cash={A: 0}, deeds=deeds(A, X1))
    for kind in ("lend", "borrow", "loan", "advance"):
        assert refused(game, kind, A) == "unknown-action"
    assert kinds(game, A) == {"roll", "mortgage", "offer"}  # the bank lends on a mortgage
    do(game, "mortgage", A, square=X1)
    assert cash(game) == [50, 1500, 1500]
