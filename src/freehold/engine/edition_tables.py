"""Converts an edition, a variant and table options into the kernel's `t` record: figures, decks and switches."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from freehold.editions.faults import SetupError, nearest
from freehold.editions.house import OPTION, expanded, house_rules_of
from freehold.editions.schema import Card, Edition, Square
from freehold.editions.switches import BY_NAME
from freehold.engine.records import PlainRecord, Tables
from freehold.rules import clauses, codes, state, tax

VARIANTS = ("classic", "short", "timed")
_KINDS = {
    "go": codes.KIND_GO,
    "street": codes.KIND_STREET,
    "station": codes.KIND_STATION,
    "utility": codes.KIND_UTILITY,
    "tax": codes.KIND_TAX,
    "chest": codes.KIND_CHEST,
    "chance": codes.KIND_CHANCE,
    "jail": codes.KIND_JAIL,
    "parking": codes.KIND_PARKING,
    "go_to_jail": codes.KIND_GO_TO_JAIL,
}
_SHARES = {"half": 2, "three-quarters": 3, "printed": 4, "one-and-a-half": 6, "double": 8}  # in quarters
_ROUNDS = {"none": 0, "twenty": 20, "thirty": 30, "forty": 40, "sixty": 60}
_MOST_HOUSES = 127
_DECKS = {"chest": codes.CHEST, "chance": codes.CHANCE_DECK}


def build(edition: Edition, variant: str, options: Mapping[str, Any]) -> PlainRecord:
    """The `t` record of a game. An unknown variant or option raises `SetupError` with one sentence."""
    check_variant(edition, variant)
    settings = resolve(edition, variant, options)
    t: Any = Tables()
    _figures(t, edition, variant)
    _squares(t, edition, variant, settings)
    _cards(t, edition)
    for name in state.SWITCHES:
        setattr(t, name, BY_NAME[name].values.index(settings[name]))
    t.time_limit = settings["time_limit"]
    _house_rules(t, edition, settings)
    for seat, token in enumerate(edition.tokens[: state.PLAYERS]):
        t.token_side[seat] = codes.DARK if token.side == "dark" else codes.LIGHT
    return t  # type: ignore[no-any-return]


def check_variant(edition: Edition, variant: str) -> None:
    if variant not in VARIANTS:
        raise SetupError("unknown-variant", {"given": repr(variant), "known": ", ".join(edition.variants)})
    if variant not in edition.variants:
        known = ", ".join(edition.variants)
        raise SetupError("no-such-game", {"edition": edition.id, "variant": variant, "known": known})


def resolve(edition: Edition, variant: str, options: Mapping[str, Any]) -> dict[str, Any]:
    """Every switch with its value for this table: the edition's, or the table's choice if the rulebook allows one."""
    options = expanded(options)
    settings: dict[str, Any] = {name: edition.switch(name) for name in state.SWITCHES}
    settings["time_limit"] = 0
    if variant != "short":
        settings["short_jail"] = "unchanged"
    for name, value in options.items():
        if name == "time_limit":
            settings[name] = _time_limit(variant, value)
            continue
        if name == "short_jail" and variant != "short":
            raise SetupError("short-jail")
        switch = BY_NAME.get(name)
        if switch is None or not switch.open:
            raise _no_such_option(name)
        if value not in switch.values:
            known = ", ".join(switch.values)
            raise SetupError("bad-option-value", {"name": name, "given": repr(value), "known": known})
        settings[name] = value
    return settings


def open_options() -> list[str]:
    """The options that a player may set in any edition."""
    return [OPTION, "time_limit", *(name for name, switch in BY_NAME.items() if switch.open)]


def _no_such_option(name: str) -> SetupError:
    if name in BY_NAME:
        return SetupError("fixed-option", {"name": name})
    near = nearest(str(name), open_options())
    known = {"known": ", ".join(open_options())} | ({"near": near} if near else {})
    return SetupError("unknown-option", {"given": repr(name), **known})


def _time_limit(variant: str, value: Any) -> int:
    if variant != "timed":
        raise SetupError("time-limit-not-timed")
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= 1_000_000:
        raise SetupError("bad-time-limit", {"given": repr(value)})
    return value


def _figures(t: Any, edition: Edition, variant: str) -> None:
    numbers = edition.numbers
    t.variant = VARIANTS.index(variant)
    t.start_cash = edition.start_money.total
    t.salary = numbers.salary
    t.jail_fine = numbers.jail_fine
    t.interest = numbers.interest_percent
    t.battle_loss = numbers.battle_loss
    t.light_start, t.dark_start = numbers.light_start, numbers.dark_start
    t.double_bonus, t.double_share = numbers.double_bonus, numbers.double_share
    if numbers.force_faces is not None:
        t.force_light = numbers.force_faces.light
        t.force_dark = numbers.force_faces.dark
        t.force_shift = numbers.force_faces.shift
    t.house_stock = edition.buildings.small.count
    t.hotel_stock = edition.buildings.large.count
    t.hotel_after = 4
    t.jail_square = next(square.index for square in edition.squares if square.kind == "jail")
    if variant == "short" and edition.short is not None:
        t.hotel_after = edition.short.hotel_after
        t.ends_at = edition.short.ends_at
    deal = edition.short if variant == "short" else edition.timed if variant == "timed" else None
    if deal is not None:
        t.deal = deal.deal
        t.deal_paid = int(deal.paid)
        t.deal_cut = int(deal.cut)


def _house_rules(t: Any, edition: Edition, settings: Mapping[str, Any]) -> None:
    t.start_cash = t.start_cash * _SHARES[settings["starting_cash"]] // 4
    t.salary = t.salary * _SHARES[settings["salaries"]] // 4
    t.start_clause, t.salary_clause = (_clause(settings, name) for name in ("starting_cash", "salaries"))
    bonus = edition.start_money.total // 3
    t.pot_start = bonus if settings["parking_start"] != "none" else 0
    t.snake_eyes_bonus = bonus if settings["snake_eyes"] != "nothing" else 0
    t.rounds, t.rounds_clause = _ROUNDS[settings["round_limit"]], _clause(settings, "round_limit")
    if settings["dealt_deeds"] == "all":
        t.deal, t.deal_paid, t.deal_cut = state.SQUARES, 0, 0
    if settings["building_stock"] == "unlimited":  # as many as ever have a place, and fit into a byte
        lots = sum(square.kind == "street" for square in edition.squares)
        t.house_stock, t.hotel_stock = min(t.hotel_after * lots, _MOST_HOUSES), lots
    if settings["mortgages"] == "none":
        t.mortgage[:] = [0] * state.SQUARES
    for k, rule in enumerate(house_rules_of(settings)):
        t.house_clause[k] = _clause(settings, rule.switch)


def _clause(settings: Mapping[str, Any], name: str) -> int:
    """The number of the clause behind a switch's value."""
    switch = BY_NAME[name]
    clause = switch.clauses[switch.values.index(settings[name])]
    return int(getattr(clauses, clause.upper().replace(".", "_").replace("-", "_")))


