"""House rules: switches like the others, each with a clause of its own, off unless a table asks for them.

One test for each switch of house rules, named after it (`test_options.py` counts them), and how rules are named.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from tools import house_rules as pages

from freehold import Game, explain, simulate
from freehold.editions.house import HOUSE_RULES, expanded, house_options
from freehold.editions.switches import SWITCHES
from freehold.rulebook import clauses as all_clauses
from tests.table import (
    ALL,
    D1,
    D2,
    ST,
    X1,
    X2,
    X3,
    A,
    B,
    C,
    X,
    buildings,
    cash,
    clauses,
    crowd,
    deeds,
    do,
    kinds,
    owner,
    refused,
    table,
    throw,
)  # fmt: skip

BY_SWITCH = {s.name: [c.removeprefix("house.") for c in s.clauses[1:]] for s in SWITCHES if s.house}
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


def waits(game: Game, events: list[Any], clause: str) -> None:
    """The property was not for sale, and is not auctioned."""
    assert (game.phase, clauses(events, "decline")) == ("end", [clause])
    assert owner(game, X1) is None


@pytest.mark.clause("house.no-buying-first-round", "house.no-buying-first-lap")
@pytest.mark.parametrize("edition", ALL)
@pytest.mark.parametrize("value", ["at-once", "after-first-round", "after-first-lap"])
def test_first_purchases(edition: str, value: str) -> None:
    game = table(edition, players=2, at={A: 3, B: 3}, options={"first_purchases": value})
    for turn in range(3):  # of A, of B, and of A in the second round
        events = throw(game, 1, 2)
        first = value == "after-first-round" and turn < 2
        if first or value == "after-first-lap":
            waits(game, events, "house.no-buying-first-round" if first else "house.no-buying-first-lap")
        else:
            assert game.phase == "buy"
            do(game, "buy")
            break
        do(game, "end_turn")
        if turn == 1:
            game = Game.load(game.position() | {"players": [p | {"square": 3} for p in game.position()["players"]]})


@pytest.mark.clause("house.no-buying-first-lap")
def test_a_lap_is_over_with_the_first_salary() -> None:
    game = table(players=2, at={A: 35, B: 3}, options={"first_purchases": "after-first-lap"})
    throw(game, 2, 4)  # past GO, to a deed
    assert (game.phase, game.position()["players"][A].get("lapped")) == ("buy", True)
    do(game, "buy")
    do(game, "end_turn")
    waits(game, throw(game, 1, 2), "house.no-buying-first-lap")
    assert Game.load(game.position()).position() == game.position()


@pytest.mark.clause("house.all-deeds-dealt")
@pytest.mark.parametrize("edition", ALL)
@pytest.mark.parametrize("value", ["printed", "all"])
def test_dealt_deeds(edition: str, value: str) -> None:
    game = Game.new(edition, 3, options={"dealt_deeds": value})
    dealt = [event for event in game.setup if event["type"] == "deal"]
    assert len(dealt) == len(game.position()["deeds"]) == (28 if value == "all" else 0)
    assert {event["clause"] for event in dealt} <= {"house.all-deeds-dealt"}
    assert cash(game) == [1500] * 3
    held = [sum(deed["owner"] == seat for deed in game.position()["deeds"].values()) for seat in (A, B, C)]
    assert max(held) - min(held) <= 1


@pytest.mark.clause("house.all-deeds-dealt")
@pytest.mark.parametrize("variant", ["short", "timed"])
def test_all_deeds_are_dealt_free_of_charge_in_the_variants_that_deal(variant: str) -> None:
    options: dict[str, Any] = {"dealt_deeds": "all"} | ({"time_limit": 90} if variant == "timed" else {})
    game = Game.new("classic", 2, variant=variant, options=options)
    assert (len(game.position()["deeds"]), cash(game)) == (28, [1500, 1500])
    assert set(clauses(game.setup, "shuffle")) == {"setup.decks-shuffled", "house.all-deeds-dealt"}


# ------------------------------------------------------------------ rents and throws


@pytest.mark.clause("house.no-rent-in-jail")
@pytest.mark.parametrize("edition", ALL)
@pytest.mark.parametrize("value", ["paid", "none"])
@pytest.mark.parametrize("claims", ["automatic", "claimed"])
def test_rent_to_jail(edition: str, value: str, claims: str) -> None:
    options = {"rent_to_jail": value, "rent_claims": claims}
    game = table(edition, at={A: 3, B: 3}, jailed={C: 0}, deeds=deeds(C, X1) | deeds(A, ST), options=options)
    events = throw(game, 1, 2)
    if value == "none":
        assert (clauses(events, "no_rent"), cash(game, A)) == (["house.no-rent-in-jail"], 1500)
        assert "claim" not in kinds(game, C)
    elif claims == "automatic":
        assert cash(game, A) == 1494
    else:
        assert {"type": "claim", "square": X1} in game.legal(C)
    do(game, "end_turn")
    throw(game, 1, 1)  # A is free, and collects
    assert claims == "claimed" or cash(game, B) == 1475


@pytest.mark.clause("house.single-rent")
@pytest.mark.parametrize("edition", ALL)
@pytest.mark.parametrize(("value", "rent"), [("double", 12), ("single", 6)])
def test_bare_group_rent(edition: str, value: str, rent: int) -> None:
    game = table(edition, at={A: 3}, deeds=deeds(B, *X), options={"bare_group_rent": value})
    events = throw(game, 1, 2)
    assert cash(game, A) == 1500 - rent
    assert clauses(events, "rent") == ["rent.double-bare-group" if rent == 12 else "house.single-rent"]


@pytest.mark.clause("house.snake-eyes-bonus")
@pytest.mark.parametrize("edition", ALL)
@pytest.mark.parametrize(("value", "bonus"), [("nothing", 0), ("third-of-cash", 500)])
def test_snake_eyes(edition: str, value: str, bonus: int) -> None:
    game = table(edition, at={A: 8}, jailed={B: 0}, options={"snake_eyes": value})
    events = throw(game, 1, 1)
    assert (cash(game, A), clauses(events, "received")) == (1500 + bonus, ["house.snake-eyes-bonus"] * bool(bonus))
    throw(game, 2, 2)  # another double brings nothing
    assert cash(game, A) <= 1500 + bonus
    game = table(edition, jailed={A: 0}, options={"snake_eyes": value})
    throw(game, 1, 1)  # out of jail by it
    assert cash(game, A) == 1500 + bonus


# ------------------------------------------------------------------ buildings


@pytest.mark.clause("house.build-without-group")
@pytest.mark.parametrize("edition", ALL)
@pytest.mark.parametrize("value", ["whole", "own-lots"])
def test_building_group(edition: str, value: str) -> None:
    game = table(edition, deeds=deeds(A, X1, X2) | deeds(B, X3), options={"building_group": value})
    if value == "whole":
        assert refused(game, "build", A, square=X1) == "incomplete-group"
        return
    events = do(game, "build", A, square=X1)
    assert clauses(events, "build") == ["house.build-without-group"]
    assert refused(game, "build", A, square=X1) == "uneven-building"  # one's own lots form a row
    do(game, "build", A, square=X2)
    do(game, "build", B, square=X3)
    assert refused(game, "mortgage", A, square=X1) == "buildings-stand"
    assert refused(game, "offer", A, to=B, give={"squares": [X2]}, ask={"cash": 5}) == "buildings-stand"
    do(game, "sell_group", A, square=X1)
    assert buildings(game, *X) == [0, 0, 1]
    do(game, "mortgage", A, square=X1)
    assert refused(game, "build", A, square=X2) == "group-mortgaged"
    assert Game.load(game.position()).position() == game.position()


@pytest.mark.clause("house.build-without-group")
def test_a_lot_with_buildings_is_not_attacked() -> None:
    options = {"building_group": "own-lots"}
    held = deeds(B, X1, buildings=1) | deeds(B, D1)
    game = table("spider-man", at={A: 8}, deeds=held, options=options)
    throw(game, 6, 6)
    assert refused(game, "attack", square=X1) == "buildings-stand"
    assert {"type": "attack", "square": D1} in game.legal()


@pytest.mark.clause("house.build-without-group")
def test_a_lot_that_joins_others_is_built_up_first() -> None:
    game = table(deeds=deeds(A, X1, buildings=2) | deeds(A, X2), options={"building_group": "own-lots"})
    assert refused(game, "build", square=X1) == "uneven-building"
    do(game, "build", square=X2)
    assert buildings(game, X1, X2) == [2, 1]


@pytest.mark.clause("house.build-without-group", "house.build-unevenly")
def test_who_has_a_place_is_asked_when_buildings_run_short() -> None:
    """B's single lot has a place for the last house."""
    held = crowd(C, 31) | deeds(A, X1) | deeds(B, X3)
    game = table(deeds=held, options={"building_group": "own-lots", "building_rows": "free"})
    do(game, "build", A, square=X1)
    assert game.phase == "contest"
    assert game.position()["contest"]["asked"] == [B, C]


