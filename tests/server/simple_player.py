"""A player for tests of the server: random legal moves, weighted so that it does not dither. It claims no skill.

A bot sees what its seat may see and draws from a generator of its own, never from the game's dice.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

from freehold.editions import Edition
from freehold.game import FREE, Game

Json = dict[str, Any]

RAISES_MONEY = ("mortgage", "sell", "sell_group")
# Of these decisions the first named is taken so often; else any other one.
LIKELY = {"buy": 0.95, "want": 0.7, "place_force": 0.8, "keep_mortgage": 0.7, "throw_again": 0.6}
BUILDS = 0.6
REDEEMS = 0.15
OFFERS = 0.08
ACCEPTS = 0.4
RESERVE = 100  # cash a bot keeps when it builds or redeems
CARD_WORTH = 50


def choose(game: Game, seat: int, chance: random.Random, refused: list[Json]) -> Json:
    """An action for the bot in this seat; not one that the rules have just refused."""
    offers = game.phase == "end"  # it makes none at other times
    legal: list[Any] = [action for action in game.legal(seat, offers=offers) if action not in refused]
    decisions = [action for action in legal if action["type"] not in FREE]
    view = game.view(seat)
    if game.phase == "debt":
        return _in_debt(legal, chance)
    if game.phase == "auction":
        return _bid(game.edition, view, decisions, chance)
    if game.phase == "answer":
        return _answer(game.edition, view, decisions, chance)
    free = _free_action(game, seat, view, legal, chance) if game.phase in ("roll", "end") else None
    if free is not None and free not in refused:
        return free
    for kind, likelihood in LIKELY.items():
        likely = _of(decisions, kind)
        if likely and chance.random() < likelihood:
            return chance.choice(likely)
    return _any_kind(decisions or legal, chance)


def claims(game: Game, seat: int) -> list[Json]:
    """The rents this seat may ask for now."""
    return _of(game.legal(seat, offers=False), "claim")


def _of(actions: Sequence[Any], *kinds: str) -> list[Json]:
    return [action for action in actions if action["type"] in kinds]


def _any_kind(actions: list[Json], chance: random.Random) -> Json:
    """Each kind of action as likely as the next, however many squares one of them may name."""
    kind = chance.choice(sorted({action["type"] for action in actions}))
    return chance.choice(_of(actions, kind))


def _in_debt(legal: list[Json], chance: random.Random) -> Json:
    """Pay if possible; else raise money; else what the rules leave."""
    for kinds in (("pay",), RAISES_MONEY, ("settle", "bankrupt")):
        found = _of(legal, *kinds)
        if found:
            return chance.choice(found)
    return chance.choice(legal)


def _bid(edition: Edition, view: Mapping[str, Any], decisions: list[Json], chance: random.Random) -> Json:
    """Raise in steps up to a random part of the price, and never with the last money."""
    bids = _of(decisions, "bid")
    if bids:
        low, most = bids[0]["amount"], bids[0]["max"]
        square = view["auction"].get("square")
        price = edition.squares[square].price if square is not None else max(s.house_cost for s in edition.squares)
        limit = min(int(price * chance.uniform(0.4, 1.1)), most * 3 // 4)
        if low <= limit:
            return {"type": "bid", "amount": min(limit, low + chance.randrange(1 + price // 5))}
    return next(action for action in decisions if action["type"] == "pass")


def _worth(edition: Edition, view: Mapping[str, Any], side: Mapping[str, Any]) -> int:
    """What one side of an offer would cost at the printed prices."""
    worth = int(side["cash"]) + CARD_WORTH * len(side["jail_cards"])
    for index in side["squares"]:
        square = edition.squares[index]
        worth += square.mortgage if view["deeds"][str(index)]["mortgaged"] else square.price
    return worth


def _answer(edition: Edition, view: Mapping[str, Any], decisions: list[Json], chance: random.Random) -> Json:
    """Mostly no, and never to what is worth less than it takes."""
    offer = view["offer"]
    gain, cost = _worth(edition, view, offer["give"]), _worth(edition, view, offer["ask"])
    if offer["kind"] == "settlement":
        cost = view["debts"][0]["amount"]
    accepts = _of(decisions, "accept")
    if accepts and gain >= cost and chance.random() < ACCEPTS:
        return accepts[0]
    return next(action for action in decisions if action["type"] == "reject")


def _free_action(
    game: Game, seat: int, view: Mapping[str, Any], legal: list[Json], chance: random.Random
) -> Json | None:
    """Now and then: build, redeem, offer."""
    edition, cash = game.edition, view["players"][seat]["cash"]
    builds = [a for a in _of(legal, "build") if edition.squares[a["square"]].house_cost + RESERVE <= cash]
    if builds and chance.random() < BUILDS:
        return chance.choice(builds)
    redeems = [a for a in _of(legal, "redeem") if edition.squares[a["square"]].mortgage + 3 * RESERVE <= cash]
    if redeems and chance.random() < REDEEMS:
        return chance.choice(redeems)
    bounds = [offer for offer in _of(legal, "offer") if offer["ask"]["squares"]]
    if game.phase == "end" and bounds and chance.random() < OFFERS:
        return _offer(edition, chance.choice(bounds), cash, chance)
    return None


def _offer(edition: Edition, bounds: Json, cash: int, chance: random.Random) -> Json | None:
    """Somebody's deed for cash, rather one whose group the bot has begun to collect."""
    mine = {edition.squares[square].group for square in bounds["give"]["squares"]}
    wanted = [square for square in bounds["ask"]["squares"] if edition.squares[square].group in mine]
    square = chance.choice(wanted or bounds["ask"]["squares"])
    amount = int(edition.squares[square].price * chance.uniform(0.8, 1.6))
    if amount + RESERVE > cash:
        return None
    return {"type": "offer", "to": bounds["to"], "give": {"cash": amount}, "ask": {"squares": [square]}}
