"""Auctions: open and rising; whoever passes is out (auction-form)."""

from __future__ import annotations

from tests.reference.model.table import Auction, Deed, Refused, Table


def open_deed(t: Table, square: int, declined_by: int) -> None:
    """Everybody may bid, also the player who declined, who is asked last."""
    order = t.after(declined_by)
    t.auction = Auction(square, None, 1, sorted(order), order[0])


def open_building(t: Table, lot: str, bidders: list[int], after: int, floor: int) -> None:
    order = [i for i in t.after(after) if i in bidders]
    t.auction = Auction(None, lot, floor, sorted(bidders), order[0])


def lowest(a: Auction) -> int:
    return max(a.floor, a.bid + 1)  # auction-minimum-and-steps


def may_bid(t: Table, seat: int) -> bool:
    a = t.auction
    return a is not None and seat in a.bidders and seat != a.leader


def bid(t: Table, seat: int, amount: int, place: int | None) -> None:
    a = t.auction
    if a is None or not may_bid(t, seat) or amount < lowest(a) or amount > t.seats[seat].cash:
        raise Refused
    a.bid, a.leader, a.place = amount, seat, place
    _next_bidder(t, seat)


def leave(t: Table, seat: int) -> None:
    a = t.auction
    if a is None or not may_bid(t, seat):
        raise Refused
    a.bidders.remove(seat)
    _next_bidder(t, seat)


def _next_bidder(t: Table, seat: int) -> None:
    a = t.auction
    assert a
    others = [i for i in t.after(seat) if i in a.bidders and i != a.leader]
    a.bidder = others[0] if others else None


def deed_is_sold(t: Table) -> None:
    """auction-no-bids: what nobody wants stays with the bank."""
    a = t.auction
    assert a
    assert a.square is not None
    t.auction = None
    if a.leader is not None:
        t.seats[a.leader].cash -= a.bid
        t.deeds[a.square] = Deed(a.leader)
