"""House rules: switches like the others, each with a clause of its own, off unless a table asks for them.

One test for each switch of house rules, named after it (`test_options.py` counts them), and how rules are named.
"""

from __future__ import annotations

from typing import Any

import pytest

from freehold import Game, explain
from freehold.editions.house import HOUSE_RULES, expanded, house_options
from freehold.editions.switches import SWITCHES
from freehold.rulebook import clauses as all_clauses
from tests.table import ALL, D1, D2, X1, A, B, C, cash, clauses, deeds, do, owner, table, throw

POT = {"parking_pot": "taxes-fines-cards"}


def in_the_middle(game: Game) -> int:
    return int(game.position().get("pot", 0))


def told(events: list[Any]) -> list[tuple[str, str]]:
    return [(event["type"], event["clause"]) for event in events]


# ------------------------------------------------------------------ how they are named


def test_every_house_rule_has_a_clause_of_its_own() -> None:
    assert {rule.clause for rule in HOUSE_RULES.values()} == {clause.id for clause in all_clauses("house")}
    assert all(clause.house and not clause.editions for clause in all_clauses("house"))
    values = [value for switch in SWITCHES if switch.house for value in switch.values[1:]]
    assert len(HOUSE_RULES) == len(values)


@pytest.mark.parametrize("id", HOUSE_RULES)
def test_a_clause_says_that_it_is_a_house_rule(id: str) -> None:
    assert "No rulebook has it" in str(explain(f"house.{id}"))
    assert "règle maison" in str(explain(f"house.{id}", lang="fr", edition="game-of-thrones"))


@pytest.mark.parametrize("edition", ALL)
@pytest.mark.parametrize("rule", HOUSE_RULES.values(), ids=lambda rule: rule.id)
def test_a_game_begins_with_the_house_rules_that_are_in_force(edition: str, rule: Any) -> None:
    named = Game.new(edition, 3, seed=2, options={"house": [rule.id]})
    switched = Game.new(edition, 3, seed=2, options={rule.switch: rule.value})
    assert named.position() == switched.position()
    assert named.options == {rule.switch: rule.value}
    assert [event["clause"] for event in named.setup if event["type"] == "house_rule"] == [rule.clause]
    assert Game.load(named.position()).position() == named.position()


def test_house_rules_of_one_switch_contradict_each_other() -> None:
    names = ["half-starting-cash", "double-starting-cash"]
    with pytest.raises(ValueError, match=r"half-starting-cash and double-starting-cash contradict each other"):
        Game.new(options={"house": names})
    with pytest.raises(ValueError, match=r"cannot be half and double at once"):
        expanded({"starting_cash": "half"}, ["double-starting-cash"])
    assert expanded({"starting_cash": "half", "house": "half-starting-cash"}) == {"starting_cash": "half"}


@pytest.mark.parametrize("given", ["free-parking-pott", 7, None])
def test_an_unknown_house_rule_is_refused_with_a_sentence(given: Any) -> None:
    with pytest.raises(ValueError, match=r"There is no house rule .*; (did you mean|choose from)"):
        house_options([given])


@pytest.mark.parametrize("given", [7, None, {"free-parking-pot": True}])
def test_house_rules_are_given_in_a_list(given: Any) -> None:
    with pytest.raises(ValueError, match=r"^Option house is a list of names"):
        Game.new(options={"house": given})


# ------------------------------------------------------------------ money in the middle


@pytest.mark.clause("house.free-parking-pot", "house.free-parking-taxes")
@pytest.mark.parametrize("edition", ALL)
@pytest.mark.parametrize(("value", "fine"), [("none", 0), ("taxes", 0), ("taxes-fines-cards", 50)])
def test_parking_pot(edition: str, value: str, fine: int) -> None:
    rule = {"taxes": "house.free-parking-taxes", "taxes-fines-cards": "house.free-parking-pot"}.get(value, "")
    game = table(edition, jailed={A: 0}, at={B: 31, C: 13}, options={"parking_pot": value})
    events = do(game, "pay_fine")
    assert clauses(events, "pot") == ([rule] if fine else [])
    throw(game, 1, 2)
    assert in_the_middle(game) == fine
    if game.phase == "buy":
        do(game, "buy")
    do(game, "end_turn")
    events = throw(game, 3, 4)  # the luxury tax
    tax = 1500 - cash(game, B)
    assert tax > 0
    assert clauses(events, "pot") == ([rule] if rule else [])
    lying = fine + tax if rule else 0
    assert in_the_middle(game) == lying
    do(game, "end_turn")
    events = throw(game, 3, 4)
    assert (cash(game, C), in_the_middle(game)) == (1500 + lying, 0)
    assert told(events)[-1] == (("pot_taken", rule) if rule else ("rest", "parking.neutral"))


