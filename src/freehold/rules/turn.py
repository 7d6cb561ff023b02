"""The turn: throwing the dice, counting doubles, and the stages a turn goes through until it is over."""

from .board import in_game
from .chance import throw_die, throw_force_die
from .clauses import (
    DICE_DOUBLE_PLAYS_SQUARE_THEN_ROLLS_AGAIN,
    DICE_THIRD_DOUBLE_SENDS_TO_JAIL,
    FORCE_THREE_DICE_PER_THROW,
    HOUSE_SNAKE_EYES_BONUS,
    OPTION_REPLACES_SECOND_THROW,
    TURN_MOVE_BY_DICE_TOTAL,
)
from .codes import (
    BY_DICE,
    DONE,
    EVENT_DOUBLE,
    EVENT_RECEIVED,
    EVENT_ROLL,
    NO_FACE,
    NOTHING,
    PHASE_DOUBLE,
    PHASE_END,
    PHASE_ROLL,
    REFUSED_ALREADY_THROWN,
    SHIFT,
    STAGE_AFTER,
    STAGE_ARRIVALS,
    STAGE_BATTLE,
    STAGE_END,
    STAGE_LAND,
    STAGE_LEAVE,
    STAGE_NEXT,
    STAGE_SHIFT,
)
from .counts import count_throw
from .endings import next_turn
from .events import COUNTED_EVENTS, emit
from .force import fight_where_landed, next_arrival, shift_symbols
from .jail import leave_after_failure, leave_or_stay, send_to_jail, throw_in_jail
from .money import bank_pays
from .movement import move_forward
from .records import Chance, Events, Game, Tables
from .rent import count_down_claims
from .squares import play_square
from .state import BANK, NOBODY
from .switches import DOUBLE_OPTIONS_ON, FORCE_IN_JAIL_YES, FORCE_ON_THIRD_DOUBLE_YES, FORCE_YES

THIRD_DOUBLE = 3


def may_roll(g: Game, t: Tables, seat: int) -> int:
    return REFUSED_ALREADY_THROWN if g.in_jail[seat] != 0 and g.jail_failed != 0 else DONE


def do_roll(g: Game, t: Tables, c: Chance, e: Events, seat: int) -> None:
    """Throw, and move by it; from jail, throw for a double."""
    if e.on == COUNTED_EVENTS:
        count_throw(g, t, e, seat)
    if g.thrown == 0:
        count_down_claims(g, t, e)
    g.thrown = 1
    g.base = NOTHING
    g.extra = 0
    throw_dice(g, t, c, e, seat)
    if g.in_jail[seat] != 0:
        throw_in_jail(g, t, e, seat)
        return
    if g.die1 == g.die2:
        g.doubles += 1
        if g.doubles >= THIRD_DOUBLE:
            # dice.third-double-is-not-moved
            send_to_jail(g, t, e, seat, DICE_THIRD_DOUBLE_SENDS_TO_JAIL)
            if t.force == FORCE_YES and t.force_on_third_double == FORCE_ON_THIRD_DOUBLE_YES:
                g.stage = STAGE_SHIFT  # force-shift-on-third-double
            return
        g.extra = 1
    else:
        # dice.doubles-must-be-consecutive
        g.doubles = 0
    move_forward(g, t, e, seat, g.die1 + g.die2, BY_DICE)


def throw_dice(g: Game, t: Tables, c: Chance, e: Events, seat: int) -> None:
    """Two dice, and in Star Wars II the Force die with them."""
    g.die1 = throw_die(c)
    g.die2 = throw_die(c)
    g.force_face = NO_FACE
    clause = TURN_MOVE_BY_DICE_TOTAL
    if t.force == FORCE_YES and (g.in_jail[seat] == 0 or t.force_in_jail == FORCE_IN_JAIL_YES):
        g.force_face = throw_force_die(t, c)
        clause = FORCE_THREE_DICE_PER_THROW
    emit(e, EVENT_ROLL, seat, NOBODY, g.force_face, 10 * g.die1 + g.die2, clause)
    if t.snake_eyes_bonus > 0 and g.die1 == 1 and g.die2 == 1:
        # house.snake-eyes-bonus
        bank_pays(g, seat, t.snake_eyes_bonus)
        emit(e, EVENT_RECEIVED, seat, BANK, NOBODY, t.snake_eyes_bonus, HOUSE_SNAKE_EYES_BONUS)


def advance(g: Game, t: Tables, c: Chance, e: Events) -> None:
    """One stage on: the turn waits for nothing and nobody."""
    seat = g.turn + 0
    stage = g.stage + 0
    if stage == STAGE_LAND:
        # battle-order: the square first, then the symbol that is there, then the shift, then what the shift brings
        g.stage = STAGE_BATTLE if t.force == FORCE_YES else STAGE_AFTER
        play_square(g, t, c, e, seat)
    elif stage == STAGE_BATTLE:
        g.stage = STAGE_SHIFT
        fight_where_landed(g, t, c, e, seat)
    elif stage == STAGE_SHIFT:
        if t.force == FORCE_YES and g.force_face == SHIFT:
            shift_symbols(g, t, e)
            g.battle_next = 0
            g.stage = STAGE_ARRIVALS
        else:
            after_shift(g, t, seat)
        g.force_face = NO_FACE
    elif stage == STAGE_ARRIVALS:
        if not next_arrival(g, t, c, e):
            after_shift(g, t, seat)
    elif stage == STAGE_LEAVE:
        leave_after_failure(g, t, e, seat)
    elif stage == STAGE_NEXT:
        next_turn(g, t, e)
    elif stage == STAGE_AFTER and g.extra != 0:
        offer_second_throw(g, t, e, seat)
    else:
        g.stage = STAGE_END
        g.base = PHASE_END


def after_shift(g: Game, t: Tables, seat: int) -> None:
    """The symbols rest: how the turn goes on."""
    if not in_game(g, seat) or g.doubles >= THIRD_DOUBLE:
        g.stage = STAGE_NEXT
    elif g.in_jail[seat] != 0:
        leave_or_stay(g, t, seat)
    else:
        g.stage = STAGE_AFTER


def offer_second_throw(g: Game, t: Tables, e: Events, seat: int) -> None:
    """A double was thrown and its square is played."""
    if t.double_options == DOUBLE_OPTIONS_ON:
        g.base = PHASE_DOUBLE
        emit(e, EVENT_DOUBLE, seat, NOBODY, NOBODY, g.die1, OPTION_REPLACES_SECOND_THROW)
    else:
        g.base = PHASE_ROLL
        emit(e, EVENT_DOUBLE, seat, NOBODY, NOBODY, g.die1, DICE_DOUBLE_PLAYS_SQUARE_THEN_ROLLS_AGAIN)


def do_end_turn(g: Game, t: Tables, c: Chance, e: Events, seat: int) -> None:
    g.base = NOTHING
    g.stage = STAGE_NEXT
