"""Plans for an estate: the actions that lead to the desired buildings and mortgages, their cost, and obstacles."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from freehold.engine.records import Chance, Events
from freehold.game import actions, names, prices, types
from freehold.game.position import kept_cards
from freehold.json_types import Json
from freehold.rules import board, buildings, codes, money, state, step

LONGEST = 250  # steps; a board has fewer buildings and deeds to change


class Trial:
    """A copy of a game on which a seat tries actions out."""

    def __init__(self, g: Any, t: Any, seat: int) -> None:
        self.g, self.t, self.seat = g.copy(), t, seat
        self.contested = False

    def copy(self) -> Trial:
        return Trial(self.g, self.t, self.seat)

    def refusal(self, action: Json) -> str | None:
        """Why the seat may not do this now; None if it may."""
        try:
            x = actions.read(action, kept_cards(self.g), self.seat)
        except actions.IllegalAction as nonsense:
            return nonsense.reason
        return names.REASONS.get(step.may(self.g, self.t, self.seat, x))

    def do(self, action: Json) -> None:
        """Carry out a legal action. If others have to be asked for a scarce building, nobody else wants it."""
        g, t = self.g, self.t
        c, e = Chance(), Events()
        x = actions.read(action, kept_cards(g), self.seat)
        step.act(g, t, c, e, self.seat, x)
        while action["type"] == "build" and g.phase == codes.PHASE_CONTEST:
            self.contested = True
            step.act(g, t, c, e, g.decider, actions.read({"type": "pass"}, {}, g.decider))

    def level(self, square: int) -> int:
        return int(board.level(self.t, self.g.buildings[square]))

    def estate(self) -> list[int]:
        return [square for square in range(state.SQUARES) if self.g.owner[square] == self.seat]

    def group(self, square: int) -> list[int]:
        group = self.t.group[square]
        return [int(board.sibling(self.t, group, k)) for k in range(self.t.group_size[group])]

    def is_street(self, square: int) -> bool:
        return bool(self.t.kind[square] == codes.KIND_STREET)


def refusal(g: Any, t: Any, seat: int, steps: Iterable[Json]) -> str | None:
    """Why a sequence of a seat's actions is not legal; None if it is."""
    trial = Trial(g, t, seat)
    for action in steps:
        reason = trial.refusal(action)
        if reason is not None:
            return reason
        trial.do(action)
    return None


class Wishes:
    """The desired estate: a level and a mortgage for each square; omitted squares stay unchanged."""

    def __init__(self, wishes: Iterable[types.Wish]) -> None:
        self.levels = {wish["square"]: wish["level"] for wish in wishes if wish.get("level") is not None}
        self.mortgages = {wish["square"]: wish["mortgaged"] for wish in wishes if wish.get("mortgaged") is not None}

    def level(self, trial: Trial, square: int) -> int:
        return self.levels.get(square, trial.level(square))

    def mortgaged(self, trial: Trial, square: int) -> bool:
        return self.mortgages.get(square, bool(trial.g.mortgaged[square]))

    def listed(self) -> list[types.Wish]:
        found: list[types.Wish] = []
        for square in sorted({*self.levels, *self.mortgages}):
            wish: types.Wish = {"square": square}
            if square in self.levels:
                wish["level"] = self.levels[square]
            if square in self.mortgages:
                wish["mortgaged"] = self.mortgages[square]
            found.append(wish)
        return found


def plan(g: Any, t: Any, seat: int, wished: Iterable[types.Wish]) -> types.Plan:
    """The way from the estate as it is to the one wished for, and what may be changed about it."""
    wishes = Wishes(list(wished))
    trial, steps, blocked = _way(g, t, seat, wishes)
    now = Trial(g, t, seat)
    return {
        "steps": steps,  # type: ignore[typeddict-item]  # each is an action by its shape; `actions.read` has checked it
        "cash": int(trial.g.cash[seat]),
        "houses": int(trial.g.houses),
        "hotels": int(trial.g.hotels),
        "blocked": blocked,
        "contested": trial.contested,
        "raisable": int(money.raisable(g, t, seat)),
        "wishes": wishes.listed(),
        "lots": {str(square): _options(now, trial, wishes, blocked, square) for square in now.estate()},
        "groups": _groups(trial),
    }


def _way(g: Any, t: Any, seat: int, wishes: Wishes) -> tuple[Trial, list[Json], types.Blocked | None]:
    """Sell and mortgage first, then redeem, then build, each as soon as it is legal."""
    trial = Trial(g, t, seat)
    steps: list[Json] = []
    while len(steps) < LONGEST:
        needs = _needs(trial, wishes)
        if not needs:
            return trial, steps, None
        found = next((need for need in needs if trial.refusal(need) is None), None) or _together(trial, wishes, needs)
        if found is None:
            first = needs[0]
            return trial, steps, {"square": first["square"], "reason": trial.refusal(first) or "wrong-phase"}
        steps.append({**found, "amount": prices.of(trial.g, t, seat, found)})
        trial.do(found)
    return trial, steps, {"square": steps[-1]["square"], "reason": "bad-amount"}


