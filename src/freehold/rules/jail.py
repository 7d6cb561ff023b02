"""Jail: the ways in, the ways out, the fine and its moment, in the normal and in the short game."""

from .board import jail_card_of
from .clauses import (
    CARDS_JAIL_CARD_BACK_AFTER_USE,
    JAIL_DOUBLE_IS_THE_MOVE,
    JAIL_FINE_TIMING_BEFORE_ROLL_ON_FIRST_TWO_TURNS,
    JAIL_FINE_TIMING_PAY_AND_PLAY_NEXT_TURN,
    JAIL_ONE_ATTEMPT_PER_TURN,
    JAIL_OUT_BY_OWN_CARD,
    JAIL_THIRD_TURN_FINE_IS_COMPULSORY,
    JAIL_THIRD_TURN_PAY_AND_MOVE_BY_THAT_THROW,
    JAIL_THIRD_TURN_PAY_AND_THROW_AGAIN,
    SHORT_JAIL_MUST_LEAVE_NEXT_TURN,
    SHORT_JAIL_TRY_THEN_PAY_SAME_TURN,
)
from .codes import (
    ANY_JAIL_CARD,
    BY_DICE,
    DONE,
    EVENT_FINE,
    EVENT_FREED,
    EVENT_JAILED,
    EVENT_STAYED,
    NOTHING,
    PHASE_END,
    PHASE_ROLL,
    REFUSED_BAD_CHOICE,
    REFUSED_FINE_NOT_NOW,
    REFUSED_NO_JAIL_CARD,
    REFUSED_NOT_ENOUGH_CASH,
    REFUSED_NOT_IN_JAIL,
    REFUSED_NOT_YOUR_TURN,
    REFUSED_WRONG_PHASE,
    STAGE_AFTER,
    STAGE_END,
    STAGE_LAND,
    STAGE_LEAVE,
    STAGE_NEXT,
    STAGE_ROLL,
    STAGE_SHIFT,
    WHY_FINE,
)
from .decks import return_kept_card
from .events import emit
from .money import owe
from .movement import move_forward
from .parking import pay_over, tell_pot
from .records import Chance, Events, Game, Tables
from .state import BANK, CARDS, DECK_ROOM, DECKS, KEPT, NOBODY
from .switches import (
    JAIL_FINE_PLAY_NEXT_TURN,
    JAIL_FINE_TURNS_FIRST_TWO,
    JAIL_THIRD_TURN_MOVE,
    SHORT_JAIL_MAY_LEAVE,
    SHORT_JAIL_MUST_LEAVE,
)

LAST_ATTEMPT = 3


def send_to_jail(g: Game, t: Tables, e: Events, seat: int, clause: int) -> None:
    """Straight into jail, without salary, and the turn is over."""
    # jail.moves-directly, go.no-salary-on-way-to-jail, jail.ends-turn
    g.square[seat] = t.jail_square
    g.in_jail[seat] = 1
    g.jail_turns[seat] = 0
    g.extra = 0
    g.base = NOTHING
    g.stage = STAGE_NEXT
    emit(e, EVENT_JAILED, seat, NOBODY, t.jail_square, 0, clause)


def set_free(g: Game, e: Events, seat: int, clause: int) -> None:
    g.in_jail[seat] = 0
    g.jail_turns[seat] = 0
    emit(e, EVENT_FREED, seat, NOBODY, g.square[seat], 0, clause)


def throw_in_jail(g: Game, t: Tables, e: Events, seat: int) -> None:
    """A throw for a double was made from jail."""
    if g.die1 == g.die2:
        # jail.double-is-the-move; jail.double-gives-no-extra-roll: g.extra stays 0
        set_free(g, e, seat, JAIL_DOUBLE_IS_THE_MOVE)
        move_forward(g, t, e, seat, g.die1 + g.die2, BY_DICE)
        return
    g.jail_turns[seat] += 1
    emit(e, EVENT_STAYED, seat, NOBODY, g.square[seat], g.jail_turns[seat], JAIL_ONE_ATTEMPT_PER_TURN)
    if must_leave(g, t, seat) and t.jail_third_turn == JAIL_THIRD_TURN_MOVE:
        leave_or_stay(g, t, seat)  # the token goes on by this throw, and a shift comes after it
    else:
        # force-die-other-throws, force-shift-on-third-jail-throw: a shift moves the symbols even if the token stays
        g.stage = STAGE_SHIFT


