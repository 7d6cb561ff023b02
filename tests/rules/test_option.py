"""Spider-Man's options: what a double offers in place of the second throw."""

from __future__ import annotations

from typing import Any

import pytest

from freehold import Game
from freehold.game import FREE
from tests.table import (
    ALL,
    D2,
    GO_TO_JAIL,
    JAIL,
    UTILITIES,
    X1,
    A,
    B,
    C,
    E,
    cash,
    clauses,
    deeds,
    do,
    kinds,
    owner,
    refused,
    reprinted,
    square,
    table,
    throw,
)

SM = "spider-man"
OPTIONS = {1: "go_to", 2: "use_option", 3: "use_option", 4: "use_option", 5: "use_option", 6: "attack"}


def doubled(double: int, *, players: int = 3, **position: Any) -> Game:
    """A has thrown a double that ended on an own lot; B owns one lot that can be attacked."""
    given: dict[str, Any] = {"at": {A: X1}, "deeds": deeds(A, X1) | deeds(B, D2)} | position
    return table(SM, players, phase="double", dice=[double, double], doubles=1, **given)


def decisions(game: Game) -> set[str]:
    return kinds(game) - set(FREE)


@pytest.mark.clause("option.optional", "option.matches-the-double")
@pytest.mark.parametrize("double", range(1, 7))
def test_a_double_offers_its_own_option_and_always_the_second_throw(double: int) -> None:
    game = table(SM, at={A: (X1 - 2 * double) % 40}, deeds=deeds(A, X1) | deeds(B, D2))
    events = throw(game, double, double)
    assert (game.phase, game.decider, square(game, A)) == ("double", A, X1)
    assert decisions(game) == {"throw_again", OPTIONS[double]}
    assert clauses(events, "double") == ["option.replaces-second-throw"]


@pytest.mark.clause("option.matches-the-double")
@pytest.mark.parametrize("double", range(1, 7))
def test_no_other_option_can_be_taken(double: int) -> None:
    game = doubled(double)
    if double in (1, 6):
        assert refused(game, "use_option") == "wrong-double"
    if double != 1:
        assert refused(game, "go_to", square=D2) == "wrong-double"
    if double != 6:
        assert refused(game, "attack", square=D2) == "wrong-double"


@pytest.mark.clause("option.optional")
@pytest.mark.parametrize("double", range(1, 7))
def test_with_the_setting_off_only_the_second_throw_is_left(double: int) -> None:
    game = table(SM, at={A: (X1 - 2 * double) % 40}, deeds=deeds(A, X1), options={"double_options": "off"})
    events = throw(game, double, double)
    assert (game.phase, game.decider) == ("roll", A)
    assert decisions(game) == {"roll"}
    assert clauses(events, "double") == ["dice.double-plays-square-then-rolls-again"]


@pytest.mark.clause("option.optional")
@pytest.mark.parametrize("edition", [edition for edition in ALL if edition != SM])
def test_other_editions_know_no_options(edition: str) -> None:
    game = table(edition, at={A: 2}, deeds=deeds(A, X1))
    throw(game, 2, 2)
    assert decisions(game) == {"roll"}
    assert refused(game, "use_option") == "wrong-phase"


@pytest.mark.clause("option.move-first")
def test_the_token_moves_and_plays_its_square_first() -> None:
    game = table(SM)
    throw(game, 2, 2)
    assert (square(game, A), cash(game, A), game.phase) == (4, 1500 - 200, "double")
    do(game, "use_option")
    assert cash(game, A) == 1500


@pytest.mark.clause("option.move-first")
def test_a_purchase_is_decided_before_the_option() -> None:
    game = table(SM)
    throw(game, 3, 3)
    assert game.phase == "buy"
    assert refused(game, "use_option") == "wrong-phase"
    do(game, "buy")
    assert (game.phase, owner(game, X1)) == ("double", A)


@pytest.mark.clause("option.move-first")
def test_who_is_jailed_by_the_square_gets_no_option() -> None:
    game = table(SM, at={A: GO_TO_JAIL - 4})
    throw(game, 2, 2)
    assert (square(game, A), game.phase, game.turn) == (JAIL, "roll", B)


@pytest.mark.clause("option.replaces-second-throw")
def test_taking_the_option_gives_up_the_second_throw() -> None:
    game = doubled(2)
    do(game, "use_option")
    assert (game.phase, decisions(game)) == ("end", {"end_turn"})
    assert refused(game, "throw_again") == "wrong-phase"
    do(game, "end_turn")
    assert (game.turn, game.phase, game.position()["doubles"]) == (B, "roll", 0)


@pytest.mark.clause("option.replaces-second-throw")
def test_throwing_again_gives_up_the_option() -> None:
    game = doubled(2, at={A: 1})
    throw(game, 2, 3)
    assert (square(game, A), cash(game, A)) == (X1, 1500)
    assert (game.phase, decisions(game)) == ("end", {"end_turn"})


