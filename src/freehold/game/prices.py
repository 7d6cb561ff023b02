"""The prices of the current position, computed with the kernel's functions: costs, rents, and amounts of actions."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from freehold.game import names, types
from freehold.json_types import Json
from freehold.rules import board, buildings, codes, money, mortgages, rent, shortage, state, trade
from freehold.rules.switches import GO_LANDING_DOUBLE_SALARY, HOTEL_COUNTS_AS_FOUR


def add(g: Any, t: Any, seat: int, action: Json) -> None:
    """Add to a legal action its amount and, if it stands for several actions, its range."""
    amount = of(g, t, seat, action)
    if amount is not None:
        action["amount"] = amount
    if action["type"] == "want":
        action["max"] = min(int(shortage.most_wanted(g, t, seat, g.contest)), int(buildings.stock(g, g.contest)))
    elif action["type"] == "bid" and g.lot in names.LOTS:
        action["places"] = [at for at in range(state.SQUARES) if shortage.fits(g, t, seat, at, g.contest)]


def of(g: Any, t: Any, seat: int, action: Json) -> int | None:
    """The amount that an action costs or pays; its type implies the direction. None if it is not known in advance."""
    square = action.get("square", state.NOBODY)
    match action["type"]:
        case "build":
            return int(t.house_cost[square])
        case "sell":
            return one_step_down(g, t, square)
        case "sell_group":
            return _group_sale(g, t, action)
        case "mortgage":
            return int(t.mortgage[square])
        case "redeem":
            return int(mortgages.redeem_price(g, t, square))
        case "keep_mortgage":
            return 0 if g.prepaid >> square & 1 else int(money.interest_on(t, square))
        case "claim":
            return int(g.claim_amount[rent.claim_at(g, seat, square)])
        case "attack":
            return int(t.price[square])
        case "buy":
            return int(t.price[g.square[seat]])
        case "pay":
            return int(g.debt_amount[0])
        case "pay_fine":
            return int(t.jail_fine)
        case "pay_tax" if action["choice"] == "flat":
            return int(t.tax[g.square[seat]])
    return None


def one_step_down(g: Any, t: Any, square: int) -> int:
    """As `buildings.do_sell` pays: half the price, or nothing where a hotel is worth no more than its houses."""
    worthless = g.buildings[square] == state.HOTEL and t.hotel_counts_as == HOTEL_COUNTS_AS_FOUR
    return 0 if worthless else int(money.half_of_step(g, t, square, board.level(t, g.buildings[square])))


def _group_sale(g: Any, t: Any, action: Json) -> int:
    """Of the seller's lots: under a house rule others of the group may be somebody else's, with buildings on them."""
    group, seller = t.group[action["square"]], g.owner[action["square"]]
    keep, more = action.get("keep", 0), action.get("more", ())
    after = g.copy()
    total = 0
    for k in range(t.group_size[group]):
        lot = board.sibling(t, group, k)
        if g.owner[lot] == seller:
            after.buildings[lot] = keep + (lot in more)
            total += money.half_of_buildings(g, t, lot) - money.half_of_buildings(after, t, lot)
    return int(total)


def table(g: Any, t: Any) -> types.Prices:
    """Every price and rent of the position, for display."""
    usual = g.copy()
    usual.rent_times, usual.dice_times = 1, 0  # what a card says concerns one visitor only
    deeds = [square for square in range(state.SQUARES) if board.is_property(t, square)]
    found = {str(square): _deed(usual, t, square) for square in deeds}
    _add_bounds(g, t, found)
    taxed = [square for square in range(state.SQUARES) if t.kind[square] == codes.KIND_TAX]
    return {
        "hotel_after": int(t.hotel_after),
        "salary": int(t.salary),
        "landing": int(t.salary) * (2 if t.go_landing == GO_LANDING_DOUBLE_SALARY else 1),
        "rent_claimed": bool(t.rent_claims),
        "double_offers": bool(t.double_options),
        "deeds": found,
        "taxes": {
            str(square): {"amount": int(t.tax[square]), "percent": int(t.tax_percent[square])} for square in taxed
        },
    }


def inputs(g: Any) -> Hashable:
    """All that `table` depends on, within one game."""
    return tuple(g.owner), tuple(g.mortgaged), tuple(g.buildings), g.transfer, g.prepaid


def _deed(g: Any, t: Any, square: int) -> types.DeedPrices:
    found: types.DeedPrices = {"redeem": int(mortgages.redeem_price(g, t, square))}
    owner = g.owner[square]
    if owner == state.BANK:
        return found
    if g.mortgaged[square]:
        found["interest"] = int(money.interest_on(t, square))
        found["value"] = int(t.price[square] // 2)  # short.value-*, as `money.worth` counts it
    else:
        found["rent"] = _rent(g, t, square)
        found["value"] = int(t.price[square])
    return found


def _add_bounds(g: Any, t: Any, deeds: dict[str, types.DeedPrices]) -> None:
    """Say of each deed that cannot change hands why not. Mostly all deeds of a player can: one question is enough."""
    for seat in range(g.players):
        held = [square for square in range(state.SQUARES) if g.owner[square] == seat]
        if trade.may_give_deeds(g, t, seat, sum(1 << square for square in held)) == codes.DONE:
            continue
        for square in held:
            code = trade.may_give_deeds(g, t, seat, 1 << square)
            if code != codes.DONE:
                deeds[str(square)]["bound"] = names.REASONS[code]


def _rent(g: Any, t: Any, square: int) -> types.Rent:
    kind, owner = t.kind[square], g.owner[square]
    if kind == codes.KIND_STATION:
        count = board.held(g, t, state.STATIONS, owner, t.station_counts_mortgaged == 0)
        return {"row": "owned", "count": count, "amount": int(rent.rent_of_station(g, t, square))}
    if kind == codes.KIND_UTILITY:
        count = board.held(g, t, state.UTILITIES, owner, t.utility_counts_mortgaged == 0)
        times, fresh = int(rent.utility_factor(g, t, square)), bool(t.utility_throw)
        return {"row": "owned", "count": count, "times": times, "fresh": fresh}
    amount, built = int(rent.rent_of_lot(g, t, square)), int(g.buildings[square])
    if built:
        return {"row": "buildings", "count": built, "amount": amount}
    doubled = amount != t.rent[square * state.RENTS]
    return {"row": "group" if doubled else "lot", "count": 0, "amount": amount}
