"""Battles of Star Wars II: who must fight, where and when."""

from __future__ import annotations

import pytest

from freehold import Game
from tests.table import D1, D2, GO_TO_JAIL, X2, A, B, C, E, cash, clauses, deeds, do, kinds, square, table
from tests.table import throw as cast

from .battlefield import FIELD, arriving, battles, landing, shift, symbols, throw


@pytest.mark.clause("battle.on-landing-on-enemy-symbol")
@pytest.mark.parametrize(("token", "symbol"), [("dooku", "light"), ("obi-wan", "dark")])
def test_a_token_that_stops_on_the_enemy_symbol_must_battle(token: str, symbol: str) -> None:
    game = landing(token, **{"light": 37, "dark": 5, symbol: FIELD})
    events = throw(game, "dark")
    assert battles(events) == [(A, symbol, FIELD)]
    assert clauses(events, "battle") == ["battle.on-landing-on-enemy-symbol"]


@pytest.mark.clause("battle.on-landing-on-enemy-symbol")
def test_passing_the_enemy_symbol_starts_no_battle() -> None:
    game = landing(light=FIELD - 2)
    assert battles(throw(game)) == []
    assert game.phase == "end"


@pytest.mark.clause("battle.on-landing-on-enemy-symbol")
def test_only_the_last_square_of_a_move_counts() -> None:
    game = landing(at={A: 0}, light=24, dark=5, deeds=deeds(A, 24), decks={"chance": ["advance-red-3"]})
    assert battles(throw(game, "light")) == [(A, "light", 24)]
    assert square(game, A) == 24


@pytest.mark.clause("battle.on-landing-on-enemy-symbol")
def test_who_was_sent_to_jail_fights_no_more() -> None:
    game = landing(at={A: GO_TO_JAIL - 7})
    assert battles(throw(game, force="shift")) == []
    assert game.turn == B


@pytest.mark.clause("battle.on-symbol-arriving")
def test_a_token_to_which_a_shift_brings_the_enemy_symbol_must_battle() -> None:
    game = arriving(at={C: X2})
    events = shift(game, "light")
    assert battles(events) == [(C, "dark", X2)]
    assert clauses(events, "battle") == ["battle.on-symbol-arriving"]
    assert (game.phase, game.decider, game.turn) == ("battle", C, A)


@pytest.mark.clause("battle.on-symbol-arriving")
def test_the_player_on_turn_battles_a_symbol_that_comes_after_the_token() -> None:
    game = landing(light=20 + 1, dark=5, deeds=deeds(A, 24), at={A: 17})
    events = throw(game, "light", force="shift")  # light goes from 21 to 24
    assert battles(events) == [(A, "light", 24)]
    assert clauses(events, "battle") == ["battle.on-symbol-arriving"]


@pytest.mark.clause("battle.on-symbol-arriving")
def test_all_tokens_there_battle_in_turn_order() -> None:
    game = arriving(at={A: X2, B: X2, C: X2}, turn=B, tokens={A: "padme", B: "obi-wan", C: "anakin"}, jailed={})
    game = Game.load({**game.position(), "deeds": deeds(B, 13)})
    events = shift(game, "dark", "dark")  # B has moved on to 13
    assert battles(events) == [(C, "dark", X2), (A, "dark", X2)]
    assert cash(game, A, B, C) == [1300, 1500, 1300]


@pytest.mark.clause("battle.on-symbol-arriving")
def test_once_a_winner_has_moved_the_symbol_the_rest_are_spared() -> None:
    game = arriving(at={B: X2, C: X2})
    assert battles(shift(game, "light")) == [(B, "dark", X2)]
    assert battles(do(game, "place_force", B, symbol="dark", square=D1)) == []
    assert (game.phase, game.decider) == ("end", A)
    assert symbols(game) == (39, D1)


@pytest.mark.clause("battle.on-symbol-arriving", "battle.winner-may-move-symbol")
def test_if_a_winner_leaves_the_symbol_the_next_token_battles() -> None:
    game = arriving(at={B: X2, C: X2})
    shift(game, "light")
    events = do(game, "leave_force", B, chance=["dark"])
    assert battles(events) == [(C, "dark", X2)]
    assert cash(game, B, C) == [1500, 1300]
    assert (game.phase, game.decider) == ("end", A)


@pytest.mark.clause("battle.on-symbol-arriving", "battle.own-symbol-is-harmless")
def test_both_symbols_may_come_to_one_square_and_each_meets_its_enemies() -> None:
    tokens = {A: "padme", B: "dooku", C: "obi-wan"}
    game = arriving(at={B: X2, C: X2}, light=6, dark=5, tokens=tokens)
    events = shift(game, "light", "dark")
    assert symbols(game) == (X2, X2)
    assert battles(events) == [(B, "light", X2), (C, "dark", X2)]


