"""What a deal, a plan for the estate or a price in an auction does to everybody's chance."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from freehold.coach.compiled_forecast import barons, forecast_of, record_of
from freehold.engine import records
from freehold.game import Game, IllegalAction
from freehold.json_types import Json
from freehold.rules import codes, state

PLANNED = ("build", "sell", "sell_group", "mortgage", "redeem")
STEPS = 60  # actions of one plan
HALVINGS = 12  # of the range of prices


def changes(now: Sequence[float], then: Sequence[float]) -> list[float]:
    return [round(after - before, 4) for before, after in zip(now, then, strict=True)]


def deal_effect(game: Game, seat: int, offer: Mapping[str, Any]) -> Json:
    """Everybody's chance if an offer is accepted, and the change. `IllegalAction` if the rules refuse it.

    Whoever is on turn builds neither with the deal nor without it, so that the change is the deal's alone.
    """
    action = {"type": "offer", **{key: value for key, value in offer.items() if key != "type"}}
    refusal = game.refusal(action, seat)
    if refusal is not None:
        raise refusal
    twin = game.copy()
    twin.apply(action, seat)
    twin.apply({"type": "accept"}, action["to"])
    forecast = forecast_of(game)
    now, then = forecast.chances(record_of(game)), forecast.chances(record_of(twin))
    return {"chances": [round(chance, 4) for chance in then], "changes": changes(now, then)}


def plan_effect(game: Game, seat: int, steps: Sequence[Mapping[str, Any]]) -> Json:
    """Everybody's chance after a seat's building, selling and mortgaging. `IllegalAction` if a step is refused."""
    twin = game.copy()
    for step in steps[:STEPS]:
        if step.get("type") not in PLANNED:
            raise IllegalAction("bad-field", "a plan builds, sells, mortgages and redeems")
        twin.apply(step, seat)
    forecast = forecast_of(game)
    now, then = forecast.chances(record_of(game)), forecast.chances(record_of(twin))
    return {"chances": [round(chance, 4) for chance in then], "changes": changes(now, then)}


def auction_limit(game: Game, seat: int) -> int | None:
    """The price at which the deed of an auction stops being worth it to a seat; None if no price is.

    Up to it, having the deed at that price is better for the seat than passing now.
    """
    game = game.as_bidder(seat)
    g = record_of(game)
    if game.phase != "auction" or game.decider != seat or not 0 <= int(g["lot"][0]) < state.SQUARES:
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
