"""The model as one object: it is told actions, seats and dice, and predicts the position and the legal actions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from tests.reference.model import (
    auctions,
    bankruptcy,
    building,
    cards,
    doubles,
    force,
    legal,
    money,
    mortgage,
    rent,
    selling,
    shortage,
    tax,
    trading,
    turn,
)
from tests.reference.model.edition import Edition
from tests.reference.model.table import BANK, Debt, Deed, Draws, JailCard, Json, NoDice, Refused, Seat, Table

__all__ = ["Model", "NoDice", "Refused", "building", "doubles"]


class Model:
    """A game of the model, begun from a position before a throw in which nothing is open."""

    def __init__(self, edition: Edition, position: Mapping[str, Any]) -> None:
        self.table = t = Table(edition)
        top = edition.top
        for p in position["players"]:
            seat = Seat(p["name"], p["token"], edition.sides.get(p["token"], ""), p["cash"], p["square"])
            seat.in_jail, seat.jail_turns = p["in_jail"], p["jail_turns"]
            seat.bankrupt_order = p.get("bankrupt_order", 0)
            seat.lapped = p.get("lapped", False)
            for i, deck in enumerate(p["jail_cards"]):
                seat.jail_cards.append(JailCard(i - 9, deck, _jail_card(edition, position, deck)))
            t.seats.append(seat)
        for square, d in position["deeds"].items():
            level = top if d["buildings"] == 5 else d["buildings"]
            printed = edition.squares[int(square)].house_cost
            paid = [price or printed for price in d.get("paid", [0] * level)]
            t.deeds[int(square)] = Deed(d["owner"], d["mortgaged"], paid)
        t.houses, t.hotels = position["bank"]["houses"], position["bank"]["hotels"]
        t.decks = {deck: list(order) for deck, order in position["decks"].items()}
        t.pot = position.get("pot", 0)
        t.force = dict(position.get("force", {}))
        t.turn, t.doubles = position["turn"], position["doubles"]
        t.dice = tuple(position["dice"]) if "dice" in position else None
        t.turns, t.banker = position["flow"]["turns"], position["flow"]["banker"]
        t.time_up = bool(position["flow"]["time_up"])
        for d in position.get("debts", ()):  # of deeds that were dealt out and could not be paid for
            creditor = BANK if d["creditor"] == "bank" else d["creditor"]
            t.debts.append(Debt(d["debtor"], creditor, d["amount"], d["why"], d["square"], t.event(), d["open"]))
        t.decision, t.stage = "roll", "roll"

    def position(self) -> Json:
        return self.table.position()

    def legal(self, seat: int) -> list[Json]:
        return legal.legal(self.table, seat)

    def offers(self, seat: int) -> list[Json]:
        return legal.offers(self.table, seat)

    def raisable(self, seat: int) -> int:
        return money.raisable(self.table, seat)

    def allows(self, action: Mapping[str, Any], seat: int) -> bool:
        """Would an action be accepted? Tried on a copy, until dice are thrown."""
        table = self.table
        self.table = table.copy()
        try:
            self._act(action, seat, Draws(()))
        except Refused:
            return False
        except NoDice:
            return True
        finally:
            self.table = table
        return True

    def apply(self, action: Mapping[str, Any], seat: int | None, chance: Iterable[int | str]) -> None:
        """Do an action. Raises `Refused`; what the table looks like then is not defined."""
        draws = Draws(chance)
        t = self.table
        if action["type"] == "time_up":
            if t.edition.variant != "timed":
                raise Refused
            t.time_up = True
        else:
            assert seat is not None
            self._act(action, seat, draws)
        turn.go_on(t, draws)
        assert not draws.left, f"more dice fell than the model asked for: {draws.left}"

    def _act(self, action: Mapping[str, Any], seat: int, draws: Draws) -> None:
        t = self.table
        if t.over or t.seats[seat].bankrupt:
            raise Refused
        kind, square = action["type"], action.get("square")
        if kind in ("build", "sell", "sell_group", "mortgage", "redeem", "claim", "offer"):
            self._deal(action, seat)
            return
        phase, decider = t.phase()
        if phase == "auction" and kind in ("bid", "pass"):
            if kind == "pass":
                auctions.leave(t, seat)
            else:
                self._bid(seat, action["amount"], square)
            return
        if phase == "contest" and kind in ("want", "pass"):
            shortage.want(t, seat, action.get("count")) if kind == "want" else shortage.no_wish(t, seat)
            return
        if kind == "withdraw":
            if not t.offer or t.offer.by != seat:
                raise Refused
            t.offer = None
            return
        if seat != decider:
            raise Refused
        if not any(_same(action, a) for a in legal.decisions(t, seat)):
            raise Refused
        match kind:
            case "roll" | "throw_again":
                turn.roll(t, seat, draws)
            case "pay_fine":
                turn.pay_fine(t, seat)
            case "use_jail_card":
                turn.use_jail_card(t, seat, action.get("deck"))
            case "use_option" | "go_to" | "attack":
                turn.use_option(t, seat, kind, square, draws)
            case "buy":
                turn.buy(t, seat)
            case "decline":
                turn.decline(t, seat)
            case "pay_tax":
                tax.pay(t, seat, action["choice"])
            case "choose":
                turn.travel(t, seat, cards.choose(t, seat, action["choice"]), draws)
            case "pay":
                money.pay(t)
            case "settle":
                trading.settle(t, seat, action["cash"], list(action["squares"]))
            case "bankrupt":
                bankruptcy.declare(t, seat)
            case "keep_mortgage":
                mortgage.keep(t, seat, action["square"])
            case "place_force":
                force.place(t, seat, action["symbol"], action["square"])
            case "leave_force":
                force.leave(t)
            case "accept":
                trading.accept(t)
            case "reject":
                t.offer = None
            case "end_turn":
                turn.end_turn(t)
            case _:
                raise Refused

    def _deal(self, action: Mapping[str, Any], seat: int) -> None:
        t = self.table
        match action["type"]:
            case "build":
                shortage.ask_to_build(t, seat, action["square"], action.get("count", 1))
            case "sell":
                selling.sell(t, seat, action["square"])
            case "sell_group":
                selling.sell_group(t, seat, action["square"], action.get("keep", 0), list(action.get("more", ())))
            case "mortgage":
                mortgage.take(t, seat, action["square"])
            case "redeem":
                mortgage.lift(t, seat, action["square"])
            case "claim":
                rent.claim(t, seat, action["square"])
            case "offer":
                give, ask = trading.goods(action.get("give", {})), trading.goods(action.get("ask", {}))
                trading.offer(t, seat, action["to"], give, ask)

    def _bid(self, seat: int, amount: int, square: int | None) -> None:
        t = self.table
        assert t.auction
        if t.auction.lot:
            here = shortage.places(t, seat, t.auction.lot)
            square = here[0] if square is None and here else square
            if square not in here:
                raise Refused
        auctions.bid(t, seat, amount, square if t.auction.lot else None)


def _same(action: Mapping[str, Any], listed: Json) -> bool:
    """Is an action one of the list? A settlement may give less than all."""
    if action["type"] != listed["type"]:
        return False
    if action["type"] == "settle":
        return True
    return all(action.get(key) == listed.get(key) for key in ("square", "choice", "symbol") if key in listed)


def _jail_card(edition: Edition, position: Mapping[str, Any], deck: str) -> str:
    """Which card of a deck a player holds: one that is missing there."""
    held = [c.id for c in edition.cards.values() if c.deck == deck and c.kind == "jail_free"]
    return next(c for c in held if c not in position["decks"][deck])