def _squares(t: Any, edition: Edition, variant: str, settings: Mapping[str, Any]) -> None:
    groups = {group.id: k for k, group in enumerate(edition.groups)}
    groups |= {"station": state.STATIONS, "utility": state.UTILITIES}
    for square in edition.squares:
        at = square.index
        t.kind[at] = _KINDS[square.kind]
        t.price[at] = square.price
        t.house_cost[at] = square.house_cost
        t.mortgage[at] = square.mortgage
        t.group[at] = groups[square.group] if square.ownable else state.NOBODY
        for k, rent in enumerate(square.rents or square.dice_multipliers):
            t.rent[at * state.RENTS + k] = rent
        if square.kind == "street":
            t.street[at] = sum(other.kind == "street" for other in edition.squares[:at])
        if square.kind == "tax":
            _tax(t, edition, variant, settings, at)
    for name, group in groups.items():
        members = edition.members(name)
        t.group_size[group] = len(members)
        for k, member in enumerate(members):
            t.group_squares[group * state.GROUP_ROOM + k] = member


def _tax(t: Any, edition: Edition, variant: str, settings: Mapping[str, Any], at: int) -> None:
    square = edition.squares[at]
    t.tax[at] = square.amount
    t.tax_percent[at] = square.percent_option
    if square.role == "luxury_tax" and settings["luxury_tax_choice"] == "yes":
        income = next((s for s in edition.squares if s.role == "income_tax" and s.percent_option), None)
        if income is not None:
            t.tax[at] = income.amount
            t.tax_percent[at] = income.percent_option
    if variant == "short":
        if square.short_game_amount and square.short_game_amount != t.tax[at]:
            t.tax[at] = square.short_game_amount
            t.tax_in_short[at] = tax.LOWERED
        if edition.short is not None and edition.short.income_tax_flat and t.tax_percent[at]:
            t.tax_percent[at] = 0
            t.tax_in_short[at] = tax.WITHOUT_CHOICE
        elif _fixed_like_the_first(edition, square, settings):
            t.tax[at] = next(s.amount for s in edition.squares if s.role == "income_tax")
            t.tax_in_short[at] = tax.WITHOUT_CHOICE


def _fixed_like_the_first(edition: Edition, square: Square, settings: Mapping[str, Any]) -> bool:
    """Does the short game fix this second tax square at the sum of the first?"""
    # villains-tax-in-the-short-game
    first = any(s.role == "income_tax" and s.percent_option for s in edition.squares)
    flat = edition.short is not None and edition.short.income_tax_flat
    return settings["short_tax"] == "both-squares" and square.role == "luxury_tax" and flat and first


def _cards(t: Any, edition: Edition) -> None:
    for name, deck in _DECKS.items():
        cards = edition.deck(name)
        t.deck_cards[deck] = len(cards)
        for k, card in enumerate(cards):
            at = deck * state.DECK_ROOM + k
            t.card_kind[at] = getattr(codes, f"CARD_{card.kind.upper()}")
            t.card_a[at], t.card_b[at] = _card_numbers(card)


def _card_numbers(card: Card) -> tuple[int, int]:
    """The two parameters of a card, as `rules/codes.py` defines them."""
    match card.kind:
        case "move_to":
            if card.direction == "backward":
                return card.target, 1
            return card.target, 0 if card.collect_go else 2
        case "move_nearest":
            return _KINDS[card.group or "station"], card.rent_multiplier or card.dice_multiplier
        case "move_relative":
            return card.steps, 0
        case "repairs":
            return card.per_small, card.per_large
        case "choice":
            pay = next(option.amount for option in card.options if option.kind == "pay_bank")
            draw = next(option.deck for option in card.options if option.kind == "draw")
            return pay, _DECKS[draw or "chance"]
        case _:
            return card.amount, 0
