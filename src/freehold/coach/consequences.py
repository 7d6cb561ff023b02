"""What an action does, as facts: groups that it completes, cash that it leaves, rents that it raises.

A fact is a code and the parts of its sentence; `why.py` puts it into words.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, cast

from freehold.bots import danger
from freehold.game import Game, IllegalAction, internals
from freehold.game.types import Action
from freehold.json_types import Json
from freehold.rules import board, codes, state, switches

MANY_DEEDS = 6  # deeds at the bank from which on it pays to move about
Finder = Callable[[Game, int, Json, Game | None, int | None], list["Fact"]]
THIRD = 3  # the building at which rents jump


class Fact(NamedTuple):
    """A code of `i18n/en/coach.toml`, and its parts: `group`, `square` and `other` by number, sums of money."""

    code: str
    parts: dict[str, int]


def after(game: Game, seat: int, action: Json) -> Game | None:
    """The game after an action that draws no chance; an offer is accepted. None if that cannot be told."""
    if action["type"] in CHANCE:
        return None
    twin = game.copy()
    try:
        twin.apply(cast(Action, action), seat)
        if action["type"] == "offer":
            twin.apply({"type": "accept"}, action["to"])
    except IllegalAction:
        return None
    return twin


CHANCE = ("roll", "throw_again", "use_option", "attack", "go_to", "choose")


def holders(game: Game) -> dict[int, int]:
    """The owner of each complete colour group."""
    g, t = internals.record(game), internals.tables(game)
    found = {}
    for group in range(state.STATIONS):
        owners = {g.owner[board.sibling(t, group, k)] for k in range(t.group_size[group])}
        if len(owners) == 1 and state.BANK not in owners:
            found[group] = owners.pop()
    return found


def worst_rent(game: Game, seat: int) -> int:
    """The most rent on a square that one throw leads to."""
    g, t = internals.record(game), internals.tables(game)
    ahead = ((g.square[seat] + total) % state.SQUARES for total in range(2, 13))
    return max(int(danger.price_of_square(g, t, seat, square)) for square in ahead)


def group_facts(before: Game, then: Game, seat: int) -> list[Fact]:
    """Groups that become whole or are broken up between two positions."""
    old, new = holders(before), holders(then)
    found = [Fact("completes", {"group": group}) for group, who in new.items() if who == seat != old.get(group)]
    found += [
        Fact("gives", {"group": group, "other": who})
        for group, who in new.items()
        if who != seat and who != old.get(group)
    ]
    return found + [Fact("breaks", {"group": group}) for group, who in old.items() if who == seat and group not in new]


def deed_facts(game: Game, seat: int, square: int) -> list[Fact]:
    """What owning one more deed does for its group."""
    g, t = internals.record(game), internals.tables(game)
    group = t.group[square]
    others = [g.owner[board.sibling(t, group, k)] for k in range(t.group_size[group])]
    rest = [owner for k, owner in enumerate(others) if board.sibling(t, group, k) != square]
    if group < state.STATIONS and all(owner == seat for owner in rest):
        return [Fact("completes", {"group": group})]
    if group < state.STATIONS and len(set(rest)) == 1 and rest[0] not in (state.BANK, seat):
        return [Fact("blocks", {"group": group, "other": rest[0]})]
    mine = sum(owner == seat for owner in rest) + 1
    if mine > 1:
        code = "part" if group < state.STATIONS else "one-more"
        return [Fact(code, {"group": group, "count": mine, "size": len(others)})]
    bank = sum(owner == state.BANK for owner in rest)
    return [Fact("open-group" if bank == len(rest) and group < state.STATIONS else "counter", {"square": square})]


def money_facts(then: Game, seat: int) -> list[Fact]:
    """The cash that is left, against the highest rent on the squares ahead."""
    cash, worst = internals.record(then).cash[seat], worst_rent(then, seat)
    if worst == 0:
        return [Fact("leaves-safe", {"cash": cash})]
    return [Fact("leaves-short" if cash < worst else "leaves", {"cash": cash, "rent": worst})]


def facts(game: Game, seat: int, action: Json, limit: int | None = None) -> list[Fact]:
    """The facts about an action, the most telling first. `limit`: what the deed of an auction is worth to the seat."""
    kind = action["type"]
    found: Finder = _FACTS.get(kind, _nothing)
    return found(game, seat, action, after(game, seat, action), limit)


def plan_fact(game: Game, seat: int, steps: Sequence[Json]) -> Fact:
    """The whole of a plan: how many steps, and what they cost or raise."""
    twin = game.copy()
    for step in steps:
        twin.apply(cast(Action, step), seat)
    spent = int(internals.record(game).cash[seat]) - int(internals.record(twin).cash[seat])
    return Fact("whole-plan" if spent >= 0 else "whole-plan-raises", {"count": len(steps), "cash": abs(spent)})


def _nothing(game: Game, seat: int, action: Json, then: Game | None, limit: int | None) -> list[Fact]:
    return []


def _buy(game: Game, seat: int, action: Json, then: Game | None, limit: int | None) -> list[Fact]:
    square = internals.record(game).square[seat]
    return deed_facts(game, seat, square) + (money_facts(then, seat) if then else [])


def _decline(game: Game, seat: int, action: Json, then: Game | None, limit: int | None) -> list[Fact]:
    g, t = internals.record(game), internals.tables(game)
    most = max(g.cash[other] for other in range(g.players) if other != seat and not g.out[other])
    auctioned = t.declined_deed == switches.DECLINED_DEED_AUCTION
    if auctioned and most < min(g.cash[seat], t.price[g.square[seat]]):
        return [Fact("outbids-all", {"square": g.square[seat], "cash": most})]
    bought = after(game, seat, {"type": "buy"})
    spent = money_facts(bought, seat) if bought else []
    return [Fact("keeps-cash", fact.parts) for fact in spent if fact.code == "leaves-short"] or [
        Fact("auction-cheaper", {"square": g.square[seat]}) if auctioned else Fact("stays-with-bank", {})
    ]


def _auction(game: Game, seat: int, action: Json, then: Game | None, limit: int | None) -> list[Fact]:
    g = internals.record(game)
    if not 0 <= g.lot < state.SQUARES:
        return []
    worth = [Fact("worth-up-to" if action["type"] == "bid" else "not-above", {"cash": limit})] if limit else []
    why = [fact for fact in deed_facts(game, seat, g.lot) if fact.code in ("completes", "blocks")]
    return why + worth if worth else [Fact("not-worth", {"square": g.lot})]


def _build(game: Game, seat: int, action: Json, then: Game | None, limit: int | None) -> list[Fact]:
    if then is None:
        return []
    square = action["square"]
    g, h, t = internals.record(game), internals.record(then), internals.tables(game)
    rents = {"before": danger.likely_rent(g, t, square), "after": danger.likely_rent(h, t, square)}
    if rents["before"] == rents["after"]:
        return [Fact("scarce", {})]
    found = [Fact("rent-rises", {"square": square, **rents})]
    if board.level(t, h.buildings[square]) == THIRD:
        found.append(Fact("third", {}))
    return found + money_facts(then, seat)


def _mortgage(game: Game, seat: int, action: Json, then: Game | None, limit: int | None) -> list[Fact]:
    g, t = internals.record(game), internals.tables(game)
    parts = {"square": action["square"], "cash": t.mortgage[action["square"]]}
    if g.debts and g.debt_from[0] == seat:
        return [Fact("raises-for-debt", {**parts, "debt": g.debt_amount[0]})]
    for group, who in holders(game).items():
        if who == seat and any(
            g.buildings[board.sibling(t, group, k)] < state.HOTEL for k in range(t.group_size[group])
        ):
            return [Fact("raises-for-building", {**parts, "group": group})]
    return [Fact("raises", parts)]


def _redeem(game: Game, seat: int, action: Json, then: Game | None, limit: int | None) -> list[Fact]:
    if then is None:
        return []
    rent = danger.likely_rent(internals.record(then), internals.tables(game), action["square"])
    return [Fact("rent-again", {"square": action["square"], "rent": rent}), *money_facts(then, seat)]


def _sell(game: Game, seat: int, action: Json, then: Game | None, limit: int | None) -> list[Fact]:
    g = internals.record(game)
    if then is None or not g.debts:
        return []
    brought = internals.record(then).cash[seat] - g.cash[seat]
    return [Fact("sells-for-debt", {"cash": brought, "debt": g.debt_amount[0]})]


def _stay(game: Game, seat: int, action: Json, then: Game | None, limit: int | None) -> list[Fact]:
    g, t = internals.record(game), internals.tables(game)
    if not g.in_jail[seat]:
        return [Fact("just-throw", {})]
    mean = danger.mean_cost(g, t, seat)
    safe = "jail-safe" if t.rent_to_jail == switches.RENT_TO_JAIL_PAID else "jail-no-rent"
    return [Fact(safe, {"cash": mean})] if mean else [Fact("jail-cheap", {})]


def _leave(game: Game, seat: int, action: Json, then: Game | None, limit: int | None) -> list[Fact]:
    g, t = internals.record(game), internals.tables(game)
    bank = sum(board.is_property(t, k) and g.owner[k] == state.BANK for k in range(state.SQUARES))
    if bank >= MANY_DEEDS:
        return [Fact("jail-buy", {"count": bank})]
    return [Fact("jail-harmless", {"cash": danger.mean_cost(g, t, seat)})]


def _deal(game: Game, seat: int, action: Json, then: Game | None, limit: int | None) -> list[Fact]:
    """An offer made or accepted: the groups, then the money."""
    if then is None:
        return []
    return group_facts(game, then, seat) + money_facts(then, seat)


def _reject(game: Game, seat: int, action: Json, then: Game | None, limit: int | None) -> list[Fact]:
    g = internals.record(game)
    if g.offer_kind == codes.OFFER_SETTLEMENT:
        return [Fact("debtor-fails", {"other": g.offer_from})]
    accepted = after(game, seat, {"type": "accept"})
    found = group_facts(game, accepted, seat) if accepted else []
    refused = {"gives": "would-give", "breaks": "would-break"}
    against = [Fact(refused[fact.code], fact.parts) for fact in found if fact.code in refused]
    if against:
        return against
    short = [fact for fact in (money_facts(accepted, seat) if accepted else []) if fact.code == "leaves-short"]
    return [Fact("would-leave", fact.parts) for fact in short] or [Fact("too-little", {})]


def _end(game: Game, seat: int, action: Json, then: Game | None, limit: int | None) -> list[Fact]:
    return [Fact("nothing-better", {}), *money_facts(game, seat)]


def _pay(game: Game, seat: int, action: Json, then: Game | None, limit: int | None) -> list[Fact]:
    return money_facts(then, seat) if then else []


def _only(code: str) -> Finder:
    def fact(game: Game, seat: int, action: Json, then: Game | None, limit: int | None) -> list[Fact]:
        return [Fact(code, {})]

    return fact


_FACTS: dict[str, Finder] = {
    "roll": _stay,
    "throw_again": _only("just-throw"),
    "pay_fine": _leave,
    "use_jail_card": _leave,
    "buy": _buy,
    "decline": _decline,
    "bid": _auction,
    "pass": _auction,
    "build": _build,
    "mortgage": _mortgage,
    "redeem": _redeem,
    "sell": _sell,
    "sell_group": _sell,
    "pay": _pay,
    "offer": _deal,
    "accept": _deal,
    "reject": _reject,
    "settle": _only("settles"),
    "bankrupt": _only("no-way-out"),
    "pay_tax": _only("likely-cheaper"),
    "keep_mortgage": _only("interest-only"),
    "want": _only("scarce"),
    "claim": _only("ask-for-it"),
    "use_option": _only("best-average"),
    "attack": _only("best-average"),
    "go_to": _only("best-average"),
    "choose": _only("best-average"),
    "end_turn": _end,
}
