"""The turn: throw, move by the total, play the square, and hand the dice to the left."""

from __future__ import annotations

import pytest

from tests.table import ALL, JAIL, PARKING, ST, A, B, C, cash, clauses, deeds, do, refused, square, table, throw

every_edition = pytest.mark.parametrize("edition", ALL)


@pytest.mark.clause("turn.move-by-dice-total")
@every_edition
def test_a_token_moves_by_the_total_of_both_dice(edition: str) -> None:
    game = table(edition, at={A: 5})
    events = throw(game, 3, 4)
    assert square(game, A) == 12
    moved = next(event for event in events if event["type"] == "move")
    assert moved == {"type": "move", "seat": A, "square": 12, "clause": "turn.move-by-dice-total"}


@pytest.mark.clause("turn.move-by-dice-total")
@pytest.mark.parametrize(("dice", "reached"), [((1, 1), 22), ((6, 6), 32), ((1, 6), 27), ((6, 1), 27)])
def test_both_dice_count_whatever_they_show(dice: tuple[int, int], reached: int) -> None:
    game = table(at={A: PARKING}, decks={"chance": ["dividend"]})
    throw(game, *dice)
    assert square(game, A) == reached


@pytest.mark.clause("turn.move-by-dice-total")
def test_only_the_player_on_turn_throws() -> None:
    game = table()
    assert refused(game, "roll", B) == "not-your-turn"
    throw(game, 4, 6)
    assert refused(game, "roll") == "wrong-phase"


@pytest.mark.clause("turn.direction.arrow", "turn.direction.clockwise")
@every_edition
def test_tokens_go_forward_past_go(edition: str) -> None:
    game = table(edition, at={A: 38})
    throw(game, 1, 4)
    assert square(game, A) == 3


@pytest.mark.clause("turn.direction.clockwise")
@pytest.mark.parametrize("start", range(40))
def test_every_throw_raises_the_number_of_the_square(start: int) -> None:
    game = table("game-of-thrones", at={A: start})
    events = throw(game, 2, 3)
    reached = (start + 5) % 40
    assert next(event["square"] for event in events if event["type"] == "move") == reached


@pytest.mark.clause("turn.passes-to-the-left")
@every_edition
def test_play_passes_to_the_left_and_round_the_table(edition: str) -> None:
    game = table(edition, at={A: JAIL, B: JAIL, C: JAIL})
    order = []
    for _ in range(3):
        order.append(game.decider)
        throw(game, 4, 6)
        assert (game.phase, game.decider) == ("end", order[-1])
        told = do(game, "end_turn")
        assert told[-1] == {"type": "turn", "seat": game.turn, "clause": "turn.passes-to-the-left"}
    assert [*order, game.decider] == [A, B, C, A]


@pytest.mark.clause("turn.passes-to-the-left")
def test_nobody_else_ends_a_turn_and_none_ends_before_its_throw() -> None:
    game = table(at={A: JAIL})
    assert refused(game, "end_turn") == "wrong-phase"
    throw(game, 4, 6)
    assert refused(game, "end_turn", B) == "not-your-turn"


@pytest.mark.clause("turn.token-stays-for-next-turn")
@every_edition
def test_a_token_starts_from_where_it_stopped(edition: str) -> None:
    game = table(edition, 2, at={A: 5, B: JAIL}, deeds=deeds(A, 12, 18))
    throw(game, 3, 4)
    do(game, "end_turn")
    throw(game, 4, 6)
    assert (square(game, A), square(game, B)) == (12, PARKING)
    do(game, "end_turn")
    throw(game, 2, 4)
    assert (square(game, A), square(game, B)) == (18, PARKING)


@pytest.mark.clause("turn.square-can-be-shared")
@every_edition
def test_tokens_share_a_square_and_its_rule_is_for_the_one_who_came(edition: str) -> None:
    game = table(edition, at={A: 15, B: JAIL}, deeds=deeds(C, 15), turn=B)
    throw(game, 2, 3)
    assert (square(game, A), square(game, B)) == (15, 15)
    assert cash(game) == [1500, 1475, 1525]
    assert game.phase == "end"


@pytest.mark.clause("turn.square-decides-action")
@every_edition
def test_only_the_square_reached_is_played(edition: str) -> None:
    game = table(edition, deeds=deeds(B, 1, 3), decks={"chest": ["bank-error"]})
    throw(game, 1, 3)
    if game.phase == "tax":
        do(game, "pay_tax", choice="flat")
    assert cash(game) == [1300, 1500, 1500]
    assert game.position()["decks"]["chest"][0] == "bank-error"


@pytest.mark.clause("turn.square-decides-action")
@pytest.mark.parametrize(
    ("start", "dice", "phase", "happens"),
    [
        pytest.param(0, (2, 4), "buy", [], id="a lot without owner"),
        pytest.param(5, (1, 2), "end", ["rent"], id="another's lot"),
        pytest.param(5, (1, 3), "end", ["no_rent"], id="an own lot"),
        pytest.param(28, (2, 3), "end", ["card", "received"], id="the chest"),
        pytest.param(5, (1, 1), "roll", ["card", "received", "double"], id="chance"),
        pytest.param(31, (3, 4), "end", ["tax"], id="luxury tax"),
        pytest.param(5, (1, 4), "end", ["visit"], id="jail, as a visitor"),
        pytest.param(15, (1, 4), "end", ["rest"], id="parking"),
        pytest.param(25, (1, 4), "roll", ["jailed", "turn"], id="go to jail"),
        pytest.param(35, (1, 4), "end", ["salary"], id="GO"),
    ],
)
def test_each_kind_of_square_has_its_own_consequence(
    start: int, dice: tuple[int, int], phase: str, happens: list[str]
) -> None:
    deck = {"chest": ["bank-error"], "chance": ["dividend"]}
    game = table(at={A: start}, deeds=deeds(B, 8) | deeds(A, 9), decks=deck)
    events = throw(game, *dice)
    assert [event["type"] for event in events if event["type"] not in ("roll", "move")] == happens
    assert game.phase == phase


@pytest.mark.clause("turn.square-decides-action")
def test_each_card_square_draws_from_its_own_deck() -> None:
    deck = {"chest": ["bank-error"], "chance": ["dividend"]}
    chest, chance = table(at={A: 10}, decks=deck), table(at={A: 15}, decks=deck)
    throw(chest, 3, 4)
    throw(chance, 3, 4)
    assert (cash(chest, A), cash(chance, A)) == (1700, 1550)


@pytest.mark.clause("turn.own-property-is-quiet")
@every_edition
@pytest.mark.parametrize("claims", ["automatic", "claimed"])
def test_an_own_property_costs_and_earns_nothing(edition: str, claims: str) -> None:
    game = table(edition, deeds=deeds(A, ST), options={"rent_claims": claims})
    events = throw(game, 2, 3)
    assert cash(game) == [1500, 1500, 1500]
    assert clauses(events, "no_rent") == ["turn.own-property-is-quiet"]
    assert game.phase == "end"
    assert "claims" not in game.position()
