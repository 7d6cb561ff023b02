"""GO: the salary for reaching or passing it, and the ways past it that pay nothing."""

from __future__ import annotations

from typing import Any

import pytest

from tests.table import ALL, GO, JAIL, A, B, cash, clauses, deeds, do, reprinted, square, table, throw

every_edition = pytest.mark.parametrize("edition", ALL)


@pytest.mark.clause("go.salary-200")
@every_edition
@pytest.mark.parametrize(("dice", "reached"), [((2, 3), 3), ((1, 1), GO), ((1, 3), 2)])
def test_reaching_or_passing_go_pays_200(edition: str, dice: tuple[int, int], reached: int) -> None:
    game = table(edition, at={A: 38}, cash={A: 100}, decks={"chest": ["jail-free"]})
    events = throw(game, *dice)
    assert square(game, A) == reached
    assert cash(game) == [300, 1500, 1500]
    salary = {"type": "salary", "seat": A, "square": GO, "amount": 200, "clause": "go.salary-200"}
    assert [event for event in events if event["type"] == "salary"] == [salary]


@pytest.mark.clause("go.salary-200")
@every_edition
def test_a_move_that_stops_short_of_go_pays_nothing(edition: str) -> None:
    game = table(edition, at={A: 34}, cash={A: 100}, deeds=deeds(A, 39))
    events = throw(game, 2, 3)
    assert square(game, A) == 39
    assert cash(game, A) == 100
    assert clauses(events, "salary") == []


@pytest.mark.clause("go.salary-by-card-move")
@every_edition
@pytest.mark.parametrize(
    ("card", "reached", "salary"),
    [("advance-pink-1", 11, 200), ("advance-go", GO, 200), ("advance-dark-blue-2", 39, 0)],
)
def test_a_card_that_leads_over_or_onto_go_pays_the_salary(edition: str, card: str, reached: int, salary: int) -> None:
    game = table(edition, at={A: 29}, cash={A: 100}, decks={"chance": [card]}, deeds=deeds(A, 11, 39))
    events = throw(game, 3, 4)
    assert square(game, A) == reached
    assert cash(game, A) == 100 + salary
    assert clauses(events, "salary") == (["go.salary-by-card-move"] if salary else [])


@pytest.mark.clause("go.salary-by-card-move")
@every_edition
def test_a_card_to_a_station_beyond_go_pays_the_salary(edition: str) -> None:
    card, station = ("advance-station-2", 15) if edition in ("star-wars-2", "spider-man") else ("advance-station-1", 5)
    game = table(edition, at={A: 29}, cash={A: 100}, decks={"chance": [card]}, deeds=deeds(A, station))
    throw(game, 3, 4)
    assert square(game, A) == station
    assert cash(game, A) == 300


@pytest.mark.parametrize("edition", ["star-wars-2", "spider-man"])
def test_going_back_to_the_first_lot_pays_no_salary(edition: str) -> None:
    game = table(edition, at={A: 28}, cash={A: 100}, decks={"chest": ["back-brown-1"]}, deeds=deeds(A, 1))
    throw(game, 2, 3, *(["light"] if edition == "star-wars-2" else []))  # the dark symbol is there: a battle, won
    assert square(game, A) == 1
    assert cash(game, A) == 100


@every_edition
@pytest.mark.parametrize(("steps", "reached"), [(-3, 39), (-2, GO), (-1, 1)])
def test_going_back_over_go_pays_no_salary(edition: str, steps: int, reached: int) -> None:
    printed = reprinted(edition, "chest", "doctor", kind="move_relative", steps=steps)
    position: dict[str, Any] = {"decks": {"chest": ["doctor"]}, "deeds": deeds(A, 1, 39)}
    if edition == "star-wars-2":
        position["force"] = {"dark": 3, "light": 21}
    game = table(edition, at={A: 35}, cash={A: 100}, printed=printed, **position)
    throw(game, 3, 4)
    assert square(game, A) == reached
    assert cash(game, A) == 300  # for the dice that passed GO, and nothing for the way back


@pytest.mark.clause("go.once-per-lap")
@every_edition
def test_leaving_go_pays_nothing_more(edition: str) -> None:
    game = table(edition, players=2, at={A: 35, B: JAIL}, cash={A: 100}, deeds=deeds(A, 6))
    throw(game, 1, 4)
    assert (square(game, A), cash(game, A)) == (GO, 300)
    do(game, "end_turn")
    throw(game, 4, 6)
    do(game, "end_turn")
    throw(game, 2, 4)
    assert (square(game, A), cash(game, A)) == (6, 300)


@pytest.mark.clause("go.two-salaries-in-one-turn")
@every_edition
@pytest.mark.parametrize(("deck", "dice", "past_go"), [("chest", (2, 3), 2), ("chance", (4, 6), 7)])
def test_two_salaries_in_one_turn(edition: str, deck: str, dice: tuple[int, int], past_go: int) -> None:
    game = table(edition, at={A: 37}, cash={A: 0}, decks={deck: ["advance-go"]})
    events = throw(game, *dice)
    assert next(event["square"] for event in events if event["type"] == "move") == past_go
    assert square(game, A) == GO
    assert cash(game, A) == 400
    assert clauses(events, "salary") == ["go.salary-200", "go.salary-by-card-move"]


@pytest.mark.clause("go.no-salary-on-way-to-jail")
@every_edition
@pytest.mark.parametrize(("deck", "start", "dice"), [("chest", 28, (2, 3)), ("chance", 29, (3, 4))])
def test_a_card_to_jail_pays_no_salary(edition: str, deck: str, start: int, dice: tuple[int, int]) -> None:
    game = table(edition, at={A: start}, cash={A: 100}, decks={deck: ["go-to-jail"]})
    events = throw(game, *dice)
    assert square(game, A) == JAIL
    assert game.position()["players"][A]["in_jail"]
    assert cash(game, A) == 100
    assert clauses(events, "salary") == []


@pytest.mark.clause("go.no-salary-on-way-to-jail")
@every_edition
@pytest.mark.parametrize(("start", "doubles", "dice"), [(25, 0, (2, 3)), (38, 2, (4, 4))])
def test_neither_the_square_nor_the_third_double_pays_on_the_way_to_jail(
    edition: str, start: int, doubles: int, dice: tuple[int, int]
) -> None:
    game = table(edition, at={A: start}, cash={A: 100}, doubles=doubles)
    throw(game, *dice)
    assert square(game, A) == JAIL
    assert cash(game, A) == 100


@pytest.mark.clause("go.no-salary-on-way-to-jail")
@every_edition
def test_a_salary_earned_before_the_card_to_jail_is_kept(edition: str) -> None:
    game = table(edition, at={A: 35}, cash={A: 100}, decks={"chest": ["go-to-jail"]})
    throw(game, 3, 4)
    assert square(game, A) == JAIL
    assert cash(game, A) == 300
