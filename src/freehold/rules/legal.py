"""Every legal action of a seat, as rows of (kind, a, b). Offers are not among them: they have bounds, not rows.

A bid stands for its lowest amount, a settlement for all that may be given, a jail card for the one drawn first; all
may be varied within the rules.
"""

from .auctions import lowest_bid, may_bid, may_speak
from .board import in_game, is_property
from .buildings import may_build, may_sell, may_sell_group
from .buying import may_buy
from .codes import (
    ANY_JAIL_CARD,
    CHOOSE_DRAW,
    CHOOSE_PAY,
    DO_ACCEPT,
    DO_ATTACK,
    DO_BANKRUPT,
    DO_BID,
    DO_BUILD,
    DO_BUY,
    DO_CHOOSE,
    DO_CLAIM,
    DO_DECLINE,
    DO_END_TURN,
    DO_GO_TO,
    DO_KEEP_MORTGAGE,
    DO_LEAVE_FORCE,
    DO_MORTGAGE,
    DO_PASS,
    DO_PAY,
    DO_PAY_FINE,
    DO_PAY_TAX,
    DO_PLACE_FORCE,
    DO_REDEEM,
    DO_REJECT,
    DO_ROLL,
    DO_SELL,
    DO_SELL_GROUP,
    DO_SETTLE,
    DO_THROW_AGAIN,
    DO_USE_JAIL_CARD,
    DO_USE_OPTION,
    DO_WANT,
    DO_WITHDRAW,
    DONE,
    KIND_STREET,
    PHASE_ANSWER,
    PHASE_AUCTION,
    PHASE_BATTLE,
    PHASE_BUY,
    PHASE_CARD,
    PHASE_CONTEST,
    PHASE_DEBT,
    PHASE_DOUBLE,
    PHASE_END,
    PHASE_OVER,
    PHASE_ROLL,
    PHASE_TAX,
    PHASE_TRANSFER,
    TAX_FLAT,
    TAX_PERCENT,
)
from .debts import may_go_bankrupt, may_pay
from .doubles import may_attack, may_go_to, may_use_option
from .force import may_place_force
from .jail import may_pay_fine, may_use_jail_card
from .mortgages import may_keep_mortgage, may_mortgage, may_redeem
from .records import Game, Moves, Tables
from .rent import may_claim
from .shortage import highest_bid, may_answer_contest, may_want
from .state import MOVES, NOBODY, SQUARES
from .switches import PART_PAYMENT_YES
from .trade import may_accept, may_give_deeds, may_settle, may_withdraw
from .turn import may_roll


def add(m: Moves, kind: int, a: int, b: int) -> None:
    if m.n >= MOVES:
        m.overflow = 1
    else:
        m.kind[m.n] = kind
        m.a[m.n] = a
        m.b[m.n] = b
        m.n += 1


def list_legal(g: Game, t: Tables, m: Moves, seat: int) -> None:
    """Fill m with what this seat may do now."""
    m.n = 0
    m.decisions = 0
    if g.phase == PHASE_OVER or not in_game(g, seat):
        return
    if g.phase == PHASE_AUCTION:
        list_auction(g, t, m, seat)
    elif g.phase == PHASE_CONTEST:
        if may_want(g, t, seat, 0) == DONE:
            add(m, DO_WANT, 0, 0)
        if may_answer_contest(g, t, seat) == DONE:
            add(m, DO_PASS, 0, 0)
    elif seat == g.decider:
        list_decision(g, t, m, seat)
    m.decisions = m.n
    list_free(g, t, m, seat)


def list_auction(g: Game, t: Tables, m: Moves, seat: int) -> None:
    if may_speak(g, seat) == DONE:
        low = lowest_bid(g)
        if may_bid(g, t, seat, low) == DONE and low <= highest_bid(g, t, seat):
            add(m, DO_BID, low, NOBODY)
        add(m, DO_PASS, 0, 0)


