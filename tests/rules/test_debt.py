"""Debts: raising money, paying, and Star Wars II's settlement of a rent partly in deeds."""

from __future__ import annotations

from typing import Any

import pytest

from freehold import Game
from tests.table import (
    ALL,
    D1,
    D2,
    ST,
    STATIONS,
    X1,
    X2,
    X3,
    A,
    B,
    C,
    X,
    cash,
    clauses,
    deeds,
    do,
    kinds,
    owner,
    refused,
    table,
    throw,
)

every_edition = pytest.mark.parametrize("edition", ALL)
others = pytest.mark.parametrize("edition", [edition for edition in ALL if edition != "star-wars-2"])
REDS = (21, 23, 24)


def owes_200(edition: str = "star-wars-2", **position: Any) -> tuple[list[dict[str, Any]], Game]:
    """A has stopped on one of B's four stations."""
    position["deeds"] = position.get("deeds", {}) | deeds(B, *STATIONS)
    game = table(edition, **position)
    events = throw(game, 2, 3)
    return events, game


def owes_300(edition: str = "star-wars-2", **position: Any) -> Game:
    """A has stopped on B's 24, which has two houses."""
    position["deeds"] = position.get("deeds", {}) | deeds(B, *REDS, buildings=2)
    game = table(edition, at={A: 17}, **position)
    throw(game, 3, 4)
    return game


@pytest.mark.clause("debt.raise-money-first")
@every_edition
def test_a_debtor_sells_and_mortgages_and_pays(edition: str) -> None:
    events, game = owes_200(edition, cash={A: 40}, deeds=deeds(A, *X, buildings=1))
    assert (game.phase, game.decider) == ("debt", A)
    owed = {"type": "debt", "seat": A, "other": B, "square": ST, "amount": 200}
    assert events[-1] == owed | {"clause": "debt.raise-money-first"}
    assert kinds(game) >= {"sell", "sell_group"}
    assert kinds(game) & {"pay", "bankrupt", "roll", "end_turn"} == set()
    assert refused(game, "bankrupt") == "can-still-pay"
    for lot in X:
        do(game, "sell", square=lot)
    assert cash(game, A) == 40 + 75
    for lot in X:
        do(game, "mortgage", square=lot)
    assert cash(game, A) == 275
    do(game, "pay")
    assert cash(game) == [75, 1700, 1500]
    assert (game.phase, game.turn) == ("end", A)
    assert not game.position()["players"][A]["bankrupt"]
    assert "debts" not in game.position()


@pytest.mark.clause("debt.raise-money-first")
@every_edition
@pytest.mark.parametrize(("held", "phase"), [(199, "debt"), (200, "end")])
def test_a_debt_is_paid_at_once_if_the_cash_is_there(edition: str, held: int, phase: str) -> None:
    _, game = owes_200(edition, cash={A: held}, deeds=deeds(A, X1))
    assert game.phase == phase
    assert cash(game, A, B) == ([199, 1500] if phase == "debt" else [0, 1700])


@pytest.mark.clause("debt.raise-money-first")
@every_edition
def test_a_debt_is_paid_as_soon_as_the_debtor_has_the_money_and_says_so(edition: str) -> None:
    _, game = owes_200(edition, cash={A: 149}, deeds=deeds(A, X1, X3))
    assert refused(game, "pay") == "not-enough-cash"
    do(game, "mortgage", square=X1)
    assert cash(game, A) == 199
    assert refused(game, "pay") == "not-enough-cash"
    assert "pay" not in kinds(game)
    do(game, "mortgage", square=X3)
    assert refused(game, "pay", B) == "not-your-turn"
    events = do(game, "pay")
    assert cash(game, A, B) == [59, 1700]
    assert clauses(events, "rent") == ["station.rent-grows-with-count"]


@pytest.mark.clause("debt.raise-money-first")
@every_edition
def test_a_debtor_may_sell_a_deed_to_another_player(edition: str) -> None:
    _, game = owes_200(edition, cash={A: 150}, deeds=deeds(A, X1))
    do(game, "offer", A, to=C, give={"squares": [X1]}, ask={"cash": 90})
    do(game, "accept", C)
    assert (game.phase, game.decider) == ("debt", A)
    do(game, "pay")
    assert cash(game) == [40, 1700, 1410]


