"""Playing a square: what the place where a token stopped gives, takes or offers."""

from .board import is_property
from .buying import offer_deed
from .cards import draw_card
from .clauses import (
    HOUSE_DOUBLE_SALARY_ON_GO,
    JAIL_IN_BY_SQUARE,
    JAIL_JUST_VISITING,
    TURN_OWN_PROPERTY_IS_QUIET,
)
from .codes import (
    CHANCE_DECK,
    CHEST,
    EVENT_NO_RENT,
    EVENT_SALARY,
    EVENT_VISIT,
    KIND_CHANCE,
    KIND_CHEST,
    KIND_GO,
    KIND_GO_TO_JAIL,
    KIND_JAIL,
    KIND_PARKING,
    KIND_TAX,
)
from .events import emit
from .jail import send_to_jail
from .money import bank_pays
from .parking import rest_on_parking
from .records import Chance, Events, Game, Tables
from .rent import charge_rent
from .state import NOBODY
from .switches import GO_LANDING_DOUBLE_SALARY
from .tax import charge_tax


def play_square(g: Game, t: Tables, c: Chance, e: Events, seat: int) -> None:
    # turn.square-decides-action
    square = g.square[seat]
    kind = t.kind[square]
    if is_property(t, square):
        if g.owner[square] == NOBODY:
            offer_deed(g, t, e, seat, square)
        elif g.owner[square] == seat:
            emit(e, EVENT_NO_RENT, seat, seat, square, 0, TURN_OWN_PROPERTY_IS_QUIET)
        else:
            charge_rent(g, t, c, e, seat, square)
    elif kind == KIND_CHEST:
        draw_card(g, t, c, e, seat, CHEST)
    elif kind == KIND_CHANCE:
        draw_card(g, t, c, e, seat, CHANCE_DECK)
    elif kind == KIND_TAX:
        charge_tax(g, t, seat, square)
    elif kind == KIND_GO_TO_JAIL:
        send_to_jail(g, t, e, seat, JAIL_IN_BY_SQUARE)
    elif kind == KIND_JAIL:
        emit(e, EVENT_VISIT, seat, NOBODY, square, 0, JAIL_JUST_VISITING)
    elif kind == KIND_PARKING:
        rest_on_parking(g, t, e, seat, square)
    elif kind == KIND_GO and t.go_landing == GO_LANDING_DOUBLE_SALARY:
        # house.double-salary-on-go: the first one was paid on the way
        bank_pays(g, seat, t.salary)
        emit(e, EVENT_SALARY, seat, NOBODY, square, t.salary, HOUSE_DOUBLE_SALARY_ON_GO)
