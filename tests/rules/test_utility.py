"""Utilities: four or ten times the dice, and which dice they are."""

from __future__ import annotations

from typing import Any

import pytest

from freehold import Game
from tests.table import ALL, UTILITIES, A, B, C, cash, clauses, deeds, do, refused, reprinted, square, table, throw

ONE, OTHER = UTILITIES
MOVING = tuple(edition for edition in ALL if edition != "game-of-thrones")
every_edition = pytest.mark.parametrize("edition", ALL)


def visit(
    edition: str = "classic", dice: tuple[int, int] = (3, 4), rent_dice: tuple[int, int] = (3, 4), **position: Any
) -> tuple[list[dict[str, Any]], Game]:
    """A reaches utility 12 with these dice; in Game of Thrones the rent has a throw of its own."""
    game = table(edition, at={A: ONE - sum(dice)}, **position)
    fresh = rent_dice if edition == "game-of-thrones" else ()
    return throw(game, *dice, *fresh), game


@pytest.mark.clause("utility.rent-one-times-four")
@every_edition
def test_one_utility_earns_four_times_the_dice(edition: str) -> None:
    events, game = visit(edition, deeds=deeds(B, ONE))
    assert cash(game) == [1472, 1528, 1500]
    assert clauses(events, "rent") == ["utility.rent-one-times-four"]


@pytest.mark.clause("utility.rent-one-times-four")
@every_edition
def test_two_owners_have_one_utility_each(edition: str) -> None:
    _, game = visit(edition, deeds=deeds(B, ONE) | deeds(C, OTHER))
    assert cash(game) == [1472, 1528, 1500]


@pytest.mark.clause("utility.rent-both-times-ten")
@every_edition
def test_both_utilities_earn_ten_times_the_dice(edition: str) -> None:
    events, game = visit(edition, deeds=deeds(B, *UTILITIES))
    assert cash(game) == [1430, 1570, 1500]
    assert clauses(events, "rent") == ["utility.rent-both-times-ten"]


@pytest.mark.clause("utility.rent-both-times-ten", "utility.rent-one-times-four")
@every_edition
@pytest.mark.parametrize(("counts", "rent", "times"), [("yes", 70, "both-times-ten"), ("no", 28, "one-times-four")])
def test_a_mortgaged_utility_still_counts_unless_the_table_says_no(
    edition: str, counts: str, rent: int, times: str
) -> None:
    owned = deeds(B, ONE) | deeds(B, OTHER, mortgaged=True)
    events, game = visit(edition, deeds=owned, options={"utility_counts_mortgaged": counts})
    assert cash(game, A, B) == [1500 - rent, 1500 + rent]
    assert clauses(events, "rent") == [f"utility.rent-{times}"]


@pytest.mark.clause("utility.dice.throw-that-moved")
@pytest.mark.parametrize("edition", MOVING)
def test_the_throw_that_moved_the_visitor_counts(edition: str) -> None:
    events, game = visit(edition, dice=(3, 4), deeds=deeds(B, ONE))
    assert clauses(events, "rent_throw") == []
    assert cash(game, A) == 1472
    assert len(game.log[-1]["chance"]) == (3 if edition == "star-wars-2" else 2)  # no further die was thrown
    _, game = visit(edition, dice=(5, 6), deeds=deeds(B, ONE))
    assert cash(game, A) == 1500 - 44


@pytest.mark.clause("utility.dice.throw-for-rent")
def test_in_game_of_thrones_the_dice_are_thrown_for_the_rent() -> None:
    events, game = visit("game-of-thrones", dice=(3, 4), rent_dice=(4, 5), deeds=deeds(B, ONE))
    assert cash(game, A, B) == [1464, 1536]
    thrown = next(event for event in events if event["type"] == "rent_throw")
    assert (thrown["seat"], thrown["amount"], thrown["clause"]) == (A, 9, "utility.dice.throw-for-rent")