@pytest.mark.clause("house.build-unevenly")
@pytest.mark.parametrize("edition", ALL)
@pytest.mark.parametrize("value", ["even", "free"])
def test_building_rows(edition: str, value: str) -> None:
    game = table(edition, deeds=deeds(A, *X), options={"building_rows": value})
    do(game, "build", square=X1)
    if value == "even":
        assert refused(game, "build", square=X1) == "uneven-building"
        return
    assert clauses(do(game, "build", square=X1), "build") == ["house.build-unevenly"]
    for _ in range(3):
        do(game, "build", square=X1)
    assert buildings(game, *X) == [5, 0, 0]
    assert Game.load(game.position()).position() == game.position()
    assert refused(game, "build", square=X1) == "fully-built"
    do(game, "build", square=X2)
    do(game, "sell", square=X2)  # although X1 stands higher
    do(game, "sell", square=X1)
    do(game, "sell_group", square=X1)
    assert buildings(game, *X) == [0, 0, 0]


@pytest.mark.clause("house.unlimited-buildings")
@pytest.mark.parametrize("edition", ALL)
@pytest.mark.parametrize("value", ["printed", "unlimited"])
def test_building_stock(edition: str, value: str) -> None:
    game = table(edition, deeds=crowd(C, 32) | deeds(A, *X), options={"building_stock": value})
    if value == "printed":
        assert refused(game, "build", A, square=X1) == "no-houses-left"
    else:
        assert game.position()["bank"] == {"houses": 88 - 32, "hotels": 22}
        do(game, "build", A, square=X1)
        assert game.phase == "roll"  # nobody is asked


