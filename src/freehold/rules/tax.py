"""Taxes: a printed amount, or the choice between a flat sum and ten per cent, made before anybody counts."""

from .clauses import (
    SHORT_TAX_BAD_PRESS_100,
    SHORT_TAX_FLAT_200,
    TAX_CHOICE_200_OR_TEN_PERCENT,
    TAX_FIXED_PRINTED_AMOUNT,
)
from .codes import DONE, NOTHING, PHASE_TAX, REFUSED_BAD_CHOICE, TAX_FLAT, TAX_PERCENT, WHY_TAX
from .money import owe, percent_of, worth
from .records import Chance, Events, Game, Tables
from .state import BANK

LOWERED = 1
WITHOUT_CHOICE = 2


def charge_tax(g: Game, t: Tables, seat: int, square: int) -> None:
    if t.tax_percent[square] > 0:
        g.base = PHASE_TAX
    else:
        owe(g, seat, BANK, t.tax[square], square, WHY_TAX, fixed_clause(t, square))


def fixed_clause(t: Tables, square: int) -> int:
    """Why this amount: as printed, or as the short game has it."""
    if t.tax_in_short[square] == LOWERED:
        return SHORT_TAX_BAD_PRESS_100
    if t.tax_in_short[square] == WITHOUT_CHOICE:
        return SHORT_TAX_FLAT_200
    return TAX_FIXED_PRINTED_AMOUNT


def may_pay_tax(g: Game, t: Tables, seat: int, choice: int) -> int:
    return DONE if choice == TAX_FLAT or choice == TAX_PERCENT else REFUSED_BAD_CHOICE


def do_pay_tax(g: Game, t: Tables, c: Chance, e: Events, seat: int, choice: int) -> None:
    # tax.decide-before-counting: only now is the worth added up, and the choice stands
    square = g.square[seat]
    g.base = NOTHING
    amount = t.tax[square] + 0
    if choice == TAX_PERCENT:
        amount = percent_of(t, worth(g, t, seat, False), t.tax_percent[square])
    owe(g, seat, BANK, amount, square, WHY_TAX, TAX_CHOICE_200_OR_TEN_PERCENT)
