"""Lists for whoever looks at a game: a seat's legal actions with their bounds, and the standings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from freehold.engine.records import Moves
from freehold.game import actions, position, prices
from freehold.json_types import Json
from freehold.rules import codes, legal, money, shortage, trade

CLOSED = (codes.PHASE_OVER, codes.PHASE_ANSWER, codes.PHASE_AUCTION, codes.PHASE_CONTEST)  # nobody makes an offer


def listed(g: Any, t: Any, seat: int, amounts: bool) -> list[Json]:
    """Every legal action of a seat except offers; with what it brings or costs, if `amounts`."""
    m: Any = Moves()
    legal.list_legal(g, t, m, seat)
    found = [_described(g, t, m.kind[k], m.a[k], m.b[k], seat) for k in range(m.n)]
    if amounts:
        for action in found:
            prices.add(g, t, seat, action)
    return found


def _described(g: Any, t: Any, kind: int, a: int, b: int, seat: int) -> Json:
    action = actions.from_row(kind, a, b)
    if kind == codes.DO_BID:
        action["max"] = int(shortage.highest_bid(g, t, seat))
    elif kind == codes.DO_SETTLE:
        action["cash"] = g.cash[seat]
        action["squares"] = actions.bits_of(trade.givable(g, t, seat))
    return action


def offers(g: Any, t: Any, seat: int) -> list[Json]:
    """An offer to each other player, with everything that either side could include."""
    if g.phase in CLOSED or not 0 <= seat < g.players or g.out[seat] or trade.may_trade(g, t, seat) != codes.DONE:
        return []
    kept = position.kept_cards(g)

    def side(who: int) -> Json:
        return {
            "cash": g.cash[who],
            "squares": actions.bits_of(trade.givable(g, t, who)),
            "jail_cards": [deck for deck, _ in kept.get(who, [])],
        }

    mine = side(seat)
    found = []
    for other in range(g.players):
        if other != seat and not g.out[other]:
            theirs = side(other)
            if mine["squares"] or mine["jail_cards"] or theirs["squares"] or theirs["jail_cards"]:
                found.append({"type": "offer", "to": other, "give": mine, "ask": theirs})
    return found


def standings(g: Any, t: Any, names: Sequence[str]) -> list[Json]:
    """Seats with their net worth, best first; ties share a place; bankrupt players come last, without a net worth."""
    rows: list[Json] = [
        {
            "seat": seat,
            "name": names[seat],
            "worth": None if g.out[seat] else money.worth(g, t, seat, True),
            "bankrupt": bool(g.out[seat]),
        }
        for seat in range(g.players)
    ]
    rows.sort(key=lambda row: (row["bankrupt"], -(row["worth"] or 0), -g.out[row["seat"]], row["seat"]))
    for k, row in enumerate(rows):
        tied = k > 0 and not row["bankrupt"] and row["worth"] == rows[k - 1]["worth"]
        row["place"] = rows[k - 1]["place"] if tied else k + 1
    return rows
