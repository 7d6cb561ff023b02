"""The board: forty squares with four corners, deeds with prices and rents, lots and their groups."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

from freehold.editions.checks.rows import Table, key_faults, rows, squares_of, twice, whole_board
from freehold.editions.faults import Fault, suggest
from freehold.editions.schema import COLOUR_GROUPS, OWNABLE, SQUARES

CORNERS = {0: "go", 10: "jail", 20: "parking", 30: "go_to_jail"}
LARGEST_GROUP = 4
GROUP_SIZES = range(2, LARGEST_GROUP + 1)
STREET_RENTS = 6  # bare, one to four small buildings, one large one

# For each kind of square: its required and its optional keys. Other kinds must not have them.
KEYS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "street": (("group", "price", "rents", "house_cost", "mortgage"), ()),
    "station": (("group", "price", "rents", "mortgage"), ()),
    "utility": (("group", "price", "dice_multipliers", "mortgage"), ()),
    "tax": (("role", "amount"), ("percent_option", "short_game_amount")),
}
COMMON = ("index", "kind", "name", "provenance", "source", "note")


def faults(raw: Table) -> Iterator[Fault]:
    yield from _places(raw)
    yield from _kinds(raw)
    yield from _prices(raw)
    yield from _groups(raw)
    yield from _lots(raw)
    yield from _stations_and_utilities(raw)


def _places(raw: Table) -> Iterator[Fault]:
    """Each of the forty indices occurs once."""
    squares = raw.get("squares")
    if squares is None:
        return
    indices = [square.get("index") for square in squares]
    free = ", ".join(str(index) for index in range(SQUARES) if index not in indices)
    left: Table = {"free": free} if free else {}
    if whole_board(raw) and not any(square["kind"] in OWNABLE for square in squares):
        yield Fault("squares", "nothing-to-buy")
    if len(squares) < SQUARES:
        yield Fault("squares", "squares-missing", {"count": len(squares), "all": SQUARES, **left})
    elif len(squares) > SQUARES:
        yield Fault("squares", "squares-surplus", {"count": len(squares), "all": SQUARES})
    for number, index in enumerate(indices):
        if index is not None and index in indices[:number]:
            yield Fault(f"squares[{number}].index", "square-twice", {"square": index, **left})


def _kinds(raw: Table) -> Iterator[Fault]:
    """The keys of a square match its kind; the corners are where the rules expect them."""
    for place, square in rows(raw, "squares"):
        kind, index = square.get("kind"), square.get("index")
        if kind is None:
            continue
        needs, may = KEYS.get(kind, ((), ()))
        yield from key_faults(place, square, "square", needs, may + COMMON)
        if index is None:
            continue
        if index in CORNERS and kind != CORNERS[index]:
            yield Fault(f"{place}.kind", "corner", {"square": index, "kind": kind, "right": CORNERS[index]})
        elif index not in CORNERS and kind in CORNERS.values():
            yield Fault(f"{place}.kind", "no-corner", {"square": index, "kind": kind})


def _prices(raw: Table) -> Iterator[Fault]:
    for kind in OWNABLE:
        squares = squares_of(raw, kind)
        key = "dice_multipliers" if kind == "utility" else "rents"
        length = STREET_RENTS if kind == "street" else len(squares) if whole_board(raw) else None
        for place, square in squares:
            price, mortgage, rents = square.get("price"), square.get("mortgage"), square.get(key)
            if price and mortgage and mortgage > price:
                yield Fault(f"{place}.mortgage", "mortgage-above-price", {"mortgage": mortgage, "price": price})
            if rents is None:
                continue
            if length is not None and len(rents) != length:
                yield Fault(f"{place}.{key}", "rents-length", {"count": len(rents), "length": length})
            if any(low >= high for low, high in pairwise(rents)):
                yield Fault(f"{place}.{key}", "rents-fall", {"rents": str(rents)})


def _groups(raw: Table) -> Iterator[Fault]:
    """Colour groups have two to four streets. `_lots` checks the streets."""
    yield from twice(raw, "groups")
    groups = list(rows(raw, "groups"))
    if len(groups) > COLOUR_GROUPS:
        yield Fault("groups", "too-many-groups", {"count": len(groups), "most": COLOUR_GROUPS})
    kinds = {square.get("index"): square.get("kind") for _, square in rows(raw, "squares")}
    for place, group in groups:
        if group.get("id") in OWNABLE:
            yield Fault(f"{place}.id", "group-name", {"group": group["id"]})
        lots = Counter(group.get("squares") or ())
        if group.get("squares") is not None and len(lots) not in GROUP_SIZES:
            yield Fault(f"{place}.squares", "group-size", {"count": len(lots), "most": LARGEST_GROUP})
        for lot, times in lots.items():
            if times > 1:
                yield Fault(f"{place}.squares", "lot-repeated", {"square": lot, "times": times})
            if kinds.get(lot) not in ("street", None):
                yield Fault(f"{place}.squares", "lot-no-street", {"square": lot})


def _lots(raw: Table) -> Iterator[Fault]:
    """Each street is in a group that lists it. Groups of the wrong size were reported and are skipped."""
    groups: Table = {group["id"]: group.get("squares") or () for _, group in rows(raw, "groups") if group.get("id")}
    for place, square in squares_of(raw, "street"):
        name, index = square.get("group"), square.get("index")
        if name is None:
            continue
        if name not in groups:
            yield Fault(f"{place}.group", "unknown-group", {"group": name, **suggest(name, groups)})
        elif index is not None and index not in groups[name] and len(set(groups[name])) in GROUP_SIZES:
            yield Fault(f"{place}.group", "group-disagrees", {"group": name, "square": index})


def _stations_and_utilities(raw: Table) -> Iterator[Fault]:
    """Two more groups, which have no table in the file."""
    for kind, plural in (("station", "stations"), ("utility", "utilities")):
        squares = squares_of(raw, kind)
        if len(squares) > LARGEST_GROUP:
            yield Fault("squares", f"too-many-{plural}", {"count": len(squares), "most": LARGEST_GROUP})
        for place, square in squares:
            if square.get("group") not in (kind, None):
                yield Fault(f"{place}.group", f"{kind}-group", {"group": square["group"]})
