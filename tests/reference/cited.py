"""Does every event cite the clause that explains it? By the edition, the options of the table and the two positions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tests.reference.model.edition import Edition

Json = dict[str, Any]
Event = Mapping[str, Any]

SALARY = {"printed": "go.salary-200", "half": "house.half-salary", "double": "house.double-salary"}
POT = {
    "none": "house.free-parking-bonus",
    "taxes": "house.free-parking-taxes",
    "taxes-fines-cards": "house.free-parking-pot",
}
HOTEL_STEP = {
    "counts-as-five": "sell.hotel-step.counts-as-five-houses",
    "counts-as-four": "sell.hotel-step.counts-as-four-houses",
    "swap-plus-half": "sell.hotel-swap.four-houses-plus-half",
    "swap": "sell.hotel-swap.four-villages",
}
HOTEL_STEP_IN_SHORT = {
    "swap-plus-half": "short.hotel-resale.half-hotel-plus-half-of-three-houses",
    "swap": "short.hotel-resale.swapped-for-three-villages",
}
THROWS = ("roll", "throw_again")


def wrongly_cited(rules: Edition, action: Json, before: Json, after: Json, events: Sequence[Event]) -> list[str]:
    """Events whose clause is another one, a line for each."""
    found = []
    by_card = False
    for event in events:
        by_card = by_card or event["type"] == "card"
        expected = clause_of(rules, action, before, after, event, by_card)
        if expected and event["clause"] != expected:
            found.append(f"clause of {event['type']}: engine {event['clause']}, expected {expected}")
    return found


def clause_of(rules: Edition, action: Json, before: Json, after: Json, event: Event, by_card: bool) -> str:
    """The clause that an event has to cite; nothing where several might do."""
    chosen = rules.rules
    short = rules.variant == "short"
    match event["type"]:
        case "rent" | "rent_open" if action["type"] in THROWS:
            claimed = event["type"] == "rent_open"
            return "rent.owner-must-ask" if claimed else clause_of_rent(rules, after, event["square"], by_card)
        case "no_rent" if event["seat"] == event["other"]:
            return "turn.own-property-is-quiet"
        case "no_rent" if after["deeds"][str(event["square"])]["mortgaged"]:
            utility = rules.squares[event["square"]].kind == "utility"
            return "utility.mortgaged-pays-none" if utility else "rent.mortgaged-pays-none"
        case "no_rent":
            return "house.no-rent-in-jail"
        case "rent_throw":
            fresh = chosen["utility_throw"] == "fresh"
            return "utility.dice.throw-for-rent" if fresh else "utility.card-move-needs-new-throw"
        case "salary" if action["type"] in THROWS and not by_card:
            on_go = after["players"][event["seat"]]["square"] == 0 and chosen["go_landing"] == "double-salary"
            return "" if on_go else SALARY[chosen["salaries"]]
        case "pot_taken":
            return POT[chosen["parking_pot"]]
        case "pot":
            return "house.free-parking-bonus" if "seat" not in event else POT[chosen["parking_pot"]]
        case "bid":
            raised = before["auction"]["leader"] is not None
            return clause_of_bid(chosen, "lot" in before["auction"], raised)
        case "sell":
            return clause_of_sale(rules, action, before, event["square"], short)
        case "trade":
            goods = [before["offer"][side]["squares"] for side in ("give", "ask")]
            return "trade.barter" if all(goods) else "trade.at-agreed-price"
        case "contest" | "want":
            default = chosen["shortage_trigger"] == "demand-above-stock"
            return f"shortage.auction-trigger.{'demand-above-stock' if default else 'two-players-want-them'}"
        case _:
            return ""


def clause_of_rent(rules: Edition, after: Json, square: int, by_card: bool) -> str:
    deeds, facts = after["deeds"], rules.squares[square]
    owner = deeds[str(square)]["owner"]
    group = [deeds.get(str(i)) for i in rules.group_of[square]]
    theirs = [deed for deed in group if deed and deed["owner"] == owner]
    if facts.kind != "street":
        if by_card:
            return ""  # what the card says
        counted = [d for d in theirs if rules.rules[f"{facts.kind}_counts_mortgaged"] == "yes" or not d["mortgaged"]]
        if facts.kind == "station":
            return "station.rent-grows-with-count"
        return "utility.rent-both-times-ten" if len(counted) > 1 else "utility.rent-one-times-four"
    if deeds[str(square)]["buildings"] or len(theirs) < len(group):
        return "rent.amount-from-deed"
    if rules.rules["bare_group_rent"] == "single":
        return "house.single-rent"
    if any(deed["mortgaged"] for deed in theirs):
        return f"rent.double-with-mortgaged-sibling.{rules.rules['double_rent_beside_mortgage']}"
    built = any(deed["buildings"] for deed in theirs)
    return "rent.double-bare-while-siblings-built" if built else "rent.double-bare-group"


def clause_of_bid(chosen: Mapping[str, str], building: bool, raised: bool) -> str:
    if raised:
        return "shortage.winner-is-highest-bidder" if building else "auction.everyone-may-bid"
    if not building:
        return "auction.start-at-any-price"
    lowest = chosen["shortage_start"] == "lowest-deed-price"
    return f"shortage.auction-start.{'lowest-deed-price' if lowest else 'any-price-from-one'}"


def clause_of_sale(rules: Edition, action: Json, before: Json, square: int, short: bool) -> str:
    """A house, a hotel that is broken up, or either in a sale of the group."""
    chosen = rules.rules
    hotel = before["deeds"][str(square)]["buildings"] == 5
    if action["type"] not in ("sell", "sell_group"):
        return ""  # the estate of a bankrupt
    if hotel and short:
        usual = "short.hotel-resale.half-purchase-one-house-less"
        return HOTEL_STEP_IN_SHORT.get(chosen["hotel_step"], usual)
    if action["type"] == "sell_group":
        return f"sell.group-hotels.{chosen['group_hotels']}" if hotel else "sell.evenly"
    if hotel:
        return HOTEL_STEP[chosen["hotel_step"]]
    return "sell.half-of.price-paid" if chosen["building_refund"] == "price-paid" else "sell.half-of.deed-price"
