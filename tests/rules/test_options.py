"""The options of a table: each changes play as its sentence says, and nothing else can be chosen.

One test for each open switch, named after it, with all its values; jail, Force and doubles: test_options_more.py; house
rules: test_house.py.
"""

from __future__ import annotations

from typing import Any

import pytest

from freehold import Game
from freehold.editions import load as load_edition
from freehold.editions.switches import BY_NAME, SWITCHES
from freehold.engine.edition_tables import resolve
from tests.rules import test_house, test_options_more
from tests.table import (
    ALL,
    ST,
    X1,
    X2,
    X3,
    A,
    B,
    C,
    D,
    X,
    buildings,
    cash,
    clauses,
    crowd,
    deeds,
    do,
    finish_turn,
    owner,
    refused,
    table,
    throw,
)

UTILITY, OTHER_UTILITY = 12, 28


def mortgaged(game: Game, square: int) -> bool:
    return bool(game.position()["deeds"][str(square)]["mortgaged"])


# ------------------------------------------------------------------ what can be chosen


def test_every_open_option_is_tested() -> None:
    tests = {**globals(), **vars(test_options_more), **vars(test_house)}
    assert [switch.name for switch in SWITCHES if switch.open and f"test_{switch.name}" not in tests] == []


@pytest.mark.parametrize("edition", ALL)
def test_the_editions_own_value_changes_nothing(edition: str) -> None:
    book = load_edition(edition)
    own = {name: book.switch(name) for name, switch in BY_NAME.items() if switch.open}
    assert resolve(book, "short", own) == resolve(book, "short", {})
    assert Game.new(edition, 4, variant="short", options=own).options == own


@pytest.mark.parametrize("name", [switch.name for switch in SWITCHES if not switch.open])
def test_what_the_rulebook_fixes_cannot_be_chosen(name: str) -> None:
    says = f"Option {name} belongs to the edition; write an edition of your own to change it."
    for value in BY_NAME[name].values:
        assert no(options={name: value}) == says


@pytest.mark.parametrize("switch", [switch for switch in SWITCHES if switch.open], ids=lambda switch: switch.name)
def test_a_wrong_value_is_refused(switch: Any) -> None:
    values: list[Any] = ["sometimes", "", None, True, 1, ["yes"], {}]
    for value in values:
        says = no(options={switch.name: value}, variant="short")
        assert says == f"Option {switch.name} is one of {', '.join(switch.values)}, not {value!r}."


def test_an_option_of_the_short_game_goes_with_it_alone() -> None:
    assert no(options={"short_jail": "must-leave"}) == "Option short_jail goes with the short variant only."


def test_an_unknown_option_is_refused() -> None:
    assert no(options={"rent_claim": "claimed"}) == "There is no option 'rent_claim'; did you mean rent_claims?"
    says = no(options={"loans_between_us": "yes"})
    names = ["house", "time_limit", *(switch.name for switch in SWITCHES if switch.open)]
    assert says == f"There is no option 'loans_between_us'; choose from {', '.join(names)}."
    assert "options" in no(options=["rent_claims"])


@pytest.mark.parametrize("value", [0, -1, 1_000_001, 2.5, "90", True, None])
def test_a_wrong_time_limit_is_refused(value: Any) -> None:
    says = no(options={"time_limit": value}, variant="timed")
    assert says == f"Option time_limit is a whole number of turns from 1 to 1000000, not {value!r}."
    assert no(options={"time_limit": 90}) == "Option time_limit goes with the timed variant only."


def no(**table_of: Any) -> str:
    """The one sentence with which such a table is refused, for a new game and for a position alike."""
    with pytest.raises(ValueError, match=r".") as loaded:
        Game.load({"edition": "star-wars-1", "players": [{}, {}], **table_of})
    if isinstance(table_of["options"], dict):
        with pytest.raises(ValueError, match=r".") as new:
            Game.new("star-wars-1", 2, **table_of)
        assert str(new.value) == str(loaded.value)
    sentence = str(loaded.value)
    assert "\n" not in sentence
    assert sentence[-1] in ".?"
    return sentence


# ------------------------------------------------------------------ rent and money


@pytest.mark.clause("rent.owner-must-ask")
@pytest.mark.parametrize("edition", ALL)
def test_rent_claims(edition: str) -> None:
    game = table(edition, deeds=deeds(B, X1), options={"rent_claims": "automatic"})
    throw(game, 2, 4)
    assert cash(game, A, B) == [1494, 1506]

    game = table(edition, deeds=deeds(B, X1), options={"rent_claims": "claimed"})
    throw(game, 2, 4)
    assert cash(game, A, B) == [1500, 1500]
    do(game, "claim", B, square=X1)
    assert cash(game, A, B) == [1494, 1506]


