"""Taxes: a printed amount, or 200 or a tenth of all one has, chosen before anybody counts."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from freehold import Game
from freehold.editions import load
from tests.table import (
    ALL,
    D1,
    D2,
    FIVE,
    ST,
    UTILITIES,
    X1,
    X2,
    X3,
    A,
    B,
    cash,
    clauses,
    deeds,
    do,
    kinds,
    refused,
    stock,
    table,
    throw,
)

CHOICE = ["star-wars-1", "disney-parks", "classic"]
FIXED = ["star-wars-2", "spider-man", "game-of-thrones"]


def taxed(edition: str, at: int = 4, **position: Any) -> tuple[Game, list[dict[str, Any]]]:
    """A stops on a tax square."""
    game = table(edition, at={A: at - 3}, **position)
    return game, throw(game, 1, 2)


def tenth(edition: str, **position: Any) -> int:
    """What A pays on choosing ten per cent."""
    game, _ = taxed(edition, **position)
    before = cash(game, A)
    do(game, "pay_tax", choice="percent")
    assert game.phase == "end"
    return int(before - cash(game, A))


# ------------------------------------------------------------------ a printed amount


@pytest.mark.clause("tax.fixed-printed-amount")
@pytest.mark.parametrize("edition", FIXED)
@pytest.mark.parametrize(("at", "amount"), [(4, 200), (38, 100)])
def test_the_printed_amount_is_paid_without_a_choice(edition: str, at: int, amount: int) -> None:
    game, events = taxed(edition, at, cash={A: 1000})
    assert (cash(game, A), game.phase, kinds(game, A)) == (1000 - amount, "end", {"end_turn"})
    assert clauses(events, "tax") == ["tax.fixed-printed-amount"]
    assert [(e["seat"], e["other"], e["amount"]) for e in events if e["type"] == "tax"] == [(A, "bank", amount)]
    assert refused(game, "pay_tax", choice="percent") == "wrong-phase"
    game, _ = taxed(edition, at, cash={A: amount})
    assert (cash(game, A), game.phase) == (0, "end")
    game, _ = taxed(edition, at, cash={A: amount - 1}, deeds=deeds(A, ST))
    assert (cash(game, A), game.phase, game.position()["debts"][0]["amount"]) == (amount - 1, "debt", amount)
    do(game, "mortgage", square=ST)
    events = do(game, "pay")
    assert (cash(game, A), clauses(events, "tax"), game.phase) == (99, ["tax.fixed-printed-amount"], "end")


@pytest.mark.clause("tax.fixed-printed-amount")
@pytest.mark.parametrize("edition", CHOICE)
def test_the_luxury_tax_is_fixed_where_the_income_tax_is_not(edition: str) -> None:
    game, events = taxed(edition, 38)
    assert (cash(game, A), game.phase, clauses(events, "tax")) == (1425, "end", ["tax.fixed-printed-amount"])


# ------------------------------------------------------------------ the choice


@pytest.mark.clause("tax.choice-200-or-ten-percent")
@pytest.mark.parametrize("edition", CHOICE)
@pytest.mark.parametrize(("choice", "due"), [("flat", 200), ("percent", 120)])
def test_a_flat_200_or_a_tenth(edition: str, choice: str, due: int) -> None:
    game, _ = taxed(edition, cash={A: 1200})
    assert (game.phase, game.decider, cash(game, A)) == ("tax", A, 1200)
    assert kinds(game, A) == {"pay_tax"}
    events = do(game, "pay_tax", choice=choice)
    assert (cash(game, A), game.phase) == (1200 - due, "end")
    paid = [(e["other"], e["amount"], e["clause"]) for e in events if e["type"] == "tax"]
    assert paid == [("bank", due, "tax.choice-200-or-ten-percent")]


@pytest.mark.clause("tax.choice-200-or-ten-percent")
@pytest.mark.parametrize("edition", CHOICE)
def test_the_choice_is_the_players_on_turn_and_must_be_made(edition: str) -> None:
    game, _ = taxed(edition)
    assert refused(game, "pay_tax", seat=B, choice="flat") == "not-your-turn"
    assert refused(game, "pay_tax", choice="later") == "bad-choice"
    assert refused(game, "end_turn") == refused(game, "roll") == "wrong-phase"


@pytest.mark.clause("tax.choice-200-or-ten-percent")
@pytest.mark.parametrize("edition", CHOICE)
@pytest.mark.parametrize(("held", "due"), [(0, 0), (1, 1), (10, 1), (11, 2), (19, 2), (20, 2), (21, 3), (1499, 150)])
def test_a_tenth_is_rounded_up_to_whole_units(edition: str, held: int, due: int) -> None:
    assert tenth(edition, cash={A: held}) == due


@pytest.mark.clause("tax.choice-200-or-ten-percent")
@pytest.mark.parametrize(
    ("rounding", "dues"), [("up", [74, 74, 75]), ("down", [73, 73, 74]), ("nearest", [73, 74, 75])]
)
def test_a_table_may_round_another_way(rounding: str, dues: list[int]) -> None:
    held = [734, 735, 749]
    assert [tenth("classic", cash={A: sum_}, options={"ten_percent": rounding}) for sum_ in held] == dues


@pytest.mark.clause("tax.choice-200-or-ten-percent")
def test_a_home_made_tax_may_be_as_low_as_one_per_cent() -> None:
    classic = load("classic")
    low = (msgspec.structs.replace(at, percent_option=1) if at.index == 4 else at for at in classic.squares)
    printed = msgspec.structs.replace(classic, squares=tuple(low))
    assert tenth("classic", cash={A: 1200}, printed=printed) == 12


# ------------------------------------------------------------------ before counting


@pytest.mark.clause("tax.decide-before-counting")
@pytest.mark.parametrize("edition", CHOICE)
def test_nothing_shows_the_worth_while_the_choice_is_open(edition: str) -> None:
    held = deeds(A, X1, X2, X3, buildings=1) | deeds(A, ST, mortgaged=True)
    game, events = taxed(edition, cash={A: 1471}, deeds=held)  # worth 2141, a tenth of it 215
    assert [action for action in game.legal(A) if action["type"] == "pay_tax"] == [
        {"type": "pay_tax", "choice": "flat"},
        {"type": "pay_tax", "choice": "percent"},
    ]
    shown = repr([events, game.legal(A), game.legal(B), *(game.view(seat) for seat in (A, B, None))])
    for figure in (1471 + 320 + 150 + 200, 215, 214):
        assert str(figure) not in shown
    do(game, "pay_tax", choice="percent")
    assert cash(game, A) == 1471 - 215


@pytest.mark.clause("tax.decide-before-counting")
@pytest.mark.parametrize("edition", CHOICE)
def test_the_choice_cannot_be_changed_once_the_sum_is_known(edition: str) -> None:
    held = deeds(A, D1, D2, ST, buildings=0) | deeds(A, X1, mortgaged=True)
    game, _ = taxed(edition, cash={A: 50}, deeds=held)
    do(game, "pay_tax", choice="percent")
    assert (game.phase, game.position()["debts"][0]["amount"]) == ("debt", 110)  # of 50 + 750 + 200 + 100
    assert refused(game, "pay_tax", choice="flat") == "wrong-phase"
    assert "pay_tax" not in kinds(game, A)
    do(game, "mortgage", square=ST)
    do(game, "pay")
    assert (cash(game, A), game.phase) == (40, "end")
    assert refused(game, "pay_tax", choice="flat") == "wrong-phase"


# ------------------------------------------------------------------ total worth


@pytest.mark.clause("tax.worth-cash")
@pytest.mark.parametrize("edition", CHOICE)
@pytest.mark.parametrize(("held", "due"), [(730, 73), (1500, 150), (2600, 260)])
def test_all_cash_counts(edition: str, held: int, due: int) -> None:
    assert tenth(edition, cash={A: held}) == due


@pytest.mark.clause("tax.worth-printed-prices-mortgaged-too")
@pytest.mark.parametrize("edition", CHOICE)
def test_printed_prices_count_in_full_mortgaged_or_not(edition: str) -> None:
    one = deeds(A, X1)
    assert tenth(edition, cash={A: 400}, deeds=one | deeds(A, ST, mortgaged=True)) == 70
    assert tenth(edition, cash={A: 400}, deeds=one | deeds(A, ST)) == 70
    assert tenth(edition, cash={A: 400}, deeds=one | deeds(B, ST)) == 50  # another's does not
    assert tenth(edition, cash={A: 400}, deeds=deeds(A, *UTILITIES, mortgaged=True)) == 70
    assert tenth(edition, cash={A: 400}, cards={A: ["chest", "chance"]}) == 40  # jail cards count nothing


@pytest.mark.clause("tax.worth-buildings-at-cost.all-buildings", "tax.worth-buildings-at-cost.small-buildings-named")
@pytest.mark.parametrize("edition", CHOICE)
def test_buildings_count_at_cost_the_large_ones_too(edition: str) -> None:
    lots = deeds(A, D1, buildings=4) | deeds(A, D2, buildings=5)
    assert tenth(edition, cash={A: 1000}, deeds=lots) == (1000 + 750 + 1800) // 10
    two = deeds(A, X1, X2, buildings=1) | deeds(A, X3)
    assert tenth(edition, cash={A: 400}, deeds=two) == (400 + 320 + 100) // 10
    assert tenth(edition, cash={A: 400}, deeds=deeds(B, X1, X2, X3, buildings=5)) == 40


@pytest.mark.clause("tax.worth-buildings-at-cost.all-buildings")
def test_a_hotel_does_not_count_what_was_paid_for_its_neighbour() -> None:
    lots = deeds(A, X1, X2, X3, buildings=5) | {"11": {"owner": B, "buildings": 1, "paid": [40]}} | deeds(B, 13, 14)
    assert tenth("classic", cash={A: 400}, deeds=lots) == (400 + 320 + 15 * 50) // 10
    assert tenth("classic", cash={A: 400}, deeds=deeds(A, X1, X2, X3, buildings=5)) == (400 + 320 + 15 * 50) // 10


@pytest.mark.clause("tax.worth-printed-prices-mortgaged-too")
@pytest.mark.parametrize("edition", CHOICE)
def test_the_last_square_before_go_counts_like_the_first(edition: str) -> None:
    assert tenth(edition, cash={A: 400}, deeds=deeds(A, D2)) == 80
    assert tenth(edition, cash={A: 400}, deeds=deeds(A, 1)) == 46


# ------------------------------------------------------------------ to the bank


@pytest.mark.clause("tax.paid-to-bank")
@pytest.mark.parametrize("edition", ALL)
def test_tax_money_leaves_the_game(edition: str) -> None:
    game = table(edition, 2, at={A: 1, B: 17})
    throw(game, 1, 2)
    if edition in CHOICE:
        do(game, "pay_tax", choice="flat")
    assert cash(game) == [1300, 1500]
    do(game, "end_turn")
    throw(game, 1, 2)  # Free Parking
    assert cash(game) == [1300, 1500]
    assert stock(game) == (32, 12)


@pytest.mark.clause("tax.paid-to-bank")
@pytest.mark.parametrize("edition", FIVE)
def test_who_cannot_pay_a_tax_is_bankrupt_to_the_bank(edition: str) -> None:
    game, _ = taxed(edition, 38, cash={A: 20})
    assert (game.phase, game.position()["debts"][0]["creditor"], kinds(game, A)) == ("debt", "bank", {"bankrupt"})
    do(game, "bankrupt")
    assert cash(game) == [0, 1500, 1500]
