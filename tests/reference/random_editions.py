"""Editions that nobody would print: boards, prices, cards and rules at random, within what the checker accepts."""

from __future__ import annotations

import copy
import json
import tempfile
from pathlib import Path
from random import Random
from typing import Any

import msgspec

import freehold
from freehold.editions import loader
from freehold.editions.switches import SWITCHES

Json = dict[str, Any]

CARDS = ("receive_bank", "pay_bank", "receive_each", "pay_each", "repairs", "move_to", "move_relative", "move_nearest",
         "jail", "jail_free", "choice")  # fmt: skip
CORNERS = (0, 10, 20, 30)


def random_edition(rng: Random, base: Json) -> tuple[freehold.Edition, Json]:
    """A changed copy of an edition, as the engine's edition and as data for the model."""
    for _ in range(50):
        data = copy.deepcopy(base)
        data["id"] = "random"
        change(rng, data)
        if not faults(data):
            return edition_of(data), data
    raise AssertionError("no random edition passes the checker")


def edition_of(data: Json) -> freehold.Edition:
    return msgspec.convert(data, freehold.Edition)


def faults(data: Json) -> list[Any]:
    """What `freehold editions check` says."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "random.toml"
        file.write_text("\n".join(f"{json.dumps(k)} = {toml(v)}" for k, v in data.items()), encoding="utf-8")
        return list(loader.check(file))


def toml(value: Any) -> str:
    """JSON data as TOML: tables inline, a list with a line for each of its values."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(k)} = {toml(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ",\n".join(toml(v) for v in value) + "]"
    return json.dumps(value, ensure_ascii=False)


def change(rng: Random, data: Json) -> None:
    for part in (numbers, prices, board, cards, rules):
        if rng.random() < 0.6:
            part(rng, data)
    data["squares"].sort(key=lambda row: int(row["index"]))
    prices_down = sorted((row.get("price", 0) for row in data["squares"]), reverse=True)
    for variant in ("short", "timed"):  # a game has room for 14 debts, and a deed that is dealt and not paid for is one
        deal = data.get(variant, {}).get("deal", 0)
        if deal * data["players"]["max"] > 14 and sum(prices_down[:deal]) > data["start_money"]["total"]:
            data[variant]["paid"] = False


def numbers(rng: Random, data: Json) -> None:
    n = data["numbers"]
    n["salary"], n["jail_fine"] = rng.randint(1, 400), rng.randint(1, 200)
    n["interest_percent"] = rng.randint(1, 30)
    if data.get("rules", {}).get("force") == "yes":
        n["battle_loss"] = rng.randint(1, 500)
    total = rng.randint(100, 3000)
    data["start_money"] |= {"total": total, "notes": [{"value": total, "count": 1}]}
    data["buildings"]["small"]["count"] = rng.choice((rng.randint(1, 8), rng.randint(4, 40)))
    data["buildings"]["large"]["count"] = rng.choice((rng.randint(1, 3), rng.randint(1, 12)))
    for variant in ("short", "timed"):
        if variant in data:
            data[variant] |= {"deal": rng.randint(0, 3), "paid": rng.random() < 0.5, "cut": rng.random() < 0.5}
    if "short" in data:
        flat = rng.random() < 0.5
        data["short"] |= {"hotel_after": rng.randint(1, 4), "ends_at": rng.randint(1, 3), "income_tax_flat": flat}


def rising(rng: Random, count: int, least: int, step: int) -> list[int]:
    values = [rng.randint(1, least)]
    while len(values) < count:
        values.append(values[-1] + rng.randint(1, step))
    return values


