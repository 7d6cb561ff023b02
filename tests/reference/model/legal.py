"""What a seat may do now: the list of its legal actions, with what each brings or costs."""

from __future__ import annotations

from tests.reference.model import (
    auctions,
    bankruptcy,
    building,
    doubles,
    force,
    jail,
    mortgage,
    selling,
    shortage,
    trading,
)
from tests.reference.model.table import Json, Refused, Table


def legal(t: Table, seat: int) -> list[Json]:
    """Every legal action of a seat but offers."""
    if t.over or t.seats[seat].bankrupt:
        return []
    return [*decisions(t, seat), *claims(t, seat), *dealings(t, seat)]


def decisions(t: Table, seat: int) -> list[Json]:
    """What the pending decision allows."""
    phase, decider = t.phase()
    if phase == "auction":
        return bids(t, seat)
    if phase == "answer":
        assert t.offer
        if seat == t.offer.by:
            return [{"type": "withdraw"}]
    if phase == "contest" and t.contest:
        if seat not in t.contest.asked:
            return []
        most = shortage.most(t, seat, t.contest.lot)
        shown = min(most, t.stock(t.contest.lot))
        return [*([{"type": "want", "max": shown}] if most else []), {"type": "pass"}]
    if seat != decider:
        return []
    player = t.seats[seat]
    match phase:
        case "answer":
            return [*([{"type": "accept"}] if trading.can_accept(t) else []), {"type": "reject"}]
        case "roll":
            return roll_phase(t, seat)
        case "end":
            return [{"type": "end_turn"}, *leaving_jail(t, seat)]
        case "double":
            return [{"type": "throw_again"}, *(_option(t, kind, square) for kind, square in doubles.options(t))]
        case "buy":
            price = t.edition.squares[player.square].price
            affordable = [{"type": "buy", "amount": price}] if player.cash >= price else []
            return [*affordable, {"type": "decline"}]
        case "tax":
            amount = t.edition.squares[player.square].amount
            return [{"type": "pay_tax", "choice": "flat", "amount": amount}, {"type": "pay_tax", "choice": "percent"}]
        case "card":
            return [{"type": "choose", "choice": "pay"}, {"type": "choose", "choice": "draw"}]
        case "debt":
            return debt_phase(t, seat)
        case "transfer":
            return [
                {"type": "keep_mortgage", "square": i, "amount": mortgage.keep_cost(t, i)}
                for i in sorted(t.transfers)
                if t.deeds[i].owner == seat
            ]
        case "battle":
            assert t.battle
            places = [{"type": "place_force", "symbol": t.battle[1], "square": i} for i in force.free_squares(t)]
            return [*places, {"type": "leave_force"}]
        case _:
            raise AssertionError(f"the phase {phase}")


def _option(t: Table, kind: str, square: int | None) -> Json:
    if square is None:
        return {"type": kind}
    price = {"amount": t.edition.squares[square].price} if kind == "attack" else {}
    return {"type": kind, "square": square, **price}


def roll_phase(t: Table, seat: int) -> list[Json]:
    throw = [] if t.jail_missed else [{"type": "roll"}]
    return [*throw, *leaving_jail(t, seat)]


def leaving_jail(t: Table, seat: int) -> list[Json]:
    fine = [{"type": "pay_fine", "amount": t.edition.fine}] if jail.may_pay_fine(t, seat) else []
    return [*fine, *([{"type": "use_jail_card"}] if jail.may_use_card(t, seat) else [])]


def debt_phase(t: Table, seat: int) -> list[Json]:
    debt = t.debts[0]
    actions: list[Json] = []
    if t.seats[seat].cash >= debt.amount:
        actions.append({"type": "pay", "amount": debt.amount})
    if bankruptcy.may_declare(t, seat):
        actions.append({"type": "bankrupt"})
    if trading.can_settle(t, seat) and (squares := trading.tradable(t, seat)):
        actions.append({"type": "settle", "cash": min(t.seats[seat].cash, debt.amount), "squares": squares})
    return actions


def bids(t: Table, seat: int) -> list[Json]:
    a = t.auction
    assert a
    if not auctions.may_bid(t, seat):
        return []
    actions: list[Json] = []
    if t.seats[seat].cash >= auctions.lowest(a):
        bid: Json = {"type": "bid", "amount": auctions.lowest(a), "max": t.seats[seat].cash}
        if a.lot and (here := shortage.places(t, seat, a.lot)):
            bid["places"] = here
        if not a.lot or "places" in bid:
            actions.append(bid)
    return [*actions, {"type": "pass"}]


def claims(t: Table, seat: int) -> list[Json]:
    found: dict[int, Json] = {}
    for claim in t.claims:
        if claim.owner == seat and not claim.asked and claim.square not in found:
            found[claim.square] = {"type": "claim", "square": claim.square, "amount": claim.amount}
    return list(found.values())


def dealings(t: Table, seat: int) -> list[Json]:
    """Buildings and mortgages (off-turn-windows)."""
    actions: list[Json] = []
    for i in t.edition.properties:
        deed = t.deeds.get(i)
        if deed is None or deed.owner != seat:
            continue
        if t.edition.squares[i].house_cost:
            if building.why_not(t, seat, i) is None:
                actions.append({"type": "build", "square": i, "amount": t.edition.squares[i].house_cost})
            if selling.why_not(t, seat, i) is None:
                actions.append({"type": "sell", "square": i, "amount": selling.refund_of_one(t, i)})
            if t.group_is_built(i) and can_sell_group(t, seat, i):
                total = sum(selling.refund(t, j, 0) for j in t.lots_of(seat, i))
                actions.append({"type": "sell_group", "square": i, "amount": total})
        if mortgage.can_mortgage(t, seat, i):
            actions.append({"type": "mortgage", "square": i, "amount": t.edition.squares[i].mortgage})
        if mortgage.can_lift(t, seat, i):
            actions.append({"type": "redeem", "square": i, "amount": mortgage.lift_cost(t, i)})
    return actions


def can_sell_group(t: Table, seat: int, square: int) -> bool:
    try:
        selling.group_target(t, seat, square, 0, [])
    except Refused:
        return False
    return True


def offers(t: Table, seat: int) -> list[Json]:
    """To whom a seat may make an offer, and the most that each side could include."""
    if t.over or t.seats[seat].bankrupt or not trading.may_offer(t, seat):
        return []
    mine = bounds(t, seat)
    found = []
    for other in t.in_game():
        theirs = bounds(t, other)
        if other != seat and (mine["squares"] or mine["jail_cards"] or theirs["squares"] or theirs["jail_cards"]):
            found.append({"type": "offer", "to": other, "give": mine, "ask": theirs})
    return found


def bounds(t: Table, seat: int) -> Json:
    cards = [card.deck for card in t.seats[seat].jail_cards]
    return {"cash": t.seats[seat].cash, "squares": trading.tradable(t, seat), "jail_cards": cards}
