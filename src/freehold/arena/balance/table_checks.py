"""Checks of an edition's tables without playing: prices, rents, costs, decks and sums that are out of line.

The yardstick is the classic board: its relation of rents, price and building cost from lot to lot, scaled to the
edition's money. A deviation that all lots share is the edition's own scale and no finding.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from math import exp, log
from statistics import fmean, median

from freehold.arena.balance import findings as limits
from freehold.arena.balance.findings import Finding, Part, called, share, times
from freehold.editions import Edition, load
from freehold.editions.schema import Effect, Square
from freehold.i18n import text

REFERENCE = "classic"
PLAYERS = 4  # of a card that concerns every player


def table_findings(edition: Edition) -> list[Finding]:
    """Everything in the tables that is out of line, most important first."""
    return [*_lots(edition), *_railways(edition), *_mortgages(edition), *_decks(edition), *_sums(edition)]


# ---------------------------------------------------------------------- lots


def _lots(edition: Edition) -> Iterator[Finding]:
    lots = _streets(edition)
    if not lots:
        return
    scale = _scale(edition)
    prices = _centred({lot.index: _price_against_rents(lot, scale, _rent_scale(lots, scale)) for lot in lots})
    cheap_or_dear = set()
    for group in edition.groups:
        found = fmean(prices[square] for square in group.squares)
        if abs(found) > log(limits.PRICE):
            cheap_or_dear.add(group.id)
            code = "group-cheap" if found < 0 else "group-dear"
            parts = {"group": called(group.printed_colour), "by": times(exp(found))}
            yield Finding(code, exp(found), limits.PRICE, {"group": group.id, "squares": [*group.squares]}, parts)
    for lot in lots:
        found = prices[lot.index]
        if lot.group not in cheap_or_dear and abs(found) > log(limits.LOT):
            code = "lot-cheap" if found < 0 else "lot-dear"
            yield Finding(code, exp(found), limits.LOT, _at(lot), {"lot": called(lot.name), "by": times(exp(found))})
    for lot in lots:
        yield from _rents(edition, lot, [_reference(f"rent-{k}")(lot.price / scale) for k in range(len(lot.rents))])
    costs = _centred({lot.index: log(lot.house_cost / _cost_of(lot, _rent_scale(lots, scale))) for lot in lots})
    for group in edition.groups:
        found = fmean(costs[square] for square in group.squares)
        if abs(found) > log(limits.BUILDING):
            code = "building-cheap" if found < 0 else "building-dear"
            parts = {"group": called(group.printed_colour), "by": times(exp(found))}
            yield Finding(code, exp(found), limits.BUILDING, {"group": group.id, "squares": [*group.squares]}, parts)


def _rent_scale(lots: Sequence[Square], scale: float) -> float:
    """How many units of rent are one of the classic board's, by the median of all rents."""
    off = [log(rent / _reference(f"rent-{k}")(lot.price / scale)) for lot in lots for k, rent in enumerate(lot.rents)]
    return exp(median(off))


def _price_against_rents(lot: Square, scale: float, rent_scale: float) -> float:
    """The logarithm of a lot's price over that of a classic lot with such rents, the median of all rents: one wrong
    rent does not make its price wrong.
    """
    fitting = [_reference(f"price-{k}")(rent / rent_scale) for k, rent in enumerate(lot.rents)]
    return median(log(lot.price / scale / price) for price in fitting)


def _cost_of(lot: Square, rent_scale: float) -> float:
    """What a building costs on a classic lot with such rents."""
    return median(_reference(f"cost-{k}")(rent / rent_scale) for k, rent in enumerate(lot.rents))


def _rents(edition: Edition, deed: Square, fitting: Sequence[float]) -> Iterator[Finding]:
    """Rents that do not fit the other rents of the same deed; `fitting` are those of a classic deed, in any scale."""
    off = [log(rent / fit) for rent, fit in zip(_ladder(deed), fitting, strict=True)]
    for level, found in enumerate(_out_of_ladder(off)):
        if abs(found) > log(limits.RENT):
            code = "rent-high" if found > 0 else "rent-low"
            parts = {"lot": called(deed.name), "level": _level(edition, deed, level), "by": times(exp(found))}
            yield Finding(code, exp(found), limits.RENT, {**_at(deed), "level": level}, parts)