def _needs(trial: Trial, wishes: Wishes) -> list[Json]:
    """The single steps that are still missing: those that raise money first, and evenly over a group."""
    squares = trial.estate()
    high = [square for square in squares if trial.level(square) > wishes.level(trial, square)]
    low = [square for square in squares if trial.level(square) < wishes.level(trial, square)]
    high.sort(key=lambda square: (-trial.level(square), -square))
    low.sort(key=lambda square: (trial.level(square), square))
    held = trial.g.mortgaged
    return [
        *({"type": "sell", "square": square} for square in high),
        *({"type": "mortgage", "square": at} for at in squares if wishes.mortgaged(trial, at) and not held[at]),
        *({"type": "redeem", "square": at} for at in squares if held[at] and not wishes.mortgaged(trial, at)),
        *({"type": "build", "square": square} for square in low),
    ]


def _together(trial: Trial, wishes: Wishes, needs: Sequence[Json]) -> Json | None:
    """If single sales fail because the bank lacks houses, the buildings of a whole group are sold at once."""
    for need in needs:
        if need["type"] != "sell":
            continue
        lots = trial.group(need["square"])
        goal = {lot: wishes.level(trial, lot) for lot in lots}
        keep = min(goal.values())
        action: Json = {"type": "sell_group", "square": need["square"]}
        action |= {"keep": keep} if keep else {}
        more = [lot for lot in lots if goal[lot] > keep]
        action |= {"more": more} if more else {}
        if max(goal.values()) <= keep + 1 and trial.refusal(action) is None:
            return action
    return None


# ------------------------------------------------------------------ what may be changed about a plan


def _options(now: Trial, end: Trial, wishes: Wishes, blocked: types.Blocked | None, square: int) -> types.LotOptions:
    """The possible changes of a deed after the plan. Changes of the plan itself can be undone at no cost."""
    level, mortgaged = wishes.level(now, square), wishes.mortgaged(now, square)
    sold, built = level < now.level(square), level > now.level(square)
    lifted = bool(now.g.mortgaged[square]) and not mortgaged
    pledged = mortgaged and not now.g.mortgaged[square]

    def may(kind: str, undoes: bool) -> str | None:
        return None if undoes and blocked else end.refusal({"type": kind, "square": square})

    has_place = names.REASONS.get(buildings.has_place(end.g, end.t, end.seat, square))
    return {
        "build": has_place if sold and not blocked else may("build", sold),
        "sell": may("sell", built),
        "mortgage": may("mortgage", lifted),
        "redeem": None if pledged else may("redeem", False),
        "sell_price": int(prices.of(end.g, end.t, end.seat, {"type": "sell", "square": square}) or 0),
        "redeem_price": int(prices.of(now.g, now.t, now.seat, {"type": "redeem", "square": square}) or 0),
    }


def _groups(end: Trial) -> dict[str, types.GroupOptions]:
    """For every whole group of streets: may all its lots be brought one level up, or down?"""
    found: dict[str, types.GroupOptions] = {}
    for square in end.estate():
        lots = end.group(square)
        if square == lots[0] and end.is_street(square) and all(end.g.owner[lot] == end.seat for lot in lots):
            found[str(square)] = {"build": _each(end, lots, "build"), "sell": _each(end, lots, "sell")}
    return found


def _each(end: Trial, lots: list[int], kind: str) -> str | None:
    levels = [end.level(lot) for lot in lots]
    extreme = min(levels) if kind == "build" else max(levels)
    trial = end.copy()
    for lot in (lot for lot, level in zip(lots, levels, strict=True) if level == extreme):
        action = {"type": kind, "square": lot}
        reason = trial.refusal(action)
        if reason is not None:
            return reason
        trial.do(action)
    return None


# ------------------------------------------------------------------ raising money


def suggestion(g: Any, t: Any, seat: int, needed: int) -> list[types.Wish]:
    """Wishes that raise at least so much cash, if that is possible, and give up as little as possible."""
    trial = Trial(g, t, seat)
    wishes = Wishes(())
    while trial.g.cash[seat] < needed:
        action = _least(trial, needed - int(trial.g.cash[seat]))
        if action is None:
            break
        before = {square: trial.level(square) for square in trial.estate()}
        trial.do(action)
        if action["type"] == "mortgage":
            wishes.mortgages[action["square"]] = True
        wishes.levels |= {
            square: trial.level(square) for square, level in before.items() if trial.level(square) != level
        }
    return wishes.listed()


def _least(trial: Trial, missing: int) -> Json | None:
    """Of what hurts least, the smallest sum that is enough, or the largest there is."""
    candidates = [
        {"type": kind, "square": square} for square in trial.estate() for kind in ("mortgage", "sell", "sell_group")
    ]
    ranked = []
    for action in candidates:
        if trial.refusal(action) is None:
            gain = prices.of(trial.g, trial.t, trial.seat, action) or 0
            enough = gain >= missing
            ranked.append((_harm(trial, action), not enough, gain if enough else -gain, action["square"], action))
    return min(ranked, key=lambda row: row[:4])[-1] if ranked else None


def _harm(trial: Trial, action: Json) -> int:
    """Lone deeds go first, then stations and utilities, then whole groups; buildings last."""
    if action["type"] != "mortgage":
        return 3 if action["type"] == "sell" else 4
    square = action["square"]
    if not trial.is_street(square):
        return 1
    return 2 if board.owns_group(trial.g, trial.t, trial.t.group[square], trial.seat) else 0
