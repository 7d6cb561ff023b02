"""The Force of Star Wars II: the third die, the two symbols, and how they walk."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import pytest

from freehold import Game, PositionError
from freehold.editions import load as load_edition
from freehold.engine import edition_tables
from freehold.engine.records import Chance
from freehold.rules.chance import throw_force_die
from freehold.rules.codes import DARK, LIGHT, SHIFT
from tests.table import ALL, GO_TO_JAIL, X1, A, B, C, deeds, do, owner, square, table, throw

S2 = "star-wars-2"
NO_PROPERTY = {0, 2, 4, 7, 10, 17, 20, 22, 30, 33, 36, 38}
PROPERTIES = sorted(set(range(40)) - NO_PROPERTY)
FACES = ["light", "dark", "shift"]


def symbols(game: Game) -> tuple[int, int]:
    """Where the light and the dark symbol stand."""
    force = game.position()["force"]
    return force["light"], force["dark"]


def walks(events: Iterable[Mapping[str, Any]]) -> list[tuple[str, int]]:
    return [(event["symbol"], event["square"]) for event in events if event["type"] == "symbol"]


def on_own_lot(light: int = 23, dark: int = 5, **position: Any) -> Game:
    """A, of the light side, one throw of white 2 and black 3 away from an own lot, where nothing happens."""
    return table(S2, at={A: 1}, deeds=deeds(A, X1), force={"light": light, "dark": dark}, **position)


@pytest.mark.clause("force.pieces")
def test_the_set_has_two_symbols_and_one_special_die() -> None:
    game = Game.new(S2, 2)
    assert set(game.position()["force"]) == {"light", "dark"}
    (roll,) = [event for event in game.apply({"type": "roll"}) if event["type"] == "roll"]
    assert len(roll["dice"]) == 2
    assert roll["force"] in FACES


@pytest.mark.clause("force.pieces")
@pytest.mark.parametrize("edition", [edition for edition in ALL if edition != S2])
def test_no_other_set_has_them(edition: str) -> None:
    game = Game.new(edition, 2)
    assert "force" not in game.position()
    (roll,) = [event for event in game.apply({"type": "roll"}) if event["type"] == "roll"]
    assert "force" not in roll
    with pytest.raises(PositionError, match="force is not part of this edition"):
        table(edition, force={"light": 21, "dark": 1})


@pytest.mark.clause("force.die-faces")
@pytest.mark.parametrize("face", FACES)
def test_the_force_die_shows_light_dark_or_shift(face: str) -> None:
    (roll, *_) = throw(on_own_lot(), 2, 3, force=face)
    assert (roll["dice"], roll["force"]) == ([2, 3], face)


@pytest.mark.clause("force.die-faces")
@pytest.mark.parametrize("dice", [[2, 3, 1], [2, 3, 6], ["light", 3, "light"], [2, "shift", "light"]])
def test_no_die_shows_the_face_of_another(dice: list[Any]) -> None:
    with pytest.raises(ValueError, match="cannot come next"):
        on_own_lot().apply({"type": "roll"}, chance=dice)


@pytest.mark.clause("force.die-faces")
def test_each_kind_of_face_is_there_twice() -> None:
    t: Any = edition_tables.build(load_edition(S2), "classic", {})
    c = Chance()
    faces = [throw_force_die(t, c) for _ in range(3000)]
    assert set(faces) == {LIGHT, DARK, SHIFT}
    assert all(900 < faces.count(face) < 1100 for face in (LIGHT, DARK, SHIFT))


@pytest.mark.clause(
    "force.dark-symbol-starts-on-go",
    "force.light-symbol-starts-on-parking",
    "force.symbol-follows-die-of-its-colour",
    "force.setup-two-throws",
)
def test_two_throws_of_the_white_and_the_black_die_place_the_symbols() -> None:
    game = Game.new(S2, 2, chance=[3, 5, 6, 1, 6, 6, 1, 1])
    assert walks(game.setup) == [("light", 20 + 3), ("dark", 0 + 5), ("light", 23 + 6), ("dark", 5 + 1)]
    assert symbols(game) == (29, 6)
    assert {event["clause"] for event in game.setup if event["type"] == "symbol"} == {"force.setup-two-throws"}


@pytest.mark.clause("force.setup-before-tokens")
def test_the_symbols_are_placed_before_the_tokens() -> None:
    game = Game.new(S2, ["Ann", "Bob"], tokens=["dooku", "obi-wan"], chance=[1, 1, 1, 2])
    told = [event["type"] for event in game.setup]
    assert told.count("symbol") == 4
    assert max(k for k, kind in enumerate(told) if kind == "symbol") < told.index("start")
    assert "battle" not in told
    assert [square(game, seat) for seat in (A, B)] == [0, 0]


@pytest.mark.clause("force.skips-other-squares")
@pytest.mark.parametrize(
    ("black", "square_reached"), [(1, 1), (2, 3), (3, 3), (4, 5), (5, 5), (6, 6)], ids=lambda n: str(n)
)
def test_a_symbol_goes_on_from_a_square_that_is_no_property(black: int, square_reached: int) -> None:
    game = Game.new(S2, 2, chance=[4, black, 1, 1])
    assert walks(game.setup)[:2] == [("light", 24), ("dark", square_reached)]


@pytest.mark.clause("force.only-on-buyable-squares", "force.skips-other-squares")
@pytest.mark.parametrize("start", PROPERTIES)
def test_a_symbol_rests_on_properties_only(start: int) -> None:
    for white in range(1, 7):
        black = white % 6 + 1
        game = table(S2, jailed={A: 0}, force={"light": start, "dark": start})
        throw(game, white, black, force="shift")
        expected = []
        for steps in (white, black):
            target = (start + steps) % 40
            expected.append((target + 1) % 40 if target in NO_PROPERTY else target)
        assert symbols(game) == tuple(expected)


@pytest.mark.clause("force.only-on-buyable-squares")
@pytest.mark.parametrize("at", sorted(NO_PROPERTY))
def test_no_position_has_a_symbol_elsewhere(at: int) -> None:
    for name in ("light", "dark"):
        with pytest.raises(PositionError, match=f"force.{name} must be a property"):
            table(S2, force={name: at})


@pytest.mark.clause("force.only-on-buyable-squares")
def test_a_property_that_somebody_owns_serves_as_well() -> None:
    game = on_own_lot(light=23, dark=5)
    game = Game.load({**game.position(), "deeds": deeds(A, X1, 25) | deeds(B, 8, mortgaged=True)})
    throw(game, 2, 3, force="shift")
    assert symbols(game) == (25, 8)


@pytest.mark.clause("force.three-dice-per-throw")
def test_every_turn_throw_has_three_dice() -> None:
    game = table(S2, at={A: 37}, deeds=deeds(A, 1, X1), force={"light": 29, "dark": 15})
    events = throw(game, 2, 2)
    assert events[0]["clause"] == "force.three-dice-per-throw"
    assert game.phase == "roll"
    throw(game, 2, 3, force="dark")
    assert [entry["chance"] for entry in game.log] == [[2, 2, "light"], [2, 3, "dark"]]


@pytest.mark.clause("force.three-dice-per-throw")
def test_a_throw_from_jail_has_three_dice_and_may_shift() -> None:
    game = table(S2, jailed={A: 0}, force={"light": 23, "dark": 5})
    throw(game, 2, 3, force="shift")
    assert game.log[-1]["chance"] == [2, 3, "shift"]
    assert symbols(game) == (25, 8)
    assert game.position()["players"][A]["in_jail"]


@pytest.mark.clause("force.three-dice-per-throw")
def test_a_table_may_leave_the_force_die_out_of_jail() -> None:
    game = table(S2, jailed={A: 0}, force={"light": 23, "dark": 5}, options={"force_in_jail": "no"})
    do(game, "roll", chance=[2, 3])
    assert game.log[-1]["chance"] == [2, 3]
    assert symbols(game) == (23, 5)
    do(game, "end_turn")
    do(game, "roll", chance=[1, 2, "light"])


@pytest.mark.clause("force.three-dice-per-throw")
def test_a_throw_without_the_force_die_knows_nothing_of_an_earlier_shift() -> None:
    game = table(
        S2, at={A: GO_TO_JAIL - 5}, jailed={B: 0}, force={"light": 23, "dark": 5}, options={"force_in_jail": "no"}
    )
    throw(game, 2, 3, force="shift")  # A is jailed before the shift
    do(game, "roll", chance=[2, 3])
    assert symbols(game) == (23, 5)


@pytest.mark.clause("force.three-dice-per-throw")
@pytest.mark.parametrize("edition", [edition for edition in ALL if edition != S2])
def test_other_editions_throw_two_dice(edition: str) -> None:
    game = table(edition, at={A: 1}, deeds=deeds(A, X1))
    with pytest.raises(ValueError, match="Only 2 outcomes are drawn"):
        do(game, "roll", chance=[2, 3, "light"])
    do(game, "roll", chance=[2, 3])
    assert game.log[-1]["chance"] == [2, 3]


@pytest.mark.clause("force.token-ignores-force-die")
@pytest.mark.parametrize("face", FACES)
def test_the_token_moves_by_white_and_black_alone(face: str) -> None:
    game = table(S2, at={A: 4}, force={"light": 29, "dark": 15})
    throw(game, 2, 5, force=face)
    assert square(game, A) == 4 + 7


@pytest.mark.clause("force.square-played-before-symbols")
def test_the_purchase_comes_before_the_shift() -> None:
    game = table(S2, at={A: 1}, force={"light": 23, "dark": 5})
    throw(game, 2, 3, force="shift")
    assert game.phase == "buy"
    assert symbols(game) == (23, 5)
    events = do(game, "buy")
    assert owner(game, X1) == A
    assert symbols(game) == (25, 8)
    assert [event["type"] for event in events] == ["buy", "symbol", "symbol"]


@pytest.mark.clause("force.square-played-before-symbols")
def test_the_auction_comes_before_the_shift() -> None:
    game = table(S2, at={A: 1}, force={"light": 23, "dark": 5})
    throw(game, 2, 3, force="shift")
    do(game, "decline")
    do(game, "bid", A, amount=1)
    do(game, "pass", B)
    assert symbols(game) == (23, 5)
    do(game, "pass", C)
    assert owner(game, X1) == A
    assert symbols(game) == (25, 8)


@pytest.mark.clause("force.square-played-before-symbols")
def test_rent_comes_before_the_shift() -> None:
    game = table(S2, at={A: 1}, deeds=deeds(B, X1), force={"light": 23, "dark": 5})
    kinds = [event["type"] for event in throw(game, 2, 3, force="shift")]
    assert kinds == ["roll", "move", "rent", "symbol", "symbol"]


@pytest.mark.clause("force.square-played-before-symbols")
def test_who_is_sent_to_jail_does_not_reach_the_shift() -> None:
    game = table(S2, at={A: GO_TO_JAIL - 5}, force={"light": 23, "dark": 5})
    throw(game, 2, 3, force="shift")
    assert square(game, A) == 10
    assert symbols(game) == (23, 5)
    assert game.turn == B


@pytest.mark.clause("force.square-played-before-symbols")
@pytest.mark.parametrize(("setting", "after"), [("no", (23, 5)), ("yes", (26, 8))])
def test_a_shift_on_the_third_double_moves_no_symbol_unless_the_table_says_so(
    setting: str, after: tuple[int, int]
) -> None:
    game = on_own_lot(doubles=2, options={"force_on_third_double": setting})
    throw(game, 3, 3, force="shift")
    assert square(game, A) == 10
    assert symbols(game) == after


@pytest.mark.clause("force.square-played-before-symbols")
def test_a_third_double_without_a_shift_moves_no_symbol_at_any_table() -> None:
    game = on_own_lot(doubles=2, options={"force_on_third_double": "yes"})
    throw(game, 3, 3, force="dark")
    assert symbols(game) == (23, 5)


@pytest.mark.clause("force.shift-moves-both-symbols", "force.symbol-follows-die-of-its-colour")
def test_a_shift_moves_each_symbol_by_its_own_die() -> None:
    game = on_own_lot(light=23, dark=5)
    events = throw(game, 2, 3, force="shift")
    assert symbols(game) == (25, 8)
    assert walks(events) == [("light", 25), ("dark", 8)]
    assert {event["clause"] for event in events if event["type"] == "symbol"} == {"force.shift-moves-both-symbols"}


@pytest.mark.clause("force.colour-face-moves-none")
@pytest.mark.parametrize("face", ["light", "dark"])
def test_a_coloured_square_moves_no_symbol(face: str) -> None:
    game = on_own_lot(light=23, dark=5)
    events = throw(game, 2, 3, force=face)
    assert symbols(game) == (23, 5)
    assert walks(events) == []


@pytest.mark.clause("force.shift-moves-both-symbols", "force.colour-face-moves-none")
def test_a_shift_counts_for_its_own_throw_only() -> None:
    game = table(S2, at={A: 2}, deeds=deeds(A, X1, 9), force={"light": 23, "dark": 15})
    throw(game, 2, 2, force="shift")
    assert symbols(game) == (25, 18)
    throw(game, 1, 2, force="light")
    assert symbols(game) == (25, 18)