@pytest.mark.clause("house.free-parking-pot")
@pytest.mark.parametrize(("value", "pays"), [("taxes", 0), ("taxes-fines-cards", 50)])
def test_what_a_card_makes_one_pay_goes_into_the_middle(value: str, pays: int) -> None:
    game = table("classic", at={A: 0}, options={"parking_pot": value})
    fee = next(card.id for card in game.edition.deck("chest") if card.kind == "pay_bank" and card.amount == 50)
    others = [card.id for card in game.edition.deck("chest") if card.id != fee]
    game = Game.load(game.position() | {"decks": game.position()["decks"] | {"chest": [fee, *others]}})
    throw(game, 1, 1)
    assert (cash(game, A), in_the_middle(game)) == (1450, pays)


@pytest.mark.clause("house.free-parking-pot")
def test_purchases_and_rents_do_not_go_into_the_middle() -> None:
    game = table(at={A: 3, B: 3}, deeds=deeds(C, X1), options=POT)
    throw(game, 1, 2)  # a rent of 6
    do(game, "end_turn")
    throw(game, 2, 4)
    do(game, "buy")
    assert (cash(game), in_the_middle(game)) == ([1494, 1380, 1506], 0)


@pytest.mark.clause("house.free-parking-pot")
def test_a_tax_that_becomes_a_debt_goes_into_the_middle_when_it_is_paid() -> None:
    game = table(cash={A: 50}, at={A: 35}, deeds=deeds(A, D1), options=POT)
    throw(game, 1, 2)
    assert (game.phase, in_the_middle(game)) == ("debt", 0)
    do(game, "mortgage", square=D1)
    do(game, "pay")
    assert in_the_middle(game) == 225 - cash(game, A) > 0


@pytest.mark.clause("house.free-parking-pot")
def test_a_bankrupts_money_goes_to_the_bank() -> None:
    game = table(players=3, cash={A: 50}, at={A: 35}, options=POT)
    throw(game, 1, 2)
    do(game, "bankrupt")
    assert (cash(game, A), in_the_middle(game)) == (0, 0)


@pytest.mark.clause("house.free-parking-bonus")
@pytest.mark.parametrize("edition", ALL)
@pytest.mark.parametrize("value", ["none", "third-of-cash"])
def test_parking_start(edition: str, value: str) -> None:
    bonus = 500 if value == "third-of-cash" else 0
    new = Game.new(edition, 3, options={"parking_start": value})
    assert in_the_middle(new) == bonus
    assert clauses(new.setup, "pot") == ["house.free-parking-bonus"] * bool(bonus)
    game = table(edition, at={A: 13, B: 13}, options={"parking_start": value})
    for seat in (A, B):  # the bank lays as much there again
        events = throw(game, 3, 4)
        assert cash(game, seat) == 1500 + bonus
        assert clauses(events, "pot_taken") == ["house.free-parking-bonus"] * bool(bonus)
        do(game, "end_turn")
    assert in_the_middle(game) == bonus


@pytest.mark.clause("house.free-parking-pot", "house.free-parking-bonus")
def test_both_kinds_of_money_in_the_middle_are_taken_together() -> None:
    game = table(at={A: 13}, pot=700, options={**POT, "parking_start": "third-of-cash"})
    events = throw(game, 3, 4)
    assert (cash(game, A), in_the_middle(game)) == (2200, 500)
    assert told(events)[-2:] == [("pot_taken", "house.free-parking-pot"), ("pot", "house.free-parking-bonus")]
    assert events[-1]["amount"] == 500


