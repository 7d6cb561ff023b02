"""What a simulation counts during an action, held against the events of the action and the position before it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import freehold
from freehold.engine.records import CountingEvents
from freehold.game import actions
from freehold.rules import state, step
from freehold.rules.events import COUNTED_EVENTS

Json = dict[str, Any]
Tally = Counter[tuple[str, int]]

SQUARES, CELL, LEVELS, ORIGINS = 40, 40, 7, 123
FROM = 3  # where the throw before the action is said to have led
LEVEL = [square * 5 % 8 - 1 for square in range(SQUARES)]  # what every deed is said to earn; -1: nothing
DECKS = ("chest", "chance")


def tally_of(game: freehold.Game, action: Mapping[str, Any], seat: int | None, chance: Iterable[Any]) -> Tally:
    """Do the action on a copy of the game, counting as a simulation does."""
    who, x = game._asked(action, seat)
    g, c, e = game._g.copy(), game._c.copy(), CountingEvents()
    told = actions.outcomes(chance)
    c.told[: len(told)] = told
    c.told_n, c.told_i, c.seen_n, c.wrong, c.overflow = len(told), 0, 0, 0, 0
    e.on, e.place, e.owed_for, e.level = COUNTED_EVENTS, FROM, state.NOBODY, list(LEVEL)
    step.act(g, game._t, c, e, who, x)
    found: Tally = Counter()
    for name, _, length in state.TALLY:
        at = state.TALLY_PLACES[name]
        found.update({(name, k): e.counts[at + k] for k in range(length or 1) if e.counts[at + k]})
    found.update({("threw", k): e.threw[k] for k in range(state.PLAYERS) if e.threw[k]})
    found["altered", e.altered] = found["moved", e.moved] = found["place", e.place] = 1
    return found


def expected(before: Json, action: Mapping[str, Any], seat: int | None, events: Sequence[Mapping[str, Any]]) -> Tally:
    found: Tally = Counter()
    place, altered, moved = FROM, 0, 0
    if action["type"] in ("roll", "throw_again"):
        assert seat is not None
        found["landed", FROM] += 1
        found["thrown", origin(before, seat)] += 1
        found["threw", seat] += 1
    first = (before.get("debts") or [{}])[0]
    ruin = (first["square"], first["amount"]) if first.get("why") == "rent" else None
    for event in events:
        kind, square = event["type"], event.get("square", 0)
        match kind:
            case "move":
                place = square
            case "stayed" | "jailed":
                place = CELL
                found["jailings", 0] += kind == "jailed"
            case "rent":
                rent(found, square, event["amount"], event["amount"])
            case "build":
                found["built", square] += 1
                found["built_for", square] += event["amount"]
            case "mortgage":
                found["mortgages", square] += 1
            case "buy":
                found["bought", square] += 1
            case "sold":
                found["sold", square] += 1
                found["sold_for", square] += event["amount"]
            case "offer" | "trade":
                found[f"{kind}s", 0] += 1
            case "auction":
                found["building_auctions" if "lot" in event else "auctions", 0] += 1
            case "unsold":
                found["unsold", 0] += "lot" not in event
            case "contest":
                found["shortages", 0] += 1
            case "settled" if ruin:
                found["settlements", 0] += 1
                rent(found, *ruin, event["amount"])
            case "bankrupt":
                found["bankruptcies", 0] += 1
                found["bankrupt_in", min(before["flow"]["turns"] // (5 * len(before["players"])), 99)] += 1
            case "estate" if ruin:
                found["ruined", ruin[0]] += 1
                rent(found, *ruin, event["amount"])
        altered |= (kind in ("build", "sell", "redeem", "mortgage")) << square
        moved |= (kind in ("deed", "buy", "sold")) << square
    found["altered", altered] = found["moved", moved] = found["place", place] = 1
    return +found


def rent(found: Tally, square: int, due: int, cash: int) -> None:
    at = square * LEVELS + max(LEVEL[square], 0)
    found["rents", at] += 1
    found["due", at] += due
    found["rent", at] += cash


def origin(before: Json, seat: int) -> int:
    """Where a throw starts: the square, or the failures in jail; the doubles before it; the cards that are out."""
    held = {deck for player in before["players"] for deck in player["jail_cards"]}
    out = sum(1 + i for i, deck in enumerate(DECKS) if deck in held) * ORIGINS
    player = before["players"][seat]
    if player["in_jail"]:
        return out + 3 * SQUARES + min(int(player["jail_turns"]), 2)
    return int(out + min(before["doubles"], 2) * SQUARES + player["square"])
