"""Taxes: a printed amount, or the choice between a flat sum and ten per cent, made before anybody counts."""

from .clauses import TAX_CHOICE_200_OR_TEN_PERCENT, TAX_FIXED_PRINTED_AMOUNT
from .money import owe, percent_of, worth
from .state import BANK
from .words import DONE, NOTHING, PHASE_TAX, REFUSED_BAD_CHOICE, TAX_FLAT, TAX_PERCENT, WHY_TAX


def charge_tax(g, t, seat, square):
    if t.tax_percent[square] > 0:
        g.base = PHASE_TAX
    else:
        owe(g, seat, BANK, t.tax[square], square, WHY_TAX, TAX_FIXED_PRINTED_AMOUNT)


def may_pay_tax(g, t, seat, choice):
    return DONE if choice == TAX_FLAT or choice == TAX_PERCENT else REFUSED_BAD_CHOICE


def do_pay_tax(g, t, c, e, seat, choice):
    # tax.decide-before-counting: only now is the worth added up, and the choice stands
    square = g.square[seat]
    g.base = NOTHING
    amount = t.tax[square] + 0
    if choice == TAX_PERCENT:
        amount = percent_of(t, worth(g, t, seat, False), t.tax_percent[square])
    owe(g, seat, BANK, amount, square, WHY_TAX, TAX_CHOICE_200_OR_TEN_PERCENT)
