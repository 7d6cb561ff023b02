"""Standing orders: what the server does for a seat while its owner is away, as ordinary actions. Nothing else is done:
an action comes from the seat's own list of legal ones.

Only their owner sees them. Others see the actions, which the log marks.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

from freehold.editions import load
from freehold.game import Game
from freehold.game.types import Action
from freehold.json_types import Json
from freehold.server.protocol.messages import OrdersShown, Refused, SetOrders
from freehold.server.storage.record import Record
from freehold.server.storage.seat_settings import Orders
from freehold.server.storage.writes import Writes
from freehold.server.table.table_step import Step

CALM = ("roll", "end")  # phases in which buildings are bought

Legal = Sequence[Mapping[str, Any]]


def shown(record: Record, seat: int) -> OrdersShown:
    if record.box:
        raise Refused("no-notices")
    return OrdersShown(seat, record.seats[seat].orders or Orders())


def put(record: Record, ask: SetOrders) -> Step:
    """Replace the orders of a seat."""
    if record.box:
        raise Refused("no-notices")
    deeds = {str(square.index): square for square in load(record.edition).squares if square.price}
    groups = {square.group for square in deeds.values()}
    if not deeds.keys() >= ask.orders.bids.keys() or not groups.issuperset(ask.orders.keep):
        raise Refused("bad-orders")
    record.seats[ask.seat].orders = None if ask.orders == Orders() else ask.orders
    return Step(Writes(record=record), to_asker=[shown(record, ask.seat)])


def next_action(record: Record, game: Game) -> tuple[int, Json] | None:
    """The first thing that somebody's orders say now: the seat, and the action."""
    given = {
        seat: chair.orders
        for seat, chair in enumerate(record.seats)
        if chair.kind == "person" and chair.orders is not None
    }
    if not given or record.box:
        return None
    view = cast(Json, game.view())
    limits = _limits(view, given)
    for seat, orders in given.items():
        if view["players"][seat]["bankrupt"]:
            continue
        legal = game.legal(seat, offers=False, amounts=True)
        action = _action(game, view, seat, orders, legal, limits)
        if action is not None:
            return seat, action
    return None


def _action(game: Game, view: Json, seat: int, orders: Orders, legal: Legal, limits: Mapping[int, int]) -> Json | None:
    if orders.claim and (claim := _first(legal, "claim")):
        return {"type": "claim", "square": claim["square"]}
    if view.get("auction") is not None:
        return _bid(view["auction"], seat, orders, legal, limits)
    mine = view["decider"] == seat
    if mine and view["phase"] == "answer":
        return {"type": "reject"} if _asks_for(game, view, orders.keep) and _first(legal, "reject") else None
    if mine and orders.leave_jail and _first(legal, "pay_fine"):
        return {"type": "pay_fine"}
    if orders.build_above is not None and view["phase"] in CALM:
        return _build(game, view, seat, view["players"][seat]["cash"] - orders.build_above, legal)
    return None


def _first(legal: Legal, kind: str) -> Mapping[str, Any] | None:
    return next((action for action in legal if action["type"] == kind), None)


def _limits(view: Json, given: Mapping[int, Orders]) -> dict[int, int]:
    """How far the orders of each bidder go in this auction."""
    auction = view.get("auction") or {}
    square = str(auction.get("square"))
    bidders = [seat for seat in auction.get("bidders", ()) if seat in given]
    return {seat: min(given[seat].bids.get(square, 0), view["players"][seat]["cash"]) for seat in bidders}


def _bid(auction: Json, seat: int, orders: Orders, legal: Legal, limits: Mapping[int, int]) -> Json | None:
    """Bid as little as it takes. Two orders that compete come at once to where bid by bid would lead."""
    own = orders.bids.get(str(auction.get("square")))
    if seat == auction["leader"] or (own is None and not orders.pass_others) or not _first(legal, "pass"):
        return None
    least = _first(legal, "bid")
    limit = limits.get(seat, 0)
    if own is None or least is None or least["amount"] > limit:
        return {"type": "pass"}
    rival = max((other for at, other in limits.items() if at != seat), default=0)
    return {"type": "bid", "amount": min(limit, max(least["amount"], rival + 1))}


def _asks_for(game: Game, view: Json, groups: Sequence[str]) -> bool:
    """Whether the open offer asks for a deed of one of these groups."""
    return _has_any(game, (view.get("offer") or {}).get("ask", {}), groups)


def _has_any(game: Game, goods: Mapping[str, Any], groups: Sequence[str]) -> bool:
    return any(game.edition.squares[square].group in groups for square in goods.get("squares", ()))


def forbid(record: Record, game: Game, seat: int, action: Mapping[str, Any]) -> bool:
    """Whether a bot that stands in for somebody would sell a group that they keep. Before a bankruptcy it may: the
    creditor would get the deeds anyway.
    """
    chair = record.seats[seat]
    if chair.kind != "person" or chair.orders is None:
        return False
    keep, kind = chair.orders.keep, action.get("type")
    if kind == "offer":
        return _has_any(game, action.get("give", {}), keep)
    if kind == "accept":
        return _asks_for(game, cast(Json, game.view()), keep)
    ruined = kind == "settle" and _first(cast(Legal, game.legal(seat)), "bankrupt") is not None
    return kind == "settle" and not ruined and _has_any(game, action, keep)


def _build(game: Game, view: Json, seat: int, spare: int, legal: Legal) -> Json | None:
    """The next building that leaves enough cash: where there are fewest, then on the dearest deed. Buildings that
    others may want as well, since they run short, are left to the owner.
    """

    def rank(action: Mapping[str, Any]) -> tuple[int, int]:
        square = action["square"]
        return view["deeds"][str(square)]["buildings"], -game.edition.squares[square].price

    builds = [action for action in legal if action["type"] == "build" and action["amount"] <= spare]
    for build in sorted(builds, key=rank):
        action = {"type": "build", "square": build["square"]}
        trial = game.copy()
        trial.apply(cast(Action, action), seat=seat)
        if trial.phase == game.phase:
            return action
    return None
