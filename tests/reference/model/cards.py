"""Cards: drawing them, following them, putting them back."""

from __future__ import annotations

from dataclasses import dataclass

from tests.reference.model import jail, money
from tests.reference.model.edition import Card
from tests.reference.model.table import BANK, JailCard, Refused, Table


@dataclass
class Journey:
    """A card sends the token on; the square it reaches is played next."""

    square: int
    salary: bool
    rent_times: int = 1
    dice_times: int = 0


def draw(t: Table, seat: int, deck: str) -> Journey | None:
    """The top card is followed; it goes back under its deck before or after that (card-return-order)."""
    card = t.edition.cards[deck, t.decks[deck].pop(0)]
    if card.kind == "jail_free":
        t.seats[seat].take_card(JailCard(t.event(), deck, card.id))
        return None
    if t.edition.rules["card_return"] == "before":
        t.decks[deck].append(card.id)
    else:
        t.card_in_hand = (deck, card.id)
    return follow(t, seat, card)


def put_back(t: Table) -> None:
    if t.card_in_hand:
        deck, card = t.card_in_hand
        t.decks[deck].append(card)
        t.card_in_hand = None


def follow(t: Table, seat: int, card: Card) -> Journey | None:
    match card.kind:
        case "receive_bank":
            t.seats[seat].cash += card.amount
        case "pay_bank":
            money.owe(t, seat, BANK, card.amount, "card", t.seats[seat].square)
        case "receive_each":
            for other in t.after(seat)[:-1]:
                money.owe(t, other, seat, card.amount, "card", t.seats[seat].square)
        case "pay_each":
            for other in t.after(seat)[:-1]:
                money.owe(t, seat, other, card.amount, "card", t.seats[seat].square)
        case "repairs":
            money.owe(t, seat, BANK, repairs(t, seat, card), "card", t.seats[seat].square)
        case "jail":
            jail.go(t, seat)
        case "choice":
            t.card_choice = (card.deck, card.id)
            t.decision = "card"
        case "move_to" | "move_relative" | "move_nearest":
            return journey(t, seat, card)
        case _:
            raise AssertionError(f"a card of the kind {card.kind}")
    return None


def repairs(t: Table, seat: int, card: Card) -> int:
    total = 0
    for i in t.owned_by(seat):
        level = t.level(i)
        total += card.per_large if level == t.edition.top else level * card.per_small
    return total


def journey(t: Table, seat: int, card: Card) -> Journey | None:
    """backward-moves-and-go: nothing is paid for passing GO backwards."""
    here = t.seats[seat].square
    if card.kind == "move_relative":
        return Journey((here + card.steps) % 40, card.steps > 0 and here + card.steps >= 40)
    if card.kind == "move_to":
        square, pays = card.target, card.direction == "forward" and card.collect_go
    else:
        squares = t.edition.groups[card.group]
        square, pays = next((i for i in squares if i > here), squares[0]), True
    if square == here and t.edition.rules["card_to_own_square"] == "stay":
        return None  # card-names-the-square-you-stand-on: the token is left there, and the square is not played again
    lap = square <= here
    return Journey(square, pays and lap, card.rent_multiplier, card.dice_multiplier)


def choose(t: Table, seat: int, choice: str) -> Journey | None:
    """Pay, or draw from the other deck."""
    assert t.card_choice
    card = t.edition.cards[t.card_choice]
    t.card_choice = t.decision = None
    if choice == "pay":
        money.owe(t, seat, BANK, card.amount, "card", t.seats[seat].square)
        return None
    if choice != "draw":
        raise Refused
    put_back(t)
    return draw(t, seat, card.draws_from)
