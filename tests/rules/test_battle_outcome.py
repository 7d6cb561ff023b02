"""Battles of Star Wars II: what the Force die decides, and what follows."""

from __future__ import annotations

import pytest

from freehold import Game
from tests.table import (
    D1,
    D2,
    GO_TO_JAIL,
    PARKING,
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
    refused,
    table,
)
from tests.table import throw as cast

from .battlefield import DARK, FIELD, LIGHT, arriving, landing, shift, symbols, throw


@pytest.mark.clause("battle.won-on-own-colour", "battle.shift-face-counts-white")
@pytest.mark.parametrize("token", LIGHT + DARK)
@pytest.mark.parametrize("face", ["light", "dark", "shift"])
def test_the_token_s_own_colour_wins_and_a_shift_counts_as_white(token: str, face: str) -> None:
    camp = "light" if token in LIGHT else "dark"
    game = landing(token, **({"light": 37, "dark": FIELD} if camp == "light" else {"light": FIELD, "dark": 5}))
    before = symbols(game)
    events = throw(game, face)
    won = camp == ("light" if face == "shift" else face)
    assert [event["force"] for event in events if event["type"] == ("battle_won" if won else "battle_lost")] == [face]
    assert game.phase == ("battle" if won else "end")
    assert cash(game, A) == (1500 if won else 1300)
    assert symbols(game) == before
    assert clauses(events, "battle_won") == (["battle.won-on-own-colour"] if won else [])


@pytest.mark.clause("battle.winner-may-move-symbol")
def test_the_winner_moves_the_beaten_symbol() -> None:
    game = arriving(at={C: X2}, light=21)
    shift(game, "light")
    assert symbols(game) == (23, X2)
    events = do(game, "place_force", C, symbol="dark", square=D2)
    assert symbols(game) == (23, D2)
    assert clauses(events, "symbol") == ["battle.winner-may-move-symbol"]
    assert events[0] | {"seat": C, "symbol": "dark", "square": D2} == events[0]


@pytest.mark.clause("battle.winner-may-move-symbol")
def test_the_winner_may_leave_it_and_is_then_left_in_peace() -> None:
    game = landing(light=FIELD, at={A: FIELD - 6})
    cast(game, 3, 3, "dark")
    assert "leave_force" in kinds(game)
    events = do(game, "leave_force")
    assert clauses(events, "symbol") == ["battle.winner-may-move-symbol"]
    assert events[0] | {"seat": A, "symbol": "light", "square": FIELD} == events[0]
    assert symbols(game) == (FIELD, 5)
    assert (game.phase, game.decider) == ("roll", A)  # a double was thrown
    assert "battle" not in game.position()


@pytest.mark.clause("battle.winner-may-move-symbol")
def test_only_the_winner_moves_only_the_beaten_symbol_and_only_now() -> None:
    game = landing()
    assert refused(game, "place_force", A, symbol="light", square=D2) == "wrong-phase"
    throw(game, "dark")
    assert refused(game, "place_force", B, symbol="light", square=D2) == "not-your-turn"
    assert refused(game, "leave_force", B) == "not-your-turn"
    assert refused(game, "place_force", A, symbol="dark", square=D2) == "wrong-symbol"


@pytest.mark.clause("battle.target-must-be-free-and-buyable")
def test_the_target_must_be_another_free_property() -> None:
    game = landing(dark=X1, at={A: FIELD - 7, B: D2})
    throw(game, "dark")
    for at, reason in {
        D2: "occupied",  # B's token
        X1: "occupied",  # the other symbol
        FIELD: "same-square",
        GO_TO_JAIL: "not-a-property",
        PARKING: "not-a-property",
        0: "not-a-property",
        40: "no-such-square",
    }.items():
        assert refused(game, "place_force", symbol="light", square=at) == reason
    no_property = {0, 2, 4, 7, 10, 17, 20, 22, 30, 33, 36, 38}
    offered = {action["square"] for action in game.legal() if action["type"] == "place_force"}
    assert offered == set(range(40)) - no_property - {D2, X1, FIELD}
    do(game, "place_force", symbol="light", square=D1)
    assert symbols(game) == (D1, X1)


@pytest.mark.clause("battle.target-must-be-free-and-buyable")
@pytest.mark.parametrize("setting", ["free", "unowned"])
def test_an_owned_property_is_free_unless_the_table_says_otherwise(setting: str) -> None:
    game = landing(deeds=deeds(A, FIELD) | deeds(B, D2), options={"battle_target": setting})
    throw(game, "dark")
    if setting == "unowned":
        assert refused(game, "place_force", symbol="light", square=D2) == "occupied"
        do(game, "place_force", symbol="light", square=D1)
    else:
        do(game, "place_force", symbol="light", square=D2)


@pytest.mark.clause("battle.loser-pays-200-to-bank")
@pytest.mark.parametrize("held", [200, 500])
def test_the_loser_pays_200_to_the_bank(held: int) -> None:
    game = landing(cash={A: held})
    events = throw(game, "light")
    assert cash(game) == [held - 200, 1500, 1500]
    (paid,) = [event for event in events if event["type"] == "paid"]
    assert (paid["other"], paid["amount"], paid["clause"]) == ("bank", 200, "battle.loser-pays-200-to-bank")


