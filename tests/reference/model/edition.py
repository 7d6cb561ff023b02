"""What is in the box: the squares, deeds, cards and numbers of an edition file, and the rules that a table chose."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

DECKS = ("chest", "chance")

# What an edition that says nothing gets. The names are those of the edition files.
USUAL = {
    "rent_claims": "automatic",
    "claim_deadline": "next-player",
    "claim_deadline_of_two": "visitor-again",
    "double_rent_beside_mortgage": "denied",
    "utility_throw": "moving",
    "utility_counts_mortgaged": "yes",
    "station_counts_mortgaged": "yes",
    "card_return": "after",
    "card_to_own_square": "lap",
    "ten_percent": "up",
    "luxury_tax_choice": "no",
    "jail_fine_turns": "first-two",
    "jail_fine_play": "same-turn",
    "jail_third_turn": "move",
    "build_window": "any-time",
    "shortage_trigger": "demand-above-stock",
    "shortage_start": "one",
    "hotel_counts_as": "five",
    "building_refund": "printed-price",
    "group_hotels": "may-go-together",
    "hotel_step": "counts-as-five",
    "mortgage_clears": "group",
    "transfer_lift": "plus-interest",
    "part_payment": "no",
    "bankrupt_mortgages_first": "no",
    "estate_named": "everything",
    "force": "no",
    "force_in_jail": "yes",
    "force_on_third_double": "no",
    "battle_target": "free",
    "double_options": "off",
    "swing_salary": "jump",
    "attack_stations": "yes",
    "attack_mortgaged": "yes",
    "short_tax": "choice-square",
    "short_jail": "unchanged",
    # House rules (docs/house-rules.md), each named in the chapter where it belongs.
    "parking_pot": "none",
    "parking_start": "none",
    "go_landing": "salary",
    "salaries": "printed",
    "starting_cash": "printed",
    "declined_deed": "auction",
    "first_purchases": "at-once",
    "dealt_deeds": "printed",
    "rent_to_jail": "paid",
    "bare_group_rent": "double",
    "snake_eyes": "nothing",
    "building_group": "whole",
    "building_rows": "even",
    "building_stock": "printed",
    "trading": "any-time",
    "mortgages": "allowed",
    "round_limit": "none",
}

# house.half-salary, house.half-starting-cash and the like: shares of the printed sums (house-shares-rounded-down)
SHARES = {
    "printed": (1, 1),
    "half": (1, 2),
    "three-quarters": (3, 4),
    "one-and-a-half": (3, 2),
    "double": (2, 1),
}
ROUNDS = {"none": 0, "twenty": 20, "thirty": 30, "forty": 40, "sixty": 60}  # house.twenty-rounds and the like


@dataclass(frozen=True)
class Square:
    """A square of the board; what a kind does not have is 0 or empty."""

    index: int
    kind: str
    group: str = ""
    price: int = 0
    mortgage: int = 0
    house_cost: int = 0
    rents: tuple[int, ...] = ()
    multipliers: tuple[int, ...] = ()
    amount: int = 0
    percent: int = 0


@dataclass(frozen=True)
class Card:
    """A card: what it does and with which numbers."""

    deck: str
    id: str
    kind: str
    amount: int = 0
    target: int = 0
    direction: str = "forward"
    collect_go: bool = False
    steps: int = 0
    group: str = ""
    rent_multiplier: int = 1
    dice_multiplier: int = 0
    per_small: int = 0
    per_large: int = 0
    draws_from: str = ""


class Edition:
    """An edition with the variant and the options of one table."""

    def __init__(self, data: Mapping[str, Any], variant: str, options: Mapping[str, Any]) -> None:
        self.variant = variant
        self.rules = {**USUAL, **data.get("rules", {}), **{k: v for k, v in options.items() if k != "time_limit"}}
        self.time_limit = int(options.get("time_limit", 0)) if variant == "timed" else 0
        numbers = data["numbers"]
        self.salary = _share(numbers["salary"], self.rules["salaries"])
        self.fine: int = numbers["jail_fine"]
        self.interest: int = numbers["interest_percent"]
        self.battle_loss: int = numbers.get("battle_loss", 0)
        self.double_bonus: int = numbers.get("double_bonus", 200)
        self.double_share: int = numbers.get("double_share", 50)
        self.force_start = {"light": numbers.get("light_start", 0), "dark": numbers.get("dark_start", 0)}
        self.houses: int = data["buildings"]["small"]["count"]
        self.hotels: int = data["buildings"]["large"]["count"]
        printed: int = data["start_money"]["total"]
        self.start_money = _share(printed, self.rules["starting_cash"])
        self.third_of_cash = printed // 3
        self.rounds = ROUNDS[self.rules["round_limit"]]
        self.sides = {token["id"]: token.get("side", "") for token in data["tokens"]}
        self.tokens = [token["id"] for token in data["tokens"]]
        self.has_force = self.rules["force"] == "yes"
        self.claimed = self.rules["rent_claims"] == "claimed"

        short = data.get("short", {}) if variant == "short" else {}
        self.hotel_after: int = short.get("hotel_after", 4)
        self.top = self.hotel_after + 1  # a lot's highest level: its hotel
        self.ends_at: int = short.get("ends_at", 0)
        self.deal: Mapping[str, Any] = data.get(variant, {})
        if self.rules["dealt_deeds"] == "all":  # house.all-deeds-dealt: to the last one, free of charge, and uncut
            self.deal = {"deal": 40}

        self.squares = self._squares(data["squares"], variant == "short", bool(short.get("income_tax_flat")))
        self.properties = [s.index for s in self.squares if s.price]
        self.groups: dict[str, list[int]] = {}
        for s in self.squares:
            if s.price:
                self.groups.setdefault(s.group, []).append(s.index)
        self.colours = [self.groups[group["id"]] for group in data["groups"]]
        self.group_of = {i: self.groups[self.squares[i].group] for i in self.properties}
        self.cards = {(c["deck"], c["id"]): _card(c) for c in data["cards"]}
        if self.rules["building_stock"] == "unlimited":  # house.unlimited-buildings: one for every place on the board
            streets = sum(len(lots) for lots in self.colours)
            self.houses, self.hotels = streets * self.hotel_after, streets

    def _squares(self, rows: list[dict[str, Any]], short: bool, flat: bool) -> list[Square]:
        taxes = {row["role"]: row for row in rows if row["kind"] == "tax"}
        choice = max((row.get("percent_option", 0) for row in taxes.values()), default=0)
        squares = []
        for row in sorted(rows, key=lambda row: int(row["index"])):
            amount, percent = row.get("amount", 0), row.get("percent_option", 0)
            if row["kind"] == "tax":
                second = choice > 0 and row["role"] == "luxury_tax"
                same_choice = second and self.rules["luxury_tax_choice"] == "yes"  # villains-tax-second-square
                both_fixed = second and short and flat and self.rules["short_tax"] == "both-squares"
                if same_choice:
                    amount, percent = taxes["income_tax"]["amount"], choice
                if both_fixed and not same_choice:  # villains-tax-in-the-short-game
                    amount = taxes["income_tax"]["amount"]
                elif short:
                    amount = row.get("short_game_amount", amount)
                percent = 0 if flat else percent
            squares.append(
                Square(
                    index=row["index"],
                    kind=row["kind"],
                    group=row.get("group", ""),
                    price=row.get("price", 0),
                    mortgage=row.get("mortgage", 0),
                    house_cost=row.get("house_cost", 0),
                    rents=tuple(row.get("rents", ())),
                    multipliers=tuple(row.get("dice_multipliers", ())),
                    amount=amount,
                    percent=percent,
                )
            )
        return squares

    def tenth(self, amount: int, percent: int | None = None) -> int:
        """Ten per cent (or whatever the edition says) of a sum, rounded as the table chose (ten-percent-rounding)."""
        hundredths = amount * (self.interest if percent is None else percent)
        rounding = self.rules["ten_percent"]
        if rounding == "up":
            return -(-hundredths // 100)
        return (hundredths + 50) // 100 if rounding == "nearest" else hundredths // 100


def _share(amount: int, share: str) -> int:
    times, parts = SHARES[share]
    return amount * times // parts


def _card(row: Mapping[str, Any]) -> Card:
    pay: dict[str, Any] = {}
    draw: dict[str, Any] = {}
    for option in row.get("options", ()):
        (draw if option["kind"] == "draw" else pay).update(option)
    return Card(
        deck=row["deck"],
        id=row["id"],
        kind=row["kind"],
        amount=row.get("amount", pay.get("amount", 0)),
        target=row.get("target", 0),
        direction=row.get("direction", "forward"),
        collect_go=row.get("collect_go", False),
        steps=row.get("steps", 0),
        group=row.get("group", ""),
        rent_multiplier=row.get("rent_multiplier", 1) or 1,
        dice_multiplier=row.get("dice_multiplier", 0),
        per_small=row.get("per_small", 0),
        per_large=row.get("per_large", 0),
        draws_from=draw.get("deck", ""),
    )
