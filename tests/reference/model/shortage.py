"""Scarce buildings: who is asked, who gets them, and their auctions."""

from __future__ import annotations

from tests.reference.model import auctions, building, mortgage
from tests.reference.model.table import Contest, Refused, Table


def capacity(t: Table, seat: int, lot: str) -> int:
    """How many buildings of a kind the seat has places for, if it built one after the other."""
    return sum(
        t.room(i, lot)
        for i in t.edition.properties
        if t.edition.squares[i].house_cost and building.group_is_ready(t, seat, i)
    )


def places(t: Table, seat: int, lot: str) -> list[int]:
    """Lots on which the seat may put the building at once."""
    return [
        i
        for i in t.edition.properties
        if t.edition.squares[i].house_cost and building.has_place(t, seat, i) and building.lot_kind(t, i) == lot
    ]


def opening_price(t: Table, lot: str, seats: list[int]) -> int:
    """shortage-start-silent, shortage-lowest-price: 1, or the lowest price on a deed where a bidder could build."""
    if t.edition.rules["shortage_start"] == "one":
        return 1
    prices = [t.edition.squares[i].house_cost for seat in seats for i in places(t, seat, lot)]
    return min(prices, default=1)


def means(t: Table, seat: int, lot: str) -> int:
    """Cash and what mortgages would bring, without those of the group in which the building is to stand."""
    groups = {t.edition.squares[i].group for i in places(t, seat, lot)}
    if not groups:
        return 0
    value = dict.fromkeys(t.edition.groups, 0)
    for i in t.owned_by(seat):
        if mortgage.can_mortgage(t, seat, i):
            value[t.edition.squares[i].group] += t.edition.squares[i].mortgage
    return t.seats[seat].cash + sum(value.values()) - min(value[name] for name in groups)


def most(t: Table, seat: int, lot: str) -> int:
    """The highest wish: no more than there are places, and opening bids that could be paid."""
    floor = opening_price(t, lot, t.in_game())
    return min(capacity(t, seat, lot), means(t, seat, lot) // floor)


def could_take(t: Table, seat: int, lot: str) -> int:
    """How many a seat could buy at the printed prices with its cash, group after group in the order of the edition; one
    in any case, for it might raise the money."""
    cash, count = t.seats[seat].cash, 0
    for lots in t.edition.colours:
        lots = [i for i in lots if building.group_is_ready(t, seat, i)]
        price = t.edition.squares[lots[0]].house_cost if lots else 0
        if price:
            bought = min(sum(t.room(i, lot) for i in lots), cash // price)
            cash, count = cash - bought * price, count + bought
    return max(1, count)


def ask_to_build(t: Table, seat: int, square: int, count: int) -> None:
    """Somebody wants to build. If the stock could not serve everybody who has a place, the others are asked first.

    shortage-trigger, shortage-who-is-asked: who will bid is not known yet, so all with a place make the lowest price.
    The number that the builder names counts only where the others are asked.
    """
    if building.why_not(t, seat, square):
        raise Refused
    lot = building.lot_kind(t, square)
    rivals = [i for i in t.after(seat)[:-1] if places(t, i, lot) and not t.in_debt(i)]
    floor = opening_price(t, lot, t.in_game())
    rivals = [i for i in rivals if means(t, i, lot) >= floor]
    demand = sum(could_take(t, i, lot) for i in [seat, *rivals])
    if not rivals or demand <= t.stock(lot):
        building.buy_building(t, seat, square)
        return
    wishes = [0] * len(t.seats)
    wishes[seat] = min(count, most(t, seat, lot))
    t.contest = Contest(lot, seat, square, rivals, wishes)


def want(t: Table, seat: int, count: int | None) -> None:
    c = t.contest
    if c is None or seat not in c.asked:
        raise Refused
    highest = most(t, seat, c.lot)
    wish = count or min(highest, could_take(t, seat, c.lot))
    if wish > highest:
        raise Refused
    c.wishes[seat] = wish
    c.asked.remove(seat)


def no_wish(t: Table, seat: int) -> None:
    c = t.contest
    if c is None or seat not in c.asked:
        raise Refused
    c.asked.remove(seat)


def resolve(t: Table) -> None:
    """All were asked: everybody builds what he wants, or one building after the other is auctioned
    (shortage-auction-unit)."""
    c = t.contest
    assert c
    stock = t.stock(c.lot)
    wanting = [i for i in [c.by, *t.after(c.by)[:-1]] if c.wishes[i] > 0 and places(t, i, c.lot)]
    for i in range(len(c.wishes)):
        c.wishes[i] = min(c.wishes[i], capacity(t, i, c.lot)) if i in wanting else 0
    scarce = sum(c.wishes) > stock or t.edition.rules["shortage_trigger"] == "two-want"
    if stock and len(wanting) > 1 and scarce:
        auctions.open_building(t, c.lot, wanting, c.by, opening_price(t, c.lot, wanting))
        return
    t.contest = None
    for i in wanting:
        build_wishes(t, i, c.square if i == c.by else None, c.wishes[i], c.lot)


def build_wishes(t: Table, seat: int, square: int | None, count: int, lot: str) -> None:
    """So many buildings at the printed price, as far as the money and the stock go: first on the lot that was named."""
    for _ in range(count):
        cash = t.seats[seat].cash
        here = [i for i in places(t, seat, lot) if t.edition.squares[i].house_cost <= cash]
        if not here or not t.stock(lot):
            return
        building.buy_building(t, seat, square if square in here else here[0])
        square = None


def building_is_sold(t: Table) -> None:
    """The winner builds at once and pays the bid in place of the deed's price (shortage-wishes-stay)."""
    a, c = t.auction, t.contest
    assert a
    assert c
    t.auction = None
    if a.leader is None:
        t.contest = None
        return
    assert a.place is not None
    t.seats[a.leader].cash -= a.bid
    building.put_up(t, a.place, a.bid)
    c.wishes[a.leader] -= 1
    if a.leader == c.by:
        c.square = None