def bottomless(edition: str) -> Game:
    """A owes B far more than all there is. X2 and C's D1 are mortgaged."""
    given = deeds(A, X1, ST) | deeds(A, X2, mortgaged=True) | deeds(C, D2) | deeds(C, D1, mortgaged=True)
    owed = [{"debtor": A, "creditor": B, "amount": 2000, "why": "rent", "open": True}]
    return table(edition, cash={A: 0}, cards={A: ["chest"]}, deeds=given, phase="debt", debts=owed)


@pytest.mark.clause("debt.raise-money-first")
@every_edition
def test_a_debtor_spends_on_nothing_else(edition: str) -> None:
    _, game = owes_200(edition, cash={A: 190}, deeds=deeds(A, *X) | deeds(C, D2))
    assert refused(game, "build", A, square=X1) == "in-debt"
    assert refused(game, "offer", A, to=C, give={"cash": 201}, ask={"squares": [D2]}) == "not-enough-cash"
    assert refused(game, "end_turn") == "wrong-phase"
    assert refused(game, "roll") == "wrong-phase"


@pytest.mark.clause("debt.raise-money-first", "bankruptcy.to-player.assets.everything")
@every_edition
def test_a_debtor_gives_nothing_away(edition: str) -> None:
    game = bottomless(edition)
    for give, ask in (
        ({"squares": [X1, ST]}, {}),
        ({"squares": [X1]}, {"cash": 99}),  # its price is 100
        ({"squares": [X2]}, {}),  # and that of a mortgaged one counts half
        ({"squares": [X2]}, {"cash": 49}),
        ({"squares": [ST]}, {"squares": [D1]}),  # 200 for half of 350
        ({"jail_cards": ["chest"]}, {}),  # a jail card is worth the fine
        ({"jail_cards": ["chest"]}, {"cash": 49}),
        ({"squares": [ST], "jail_cards": ["chest"]}, {"cash": 249}),
    ):
        assert refused(game, "offer", A, to=C, give=give, ask=ask) == "below-worth"
        assert refused(game, "offer", C, to=A, give=ask, ask=give) == "below-worth"


@pytest.mark.clause("debt.raise-money-first", "bankruptcy.to-player.assets.everything")
@every_edition
def test_a_debtor_sells_step_by_step_for_what_things_are_worth(edition: str) -> None:
    game = bottomless(edition)
    do(game, "offer", A, to=C, give={"squares": [X1, X2], "jail_cards": ["chest"]}, ask={"cash": 200})
    do(game, "accept", C)
    do(game, "offer", C, to=A, give={"squares": [D2]}, ask={"squares": [ST], "cash": 200})  # 400 for 400
    do(game, "accept", A)
    assert (cash(game, A), owner(game, D2)) == (0, A)
    do(game, "bankrupt", A)
    assert owner(game, D2) == B


@pytest.mark.clause("debt.raise-money-first", "trade.at-agreed-price")
@every_edition
def test_a_debtor_deals_with_the_creditor_at_any_price(edition: str) -> None:
    game = bottomless(edition)
    assert refused(game, "offer", A, to=C, give={"squares": [X1]}, ask={"cash": 1}) == "below-worth"
    do(game, "offer", A, to=B, give={"squares": [X1], "jail_cards": ["chest"]}, ask={"cash": 1})
    do(game, "accept", B)
    do(game, "offer", B, to=A, ask={"squares": [X2]})
    do(game, "accept", A)
    assert [owner(game, X1), owner(game, X2)] == [B, B]


