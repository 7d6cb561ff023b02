"""More options of a table: those of jail, of the Force, and of what a double gives."""

from __future__ import annotations

from typing import Any

import pytest

from freehold import Game
from tests.table import (
    ALL,
    D1,
    JAIL,
    ST,
    X1,
    X2,
    A,
    B,
    C,
    cash,
    clauses,
    deeds,
    do,
    kinds,
    owner,
    refused,
    square,
    table,
    throw,
)


def jailed(game: Game, seat: int) -> bool:
    return bool(game.position()["players"][seat]["in_jail"])


# ------------------------------------------------------------------ jail


@pytest.mark.parametrize("edition", ALL)
def test_jail_fine_play(edition: str) -> None:
    game = table(edition, jailed={A: 0}, options={"jail_fine_play": "same-turn"})
    do(game, "pay_fine")
    assert (game.phase, cash(game, A), jailed(game, A)) == ("roll", 1450, False)
    throw(game, 4, 6)
    assert square(game, A) == 20

    game = table(edition, 2, jailed={A: 0}, at={B: 16}, options={"jail_fine_play": "next-turn"})
    do(game, "pay_fine")
    assert (game.phase, cash(game, A), jailed(game, A)) == ("end", 1450, False)
    assert refused(game, "roll") == "wrong-phase"
    do(game, "end_turn")
    throw(game, 1, 3)
    do(game, "end_turn")
    throw(game, 4, 6)
    assert square(game, A) == 20


@pytest.mark.parametrize("edition", ALL)
def test_jail_third_turn(edition: str) -> None:
    game = table(edition, jailed={A: 2}, options={"jail_third_turn": "move"})
    throw(game, 4, 6)
    assert (game.phase, cash(game, A), square(game, A)) == ("end", 1450, 20)

    game = table(edition, jailed={A: 2}, options={"jail_third_turn": "throw-again"})
    throw(game, 1, 2)
    assert (game.phase, cash(game, A), square(game, A), jailed(game, A)) == ("roll", 1450, JAIL, False)
    throw(game, 4, 6)
    assert square(game, A) == 20


@pytest.mark.parametrize("edition", ALL)
def test_short_jail(edition: str) -> None:
    def after_a_failed_throw(value: str) -> object:
        options = {"short_jail": value, "jail_third_turn": "move"}
        game = table(edition, jailed={A: 0}, variant="short", options=options)
        throw(game, 4, 6)
        return game.phase, cash(game, A), square(game, A), "pay_fine" in kinds(game, A)

    assert after_a_failed_throw("unchanged") == ("end", 1500, JAIL, False)
    assert after_a_failed_throw("may-leave") == ("end", 1500, JAIL, True)
    assert after_a_failed_throw("must-leave") == ("end", 1450, 20, False)


# ------------------------------------------------------------------ the Force


def test_force_in_jail() -> None:
    game = table("star-wars-2", jailed={A: 0}, options={"force_in_jail": "yes"})
    do(game, "roll", chance=[1, 2, "shift"])
    assert game.position()["force"] == {"light": 23, "dark": 3}  # the light one skips the cards on 22

    game = table("star-wars-2", jailed={A: 0}, options={"force_in_jail": "no"})
    with pytest.raises(ValueError, match="Only 2 outcomes are drawn here, but 3 were dictated"):
        do(game, "roll", chance=[1, 2, "shift"])
    events = do(game, "roll", chance=[1, 2])
    assert game.position()["force"] == {"light": 21, "dark": 1}
    assert "force" not in events[0]
    do(game, "end_turn")
    assert "force" in do(game, "roll", chance=[4, 6, "light"])[0]


def test_force_on_third_double() -> None:
    for value, symbols in (("no", {"light": 21, "dark": 1}), ("yes", {"light": 24, "dark": 5})):
        for face, stand in (("shift", symbols), ("light", {"light": 21, "dark": 1})):
            game = table("star-wars-2", at={A: 10}, doubles=2, options={"force_on_third_double": value})
            throw(game, 3, 3, force=face)
            assert (jailed(game, A), game.turn, game.position()["force"]) == (True, B, stand)


def test_battle_target() -> None:
    won: dict[str, Any] = {
        "phase": "battle",
        "battle": {"seat": A, "symbol": "dark"},
        "deeds": deeds(B, X1) | deeds(A, X2),
    }
    for value in ("free", "unowned"):
        for target in (X1, X2, D1):
            game = table("star-wars-2", **won, options={"battle_target": value})
            if value == "unowned" and target != D1:
                assert refused(game, "place_force", symbol="dark", square=target) == "occupied"
            else:
                do(game, "place_force", symbol="dark", square=target)
                assert game.position()["force"]["dark"] == target


