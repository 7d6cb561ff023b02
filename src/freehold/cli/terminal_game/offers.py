"""Step-by-step input: an offer to another player, deeds in part payment, the amount of a bid."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from freehold.cli.terminal import ask, ask_number
from freehold.cli.terminal_game.terminal_table import TerminalTable
from freehold.game import IllegalAction

Json = Mapping[str, Any]


def offer(table: TerminalTable) -> Json | None:
    """The person's offer, or None."""
    bounds = [action for action in table.game.legal(table.person) if action["type"] == "offer"]
    if not bounds:
        table.screen.print(table.word("no-offers-now"))
        return None
    for number, bound in enumerate(bounds, start=1):
        table.screen.print(f"{number:>3}  {table.names[bound['to']]}")
    number = ask_number(table.screen, table.lang, table.word("offer-to"), 1, len(bounds), 0)
    if number == 0:
        return None
    bound = bounds[number - 1]
    name = table.names[bound["to"]]
    table.screen.print(table.word("you-give"), style="bold")
    give = _side(table, bound["give"])
    table.screen.print(table.word("you-ask", name=name), style="bold")
    asked = _side(table, bound["ask"])
    table.screen.print(table.word("offer-summary", name=name, give=table.side(give), ask=table.side(asked)))
    if ask(table.screen, table.word("send-offer")).lower().startswith(table.word("no")):
        table.screen.print(table.word("offer-dropped"))
        return None
    return {"type": "offer", "to": bound["to"], "give": give, "ask": asked}


def settlement(table: TerminalTable, bound: Json) -> Json:
    """Deeds and cash in part payment of a rent: everything, or less."""
    cash = _cash(table, "ask-cash-all", bound["cash"], bound["cash"])
    squares = _things(table, "ask-things-all", bound["squares"], [])[0] if bound["squares"] else []
    return {"type": "settle", "squares": squares, "cash": cash}


def _side(table: TerminalTable, bound: Json) -> Json:
    cash = _cash(table, "ask-cash", bound["cash"], 0)
    squares, cards = _things(table, "ask-things", bound["squares"], bound["jail_cards"])
    return {"cash": cash, "squares": squares, "jail_cards": cards}


def _cash(table: TerminalTable, question: str, most: int, default: int) -> int:
    return ask_number(table.screen, table.lang, table.word(question, most=table.money(most)), 0, most, default)


def _things(table: TerminalTable, question: str, squares: list[int], cards: list[str]) -> tuple[list[int], list[str]]:
    """A selection of these deeds and jail cards. Enter selects none, or all if the question says so."""
    names = [table.square(square) for square in squares] + [table.jail_card(deck) for deck in cards]
    if not names:
        return [], []
    for number, name in enumerate(names, start=1):
        table.screen.print(f"{number:>3}  {name}")
    while True:
        typed = ask(table.screen, table.word(question)).replace(",", " ").split()
        if not typed:
            return (squares, cards) if question.endswith("-all") else ([], [])
        chosen = sorted({int(item) - 1 for item in typed if item.isdecimal() and 1 <= int(item) <= len(names)})
        if len(chosen) == len(set(typed)):
            deeds = [squares[k] for k in chosen if k < len(squares)]
            return deeds, [cards[k - len(squares)] for k in chosen if k >= len(squares)]
        table.screen.print(table.word("not-in-menu", count=len(names)), style="red")


def bid(table: TerminalTable, bound: Json, typed: str) -> Json:
    """A bid with a typed amount; for a building, also its lot."""
    low, most = bound["amount"], bound["max"]
    if typed.isdecimal() and len(typed) < 12 and low <= int(typed) <= most:
        amount = int(typed)
    else:
        question = table.word("ask-bid", low=table.money(low), high=table.money(most))
        amount = ask_number(table.screen, table.lang, question, low, most, low)
    return {"type": "bid", "amount": amount, **_place(table, amount)}


def _place(table: TerminalTable, amount: int) -> Json:
    """The lot for a scarce building, if there is more than one."""
    view = table.game.view(table.person)
    if "lot" not in view.get("auction", {}):
        return {}
    mine = [int(square) for square, deed in view["deeds"].items() if deed["owner"] == table.person]
    places = [square for square in mine if _fits(table, amount, square)]
    if len(places) < 2:
        return {}
    for number, square in enumerate(places, start=1):
        table.screen.print(f"{number:>3}  {table.square(square)}")
    number = ask_number(table.screen, table.lang, table.word("ask-place"), 1, len(places), 1)
    return {"square": places[number - 1]}


def _fits(table: TerminalTable, amount: int, square: int) -> bool:
    try:
        table.game.copy().apply({"type": "bid", "amount": amount, "square": square}, table.person)
    except IllegalAction:
        return False
    return True