@pytest.mark.clause("debt.raise-money-first", "trade.at-agreed-price")
def test_a_debtor_deals_at_any_price_if_all_debts_can_be_paid_afterwards() -> None:
    queue = [{"debtor": A, "creditor": B, "amount": 150, "why": "rent", "open": True}]
    queue += [{"debtor": A, "creditor": "bank", "amount": 30, "why": "tax"}]
    given = deeds(A, 1, buildings=1) | deeds(A, 3, ST)
    game = table(cash={A: 50}, deeds=given, phase="debt", debts=queue)
    assert game.raisable(A) == 50 + 25 + 30 + 30 + 100
    assert refused(game, "offer", A, to=C, give={"squares": [ST]}, ask={"cash": 44}) == "below-worth"  # 179 for 180
    do(game, "offer", A, to=C, give={"squares": [ST]}, ask={"cash": 45})
    do(game, "accept", C)
    assert game.raisable(A) == 180


@pytest.mark.clause("debt.raise-money-first", "trade.at-agreed-price")
def test_a_debtor_with_the_cash_in_hand_does_not_give_it_away_either() -> None:
    owed = [{"debtor": A, "creditor": B, "amount": 300, "why": "rent", "open": True}]
    game = table(cash={A: 300}, deeds=deeds(C, X1), phase="debt", debts=owed)
    assert refused(game, "offer", A, to=C, give={"cash": 300}, ask={"squares": [X1]}) == "below-worth"
    do(game, "offer", A, to=C, give={"cash": 50}, ask={"squares": [X1]})


@pytest.mark.clause("debt.raise-money-first", "trade.at-agreed-price")
def test_of_two_creditors_the_one_who_would_inherit_counts() -> None:
    queue = [{"debtor": A, "creditor": seat, "amount": 500, "why": "card"} for seat in (B, C)]
    game = table(cash={A: 0}, deeds=deeds(A, X1), phase="debt", debts=[queue[0] | {"open": True}, queue[1]])
    assert refused(game, "offer", A, to=C, give={"squares": [X1]}, ask={}) == "below-worth"
    do(game, "offer", A, to=B, give={"squares": [X1]}, ask={})


@pytest.mark.clause("debt.raise-money-first")
@every_edition
def test_a_debt_to_the_bank_is_raised_likewise(edition: str) -> None:
    game = table(edition, cash={A: 160}, deeds=deeds(A, X1))
    throw(game, 1, 3)
    if game.phase == "tax":
        do(game, "pay_tax", choice="flat")
    assert (game.phase, game.position()["debts"][0]["creditor"]) == ("debt", "bank")
    do(game, "mortgage", square=X1)
    events = do(game, "pay")
    assert cash(game) == [10, 1500, 1500]
    assert [event["type"] for event in events] == ["tax"]


@pytest.mark.clause("debt.raise-money-first")
def test_debts_are_settled_one_at_a_time_from_the_left() -> None:
    game = table("classic", at={A: 29}, cash={A: 60}, deeds=deeds(A, X1, X2), decks={"chance": ["chairman"]})
    events = throw(game, 3, 4)  # 50 to each player
    assert cash(game) == [10, 1550, 1500]
    assert [event["type"] for event in events][-2:] == ["paid", "debt"]
    (debt,) = game.position()["debts"]
    assert (debt["debtor"], debt["creditor"], debt["amount"], debt["why"]) == (A, C, 50, "card")
    assert (debt["clause"], debt["square"], debt["open"]) == ("cards.must-be-obeyed", 36, True)
    do(game, "mortgage", square=X1)
    do(game, "pay")
    assert cash(game) == [10, 1550, 1550]