def list_decision(g: Game, t: Tables, m: Moves, seat: int) -> None:
    phase = g.phase
    if phase == PHASE_ROLL or phase == PHASE_END:
        list_turn(g, t, m, seat)
    elif phase == PHASE_BUY:
        if may_buy(g, t, seat) == DONE:
            add(m, DO_BUY, 0, 0)
        add(m, DO_DECLINE, 0, 0)
    elif phase == PHASE_TAX:
        add(m, DO_PAY_TAX, TAX_FLAT, 0)
        add(m, DO_PAY_TAX, TAX_PERCENT, 0)
    elif phase == PHASE_CARD:
        add(m, DO_CHOOSE, CHOOSE_PAY, 0)
        add(m, DO_CHOOSE, CHOOSE_DRAW, 0)
    elif phase == PHASE_DEBT:
        list_debt(g, t, m, seat)
    elif phase == PHASE_ANSWER:
        if may_accept(g, t, seat) == DONE:
            add(m, DO_ACCEPT, 0, 0)
        add(m, DO_REJECT, 0, 0)
    elif phase == PHASE_DOUBLE:
        list_double(g, t, m, seat)
    elif phase == PHASE_BATTLE:
        for square in range(SQUARES):
            if may_place_force(g, t, seat, g.battle_symbol, square) == DONE:
                add(m, DO_PLACE_FORCE, g.battle_symbol, square)
        add(m, DO_LEAVE_FORCE, 0, 0)
    elif phase == PHASE_TRANSFER:
        for square in range(SQUARES):
            if may_keep_mortgage(g, t, seat, square) == DONE:
                add(m, DO_KEEP_MORTGAGE, square, 0)


def list_turn(g: Game, t: Tables, m: Moves, seat: int) -> None:
    if g.phase == PHASE_ROLL:
        if may_roll(g, t, seat) == DONE:
            add(m, DO_ROLL, 0, 0)
    else:
        add(m, DO_END_TURN, 0, 0)
    if may_pay_fine(g, t, seat) == DONE:
        add(m, DO_PAY_FINE, 0, 0)
    if may_use_jail_card(g, t, seat, ANY_JAIL_CARD) == DONE:
        add(m, DO_USE_JAIL_CARD, ANY_JAIL_CARD, 0)


def list_debt(g: Game, t: Tables, m: Moves, seat: int) -> None:
    if may_pay(g, t, seat) == DONE:
        add(m, DO_PAY, 0, 0)
    if may_go_bankrupt(g, t, seat) == DONE:
        add(m, DO_BANKRUPT, 0, 0)
    if t.part_payment == PART_PAYMENT_YES and may_settle(g, t, seat, g.cash[seat], givable(g, t, seat)) == DONE:
        add(m, DO_SETTLE, 0, 0)


def givable(g: Game, t: Tables, seat: int) -> int:
    """All the deeds a seat may hand over, one bit each."""
    squares = 0
    for square in range(SQUARES):
        if is_property(t, square) and may_give_deeds(g, t, seat, 1 << square) == DONE:
            squares |= 1 << square
    return squares


def list_double(g: Game, t: Tables, m: Moves, seat: int) -> None:
    add(m, DO_THROW_AGAIN, 0, 0)
    if may_use_option(g, t, seat) == DONE:
        add(m, DO_USE_OPTION, 0, 0)
    for square in range(SQUARES):
        if may_go_to(g, t, seat, square) == DONE:
            add(m, DO_GO_TO, square, 0)
        if may_attack(g, t, seat, square) == DONE:
            add(m, DO_ATTACK, square, 0)


def list_free(g: Game, t: Tables, m: Moves, seat: int) -> None:
    """What any player in the game may do in anybody's turn, jail included."""
    # off-turn.six-operations
    if may_withdraw(g, t, seat) == DONE:
        add(m, DO_WITHDRAW, 0, 0)
    for k in range(g.claims):
        if g.claim_owner[k] == seat and may_claim(g, t, seat, g.claim_square[k]) == DONE:
            add(m, DO_CLAIM, g.claim_square[k], 0)
    for square in range(SQUARES):
        if g.owner[square] == seat:
            if t.kind[square] == KIND_STREET:
                if may_build(g, t, seat, square) == DONE:
                    add(m, DO_BUILD, square, 1)
                if may_sell(g, t, seat, square) == DONE:
                    add(m, DO_SELL, square, 0)
                if may_sell_group(g, t, seat, square, 0, 0) == DONE:
                    add(m, DO_SELL_GROUP, square, 0)
            if may_mortgage(g, t, seat, square) == DONE:
                add(m, DO_MORTGAGE, square, 0)
            if may_redeem(g, t, seat, square) == DONE:
                add(m, DO_REDEEM, square, 0)
