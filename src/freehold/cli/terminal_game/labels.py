"""The label of an action in the menu, with details from the position: price, building, double."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from freehold import sentences
from freehold.cli.terminal_game.menu import Line
from freehold.cli.terminal_game.table_view import LARGE_ONE
from freehold.cli.terminal_game.terminal_table import TerminalTable
from freehold.game import IllegalAction
from freehold.game.types import Action

Json = Mapping[str, Any]

HOUSES_BEFORE_A_HOTEL = 4
COUNTED = ("redeem", "keep_mortgage", "sell", "sell_group")  # their amounts are found by trying them on a copy


def line_label(table: TerminalTable, line: Line) -> str:
    """The text of a menu line; a line of several actions names only their kind."""
    action = line.actions[0]
    if line.kind == "bid":
        return table.word("bid", low=table.money(action["amount"]), high=table.money(action["max"]))
    if line.kind == "settle":
        return table.word("settle")
    if len(line.actions) > 1:
        return f"{table.word(f'group-{line.kind}')} ({len(line.actions)})"
    return action_label(table, action)


def action_label(table: TerminalTable, action: Json) -> str:
    return sentences.action(table.edition, {**action, **_known(table, action)}, table.names, table.lang)


def _known(table: TerminalTable, action: Json) -> Json:
    """Details from the position, for the label only."""
    kind, view = action["type"], table.game.view(table.person)
    if kind in ("buy", "decline", "pay_tax"):
        unsold = view["options"].get("declined_deed")
        return {"square": view["players"][table.person]["square"], **({"unsold": unsold} if kind == "decline" else {})}
    if kind == "leave_force":
        return {"symbol": view["battle"]["symbol"]}
    if kind == "use_option":
        return {"double": view["dice"][0]}
    if kind == "pay":
        return {"amount": view["debts"][0]["amount"]}
    if kind == "claim":
        return {"amount": next(c["amount"] for c in view["claims"] if c["square"] == action["square"])}
    known: dict[str, Any] = {}
    if kind in ("build", "sell"):
        known["lot"] = _lot(table, kind, view["deeds"][str(action["square"])]["buildings"])
    if kind in COUNTED and (amount := _difference(table, action)):
        known["amount"] = amount
    return known


def _lot(table: TerminalTable, kind: str, standing: int) -> str:
    if kind == "sell":
        return "hotel" if standing == LARGE_ONE else "house"
    short = table.edition.short if table.game.variant == "short" else None
    return "hotel" if standing >= (short.hotel_after if short else HOUSES_BEFORE_A_HOTEL) else "house"


def _difference(table: TerminalTable, action: Json) -> int:
    """How much money the action would cost or bring the person."""
    trial = table.game.copy()
    before = int(trial.view()["players"][table.person]["cash"])
    try:
        trial.apply(cast(Action, action), table.person)
    except IllegalAction:
        return 0
    return abs(int(trial.view()["players"][table.person]["cash"]) - before)
