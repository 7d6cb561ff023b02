"""Movement: tokens go forward by the dice, or where a card sends them, and GO pays its salary."""

from .clauses import GO_SALARY_BY_CARD_MOVE, TURN_MOVE_BY_DICE_TOTAL
from .codes import BY_CARD, BY_DICE, EVENT_MOVE, EVENT_SALARY, STAGE_LAND
from .events import emit
from .money import bank_pays
from .records import Events, Game, Tables
from .state import NOBODY, SQUARES
from .switches import FIRST_PURCHASES_AFTER_FIRST_LAP, SALARIES_PRINTED


def pay_salary(g: Game, t: Tables, e: Events, seat: int, by: int) -> None:
    # go.salary-200: once for each landing on or passing of GO
    bank_pays(g, seat, t.salary)
    if t.first_purchases == FIRST_PURCHASES_AFTER_FIRST_LAP:
        g.lapped |= 1 << seat
    clause = GO_SALARY_BY_CARD_MOVE if by == BY_CARD and t.salaries == SALARIES_PRINTED else t.salary_clause
    emit(e, EVENT_SALARY, seat, NOBODY, 0, t.salary, clause)


def arrive(g: Game, seat: int, square: int, by: int) -> None:
    """Stand the token on a square, which is then to be played."""
    g.square[seat] = square
    g.arrived = by
    if by == BY_DICE:
        g.rent_times = 1
        g.dice_times = 0
    g.stage = STAGE_LAND


def move_forward(g: Game, t: Tables, e: Events, seat: int, steps: int, by: int) -> None:
    """Forward along the arrow; passing or reaching GO pays."""
    target = g.square[seat] + steps
    clause = TURN_MOVE_BY_DICE_TOTAL
    if by == BY_DICE:
        emit(e, EVENT_MOVE, seat, NOBODY, target if target < SQUARES else target - SQUARES, steps, clause)
    if target >= SQUARES:
        target -= SQUARES
        pay_salary(g, t, e, seat, by)
    arrive(g, seat, target, by)


def move_back(g: Game, seat: int, steps: int, by: int) -> None:
    # backward-moves-and-go: no salary on the way back
    target = g.square[seat] - steps
    if target < 0:
        target += SQUARES
    arrive(g, seat, target, by)
