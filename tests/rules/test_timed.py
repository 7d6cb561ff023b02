"""The game with a time limit: two deeds for each, paid for, then normal rules; at the agreed hour the richest wins."""

from __future__ import annotations

from typing import Any

import pytest

from freehold import Game
from freehold.editions import load as load_edition
from freehold.engine import edition_tables
from freehold.rules import state
from tests.table import (
    D1,
    D2,
    JAIL,
    PRICES,
    ST,
    X1,
    A,
    B,
    C,
    X,
    buildings,
    cash,
    clauses,
    deeds,
    do,
    refused,
    square,
    stock,
    table,
    throw,
)

HOUR = ("star-wars-2", "disney-parks", "star-wars-1")
FOUR = (*HOUR, "spider-man")
TIMED = (*FOUR, "classic")
CUT = ("star-wars-2", "star-wars-1", "classic")
ENDS = [pytest.param(e, marks=pytest.mark.clause("timed.end-agreed-before-start.clock-time")) for e in HOUR] + [
    pytest.param("spider-man", marks=pytest.mark.clause("timed.end-agreed-before-start.duration")),
    "classic",
]


def running(edition: str, *, at: int = 1, variant: str = "timed", **position: Any) -> Game:
    """A is about to throw, five squares before an own lot."""
    given: dict[str, Any] = {"at": {A: at}, "deeds": deeds(A, X1)} | position
    return table(edition, variant=variant, **given)


@pytest.mark.parametrize("edition", ENDS)
def test_at_the_agreed_time_the_running_turn_is_finished_and_the_game_over(edition: str) -> None:
    game = running(edition)
    throw(game, 2, 3)
    events = do(game, "time_up")
    assert clauses(events, "time_up") == ["timed.richest-wins"]
    assert (game.phase, game.over) == ("end", False)
    events = do(game, "end_turn")
    assert (game.phase, game.over) == ("over", True)
    assert clauses(events, "over") == ["timed.richest-wins"]
    assert refused(game, "roll", A) == "game-over"


@pytest.mark.parametrize("edition", ENDS)
def test_a_turn_that_has_begun_is_played_with_its_second_throw(edition: str) -> None:
    game = running(edition, at=2, deeds=deeds(A, X1, X[2]))
    do(game, "time_up")
    throw(game, 2, 2)
    assert not game.over
    throw(game, 1, 2)
    assert (square(game, A), game.over) == (X[2], False)
    do(game, "end_turn")
    assert game.over


@pytest.mark.parametrize("edition", ENDS)
def test_an_auction_that_is_open_is_finished_too(edition: str) -> None:
    game = running(edition, deeds={})
    throw(game, 2, 3)
    do(game, "decline")
    do(game, "time_up")
    do(game, "bid", A, amount=7)
    do(game, "pass", B)
    do(game, "pass", C)
    assert game.phase == "end"
    do(game, "end_turn")
    assert (game.over, game.winner) == (True, A)  # 1493 and a lot of 100


@pytest.mark.parametrize("edition", ENDS)
def test_without_the_call_the_game_goes_on(edition: str) -> None:
    game = running(edition)
    throw(game, 2, 3)
    do(game, "end_turn")
    assert (game.over, game.turn) == (False, B)


@pytest.mark.parametrize("edition", ENDS)
@pytest.mark.parametrize("limit", [1, 2, 3])
def test_a_limit_of_turns_stands_in_for_the_clock(edition: str, limit: int) -> None:
    game = table(edition, jailed={A: 0, B: 0, C: 0}, variant="timed", options={"time_limit": limit})
    for turn in range(limit):
        assert (game.over, game.turn) == (False, turn)
        throw(game, 1, 2)
        do(game, "end_turn")
    assert game.over


@pytest.mark.parametrize("edition", ENDS)
def test_a_limit_of_turns_is_agreed_before_the_start_and_for_this_game_alone(edition: str) -> None:
    for limit in (0, -1, 1_000_001, True, "21:00"):
        with pytest.raises(ValueError, match="time_limit"):
            Game.new(edition, 2, variant="timed", options={"time_limit": limit})
    for variant in ("classic", "short"):
        with pytest.raises(ValueError, match="goes with the timed variant only"):
            Game.new(edition, 2, variant=variant, options={"time_limit": 60})
    assert Game.new(edition, 2, variant="timed", options={"time_limit": 1_000_000}).options["time_limit"] == 1_000_000


@pytest.mark.parametrize("edition", ENDS)
@pytest.mark.parametrize("variant", ["classic", "short"])
def test_nobody_calls_time_in_another_game(edition: str, variant: str) -> None:
    assert refused(running(edition, variant=variant), "time_up") == "not-timed"


@pytest.mark.clause("timed.deal-two-paid")
def test_game_of_thrones_has_no_such_game() -> None:
    with pytest.raises(ValueError, match="has no timed game"):
        Game.new("game-of-thrones", 3, variant="timed")


@pytest.mark.clause("timed.richest-wins")
@pytest.mark.parametrize("edition", TIMED)
@pytest.mark.parametrize(
    ("worths", "winner"), [((1900, 2200, 2199), B), ((2200, 1900, 0), A), ((5, 6, 7), C), ((7, 5, 7), None)]
)
def test_the_richest_player_wins(edition: str, worths: tuple[int, ...], winner: int | None) -> None:
    game = running(edition, cash=dict(enumerate(worths)), deeds={}, at=JAIL)
    throw(game, 4, 6)  # Free Parking
    do(game, "time_up")
    do(game, "end_turn")
    assert (game.over, game.winner) == (True, winner)
    assert [row["worth"] for row in game.standings()] == sorted(worths, reverse=True)


