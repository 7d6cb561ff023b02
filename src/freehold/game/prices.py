"""What a legal action brings or costs, computed with the kernel's functions."""

from __future__ import annotations

from typing import Any

from freehold.rules import board, money, mortgages, rent, state

Json = dict[str, Any]


def add(g: Any, t: Any, seat: int, action: Json) -> None:
    """Add `amount` to an action if it is known in advance; the action's type implies the direction."""
    amount = of(g, t, seat, action)
    if amount is not None:
        action["amount"] = amount


def of(g: Any, t: Any, seat: int, action: Json) -> int | None:
    square = action.get("square", state.NOBODY)
    match action["type"]:
        case "build":
            return int(t.house_cost[square])
        case "sell":
            return _one_step_down(g, t, square)
        case "sell_group":
            group = t.group[square]
            lots = [board.sibling(t, group, k) for k in range(t.group_size[group])]
            return int(sum(money.half_of_buildings(g, t, lot) for lot in lots))
        case "mortgage":
            return int(t.mortgage[square])
        case "redeem":
            return int(mortgages.redeem_price(g, t, square))
        case "keep_mortgage":
            return 0 if g.prepaid >> square & 1 else int(money.interest_on(t, square))
        case "claim":
            return int(g.claim_amount[rent.claim_at(g, seat, square)])
        case "buy":
            return int(t.price[g.square[seat]])
        case "pay":
            return int(g.debt_amount[0])
        case "pay_fine":
            return int(t.jail_fine)
        case "pay_tax" if action["choice"] == "flat":
            return int(t.tax[g.square[seat]])
    return None


def _one_step_down(g: Any, t: Any, square: int) -> int:
    """As `buildings.do_sell` pays: half the price, or nothing if a hotel is worth no more than its houses."""
    worthless = g.buildings[square] == state.HOTEL and t.hotel_counts_as == 1
    return 0 if worthless else int(t.house_cost[square] // 2)
