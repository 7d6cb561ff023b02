"""What a deal, a plan for the estate or a price in an auction does to everybody's chance.

All of the coach's figures about deals and plans are these: after the deal or the plan whoever is on turn ends it, and
the forecast judges, with everybody taken for a baron.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

import numpy as np

from freehold.bots import ranks
from freehold.coach.compiled_forecast import action_record, barons, forecast_of, record_of
from freehold.engine import records
from freehold.forecast.kernel.judge import keep_from_looking
from freehold.game import Game, IllegalAction, internals
from freehold.game.types import Action
from freehold.json_types import Json
from freehold.players.ladder import LadderBot
from freehold.rules import codes, state

PLANNED = ("build", "sell", "sell_group", "mortgage", "redeem")
STEPS = 60  # actions of one plan
HALVINGS = 12  # of the range of prices


def changes(now: Sequence[float], then: Sequence[float]) -> list[float]:
    return [round(after - before, 4) for before, after in zip(now, then, strict=True)]


def deal_effect(game: Game, seat: int, offer: Mapping[str, Any], bots: Mapping[int, str] | None = None) -> Json:
    """Everybody's chance if an offer is accepted, the change, and how likely that is. `IllegalAction` if refused.

    Whoever is on turn builds neither with the deal nor without it, so that the change is the deal's alone. `likely` is
    the learned player's own expectation (`forecast/kernel/acceptance.py`); `bots` names the bots in other seats.
    """
    action = {"type": "offer", **{key: value for key, value in offer.items() if key != "type"}}
    refusal = game.refusal(cast(Action, action), seat)
    if refusal is not None:
        raise refusal
    found = effect_of(game, dealt(game, seat, action))
    odds = forecast_of(game).odds(record_of(game), notes_of(game, seat, bots), action_record(game, action, seat), seat)
    return found | ({} if odds is None else {"likely": round(odds, 2)})


def dealt(game: Game, seat: int, offer: Mapping[str, Any]) -> Game:
    """The game after an offer was made and accepted."""
    twin = game.copy()
    twin.apply(cast(Action, offer), seat)
    twin.apply({"type": "accept"}, offer["to"])
    return twin


def effect_of(game: Game, then: Game) -> Json:
    """The chances in a game that has come of another, and the change."""
    forecast = forecast_of(game)
    before, after = forecast.chances(record_of(game)), forecast.chances(record_of(then))
    return {"chances": [round(chance, 4) for chance in after], "changes": changes(before, after)}


def notes_of(game: Game, seat: int, bots: Mapping[int, str] | None) -> Any:
    """What somebody in a seat may have kept in mind of the game, as a record."""
    n = records.to_record(LadderBot("mogul", 0, dict(bots or {})).notes(game, seat), records.NOTES)
    n["bot"][0, seat] = ranks.BOT_PERSON
    return n


def plan_effect(game: Game, seat: int, steps: Sequence[Mapping[str, Any]]) -> Json:
    """Everybody's chance after a seat's building, selling and mortgaging. `IllegalAction` if a step is refused."""
    twin = game.copy()
    for step in steps[:STEPS]:
        if step.get("type") not in PLANNED:
            raise IllegalAction("bad-field", "a plan builds, sells, mortgages and redeems")
        twin.apply(cast(Action, step), seat)
    return effect_of(game, twin)


def whole_plan(game: Game, seat: int, first: Json) -> list[Json]:
    """A step of a plan with those that a baron would add, if they make it better."""
    twin, steps, baron = game.copy(), [first], LadderBot("baron")
    twin.apply(cast(Action, first), seat)
    while len(steps) < STEPS and twin.decider == seat and twin.phase == game.phase:
        keep_from_looking(internals.record(twin), baron.notes(twin, seat), seat)
        action = baron.decide(twin, seat)
        if action.get("type") not in PLANNED:
            break
        steps.append(cast(Json, action))
        twin.apply(action, seat)
    better = len(steps) > 1 and _chance(game, seat, steps) > _chance(game, seat, steps[:1])
    return steps if better else steps[:1]


def _chance(game: Game, seat: int, steps: Sequence[Json]) -> float:
    return float(plan_effect(game, seat, steps)["chances"][seat])


def deed_is_auctioned(game: Game) -> bool:
    """Is a deed under the hammer, and not a building?"""
    return game.phase == "auction" and 0 <= int(internals.record(game).lot) < state.SQUARES


def auction_limit(game: Game, seat: int) -> int | None:
    """The price at which the deed of an auction stops being worth it to a seat; None if no price is.

    Up to it, having the deed at that price is better for the seat than passing now.
    """
    game = game.as_bidder(seat)
    g = record_of(game)
    if not deed_is_auctioned(game) or game.decider != seat:
        return None
    forecast, n = forecast_of(game), barons()
    passing = forecast.after(g, n, _bid(0), seat)
    if passing is None:
        return None
    alone = g.copy()
    alone["bidders"] = 1 << seat
    alone["leader"] = state.NOBODY
    alone["bid"] = 0

    def worth_it(price: int) -> bool:
        then = forecast.after(alone, n, _bid(price), seat)
        return then is not None and then[seat] >= passing[seat]

    low, high = max(1, int(g["floor"][0])), int(g["cash"][0, seat])
    if high < low or not worth_it(low):
        return None
    for _ in range(HALVINGS):
        if low >= high:
            break
        middle = (low + high + 1) // 2
        low, high = (middle, high) if worth_it(middle) else (low, middle - 1)
    return low


def _bid(price: int) -> Any:
    """A bid, or for 0 a pass, as the kernel reads it."""
    made = np.zeros(1, records.ACTION)
    made["kind"], made["a"], made["b"] = (codes.DO_BID, price, state.NOBODY) if price else (codes.DO_PASS, 0, 0)
    return made