def must_leave(g: Game, t: Tables, seat: int) -> int:
    """Was the throw that failed the last one in jail?"""
    return g.jail_turns[seat] >= LAST_ATTEMPT or t.short_jail == SHORT_JAIL_MUST_LEAVE


def leave_or_stay(g: Game, t: Tables, seat: int) -> None:
    """A throw for a double has failed: out by fine or card where the rulebook says so, else the turn ends."""
    if g.jail_turns[seat] >= LAST_ATTEMPT:
        # jail.third-turn-fine-is-compulsory
        owe(g, seat, BANK, t.jail_fine, t.jail_square, WHY_FINE, JAIL_THIRD_TURN_FINE_IS_COMPULSORY)
        g.stage = STAGE_LEAVE
    elif t.short_jail == SHORT_JAIL_MUST_LEAVE:
        g.jail_failed = 1
        if jail_card_is_held(g):
            # the fine or a card, one's own or one that is bought, but no second throw: short.jail.single-throw
            g.base = PHASE_ROLL
            g.stage = STAGE_ROLL
        else:
            owe(g, seat, BANK, t.jail_fine, t.jail_square, WHY_FINE, SHORT_JAIL_MUST_LEAVE_NEXT_TURN)
            g.stage = STAGE_LEAVE
    else:
        if t.short_jail == SHORT_JAIL_MAY_LEAVE:
            g.jail_failed = 1  # short.jail.try-then-pay-same-turn: the fine is offered until the turn ends
        g.stage = STAGE_AFTER


def jail_card_is_held(g: Game) -> int:
    """Is there a jail card in anybody's hand?"""
    # short.jail.three-ways: held, or bought from another player
    for slot in range(KEPT):
        if g.kept_by[slot] != NOBODY:
            return True
    return False


def leave_after_failure(g: Game, t: Tables, e: Events, seat: int) -> None:
    """The fine or the card came after the throw: on by that throw, or by a new one."""
    g.jail_failed = 0
    set_free(g, e, seat, late_leave_clause(g, t, seat))
    if t.jail_third_turn == JAIL_THIRD_TURN_MOVE:
        move_forward(g, t, e, seat, g.die1 + g.die2, BY_DICE)
        g.stage = STAGE_LAND
    else:
        g.stage = STAGE_ROLL
        g.base = PHASE_ROLL


def late_leave_clause(g: Game, t: Tables, seat: int) -> int:
    """What lets a player leave after a failed throw."""
    if g.jail_turns[seat] < LAST_ATTEMPT:
        return (
            SHORT_JAIL_MUST_LEAVE_NEXT_TURN
            if t.short_jail == SHORT_JAIL_MUST_LEAVE
            else SHORT_JAIL_TRY_THEN_PAY_SAME_TURN
        )
    return (
        JAIL_THIRD_TURN_PAY_AND_MOVE_BY_THAT_THROW
        if t.jail_third_turn == JAIL_THIRD_TURN_MOVE
        else JAIL_THIRD_TURN_PAY_AND_THROW_AGAIN
    )


def must_pay_fine(g: Game, t: Tables, seat: int) -> int:
    """Is the fine the only way left out of a jail that has to be left in this turn?"""
    return g.jail_failed != 0 and t.short_jail == SHORT_JAIL_MUST_LEAVE and jail_card_of(g, seat, 0, CARDS) == NOBODY


