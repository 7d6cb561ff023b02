"""Houses and hotels: on complete groups, evenly, at the price on the deed."""

from __future__ import annotations

from tests.reference.model.table import Refused, Table


def lot_kind(t: Table, square: int) -> str:
    """What is built next on a lot: the fourth house (in a short game the third) is followed by the hotel."""
    return "hotel" if t.level(square) == t.edition.hotel_after else "house"


def has_place(t: Table, seat: int, square: int) -> bool:
    """May a seat put the next building on this lot, if there is one to be had?"""
    deed = t.deeds.get(square)
    if deed is None or deed.owner != seat or not t.edition.squares[square].house_cost or deed.level >= t.edition.top:
        return False
    if not group_is_ready(t, seat, square):
        return False
    if t.edition.rules["building_rows"] == "free":  # house.build-unevenly
        return True
    # build.evenly, which also asks for four houses everywhere before a hotel
    return all(t.level(i) >= deed.level for i in t.lots_of(seat, square))


def group_is_ready(t: Table, seat: int, square: int) -> bool:
    """All lots of the group are the seat's, and none is mortgaged (build.blocked-by-group-mortgage).

    house.build-without-group: the seat's lots of the group, and this is one of them.
    """
    lots = t.lots_of(seat, square)
    deeds = [t.deeds.get(i) for i in lots]
    return square in lots and all(d is not None and d.owner == seat and not d.mortgaged for d in deeds)


def in_window(t: Table, seat: int) -> bool:
    """Is this a moment at which the seat may buy buildings?

    off-turn-windows: not during an auction or a contest. building-moment-star-wars-2: on one's own turn, or
    between two turns, which is while the next throw is
    waited for.
    """
    if t.auction or t.contest or t.in_debt(seat):
        return False
    if t.edition.rules["build_window"] == "any-time" or seat == t.turn:
        return True
    return not t.thrown and t.phase()[0] == "roll"


def why_not(t: Table, seat: int, square: int) -> str | None:
    if not in_window(t, seat):
        return "not now"
    if not has_place(t, seat, square):
        return "no place"
    if t.seats[seat].cash < t.edition.squares[square].house_cost:
        return "no money"
    if not t.stock(lot_kind(t, square)):
        return "none left"
    return None


def put_up(t: Table, square: int, price: int) -> None:
    """The building goes on the lot; the houses of a hotel go back to the bank."""
    if lot_kind(t, square) == "hotel":
        t.hotels -= 1
        t.houses += t.edition.hotel_after
    else:
        t.houses -= 1
    t.deeds[square].paid.append(price)


def buy_building(t: Table, seat: int, square: int) -> None:
    price = t.edition.squares[square].house_cost
    if t.seats[seat].cash < price or not has_place(t, seat, square) or not t.stock(lot_kind(t, square)):
        raise Refused
    t.seats[seat].cash -= price
    put_up(t, square, price)