@pytest.mark.clause("utility.dice.throw-for-rent")
@pytest.mark.parametrize(("dice", "phase"), [((3, 4), "end"), ((3, 3), "roll")])
def test_a_double_counts_on_the_turn_throw_only(dice: tuple[int, int], phase: str) -> None:
    game = table("game-of-thrones", at={A: ONE - sum(dice)}, deeds=deeds(B, ONE))
    throw(game, *dice, 2, 2)
    assert cash(game, A) == 1484
    assert game.phase == phase


@pytest.mark.clause("utility.dice.throw-for-rent", "utility.dice.throw-that-moved")
@pytest.mark.parametrize(("edition", "throws"), [("classic", "fresh"), ("game-of-thrones", "moving")])
def test_a_table_may_agree_on_the_other_reading(edition: str, throws: str) -> None:
    game = table(edition, at={A: 5}, deeds=deeds(B, ONE), options={"utility_throw": throws})
    throw(game, 3, 4, *((4, 5) if throws == "fresh" else ()))
    assert cash(game, A) == (1464 if throws == "fresh" else 1472)


@pytest.mark.clause("utility.card-move-needs-new-throw")
@every_edition
@pytest.mark.parametrize(("owned", "rent"), [((ONE,), 20), (UTILITIES, 50)], ids=["one", "both"])
def test_a_visitor_sent_by_a_card_throws_anew(edition: str, owned: tuple[int, ...], rent: int) -> None:
    printed = reprinted(edition, "chance", "dividend", kind="move_to", target=ONE, direction="forward", collect_go=True)
    game = table(edition, deeds=deeds(B, *owned), decks={"chance": ["dividend"]}, printed=printed)
    events = throw(game, 3, 4, 2, 3)
    assert square(game, A) == ONE
    assert cash(game, A, B) == [1500 - rent, 1500 + rent]
    why = "dice.throw-for-rent" if edition == "game-of-thrones" else "card-move-needs-new-throw"
    assert clauses(events, "rent_throw") == [f"utility.{why}"]


@pytest.mark.clause("utility.card-move-needs-new-throw")
@pytest.mark.parametrize("edition", ["star-wars-1", "disney-parks", "game-of-thrones", "classic"])
def test_what_the_card_says_goes_before_the_deed(edition: str) -> None:
    game = table(edition, deeds=deeds(B, ONE), decks={"chance": ["nearest-utility"]})
    throw(game, 3, 4, 2, 3)
    assert cash(game, A, B) == [1450, 1550]  # ten times the new throw, though B has one utility


@pytest.mark.clause("utility.card-move-needs-new-throw")
def test_the_factor_of_a_card_is_for_that_visit_only() -> None:
    game = table(at={A: 5}, deeds=deeds(B, ONE) | deeds(C, OTHER), decks={"chance": ["nearest-utility"]})
    throw(game, 1, 1, 2, 3)
    throw(game, 4, 4)  # parking
    throw(game, 3, 5)
    assert square(game, A) == OTHER
    assert cash(game) == [1500 - 50 - 32, 1550, 1532]


@pytest.mark.clause("utility.card-move-needs-new-throw")
def test_a_swing_to_a_utility_needs_a_new_throw_too() -> None:
    game = table("spider-man", at={A: 3}, deeds=deeds(A, 5) | deeds(B, ONE))
    throw(game, 1, 1)
    do(game, "go_to", chance=[4, 5], square=ONE)
    assert cash(game, A, B) == [1464, 1536]


@pytest.mark.clause("utility.mortgaged-pays-none")
@every_edition
def test_a_mortgaged_utility_earns_nothing(edition: str) -> None:
    game = table(edition, at={A: 5}, deeds=deeds(B, ONE, mortgaged=True) | deeds(B, OTHER))
    events = throw(game, 3, 4)
    assert cash(game) == [1500] * 3
    assert clauses(events, "no_rent") == ["utility.mortgaged-pays-none"]
    assert game.phase == "end"


@pytest.mark.clause("utility.mortgaged-pays-none")
def test_a_mortgaged_utility_cannot_be_claimed_for() -> None:
    game = table(at={A: 5}, deeds=deeds(B, ONE, mortgaged=True), options={"rent_claims": "claimed"})
    throw(game, 3, 4)
    assert refused(game, "claim", B, square=ONE) == "no-claim"