def at_the_door(g: Game) -> int:
    """Is this a moment at which a jailed player on turn may leave by fine or card?"""
    return g.phase == PHASE_ROLL or (g.phase == PHASE_END and g.jail_failed != 0)


def may_pay_fine(g: Game, t: Tables, seat: int) -> int:
    if seat != g.turn:
        return REFUSED_NOT_YOUR_TURN
    if g.in_jail[seat] == 0:
        return REFUSED_NOT_IN_JAIL
    if not at_the_door(g):
        return REFUSED_FINE_NOT_NOW if g.phase == PHASE_END else REFUSED_WRONG_PHASE
    # jail.fine-timing: where the rulebook says so, not before the third throw
    if g.jail_failed == 0 and t.jail_fine_turns == JAIL_FINE_TURNS_FIRST_TWO and g.jail_turns[seat] >= LAST_ATTEMPT - 1:
        return REFUSED_FINE_NOT_NOW
    if g.cash[seat] < t.jail_fine and not must_pay_fine(g, t, seat):
        return REFUSED_NOT_ENOUGH_CASH  # only a fine that must be paid becomes a debt
    return DONE


def do_pay_fine(g: Game, t: Tables, c: Chance, e: Events, seat: int) -> None:
    if g.jail_failed != 0:
        owe(g, seat, BANK, t.jail_fine, t.jail_square, WHY_FINE, late_leave_clause(g, t, seat))
        g.stage = STAGE_LEAVE
        g.base = NOTHING
        return
    clause = (
        JAIL_FINE_TIMING_BEFORE_ROLL_ON_FIRST_TWO_TURNS
        if t.jail_fine_turns == JAIL_FINE_TURNS_FIRST_TWO
        else JAIL_FINE_TIMING_PAY_AND_PLAY_NEXT_TURN
    )
    pay_over(g, t, seat, BANK, t.jail_fine, WHY_FINE)
    emit(e, EVENT_FINE, seat, BANK, g.square[seat], t.jail_fine, clause)
    tell_pot(t, e, seat, BANK, t.jail_fine, WHY_FINE)
    set_free(g, e, seat, clause)
    if t.jail_fine_play == JAIL_FINE_PLAY_NEXT_TURN:
        g.stage = STAGE_END
        g.base = PHASE_END


def may_use_jail_card(g: Game, t: Tables, seat: int, deck: int) -> int:
    """`deck`: 1 and the number of the deck that the card came from, or ANY_JAIL_CARD."""
    if seat != g.turn:
        return REFUSED_NOT_YOUR_TURN
    if g.in_jail[seat] == 0:
        return REFUSED_NOT_IN_JAIL
    if not at_the_door(g):
        return REFUSED_WRONG_PHASE
    if deck < ANY_JAIL_CARD or deck > DECKS:
        return REFUSED_BAD_CHOICE
    if named_card(g, seat, deck) == NOBODY:
        return REFUSED_NO_JAIL_CARD
    return DONE


def named_card(g: Game, seat: int, deck: int) -> int:
    """The jail card that a seat names by its deck, or without a word the one drawn first; a slot, or NOBODY."""
    # which-jail-card
    if deck == ANY_JAIL_CARD:
        return jail_card_of(g, seat, 0, CARDS)
    return jail_card_of(g, seat, (deck - 1) * DECK_ROOM, deck * DECK_ROOM)


def do_use_jail_card(g: Game, t: Tables, c: Chance, e: Events, seat: int, deck: int) -> None:
    # jail.out-by-own-card, cards.jail-card-back-after-use
    return_kept_card(g, t, e, named_card(g, seat, deck), CARDS_JAIL_CARD_BACK_AFTER_USE)
    if g.jail_failed != 0:
        leave_after_failure(g, t, e, seat)
        if t.jail_third_turn == JAIL_THIRD_TURN_MOVE:
            g.base = NOTHING
    else:
        set_free(g, e, seat, JAIL_OUT_BY_OWN_CARD)