@pytest.mark.clause("debt.raise-money-first")
def test_each_debt_of_a_queue_is_announced_and_paid_for_what_it_is() -> None:
    rent = {"debtor": A, "creditor": B, "amount": 40, "why": "rent", "square": 8, "clause": "rent.due-to-owner"}
    tax = {"debtor": A, "creditor": "bank", "amount": 30, "why": "tax", "square": 4, "clause": "tax.paid-to-bank"}
    gift = {"debtor": C, "creditor": A, "amount": 25, "why": "card", "square": 2, "clause": "cards.must-be-obeyed"}
    queue = [rent | {"open": True}, tax, gift]
    game = table(cash={A: 45, C: 10}, deeds=deeds(A, X1) | deeds(C, X2), phase="debt", debts=queue)
    first, second = do(game, "pay")
    assert first == {"type": "rent", "seat": A, "other": B, "square": 8, "amount": 40, "clause": "rent.due-to-owner"}
    due = {"type": "debt", "clause": "debt.raise-money-first"}
    assert second == due | {"seat": A, "other": "bank", "square": 4, "amount": 30}
    do(game, "mortgage", square=X1)
    first, second = do(game, "pay")
    assert first == {"type": "tax", "seat": A, "other": "bank", "square": 4, "amount": 30, "clause": "tax.paid-to-bank"}
    assert second == due | {"seat": C, "other": A, "square": 2, "amount": 25}
    assert (game.phase, game.decider) == ("debt", C)
    do(game, "mortgage", square=X2)
    (last,) = do(game, "pay")
    assert last == {"type": "paid", "seat": C, "other": A, "square": 2, "amount": 25, "clause": "cards.must-be-obeyed"}
    assert (game.phase, cash(game)) == ("end", [50, 1540, 35])


@pytest.mark.clause("debt.raise-money-first")
def test_what_the_cash_covers_is_paid_without_asking_again() -> None:
    tax = {"creditor": "bank", "amount": 30, "why": "tax"}
    queue = [{"debtor": A, "creditor": B, "amount": 40, "open": True}, {"debtor": A, **tax}]
    game = table(cash={A: 70}, phase="debt", debts=queue)
    events = do(game, "pay")
    assert [event["type"] for event in events] == ["rent", "tax"]
    assert (game.phase, cash(game)) == ("end", [0, 1540, 1500])


@pytest.mark.clause("debt.part-payment-in-property")
def test_a_rent_is_settled_partly_in_deeds_if_the_creditor_agrees() -> None:
    _, game = owes_200(cash={A: 120}, deeds=deeds(A, X1))
    assert {"type": "settle", "squares": [X1], "cash": 120} in game.legal()
    events = do(game, "settle", squares=[X1], cash=120)
    assert clauses(events) == ["debt.part-payment-in-property"]
    assert (game.phase, game.decider) == ("answer", B)
    assert kinds(game, B) >= {"accept", "reject"}
    assert (cash(game, A), owner(game, X1)) == (120, A)
    events = do(game, "accept")
    assert cash(game) == [0, 1620, 1500]
    assert owner(game, X1) == B
    assert clauses(events, "settled") == ["debt.part-payment-in-property"]
    assert (game.phase, game.turn) == ("end", A)
    assert "debts" not in game.position()


@pytest.mark.clause("debt.part-payment-in-property")
def test_a_creditor_who_refuses_is_still_owed_everything() -> None:
    _, game = owes_200(cash={A: 180}, deeds=deeds(A, X1))
    do(game, "settle", squares=[X1], cash=100)
    do(game, "reject")
    assert (game.phase, game.decider) == ("debt", A)
    assert (cash(game, A, B), owner(game, X1)) == ([180, 1500], A)
    assert game.position()["debts"][0]["amount"] == 200
    do(game, "settle", squares=[X1], cash=0)
    do(game, "withdraw", A)
    assert game.phase == "debt"


@pytest.mark.clause("debt.part-payment-in-property")
@pytest.mark.parametrize("paid", [0, 119])
def test_what_the_parts_are_is_for_the_two_to_agree(paid: int) -> None:
    _, game = owes_200(cash={A: 120}, deeds=deeds(A, X1, X2))
    do(game, "settle", squares=[X1, X2], cash=paid)
    do(game, "accept")
    assert cash(game, A, B) == [120 - paid, 1500 + paid]
    assert [owner(game, X1), owner(game, X2)] == [B, B]
    assert game.phase == "end"


@pytest.mark.clause("debt.part-payment-in-property")
def test_a_settlement_gives_what_the_debtor_has_and_something_more_than_cash() -> None:
    _, game = owes_200(cash={A: 120}, deeds=deeds(A, X1) | deeds(C, X2))
    assert refused(game, "settle", squares=[X1], cash=121) == "not-enough-cash"
    assert refused(game, "settle", squares=[X2], cash=120) == "not-your-deed"
    assert refused(game, "settle", squares=[], cash=120) == "empty-offer"
    assert refused(game, "settle", B, squares=[X1], cash=0) == "not-your-turn"


