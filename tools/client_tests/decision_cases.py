"""Positions of all kinds as the server sends them, for the client's tests: views with prices, legal actions, plans.

Nothing here goes into the client; it is written by `client_data.py --sentences`.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, cast

import msgspec

from freehold import Game, IllegalAction
from freehold.editions import ids, load
from freehold.game.position import PositionError
from freehold.game.types import Action

Json = dict[str, Any]

CASES = 10  # positions per edition
SEATS = 3
CHANGES = {
    "ten_percent": ("up", "down", "nearest"),
    "mortgage_clears": ("group", "property"),
    "hotel_counts_as": ("five", "four"),
    "transfer_lift": ("plus-interest", "value-only"),
    "build_window": ("any-time", "own-turn-or-between"),
}


def cases() -> Json:
    r = random.Random(1935)
    return {
        "editions": {id: msgspec.to_builtins(load(id)) for id in ids()},
        "cases": [_case(r, id) for id in ids() for _ in range(CASES)],
    }


def _case(r: random.Random, id: str) -> Json:
    while True:
        game = _game(r, id)
        if game is not None:
            return _told(game)


def _game(r: random.Random, id: str) -> Game | None:
    """A table in the middle of things, or None if such a position cannot be."""
    variant = r.choice(["classic", "classic", "short"]) if load(id).short else "classic"
    options = {name: r.choice(values) for name, values in CHANGES.items() if r.random() < 0.3}
    deeds: Json = {}
    crowded = r.random() < 0.4
    for group in [*(group.id for group in load(id).groups), "station", "utility"]:
        _deal(r, id, group, variant, crowded, deeds)
    players = [{"cash": 2000 if crowded else r.choice([0, 20, 90, 300, 2000])} for _ in range(SEATS)]
    position: Json = {"edition": id, "variant": variant, "options": options, "players": players, "deeds": deeds}
    position |= {"turn": r.randrange(SEATS), "phase": r.choice(["roll", "end"])}
    if r.random() < 0.25:
        debtor = position["turn"]
        debt = {"debtor": debtor, "creditor": "bank", "amount": r.choice([400, 5000]), "why": "tax", "open": True}
        position |= {"phase": "debt", "debts": [debt]}
    try:
        game = Game.load(position, seed=r.randrange(1000))
    except PositionError:
        return None
    if crowded and game.position()["bank"]["houses"] > 3:
        return None
    _go_on(r, game)
    return game


def _deal(r: random.Random, id: str, group: str, variant: str, crowded: bool, deeds: Json) -> None:
    lots = [square.index for square in load(id).squares if square.group == group]
    owner = r.randrange(SEATS)
    whole = crowded or r.random() < 0.6
    most = load(id).short.hotel_after if variant == "short" and load(id).short else 4  # type: ignore[union-attr]
    streets = whole and group not in ("station", "utility")
    level = r.randrange(1, 4) if crowded and streets else r.randrange(most + 2) if streets and r.random() < 0.8 else 0
    for lot in lots:
        here = max(0, level - r.randrange(2)) if level else 0
        seat = owner if whole else r.randrange(SEATS)
        mortgaged = level == 0 and r.random() < 0.25
        deeds[str(lot)] = {"owner": seat, "mortgaged": mortgaged, "buildings": 5 if here > most else here}


def _go_on(r: random.Random, game: Game) -> None:
    """Some actions of anybody, so that there are offers, transfers, contests and auctions among the positions."""
    for _ in range(r.randrange(9)):
        seat = game.decider if game.decider is not None and r.random() < 0.6 else r.randrange(SEATS)
        action = _any(r, game.legal(seat))
        if action is None:
            continue
        try:
            game.apply(cast(Action, action), seat)
        except IllegalAction:
            continue


def _any(r: random.Random, legal: Sequence[Any]) -> Json | None:
    """One of these actions, every kind alike; an offer within its bounds."""
    kinds = sorted({action["type"] for action in legal} - {"bankrupt", "reject", "withdraw", "pass"})
    if not kinds:
        return None
    kind = "build" if "build" in kinds and r.random() < 0.4 else r.choice(kinds)
    action: Json = r.choice([action for action in legal if action["type"] == kind])
    if kind == "offer":
        give, ask = action["give"]["squares"], action["ask"]["squares"]
        r.shuffle(give)
        return {"type": "offer", "to": action["to"], "give": {"squares": give[:2]}, "ask": {"squares": ask[:1]}}
    return action


def _told(game: Game) -> Json:
    """A position as the server sends it, and what it says of each seat: legal actions with amounts, and a plan."""
    return {
        "edition": game.edition_name,
        "view": {**game.view(), "prices": game.prices()},
        "seats": [{"legal": game.legal(seat, amounts=True), "plan": game.plan(seat)} for seat in range(SEATS)],
    }