@pytest.mark.clause("option.double-one-move-anywhere")
def test_double_one_moves_to_any_square() -> None:
    game = doubled(1, deeds=deeds(A, X1))
    targets = {action["square"] for action in game.legal() if action["type"] == "go_to"}
    assert targets == set(range(40)) - {X1}
    assert refused(game, "go_to", square=X1) == "same-square"
    assert refused(game, "go_to", square=40) == "no-such-square"
    events = do(game, "go_to", square=D2)
    assert (square(game, A), game.phase) == (D2, "buy")
    assert clauses(events, "option") == clauses(events, "move") == ["option.double-one-move-anywhere"]
    do(game, "buy")
    assert (owner(game, D2), game.phase) == (A, "end")


@pytest.mark.clause("option.double-one-move-anywhere")
def test_the_square_swung_to_is_played() -> None:
    rent = doubled(1)
    do(rent, "go_to", square=D2)
    assert cash(rent, A, B) == [1450, 1550]
    tax = doubled(1)
    do(tax, "go_to", square=38)
    assert cash(tax, A) == 1400
    card = doubled(1, decks={"chest": ["bank-error"]})
    do(card, "go_to", square=2)
    assert cash(card, A) == 1700
    jail = doubled(1)
    do(jail, "go_to", square=GO_TO_JAIL)
    assert jail.position()["players"][A]["in_jail"]
    visit = doubled(1)
    do(visit, "go_to", square=JAIL)
    assert not visit.position()["players"][A]["in_jail"]
    assert cash(visit, A) == 1500


@pytest.mark.clause("option.double-one-move-anywhere")
def test_a_utility_swung_to_takes_a_new_throw() -> None:
    game = doubled(1, deeds=deeds(A, X1) | deeds(B, UTILITIES[0]))
    do(game, "go_to", square=UTILITIES[0], chance=[5, 6])
    assert cash(game, A, B) == [1500 - 4 * 11, 1500 + 4 * 11]


@pytest.mark.clause("option.double-one-move-anywhere")
def test_what_an_earlier_card_made_of_a_rent_is_forgotten() -> None:
    nearest = {"rent_times": 2, "dice_times": 10}
    station = doubled(1, deeds=deeds(A, X1) | deeds(B, 5), flow=nearest)
    do(station, "go_to", square=5)
    assert cash(station, A) == 1500 - 25
    utility = doubled(1, deeds=deeds(A, X1) | deeds(B, UTILITIES[0]), flow=nearest)
    do(utility, "go_to", square=UTILITIES[0], chance=[5, 6])
    assert cash(utility, A) == 1500 - 4 * 11


@pytest.mark.clause("option.double-one-move-anywhere")
@pytest.mark.parametrize(
    ("setting", "target", "salary"),
    [("jump", 0, 200), ("jump", 5, 0), ("jump", 20, 0), ("pass", 0, 200), ("pass", 5, 200), ("pass", 20, 0)],
)
def test_the_swing_earns_no_salary_but_on_go_unless_the_table_says_so(setting: str, target: int, salary: int) -> None:
    owned = deeds(A, 5, X1)
    game = doubled(1, deeds=owned, options={"swing_salary": setting})
    do(game, "go_to", square=target)
    assert cash(game, A) == 1500 + salary


@pytest.mark.clause("option.double-two-bank-pays-200")
def test_double_two_brings_200_from_the_bank() -> None:
    game = doubled(2, cash={A: 300})
    events = do(game, "use_option")
    assert cash(game) == [500, 1500, 1500]
    assert {event["clause"] for event in events} == {"option.double-two-bank-pays-200"}
    assert [event["type"] for event in events] == ["option", "received"]
    assert (events[0]["double"], events[1]["amount"]) == (2, 200)


@pytest.mark.clause("option.double-three-each-player-pays-50")
def test_double_three_brings_50_from_every_other_player() -> None:
    game = doubled(3, players=4)
    events = do(game, "use_option")
    assert cash(game) == [1650, 1450, 1450, 1450]
    paid = [(event["seat"], event["other"], event["amount"]) for event in events if event["type"] == "paid"]
    assert paid == [(B, A, 50), (C, A, 50), (E, A, 50)]
    assert events[0] | {"type": "option", "seat": A, "double": 3} == events[0]
    assert set(clauses(events)) == {"option.double-three-each-player-pays-50"}


@pytest.mark.clause("option.double-three-each-player-pays-50")
def test_the_payments_go_round_from_the_left_and_pass_by_a_bankrupt() -> None:
    game = doubled(3, players=4, cash={B: 0}, deeds=deeds(C, X1), at={C: X1}, turn=C)
    players = game.position()["players"]
    players[B]["bankrupt"] = True
    game = Game.load({**game.position(), "players": players})
    paid = [event["seat"] for event in do(game, "use_option") if event["type"] == "paid"]
    assert paid == [E, A]
    assert cash(game) == [1450, 0, 1600, 1450]