@pytest.mark.clause("debt.part-payment-in-property")
def test_only_a_rent_that_is_owed_is_settled_so() -> None:
    game = table("star-wars-2", deeds=deeds(A, X1))
    assert refused(game, "settle", squares=[X1], cash=0) == "wrong-phase"
    game = table("star-wars-2", cash={A: 160}, deeds=deeds(A, X1))
    throw(game, 1, 3)
    assert game.phase == "debt"  # the tax
    assert refused(game, "settle", squares=[X1], cash=0) == "not-a-rent"
    assert "settle" not in kinds(game)
    game = table("star-wars-2", at={B: 15}, cash={A: 5}, deeds=deeds(A, X1), decks={"chest": ["birthday"]}, turn=B)
    throw(game, 1, 1)
    assert (game.phase, game.decider) == ("debt", A)  # to a player, but no rent
    assert refused(game, "settle", squares=[X1], cash=0) == "not-a-rent"


@pytest.mark.clause("debt.part-payment-in-property")
@others
def test_the_other_rulebooks_know_no_settlement_but_an_ordinary_trade_does_it(edition: str) -> None:
    _, game = owes_200(edition, cash={A: 120}, deeds=deeds(A, X1))
    assert refused(game, "settle", squares=[X1], cash=120) == "no-part-payment"
    assert "settle" not in kinds(game)
    do(game, "offer", A, to=B, give={"squares": [X1]}, ask={"cash": 80})
    do(game, "accept", B)
    do(game, "pay")
    assert (cash(game, A, B), owner(game, X1)) == ([0, 1620], B)


@pytest.mark.clause("debt.creditor-may-overvalue-property")
def test_a_creditor_may_take_a_mortgaged_deed_for_more_than_it_is_worth() -> None:
    game = owes_300(cash={A: 100}, deeds=deeds(A, X3, mortgaged=True))
    assert game.phase == "debt"
    do(game, "settle", squares=[X3], cash=100)
    do(game, "accept")
    assert owner(game, X3) == B
    assert cash(game, A, B) == [0, 1600]
    assert "debts" not in game.position()
    assert (game.phase, game.decider) == ("transfer", B)  # as with any mortgaged deed
    do(game, "keep_mortgage", square=X3)
    assert cash(game, B) == 1594
    assert (game.phase, game.turn) == ("end", A)


@pytest.mark.clause("debt.property-with-buildings-not-accepted")
@pytest.mark.parametrize("place", [X1, X2])
def test_a_built_group_is_no_part_payment(place: int) -> None:
    group = deeds(A, X1, buildings=1) | deeds(A, X2, X3)
    _, game = owes_200(cash={A: 120}, deeds=group)
    assert refused(game, "settle", squares=[place], cash=120) == "buildings-stand"
    do(game, "sell", square=X1)
    do(game, "settle", squares=[place], cash=120)
    do(game, "accept")
    assert owner(game, place) == B


@pytest.mark.clause("debt.part-payment-in-property")
def test_what_was_offered_stays_as_the_creditor_has_seen_it() -> None:
    _, game = owes_200(cash={A: 120}, deeds=deeds(A, X1))
    do(game, "settle", squares=[X1], cash=120)
    assert refused(game, "mortgage", A, square=X1) == "offer-open"
    do(game, "accept")
    assert (owner(game, X1), game.phase) == (B, "end")


@pytest.mark.clause("debt.part-payment-in-property")
def test_only_a_rent_above_the_cash_in_hand_is_settled_in_deeds() -> None:
    _, game = owes_200(cash={A: 120}, deeds=deeds(A, X1, D2))
    do(game, "mortgage", square=D2)  # 320 in hand
    assert refused(game, "settle", squares=[X1], cash=0) == "can-still-pay"
    assert "settle" not in kinds(game)
