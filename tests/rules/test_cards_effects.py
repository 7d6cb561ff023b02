"""What each kind of card does, to the last unit. Which cards an edition has is its own data; how they work is not."""

from __future__ import annotations

from typing import Any

import pytest

from freehold import Game
from tests.table import (
    ALL,
    STATIONS,
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

pytestmark = pytest.mark.clause("cards.must-be-obeyed", "cards.kinds")
US = ["star-wars-1", "disney-parks", "game-of-thrones", "classic"]  # decks with the nearest station and utility
FRENCH = ["star-wars-2", "spider-man"]  # decks with a way back and a choice
HOME = 17, 22  # where a chest and a chance card are drawn


def draw(
    edition: str, deck: str, card: str, *dice: Any, at: int | None = None, **position: Any
) -> tuple[Game, list[dict[str, Any]]]:
    """A stops on a card square and draws this card; `dice` are what is thrown after that."""
    at = HOME[deck == "chance"] if at is None else at
    game = table(edition, at={A: (at - 3) % 40}, decks={deck: [card]}, **position)
    return game, throw(game, 1, 2, *dice)


def total(events: list[dict[str, Any]], kind: str) -> list[int]:
    return [event["amount"] for event in events if event["type"] == kind]


# ------------------------------------------------------------------ money


@pytest.mark.parametrize("edition", ALL)
def test_the_bank_pays(edition: str) -> None:
    game, events = draw(edition, "chest", "bank-error")
    assert (cash(game), game.phase) == ([1700, 1500, 1500], "end")
    assert [(e["seat"], e["other"], e["clause"]) for e in events if e["type"] == "received"] == [
        (A, "bank", "cards.must-be-obeyed")
    ]


@pytest.mark.parametrize("edition", ALL)
def test_the_bank_is_paid(edition: str) -> None:
    game, events = draw(edition, "chest", "doctor", cash={A: 50})
    assert (cash(game), game.phase, total(events, "paid")) == ([0, 1500, 1500], "end", [50])


@pytest.mark.parametrize("edition", US)
def test_each_of_the_others_is_paid_from_the_left_on(edition: str) -> None:
    game = table(edition, 4, at={B: 19}, decks={"chance": ["chairman"]}, turn=B)
    events = throw(game, 1, 2)
    assert cash(game) == [1550, 1350, 1550, 1550]
    paid = [(e["seat"], e["other"], e["amount"]) for e in events if e["type"] == "paid"]
    assert paid == [(B, C, 50), (B, E, 50), (B, A, 50)]
    assert set(clauses(events, "paid")) == {"cards.must-be-obeyed"}


@pytest.mark.parametrize("edition", US)
def test_who_can_pay_one_but_not_the_next_owes_the_next(edition: str) -> None:
    game, _ = draw(edition, "chance", "chairman", cash={A: 99}, deeds=deeds(A, 5))
    assert (cash(game), game.phase, game.decider) == ([49, 1550, 1500], "debt", A)
    debt = game.position()["debts"]
    assert [(d["debtor"], d["creditor"], d["amount"]) for d in debt] == [(A, C, 50)]
    do(game, "mortgage", square=5)
    do(game, "pay")
    assert (cash(game), game.phase) == ([99, 1550, 1550], "end")


@pytest.mark.parametrize(("edition", "card", "share"), [("classic", "opera", 50), ("game-of-thrones", "birthday", 10)])
def test_each_of_the_others_pays(edition: str, card: str, share: int) -> None:
    game, events = draw(edition, "chest", card, players=4)
    assert cash(game) == [1500 + 3 * share] + [1500 - share] * 3
    paid = [(e["seat"], e["other"], e["amount"]) for e in events if e["type"] == "paid"]
    assert paid == [(B, A, share), (C, A, share), (E, A, share)]


def test_one_of_the_others_cannot_pay_and_has_to_raise_it() -> None:
    game, _ = draw("classic", "chest", "opera", cash={B: 49}, deeds=deeds(B, 6))
    assert (game.phase, game.decider, game.turn, cash(game)) == ("debt", B, A, [1500, 49, 1500])
    do(game, "mortgage", square=6)
    do(game, "pay")
    assert (game.phase, game.decider, cash(game)) == ("end", A, [1600, 49, 1450])


def test_a_bankrupt_player_neither_pays_nor_is_paid() -> None:
    game, _ = draw("classic", "chance", "chairman", players=4, out=[B])
    assert cash(game) == [1400, 0, 1550, 1550]
    game, _ = draw("classic", "chest", "opera", players=4, out=[B])
    assert cash(game) == [1600, 0, 1450, 1450]


@pytest.mark.parametrize(
    ("edition", "deck", "card", "house", "hotel"),
    [
        ("classic", "chance", "general-repairs", 25, 100),
        ("classic", "chest", "street-repairs", 40, 115),
        ("star-wars-2", "chance", "street-repairs", 40, 115),
        ("spider-man", "chance", "general-repairs", 25, 100),
    ],
)
def test_repairs_count_houses_and_hotels(edition: str, deck: str, card: str, house: int, hotel: int) -> None:
    lots = (
        deeds(A, 6, 8, buildings=3) | deeds(A, 9, buildings=2) | deeds(A, 37, buildings=5) | deeds(A, 39, buildings=4)
    )
    game, events = draw(edition, deck, card, deeds=lots | deeds(B, 1, 3, buildings=5))
    assert cash(game) == [1500 - 12 * house - hotel, 1500, 1500]
    assert total(events, "paid") == [12 * house + hotel]


def test_repairs_of_nothing_cost_nothing() -> None:
    game, events = draw("classic", "chance", "general-repairs", deeds=deeds(A, 6) | deeds(B, 1, 3, buildings=5))
    assert (cash(game), total(events, "paid"), game.phase) == ([1500] * 3, [], "end")


# ------------------------------------------------------------------ moves


@pytest.mark.parametrize("edition", ALL)
@pytest.mark.parametrize("at", [7, 22, 36])
def test_on_to_go_and_its_salary(edition: str, at: int) -> None:
    game, events = draw(edition, "chance", "advance-go", at=at)
    assert (square(game, A), cash(game, A), game.phase) == (0, 1700, "end")
    assert clauses(events, "salary") == ["go.salary-by-card-move"]
    moved = [(event["square"], event["clause"]) for event in events if event["type"] == "move"]
    assert moved[-1] == (0, "cards.must-be-obeyed")


@pytest.mark.parametrize("edition", ALL)
@pytest.mark.parametrize(("at", "salary"), [(7, 0), (22, 0), (36, 200)])
def test_forward_to_a_square_which_is_then_played(edition: str, at: int, salary: int) -> None:
    game, _ = draw(edition, "chance", "advance-red-3", at=at)
    assert (square(game, A), cash(game, A), game.phase) == (24, 1500 + salary, "buy")
    game, events = draw(edition, "chance", "advance-red-3", at=at, deeds=deeds(B, 24))
    assert cash(game, A, B) == [1500 + salary - 20, 1520]
    assert total(events, "salary") == ([200] if salary else [])


def test_forward_to_the_square_one_stands_on_is_a_whole_round() -> None:
    game = table("spider-man", at={A: 29}, deeds=deeds(A, 39), decks={"chance": ["advance-dark-blue-2"]})
    throw(game, 5, 5)
    assert (square(game, A), cash(game, A), game.phase) == (39, 1500, "double")
    do(game, "use_option")
    assert (square(game, A), cash(game, A), game.phase) == (39, 1700, "end")


@pytest.mark.parametrize("edition", US)
@pytest.mark.parametrize(("at", "station", "salary"), [(7, 15, 0), (22, 25, 0), (36, 5, 200)])
def test_the_nearest_station_ahead_for_double_rent(edition: str, at: int, station: int, salary: int) -> None:
    for card in ("nearest-station-1", "nearest-station-2"):
        game, _ = draw(edition, "chance", card, at=at)
        assert (square(game, A), cash(game, A), game.phase) == (station, 1500 + salary, "buy")
        do(game, "buy")
        assert (owner(game, station), cash(game, A)) == (A, 1300 + salary)
        for count, rent in ((1, 50), (2, 100), (4, 400)):
            held = [station, *(other for other in STATIONS if other != station)][:count]
            game, events = draw(edition, "chance", card, at=at, deeds=deeds(B, *held))
            assert cash(game, A, B) == [1500 + salary - rent, 1500 + rent]
            assert clauses(events, "rent") == ["cards.must-be-obeyed"]  # no deed says this rent


def test_the_double_rent_is_for_that_visit_only() -> None:
    game, _ = draw("classic", "chance", "nearest-station-1", at=7, players=2, deeds=deeds(B, 15, 25))
    assert cash(game, A) == 1400
    do(game, "end_turn")
    throw(game, 1, 3)
    do(game, "pay_tax", choice="flat")
    do(game, "end_turn")
    throw(game, 4, 6)
    assert (square(game, A), cash(game, A)) == (25, 1350)


@pytest.mark.parametrize("edition", US)
@pytest.mark.parametrize(("at", "utility", "salary"), [(7, 12, 0), (22, 28, 0), (36, 12, 200)])
def test_the_nearest_utility_ahead_for_ten_times_a_new_throw(edition: str, at: int, utility: int, salary: int) -> None:
    game, _ = draw(edition, "chance", "nearest-utility", at=at)
    assert (square(game, A), cash(game, A), game.phase) == (utility, 1500 + salary, "buy")
    game, events = draw(edition, "chance", "nearest-utility", 4, 5, at=at, deeds=deeds(B, utility))
    assert (cash(game, A, B), game.phase) == ([1500 + salary - 90, 1590], "end")
    assert total(events, "rent_throw") == [9]
    assert clauses(events, "rent") == ["cards.must-be-obeyed"]
    game, events = draw(edition, "chance", "nearest-utility", 4, 5, at=at, deeds=deeds(B, 12, 28))
    assert cash(game, A, B) == [1500 + salary - 90, 1590]
    assert clauses(events, "rent") == ["cards.must-be-obeyed"]


@pytest.mark.parametrize("edition", ALL)
def test_three_squares_back(edition: str) -> None:
    game, _ = draw(edition, "chance", "back-three", at=22)
    assert (square(game, A), cash(game, A), game.phase) == (19, 1500, "buy")
    game, _ = draw(edition, "chance", "back-three", at=22, deeds=deeds(B, 19))
    assert cash(game, A, B) == [1500 - 16, 1516]
    game, _ = draw(edition, "chance", "back-three", at=7)
    assert square(game, A) == 4
    game = table(edition, at={A: 33}, decks={"chance": ["back-three"], "chest": ["doctor"]})
    events = throw(game, 1, 2)
    assert [event["card"] for event in events if event["type"] == "card"] == ["back-three", "doctor"]
    assert (square(game, A), cash(game, A)) == (33, 1450)


@pytest.mark.parametrize("edition", FRENCH)
@pytest.mark.parametrize("at", [17, 33])
def test_back_to_a_square_without_salary(edition: str, at: int) -> None:
    game, events = draw(edition, "chest", "back-brown-1", at=at)
    assert (square(game, A), cash(game, A), game.phase) == (1, 1500, "buy")
    assert total(events, "salary") == []
    elsewhere = {"force": {"dark": 39, "light": 21}} if edition == "star-wars-2" else {}
    game, _ = draw(edition, "chest", "back-brown-1", at=at, deeds=deeds(B, 1), **elsewhere)
    assert cash(game, A, B) == [1498, 1502]


# ------------------------------------------------------------------ a choice


@pytest.mark.parametrize("edition", FRENCH)
def test_a_fine_or_another_card(edition: str) -> None:
    given: dict[str, Any] = {"at": {A: 14}, "decks": {"chest": ["fine-or-draw"], "chance": ["dividend", "school"]}}
    game = table(edition, **given)
    throw(game, 1, 2)
    assert (game.phase, game.decider) == ("card", A)
    assert [a["choice"] for a in game.legal(A) if a["type"] == "choose"] == ["pay", "draw"]
    assert refused(game, "choose", choice="neither") == "bad-choice"
    assert refused(game, "end_turn") == "wrong-phase"
    assert refused(game, "choose", seat=B, choice="pay") == "not-your-turn"
    do(game, "choose", choice="pay")
    assert (cash(game, A), game.phase) == (1490, "end")
    assert refused(game, "choose", choice="draw") == "wrong-phase"
    game = table(edition, **given)
    throw(game, 1, 2)
    events = do(game, "choose", choice="draw")
    assert [(e["deck"], e["card"]) for e in events if e["type"] == "card"] == [("chance", "dividend")]
    assert (cash(game, A), game.phase, kinds(game, A)) == (1550, "end", {"end_turn"})
    decks = game.position()["decks"]
    assert (decks["chest"][-1], decks["chance"][-1], decks["chance"][0]) == ("fine-or-draw", "dividend", "school")


@pytest.mark.parametrize("edition", FRENCH)
def test_the_fine_of_a_choice_is_owed_like_any_other(edition: str) -> None:
    game, _ = draw(edition, "chest", "fine-or-draw", cash={A: 9})
    do(game, "choose", choice="pay")
    assert (game.phase, game.position()["debts"][0]["amount"]) == ("debt", 10)


# ------------------------------------------------------------------ what only a home-made edition has


def test_a_card_may_send_past_go_without_salary() -> None:
    printed = reprinted("classic", "chance", "advance-pink-1", kind="move_to", target=11, direction="forward")
    game, _ = draw("classic", "chance", "advance-pink-1", at=36, printed=printed)
    assert (square(game, A), cash(game, A), game.phase) == (11, 1500, "buy")


def test_a_card_may_send_some_squares_on() -> None:
    printed = reprinted("classic", "chance", "back-three", kind="move_relative", steps=5)
    game, _ = draw("classic", "chance", "back-three", at=36, printed=printed)
    assert (square(game, A), cash(game, A), game.phase) == (1, 1700, "buy")