# ------------------------------------------------------------------ dealings and the end


@pytest.mark.clause("house.trade-own-turn", "house.no-trading")
@pytest.mark.parametrize("edition", ALL)
@pytest.mark.parametrize("value", ["any-time", "own-turn", "none"])
def test_trading(edition: str, value: str) -> None:
    game = table(edition, turn=A, deeds=deeds(A, X1) | deeds(B, X2), options={"trading": value})
    mine: dict[str, Any] = {"to": B, "give": {"squares": [X1]}, "ask": {"cash": 100}}
    theirs: dict[str, Any] = {"to": A, "give": {"squares": [X2]}, "ask": {"cash": 100}}
    if value == "none":
        assert "offer" not in kinds(game, A) | kinds(game, B)
        assert refused(game, "offer", A, **mine) == refused(game, "offer", B, **theirs) == "no-trading"
        return
    if value == "own-turn":
        assert ["offer" in kinds(game, seat) for seat in (A, B)] == [True, False]
        assert refused(game, "offer", B, **theirs) == "not-your-turn"
    else:
        do(game, "offer", B, **theirs)
        do(game, "reject", A)
    do(game, "offer", A, **mine)
    do(game, "accept", B)
    assert owner(game, X1) == B


@pytest.mark.clause("house.no-mortgages")
@pytest.mark.parametrize("edition", ALL)
@pytest.mark.parametrize("value", ["allowed", "none"])
def test_mortgages(edition: str, value: str) -> None:
    game = table(edition, cash={A: 5}, at={A: 31}, deeds=deeds(A, D1), options={"mortgages": value})
    if value == "allowed":
        do(game, "mortgage", A, square=D1)
        assert cash(game, A) == 180
        return
    assert refused(game, "mortgage", A, square=D1) == "no-mortgages"
    throw(game, 3, 4)  # the luxury tax: nothing can be raised
    do(game, "bankrupt")
    assert owner(game, D1) is None
    with pytest.raises(ValueError, match="without mortgages"):
        table(edition, deeds=deeds(A, X1, mortgaged=True), options={"mortgages": value})


@pytest.mark.clause("house.twenty-rounds", "house.thirty-rounds", "house.forty-rounds", "house.sixty-rounds")
@pytest.mark.parametrize("edition", ALL)
@pytest.mark.parametrize(
    ("value", "rounds"), [("none", 0), ("twenty", 20), ("thirty", 30), ("forty", 40), ("sixty", 60)]
)
def test_round_limit(edition: str, value: str, rounds: int) -> None:
    turns = max(3 * rounds, 3) - 2
    game = table(edition, at={A: 13, B: 13}, cash={C: 1600}, flow={"turns": turns}, options={"round_limit": value})
    throw(game, 3, 4)
    do(game, "end_turn")
    assert not game.over
    throw(game, 3, 4)
    events = do(game, "end_turn")
    assert game.over == bool(rounds)
    if rounds:
        assert (game.winner, clauses(events, "over")) == (C, [f"house.{value}-rounds"])


def test_a_link_holds_what_house_rules_add_to_a_position() -> None:
    rows = [{"name": "A", "lapped": True}, {"name": "B"}]
    game = Game.load({"players": rows, "pot": 70, "options": {**POT, "first_purchases": "after-first-lap"}})
    linked = Game.from_link(game.link())
    assert (in_the_middle(linked), linked.options) == (70, game.options)
    assert [player.get("lapped", False) for player in linked.position()["players"]] == [True, False]


@pytest.mark.parametrize("number", range(4))
def test_bots_keep_to_house_rules(number: int) -> None:
    """Four of a kind, by a random set of them: an illegal action would be a `BotFault`."""
    rng = Random(number)
    house = [rng.choice(list(rules)) for rules in BY_SWITCH.values() if rng.random() < 0.5]
    edition = ALL[number % len(ALL)]
    for bot in ("random", "novice", "trader", "baron"):
        assert simulate(edition, bot, games=1, backend="python", house=house, turns=40).games == 1


@pytest.mark.parametrize("lang", pages.PAGES)
def test_the_page_of_house_rules_is_the_table(lang: str) -> None:
    page = pages.DOCS / pages.PAGES[lang]
    assert page.read_text(encoding="utf-8") == pages.page(lang), "run `python tools/house_rules.py`"
