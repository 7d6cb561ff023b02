"""Deals between players, and the settlement of a rent in deeds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.reference.model import money, mortgage
from tests.reference.model.table import BANK, Goods, JailCard, Offer, Refused, Table


def goods(side: Mapping[str, Any]) -> Goods:
    return Goods(side.get("cash", 0), sorted(side.get("squares", ())), list(side.get("jail_cards", ())))


def tradable(t: Table, seat: int) -> list[int]:
    """Deeds of groups without buildings (trade-clear-site-or-group) that no transfer is waiting for."""
    return [i for i in t.owned_by(seat) if not t.group_is_built(i) and i not in t.transfers]


def window(t: Table) -> bool:
    """off-turn-windows: no deals while an auction, a contest or another offer is open."""
    return not (t.auction or t.contest or t.offer)


def may_offer(t: Table, seat: int) -> bool:
    """house.trade-own-turn, house.no-trading; a settlement is no trade (house-no-trading-settlement)."""
    match t.edition.rules["trading"]:
        case "none":
            return False
        case "own-turn":
            return window(t) and seat == t.turn
        case _:
            return window(t)


def has(t: Table, seat: int, side: Goods) -> bool:
    cards = [card.deck for card in t.seats[seat].jail_cards]
    for deck in side.jail_cards:
        if deck not in cards:
            return False
        cards.remove(deck)
    return (
        0 <= side.cash <= t.seats[seat].cash
        and len(set(side.squares)) == len(side.squares)
        and set(side.squares) <= set(tradable(t, seat))
    )


def check(t: Table, by: int, to: int, give: Goods, ask: Goods) -> None:
    """Both have what is dealt, something that is no money is dealt, and no debtor gives anything away."""
    if by == to or t.seats[by].bankrupt or t.seats[to].bankrupt or not has(t, by, give) or not has(t, to, ask):
        raise Refused
    if not (give.squares or give.jail_cards or ask.squares or ask.jail_cards):
        raise Refused  # loan.none-between-players: money for nothing
    if not debtor_may(t, by, to, give, ask) or not debtor_may(t, to, by, ask, give):
        raise Refused


def debtor_may(t: Table, seat: int, partner: int, give: Goods, get: Goods) -> bool:
    """debtor-gives-nothing-away: whoever owes money deals so that all can be paid afterwards, or with the first
    creditor, or for the printed worth of what is given."""
    owed = money.owed_by(t, seat)
    if not owed:
        return True
    first = next(d for d in t.debts if d.debtor == seat)
    if first.creditor == partner or worth(t, give) <= worth(t, get):
        return True
    after = money.raisable(t, seat) - give.cash + get.cash
    if t.edition.rules["mortgages"] == "allowed":
        for i in give.squares:
            after -= 0 if t.deeds[i].mortgaged else t.edition.squares[i].mortgage
        for i in get.squares:
            after += 0 if t.deeds[i].mortgaged else t.edition.squares[i].mortgage
    return after >= owed


def worth(t: Table, side: Goods) -> int:
    """A deed its price, mortgaged half of it; a jail card the fine."""
    total = side.cash + len(side.jail_cards) * t.edition.fine
    for i in side.squares:
        price = t.edition.squares[i].price
        total += price // 2 if t.deeds[i].mortgaged else price
    return total


def offer(t: Table, by: int, to: int, give: Goods, ask: Goods) -> None:
    if not may_offer(t, by):
        raise Refused
    check(t, by, to, give, ask)
    for seat, side in ((by, give), (to, ask)):
        side.jail_cards = _in_hand_order(t, seat, side.jail_cards)
    t.offer = Offer("trade", by, to, give, ask)


def _in_hand_order(t: Table, seat: int, decks: list[str]) -> list[str]:
    left = list(decks)
    ordered = []
    for card in t.seats[seat].jail_cards:
        if card.deck in left:
            left.remove(card.deck)
            ordered.append(card.deck)
    return ordered


def can_accept(t: Table) -> bool:
    o = t.offer
    assert o
    try:
        if o.kind == "trade":
            check(t, o.by, o.to, o.give, o.ask)
        elif not has(t, o.by, o.give):
            return False
    except Refused:
        return False
    return True


def accept(t: Table) -> None:
    """Everything changes hands at once (trade-barter-silent); of several cards of a deck, those drawn first."""
    o = t.offer
    assert o
    if not can_accept(t):
        raise Refused
    t.offer = None
    sides = ((o.by, o.to, o.give), (o.to, o.by, o.ask))
    handed = [_take_out(t, giver, side.jail_cards) for giver, _, side in sides]
    for (giver, getter, side), cards in zip(sides, handed, strict=True):
        money.move(t, giver, getter, side.cash)
        for card in cards:
            t.seats[getter].take_card(card)
        for i in side.squares:
            mortgage.hand_over(t, i, getter)
    if o.kind == "settlement":
        t.debts.pop(0)
    mortgage.taken_over(t, o.give.squares + o.ask.squares)


def _take_out(t: Table, seat: int, decks: list[str]) -> list[JailCard]:
    found = []
    for deck in decks:
        found.append(next(card for card in t.seats[seat].jail_cards if card.deck == deck))
        t.seats[seat].jail_cards.remove(found[-1])
    return found


def can_settle(t: Table, seat: int) -> bool:
    """debt.part-payment-in-property: a rent to a player that is more than the cash, in cash and bare deeds."""
    if t.edition.rules["part_payment"] == "no" or not window(t) or not t.debts:
        return False
    debt = t.debts[0]
    if not debt.open or debt.debtor != seat or debt.creditor == BANK or debt.why != "rent":
        return False
    return t.seats[seat].cash < debt.amount


def settle(t: Table, seat: int, cash: int, squares: list[int]) -> None:
    give = Goods(cash, sorted(squares), [])
    if not can_settle(t, seat) or not squares or not has(t, seat, give):
        raise Refused
    t.offer = Offer("settlement", seat, t.debts[0].creditor, give, Goods())