def test_a_position_has_money_in_the_middle_only_by_a_house_rule() -> None:
    with pytest.raises(ValueError, match="pot"):
        table(pot=100)
    with pytest.raises(ValueError, match="pot"):
        table(pot=-1, options=POT)
    game = table(pot=100, options=POT)
    assert game._g.bank == -3 * 1500 - 100


# ------------------------------------------------------------------ salaries and starting money


@pytest.mark.clause("house.double-salary-on-go")
@pytest.mark.parametrize("edition", ALL)
@pytest.mark.parametrize(("value", "more"), [("salary", 0), ("double-salary", 200)])
def test_go_landing(edition: str, value: str, more: int) -> None:
    game = table(edition, at={A: 35, B: 35}, options={"go_landing": value})
    events = throw(game, 2, 3)
    assert cash(game, A) == 1700 + more
    assert clauses(events, "salary") == ["go.salary-200", "house.double-salary-on-go"][: 1 + bool(more)]
    do(game, "end_turn")
    events = throw(game, 4, 5)  # past GO, onto income tax
    assert clauses(events, "salary") == ["go.salary-200"]


@pytest.mark.clause("house.double-salary-on-go")
def test_a_card_that_sends_to_go_pays_the_second_salary_too() -> None:
    game = table(at={A: 0}, options={"go_landing": "double-salary"})
    chest = game.position()["decks"]["chest"]
    goes = next(c.id for c in game.edition.deck("chest") if c.kind == "move_to" and c.target == 0)
    game = Game.load(
        game.position() | {"decks": game.position()["decks"] | {"chest": [goes, *(c for c in chest if c != goes)]}}
    )
    events = throw(game, 1, 1)
    assert clauses(events, "salary") == ["go.salary-by-card-move", "house.double-salary-on-go"]
    assert cash(game, A) == 1900


@pytest.mark.clause("house.half-salary", "house.double-salary")
@pytest.mark.parametrize("edition", ALL)
@pytest.mark.parametrize(("value", "pay"), [("printed", 200), ("half", 100), ("double", 400)])
def test_salaries(edition: str, value: str, pay: int) -> None:
    game = table(edition, at={A: 35}, options={"salaries": value})
    events = throw(game, 2, 3)
    assert cash(game, A) == 1500 + pay
    assert clauses(events, "salary") == ["go.salary-200" if value == "printed" else f"house.{value}-salary"]


@pytest.mark.clause(
    "house.half-starting-cash",
    "house.three-quarters-starting-cash",
    "house.one-and-a-half-starting-cash",
    "house.double-starting-cash",
)
@pytest.mark.parametrize("edition", ALL)
@pytest.mark.parametrize(
    ("value", "money"),
    [("printed", 1500), ("half", 750), ("three-quarters", 1125), ("one-and-a-half", 2250), ("double", 3000)],
)
def test_starting_cash(edition: str, value: str, money: int) -> None:
    game = Game.new(edition, 3, options={"starting_cash": value})
    assert cash(game) == [money] * 3
    clause = "setup.start-money-1500" if value == "printed" else f"house.{value}-starting-cash"
    assert clauses(game.setup, "start") == [clause] * 3


# ------------------------------------------------------------------ buying


@pytest.mark.clause("house.no-auctions")
@pytest.mark.parametrize("edition", ALL)
@pytest.mark.parametrize("value", ["auction", "stays"])
def test_declined_deed(edition: str, value: str) -> None:
    game = table(edition, at={A: 32}, options={"declined_deed": value})
    throw(game, 2, 3)
    events = do(game, "decline")
    if value == "auction":
        assert (game.phase, clauses(events, "decline")) == ("auction", ["auction.follows-every-decline"])
    else:
        assert (game.phase, clauses(events, "decline")) == ("end", ["house.no-auctions"])
        assert owner(game, D1) is None


@pytest.mark.clause("house.no-auctions")
def test_the_estate_of_a_bankrupt_is_auctioned_all_the_same() -> None:
    debt = {"debtor": A, "creditor": "bank", "amount": 5000, "why": "tax", "open": True}
    game = table(cash={A: 5}, deeds=deeds(A, D2), phase="debt", debts=[debt], options={"declined_deed": "stays"})
    do(game, "bankrupt")
    assert game.phase == "auction"