@pytest.mark.parametrize("edition", ["star-wars-1", "star-wars-2", "classic"])
def test_claim_deadline_of_two(edition: str) -> None:
    for value, reason in (("visitor-again", None), ("next-player", "no-claim")):
        options = {"rent_claims": "claimed", "claim_deadline_of_two": value}
        game = table(edition, 2, deeds=deeds(B, X1), options=options)
        throw(game, 2, 4)
        do(game, "end_turn")
        throw(game, 4, 6)  # B's throw, to a visit in jail
        if reason is None:
            do(game, "end_turn")
            late = game.copy()
            do(game, "claim", B, square=X1)
            assert cash(game, A, B) == [1494, 1506]
            throw(late, 1, 3)
            game = late
        assert refused(game, "claim", B, square=X1) == "no-claim"


@pytest.mark.parametrize("edition", ALL)
def test_utility_throw(edition: str) -> None:
    given: dict[str, Any] = {"at": {A: 5}, "deeds": deeds(B, UTILITY)}
    game = table(edition, **given, options={"utility_throw": "moving"})
    throw(game, 3, 4)
    assert cash(game, A, B) == [1500 - 28, 1500 + 28]
    game = table(edition, **given, options={"utility_throw": "fresh"})
    throw(game, 3, 4, 5, 6)
    assert cash(game, A, B) == [1500 - 44, 1500 + 44]


@pytest.mark.parametrize("edition", ALL)
def test_utility_counts_mortgaged(edition: str) -> None:
    given = deeds(B, UTILITY) | deeds(B, OTHER_UTILITY, mortgaged=True)
    for value, rent in (("yes", 70), ("no", 28)):
        options = {"utility_counts_mortgaged": value, "utility_throw": "moving"}
        game = table(edition, at={A: 5}, deeds=given, options=options)
        throw(game, 3, 4)
        assert cash(game, B) == 1500 + rent


@pytest.mark.parametrize("edition", ALL)
def test_station_counts_mortgaged(edition: str) -> None:
    given = deeds(B, 5, 15) | deeds(B, 25, mortgaged=True)
    for value, rent in (("yes", 100), ("no", 50)):
        game = table(edition, deeds=given, options={"station_counts_mortgaged": value})
        throw(game, 2, 3)
        assert cash(game, B) == 1500 + rent


@pytest.mark.parametrize(("value", "dear", "cheap"), [("up", 83, 145), ("down", 82, 144), ("nearest", 83, 144)])
def test_ten_percent(value: str, dear: int, cheap: int) -> None:
    game = table("star-wars-1", deeds=deeds(A, UTILITY, mortgaged=True), options={"ten_percent": value})
    do(game, "redeem", A, square=UTILITY)  # 75 and 7.5
    assert cash(game, A) == 1500 - dear
    game = table("star-wars-1", cash={A: 1442}, at={A: 4}, phase="tax", options={"ten_percent": value})
    do(game, "pay_tax", choice="percent")  # 144.2
    assert cash(game, A) == 1442 - cheap
    game = table("star-wars-1", deeds=deeds(A, X1, mortgaged=True), options={"ten_percent": value})
    do(game, "redeem", A, square=X1)
    assert cash(game, A) == 1445


@pytest.mark.parametrize("edition", ["star-wars-1", "disney-parks", "classic"])
def test_luxury_tax_choice(edition: str) -> None:
    game = table(edition, at={A: 35}, options={"luxury_tax_choice": "no"})
    throw(game, 1, 2)
    assert cash(game, A) == 1425
    for choice, tax in (("flat", 200), ("percent", 150)):
        game = table(edition, at={A: 35}, options={"luxury_tax_choice": "yes"})
        throw(game, 1, 2)
        assert game.phase == "tax"
        do(game, "pay_tax", choice=choice)
        assert cash(game, A) == 1500 - tax


# ------------------------------------------------------------------ buildings and mortgages


@pytest.mark.parametrize("edition", ALL)
def test_build_window(edition: str) -> None:
    given: dict[str, Any] = {"turn": B, "phase": "end", "deeds": deeds(A, *X)}
    game = table(edition, **given, options={"build_window": "any-time"})
    do(game, "build", A, square=X1)
    game = table(edition, **given, options={"build_window": "own-turn-or-between"})
    assert refused(game, "build", A, square=X1) == "build-not-now"
    do(game, "end_turn")
    do(game, "build", A, square=X1)
    assert buildings(game, X1) == [1]