@pytest.mark.clause("timed.richest-wins")
@pytest.mark.parametrize("edition", TIMED)
def test_all_is_valued_as_in_the_short_game_but_a_hotel_with_four_houses(edition: str) -> None:
    owned = deeds(B, *X, buildings=5) | deeds(B, ST) | deeds(B, D1, mortgaged=True)
    worth = 10 + 320 + 3 * 5 * 50 + 200 + 175
    for rival, winner in ((worth - 1, B), (worth, None), (worth + 1, C)):
        game = running(edition, cash={A: 0, B: 10, C: rival}, deeds=owned, at=JAIL)
        throw(game, 4, 6)
        do(game, "time_up")
        do(game, "end_turn")
        assert (game.over, game.winner) == (True, winner)


@pytest.mark.clause("timed.deal-two-paid")
@pytest.mark.parametrize("edition", TIMED)
def test_two_deeds_are_dealt_to_each_and_paid_for_at_once(edition: str) -> None:
    most = load_edition(edition).players.max
    for seed in range(10):
        for players in (2, most):
            game = Game.new(edition, players, seed=seed, variant="timed")
            dealt = [(event["seat"], event["square"]) for event in game.setup if event["type"] == "deal"]
            assert [seat for seat, _ in dealt] == [*range(1, players), 0] * 2
            assert len({at for _, at in dealt}) == 2 * players
            for seat in range(players):
                assert cash(game, seat) == 1500 - sum(PRICES[at] for who, at in dealt if who == seat)
            assert set(clauses(game.setup, "deal") + clauses(game.setup, "paid")) == {"timed.deal-two-paid"}
            assert {int(at): deed["owner"] for at, deed in game.position()["deeds"].items()} == {
                at: seat for seat, at in dealt
            }


@pytest.mark.clause("timed.deeds-shuffled-and-cut")
@pytest.mark.parametrize("edition", TIMED)
def test_the_deeds_are_shuffled_and_in_some_editions_cut(edition: str) -> None:
    game = Game.new(edition, 3, variant="timed", banker=1)
    piles: list[Any] = [event for event in game.setup if event["type"] in ("shuffle", "cut", "deal")][2:]
    shuffle, *cut = [event for event in piles if event["type"] != "deal"]
    assert (shuffle["type"], shuffle["what"], shuffle["seat"]) == ("shuffle", "deeds", 1)
    assert [event["type"] for event in cut] == (["cut"] if edition in CUT else [])
    assert [event["type"] for event in piles[len(cut) + 1 :]] == ["deal"] * 6
    others = [Game.new(edition, 3, seed, "timed", banker=1).setup for seed in range(1, 6)]
    hands = [[event["square"] for event in deal if event["type"] == "deal"] for deal in (game.setup, *others)]
    assert len({tuple(hand) for hand in hands}) == 6  # no two piles alike
    assert all(hand != sorted(hand) for hand in hands)
    if edition in CUT:
        assert shuffle["clause"] == cut[0]["clause"] == "timed.deeds-shuffled-and-cut"
        assert cut[0]["seat"] == 1  # the banker shuffles and cuts
    else:
        assert shuffle["clause"] == "timed.deal-two-paid"


@pytest.mark.clause("timed.normal-rules-else")
@pytest.mark.parametrize("edition", TIMED)
def test_three_houses_are_not_enough_for_a_hotel(edition: str) -> None:
    game = table(edition, deeds=deeds(A, *X, buildings=3), variant="timed")
    do(game, "build", square=X1)
    assert buildings(game, *X) == [4, 3, 3]
    assert stock(game) == (32 - 10, 12)
    assert refused(game, "build", square=X1) == "uneven-building"


@pytest.mark.clause("timed.normal-rules-else")
@pytest.mark.parametrize("edition", TIMED)
def test_nothing_but_the_deal_and_the_end_is_changed(edition: str) -> None:
    normal, timed = (edition_tables.build(load_edition(edition), variant, {}) for variant in ("classic", "timed"))
    changed = {name for name, _, _ in state.TABLES if getattr(normal, name) != getattr(timed, name)}
    assert changed == {"variant", "deal", "deal_paid"} | ({"deal_cut"} if edition in CUT else set())


@pytest.mark.clause("timed.normal-rules-else")
@pytest.mark.parametrize("edition", TIMED)
def test_a_bankruptcy_does_not_end_it(edition: str) -> None:
    debt = {"debtor": A, "creditor": "bank", "amount": 100, "why": "tax"}
    game = table(edition, cash={A: 0}, variant="timed", phase="debt", debts=[debt])
    do(game, "bankrupt")
    assert (game.over, game.turn) == (False, B)
    last = table(edition, 2, cash={A: 0}, variant="timed", phase="debt", debts=[debt])
    assert clauses(do(last, "bankrupt"), "over") == ["win.last-player-left"]
    assert last.winner == B


@pytest.mark.clause("timed.normal-rules-else")
@pytest.mark.parametrize("edition", TIMED)
def test_rent_is_that_of_the_normal_game(edition: str) -> None:
    told = []
    for variant in ("classic", "timed"):
        game = table(edition, at={A: 36}, deeds=deeds(B, D1, D2), variant=variant)
        told.append((throw(game, 1, 2), cash(game)))
        assert cash(game, A, B) == [1400, 1600]
    assert told[0] == told[1]
