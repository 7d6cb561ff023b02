"""Spider-Man's attack on a double six: red against blue for another player's property."""

from __future__ import annotations

from typing import Any

import pytest

from freehold import Game
from tests.table import (
    D1,
    D2,
    ST,
    STATIONS,
    UTILITIES,
    X1,
    X2,
    A,
    B,
    C,
    X,
    cash,
    clauses,
    deeds,
    do,
    owner,
    refused,
    table,
)

SM = "spider-man"


def attacking(**position: Any) -> Game:
    """A has thrown a double six; B owns X1 without the rest of its group."""
    given: dict[str, Any] = {"deeds": deeds(B, X1), "at": {A: 20}} | position
    return table(SM, phase="double", dice=[6, 6], doubles=1, **given)


def targets(game: Game) -> set[int]:
    return {action["square"] for action in game.legal() if action["type"] == "attack"}


@pytest.mark.clause("attack.one-property-of-another-player")
def test_the_target_is_a_property_of_another_player() -> None:
    game = attacking(deeds=deeds(A, X2) | deeds(B, 9) | deeds(C, D2))
    for at, reason in {
        X1: "not-your-deed",  # the bank's
        X2: "not-your-deed",  # A's own
        10: "not-a-property",
        40: "no-such-square",
    }.items():
        assert refused(game, "attack", square=at) == reason
    assert targets(game) == {9, D2}


@pytest.mark.clause("attack.one-property-of-another-player", "attack.not-against-full-colour")
def test_stations_and_utilities_are_targets_and_protected_like_colours() -> None:
    game = attacking(deeds=deeds(B, *STATIONS[:3], UTILITIES[0]) | deeds(C, STATIONS[3], UTILITIES[1]))
    assert targets(game) == {*STATIONS, *UTILITIES}
    full = attacking(deeds=deeds(B, *STATIONS, *UTILITIES))
    assert targets(full) == set()
    assert refused(full, "attack", square=ST) == "protected-group"
    assert refused(full, "attack", square=UTILITIES[0]) == "protected-group"


@pytest.mark.clause("attack.one-property-of-another-player")
def test_a_table_may_keep_attacks_to_lots() -> None:
    game = attacking(deeds=deeds(B, X1, ST, UTILITIES[0]), options={"attack_stations": "no"})
    assert targets(game) == {X1}
    assert refused(game, "attack", square=ST) == "not-a-lot"
    assert refused(game, "attack", square=UTILITIES[0]) == "not-a-lot"


@pytest.mark.clause("attack.one-property-of-another-player", "attack.winner-pays-card-value")
def test_a_mortgaged_property_is_won_at_the_printed_price_with_its_mortgage() -> None:
    game = attacking(deeds=deeds(B, X1, mortgaged=True))
    do(game, "attack", square=X1, chance=[5, 3])
    assert cash(game, A, B) == [1400, 1600]
    assert (game.phase, game.decider) == ("transfer", A)
    do(game, "keep_mortgage", square=X1)
    assert cash(game, A) == 1400 - 5
    assert game.position()["deeds"][str(X1)] == {"owner": A, "mortgaged": True, "buildings": 0}
    assert game.phase == "end"


@pytest.mark.clause("attack.one-property-of-another-player")
def test_a_table_may_spare_mortgaged_properties() -> None:
    game = attacking(deeds=deeds(B, X1, mortgaged=True) | deeds(C, D2), options={"attack_mortgaged": "no"})
    assert refused(game, "attack", square=X1) == "already-mortgaged"
    assert targets(game) == {D2}


@pytest.mark.clause("attack.red-against-blue")
def test_one_red_and_one_blue_die_are_thrown_together() -> None:
    game = attacking()
    events = do(game, "attack", square=X1, chance=[5, 3])
    (thrown,) = [event for event in events if event["type"] == "attack_throw"]
    assert (thrown["seat"], thrown["other"], thrown["red"], thrown["blue"]) == (A, B, 5, 3)
    assert thrown["clause"] == "attack.red-against-blue"
    assert game.log[-1]["chance"] == [5, 3]


