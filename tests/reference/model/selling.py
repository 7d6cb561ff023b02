"""Selling buildings back to the bank: at half price, evenly, at any time."""

from __future__ import annotations

from tests.reference.model.table import Refused, Table


def refund(t: Table, square: int, keep: int) -> int:
    """What the bank pays if a lot goes down to `keep` buildings: half of what the others cost.

    That is the price on the deed, or the price that was paid (building-refund-price-paid). Where a hotel counts as four
    houses, the step from the hotel to its houses brings nothing (skyscraper-worth-four). Each building is halved by
    itself, rounded down.
    """
    deed, edition = t.deeds[square], t.edition
    printed = edition.squares[square].house_cost
    paid = deed.paid if edition.rules["hotel_counts_as"] == "five" else deed.paid[: edition.hotel_after]
    by_deed = edition.rules["building_refund"] != "price-paid"
    return sum((printed if by_deed else price) // 2 for price in paid[keep:])


def refund_of_one(t: Table, square: int) -> int:
    """A single building is half of its own price."""
    deed, edition = t.deeds[square], t.edition
    if deed.level == edition.top and edition.rules["hotel_counts_as"] == "four":
        return 0
    paid = edition.rules["building_refund"] == "price-paid"
    return (deed.paid[-1] if paid else edition.squares[square].house_cost) // 2


def why_not(t: Table, seat: int, square: int) -> str | None:
    """Why a seat cannot sell the last building of a lot."""
    deed = t.deeds.get(square)
    if deed is None or deed.owner != seat or not deed.paid:
        return "nothing to sell"
    if t.is_promised(seat, square):
        return "promised"
    evenly = t.edition.rules["building_rows"] == "even"  # else house.build-unevenly
    if evenly and any(t.level(i) > deed.level for i in t.lots_of(seat, square)):
        return "not evenly"
    if deed.level == t.edition.top and t.free_houses() < t.edition.hotel_after:
        return "no houses for the hotel"  # hotel-breakdown-without-houses
    return None


def sell(t: Table, seat: int, square: int) -> None:
    if why_not(t, seat, square):
        raise Refused
    t.seats[seat].cash += refund_of_one(t, square)
    take_down(t, square, 1)


def take_down(t: Table, square: int, count: int) -> None:
    """Buildings go back into the bank's stock; a hotel that goes leaves its houses on the lot."""
    deed = t.deeds[square]
    for _ in range(count):
        if deed.level == t.edition.top:
            t.hotels += 1
            t.houses -= t.edition.hotel_after
        else:
            t.houses += 1
        deed.paid.pop()


def group_target(t: Table, seat: int, square: int, keep: int, more: list[int]) -> dict[int, int]:
    """How many buildings each lot keeps in a sale of the whole group; refuses what is not even or too much.

    hotel-breakdown-without-houses: a group goes down in one sale to any even row that the stock allows.
    """
    deed = t.deeds.get(square)
    if deed is None or deed.owner != seat or not t.edition.squares[square].house_cost or t.is_promised(seat, square):
        raise Refused
    group = t.lots_of(seat, square)
    owner_of_all = all(i in t.deeds and t.deeds[i].owner == seat for i in group)
    if not owner_of_all or keep < 0 or any(i not in group for i in more) or len(set(more)) < len(more):
        raise Refused
    target = {i: keep + (i in more) for i in group}
    too_much = any(target[i] > min(t.level(i), t.edition.hotel_after) for i in group)
    if too_much or all(target[i] == t.level(i) for i in group):
        raise Refused
    needed = sum(t.edition.hotel_after for i in group if t.level(i) == t.edition.top and target[i] < t.edition.top)
    returned = sum(_houses_taken(t, i, target[i]) for i in group)
    if t.free_houses() + returned < needed:
        raise Refused
    return target


def _houses_taken(t: Table, square: int, target: int) -> int:
    """The houses that come off a lot, those of its hotel included."""
    return max(0, min(t.level(square), t.edition.hotel_after) - target)


def sell_group(t: Table, seat: int, square: int, keep: int, more: list[int]) -> None:
    for i, level in group_target(t, seat, square, keep, more).items():
        t.seats[seat].cash += refund(t, i, level)
        take_down(t, i, t.level(i) - level)