@pytest.mark.clause("option.double-three-each-player-pays-50")
def test_who_cannot_pay_the_50_owes_it_to_the_thrower() -> None:
    game = doubled(3, cash={B: 49})
    do(game, "use_option")
    debt = game.position()["debts"][0]
    assert (game.phase, game.decider) == ("debt", B)
    assert (debt["debtor"], debt["creditor"], debt["amount"]) == (B, A, 50)
    do(game, "mortgage", B, square=D2)
    do(game, "pay", B)
    assert cash(game) == [1600, 49 + 200 - 50, 1450]
    assert (game.phase, game.decider) == ("end", A)


@pytest.mark.clause("option.double-three-each-player-pays-50")
def test_a_prisoner_pays_the_50_too() -> None:
    game = doubled(3, jailed={C: 1})
    do(game, "use_option")
    assert cash(game) == [1600, 1450, 1450]


@pytest.mark.clause("option.double-three-each-player-pays-50")
def test_50_exactly_is_enough() -> None:
    game = doubled(3, cash={B: 50})
    do(game, "use_option")
    assert cash(game) == [1600, 0, 1450]


@pytest.mark.parametrize(
    ("double", "deck", "other", "card", "worth", "clause"),
    [
        pytest.param(4, "chest", "chance", "bank-error", 200, "option.double-four-spider-man-card",
                     marks=pytest.mark.clause("option.double-four-spider-man-card")),
        pytest.param(5, "chance", "chest", "dividend", 50, "option.double-five-black-card",
                     marks=pytest.mark.clause("option.double-five-black-card")),
    ],
)  # fmt: skip
def test_double_four_and_five_draw_the_top_card_of_their_deck(
    double: int, deck: str, other: str, card: str, worth: int, clause: str
) -> None:
    game = doubled(double, decks={deck: [card]})
    decks: Any = game.position()["decks"]
    untouched, rest = decks[other], decks[deck][1:]
    events = do(game, "use_option")
    assert clauses(events, "option") == [clause]
    assert [(event["deck"], event["card"]) for event in events if event["type"] == "card"] == [(deck, card)]
    assert cash(game, A) == 1500 + worth
    assert game.position()["decks"] == {deck: [*rest, card], other: untouched}
    assert (game.phase, square(game, A)) == ("end", X1)


@pytest.mark.clause("option.double-five-black-card", "option.replaces-second-throw")
def test_a_card_that_moves_the_token_still_ends_the_throwing() -> None:
    game = doubled(5, decks={"chance": ["advance-go"]})
    do(game, "use_option")
    assert (square(game, A), cash(game, A), game.phase) == (0, 1700, "end")


@pytest.mark.clause("option.double-five-black-card", "utility.rent-one-times-four")
def test_what_an_earlier_card_made_of_a_rent_is_no_matter_to_a_later_card() -> None:
    printed = reprinted(SM, "chance", "back-three", kind="move_relative", steps=UTILITIES[0] - X1)
    decks = {"chance": ["back-three"]}
    flow = {"rent_times": 2, "dice_times": 10}
    game = doubled(5, deeds=deeds(A, X1) | deeds(B, UTILITIES[0]), decks=decks, flow=flow, printed=printed)
    do(game, "use_option", chance=[5, 6])
    assert cash(game, A, B) == [1500 - 4 * 11, 1500 + 4 * 11]


@pytest.mark.clause("option.double-six-attack")
def test_double_six_attacks_a_property_of_another_player() -> None:
    game = doubled(6, deeds=deeds(A, 1) | deeds(B, X1), at={A: 1})
    events = do(game, "attack", square=X1, chance=[5, 3])
    assert clauses(events, "attack") == ["option.double-six-attack"]
    assert owner(game, X1) == A
    assert game.phase == "end"


@pytest.mark.clause("option.third-double-is-still-jail")
def test_the_third_double_is_jail_and_gives_no_option() -> None:
    game = table(SM, at={A: 36}, deeds=deeds(A, X1))
    throw(game, 1, 1)  # 38, the tax of 100
    throw(game, 4, 4)  # 6 by way of GO
    assert (game.phase, game.position()["doubles"]) == ("double", 2)
    events = throw(game, 2, 2)
    assert clauses(events, "jailed") == ["dice.third-double-sends-to-jail"]
    assert (square(game, A), cash(game, A)) == (JAIL, 1500 - 100 + 200)
    assert (game.turn, game.phase) == (B, "roll")


@pytest.mark.clause("option.third-double-is-still-jail", "option.replaces-second-throw")
def test_a_double_that_frees_from_jail_gives_no_option() -> None:
    game = table(SM, jailed={A: 0}, deeds=deeds(A, 14))
    throw(game, 2, 2)
    assert (square(game, A), game.phase, decisions(game)) == (14, "end", {"end_turn"})
