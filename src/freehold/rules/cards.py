"""Cards: drawing from the deck of a square and following what the card says."""

from .board import in_game
from .clauses import (
    CARDS_DRAW_TOP_OF_MATCHING_DECK,
    CARDS_MUST_BE_OBEYED,
    JAIL_IN_BY_CARD,
)
from .codes import (
    BY_CARD,
    CARD_CHOICE,
    CARD_JAIL,
    CARD_JAIL_FREE,
    CARD_MOVE_NEAREST,
    CARD_MOVE_RELATIVE,
    CARD_MOVE_TO,
    CARD_PAY_BANK,
    CARD_PAY_EACH,
    CARD_RECEIVE_BANK,
    CARD_RECEIVE_EACH,
    CARD_REPAIRS,
    CHOOSE_DRAW,
    CHOOSE_PAY,
    DONE,
    EVENT_CARD,
    EVENT_MOVE,
    EVENT_RECEIVED,
    KIND_STATION,
    NOTHING,
    PHASE_CARD,
    REFUSED_BAD_CHOICE,
    WHY_CARD,
)
from .decks import keep_top_card, put_back, top_card, top_goes_under
from .events import emit
from .jail import send_to_jail
from .money import bank_pays, owe
from .movement import arrive, move_back, move_forward
from .records import Chance, Events, Game, Tables
from .state import BANK, HOTEL, NOBODY, SQUARES
from .switches import CARD_RETURN_BEFORE, CARD_TO_OWN_SQUARE_STAY


def draw_card(g: Game, t: Tables, c: Chance, e: Events, seat: int, deck: int) -> None:
    """Take the top card and follow it."""
    put_back(g)
    if g.deck_size[deck] == 0:
        return  # every card of this deck is a jail card in somebody's hand
    card = top_card(g, deck)
    emit(e, EVENT_CARD, seat, NOBODY, g.square[seat], card, CARDS_DRAW_TOP_OF_MATCHING_DECK)
    if t.card_kind[card] == CARD_JAIL_FREE:
        keep_top_card(g, e, seat, deck)
        return
    if t.card_return == CARD_RETURN_BEFORE:
        top_goes_under(g, deck)  # cards.return.before-acting
    else:
        g.in_hand = card
    follow(g, t, e, seat, card)


def follow(g: Game, t: Tables, e: Events, seat: int, card: int) -> None:
    # cards.must-be-obeyed
    kind = t.card_kind[card]
    a = t.card_a[card]
    b = t.card_b[card]
    if kind == CARD_MOVE_TO or kind == CARD_MOVE_NEAREST or kind == CARD_MOVE_RELATIVE:
        put_back(g)
        move_by_card(g, t, e, seat, kind, a, b)
    elif kind == CARD_JAIL:
        put_back(g)
        send_to_jail(g, t, e, seat, JAIL_IN_BY_CARD)
    elif kind == CARD_PAY_BANK:
        owe(g, seat, BANK, a, g.square[seat], WHY_CARD, CARDS_MUST_BE_OBEYED)
    elif kind == CARD_RECEIVE_BANK:
        bank_pays(g, seat, a)
        emit(e, EVENT_RECEIVED, seat, BANK, NOBODY, a, CARDS_MUST_BE_OBEYED)
    elif kind == CARD_PAY_EACH:
        others_and(g, seat, a, False, WHY_CARD, CARDS_MUST_BE_OBEYED)
    elif kind == CARD_RECEIVE_EACH:
        others_and(g, seat, a, True, WHY_CARD, CARDS_MUST_BE_OBEYED)
    elif kind == CARD_REPAIRS:
        owe(g, seat, BANK, repairs(g, seat, a, b), g.square[seat], WHY_CARD, CARDS_MUST_BE_OBEYED)
    elif kind == CARD_CHOICE:
        g.base = PHASE_CARD
        g.choice_card = card


def move_by_card(g: Game, t: Tables, e: Events, seat: int, kind: int, a: int, b: int) -> None:
    here = g.square[seat] + 0
    g.rent_times = 1
    g.dice_times = 0
    if kind == CARD_MOVE_TO:
        # card-names-the-square-you-stand-on: a whole lap, or no move at all
        if a == here and t.card_to_own_square == CARD_TO_OWN_SQUARE_STAY:
            return
        if b == 1:
            move_back(g, seat, (here - a) % SQUARES, BY_CARD)
        elif b == 2:
            arrive(g, seat, a, BY_CARD)
        else:
            ahead = (a - here) % SQUARES
            move_forward(g, t, e, seat, SQUARES if ahead == 0 else ahead, BY_CARD)
    elif kind == CARD_MOVE_NEAREST:
        steps = 1
        while t.kind[(here + steps) % SQUARES] != a:
            steps += 1
        if a == KIND_STATION:
            g.rent_times = b
        else:
            g.dice_times = b
        move_forward(g, t, e, seat, steps, BY_CARD)
    elif a < 0:
        move_back(g, seat, -a, BY_CARD)
    else:
        move_forward(g, t, e, seat, a, BY_CARD)
    emit(e, EVENT_MOVE, seat, NOBODY, g.square[seat], 0, CARDS_MUST_BE_OBEYED)


def repairs(g: Game, seat: int, per_house: int, per_hotel: int) -> int:
    total = 0
    for square in range(SQUARES):
        if g.owner[square] == seat:
            if g.buildings[square] == HOTEL:
                total += per_hotel
            else:
                total += per_house * g.buildings[square]
    return total


def others_and(g: Game, seat: int, amount: int, they_pay: int, why: int, clause: int) -> None:
    """One player and each of the others, as separate debts, in seating order from the left."""
    # payments-to-or-from-each-player
    for k in range(1, g.players):
        other = (seat + k) % g.players
        if in_game(g, other):
            if they_pay:
                owe(g, other, seat, amount, g.square[seat], why, clause)
            else:
                owe(g, seat, other, amount, g.square[seat], why, clause)


def may_choose(g: Game, t: Tables, seat: int, choice: int) -> int:
    return DONE if choice == CHOOSE_PAY or choice == CHOOSE_DRAW else REFUSED_BAD_CHOICE


def do_choose(g: Game, t: Tables, c: Chance, e: Events, seat: int, choice: int) -> None:
    card = g.choice_card + 0
    g.choice_card = NOBODY
    g.base = NOTHING
    if choice == CHOOSE_PAY:
        owe(g, seat, BANK, t.card_a[card], g.square[seat], WHY_CARD, CARDS_MUST_BE_OBEYED)
    else:
        draw_card(g, t, c, e, seat, t.card_b[card])