def _out_of_ladder(off: Sequence[float]) -> list[float]:
    """How far each rung is from the others. Of two rungs nobody can say which is wrong: the second is blamed."""
    if len(off) < 3:
        return [0.0, *(one - off[0] for one in off[1:])]
    return [one - median(off) for one in off]


def _level(edition: Edition, deed: Square, level: int) -> Part:
    if deed.kind != "street":
        return lambda lang: text("balance", f"owned-{deed.kind}", lang).format(count=level + 1)
    if level == 0:
        return lambda lang: text("balance", "bare", lang)
    if level == len(deed.rents) - 1:
        return lambda lang: f"1 {edition.buildings.large.name(lang)}"
    return lambda lang: f"{level} {edition.buildings.small.name(lang, level)}"


# ---------------------------------------------------------------------- stations and utilities


def _railways(edition: Edition) -> Iterator[Finding]:
    """Stations and utilities: an edition has one group of each, so the classic one is the only yardstick."""
    for kind in ("station", "utility"):
        deeds = [square for square in edition.squares if square.kind == kind]
        model = next(square for square in load(REFERENCE).squares if square.kind == kind)
        for deed in deeds:
            yield from _rents(edition, deed, _stretched(_ladder(model), len(_ladder(deed))))
        off = [_against_rents(deed, model) for deed in deeds]
        found = median(off) if off else 0.0
        where = {"group": kind, "squares": [deed.index for deed in deeds]}
        name = partial(text, "balance", kind)
        if abs(found) > log(limits.PRICE):
            code = "group-cheap" if found < 0 else "group-dear"
            yield Finding(code, exp(found), limits.PRICE, where, {"group": name, "by": times(exp(found))})
        for deed, one in zip(deeds, off, strict=True):
            if abs(one - found) > log(limits.PRICE):
                code = "lot-cheap" if one < found else "lot-dear"
                parts = {"lot": called(deed.name), "by": times(exp(one - found))}
                yield Finding(code, exp(one - found), limits.PRICE, _at(deed), parts)


def _against_rents(deed: Square, model: Square) -> float:
    """The logarithm of a price against the classic one, less that of the rents."""
    given, wanted = _ladder(deed), _ladder(model)
    off = [log(rent / want) for rent, want in zip(given, _stretched(wanted, len(given)), strict=True)]
    return log(deed.price / model.price) - (median(off) if len(off) > 2 else off[0])


def _ladder(deed: Square) -> list[float]:
    """A station's rents by the number owned, a utility's multiples of the throw."""
    return [float(rent) for rent in deed.rents or deed.dice_multipliers]


def _stretched(wanted: Sequence[float], length: int) -> list[float]:
    """The classic ladder for a group of another size: steps beyond its end repeat the last factor."""
    made = list(wanted[:length])
    while len(made) < length:
        made.append(made[-1] * (made[-1] / made[-2] if len(made) > 1 else 2))
    return made


# ---------------------------------------------------------------------- mortgages, decks, sums


def _mortgages(edition: Edition) -> Iterator[Finding]:
    for deed in edition.squares:
        if deed.ownable and not limits.LEAST_MORTGAGE <= deed.mortgage / deed.price <= limits.MOST_MORTGAGE:
            found = deed.mortgage / deed.price
            limit = limits.LEAST_MORTGAGE if found < limits.LEAST_MORTGAGE else limits.MOST_MORTGAGE
            yield Finding("mortgage", found, limit, _at(deed), {"lot": called(deed.name), "share": share(found)})


def _decks(edition: Edition) -> Iterator[Finding]:
    price = _median_price(edition)
    for name in ("chest", "chance"):
        cards = edition.deck(name)
        paid = [_payment(card, edition.numbers.salary) for card in cards]
        mean = fmean(paid) / price if paid else 0.0
        deck = called(getattr(edition.decks, name).name)
        parts = {"deck": deck, "amount": _money(edition, mean * price), "share": share(abs(mean))}
        if abs(mean) > limits.DECK:
            yield Finding("deck-pays" if mean > 0 else "deck-takes", mean, limits.DECK, {"deck": name}, parts)
        for card, one in zip(cards, paid, strict=True):
            if abs(one) / price > limits.CARD and card.kind != "move_to":
                code = "card-pays" if one > 0 else "card-takes"
                said = {"deck": deck, "card": called(card.text), "amount": _money(edition, abs(one))}
                yield Finding(code, one / price, limits.CARD, {"deck": name, "card": card.id}, said)


