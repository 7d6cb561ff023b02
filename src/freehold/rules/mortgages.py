"""Mortgages: taking one, lifting it, and the interest when a mortgaged deed changes hands."""

from .board import builds_in, is_property, is_square
from .buildings import awaits_building
from .clauses import (
    BANKRUPTCY_TO_PLAYER_KEEP_OR_LIFT,
    MORTGAGE_LIFT_COSTS_VALUE_PLUS_TEN_PERCENT,
    MORTGAGE_TRANSFER_KEEP_PAYS_TEN_PERCENT,
    MORTGAGE_TRANSFER_LIFT_NOW_VALUE,
    MORTGAGE_TRANSFER_LIFT_NOW_VALUE_PLUS_TEN_PERCENT,
    MORTGAGE_VALUE_FROM_DEED,
)
from .codes import (
    DONE,
    EVENT_INTEREST,
    EVENT_MORTGAGE,
    EVENT_REDEEM,
    PHASE_AUCTION,
    PHASE_CONTEST,
    PHASE_TRANSFER,
    REFUSED_ALREADY_MORTGAGED,
    REFUSED_AUCTION_OPEN,
    REFUSED_BUILDINGS_STAND,
    REFUSED_CONTESTED,
    REFUSED_IN_DEBT,
    REFUSED_NO_MORTGAGES,
    REFUSED_NO_SUCH_SQUARE,
    REFUSED_NOT_A_PROPERTY,
    REFUSED_NOT_ENOUGH_CASH,
    REFUSED_NOT_MORTGAGED,
    REFUSED_NOT_YOUR_DEED,
    REFUSED_OFFER_OPEN,
    REFUSED_WRONG_PHASE,
    WHY_INTEREST,
)
from .events import emit
from .money import bank_pays, bank_takes, in_debt, interest_on, owe
from .records import Chance, Events, Game, Tables
from .state import BANK, NOBODY, SQUARES
from .switches import MORTGAGE_CLEARS_GROUP, MORTGAGES_NONE, TRANSFER_LIFT_VALUE_ONLY


def may_own(g: Game, t: Tables, seat: int, square: int) -> int:
    if not is_square(square):
        return REFUSED_NO_SUCH_SQUARE
    if not is_property(t, square):
        return REFUSED_NOT_A_PROPERTY
    if g.owner[square] != seat:
        return REFUSED_NOT_YOUR_DEED
    return DONE


def may_mortgage(g: Game, t: Tables, seat: int, square: int) -> int:
    code = may_own(g, t, seat, square)
    if code != DONE:
        return code
    if t.mortgages == MORTGAGES_NONE:
        return REFUSED_NO_MORTGAGES  # house.no-mortgages
    if g.mortgaged[square] != 0:
        return REFUSED_ALREADY_MORTGAGED
    if ((g.offer_give | g.offer_ask) >> square) & 1:
        return REFUSED_OFFER_OPEN  # what is offered or asked for stays as both have seen it: trade.at-agreed-price
    # mortgage.clear-buildings: of the lot itself, or of its whole group
    if g.buildings[square] != 0 or (
        t.mortgage_clears == MORTGAGE_CLEARS_GROUP and builds_in(g, t, t.group[square], seat)
    ):
        return REFUSED_BUILDINGS_STAND
    if awaits_building(g, t, seat, t.group[square]):
        return REFUSED_CONTESTED
    return DONE


def do_mortgage(g: Game, t: Tables, c: Chance, e: Events, seat: int, square: int) -> None:
    # mortgage.value-from-deed
    g.mortgaged[square] = 1
    bank_pays(g, seat, t.mortgage[square])
    emit(e, EVENT_MORTGAGE, seat, BANK, square, t.mortgage[square], MORTGAGE_VALUE_FROM_DEED)


def is_pending(g: Game, square: int) -> int:
    """Has the new owner of this mortgaged deed still to choose?"""
    return (g.transfer >> square) & 1 != 0


def redeem_price(g: Game, t: Tables, square: int) -> int:
    """Value plus ten per cent; in a transfer perhaps less."""
    if is_pending(g, square) and ((g.prepaid >> square) & 1 != 0 or t.transfer_lift == TRANSFER_LIFT_VALUE_ONLY):
        return t.mortgage[square] + 0  # lift-right-after-bankruptcy, mortgage.transfer-lift-now.value
    return t.mortgage[square] + interest_on(t, square)


def may_redeem(g: Game, t: Tables, seat: int, square: int) -> int:
    code = may_own(g, t, seat, square)
    if code != DONE:
        return code
    if g.mortgaged[square] == 0:
        return REFUSED_NOT_MORTGAGED
    if g.phase == PHASE_AUCTION or g.phase == PHASE_CONTEST:
        return REFUSED_AUCTION_OPEN
    if in_debt(g, seat):
        return REFUSED_IN_DEBT
    if g.cash[seat] < redeem_price(g, t, square):
        return REFUSED_NOT_ENOUGH_CASH
    return DONE


def do_redeem(g: Game, t: Tables, c: Chance, e: Events, seat: int, square: int) -> None:
    price = redeem_price(g, t, square)
    clause = MORTGAGE_LIFT_COSTS_VALUE_PLUS_TEN_PERCENT
    if is_pending(g, square):
        if (g.prepaid >> square) & 1 != 0:
            clause = BANKRUPTCY_TO_PLAYER_KEEP_OR_LIFT
        elif t.transfer_lift == TRANSFER_LIFT_VALUE_ONLY:
            clause = MORTGAGE_TRANSFER_LIFT_NOW_VALUE
        else:
            clause = MORTGAGE_TRANSFER_LIFT_NOW_VALUE_PLUS_TEN_PERCENT
    forget_transfer(g, square)
    g.mortgaged[square] = 0
    bank_takes(g, seat, price)
    emit(e, EVENT_REDEEM, seat, BANK, square, price, clause)


def await_transfer(g: Game, square: int, interest_paid: int) -> None:
    """A mortgaged deed has a new owner, who must redeem it or keep the mortgage."""
    g.transfer |= 1 << square
    if interest_paid:
        g.prepaid |= 1 << square


def forget_transfer(g: Game, square: int) -> None:
    g.transfer &= ~(1 << square)
    g.prepaid &= ~(1 << square)


def next_transfer(g: Game) -> int:
    for square in range(SQUARES):
        if (g.transfer >> square) & 1:
            return square
    return NOBODY


def may_keep_mortgage(g: Game, t: Tables, seat: int, square: int) -> int:
    if g.phase != PHASE_TRANSFER:
        return REFUSED_WRONG_PHASE
    code = may_own(g, t, seat, square)
    if code != DONE:
        return code
    return DONE if is_pending(g, square) else REFUSED_NOT_MORTGAGED


def do_keep_mortgage(g: Game, t: Tables, c: Chance, e: Events, seat: int, square: int) -> None:
    # mortgage.transfer-keep-pays-ten-percent; after a bankruptcy it was paid at once
    if (g.prepaid >> square) & 1 == 0:
        owe(g, seat, BANK, interest_on(t, square), square, WHY_INTEREST, MORTGAGE_TRANSFER_KEEP_PAYS_TEN_PERCENT)
    else:
        emit(e, EVENT_INTEREST, seat, BANK, square, 0, BANKRUPTCY_TO_PLAYER_KEEP_OR_LIFT)
    forget_transfer(g, square)