# ------------------------------------------------------------------ doubles


@pytest.mark.clause("option.optional")
@pytest.mark.parametrize("edition", ALL)
def test_double_options(edition: str) -> None:
    game = table(edition, at={A: 16}, options={"double_options": "off"})
    throw(game, 2, 2)
    assert game.phase == "roll"
    assert refused(game, "use_option") == "wrong-phase"

    game = table(edition, at={A: 16}, options={"double_options": "on"})
    throw(game, 2, 2)
    assert game.phase == "double"
    do(game, "use_option")
    assert (game.phase, cash(game, A)) == ("end", 1700)  # in place of the second throw

    game = table(edition, at={A: 16}, options={"double_options": "on"})
    throw(game, 2, 2)
    throw(game, 4, 6)
    assert jailed(game, A)  # by the square on 30


def test_swing_salary() -> None:
    at: dict[str, Any] = {"at": {A: 20}, "phase": "double", "dice": [1, 1]}
    for value, back in (("jump", 1500), ("pass", 1700)):
        for target, held in ((ST, back), (JAIL, back), (25, 1500), (0, 1700)):
            game = table("spider-man", **at, options={"swing_salary": value})
            do(game, "go_to", square=target)
            assert (square(game, A), cash(game, A)) == (target, held)


def test_attack_stations() -> None:
    six: dict[str, Any] = {"phase": "double", "dice": [6, 6], "deeds": deeds(B, ST, 12, X1)}
    for value, reason in (("yes", None), ("no", "not-a-lot")):
        for target in (ST, 12, X1):
            game = table("spider-man", **six, options={"attack_stations": value})
            if reason and target != X1:
                assert refused(game, "attack", square=target) == reason
            else:
                do(game, "attack", square=target, chance=[5, 2])
                assert owner(game, target) == A


def test_attack_mortgaged() -> None:
    six: dict[str, Any] = {"phase": "double", "dice": [6, 6], "deeds": deeds(B, X1, mortgaged=True) | deeds(C, X2)}
    game = table("spider-man", **six, options={"attack_mortgaged": "yes"})
    do(game, "attack", square=X1, chance=[5, 2])
    assert (owner(game, X1), game.phase, cash(game, B)) == (A, "transfer", 1600)

    game = table("spider-man", **six, options={"attack_mortgaged": "no"})
    assert refused(game, "attack", square=X1) == "already-mortgaged"
    do(game, "attack", square=X2, chance=[5, 2])
    assert owner(game, X2) == A


@pytest.mark.clause("option.double-five-black-card", "option.double-four-spider-man-card")
@pytest.mark.parametrize(("value", "purse"), [(None, 1700), ("lap", 1700), ("stay", 1500)])
def test_card_to_own_square(value: str | None, purse: int) -> None:
    options = {"card_to_own_square": value} if value else {}  # by default a lap
    decks = {"chance": ["advance-dark-blue-2"], "chest": ["back-brown-1"]}
    given = deeds(A, 39) | deeds(B, 1)
    game = table("spider-man", at={A: 29}, deeds=given, decks=decks, options=options)
    throw(game, 5, 5)
    events = do(game, "use_option")
    assert (square(game, A), cash(game, A), game.phase) == (39, purse, "end")
    assert ("no_rent" in {event["type"] for event in events}) == (value != "stay")  # the square is played again
    game = table("spider-man", at={A: 33}, deeds=given, decks=decks, options=options)
    throw(game, 4, 4)
    do(game, "use_option")
    assert (square(game, A), cash(game, A)) == (1, 1700 - (2 if value == "stay" else 4))  # no salary backwards


@pytest.mark.clause("short.tax.flat-200", "board.tax-squares.villains-tax")
@pytest.mark.parametrize("edition", ["disney-parks", "star-wars-1", "classic"])
def test_short_tax(edition: str) -> None:
    printed = 75
    game = table(edition, at={A: 35}, variant="short")
    throw(game, 1, 2)
    assert cash(game, A) == 1500 - printed  # by default the second square keeps its sum
    for value, amount in (("choice-square", printed), ("both-squares", 200)):
        game = table(edition, at={A: 35}, variant="short", options={"short_tax": value})
        events = throw(game, 1, 2)
        assert cash(game, A) == 1500 - amount
        clause = "short.tax.flat-200" if value == "both-squares" else "tax.fixed-printed-amount"
        assert clauses(events, "tax") == [clause]
    game = table(edition, at={A: 35}, options={"short_tax": "both-squares"})  # only the short game fixes it
    throw(game, 1, 2)
    assert cash(game, A) == 1500 - printed