@pytest.mark.clause("shortage.auction-trigger.two-players-want-them")
@pytest.mark.parametrize("edition", ALL)
def test_shortage_trigger(edition: str) -> None:
    for value, phase, clause in (
        ("demand-above-stock", "roll", "shortage.auction-trigger.demand-above-stock"),
        ("limited-stock", "roll", "shortage.auction-trigger.two-players-want-them"),
        ("two-want", "auction", "shortage.auction-trigger.two-players-want-them"),
    ):
        given = deeds(A, *X) | deeds(B, *D) | crowd(C, 29)
        game = table(edition, cash={C: 0}, deeds=given, options={"shortage_trigger": value})
        events = do(game, "build", A, square=X1) + do(game, "want", B, count=1)
        assert [event["clause"] for event in events[:2]] == 2 * [clause]
        assert game.phase == phase
        game = table(edition, cash={C: 0}, deeds=given, options={"shortage_trigger": value})
        do(game, "build", A, square=X1)
        do(game, "pass", B)  # only one wants them
        assert (game.phase, buildings(game, X1)) == ("roll", [1])


@pytest.mark.parametrize("edition", ALL)
def test_shortage_start(edition: str) -> None:
    for value, lowest in (("one", 1), ("lowest-deed-price", 50)):
        given = deeds(A, *X) | deeds(B, *D) | crowd(C, 31)
        game = table(edition, cash={C: 0}, deeds=given, options={"shortage_start": value})
        do(game, "build", A, square=X1)
        do(game, "want", B)
        assert refused(game, "bid", B, amount=lowest - 1) == "bid-too-low"
        do(game, "bid", B, amount=lowest)


@pytest.mark.clause("sell.hotel-step.counts-as-four-houses")
@pytest.mark.parametrize("edition", ["spider-man", "star-wars-1", "disney-parks", "classic"])
def test_hotel_counts_as(edition: str) -> None:
    for value, step, outright in (("five", 25, 125), ("four", 0, 100)):
        given: dict[str, Any] = {
            "cash": {A: 0},
            "deeds": deeds(A, *X, buildings=5),
            "options": {"hotel_counts_as": value},
        }
        game = table(edition, **given)
        events = do(game, "sell", A, square=X1)
        assert (cash(game, A), buildings(game, X1)) == (step, [4])
        pieces = "four" if edition == "spider-man" else "five"  # what the rulebook says, whatever the table pays
        assert clauses(events) == [f"sell.hotel-step.counts-as-{pieces}-houses"]
        do(game, "sell_group", A, square=X1)
        assert cash(game, A) == 3 * outright
        game = table(edition, **given)
        events = do(game, "sell_group", A, square=X1, keep=4)
        assert [event["amount"] for event in events] == 3 * [step]


@pytest.mark.parametrize("edition", ALL)
def test_mortgage_clears(edition: str) -> None:
    given = deeds(A, X1, X2, buildings=1) | deeds(A, X3)
    game = table(edition, deeds=given, options={"mortgage_clears": "group"})
    assert refused(game, "mortgage", A, square=X3) == "buildings-stand"
    game = table(edition, deeds=given, options={"mortgage_clears": "property"})
    assert refused(game, "mortgage", A, square=X1) == "buildings-stand"
    do(game, "mortgage", A, square=X3)
    assert mortgaged(game, X3)
    assert buildings(game, *X) == [1, 1, 0]


@pytest.mark.clause("mortgage.transfer-lift-now.value")
@pytest.mark.parametrize("edition", ALL)
def test_transfer_lift(edition: str) -> None:
    for value, price, clause in (("plus-interest", 55, "value-plus-ten-percent"), ("value-only", 50, "value")):
        game = table(edition, deeds=deeds(A, X1, mortgaged=True), options={"transfer_lift": value})
        do(game, "offer", A, to=B, give={"squares": [X1]})
        do(game, "accept", B)
        events = do(game, "redeem", B, square=X1)
        assert cash(game, B) == 1500 - price
        assert events[0]["clause"] == f"mortgage.transfer-lift-now.{clause}"


@pytest.mark.parametrize("edition", ALL)
def test_bankrupt_mortgages_first(edition: str) -> None:
    owed = [{"debtor": A, "creditor": B, "amount": 900, "open": True}]
    for value, creditor in (("no", 1500), ("yes", 1500 + 50 + 100 - 5 - 10)):
        options = {"bankrupt_mortgages_first": value}
        game = table(edition, cash={A: 0}, deeds=deeds(A, X1, ST), phase="debt", debts=owed, options=options)
        do(game, "bankrupt", A)
        assert (owner(game, X1), owner(game, ST)) == (B, B)
        assert (mortgaged(game, X1), mortgaged(game, ST)) == 2 * (value == "yes",)
        assert cash(game, B) == creditor


# ------------------------------------------------------------------ time


@pytest.mark.parametrize("edition", [edition for edition in ALL if "timed" in load_edition(edition).variants])
def test_time_limit(edition: str) -> None:
    game = table(edition, cash={B: 1501}, at={A: 16, B: 16}, variant="timed", options={"time_limit": 2})
    throw(game, 1, 3)
    finish_turn(game)
    assert not game.over
    throw(game, 1, 3)
    finish_turn(game)
    assert game.over
    assert game.winner == B
