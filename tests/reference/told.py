"""Do the events of an action tell what happened? What they say is applied to the position before it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

Json = dict[str, Any]
Event = Mapping[str, Any]

PAYS = {"rent", "tax", "fine", "interest", "paid", "estate", "buy", "sold", "build", "redeem", "trade", "settled"}
RECEIVES = {"salary", "received", "sell", "mortgage", "pot_taken"}
TAKES = {"buy", "sold", "deed"}


def contradictions(before: Json, after: Json, events: Sequence[Event], chance: Iterable[int | str]) -> list[str]:
    """Where the events and the two positions do not agree, one line for each place."""
    found = []
    for what, expected, is_now in (
        ("cash", cash(before, events), [player["cash"] for player in after["players"]]),
        ("owners", owners(before, events), {square: deed["owner"] for square, deed in after["deeds"].items()}),
        ("mortgages", mortgages(before, after, events), {k for k, deed in after["deeds"].items() if deed["mortgaged"]}),
        ("dice", dice(events), _dice_of(chance, events)),
    ):
        if expected != is_now:
            found.append(f"events, {what}: they say {expected}, but it is {is_now}")
    return found + [line for event in events if (line := _denied(event, after))]


def cash(before: Json, events: Sequence[Event]) -> list[int]:
    """What everybody has after the payments that the events name."""
    has = [player["cash"] for player in before["players"]]
    for event in events:
        if event["type"] in PAYS | RECEIVES:
            amount = event["amount"] if event["type"] in PAYS else -event["amount"]
            has[event["seat"]] -= amount
            if event.get("other", "bank") != "bank":
                has[event["other"]] += amount
    return has


def owners(before: Json, events: Sequence[Event]) -> Json:
    has = {square: deed["owner"] for square, deed in before["deeds"].items()}
    for event in events:
        if event["type"] in TAKES:
            has[str(event["square"])] = event["seat"]
    return {square: owner for square, owner in has.items() if owner != "bank"}


def mortgages(before: Json, after: Json, events: Sequence[Event]) -> set[str]:
    """The mortgaged deeds; those that the bank takes back lose the mortgage."""
    has = {square for square, deed in before["deeds"].items() if deed["mortgaged"]}
    for event in events:
        if event["type"] == "mortgage":
            has.add(str(event["square"]))
        elif event["type"] == "redeem" or (event["type"] == "deed" and event["seat"] == "bank"):
            has.discard(str(event["square"]))
    return has


def dice(events: Sequence[Event]) -> list[int | str]:
    """What fell, in order; of a throw for the rent of a utility only the sum is told."""
    fell: list[int | str] = []
    for event in events:
        match event["type"]:
            case "roll":
                fell += [*event["dice"], *([event["force"]] if "force" in event else [])]
            case "attack_throw":
                fell += [event["red"], event["blue"]]
            case "battle_won" | "battle_lost":
                fell.append(event["force"])
            case "rent_throw":
                fell.append(event["amount"])
    return fell


def _dice_of(chance: Iterable[int | str], events: Sequence[Event]) -> list[int | str]:
    left = list(chance)
    fell: list[int | str] = []
    for event in events:
        match event["type"]:
            case "roll":
                count = 3 if "force" in event else 2
            case "attack_throw":
                count = 2
            case "battle_won" | "battle_lost":
                count = 1
            case "rent_throw":
                fell.append(sum(die for die in left[:2] if isinstance(die, int)))
                del left[:2]
                continue
            case _:
                continue
        fell += left[:count]
        del left[:count]
    return fell + left


def _denied(event: Event, after: Json) -> str:
    """What an event says about the position that it leads to, if that is not so. The last event of a kind is right."""
    seat, kind = event.get("seat"), event["type"]
    told: Any
    is_now: Any
    match kind:
        case "bid" if after.get("auction", {}).get("leader") is not None:
            told, is_now = (seat, event["amount"]), (after["auction"]["leader"], after["auction"]["bid"])
        case "auction" if "auction" in after and after["auction"]["leader"] is None:
            told, is_now = event["amount"], after["auction"]["floor"]
        case "want" if "contest" in after:
            told, is_now = event["amount"], after["contest"]["wishes"][seat]
        case "contest":
            told, is_now = event["amount"], after["bank"][f"{after['contest']['lot']}s"]
        case "offer":
            told, is_now = event["amount"], after["offer"]["give"]["cash"] - after["offer"]["ask"]["cash"]
        case "stayed" if after["players"][seat]["jail_turns"]:  # else freed, and perhaps sent back by a card
            told, is_now = event["attempt"], after["players"][seat]["jail_turns"]
        case "debt":
            first = after["debts"][0] if "debts" in after else {}
            told = (seat, event["other"], event["amount"])
            is_now = tuple(first.get(key) for key in ("debtor", "creditor", "amount"))
        case "rent_open":
            told = (event["square"], seat, event["amount"])
            rents = [(claim["square"], claim["visitor"], claim["amount"]) for claim in after.get("claims", ())]
            is_now = told if told in rents else rents
        case "double":
            told, is_now = event["double"], after["dice"][0]
        case "over":
            told, is_now = event["winner"], after.get("winner")
        case "turn":
            told, is_now = seat, after["turn"]
        case _:
            return ""
    return "" if told == is_now else f"events, {kind}: it says {told}, but it is {is_now}"
