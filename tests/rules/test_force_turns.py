"""The Force in the odd turns: a third double, the last throw in jail, and a thrower who does not survive the battle."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.battlefield import FIELD, S2, battles, symbols
from tests.table import JAIL, A, B, C, cash, deeds, do, square, table, whole
from tests.table import throw as cast

TOKENS = {A: "dooku", B: "obi-wan", C: "mace-windu"}


@pytest.mark.clause("force.shift-moves-both-symbols", "dice.third-double-sends-to-jail")
@pytest.mark.parametrize(("option", "dark"), [("no", 6), ("yes", 9)])
def test_a_shift_on_the_third_double_comes_after_jail_and_brings_battles(option: str, dark: int) -> None:
    options = {"force_on_third_double": option}
    game = table(S2, tokens=TOKENS, at={B: 9}, force={"light": 37, "dark": 6}, doubles=2, options=options)
    events = cast(game, 3, 3, *(["light"] if option == "yes" else []), force="shift")
    kinds = [event["type"] for event in events]
    assert (square(game, A), symbols(game)[1]) == (JAIL, dark)
    if option == "no":
        assert (game.phase, game.turn, battles(events)) == ("roll", B, [])
        return
    assert kinds.index("jailed") < kinds.index("symbol") < kinds.index("battle")
    assert battles(events) == [(B, "dark", 9)]
    assert (game.phase, game.decider) == ("battle", B)
    assert whole(game)
    do(game, "leave_force", B)
    assert (game.phase, game.turn) == ("roll", B)  # the turn of who went to jail is over


@pytest.mark.clause("force.shift-moves-both-symbols", "dice.third-double-sends-to-jail")
def test_without_a_shift_the_third_double_ends_the_turn_at_once() -> None:
    game = table(S2, tokens=TOKENS, force={"light": 37, "dark": 6}, doubles=2, options={"force_on_third_double": "yes"})
    cast(game, 3, 3, force="light")
    assert (game.phase, game.turn, symbols(game)) == ("roll", B, (37, 6))


@pytest.mark.clause("force.shift-moves-both-symbols", "jail.third-turn.pay-and-throw-again")
@pytest.mark.parametrize("failed", [0, 1, 2])
def test_a_shift_counts_on_every_throw_in_jail(failed: int) -> None:
    options = {"jail_third_turn": "throw-again"}
    game = table(S2, tokens=TOKENS, jailed={A: failed}, at={B: 8}, force={"light": 37, "dark": 6}, options=options)
    events = cast(game, 3, 2, "dark", force="shift")
    assert battles(events) == [(B, "dark", 8)]
    assert cash(game, B) == 1300
    if failed < 2:
        assert (game.phase, game.turn, cash(game, A)) == ("end", A, 1500)
        return
    assert (game.phase, game.turn, cash(game, A)) == ("roll", A, 1450)  # the fine is paid, and A throws again
    cast(game, 4, 6)
    assert (square(game, A), symbols(game)[1]) == (20, 8)


@pytest.mark.clause("force.shift-moves-both-symbols", "jail.third-turn.pay-and-throw-again")
def test_who_cannot_pay_the_fine_after_a_shift_goes_bankrupt() -> None:
    options = {"jail_third_turn": "throw-again"}
    game = table(S2, cash={A: 10}, tokens=TOKENS, jailed={A: 2}, force={"light": 37, "dark": 6}, options=options)
    cast(game, 3, 2, force="shift")
    assert (game.phase, game.decider, symbols(game)[1]) == ("debt", A, 8)
    assert whole(game)
    do(game, "bankrupt", A)
    assert (game.phase, game.turn) == ("roll", B)


@pytest.mark.clause("force.shift-moves-both-symbols", "jail.third-turn.pay-and-move-by-that-throw")
@pytest.mark.parametrize("options", [{}, {"short_jail": "must-leave"}], ids=["third", "must-leave"])
def test_a_token_that_leaves_jail_by_the_throw_goes_before_the_shift(options: dict[str, str]) -> None:
    """The white symbol that A goes to is still there: A fights, and only then it moves."""
    variant = "short" if options else "classic"
    options = {"jail_third_turn": "move", **options}
    force = {"light": 15, "dark": 37}
    given: dict[str, Any] = {"deeds": deeds(A, 15), "force": force, "variant": variant, "options": options}
    game = table(S2, tokens=TOKENS, jailed={A: 0 if variant == "short" else 2}, **given)
    events = cast(game, 3, 2, "light", force="shift")
    assert battles(events) == [(A, "light", 15)]
    assert (square(game, A), symbols(game), cash(game, A)) == (15, (18, 39), 1500 - 50 - 200)


@pytest.mark.clause("force.shift-moves-both-symbols", "battle.is-compulsory")
def test_the_symbols_shift_though_the_thrower_goes_bankrupt_in_battle() -> None:
    tokens = {A: "obi-wan", B: "dooku", C: "mace-windu"}
    given: dict[str, Any] = {"deeds": deeds(A, FIELD, mortgaged=True), "at": {A: FIELD - 7, C: 27}}
    game = table(S2, cash={A: 10}, tokens=tokens, force={"light": 37, "dark": FIELD}, **given)
    cast(game, 3, 4, "dark", force="shift")
    assert (game.phase, game.decider) == ("debt", A)
    do(game, "bankrupt", A)
    do(game, "pass", B)
    assert symbols(game) == (37, FIELD)  # the estate first
    events = do(game, "pass", C, chance=["dark"])
    assert symbols(game) == (1, 27)
    assert battles(events) == [(C, "dark", 27)]
    assert cash(game, C) == 1300
    assert (game.phase, game.turn) == ("roll", B)


@pytest.mark.clause("battle.winner-may-move-symbol", "battle.on-symbol-arriving", "battle.is-compulsory")
def test_each_token_there_fights_once_though_a_winner_leaves_the_symbol() -> None:
    game = table(S2, tokens=TOKENS, jailed={A: 0}, at={B: 8, C: 8}, force={"light": 37, "dark": 5})
    events = cast(game, 2, 3, "light", force="shift")
    assert battles(events) == [(B, "dark", 8)]
    events = do(game, "leave_force", B, chance=["light"])
    assert battles(events) == [(C, "dark", 8)]
    events = do(game, "leave_force", C)
    assert (battles(events), game.phase) == ([], "end")  # nobody fights twice for the same stop


@pytest.mark.clause("force.shift-moves-both-symbols", "battle.is-compulsory")
@pytest.mark.parametrize("place", ["third double", "third throw in jail", "bankrupt in battle"])
def test_whoever_stands_where_such_a_shift_brings_a_symbol_has_to_fight(place: str) -> None:
    """The same three shifts with battles that chance decides: nothing is dictated beyond the throw."""
    tokens = {A: "obi-wan", B: "dooku", C: "mace-windu"}
    if place == "third double":
        options = {"force_on_third_double": "yes"}
        game = table(S2, tokens=tokens, at={C: 9}, force={"light": 37, "dark": 6}, doubles=2, options=options)
        events = cast(game, 3, 3, force="shift")
    elif place == "third throw in jail":
        options = {"jail_third_turn": "throw-again"}
        game = table(S2, tokens=tokens, jailed={A: 2}, at={C: 9}, force={"light": 37, "dark": 6}, options=options)
        events = cast(game, 2, 3, force="shift")
    else:
        given: dict[str, Any] = {"deeds": deeds(A, FIELD, mortgaged=True), "at": {A: FIELD - 7, C: 27}}
        game = table(S2, cash={A: 10}, tokens=tokens, force={"light": 37, "dark": FIELD}, **given)
        cast(game, 3, 4, "dark", force="shift")
        do(game, "bankrupt", A)
        do(game, "pass", B)
        events = do(game, "pass", C)
    assert battles(events) == [(C, "dark", 27 if place == "bankrupt in battle" else 9)]


@pytest.mark.clause("force.shift-moves-both-symbols", "dice.third-double-sends-to-jail")
def test_a_third_double_leads_to_jail_before_the_symbols_move() -> None:
    options = {"force_on_third_double": "yes"}
    game = table(S2, tokens=TOKENS, force={"light": 37, "dark": 6}, doubles=2, options=options)
    told = [event["type"] for event in cast(game, 3, 3, force="shift")]
    assert told == ["roll", "jailed", "symbol", "symbol", "turn"]