@pytest.mark.clause("battle.loser-pays-200-to-bank")
def test_a_loser_who_lacks_the_200_is_in_debt_to_the_bank() -> None:
    game = landing(cash={A: 199})
    throw(game, "light")
    (debt,) = game.position()["debts"]
    assert (game.phase, game.decider) == ("debt", A)
    assert (debt["debtor"], debt["creditor"], debt["amount"], debt["why"]) == (A, "bank", 200, "battle")
    do(game, "mortgage", square=FIELD)  # 110
    do(game, "pay")
    assert (game.phase, cash(game, A)) == ("end", 199 + 110 - 200)


@pytest.mark.clause("battle.lost-symbol-stays")
def test_a_lost_battle_moves_no_symbol() -> None:
    game = arriving(at={C: X2})
    shift(game, "dark")
    assert symbols(game) == (39, X2)
    assert refused(game, "place_force", C, symbol="dark", square=D1) == "not-your-turn"
    assert refused(game, "leave_force") == "wrong-phase"


@pytest.mark.clause("battle.then-play-goes-on")
@pytest.mark.parametrize("face", ["light", "dark"])
def test_after_a_battle_the_turn_goes_to_the_left(face: str) -> None:
    game = landing()
    throw(game, face)
    if face == "dark":
        do(game, "place_force", symbol="light", square=D1)
    assert (game.phase, game.decider) == ("end", A)
    do(game, "end_turn")
    assert (game.phase, game.turn) == ("roll", B)


@pytest.mark.clause("battle.then-play-goes-on")
def test_after_a_battle_a_double_still_throws_again() -> None:
    game = landing(at={A: FIELD - 6})
    cast(game, 3, 3, "light")
    assert (game.phase, game.decider) == ("roll", A)


@pytest.mark.clause("battle.square-effect-still-holds")
def test_rent_is_paid_and_the_battle_fought() -> None:
    game = landing(light=X1, dark=31, deeds=deeds(B, X1), at={A: 39})
    events = throw(game, "light")
    assert cash(game, A, B) == [1500 + 200 - 6 - 200, 1506]
    told = [event["type"] for event in events]
    assert told.index("rent") < told.index("battle")


@pytest.mark.clause("battle.square-effect-still-holds")
def test_a_purchase_is_settled_before_the_battle_and_the_battle_before_the_shift() -> None:
    game = landing(deeds={})
    throw(game, force="shift")
    assert (game.phase, symbols(game)) == ("buy", (FIELD, 5))
    events = do(game, "buy", chance=["dark"])
    assert [event["type"] for event in events] == ["buy", "battle", "battle_won"]
    assert (game.phase, symbols(game)) == ("battle", (FIELD, 5))
    do(game, "place_force", symbol="light", square=D1)
    assert symbols(game) == (1, 9)  # 37 + 3 is GO, so on to 1; 5 + 4
    assert game.phase == "end"


@pytest.mark.clause("battle.winner-may-move-symbol", "bankruptcy.eliminates")
def test_a_winner_who_goes_bankrupt_leaves_the_symbol_and_the_game_goes_on() -> None:
    game = table(
        "star-wars-2",
        4,
        tokens={0: "dooku", 1: "obi-wan", 2: "mace-windu", 3: "padme"},
        jailed={0: 0},
        at={1: 8},
        cash={1: 5},
        deeds=deeds(2, 8),
        options={"rent_claims": "claimed"},
        force={"light": 37, "dark": 5},
        claims=[{"square": 8, "visitor": 1, "owner": 2, "amount": 6, "throws_left": 2}],
    )
    game.apply({"type": "roll"}, chance=[2, 3, "shift", "light"])
    assert (game.phase, game.decider) == ("battle", 1)
    do(game, "claim", 2, square=8)
    do(game, "bankrupt", 1)
    assert (game.phase, game.decider) == ("end", 0)
    assert game.position()["force"]["dark"] == 8


@pytest.mark.clause("battle.winner-may-move-symbol", "bankruptcy.eliminates")
def test_a_winner_keeps_the_beaten_symbol_though_the_player_on_turn_goes_bankrupt() -> None:
    owed = {"square": D1, "visitor": A, "owner": C, "amount": 35, "throws_left": 2}
    game = arriving(at={B: X2}, cash={A: 5}, deeds=deeds(C, D1), options={"rent_claims": "claimed"}, claims=[owed])
    shift(game, "light")
    assert (game.phase, game.decider) == ("battle", B)
    do(game, "claim", C, square=D1)
    do(game, "bankrupt", A)
    assert (game.phase, game.decider) == ("battle", B)
    game = Game.load(game.position())  # such a table can be kept for another day
    do(game, "place_force", B, symbol="dark", square=ST)
    assert symbols(game) == (39, ST)
    assert (game.phase, game.turn) == ("roll", B)