def _payment(card: Effect, salary: int) -> float:
    """What a card pays its player for certain, with four players; what it costs is negative. Moves count only if they
    end on GO, repairs not at all.
    """
    if card.kind == "receive_bank":
        return card.amount
    if card.kind == "pay_bank":
        return -card.amount
    if card.kind == "receive_each":
        return card.amount * (PLAYERS - 1)
    if card.kind == "pay_each":
        return -card.amount * (PLAYERS - 1)
    if card.kind == "move_to" and card.target == 0 and card.collect_go:
        return salary
    if card.kind == "choice":
        return max(_payment(one, salary) for one in card.options if one.kind != "draw")
    return 0.0


def _sums(edition: Edition) -> Iterator[Finding]:
    """The salary, the money at the start, the fine, buildings in general and taxes, against the median price of a
    lot.
    """
    price, classic = _median_price(edition), load(REFERENCE)
    scale = _scale(edition)
    for key, given, usual in (
        ("salary", edition.numbers.salary, classic.numbers.salary),
        ("cash", edition.start_money.total, classic.start_money.total),
        ("fine", edition.numbers.jail_fine, classic.numbers.jail_fine),
        ("buildings", _median_cost(edition), _median_cost(classic)),
    ):
        found = given / usual / scale
        if not 1 / limits.SCALE <= found <= limits.SCALE:
            parts = {"amount": _money(edition, given), "by": times(found)}
            yield Finding(f"{key}-{'high' if found > 1 else 'low'}", found, limits.SCALE, {}, parts)
    for square in edition.squares:
        if square.kind == "tax" and square.amount / price > limits.TAX:
            parts = {"lot": called(square.name), "amount": _money(edition, square.amount)}
            yield Finding("tax-high", square.amount / price, limits.TAX, _at(square), parts)


# ---------------------------------------------------------------------- the yardstick


@cache
def _reference(relation: str) -> Callable[[float], float]:
    """A relation on the classic board, interpolated: the price or building cost at the k-th rent, a rent at a price."""
    what, _, number = relation.partition("-")
    k, lots = int(number), _streets(load(REFERENCE))
    if what == "rent":
        return _curve([(lot.price, lot.rents[k]) for lot in lots])
    return _curve([(lot.rents[k], lot.price if what == "price" else lot.house_cost) for lot in lots])


def _curve(points: Sequence[tuple[float, float]]) -> Callable[[float], float]:
    """Log-log interpolation; equal abscissas are averaged, and beyond the ends the whole curve's slope goes on."""
    xs = sorted({x for x, _ in points})
    ys = [fmean(log(y) for x, y in points if x == at) for at in xs]
    logs = [log(x) for x in xs]
    slope = (ys[-1] - ys[0]) / (logs[-1] - logs[0])

    def at(x: float) -> float:
        here = log(x)
        if here <= logs[0]:
            return exp(ys[0] + slope * (here - logs[0]))
        if here >= logs[-1]:
            return exp(ys[-1] + slope * (here - logs[-1]))
        k = bisect_left(logs, here)
        part = (here - logs[k - 1]) / (logs[k] - logs[k - 1])
        return exp(ys[k - 1] + part * (ys[k] - ys[k - 1]))

    return at


def _streets(edition: Edition) -> list[Square]:
    return [square for square in edition.squares if square.kind == "street"]


def _median_price(edition: Edition) -> float:
    return median([lot.price for lot in _streets(edition)] or [s.price for s in edition.squares if s.ownable])


def _median_cost(edition: Edition) -> float:
    return median([lot.house_cost for lot in _streets(edition)] or [1])


def _scale(edition: Edition) -> float:
    """How many units of the edition's money are worth a classic dollar, by the median price."""
    return _median_price(edition) / _median_price(load(REFERENCE))


def _centred(values: dict[int, float]) -> dict[int, float]:
    middle = median(values.values())
    return {key: value - middle for key, value in values.items()}


def _at(square: Square) -> dict[str, object]:
    return {"square": square.index, "group": square.group}


def _money(edition: Edition, amount: float) -> Part:
    return lambda lang: edition.money(round(amount), lang)