@pytest.mark.clause("battle.on-symbol-arriving")
@pytest.mark.parametrize(("light", "dark", "order"), [(6, 31, [B, E]), (37, 5, [A, C])])
def test_each_symbol_meets_its_own_enemies_in_turn_order(light: int, dark: int, order: list[int]) -> None:
    tokens = {A: "padme", B: "dooku", C: "obi-wan", E: "jango-fett"}
    game = table(
        "star-wars-2", 4, tokens=tokens, at={A: 3, B: X2, C: X2, E: X2}, deeds=deeds(A, X2),
        force={"light": light, "dark": dark},
    )  # fmt: skip
    loses = "light" if light == 6 else "dark"
    assert [seat for seat, _, _ in battles(shift(game, loses, loses))] == order


@pytest.mark.clause("battle.on-symbol-arriving")
def test_every_shift_brings_its_own_battles() -> None:
    game = arriving(at={B: X2, C: 11}, jailed={A: 0})
    assert battles(shift(game, "dark")) == [(B, "dark", X2)]
    do(game, "end_turn")
    game = Game.load({**game.position(), "deeds": deeds(B, 13)})
    assert battles(shift(game, "dark")) == [(C, "dark", 11)]  # dark goes from 8 to 11


@pytest.mark.clause("battle.on-symbol-arriving")
def test_a_bankrupt_token_battles_nobody() -> None:
    game = arriving(at={B: X2}, cash={B: 0})
    players = game.position()["players"]
    players[B]["bankrupt"] = True
    game = Game.load({**game.position(), "players": players})
    assert battles(shift(game)) == []
    assert symbols(game) == (39, X2)


@pytest.mark.clause("battle.is-compulsory", "battle.on-symbol-arriving")
def test_who_is_ruined_by_a_battle_spares_the_others_none_of_theirs() -> None:
    tokens = {A: "dooku", B: "jango-fett", C: "obi-wan"}
    game = table(
        "star-wars-2", tokens=tokens, at={A: 34, B: D2}, cash={A: 10}, deeds=deeds(A, D2, mortgaged=True),
        force={"light": D1, "dark": 5},
    )  # fmt: skip
    assert battles(shift(game, "light")) == [(A, "light", D2)]  # A walked to D2, and the light symbol followed
    do(game, "bankrupt")
    do(game, "pass", B)
    events = do(game, "pass", C, chance=["light"])  # the estate comes first
    assert battles(events) == [(B, "light", D2)]
    assert cash(game, B) == 1300
    assert (game.phase, game.turn) == ("roll", B)


@pytest.mark.clause("battle.is-compulsory", "battle.throw-force-die")
def test_the_battle_is_thrown_for_at_once_and_once_and_nobody_is_asked() -> None:
    game = landing()
    events = throw(game, "light")
    assert game.log[-1]["chance"] == [3, 4, "light", "light"]
    assert [event["type"] for event in events] == ["roll", "move", "no_rent", "battle", "battle_lost", "paid"]
    assert clauses(events, "battle_lost") == ["battle.throw-force-die"]
    assert game.phase == "end"


@pytest.mark.clause("battle.throw-force-die")
@pytest.mark.parametrize("wrong", [1, 6])
def test_a_battle_is_thrown_with_the_force_die(wrong: int) -> None:
    with pytest.raises(ValueError, match="cannot come next"):
        cast(landing(), 3, 4, wrong)


@pytest.mark.clause("battle.is-compulsory")
def test_a_poor_player_cannot_decline_either() -> None:
    game = landing(cash={A: 0})
    events = throw(game, "light")
    assert battles(events) == [(A, "light", FIELD)]
    assert game.phase == "debt"
    assert not kinds(game) & {"leave_force", "end_turn", "decline"}


@pytest.mark.clause("battle.own-symbol-is-harmless")
@pytest.mark.parametrize(("token", "light", "dark"), [("obi-wan", FIELD, 5), ("dooku", 37, FIELD)])
def test_the_symbol_of_the_own_camp_starts_no_battle(token: str, light: int, dark: int) -> None:
    game = landing(token, light=light, dark=dark)
    assert battles(throw(game)) == []
    assert (game.phase, cash(game, A)) == ("end", 1500)


@pytest.mark.clause("battle.own-symbol-is-harmless")
def test_nor_does_it_when_a_shift_brings_it() -> None:
    game = arriving(at={B: X2, C: D2}, tokens={A: "padme", B: "dooku", C: "obi-wan"})
    assert battles(shift(game)) == []
    assert symbols(game) == (D2, X2)
