"""Bargaining with bots: a suggested deal is legal and helps both; an asking price is what the bot then accepts."""

from __future__ import annotations

from typing import Any

import pytest

from freehold import Game, IllegalAction
from freehold.coach.bargain import asking_price, suggest_deal
from freehold.coach.compiled_forecast import ENTRY_POINTS
from freehold.engine import compile as kernel
from freehold.players.ladder import LadderBot
from tests.table import A, B, C, deeds, do, table


def market(**position: Any) -> Game:
    """A lacks one deed of the orange group, which B has; B lacks one of the light blue ones, which A has."""
    return table(
        deeds=deeds(A, 16, 18, 6, 11, 26) | deeds(B, 19, 8, 9, 27, 31) | deeds(C, 37, 39, 13, 21),
        cash={A: 1500, B: 800},
        **{"turn": A, "phase": "end", **position},
    )


def accepts(level: str, game: Game, offer: dict[str, Any]) -> bool:
    do(game, "offer", A, **{key: value for key, value in offer.items() if key != "type"})
    return bool(LadderBot(level, 0, {C: "baron"}).decide(game, B)["type"] == "accept")


@pytest.mark.parametrize("level", ["novice", "trader", "baron"])
def test_a_bot_accepts_the_price_that_it_named_and_not_much_less(level: str) -> None:
    answer = asking_price(market(), A, {"to": B, "ask": {"squares": [19]}}, {B: level, C: "baron"})
    price = answer["price"]
    assert price % 5 == 0  # a round sum, as people name it
    assert accepts(level, market(), {"to": B, "give": {"cash": price}, "ask": {"squares": [19]}})
    assert not accepts(level, market(), {"to": B, "give": {"cash": price - 10}, "ask": {"squares": [19]}})


def test_or_a_deed_with_less_cash() -> None:
    answer = asking_price(market(), A, {"to": B, "ask": {"squares": [19]}}, {B: "trader"})
    swap = answer["swap"]
    assert swap["cash"] < answer["price"]
    give = {"squares": [swap["square"]], "cash": swap["cash"]}
    assert accepts("trader", market(), {"to": B, "give": give, "ask": {"squares": [19]}})


def test_who_cannot_pay_hears_why_not() -> None:
    poor = table(turn=A, phase="end", deeds=deeds(A, 16, 18) | deeds(B, 19), cash={A: 100})
    answer = asking_price(poor, A, {"to": B, "ask": {"squares": [19]}}, {B: "baron"})
    assert answer == {"no": "gives-you-group", "parts": {"group": "orange"}}
    assert asking_price(poor, A, {"to": B, "ask": {"squares": [19]}}, {B: "random"})["no"] == "undecided"


def test_nothing_is_said_about_deeds_that_cannot_be_traded() -> None:
    with pytest.raises(IllegalAction):
        asking_price(market(), A, {"to": B, "ask": {"squares": [37]}}, {B: "baron"})


@pytest.mark.parametrize("moment", [{"phase": "end"}, {"phase": "roll"}, {"phase": "roll", "turn": C}])
def test_a_suggested_deal_is_legal_and_its_partner_agrees(moment: dict[str, Any]) -> None:
    kernel.compiled().prepare(*ENTRY_POINTS)
    found = suggest_deal(market(**moment), A, {B: "baron", C: "baron"})
    assert found is not None
    assert found["changes"][A] > 0
    offer = found["offer"]
    game = market(**moment)
    do(game, "offer", A, **{key: value for key, value in offer.items() if key != "type"})
    seat = offer["to"]
    assert LadderBot("baron", 0, {B: "baron", C: "baron"}).decide(game, seat)["type"] == "accept"


def test_none_is_suggested_during_an_auction() -> None:
    assert suggest_deal(market(phase="auction", auction={"square": 1, "bidders": [A, B, C]}), A) is None
