"""One throw of the chain against the kernel: all 36 of the dice, and every card wherever one is drawn."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

from freehold import Game
from freehold.analysis import Habits
from freehold.analysis.throws import CELLS, FREED, STATES, USUAL, Matrix, chain
from freehold.editions import Edition, load
from freehold.engine import edition_tables
from tests.table import ALL, JAIL, A, B, D, deeds, do, reprinted, throw

FACES = range(1, 7)
THROWS = [(first, second) for first in FACES for second in FACES]
GAMES = [(edition, variant) for edition in ALL for variant in load(edition).variants]
SWING_TO = 24

Cards = tuple[tuple[str, str], ...]
Ended = tuple[float, Game, list[dict[str, Any]]]


def tables_of(edition: str, variant: str = "classic") -> Any:
    return edition_tables.build(load(edition), variant, {})


def branches(edition: Edition, play: Callable[[dict[str, list[str]]], Any], drawn: Cards = ()) -> Iterator[Ended]:
    """Every way a throw may end, with its odds: wherever a card is drawn, each card of that deck in turn."""
    decks = {}
    for deck in ("chest", "chance"):
        first = [card for of, card in drawn if of == deck]
        decks[deck] = first + [card.id for card in edition.deck(deck) if card.id not in first]
    game, events = play(decks)
    seen = tuple((event["deck"], event["card"]) for event in events if event["type"] == "card")
    assert seen[: len(drawn)] == drawn
    if seen == drawn:
        yield 1.0, game, events
        return
    deck = seen[len(drawn)][0]
    for card in edition.deck(deck):
        for odds, game, events in branches(edition, play, (*drawn, (deck, card.id))):
            yield odds / len(edition.deck(deck)), game, events


def state_of(game: Game, events: list[dict[str, Any]]) -> int:
    """The chain's state for where A now is, and what A may still throw in this turn."""
    position = game.position()
    player = position["players"][A]
    if player["in_jail"]:
        return CELLS + int(player["jail_turns"])
    if player["square"] == JAIL and "stayed" in {event["type"] for event in events}:
        return FREED
    return int(player["square"]) + (40 * position["doubles"] if position["flow"]["extra"] else 0)


def played(
    printed: Edition,
    square: int,
    doubles: int = 0,
    failed: int | None = None,
    habits: Habits = USUAL,
    variant: str = "classic",
) -> Matrix:
    """The row of the chain as the kernel plays it, from all 36 throws. A owns all but one deed, so that nobody asks."""
    row = np.zeros(STATES)
    owned = deeds(A, *(deed.index for deed in printed.deeds)) | deeds(B, D[1])
    player = {"name": "A", "square": square, "cash": 5000}
    if failed is not None:
        player |= {"square": JAIL, "in_jail": True, "jail_turns": failed}
    position = {
        "edition": printed.id,
        "variant": variant,
        "options": {"rent_claims": "automatic"},
        "players": [player, {"name": "B"}],
        "doubles": doubles,
        "deeds": owned,
    }
    for first, second in THROWS:

        def play(decks: dict[str, list[str]], dice: tuple[int, int] = (first, second)) -> Any:
            game = Game.load(position | {"decks": decks}, printed)
            return game, throw(game, *dice) + decide(game, habits)

        for odds, game, events in branches(printed, play):
            row[state_of(game, events)] += odds / len(THROWS)
    return row


def decide(game: Game, habits: Habits) -> list[dict[str, Any]]:
    """What these habits answer, until the throw and its option are played."""
    events: list[dict[str, Any]] = []
    while game.turn == A:
        if game.phase == "card":
            events += do(game, "choose", choice=habits.choice)
        elif game.phase == "tax":
            events += do(game, "pay_tax", choice="flat")
        elif game.phase == "double" and habits.doubles == "option":
            face = game.position()["dice"][0]
            if face == 1 and game.position()["players"][A]["square"] == habits.swing_to:
                break
            if face == 1:
                events += do(game, "go_to", square=habits.swing_to)
            elif face == 6:
                events += do(game, "attack", square=D[1], chance=[6, 1])
            else:
                events += do(game, "use_option")
        else:
            break
    return events


# From these, a throw reaches every deck, a tax, GO, the jail corner and Go to Jail, and a card sends on to another.
@pytest.mark.parametrize(("square", "doubles"), [(5, 0), (20, 1), (27, 0), (27, 2)])
@pytest.mark.parametrize("edition", ALL)
@pytest.mark.clause("dice.third-double-sends-to-jail", "jail.in-by-square", "jail.in-by-card")
def test_a_throw_of_the_kernel_is_a_row_of_the_chain(edition: str, square: int, doubles: int) -> None:
    row = played(load(edition), square, doubles)
    assert chain(tables_of(edition))[40 * doubles + square] == pytest.approx(row, abs=1e-12)


@pytest.mark.parametrize("edition", ["classic", "spider-man"])
def test_a_throw_past_the_last_squares(edition: str) -> None:
    assert chain(tables_of(edition))[35] == pytest.approx(played(load(edition), 35), abs=1e-12)


@pytest.mark.parametrize(("edition", "variant"), GAMES)
@pytest.mark.clause("jail.double-is-the-move", "jail.third-turn-fine-is-compulsory")
def test_a_throw_for_a_double_of_the_kernel_is_a_row_of_the_chain(edition: str, variant: str) -> None:
    odds = chain(tables_of(edition, variant), "stay")
    must_leave = variant == "short" and load(edition).switch("short_jail") == "must-leave"
    for failed in range(1 if must_leave else 3):
        row = played(load(edition), JAIL, failed=failed, variant=variant)
        assert odds[CELLS + failed] == pytest.approx(row, abs=1e-12)


@pytest.mark.parametrize("square", [6, 22])  # the swing may find its square taken by the throw itself
@pytest.mark.clause("option.replaces-second-throw", "option.double-one-move-anywhere")
def test_options_of_the_kernel_are_those_of_the_chain(square: int) -> None:
    habits = Habits(doubles="option", swing_to=SWING_TO)
    row = played(load("spider-man"), square, habits=habits)
    assert chain(tables_of("spider-man"), habits=habits)[square] == pytest.approx(row, abs=1e-12)


@pytest.mark.parametrize("edition", ["spider-man", "star-wars-2"])
def test_a_choice_of_another_card_draws_it(edition: str) -> None:
    habits = Habits(choice="draw")
    row = played(load(edition), 11, habits=habits)
    assert chain(tables_of(edition), habits=habits)[11] == pytest.approx(row, abs=1e-12)


@pytest.mark.parametrize("square", [24, 35])  # a double five ends before a station, and on one
def test_the_nearest_station_is_the_next_one_ahead(square: int) -> None:
    printed = reprinted("spider-man", "chance", "back-three", kind="move_nearest", group="station", rent_multiplier=2)
    habits = Habits(doubles="option", swing_to=SWING_TO)
    odds = chain(edition_tables.build(printed, "classic", {}), habits=habits)
    assert odds[square] == pytest.approx(played(printed, square, habits=habits), abs=1e-12)