@pytest.mark.clause("attack.red-against-blue")
def test_an_owner_in_jail_throws_too_and_is_not_asked() -> None:
    game = attacking(jailed={B: 1})
    do(game, "attack", square=X1, chance=[3, 2])
    assert (owner(game, X1), game.phase, game.decider) == (A, "end", A)


@pytest.mark.clause("attack.higher-die-wins", "attack.winner-pays-card-value")
@pytest.mark.parametrize(("red", "blue"), [(2, 1), (5, 3), (6, 5)])
def test_a_higher_red_die_wins_the_property_for_its_price(red: int, blue: int) -> None:
    game = attacking()
    events = do(game, "attack", square=X1, chance=[red, blue])
    assert owner(game, X1) == A
    assert cash(game) == [1400, 1600, 1500]
    assert clauses(events, "attack_won") == clauses(events, "deed") == ["attack.higher-die-wins"]
    (paid,) = [event for event in events if event["type"] == "paid"]
    assert (paid["seat"], paid["other"], paid["amount"]) == (A, B, 100)
    assert paid["clause"] == "attack.winner-pays-card-value"


@pytest.mark.clause("attack.winner-pays-card-value")
@pytest.mark.parametrize(("at", "price"), [(9, 120), (D1, 350), (D2, 400), (ST, 200), (UTILITIES[0], 150)])
def test_the_value_is_the_printed_price_of_the_deed(at: int, price: int) -> None:
    game = attacking(deeds=deeds(C, at))
    do(game, "attack", square=at, chance=[6, 1])
    assert cash(game) == [1500 - price, 1500, 1500 + price]


@pytest.mark.clause("attack.higher-die-wins", "attack.loser-pays-nothing")
@pytest.mark.parametrize(("red", "blue"), [(1, 2), (2, 3), (5, 6)])
def test_a_higher_blue_die_keeps_the_property_and_no_money_moves(red: int, blue: int) -> None:
    game = attacking()
    events = do(game, "attack", square=X1, chance=[red, blue])
    assert owner(game, X1) == B
    assert cash(game) == [1500, 1500, 1500]
    assert clauses(events, "attack_lost") == ["attack.loser-pays-nothing"]
    assert [event["type"] for event in events] == ["attack", "attack_throw", "attack_lost"]
    assert game.phase == "end"


@pytest.mark.clause("attack.tie-throws-again")
def test_a_tie_is_thrown_again_until_one_is_higher() -> None:
    game = attacking()
    events = do(game, "attack", square=X1, chance=[4, 4, 1, 1, 2, 3])
    thrown = [(event["red"], event["blue"]) for event in events if event["type"] == "attack_throw"]
    assert thrown == [(4, 4), (1, 1), (2, 3)]
    assert owner(game, X1) == B
    assert clauses(events, "attack_throw") == ["attack.red-against-blue"] + ["attack.tie-throws-again"] * 2


@pytest.mark.clause("attack.not-against-full-colour")
@pytest.mark.parametrize("group", [X, (D1, D2)])
def test_a_full_colour_is_protected(group: tuple[int, ...]) -> None:
    game = attacking(deeds=deeds(B, *group))
    for at in group:
        assert refused(game, "attack", square=at) == "protected-group"
    assert targets(game) == set()
    parted = attacking(deeds=deeds(B, *group[1:]) | deeds(C, group[0]))
    assert targets(parted) == set(group)


@pytest.mark.clause("attack.must-afford-price")
@pytest.mark.parametrize(("held", "may"), [(80, False), (99, False), (100, True)])
def test_the_attacker_must_have_the_price_in_cash(held: int, may: bool) -> None:
    game = attacking(cash={A: held}, deeds=deeds(A, ST) | deeds(B, X1))
    assert targets(game) == ({X1} if may else set())
    if may:
        do(game, "attack", square=X1, chance=[2, 1])
        assert cash(game, A) == 0
    else:
        assert refused(game, "attack", square=X1) == "not-enough-cash"
        do(game, "mortgage", square=ST)  # the money may be raised before
        assert targets(game) == {X1}