def prices(rng: Random, data: Json) -> None:
    costs = {group["id"]: rng.randint(5, 250) for group in data["groups"]}
    for row in data["squares"]:
        if "price" in row:
            row["price"] = rng.randint(5, 600)
            row["mortgage"] = rng.randint(1, row["price"])
        if row["kind"] == "street":
            row["rents"] = rising(rng, 6, 60, 400)
            row["house_cost"] = costs[row["group"]]  # one price for a group, as on every printed board
        elif row["kind"] == "station":
            row["rents"] = rising(rng, len(row["rents"]), 60, 100)
        elif row["kind"] == "utility":
            row["dice_multipliers"] = rising(rng, len(row["dice_multipliers"]), 6, 12)
        elif row["kind"] == "tax":
            row["amount"] = rng.randint(1, 400)
            if "percent_option" in row:
                row["percent_option"] = rng.choice((10, rng.randint(1, 40)))
            if "short_game_amount" in row:
                row["short_game_amount"] = rng.randint(1, 400)


def board(rng: Random, data: Json) -> None:
    """The squares in another order; one station or utility less; a group with another number of lots."""
    rows = [row for row in data["squares"] if row["index"] not in CORNERS]
    places = [row["index"] for row in rows]
    if rng.random() < 0.5:
        rng.shuffle(places)
    for row, index in zip(rows, places, strict=True):
        row["index"] = index
    for kind, key in (("station", "rents"), ("utility", "dice_multipliers")):
        members = [row for row in rows if row["kind"] == kind]
        if rng.random() < 0.4:
            gone = rng.choice(members)
            for extra in ("group", "price", "mortgage", "rents", "dice_multipliers"):
                gone.pop(extra, None)
            gone["kind"] = rng.choice(("chest", "chance"))
            for row in members:
                if key in row:
                    row[key] = row[key][:-1]
    if rng.random() < 0.5:
        sizes = {group["id"]: sum(row.get("group") == group["id"] for row in rows) for group in data["groups"]}
        giver = rng.choice([name for name, size in sizes.items() if size > 2])
        taker = rng.choice([name for name, size in sizes.items() if size < 4 and name != giver])
        cost = next(row["house_cost"] for row in rows if row.get("group") == taker)
        rng.choice([row for row in rows if row.get("group") == giver]).update(group=taker, house_cost=cost)
    for group in data["groups"]:
        group["squares"] = sorted(row["index"] for row in rows if row.get("group") == group["id"])


def cards(rng: Random, data: Json) -> None:
    data["cards"] = []
    jail_free = 0
    text = {"en": "A card.", "fr": "Une carte."}
    for deck in ("chest", "chance"):
        for number in range(rng.randint(1, 16)):
            kind = rng.choice(CARDS) if number else rng.choice(("receive_bank", "pay_bank", "jail"))
            jail_free += kind == "jail_free"
            if jail_free > 4 or (kind == "jail_free" and number == 0):
                kind = "pay_bank"
            row = {"deck": deck, "id": f"{kind.replace('_', '-')}-{number}", "kind": kind, "text": text}
            data["cards"].append(row | card(rng, kind, deck))


def card(rng: Random, kind: str, deck: str) -> Json:
    match kind:
        case "receive_bank" | "pay_bank" | "receive_each" | "pay_each":
            return {"amount": rng.randint(1, 300)}
        case "repairs":
            return {"per_small": rng.randint(1, 60), "per_large": rng.randint(1, 200)}
        case "move_to":
            direction = rng.choice(("forward", "backward"))
            return {"target": rng.randrange(40), "direction": direction, "collect_go": rng.random() < 0.7}
        case "move_relative":
            return {"steps": rng.choice((-3, -rng.randint(1, 39), rng.randint(1, 39)))}
        case "move_nearest":
            if rng.random() < 0.5:
                return {"group": "station", "rent_multiplier": rng.randint(1, 4)}
            return {"group": "utility", "dice_multiplier": rng.randint(1, 20)}
        case "choice":
            other = "chance" if deck == "chest" else "chest"
            return {"options": [{"kind": "pay_bank", "amount": rng.randint(1, 100)}, {"kind": "draw", "deck": other}]}
        case _:
            return {}


def rules(rng: Random, data: Json) -> None:
    """Any value of any switch but the Force, which needs its pieces; house rules come with a table's options."""
    chosen = data.setdefault("rules", {})
    for switch in SWITCHES:
        if switch.name != "force" and not switch.house and rng.random() < 0.3:
            chosen[switch.name] = rng.choice(switch.values)
