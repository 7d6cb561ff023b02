"""How a legal action is added to a list, and the listings that are written by hand: of several actions in one loop, or
of an action that stands for many. `rules/listing.py` has the others.
"""

from .buildings import may_build, may_sell, may_sell_group
from .codes import (
    DO_ATTACK,
    DO_BUILD,
    DO_CLAIM,
    DO_GO_TO,
    DO_MORTGAGE,
    DO_PLACE_FORCE,
    DO_REDEEM,
    DO_SELL,
    DO_SELL_GROUP,
    DO_SETTLE,
    DONE,
    KIND_STREET,
)
from .doubles import may_attack, may_go_to
from .force import may_place_force
from .mortgages import may_mortgage, may_redeem
from .records import Game, Moves, Tables
from .rent import may_claim
from .state import MOVES, SQUARES
from .switches import PART_PAYMENT_YES
from .trade import givable, may_settle


def add(m: Moves, kind: int, a: int, b: int) -> None:
    if m.n >= MOVES:
        m.overflow = 1
    else:
        m.kind[m.n] = kind
        m.a[m.n] = a
        m.b[m.n] = b
        m.n += 1


def list_settlement(g: Game, t: Tables, m: Moves, seat: int) -> None:
    if t.part_payment == PART_PAYMENT_YES and may_settle(g, t, seat, g.cash[seat], givable(g, t, seat)) == DONE:
        add(m, DO_SETTLE, 0, 0)


def list_targets(g: Game, t: Tables, m: Moves, seat: int) -> None:
    for square in range(SQUARES):
        if may_go_to(g, t, seat, square) == DONE:
            add(m, DO_GO_TO, square, 0)
        if may_attack(g, t, seat, square) == DONE:
            add(m, DO_ATTACK, square, 0)


def list_places(g: Game, t: Tables, m: Moves, seat: int) -> None:
    for square in range(SQUARES):
        if may_place_force(g, t, seat, g.battle_symbol, square) == DONE:
            add(m, DO_PLACE_FORCE, g.battle_symbol, square)


def list_claims(g: Game, t: Tables, m: Moves, seat: int) -> None:
    for k in range(g.claims):
        if g.claim_owner[k] == seat and may_claim(g, t, seat, g.claim_square[k]) == DONE:
            add(m, DO_CLAIM, g.claim_square[k], 0)


def list_estate(g: Game, t: Tables, m: Moves, seat: int) -> None:
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
