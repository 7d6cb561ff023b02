"""The coach agrees with itself: hint, planner, deal meter, suggestion and a bot's own price, in real games."""

from __future__ import annotations

from typing import Any

import pytest

import freehold
from freehold import Bot, Game
from freehold.coach.advise import advise
from freehold.coach.bargain import asking_price, suggest_deal
from freehold.coach.effects import PLANNED, auction_limit, deal_effect, plan_effect
from freehold.editions import ids

SAME = 0.02  # points of a hundred that two of them may differ by
SEATS = 4
PHASES = ("end", "auction", "buy")
SMALL, WHOLE = 6, 500


def position(number: int) -> Game:
    """A position of a game of barons, in each edition in turn, with something to decide."""
    edition = ids()[number % len(ids())]
    game = freehold.play_out(Game.new(edition, SEATS, seed=number), "baron", number, turns=8 + number % 53)
    wanted = PHASES[0] if number % 4 else PHASES[1 + number // 4 % 2]
    for _ in range(200):
        if game.over or game.phase == wanted:
            break
        game.apply(Bot("baron").choose(game))
    return game


def check(game: Game) -> int:
    """No two answers differ about the same plan or deal. How many were compared."""
    seat = game.decider
    if seat is None:
        return 0
    bots = {other: "baron" for other in range(SEATS) if other != seat}
    rows = advise(game, seat, 5, bots=bots)
    compared = 0
    for row in rows:
        effect = effect_of(game, seat, row, bots)
        if effect is not None:
            compared += 1
            assert effect["chances"][seat] == pytest.approx(row["chance"], abs=SAME)
            assert effect["changes"][seat] == pytest.approx(row["change"], abs=SAME)
            assert effect.get("likely") == row.get("likely")
        if row["action"]["type"] == "offer":
            own_price_is_no_better(game, seat, row, bots)
        if row["action"]["type"] == "bid" and "worth-up-to" in row["facts"]:
            compared += 1
            assert row["action"]["amount"] <= (auction_limit(game, seat) or 0)
    deal = suggest_deal(game, seat, bots) if game.phase == "end" else None
    offers = [row for row in rows if row["action"]["type"] == "offer"]
    if deal is not None and offers:
        compared += 1
        assert offers[0]["action"] == deal["offer"]
        assert offers[0]["chance"] == pytest.approx(deal["chances"][seat], abs=SAME)
    return compared


def effect_of(game: Game, seat: int, row: Any, bots: dict[int, str]) -> Any:
    """What the deal meter, the planner or the bar says about the same."""
    kind = row["action"]["type"]
    if kind == "offer":
        return deal_effect(game, seat, row["action"], bots)
    if kind in PLANNED and game.phase == "end":
        return plan_effect(game, seat, row.get("plan", [row["action"]]))
    if kind == "end_turn":
        return {"chances": freehold.evaluate(game)["chances"], "changes": [0.0] * SEATS}
    return None


def own_price_is_no_better(game: Game, seat: int, row: Any, bots: dict[int, str]) -> None:
    """A partner that is asked for its price names none that would be better for the seat than the hinted deal."""
    to, squares = row["action"]["to"], row["action"]["ask"].get("squares")
    if not squares:
        return
    ask: Any = {"to": to, "ask": {"squares": squares}}
    found = asking_price(game, seat, ask, bots)
    given = [{"cash": found["price"]}] if "price" in found else []
    if "swap" in found:
        given.append({"squares": [found["swap"]["square"]], "cash": found["swap"]["cash"]})
    for give in given:
        effect = deal_effect(game, seat, ask | {"give": {key: value for key, value in give.items() if value}}, bots)
        assert effect["changes"][seat] <= row["change"] + 0.0001


def test_no_two_answers_of_the_coach_differ() -> None:
    assert sum(check(position(number)) for number in range(1, 1 + SMALL)) > SMALL // 2


@pytest.mark.thorough
@pytest.mark.parametrize("start", range(0, WHOLE, 50))
def test_no_two_answers_of_the_coach_differ_in_500_positions(start: int) -> None:
    assert sum(check(position(1000 + number)) for number in range(start, start + 50)) > 25
